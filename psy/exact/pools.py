"""Counts over pools of like dice, in whole numbers.

A count by score is kept as a polynomial whose coefficient at x**score is the number of rolls, and the
polynomial as one Python integer, its value at x = 2**BITS, so that adding, multiplying and raising to a power
are single operations on integers. No coefficient reaches 2**BITS as long as there are no more rolls than that.
"""

import functools
from math import comb

BITS = 264
_ONE_DIGIT = (1 << BITS) - 1


@functools.lru_cache(maxsize=1 << 14)
def scores(dice: int, scoring: int, blank: int) -> int:
    """Return the packed polynomial of rolls by score: how many dice show one of the ``scoring`` faces.

    Parameters
    ----------
    dice
        How many dice are rolled; ``(scoring + blank) ** dice`` must stay below ``2 ** BITS``.
    scoring, blank
        How many faces score one, and how many do not.

    Examples
    --------
    Two coins, heads scoring: 1, 2 and 1 rolls for 0, 1 and 2 heads.

    >>> [coefficient(scores(2, scoring=1, blank=1), score) for score in range(3)]
    [1, 2, 1]
    """
    packed: int = ((scoring << BITS) + blank) ** dice
    return packed


@functools.lru_cache(maxsize=1 << 14)
def quiet_scores(
    dice: int, scoring: int, blank: int, watched_scoring: int, watched_blank: int, count: int
) -> int:
    """Return the packed polynomial of rolls by score in which no watched face is shown ``count`` times.

    Parameters
    ----------
    dice
        How many dice are rolled.
    scoring, blank
        How many unwatched faces score one, and how many do not.
    watched_scoring, watched_blank
        How many watched faces score one, and how many do not.
    count
        How many equal dice on a watched face are too many, 1 or more.

    Examples
    --------
    Two dice, 4 and more scoring, without a double six: of the 9 rolls that score two, 8 are left.

    >>> quiet = quiet_scores(2, scoring=2, blank=3, watched_scoring=1, watched_blank=0, count=2)
    >>> [coefficient(quiet, score) for score in range(3)], tail(quiet, 1)
    ([9, 18, 8], 26)
    """
    crowded = dice > (watched_scoring + watched_blank) * (count - 1)
    if crowded and scoring + blank == 0:
        return 0
    if watched_scoring:
        rest, shift = (scoring, blank, watched_scoring - 1, watched_blank, count), BITS
    elif watched_blank:
        rest, shift = (scoring, blank, 0, watched_blank - 1, count), 0
    else:
        return scores(dice, scoring, blank)
    shown = range(min(dice, count - 1) + 1)
    return sum([comb(dice, k) * quiet_scores(dice - k, *rest) << k * shift for k in shown])


def coefficient(packed: int, score: int) -> int:
    """Return the number of rolls with exactly this score."""
    return packed >> score * BITS & _ONE_DIGIT


def tail(packed: int, score: int) -> int:
    """Return the number of rolls with at least this score: the sum of the digits from there upwards."""
    return (packed >> score * BITS) % _ONE_DIGIT
