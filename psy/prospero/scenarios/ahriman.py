"""Scenario 5: an attack on Ahriman, who dies at once while his duel holds him, and fights back after it."""

from fractions import Fraction

from psy.exact.arguments import instance, whole
from psy.exact.clocks import MAX_ROUNDS
from psy.prospero.battle.squads import Squad, model
from psy.prospero.battle.strike import strike
from psy.prospero.battle_rules import BATTLE_RULES, BattleRules
from psy.prospero.scenarios.duels import psychic_duel


def ahriman_slain(
    rounds: int, attacker: Squad, distance: int = 1, rules: BattleRules = BATTLE_RULES
) -> Fraction:
    """Return the chance that the first attack on Ahriman slays him if it comes in a given round.

    Rule: scenario 5, Psychic Duel: any attack slays him before he has won the duel, which is rolled for at
    the end of each round. Nobody may join him until then; once awake he is taken to stand alone.

    Parameters
    ----------
    rounds
        The round of the attack, 1 to 10,000.
    attacker
        The Loyalist squad that attacks.
    distance
        As in `Squad.attack_dice`.

    Raises
    ------
    TypeError, ValueError
        If an argument is of the wrong kind or out of its range.

    Examples
    --------
    >>> from psy.prospero import squad
    >>> ahriman_slain(8, squad("loyalist", "veteran"))
    Fraction(1, 1)
    """
    instance("rules", rules, BattleRules)
    instance("attacker", attacker, Squad)
    if attacker.side != "loyalist":
        raise ValueError(f"attacker must be a squad of the loyalist, not of the {attacker.side}")
    number = whole("rounds", rounds, 1, MAX_ROUNDS)
    alone = Squad("traitor", (model("ahriman", rules=rules),), rules.attack.die)
    awake = psychic_duel(number, rules).before[number]
    cleared = strike(attacker, alone, distance, rules=rules).cleared
    return 1 - awake + awake * cleared
