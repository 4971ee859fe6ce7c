"""Counts over pools of like dice, in whole numbers."""

import functools
from math import comb


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
