"""Measures of the numeration phase of Burning of Prospero, with the decks of the rules."""

from fractions import Fraction
from typing import Annotated, Literal

from psy import prospero
from psy.prospero import RULES, Coven, Rules, Table
from psy.rulebook import Within

Models = Annotated[int, Within(1, 4)]
Powers = Annotated[int, Within(0, 3)]
Attempts = Annotated[int, Within(0, 3)]
Worth = Annotated[int, Within(0, 100)]


def power_cast(
    models: Models = 3,
    elite: bool = False,
    custodes: bool = False,
    sisters: bool = False,
    near_sisters: bool = False,
    rules: Rules = RULES,
) -> Fraction:
    """Chance to cast one power in a single attempt with full decks, both sides at their best."""
    return _phase(1, 1, Coven(models, elite, near_sisters), Table(custodes, sisters), rules)


def powers_cast(
    powers: Powers = 2,
    attempts: Attempts = 2,
    models: Models = 3,
    elite: bool = False,
    custodes: bool = False,
    sisters: bool = False,
    near_sisters: bool = False,
    rules: Rules = RULES,
) -> Fraction:
    """Mean number of powers cast in a phase with full decks, both sides at their best."""
    return _phase(powers, attempts, Coven(models, elite, near_sisters), Table(custodes, sisters), rules)


def hand_worth(
    worths: tuple[Worth, ...] = (5, 4, 3, 2, 1),
    models: Models = 3,
    elite: bool = False,
    custodes: bool = False,
    sisters: bool = False,
    near_sisters: bool = False,
    rules: Rules = RULES,
) -> Fraction:
    """Worth of a phase with full decks and powers of these worths, both sides at their best; by floats."""
    coven, table = Coven(models, elite, near_sisters), Table(custodes, sisters)
    plan = prospero.numeration(rules.warp_deck, rules.will_deck, worths, coven, table, rules, exact=False)
    return Fraction(plan.value)


def siege_cast(
    casts: Annotated[int, Within(1, 3)] = 3,
    models: Models = 4,
    custodes: bool = True,
    sisters: bool = True,
    rules: Rules = RULES,
) -> Fraction:
    """Chance that at least this many of three bombardments are cast as four in one phase; by floats."""
    powers = [prospero.Power(1, models=4)] * 3
    plan = prospero.numeration(
        rules.warp_deck, rules.will_deck, powers, Coven(models), Table(custodes, sisters), rules, exact=False
    )
    law = prospero.cast_law(plan)
    enough = (chance for course, chance in law.items() if sum(one.cast for one in course) >= casts)
    return Fraction(sum(enough))


def vortex_risked(
    worth: Worth = 10,
    models: Models = 3,
    custodes: bool = False,
    sisters: bool = False,
    rules: Rules = RULES,
) -> Fraction:
    """Share of vortexes used for their risk, by powers of this worth; vary ``model_worth``; by floats."""
    hand, table = [worth] * rules.powers_in_hand, Table(custodes, sisters)
    plan = prospero.numeration(
        rules.warp_deck, rules.will_deck, hand, Coven(models), table, rules, exact=False
    )
    choices = [one for attempt in prospero.outlook(plan) for one in attempt.choices if one.side == "traitor"]
    names = plan.phase.warp.groups
    vortexes = [one for one in choices if "vortex" in names[one.group].names]
    taken = sum(float(one.chance[one.other].sum()) for one in vortexes)
    come = sum(float(one.chance.sum()) for one in vortexes)
    return Fraction(taken / come) if come else Fraction(0)


def power_in_hand(
    power: Literal["inferno", "kine shield", "telekinetic bombardment"] = "inferno",
    cult: Literal["none", "pyrae", "corvidae", "athanaean", "pavoni", "raptora"] = "none",
    rules: Rules = RULES,
) -> Fraction:
    """Chance that a hand holds a power: the cult's own and the rest at random, or all at random."""
    return prospero.chance_in_hand(power, None if cult == "none" else cult, rules)


def _phase(powers: int, attempts: int, coven: Coven, table: Table, rules: Rules) -> Fraction:
    plan = prospero.numeration(
        rules.warp_deck, rules.will_deck, [1] * powers, coven, table, rules, attempts, exact=True
    )
    return Fraction(plan.value)
