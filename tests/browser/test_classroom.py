"""Two notebooks as a classroom gets them, without code and without the Internet: psy's pictures, live."""

import socket
import subprocess
import sys
import time
from urllib.error import URLError
from urllib.request import urlopen

import psutil
import pytest

from benchmarks.lab import PATIENCE
from browser.live import assert_shows, move
from browser.pages import answer
from psy.report.notebook import all_notebooks, find
from psy.view.spacehulk.aura import survival_curve
from psy.view.wh40k.casting import odds_curve

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def classroom(browser, tmp_path_factory):
    """The address of `psy serve`, on a port that was free."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    log = tmp_path_factory.mktemp("classroom") / "log"
    command = [sys.executable, "-m", "psy", "serve", "--no-browser", f"--port={port}"]
    with log.open("w") as lines:
        server = subprocess.Popen(command, stdout=lines, stderr=lines)
    address = f"http://localhost:{port}/"
    wait_for(address, server, log)
    yield address
    server.terminate()
    server.wait()


def wait_for(address, server, log):
    end = time.monotonic() + 60
    while server.poll() is None and time.monotonic() < end:
        try:
            urlopen(address).close()
            return
        except URLError:
            time.sleep(0.2)
    pytest.fail(f"psy serve did not start:\n{log.read_text()}")


@pytest.fixture(scope="module")
def visited(browser, classroom):
    """Return a function that opens an address there; nothing else is asked for, and nothing goes wrong."""
    trouble = []
    context = browser.new_context(viewport={"width": 1200, "height": 1000})
    context.set_default_timeout(PATIENCE * 1000)
    context.route(lambda url: not url.startswith(classroom), lambda route: route.abort())
    context.on("requestfailed", lambda request: trouble.append(f"failed: {request.url[:200]}"))
    context.on("console", lambda message: message.type == "error" and trouble.append(message.text))
    context.on("weberror", lambda error: trouble.append(str(error.error)))

    def visit(path):
        page = context.new_page()
        page.goto(f"{classroom}{path}")
        return page

    yield visit
    context.close()
    assert trouble == []


@pytest.fixture(scope="module")
def casting(visited):
    page = visited("")
    page.get_by_role("link", name="Casting odds").click()
    return page


@pytest.fixture(scope="module")
def auras(visited):
    return visited(f"voila/render/{find('aura_chances').path.name}")


def exploration(page, *labels):
    """Return the first cell that has sliders of these labels."""
    found = page.locator("[cell-index]", has=page.locator(".widget-slider"))
    for label in labels:
        found = found.filter(has=page.locator(".widget-slider", has_text=label))
    found.first.wait_for()
    return found.first


def test_the_list_leads_to_every_notebook(visited):
    page = visited("")
    links = page.locator("li a").evaluate_all("links => links.map(link => [link.pathname, link.textContent])")
    paths = {f"/voila/render/{one.path.name}": one.about()["title"] for one in all_notebooks()}
    assert list(dict(links).items()) == list(paths.items())


def test_sliders_and_menus_of_casting_odds_show_what_psy_draws(casting):
    cell = exploration(casting, "dice thrown", "warp charge")
    assert_shows(cell, odds_curve(dice=4, charge=2))
    move(cell, "dice thrown", 3)
    assert_shows(cell, odds_curve(dice=3, charge=2))
    cell.get_by_label("perils on").select_option(label="any double")
    assert_shows(cell, odds_curve(dice=3, charge=2, perils="any double"))


def test_sliders_of_auras_show_what_psy_draws(auras):
    settings = find("aura_chances").settings()
    cell = exploration(auras, settings["cards"].label)
    values = {name: settings[name].value for name in ("cards", "number", "hits")}
    assert_shows(cell, survival_curve(**values))
    move(cell, settings["cards"].label, values["cards"] + 1)
    assert_shows(cell, survival_curve(**{**values, "cards": values["cards"] + 1}))


def test_exercises_are_judged_in_the_classroom(casting, auras):
    exercise = casting.locator(".exercise", has_text="Last turn of the game")
    assert answer(exercise, "65.63%") == "Right, rounded."
    assert answer(exercise, "1/2").startswith("Not yet.")
    assert auras.locator(".exercise form").count() == auras.locator(".exercise").count() > 2


def test_live_pages_fit_a_phone_and_their_tables_look_as_in_reports(casting):
    exploration(casting, "dice thrown")
    casting.set_viewport_size({"width": 390, "height": 844})
    wide = (
        "() => document.documentElement.scrollWidth + document.querySelector('#rendered_cells').scrollWidth"
    )
    assert casting.evaluate(wide) <= 2 * 390
    looks = (
        "e => [getComputedStyle(e).textAlign, getComputedStyle(e).fontWeight, getComputedStyle(e).padding]"
    )
    cells = casting.locator("table.dataframe tbody tr").first.locator("th, td")
    head, number = (cells.nth(place).evaluate(looks) for place in (0, 1))
    assert (head[:2], number[:2]) == (["left", "400"], ["right", "400"])
    casting.set_viewport_size({"width": 1200, "height": 1000})


def test_a_page_that_is_left_ends_its_kernel(visited):
    def kernels():
        processes = psutil.Process().children(recursive=True)
        return {one.pid for one in processes if one.is_running() and "voila_" in " ".join(one.cmdline())}

    before = kernels()
    page = visited(f"voila/render/{find('casting_odds').path.name}")
    exploration(page, "dice thrown")
    assert len(kernels() - before) == 1
    page.goto("about:blank")
    end = time.monotonic() + PATIENCE
    while kernels() - before and time.monotonic() < end:
        time.sleep(0.2)
    assert kernels() == before


def test_there_is_neither_code_nor_an_error(casting, auras):
    for page, title in ((casting, "Casting odds"), (auras, "Auras and close assault")):
        exploration(page)
        assert page.title() == f"{title} - psy"
        assert page.locator(".jp-CodeCell .jp-InputArea").count() == 0
        words = page.locator("#rendered_cells").inner_text()
        assert len(words) > 2000
        for sign in ("import ", "explore(", "Traceback", "There was an error"):
            assert sign not in words
