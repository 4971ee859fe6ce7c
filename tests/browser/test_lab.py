"""JupyterLab keeps what a notebook shows, and under `psy lab` only looking leaves its file alone."""

from concurrent.futures import ThreadPoolExecutor

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook
from playwright.sync_api import expect

from benchmarks.lab import jupyterlab, open_and_run, opened, run_cell
from psy.report.kernels import Job, run_all
from psy.report.lab import OPTIONS, environment
from psy.report.notebook import Notebook, clean
from psy.view.explore import KEPT, LIVE
from psy.view.wh40k.casting import odds_curve

pytestmark = pytest.mark.browser

SETTINGS = """from psy.view.wh40k.casting import odds_curve

dice = odds_curve.control("dice")"""
SHOWN = """from psy.view import explore

explore(odds_curve, dice=dice, charge=2)"""
ABOUT = {"title": "Odds", "question": "How many?", "game": "A game"}
SENTENCE = odds_curve(dice=4, charge=2).sentence


@pytest.fixture(scope="module")
def stored(tmp_path_factory):
    """A small notebook as `psy store` leaves it."""
    settings = new_code_cell(SETTINGS, id="settings", metadata={"tags": ["settings"]})
    cells = [new_markdown_cell("# Odds", id="title"), settings, new_code_cell(SHOWN, id="shown")]
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    notebook = new_notebook(cells=cells, metadata={"kernelspec": kernel, "psy": ABOUT})
    path = tmp_path_factory.mktemp("stored") / "01_odds.ipynb"
    texts = []
    job = Job(Notebook(path), notebook, lambda run: texts.append(clean(run)))
    with ThreadPoolExecutor(1) as thread:  # The browser has a loop of its own in this one.
        assert thread.submit(run_all, [job], reporting=False).result() == [None]
    return texts[0]


@pytest.fixture(scope="module")
def ours(stored):
    """The address of the notebook under `psy lab`."""
    with jupyterlab(nbformat.reads(stored, as_version=4), OPTIONS, environment()) as address:
        yield address


@pytest.fixture(scope="module")
def plain(stored):
    """The address of the notebook in JupyterLab as it is."""
    with jupyterlab(nbformat.reads(stored, as_version=4)) as address:
        yield address


STOP = """async () => {
  const [, token] = /_xsrf=([^;]+)/.exec(document.cookie);
  const sessions = await (await fetch("/api/sessions")).json();
  const stop = ({id}) => fetch(`/api/sessions/${id}`, {method: "DELETE", headers: {"X-XSRFToken": token}});
  return (await Promise.all(sessions.map(stop))).map(answer => answer.status);
}"""


def written(page):
    """Save, and return the notebook's file as the server has it then."""
    with page.expect_response(lambda answer: answer.request.method == "PUT" and "/contents/" in answer.url):
        page.keyboard.press("Control+s")
    page.wait_for_function("!document.querySelector('.jp-mod-dirty')")
    return page.evaluate("fetch('/files/notebook.ipynb', {cache: 'no-store'}).then(file => file.text())")


def close_tab(page):
    page.locator(".lm-TabBar-tab.lm-mod-current .lm-TabBar-tabCloseIcon").last.click()


@pytest.mark.parametrize("how", ["ours", "plain"])
def test_what_was_shown_is_there_when_the_notebook_is_opened_again(browser, request, stored, how):
    address = request.getfixturevalue(how)
    page = open_and_run(browser, address)
    expect(page.locator(f".{LIVE}").get_by_text(SENTENCE)).to_be_visible()
    expect(page.locator(f".{KEPT}")).to_be_hidden()
    assert page.locator(".jp-OutputArea img:visible").count() == 1
    file = written(page)
    assert ("widget-view" in file) == (how == "plain")
    assert (file == stored) == (how == "ours")
    assert page.evaluate(STOP) == [204]
    page.close()
    page = opened(browser, address)
    expect(page.locator(f".{KEPT}").get_by_text(SENTENCE)).to_be_visible()
    expect(page.locator(f".{KEPT} table")).to_be_visible()
    assert page.locator(".jp-OutputArea img:visible").count() == 1
    assert page.get_by_text("model not found").locator("visible=true").count() == 0
    page.close()


def test_closing_what_nobody_changed_does_not_ask_to_save_it(browser, ours):
    page = opened(browser, ours)
    page.wait_for_timeout(1000)
    close_tab(page)
    expect(page.locator(".jp-NotebookPanel")).to_have_count(0)
    assert page.locator(".jp-Dialog").count() == 0
    page.close()


def test_a_cell_run_by_itself_says_what_to_run(browser, ours):
    page = opened(browser, ours)
    assert page.evaluate(STOP) == [204]
    page.close()
    page = opened(browser, ours)
    assert run_cell(page.locator(".jp-CodeCell").last).strip() == (
        "There is no odds_curve yet. If a cell above makes it, run that one first: choose Run, Run All Above "
        "Selected Cell in the menu, or Run, Run All Cells."
    )
    page.close()
