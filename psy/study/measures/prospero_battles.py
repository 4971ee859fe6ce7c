"""Measures of attacks, squads and initiative in Burning of Prospero."""

from fractions import Fraction
from typing import Annotated, Literal

from psy import prospero
from psy.prospero import BATTLE_RULES, BattleRules
from psy.rulebook import Within

DieSize = Literal[6, 8, 10, 12]
Reroll = Literal["none", "kine shield", "smoke"]


def damage(
    attack_dice: tuple[DieSize, ...] = (6, 6, 6, 6),
    armour_dice: tuple[DieSize, ...] = (6, 6, 6, 6),
    reroll: Reroll = "none",
    rules: BattleRules = BATTLE_RULES,
) -> Fraction:
    """Mean damage of one attack."""
    how = None if reroll == "none" else reroll
    return Fraction(prospero.attack(attack_dice, armour_dice, how, rules=rules).mean())


def first_in_a_round(
    side: Literal["traitor", "loyalist"] = "traitor",
    rounds: Annotated[int, Within(1, 20)] = 1,
    rules: BattleRules = BATTLE_RULES,
) -> Fraction:
    """Chance that a side goes first in at least one of so many rounds."""
    return prospero.chance_to_go_first(side, rounds, rules)
