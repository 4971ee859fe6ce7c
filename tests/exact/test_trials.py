"""Trials that share a draw, or take several draws, are independent and fair."""

from collections import Counter
from itertools import product

import numpy as np
import pytest

from psy.exact.trials import sum_faces

SEED = 20261130


def rolled(points, dice, trials, start=0):
    return np.concatenate([*sum_faces(points, dice, trials, SEED, start)]) if trials else np.zeros(0)


@pytest.mark.parametrize("dice", [0, 1, 2, 3, 4, 5, 9, 100])
@pytest.mark.parametrize("trials", [1, 3, 4, 7, 70_001])
def test_there_are_as_many_sums_as_trials_and_none_is_out_of_range(dice, trials):
    sums = rolled([1, 2, 3, 4, 5, 6], dice, trials)
    assert sums.shape == (trials,)
    assert sums.min() >= dice
    assert sums.max() <= 6 * dice


@pytest.mark.parametrize("dice", [1, 2, 3])
@pytest.mark.parametrize("apart", [1, 2, 3])
def test_neighbouring_trials_do_not_know_of_each_other(dice, apart):
    """A chi-square test over pairs of trials, 5 standard deviations wide: wrong once in a million seeds."""
    sums = rolled([0, 0, 0, 1, 1, 1], dice, 200_000).astype(int)
    ways = Counter(map(sum, product((0, 1), repeat=dice)))
    pairs = Counter(zip(sums[:-apart].tolist(), sums[apart:].tolist(), strict=True))
    total = len(sums) - apart
    off = 0.0
    for one, other in product(ways, repeat=2):
        expected = total * ways[one] * ways[other] / 4**dice
        off += (pairs[one, other] - expected) ** 2 / expected
    free = len(ways) ** 2 - 1
    assert off < free + 5 * (2 * free) ** 0.5 + 5


def test_start_and_points_that_need_many_bytes_are_added_whole():
    assert rolled([2**50, 2**50], dice=3, trials=2, start=7).tolist() == [3 * 2**50 + 7] * 2
    assert rolled([200, 200], dice=2, trials=5).tolist() == [400] * 5
