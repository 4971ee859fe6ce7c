"""Deny the witch: the charges of a power that was cast are cancelled, all of them or to no avail."""

import functools
from collections.abc import Iterable
from fractions import Fraction
from itertools import accumulate, pairwise
from math import comb
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from psy.exact.arguments import whole
from psy.exact.trials import sum_faces
from psy.wh40k.casting import FACES, MAX_DICE, cast
from psy.wh40k.rules import RULES, Rules

if TYPE_CHECKING:
    import pandas as pd

# The largest power of six that a 64-bit whole number holds.
MOST_COUNTED = 24


def deny(charges: int, dice: int, bonus: int = 0, rules: Rules = RULES) -> Fraction:
    """Return the chance that every one of the charges is cancelled.

    Rule: W 4, R p. 26. Each die of 6 or more, after the bonus, cancels one charge; all charges that were
    harnessed count, not only the power's cost.

    Parameters
    ----------
    charges
        Charges harnessed by the caster, 0 or more.
    dice
        Deny dice rolled, 0 to 100.
    bonus
        Added to each die, 0 or more; see `deny_bonus`.
    rules
        Only ``deny_target`` is used.

    Returns
    -------
    Fraction
        A chance from 0 to 1.

    Raises
    ------
    TypeError, ValueError
        If an argument is of the wrong kind or out of its range.

    Examples
    --------
    Two charges, two dice, no bonus: a double six.

    >>> deny(2, 2)
    Fraction(1, 36)
    """
    charges = whole("charges", charges)
    dice = whole("dice", dice, 0, MAX_DICE)
    tail = _tail(dice, _hits(whole("bonus", bonus), rules))
    return Fraction(tail[charges], tail[0]) if charges <= dice else Fraction(0)


def deny_gains(charges: int, dice: int, bonus: int = 0, rules: Rules = RULES) -> tuple[Fraction, ...]:
    """Return what each deny die adds to the chance of denying: the first, the second, and so on.

    Parameters
    ----------
    charges, dice, bonus, rules
        As in `deny`.

    Returns
    -------
    tuple of Fraction
        One gain for each die, against one charge or more they sum to ``deny(charges, dice)``.

    Raises
    ------
    TypeError, ValueError
        If an argument is of the wrong kind or out of its range.

    Examples
    --------
    Against one charge each die helps less than the die before it; against two the first is wasted.

    >>> [str(gain) for gain in deny_gains(1, 3)], [str(gain) for gain in deny_gains(2, 3)]
    (['1/6', '5/36', '25/216'], ['0', '1/36', '5/108'])
    """
    chances = [deny(charges, count, bonus, rules) for count in range(whole("dice", dice, 0, MAX_DICE) + 1)]
    return tuple(more - less for less, more in pairwise(chances))


def deny_table(
    charges: Iterable[int] = range(1, 7),
    dice: Iterable[int] = range(1, 13),
    bonuses: Iterable[int] = range(4),
    rules: Rules = RULES,
) -> "pd.DataFrame":
    """Return the chances to deny in fractions.

    Returns
    -------
    DataFrame
        Indexed by deny dice; columns ``(bonus, charges)``.

    Raises
    ------
    TypeError, ValueError
        If a number is of the wrong kind or out of its range.

    Examples
    --------
    >>> str(deny_table(dice=[5]).loc[5, (2, 3)])
    '1/2'
    """
    import pandas as pd

    rows, scored, added = list(dice), list(charges), list(bonuses)
    return pd.DataFrame(
        [[deny(charge, count, bonus, rules) for bonus in added for charge in scored] for count in rows],
        index=pd.Index(rows, name="deny dice"),
        columns=pd.MultiIndex.from_product([added, scored], names=["bonus", "charges"]),
        dtype=object,
    )


def deny_counts(
    charges: int = 20, dice: int = 20, bonuses: int = 4, rules: Rules = RULES
) -> npt.NDArray[np.int64]:
    """Count the rolls that deny, for every smaller number too: the fast way to a large table.

    Parameters
    ----------
    charges
        The most charges, 0 to 24.
    dice
        The most deny dice, 0 to 24.
    bonuses
        How many bonuses, from 0 up.
    rules
        Only ``deny_target`` is used.

    Returns
    -------
    ndarray of int64, shape ``(bonuses, dice + 1, charges + 1)``
        Rolls that cancel so many charges or more, of ``6 ** dice``; exact.

    Raises
    ------
    TypeError, ValueError
        If an argument is of the wrong kind or out of its range.

    Examples
    --------
    At +2 half the dice cancel; 16 of 32 rolls of five coins show three heads or more:

    >>> int(deny_counts()[2, 5, 3]), 6**5 // 2
    (3888, 3888)
    """
    charges = whole("charges", charges, 0, MOST_COUNTED)
    dice = whole("dice", dice, 0, MOST_COUNTED)
    hits = np.array([_hits(bonus, rules) for bonus in range(whole("bonuses", bonuses))], dtype=np.intp)
    chosen, powers, hit, missed = _falling(dice, max(charges, dice))
    ways = powers[FACES - hits].take(missed, axis=1)
    ways *= powers[hits].take(hit, axis=1)[:, None, :]
    ways *= chosen
    return ways.cumsum(axis=2)[:, :, ::-1][:, :, : charges + 1]


