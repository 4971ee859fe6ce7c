"""The first notebook in JupyterLab: its sliders moved by keyboard. No time is judged here."""

import nbformat
import pytest
from nbformat.v4 import new_code_cell
from playwright.sync_api import expect

from benchmarks.lab import WATCH, jupyterlab, open_and_run, run_cell, slider
from browser.live import assert_shows, move
from browser.pages import answer
from psy.report.notebook import find
from psy.view.wh40k.casting import odds_curve

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def notebook(browser):
    """The page of the notebook, all its cells run, and one cell more that looks for open figures."""
    cells = nbformat.read(find("casting_odds").path, as_version=4)
    cells.cells.append(new_code_cell("import matplotlib.pyplot\nprint(matplotlib.pyplot.get_fignums())"))
    with jupyterlab(cells) as address:
        page = open_and_run(browser, address)
        yield page
        page.close()


@pytest.fixture
def curve(notebook):
    """The cell with the exploration of the whole curve, at 4 dice and charge 2."""
    found = notebook.locator(".jp-CodeCell")
    for label in ("dice thrown", "warp charge"):
        found = found.filter(has=notebook.locator(".widget-slider", has_text=label))
    cell = found.first
    if not cell.get_by_role("row", name="success").first.is_visible():
        cell.get_by_text("numbers", exact=True).click()
    move(cell, "warp charge", 2)
    move(cell, "dice thrown", 4)
    assert_shows(cell, odds_curve(dice=4, charge=2))
    return cell


def test_one_die_fewer_shows_50_percent_for_68_75(curve):
    success = curve.get_by_role("row", name="success").first
    expect(success).to_contain_text("68.75%")
    slider(curve, "dice thrown").press("ArrowLeft")
    expect(success).to_contain_text("50.00%", timeout=60_000)
    assert_shows(curve, odds_curve(dice=3, charge=2))


@pytest.mark.parametrize(("dice", "charge"), [(3, 4), (0, 2), (0, 0), (20, 6)], ids=str)
def test_odd_combinations_have_their_exact_answer_too(curve, dice, charge):
    move(curve, "dice thrown", dice)
    move(curve, "warp charge", charge)
    assert_shows(curve, odds_curve(dice=dice, charge=charge))


def test_menus_and_the_other_sliders_move_the_picture(curve):
    move(curve, "harness target", 3)
    curve.get_by_label("perils on").select_option(label="any double")
    assert_shows(curve, odds_curve(dice=4, charge=2, harness=3, perils="any double"))
    move(curve, "harness target", 4)
    curve.get_by_label("perils on").select_option(label="two sixes")


def test_the_picture_stays_in_its_place_while_a_slider_moves(curve):
    slider(curve, "dice thrown").focus()
    curve.page.wait_for_timeout(500)
    curve.locator(".jp-OutputArea").first.evaluate(WATCH)
    for dice in (5, 6, 7, 8, 7, 6, 5, 4):
        move(curve, "dice thrown", dice)
        assert_shows(curve, odds_curve(dice=dice, charge=2))
    seen = curve.page.evaluate("seen")
    assert seen["pictures"] == [1]
    assert seen["heights"] == ["400,0"], "the picture that is kept in the file is hidden"
    assert len(seen["scrolled"]) == 1


def test_30_quick_changes_end_on_the_last_value(curve):
    slider(curve, "dice thrown").focus()
    for key in ["ArrowRight"] * 13 + ["ArrowLeft"] * 12 + ["ArrowRight"] * 5:
        curve.page.keyboard.press(key)
    last = odds_curve(dice=10, charge=2)
    assert_shows(curve, last)
    curve.page.wait_for_timeout(1000)
    assert_shows(curve, last)


def test_an_exercise_is_judged_in_the_notebook_too(notebook):
    exercise = notebook.locator(".exercise", has_text="Last turn of the game")
    assert answer(exercise, "21/32") == "Right."
    assert answer(exercise, "0.7") == "Right so far: give more digits, or the fraction."
    assert answer(exercise, "1/2").startswith("Not yet.")
    assert exercise.locator("form").count() == 1


def test_no_figure_is_left_open(notebook, curve):
    assert run_cell(notebook.locator(".jp-CodeCell").last).strip() == "[]"
