"""Warp charges against the rulebook's example and a plain list."""

from fractions import Fraction

import pytest

from psy.wh40k import WarpCharges, warp_charges


@pytest.mark.parametrize(("mastery", "opposing"), [(0, 0), (4, 2), (1, 9)])
def test_both_pools_share_one_die(mastery, opposing):
    expected = {WarpCharges(roll + mastery, roll + opposing): 1 for roll in range(1, 7)}
    assert dict(warp_charges(mastery, opposing).items()) == expected


def test_the_rulebook_example():
    # R p. 24: mastery 2 + 1 + 1 against 2, a 3 is rolled: seven dice against five.
    assert warp_charges(4, 2).probability(WarpCharges(own=7, theirs=5)) == Fraction(1, 6)


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (
            lambda: warp_charges(-1, 0),
            ValueError,
            "mastery must be a whole number of at least 0, not -1",
        ),
        (
            lambda: warp_charges(1, True),
            TypeError,
            "opposing_mastery must be a whole number of at least 0, not True",
        ),
    ],
)
def test_bad_input_is_refused_in_one_sentence(call, error, message):
    with pytest.raises(error) as caught:
        call()
    assert str(caught.value) == message
