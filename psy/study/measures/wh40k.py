"""Measures of the psychic phase of Warhammer 40,000."""

from fractions import Fraction
from typing import Annotated

from psy import wh40k
from psy.rulebook import Count, Within
from psy.wh40k import RULES, Rules

Dice = Annotated[int, Within(0, 100)]
Leadership = Annotated[int, Within(2, 12)]
Wounds = Annotated[int, Within(1, 10)]


def success(dice: Dice = 4, charge: Count = 1, rules: Rules = RULES) -> Fraction:
    """Chance to cast a power of a warp charge with so many dice."""
    return wh40k.casting_odds(dice, charge, rules).success


def clean_success(dice: Dice = 4, charge: Count = 1, rules: Rules = RULES) -> Fraction:
    """Chance to cast it without perils."""
    return wh40k.casting_odds(dice, charge, rules).clean


def perils(dice: Dice = 4, rules: Rules = RULES) -> Fraction:
    """Chance of perils of the warp with so many dice."""
    return wh40k.casting_odds(dice, 0, rules).perils


def best_clean_success(charge: Count = 1, most: Dice = 20, rules: Rules = RULES) -> Fraction:
    """Chance to cast a power without perils with the best number of dice up to the most."""
    return max(wh40k.casting_odds(dice, charge, rules).clean for dice in range(most + 1))


def best_number_of_dice(charge: Count = 1, most: Dice = 20, rules: Rules = RULES) -> Fraction:
    """Fewest dice that give the best chance to cast a power without perils."""
    return Fraction(wh40k.best_dice(charge, "clean", most, rules)[0])


def psyker_lost(
    dice: Dice = 4, leadership: Leadership = 9, wounds: Wounds = 1, rules: Rules = RULES
) -> Fraction:
    """Chance that one psychic test costs the psyker its life."""
    return perils(dice, rules) * wh40k.perils_odds(leadership, wounds, rules).lost


def cast_and_not_denied(
    dice: Dice = 4,
    charge: Count = 1,
    deny_dice: Dice = 4,
    bonus: Annotated[int, Within(0, 5)] = 0,
    rules: Rules = RULES,
) -> Fraction:
    """Chance that a power is cast and that the opponent does not deny it."""
    return wh40k.resolve(dice, charge, deny_dice, bonus, rules)


def casts_of_a_phase(
    charges: tuple[Annotated[int, Within(1, 9)], ...] = (1, 1, 2),
    pool: Annotated[int, Within(0, 30)] = 10,
    deny_pool: Annotated[int, Within(0, 30)] = 0,
    perils_cost: Fraction = Fraction(0),
    rules: Rules = RULES,
) -> Fraction:
    """Mean number of powers cast in a phase that is planned as well as can be, less the price of perils."""
    powers = [wh40k.Power(f"power {place}", charge, 1) for place, charge in enumerate(charges, 1)]
    plan = wh40k.plan_phase(powers, pool, deny_pool, perils_cost=perils_cost, rules=rules)
    return Fraction(plan.value)


def perils_until_gone(
    leadership: Leadership = 9, models: Wounds = 1, wounds: Wounds = 1, rules: Rules = RULES
) -> Fraction:
    """Mean number of perils that a psyker, or a brotherhood of models, takes until nobody is left."""
    mean = wh40k.perils_survived(leadership, (wounds,) * models, rules).mean
    if not isinstance(mean, Fraction):
        raise ValueError("perils never end it under these rules, so there is no mean")
    return mean


def nobody_left(
    leadership: Leadership = 7, models: Wounds = 2, wounds: Wounds = 1, rules: Rules = RULES
) -> Fraction:
    """Chance that one roll on the perils table leaves nobody of a brotherhood."""
    return wh40k.perils_odds(leadership, (wounds,) * models, rules).silenced


def conjured_psyker(
    conjured_mastery: Annotated[int, Within(0, 4)] = 1,
    mastery: Annotated[int, Within(0, 12)] = 4,
    opposing_mastery: Annotated[int, Within(0, 12)] = 2,
    charges: tuple[Annotated[int, Within(1, 9)], ...] = (1, 1, 2),
    rules: Rules = RULES,
) -> Fraction:
    """Mean number of casts that a conjured psyker's warp charges add to the next phase."""
    powers = [wh40k.Power(f"power {place}", charge, 1) for place, charge in enumerate(charges, 1)]
    more = wh40k.mean_phase(powers, mastery + conjured_mastery, opposing_mastery, rules=rules)
    return more - wh40k.mean_phase(powers, mastery, opposing_mastery, rules=rules)
