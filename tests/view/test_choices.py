"""Sliders and menus: what they allow, what they refuse, what a report shows of them."""

import pytest

from psy.view import Menu, Slider

DICE = Slider("dice thrown", 4, low=0, high=20, mailed=range(3))
PERILS = Menu("perils on", "two sixes", ("two sixes", "any double", "two ones"), mailed=["two ones"])
RANGE = "dice thrown must be a whole number from 0 to 20, not"
WORDS = "perils on must be one of 'two sixes', 'any double', 'two ones', not"


def test_at_moves_and_leaves_the_rest():
    assert DICE.at(20) == Slider("dice thrown", 20, low=0, high=20, mailed=range(3))
    assert DICE.at(0).value == 0
    assert DICE.read("7") == DICE.at(7)
    assert PERILS.read("two ones") == PERILS.at("two ones")
    assert PERILS.at("two ones").options == PERILS.options
    assert DICE.value == 4


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: DICE.at(21), ValueError, f"{RANGE} 21"),
        (lambda: DICE.at(-1), ValueError, f"{RANGE} -1"),
        (lambda: DICE.at(True), TypeError, f"{RANGE} True"),
        (lambda: DICE.at("4"), TypeError, f"{RANGE} '4'"),
        (lambda: DICE.read("21"), ValueError, f"{RANGE} 21"),
        (lambda: DICE.read("four"), ValueError, f"{RANGE} 'four'"),
        (lambda: DICE.read("4.0"), ValueError, f"{RANGE} '4.0'"),
        (lambda: DICE.read(""), ValueError, f"{RANGE} ''"),
        (lambda: PERILS.at("two"), ValueError, f"{WORDS} 'two'"),
        (lambda: PERILS.at(2), TypeError, f"{WORDS} 2"),
        (lambda: PERILS.read(""), ValueError, f"{WORDS} ''"),
        (lambda: Slider("dice thrown", 21, low=0, high=20), ValueError, f"{RANGE} 21"),
        (lambda: Slider("dice thrown", 4, low=0, high=20, mailed=[3, 21]), ValueError, f"{RANGE} 21"),
        (lambda: Menu("perils on", "two", PERILS.options), ValueError, f"{WORDS} 'two'"),
        (
            lambda: Menu("perils on", "two ones", PERILS.options, mailed=["none"]),
            ValueError,
            f"{WORDS} 'none'",
        ),
    ],
)
def test_what_is_not_allowed_is_refused_in_one_sentence(call, error, message):
    with pytest.raises(error) as caught:
        call()
    assert str(caught.value) == message


def test_a_report_shows_the_mailed_values_and_the_opening_one_in_order():
    assert DICE.frames == (0, 1, 2, 4)
    assert DICE.at(1).frames == (0, 1, 2)
    assert Slider("dice thrown", 4, low=2, high=5).frames == (2, 3, 4, 5)
    assert PERILS.frames == ("two sixes", "two ones")
    assert PERILS.at("any double").frames == ("any double", "two ones")
    assert Menu("perils on", "two sixes", PERILS.options).frames == PERILS.options
