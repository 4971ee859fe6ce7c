"""Deny the witch: the charges of a power that was cast are cancelled, all of them or to no avail."""

import functools
from fractions import Fraction
from itertools import accumulate, pairwise
from math import comb

import numpy as np
import numpy.typing as npt

from psy.exact.arguments import instance, whole
from psy.exact.trials import sum_faces
from psy.wh40k.casting import FACES, MAX_DICE, MAX_TRIALS, cast
from psy.wh40k.rules import RULES, Rules


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
    cancelled = np.empty(whole("trials", trials, 0, MAX_TRIALS), dtype=np.uint8)
    done = 0
    for sums in sum_faces(points, dice, len(cancelled), rng):
        cancelled[done : done + len(sums)] = sums
        done += len(sums)
    return cancelled


def _hits(bonus: int, rules: Rules) -> int:
    """Count the faces of a deny die that cancel a charge."""
    instance("rules", rules, Rules)
    return min(FACES, FACES + 1 - rules.deny_target + bonus)


@functools.lru_cache(maxsize=1 << 10)
def _tail(dice: int, hits: int) -> tuple[int, ...]:
    """Count the rolls with 0, 1, ... or more dice on one of the faces that hit."""
    ways = [comb(dice, k) * hits**k * (FACES - hits) ** (dice - k) for k in range(dice + 1)]
    return tuple(accumulate(reversed(ways)))[::-1]
