"""Who goes first in a round."""

from fractions import Fraction
from itertools import product

import numpy as np
import numpy.typing as npt
from icepool import Die

from psy.exact.arguments import instance, one_of, whole
from psy.prospero.battle.squads import SIDES
from psy.prospero.battle_rules import BATTLE_RULES, BattleRules

MAX_ROUNDS = 100


def initiative(rules: BattleRules = BATTLE_RULES) -> Die[str]:
    """Return whose turn comes first in a round.

    Rule: "Claiming Priority": a d6 each, and the higher chooses. Ties are not in the source: by default they
    are rolled again, so nobody is favoured. That the winner does go first is a choice he may not make.

    Parameters
    ----------
    rules
        Only ``initiative`` is used; its ``ties`` may go to one side instead.

    Examples
    --------
    >>> initiative().probability("traitor")
    Fraction(1, 2)
    """
    instance("rules", rules, BattleRules)
    rule = rules.initiative
    faces = range(1, rule.die + 1)
    won = [
        "traitor" if ours > theirs else "loyalist" if theirs > ours else rule.ties
        for ours, theirs in product(faces, faces)
    ]
    return Die([side for side in won if side != "rolled again"])


def chance_to_go_first(side: str, rounds: int = 1, rules: BattleRules = BATTLE_RULES) -> Fraction:
    """Return the chance that a side wins the initiative at least once in this many rounds.

    Rule: "Locked Models": a model beside an enemy may move only in a round in which its side goes first.

    Raises
    ------
    TypeError, ValueError
        If there is no such side, or ``rounds`` is no whole number from 0 to 100.

    Examples
    --------
    >>> chance_to_go_first("loyalist", rounds=3)
    Fraction(7, 8)
    """
    instance("rules", rules, BattleRules)
    never = 1 - initiative(rules).probability(one_of("side", side, SIDES))
    chance: Fraction = 1 - never ** whole("rounds", rounds, 0, MAX_ROUNDS)
    return chance


def simulate_initiative(
    side: str, trials: int, rng: np.random.Generator, rules: BattleRules = BATTLE_RULES
) -> npt.NDArray[np.bool_]:
    """Return for each trial whether the side goes first, rolling ties again as long as it takes."""
    rule = rules.initiative
    first = np.zeros(trials, dtype=np.bool_)
    open_trials = np.arange(trials)
    while len(open_trials):
        own, other = rng.integers(1, rule.die + 1, size=(2, len(open_trials)))
        first[open_trials] = (own > other) | ((own == other) & (rule.ties == side))
        open_trials = open_trials[(own == other) & (rule.ties == "rolled again")]
    return first
