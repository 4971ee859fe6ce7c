"""Counts over pools of like dice, in whole numbers."""

import functools
from fractions import Fraction
from math import comb

from psy.exact.arguments import whole

MAX_DICE = 200
MAX_FACES = 100


def matching_dice(dice: int, count: int, faces: int = 6, watched: int | None = None) -> Fraction:
    """Return the chance that at least so many of some like dice show the same face.

    Parameters
    ----------
    dice
        How many dice are rolled, 0 to 200.
    count
        How many of them have to match, 1 or more.
    faces
        Faces of each die, 1 to 100.
    watched
        On how many of the faces a match counts, 0 to ``faces``; None for all of them.

    Raises
    ------
    TypeError, ValueError
        If an argument is out of its range.

    Examples
    --------
    Two dice show a double in 6 of 36 rolls, and double sixes in one:

    >>> matching_dice(2, count=2), matching_dice(2, count=2, watched=1)
    (Fraction(1, 6), Fraction(1, 36))
    """
    dice, count = whole("dice", dice, 0, MAX_DICE), whole("count", count, 1)
    faces = whole("faces", faces, 1, MAX_FACES)
    counted = faces if watched is None else whole("watched", watched, 0, faces)
    return 1 - Fraction(quiet_ways(dice, counted, faces - counted, count), faces**dice)


@functools.lru_cache(maxsize=1 << 15)
def quiet_ways(dice: int, watched: int, free: int, count: int) -> int:
    """Count the rolls in which no watched face is shown by ``count`` or more dice.

    Parameters
    ----------
    dice
        How many dice are rolled, 0 or more.
    watched, free
        How many faces a die can show that are watched, and that are not.
    count
        How many equal dice on a watched face are too many, 1 or more.

    Returns
    -------
    int
        The number of rolls, of ``(watched + free) ** dice`` in all, with dice told apart.

    Examples
    --------
    Two dice show no double in 30 of 36 rolls; not two sixes in 35:

    >>> quiet_ways(2, watched=6, free=0, count=2), quiet_ways(2, watched=1, free=5, count=2)
    (30, 35)
    """
    if watched == 0 or count > dice:
        ways: int = (watched + free) ** dice
        return ways
    if free == 0 and dice > watched * (count - 1):
        return 0
    if watched == 1:  # The last step at once: each call that is not made is one less to remember.
        return sum([comb(dice, k) * free ** (dice - k) for k in range(count)])
    return sum([comb(dice, k) * quiet_ways(dice - k, watched - 1, free, count) for k in range(count)])
