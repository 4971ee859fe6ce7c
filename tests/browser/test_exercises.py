"""Exercises in a page: what a reader answers is right, wrong with a hint, or asked for again."""

import json
from fractions import Fraction

import pytest

from browser.pages import answer, opened
from psy.view import Exercise

pytestmark = pytest.mark.browser

CHANCE = Exercise("How likely?", "So likely.", key=Fraction(21, 32), hint="Count the rolls.")
MEAN = Exercise("How much?", "So much.", key=-0.453, hint="Below nothing.")
COUNTS = Exercise("How many?", "So many.", key=[3, 4], hint="A few.")
SMALL = Exercise("How rare?", "So rare.", key=Fraction(1, 4672), hint="Rarer.")
NEVER = Exercise("How never?", "Never.", key=0, hint="Less.")
WORD = Exercise("Which?", "B.", key="blue", hint="Look up.", choices=("red", "blue"))
HALF = Exercise("How odd?", "So odd.", key=Fraction(3, 8), hint="Odd.")
LOSS = Exercise("How bad?", "So bad.", key=-0.375, hint="Bad.")
MANY = Exercise("Of how many?", "Of many.", key=1296, hint="Many.")
ABOVE = Exercise("How many each?", "One and more.", key=Fraction(1296, 1000), hint="More.")
ALL = (CHANCE, MEAN, COUNTS, SMALL, NEVER, WORD, HALF, LOSS, MANY, ABOVE)
RIGHT, ROUNDED, SHORT = "Right.", "Right, rounded.", "Right so far: give more digits, or the fraction."
DOWN = "Nearly: a half is rounded up here."
UNREAD = "Write a number: whole, a fraction, a decimal or a percentage."
COMMA = "Does that comma set thousands apart? Write a decimal point, or no comma."


@pytest.fixture(scope="module")
def sheet(browser, tmp_path_factory):
    """A page of the exercises above."""
    file = tmp_path_factory.mktemp("exercises") / "sheet.html"
    shown = "".join(exercise._repr_mimebundle_()["text/html"] for exercise in ALL)
    file.write_text(f'<!DOCTYPE html><link rel="icon" href="data:,"><title>Sheet</title>{shown}', "utf-8")
    with opened(browser, file) as page:
        yield page


@pytest.mark.parametrize(
    ("exercise", "typed", "said"),
    [
        (CHANCE, "21/32", RIGHT),
        (CHANCE, " 42 / 64 ", RIGHT),
        (CHANCE, "65.625%", RIGHT),
        (CHANCE, "0.66", ROUNDED),
        (CHANCE, ".656", ROUNDED),
        (CHANCE, "0,656", ROUNDED),
        (CHANCE, "65.63 %", ROUNDED),
        (CHANCE, "66%", ROUNDED),
        (CHANCE, "65.62%", DOWN),  # 21/32 lies in the middle of 65.62% and 65.63%
        (CHANCE, "65%", "Not yet. Count the rolls."),
        (CHANCE, "0.7", SHORT),
        (CHANCE, "2/3", "Not yet. Count the rolls."),
        (CHANCE, "66", "Is that a percentage? Then write 66%."),
        (CHANCE, "-21/32", "Not yet. Count the rolls."),
        (CHANCE, "", UNREAD),
        (CHANCE, "two thirds", UNREAD),
        (CHANCE, "1/0", UNREAD),
        (CHANCE, "0.66.1", UNREAD),
        (CHANCE, "%", UNREAD),
        (MEAN, "-0.45", ROUNDED),
        (MEAN, "\N{MINUS SIGN}0.453", RIGHT),
        (MEAN, "0.45", "Not yet. Below nothing."),
        (MEAN, "-.5", SHORT),
        (COUNTS, "3", RIGHT),
        (COUNTS, "4.0", RIGHT),
        (COUNTS, "+4", RIGHT),
        (COUNTS, "5", "Not yet. A few."),
        (COUNTS, "2 2/2", RIGHT),
        (COUNTS, "2 1/2", "Not yet. A few."),
        (COUNTS, "3 0", UNREAD),
        (COUNTS, "3.01", "Not yet. A few."),
        (SMALL, "1/4672", RIGHT),
        (SMALL, "0.00021", ROUNDED),
        (SMALL, "0.0214%", ROUNDED),
        (SMALL, "0.00", SHORT),
        (SMALL, "0", SHORT),
        (NEVER, "0%", RIGHT),
        (NEVER, "0.1", "Not yet. Less."),
        (HALF, "0.38", ROUNDED),
        (HALF, "0.37", DOWN),
        (HALF, "0.375", RIGHT),
        (LOSS, "-0.38", ROUNDED),
        (LOSS, "-0.37", DOWN),
        (LOSS, "0.38", "Not yet. Bad."),
        (MANY, "1,296", RIGHT),
        (MANY, "1 296", RIGHT),
        (MANY, "1,296.0", RIGHT),
        (MANY, "1,2960", "Not yet. Many."),
        (MANY, "1,296,000", "Not yet. Many."),
        (ABOVE, "1,296", COMMA),
        (ABOVE, "1.296", RIGHT),
        (ABOVE, "1,30", ROUNDED),
        (ABOVE, "1,296/1,000", RIGHT),
        (ABOVE, "1 296/1000", RIGHT),
    ],
    ids=str,
)
def test_a_typed_number_is_judged(sheet, exercise, typed, said):
    section = sheet.locator(".exercise").nth(ALL.index(exercise))
    assert answer(section, typed) == said


def test_a_choice_is_judged_and_can_be_changed(sheet):
    section = sheet.locator(".exercise").nth(ALL.index(WORD))
    section.get_by_label("red").check()
    assert section.locator("output").text_content() == "Not yet. Look up."
    section.get_by_label("red").press("ArrowDown")
    assert section.locator("output").text_content() == "Right."


def test_every_exercise_of_a_page_tells_right_from_wrong(page):
    exercises = page.locator(".exercise").all()
    assert len(exercises) >= 3
    for section in exercises:
        keys = json.loads(section.get_attribute("data-keys"))
        choices = json.loads(section.get_attribute("data-choices"))
        hint = section.get_attribute("data-hint")
        if choices:
            wrong = [word for word in choices if word not in keys]
            for word in (*wrong, *keys):
                section.get_by_label(word, exact=True).check()
                said = section.locator("output").text_content()
                assert said == ("Right." if word in keys else f"Not yet. {hint}")
            assert wrong
        else:
            assert answer(section, str(max(map(Fraction, keys)) + 1)) == f"Not yet. {hint}"
            assert answer(section, keys[-1]) == "Right."
        assert not section.locator("details").get_attribute("open")
