"""Measures of the numeration phase of Burning of Prospero, with the decks of the rules."""

from fractions import Fraction
from typing import Annotated

from psy import prospero
from psy.prospero import RULES, Coven, Rules, Table
from psy.rulebook import Within

Models = Annotated[int, Within(1, 4)]
Powers = Annotated[int, Within(0, 3)]
Attempts = Annotated[int, Within(0, 3)]


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


def _phase(powers: int, attempts: int, coven: Coven, table: Table, rules: Rules) -> Fraction:
    plan = prospero.numeration(
        rules.warp_deck, rules.will_deck, [1] * powers, coven, table, rules, attempts, exact=True
    )
    return Fraction(plan.value)
