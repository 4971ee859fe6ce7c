"""The page of casting odds in a browser: numbers that are known, and many positions of its controls."""

import random
import re
from itertools import product

import pytest

from browser.charts import assert_state, expected, states
from browser.pages import move, offered, opened, ready, shown
from psy.view.wh40k.casting import odds_curve

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def first(browser, reports):
    with opened(browser, reports / "01_casting_odds.html") as page:
        yield ready(page)


def curve(page):
    """Return the exploration of the whole curve."""
    found = page.locator("section.explore")
    for label in ("dice thrown", "warp charge"):
        found = found.filter(has=page.locator("label", has_text=label))
    return found.first


def control_of(section, label):
    return section.locator("label", has_text=label).locator("input, select")


def success(section):
    """Return the chance of success on the page."""
    return next(row[1] for row in shown(section)["cells"] if row[0] == "success")


def test_the_fourth_die_raises_the_shown_success_from_50_to_68_75_percent(first):
    section = curve(first)
    move(control_of(section, "warp charge"), 2)
    dice = section.get_by_role("slider", name="dice thrown", exact=True)
    move(dice, 3)
    assert success(section) == "50.00%"
    dice.press("ArrowRight")
    assert success(section) == "68.75%"
    assert dice.get_attribute("aria-valuetext") == "4"


def test_any_position_of_the_controls_shows_the_exact_numbers(first):
    section = curve(first)
    controls = [control_of(section, odds_curve.controls[name].label) for name in odds_curve.controls]
    assert [len(offered(control)) for control in controls] == [
        len(control.values) for control in odds_curve.controls.values()
    ]
    settings = list(product(*(enumerate(control.values) for control in odds_curve.controls.values())))
    assert len(settings) > 2000
    picked = random.Random(1).sample(settings, 600)
    for begin in range(0, len(picked), 200):
        some = picked[begin : begin + 200]
        for state, each in zip(
            states(section, [[place for place, _ in one] for one in some]), some, strict=True
        ):
            values = dict(zip(odds_curve.controls, (value for _, value in each), strict=True))
            assert_state(state, expected(odds_curve, values), values)


def test_formulas_are_mathml(browser, reports):
    pages = {file: file.read_text("utf-8") for file in sorted(reports.glob("[0-9]*.html"))}
    with_formulas = next(file for file, page in pages.items() if "<mfrac" in page)
    with opened(browser, with_formulas) as page:
        assert ready(page).locator("math mfrac").count() > 0
        page.evaluate(
            "document.querySelectorAll('pre, code, script, style').forEach(element => element.remove())"
        )
        assert re.findall(r"\$[^$\n]+\$|\\frac|\\binom", page.locator("body").text_content()) == []
