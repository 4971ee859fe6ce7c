"""Sorted pairs against every roll one by one, icepool, and what must hold for any dice."""

from itertools import product
from math import prod

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from psy.exact.sorted_pairs import sorted_pairs

POINTS = (1, 1, 2, 0, 1, 3, 3, 1, 2, 2, 4, 2)
pools = st.lists(st.integers(1, 12), max_size=5)


def enumerate_pairs(first, second, points, ties_win):
    """Roll every die, sort, pair by rank, add up: straight from the words."""
    weights = {}
    for roll in product(*(range(1, size + 1) for size in [*first, *second])):
        ours = sorted(roll[: len(first)], reverse=True)
        theirs = sorted(roll[len(first) :], reverse=True)
        won = [a for a, b in zip(ours, theirs, strict=False) if a > b or (ties_win and a == b)]
        score = sum(points[face - 1] for face in won)
        weights[score] = weights.get(score, 0) + 1
    return weights


class IcepoolPairs(icepool.MultisetEvaluator):
    """The same in icepool's own terms, from the lowest face up; the pools are equally many."""

    def initial_state(self, order, outcomes, *sizes):
        if order < 0:
            raise icepool.UnsupportedOrder()
        return 0, 0

    def next_state(self, state, order, face, ours, theirs):
        lead, score = state
        won = max(0, lead) - max(0, lead - ours)
        return lead - ours + theirs, score + won * POINTS[face - 1]

    def final_outcome(self, final_state, *_):
        return final_state[1]


@pytest.mark.parametrize("ties_win", [False, True], ids=["strict", "ties win"])
@pytest.mark.parametrize(
    ("first", "second"),
    [
        ([], []),
        ([6], []),
        ([], [4, 4]),
        ([1], [1]),
        ([6], [6]),
        ([12], [2]),
        ([2], [12]),
        ([6, 6, 6], [6, 6]),
        ([4, 6], [8, 3, 2]),
        ([8, 6, 4], [6, 6, 5]),
        ([2, 3, 4, 5], [3, 3, 3, 1]),
        ([10], [2, 2, 2, 2, 3]),
    ],
)
def test_distribution_equals_enumeration(first, second, ties_win):
    assert dict(sorted_pairs(first, second, POINTS, ties_win).items()) == enumerate_pairs(
        first, second, POINTS, ties_win
    )


@pytest.mark.parametrize(
    ("first", "second"),
    [([6] * 5, [6] * 5), ([12, 10, 8, 6, 6], [10, 8, 8, 6, 6]), ([6] * 8, [8] * 8), ([12, 12, 6], [4, 4, 4])],
)
def test_distribution_equals_icepool(first, second):
    dice = [icepool.Pool([icepool.d(size) for size in pool]) for pool in (first, second)]
    assert bool(sorted_pairs(first, second, POINTS) == IcepoolPairs().evaluate(*dice))


@given(first=pools, second=pools, ties_win=st.booleans())
def test_weights_sum_to_all_rolls_in_any_order_of_the_dice(first, second, ties_win):
    die = sorted_pairs(first, second, POINTS, ties_win)
    assert die.denominator() == prod([*first, *second])
    assert bool(die == sorted_pairs(first[::-1], sorted(second), POINTS, ties_win))


@given(first=pools, second=pools)
def test_every_pair_is_won_by_one_side(first, second):
    ones, pairs = [1] * 12, min(len(first), len(second))
    won, lost_or_tied = sorted_pairs(first, second, ones), sorted_pairs(second, first, ones, True)
    assert {pairs - score: ways for score, ways in won.items()} == dict(lost_or_tied.items())


def test_twelve_a_side():
    die = sorted_pairs([12] * 12, [12] * 12, [1] * 12)
    assert die.denominator() == 12**24
    assert die.outcomes()[0] == 0
    assert die.outcomes()[-1] == 12
