"""Clocks of one's own: what dice bring about, round by round."""

from fractions import Fraction

import pytest
from icepool import Die

from psy.exact import run_clock


def worn(largest):
    """A die that grows on a 1, as far as the largest, shrinks on its top face, and is worn out after a d4."""

    def step(faces):
        if not faces:
            return Die([0])
        return Die([min(largest, faces + 2), *[faces] * (faces - 2), faces - 2 if faces > 4 else 0])

    return step


@pytest.mark.parametrize(("largest", "mean"), [(4, 4), (6, 16), (8, 40), (10, 80), (12, 140)])
def test_a_die_that_wears_out(largest, mean):
    clock = run_clock(largest, worn(largest), 300, lambda faces: not faces)
    # The mean is the sum of the chances that it is still there, the tail a geometric series in the end.
    left = [1 - done for done in clock.done]
    rest = left[-1] / (1 - left[-1] / left[-2])
    assert float(sum(left[:-1]) + rest) == pytest.approx(mean, rel=1e-9)
    assert Die([largest]).mean_time_to_absorb(worn(largest)) == mean


def test_each_round_is_counted():
    clock = run_clock(4, worn(4), 3, lambda faces: not faces)
    assert clock.done == tuple(1 - Fraction(3, 4) ** number for number in range(4))
    assert clock.exactly == (0, *(Fraction(3, 4) ** number / 4 for number in range(3)))
    assert clock.before == (0, *clock.done[:-1])


def test_many_rounds_and_none():
    assert run_clock(4, worn(4), 0, lambda faces: not faces).done == (0,)
    assert len(run_clock(4, worn(4), 2_000, lambda faces: not faces).done) == 2_001
    with pytest.raises(ValueError, match="rounds must be a whole number from 0 to 10000, not 10001"):
        run_clock(4, worn(4), 10_001, lambda faces: not faces)
