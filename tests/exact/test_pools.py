"""Dice that match, against every roll."""

from fractions import Fraction
from itertools import product

import pytest

from psy.exact import matching_dice


@pytest.mark.parametrize("faces", [1, 3, 4])
@pytest.mark.parametrize("dice", range(6))
def test_matching_dice_equal_every_roll(dice, faces):
    rolls = list(product(range(faces), repeat=dice))
    for count, watched in product(range(1, 7), range(faces + 1)):
        good = sum(any(roll.count(face) >= count for face in range(watched)) for roll in rolls)
        assert matching_dice(dice, count, faces, watched) == Fraction(good, len(rolls))
    assert matching_dice(dice, 2, faces) == matching_dice(dice, 2, faces, watched=faces)


def test_large_pools_have_an_answer():
    assert matching_dice(101, 2, faces=100) == 1
    assert 0 < matching_dice(200, 50) < matching_dice(200, 40) < 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((201, 2), "dice must be a whole number from 0 to 200, not 201"),
        ((2, 0), "count must be a whole number of at least 1, not 0"),
        ((2, 2, 0), "faces must be a whole number from 1 to 100, not 0"),
        ((2, 2, 6, 7), "watched must be a whole number from 0 to 6, not 7"),
    ],
)
def test_bad_input_is_refused_in_one_sentence(arguments, message):
    with pytest.raises(ValueError, match=f"^{message}$"):
        matching_dice(*arguments)
