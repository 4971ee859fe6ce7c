"""Measures of the psychic phase of Warhammer 40,000."""

from fractions import Fraction
from typing import Annotated

from psy import wh40k
from psy.rulebook import Count, Within
from psy.wh40k import RULES, Rules

Dice = Annotated[int, Within(0, 100)]
Leadership = Annotated[int, Within(2, 12)]
Wounds = Annotated[int, Within(1, 10)]
Worth = Annotated[int, Within(0, 100)]
Pool = Annotated[int, Within(0, 30)]
Turns = Annotated[int, Within(0, 20)]


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


def choice_of_target(
    near: Worth = 2,
    far: Worth = 3,
    far_bonus: Annotated[int, Within(0, 5)] = 2,
    pool: Pool = 6,
    deny_pool: Pool = 4,
    rules: Rules = RULES,
) -> Fraction:
    """Worth of a phase with a power that has a near and a far target, and one power worth 1."""
    targets = (
        wh40k.Option("near", value=near, deny_bonus=0),
        wh40k.Option("far", value=far, deny_bonus=far_bonus),
    )
    powers = [wh40k.Power("aimed", 1, 0, options=targets), wh40k.Power("plain", 1, 1)]
    return Fraction(wh40k.plan_phase(powers, pool, deny_pool, rules=rules).value)


def choice_of_level(
    low: Worth = 1,
    high: Worth = 3,
    high_charge: Annotated[int, Within(1, 9)] = 2,
    pool: Pool = 5,
    deny_pool: Pool = 3,
    rules: Rules = RULES,
) -> Fraction:
    """Worth of a phase with a power that has a level of charge 1 and a higher one, and one power worth 1."""
    levels = (wh40k.Option("low", value=low), wh40k.Option("high", charge=high_charge, value=high))
    powers = [wh40k.Power("levelled", 1, 0, options=levels), wh40k.Power("plain", 1, 1)]
    return Fraction(wh40k.plan_phase(powers, pool, deny_pool, rules=rules).value)


def same_blessing_twice(
    worth: Worth = 2, pool: Pool = 4, deny_pool: Pool = 2, rules: Rules = RULES
) -> Fraction:
    """Worth of a phase in which two psykers have the same blessing for one unit, which counts once."""
    powers = [wh40k.Power("might", 1, worth, unit="guard", psyker=psyker) for psyker in ("seer", "sage")]
    return Fraction(wh40k.plan_phase(powers, pool, deny_pool, rules=rules).value)


def wanted_powers_known(
    psykers: Annotated[int, Within(1, 3)] = 2,
    mastery: Annotated[int, Within(0, 3)] = 2,
    wanted: Annotated[int, Within(1, 3)] = 2,
    rules: Rules = RULES,
) -> Fraction:
    """Mean number of powers that an army knows, of one that is wanted in each of several disciplines."""
    worths = (1, *[0] * (rules.discipline_size - 1))
    disciplines = [wh40k.Discipline(f"discipline {place}", worths) for place in range(1, wanted + 1)]
    army = [wh40k.Learner(f"psyker {place}", mastery) for place in range(1, psykers + 1)]
    return wh40k.plan_army(disciplines, army, rules=rules).value


def mastery_left(
    dice: Annotated[int, Within(0, 20)] = 4,
    psykers: Annotated[int, Within(1, 3)] = 2,
    wounds: Annotated[int, Within(1, 3)] = 2,
    turns: Turns = 6,
    fire: Fraction = Fraction(0),
    rules: Rules = RULES,
) -> Fraction:
    """Mean mastery levels left after a game of psykers with two powers, mastery 2 and leadership 9."""
    return Fraction(_game(dice, psykers, wounds, turns, fire, rules).mastery[-1].mean())


def casts_of_a_game(
    dice: Annotated[int, Within(0, 20)] = 4,
    psykers: Annotated[int, Within(1, 3)] = 2,
    wounds: Annotated[int, Within(1, 3)] = 2,
    turns: Turns = 6,
    fire: Fraction = Fraction(0),
    rules: Rules = RULES,
) -> Fraction:
    """Mean number of powers cast in a game by psykers with two powers, mastery 2 and leadership 9."""
    return _game(dice, psykers, wounds, turns, fire, rules).casts


def two_turns(
    conjured: tuple[Annotated[int, Within(0, 4)], ...] = (1,),
    mastery: Annotated[int, Within(0, 12)] = 3,
    opposing_mastery: Annotated[int, Within(0, 12)] = 1,
    pool: Pool = 8,
    deny_pool: Pool = 2,
    rules: Rules = RULES,
) -> Fraction:
    """Mean casts of two phases with powers of charge 1 and 2; the conjurations themselves do not count."""
    powers = [wh40k.Power("haste", 1, 1), wh40k.Power("bolt", 2, 1)]
    psykers = [wh40k.Conjured(f"rite {place}", levels) for place, levels in enumerate(conjured, 1)]
    powers += [wh40k.Power(each.power, 1, 0) for each in psykers]
    return wh40k.plan_two_turns(powers, (pool, deny_pool), psykers, mastery, opposing_mastery, rules).value


def _game(dice: int, psykers: int, wounds: int, turns: int, fire: Fraction, rules: Rules) -> wh40k.SideLeft:
    side = [wh40k.Veteran(2, 9, wounds, powers=2, dice=dice)] * psykers
    return wh40k.play_game(side, [], turns, their_fire=fire, rules=rules).own