def resolve(dice: int, charge: int, deny_dice: int, bonus: int = 0, rules: Rules = RULES) -> Fraction:
    """Return the chance that a power is cast and not denied, when all the deny dice are used on it.

    The deny roll must cancel what the casting roll scored, so the two may not be multiplied as they stand:
    the sum runs over the charges harnessed.

    Parameters
    ----------
    dice
        Dice of the psychic test, 0 to 100.
    charge
        Warp charge of the power, 0 or more.
    deny_dice
        Deny dice rolled if the power is cast, 0 to 100; 0 is no attempt.
    bonus
        Added to each deny die, 0 or more.
    rules
        ``harness`` and ``deny_target`` are used.

    Raises
    ------
    TypeError, ValueError
        If an argument is of the wrong kind or out of its range.

    Examples
    --------
    One die at warp charge 1, one deny die: 1/2 times 5/6.

    >>> resolve(1, 1, 1)
    Fraction(5, 12)
    """
    charge = whole("charge", charge)
    deny_dice = whole("deny_dice", deny_dice, 0, MAX_DICE)
    bonus = whole("bonus", bonus)
    test = cast(dice, rules)
    resolved = Fraction(0)
    for (charges, _), weight in test.items():
        if charges >= charge:
            denied = deny(charges, deny_dice, bonus, rules) if deny_dice else 0
            resolved += weight * (1 - denied)
    return Fraction(resolved, test.denominator())


def simulate_deny(
    dice: int, trials: int, rng: "np.random.Generator | int", bonus: int = 0, rules: Rules = RULES
) -> npt.NDArray[np.uint8]:
    """Roll many deny rolls; the simulated twin of `deny`.

    Parameters
    ----------
    dice
        Deny dice in each trial, 0 to 100.
    trials
        How many rolls, 0 or more.
    rng
        A numpy generator, or a seed for a new one: the same seed gives the same rolls.
    bonus, rules
        As in `deny`.

    Returns
    -------
    ndarray of uint8, shape ``(trials,)``
        The charges that each roll cancels.

    Raises
    ------
    TypeError, ValueError
        If an argument is of the wrong kind or out of its range.

    Examples
    --------
    With +5 every die cancels:

    >>> simulate_deny(2, trials=3, rng=1, bonus=5).tolist()
    [2, 2, 2]
    """
    dice = whole("dice", dice, 0, MAX_DICE)
    hits = _hits(whole("bonus", bonus), rules)
    points = [int(face > FACES - hits) for face in range(1, FACES + 1)]
    cancelled = np.empty(whole("trials", trials), dtype=np.uint8)
    done = 0
    for sums in sum_faces(points, dice, len(cancelled), rng):
        cancelled[done : done + len(sums)] = sums
        done += len(sums)
    return cancelled


def _hits(bonus: int, rules: Rules) -> int:
    """Count the faces of a deny die that cancel a charge."""
    return min(FACES, FACES + 1 - rules.deny_target + bonus)


@functools.lru_cache(maxsize=1 << 10)
def _tail(dice: int, hits: int) -> tuple[int, ...]:
    """Count the rolls with 0, 1, ... or more dice on one of the faces that hit."""
    ways = [comb(dice, k) * hits**k * (FACES - hits) ** (dice - k) for k in range(dice + 1)]
    return tuple(accumulate(reversed(ways)))[::-1]


@functools.cache
def _falling(dice: int, most: int) -> tuple[npt.NDArray[np.int64], ...]:
    """Prepare the counts of rolls by dice and by hits, the most hits first, so that a running sum is a tail.

    Returns the choices of the dice that hit, the powers of the numbers 0 to 6, and by which of these powers
    the choices are to be multiplied: for the dice that hit, and for those that miss.
    """
    numbers, hits = range(dice + 1), range(most, -1, -1)
    choices = [[comb(n, k) for k in hits] for n in numbers]
    powers = [[faces**n for n in range(most + 1)] for faces in range(FACES + 1)]
    missed = [[max(n - k, 0) for k in hits] for n in numbers]
    return tuple(np.array(table, dtype=np.int64) for table in (choices, powers, hits, missed))
