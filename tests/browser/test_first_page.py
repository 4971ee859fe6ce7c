"""The page of casting odds in a browser: numbers that are known, and every position of its controls."""

import re
from itertools import product

import pytest

from browser.pages import move, offered, opened, shown
from browser.walk import shown_for
from psy.view.wh40k.casting import odds_curve

pytestmark = pytest.mark.browser

# Dice last: the slider that moves from one picture to the next when all of them are looked at in turn.
LABELS = {"perils": "perils on", "harness": "harness target", "charge": "warp charge", "dice": "dice thrown"}


@pytest.fixture(scope="module")
def first(browser, reports):
    with opened(browser, reports / "01_casting_odds.html") as page:
        yield page


def curve(page):
    """Return the exploration of the whole curve."""
    found = page.locator("section.explore")
    for label in (LABELS["dice"], LABELS["charge"]):
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


def test_every_position_of_the_controls_shows_the_exact_numbers_and_their_picture(first):
    section = curve(first)
    controls = {name: control_of(section, label) for name, label in LABELS.items()}
    values = {name: offered(control) for name, control in controls.items()}
    assert len(values["dice"]) > 10
    assert len(values["charge"]) > 2
    draw, before = odds_curve, dict.fromkeys(LABELS)
    for places in product(*values.values()):
        place = dict(zip(values, places, strict=True))
        for name in LABELS:
            if place[name] != before[name]:
                move(controls[name], place[name])
        assert shown(section) == shown_for(draw, place), place
        before = place


def test_formulas_are_mathml(browser, reports):
    with opened(browser, reports / "01_casting_odds.html") as page:
        assert page.locator("math").count() > 0
        assert page.locator("math[display=block] mfrac").count() > 0
        page.evaluate(
            "document.querySelectorAll('pre, code, script, style').forEach(element => element.remove())"
        )
        assert re.findall(r"\$[^$\n]+\$|\\frac|\\binom", page.locator("body").text_content()) == []
