"""Controls, and pictures that say which they have: each value is checked once, against its bounds."""

import re
from typing import Annotated

import pytest

from psy.view.chart import Chart, Panel, Table
from psy.view.controls import Menu, Opened, Sheet, Slider, Text, picture

DICE = Slider("dice thrown", 0, 20)
PERILS = Menu("perils on", ("two sixes", "any double"))
POWERS = Sheet(
    "powers",
    (Text("name", 8), Slider("charge", 1, 3), Menu("on", ("friend", "foe"))),
    {"one": (("smite", 1, "foe"),), "two": (("smite", 1, "foe"), ("shield", 2, "friend"))},
    most=3,
)


@picture
def drawn(
    dice: Annotated[int, DICE] = 4,
    perils: Annotated[str, PERILS] = "two sixes",
    powers: Annotated[tuple[tuple[int | str, ...], ...], POWERS] = POWERS.examples["one"],
) -> Chart:
    """What was given."""
    return Chart("Given", (Panel(()),), f"{dice}, {perils}, {powers}.", Table((), ()))


def test_a_picture_says_its_controls_and_where_they_open():
    assert drawn.controls == {"dice": DICE, "perils": PERILS, "powers": POWERS}
    assert drawn.defaults == {"dice": 4, "perils": "two sixes", "powers": (("smite", 1, "foe"),)}
    assert (drawn.name, drawn.__doc__, repr(drawn)) == (
        "drawn",
        "What was given.",
        "drawn(dice, perils, powers)",
    )
    assert drawn.control("dice") == Opened(DICE, 4)
    assert drawn.control("dice", 6) == drawn.control("dice").at(6) == drawn.control("dice").read("6")
    assert drawn.control("dice").label == "dice thrown"
    opened = drawn.opened({"dice": 6, "perils": drawn.control("perils", "any double")})
    assert [each.value for each in opened.values()] == [6, "any double", (("smite", 1, "foe"),)]


def test_values_reach_the_drawing_by_place_and_by_name():
    assert drawn(6).sentence == drawn(dice=6).sentence == "6, two sixes, (('smite', 1, 'foe'),)."
    assert drawn(powers="two").sentence.startswith("4, two sixes, (('smite', 1, 'foe'), ('shield', 2")


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"dice": 21}, "dice must be a whole number from 0 to 20, not 21"),
        ({"dice": True}, "dice must be a whole number from 0 to 20, not True"),
        ({"perils": "ones"}, "perils must be one of 'two sixes', 'any double', not 'ones'"),
        ({"powers": "three"}, "powers must be one of 'one', 'two', not 'three'"),
        ({"powers": 3}, "powers must be a list of rows, not 3"),
        ({"powers": []}, "powers must have 1 to 3 rows, not 0"),
        ({"powers": [("smite", 1)]}, "row 1 of powers must have 3 cells, not 2"),
        (
            {"powers": [("smite", 4, "foe")]},
            "charge in row 1 of powers must be a whole number from 1 to 3, not 4",
        ),
        ({"powers": [(" ", 1, "foe")]}, "name in row 1 of powers must be a text of 1 to 8 letters, not ' '"),
        ({"powers": [("x", 1, "me")]}, "on in row 1 of powers must be one of 'friend', 'foe', not 'me'"),
    ],
)
def test_a_value_out_of_bounds_is_refused_in_one_sentence(values, message):
    with pytest.raises((TypeError, ValueError), match=f"^{re.escape(message)}$"):
        drawn(**values)


def test_what_is_typed_is_read_or_refused_under_the_label():
    assert (DICE.read("7"), PERILS.read("any double"), POWERS.read("one")) == (
        7,
        "any double",
        POWERS.examples["one"],
    )
    with pytest.raises(ValueError, match=r"^dice thrown must be a whole number from 0 to 20, not 'six'$"):
        drawn.control("dice").read("six")
    assert [each.allowed for each in (DICE, PERILS, POWERS)] == [
        "0 to 20",
        "two sixes | any double",
        "one | two",
    ]
    assert [len(each.values) for each in (DICE, PERILS, POWERS)] == [21, 2, 2]


def test_a_name_that_is_no_control_is_refused():
    with pytest.raises(ValueError, match="must be one of 'dice', 'perils', 'powers', not 'dices'"):
        drawn.control("dices")
    with pytest.raises(ValueError, match="not 'dices'"):
        drawn.opened({"dices": 3})


def test_a_picture_without_controls_or_defaults_is_refused_where_it_is_defined():
    with pytest.raises(TypeError, match=r"^plain: dice must be annotated with its control$"):

        @picture
        def plain(dice: int = 4) -> Chart: ...

    with pytest.raises(TypeError, match=r"^open_end: dice must be a whole number"):

        @picture
        def open_end(dice: Annotated[int, DICE]) -> Chart: ...

    with pytest.raises(ValueError, match="not 30"):

        @picture
        def beyond(dice: Annotated[int, DICE] = 30) -> Chart: ...


def test_controls_refuse_bounds_that_hold_nothing():
    with pytest.raises(ValueError, match="the high end of dice"):
        Slider("dice", 3, 2)
    with pytest.raises(ValueError, match="dice must be a whole number from 0 to 2, not 3"):
        Slider("dice", 0, 2, mailed=(3,))
    with pytest.raises(ValueError, match="not 'three'"):
        Menu("ones", ("one",), mailed=("three",))
