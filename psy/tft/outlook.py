"""What a duel is like: who wins it, how long it lasts, and how many points are left."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

Chance = Fraction | float


@dataclass(frozen=True)
class Outlook:
    """What comes of a duel under stated policies: chances from 0 to 1, Fractions or floats.

    Parameters
    ----------
    win, draw, lose
        What the first psion may expect; they sum to 1.
    lengths
        The chance that the duel is over after 0, 1, 2 and so on exchanges, up to its most turns, after which
        it ends in any case.
    first_left, second_left
        The chance that 0, 1, 2 and so on points are left in each pool.
    """

    win: Chance
    draw: Chance
    lose: Chance
    lengths: tuple[Chance, ...]
    first_left: tuple[Chance, ...]
    second_left: tuple[Chance, ...]

    @property
    def mean_length(self) -> Chance:
        """How many exchanges the duel lasts on average."""
        length: Chance = _mean(self.lengths)
        return length

    @property
    def mean_left(self) -> tuple[Chance, Chance]:
        """How many points the first and the second psion have left on average."""
        return _mean(self.first_left), _mean(self.second_left)


def summed(ends: Mapping[tuple[int, int], Any], lengths: Iterable[Any]) -> Outlook:
    """Return the outlook of a duel from the chances of both pools at its end."""
    zero = 0 * next(iter(ends.values()))
    results = {1: zero, 0: zero, -1: zero}
    left = [[zero] * (max(pools[side] for pools in ends) + 1) for side in (0, 1)]
    for pools, chance in ends.items():
        results[(pools[0] > 0) - (pools[1] > 0)] += chance
        for side, points in enumerate(pools):
            left[side][points] += chance
    return Outlook(results[1], results[0], results[-1], tuple(lengths), tuple(left[0]), tuple(left[1]))


def _mean(chances: Iterable[Any]) -> Any:
    return sum(number * chance for number, chance in enumerate(chances))
