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


Target = Literal["space wolves with bolters", "sisters with great swords", "custodians with spears"]
Psychic = Literal["inferno", "telekinetic bombardment", "bioelectrical storm"]


def psychic_damage(
    attacks: tuple[Psychic, ...] = ("telekinetic bombardment",),
    target: Target = "space wolves with bolters",
    rules: BattleRules = BATTLE_RULES,
) -> Fraction:
    """Mean damage that powers cast in one round do to a sample squad, one after the other."""
    squad = prospero.sample_squads("loyalist", rules)[target]
    return Fraction(prospero.aftermath(squad, attacks, rules=rules).expected_damage)


def statue_fallen(
    rounds: Annotated[int, Within(0, 20)] = 4,
    march: Annotated[int, Within(0, 10)] = 1,
    rules: BattleRules = BATTLE_RULES,
) -> Fraction:
    """Chance that the Statue of scenario 2 has fallen by a round if nobody stops the Veterans."""
    return prospero.race_to_statue(march=march, rounds=rounds, rules=rules).done[rounds]


def ahriman_awake(rounds: Annotated[int, Within(1, 50)] = 12, rules: BattleRules = BATTLE_RULES) -> Fraction:
    """Chance that Ahriman takes part in a round of scenario 5."""
    return prospero.psychic_duel(rounds, rules).before[rounds]
