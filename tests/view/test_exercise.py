"""Exercises: the key is computed, and a page or a code host shows the question with its answer folded."""

import json
import re
from fractions import Fraction

import pytest
from page_reader import HOSTILE, PageReader

from psy.view import Exercise


def page(exercise):
    return PageReader(exercise._repr_mimebundle_()["text/html"])


def section(exercise):
    return page(exercise).find("section")[0]


@pytest.mark.parametrize(
    ("key", "keys", "places"),
    [
        (Fraction(21, 32), ("21/32",), 2),
        (4, ("4/1",), 2),
        (-0.453, ("-453/1000",), 2),
        ([3, 4], ("3/1", "4/1"), 2),
        (Fraction(1, 4672), ("1/4672",), 5),
        ([Fraction(1, 2), Fraction(-1, 300)], ("1/2", "-1/300"), 4),
        (0, ("0/1",), 2),
        (1 / 3, ("1/3",), 2),
        (0.1 + 0.2, ("3/10",), 2),
        (2 / 9999, ("2/9999",), 5),
        (0.123456789012345, ("30864197253/250000000000",), 2),
        (1e-9, ("1/1000000000",), 10),
        (123456789.25, ("493827157/4",), 2),
        (Fraction(1, 10), ("1/10",), 2),
    ],
    ids=str,
)
def test_numbers_are_keys_as_fractions_with_the_decimals_a_rounded_answer_needs(key, keys, places):
    exercise = Exercise("How much?", "So much.", key=key, hint="Count.")
    assert (exercise.keys, exercise.places) == (keys, places)
    assert json.loads(section(exercise)["data-keys"]) == list(keys)
    assert section(exercise)["data-places"] == str(places)


def test_a_key_does_not_depend_on_the_last_bits_of_a_float():
    for value in (0.5, -0.4528126789, 1 / 3, 17.7284, 1e-5 / 7):
        others = (value * (1 + 2**-52), value * (1 - 2**-50))
        assert len({Exercise("?", "!", key=key, hint=".").keys for key in (value, *others)}) == 1


def test_choices_are_keys_as_they_stand():
    exercise = Exercise(
        "Which?", "Both.", key=("red", "blue"), hint="Look.", choices=("red", "green", "blue")
    )
    assert exercise.keys == ("red", "blue")
    assert json.loads(section(exercise)["data-choices"]) == ["red", "green", "blue"]
    assert repr(exercise) == "Exercise: Which?\nChoices: red, green, blue\nAnswer: Both."


@pytest.mark.parametrize(
    ("key", "choices", "message"),
    [
        ("pink", ("red", "blue"), "key must be one of 'red', 'blue', not 'pink'"),
        (("red", "pink"), ("red", "blue"), "key must be one of 'red', 'blue', not 'pink'"),
        ((), (), "an exercise must have a key: 'Which?'"),
    ],
)
def test_a_key_that_cannot_be_answered_is_refused(key, choices, message):
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        Exercise("Which?", "Red.", key=key, hint="Look.", choices=choices)


def test_words_that_look_like_html_stay_words():
    read = page(Exercise(HOSTILE, HOSTILE, key=HOSTILE, hint=HOSTILE, choices=(HOSTILE,)))
    assert read.names == ["section", "p", "strong", "details", "summary", "p", "script"]
    assert read.words == ["Exercise.", f" {HOSTILE}", "Answer", HOSTILE]
    data = read.find("section")[0]
    assert data["data-hint"] == HOSTILE
    assert json.loads(data["data-keys"]) == json.loads(data["data-choices"]) == [HOSTILE]


def test_the_same_exercise_is_the_same_text_and_another_question_has_another_name():
    one, two = (Exercise(question, "One.", key=1, hint="Count.") for question in ("One?", "Two?"))
    assert one._repr_mimebundle_() == Exercise("One?", "One.", key=1, hint="Count.")._repr_mimebundle_()
    assert section(one)["data-name"] != section(two)["data-name"]


@pytest.mark.parametrize("key", ["0.5", True, [1, "x"]], ids=str)
def test_a_key_without_choices_is_a_number(key):
    with pytest.raises(TypeError, match=r"^a key without choices must be a number, not "):
        Exercise("Which?", "Red.", key=key, hint="Look.")
