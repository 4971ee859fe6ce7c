"""What a deny die is worth, and what casting dice buy against a deny roll."""

from fractions import Fraction

from psy.exact.arguments import instance, rational, whole
from psy.wh40k.casting import MAX_DICE, casting_odds
from psy.wh40k.deny import deny, resolve
from psy.wh40k.rules import RULES, Rules


def best_die(charges: int, bonus: int = 0, rules: Rules = RULES) -> tuple[int, ...]:
    """Return which deny die adds most to the chance to deny: the first is 1; two where they tie.

    The die that completes the charges comes with a negative binomial chance, whose peak is known.

    Parameters
    ----------
    charges
        Charges harnessed by the caster, 1 or more.
    bonus, rules
        As in `deny`.

    Raises
    ------
    TypeError, ValueError
        If an argument is of the wrong kind or out of its range.

    Examples
    --------
    Against two charges without a bonus the sixth and the seventh die help most.

    >>> best_die(2)
    (6, 7)
    """
    charges = whole("charges", charges, 1)
    hit = deny(1, 1, bonus, instance("rules", rules, Rules))
    if hit == 1:
        return (charges,)
    # The next die adds at least as much as this one up to the die of this number.
    rises = (charges - 1) / hit
    last = rises.numerator // rises.denominator + 1
    return (last - 1, last) if rises.denominator == 1 and rises > 0 else (last,)


def fewest_dice(charges: int, bonus: int = 0, chance: Fraction = Fraction(1, 2), rules: Rules = RULES) -> int:
    """Return the fewest deny dice that cancel all the charges with at least that chance.

    Raises
    ------
    TypeError, ValueError
        If an argument is of the wrong kind or out of its range, or 100 dice are too few.

    Examples
    --------
    >>> fewest_dice(1), fewest_dice(3, 2)
    (4, 5)
    """
    least = rational("chance", chance, 0, 1)
    for dice in range(MAX_DICE + 1):
        if deny(charges, dice, bonus, rules) >= least:
            return dice
    raise ValueError(f"{MAX_DICE} dice do not cancel {charges} charges at +{bonus} with a chance of {chance}")


def denied_share(dice: int, charge: int, deny_dice: int, bonus: int = 0, rules: Rules = RULES) -> Fraction:
    """Return the share of the casts that is denied, 0 if nothing is ever cast; arguments as in `resolve`.

    Examples
    --------
    >>> denied_share(1, 1, 1)
    Fraction(1, 6)
    """
    success = casting_odds(dice, charge, rules).success
    return 1 - resolve(dice, charge, deny_dice, bonus, rules) / success if success else Fraction(0)


def hard_to_deny_from(
    charge: int, deny_dice: int, bonus: int = 0, share: Fraction = Fraction(1, 10), rules: Rules = RULES
) -> int:
    """Return the fewest casting dice with which at most that share of the casts is denied.

    Raises
    ------
    TypeError, ValueError
        If an argument is of the wrong kind or out of its range, or 100 dice are too few.

    Examples
    --------
    Nothing is denied without deny dice:

    >>> hard_to_deny_from(2, 0)
    2
    """
    most = rational("share", share, 0, 1)
    for dice in range(whole("charge", charge), MAX_DICE + 1):
        if denied_share(dice, charge, deny_dice, bonus, rules) <= most:
            return dice
    raise ValueError(f"{MAX_DICE} dice are too few against {deny_dice} deny dice at +{bonus}")


def resolve_by_cost(dice: int, charge: int, deny_dice: int, bonus: int = 0, rules: Rules = RULES) -> Fraction:
    """Return the chance to take effect under a house rule: only the power's cost must be cancelled.

    The deny roll then no longer depends on the casting roll, so this time the chances may be multiplied.

    Examples
    --------
    >>> resolve_by_cost(2, 1, 1), resolve(2, 1, 1)
    (Fraction(5, 8), Fraction(2, 3))
    """
    denied = deny(charge, deny_dice, bonus, rules) if deny_dice else 0
    return casting_odds(dice, charge, rules).success * (1 - denied)
