"""Many battles fought with rolled dice: the simulated twin of `battle`."""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from psy.exact.arguments import instance, whole
from psy.prospero.attack.trials import simulate_attack
from psy.prospero.battle.initiative import simulate_initiative
from psy.prospero.battle.rounds import MAX_ROUNDS, check_sides
from psy.prospero.battle.squads import Squad
from psy.prospero.battle.terms import TERMS, Terms
from psy.prospero.battle_rules import BATTLE_RULES, BattleRules

MAX_TRIALS = 10_000_000


class SimulatedBattle(NamedTuple):
    """Models slain of both squads after each round, from 0: arrays of shape ``(rounds + 1, trials)``."""

    first_slain: npt.NDArray[np.uint8]
    second_slain: npt.NDArray[np.uint8]


def simulate_battle(
    first: Squad,
    second: Squad,
    rounds: int,
    trials: int,
    rng: "np.random.Generator | int",
    terms: Terms = TERMS,
    rules: BattleRules = BATTLE_RULES,
) -> SimulatedBattle:
    """Return the models slain in many battles; the other arguments are those of `battle`.

    Parameters
    ----------
    trials
        How many battles are fought, 0 or more.
    rng
        A numpy generator, or a seed for a new one: the same seed gives the same rolls.

    Examples
    --------
    >>> from psy.prospero import squad
    >>> simulate_battle(squad("traitor"), squad("loyalist"), rounds=1, trials=2, rng=1).first_slain.tolist()
    [[0, 0], [0, 0]]
    """
    instance("rules", rules, BattleRules)
    instance("terms", terms, Terms)
    check_sides(first, second)
    rounds, trials = whole("rounds", rounds, 0, MAX_ROUNDS), whole("trials", trials, 0, MAX_TRIALS)
    rng = np.random.default_rng(rng)
    squads = {first.side: first, second.side: second}
    damage = {side: np.zeros(trials, dtype=np.int64) for side in squads}
    slain = np.zeros((2, rounds + 1, trials), dtype=np.uint8)
    for number in range(1, rounds + 1):
        leads = _leads(first.side, trials, rng, terms, rules)
        for side in (first.side, second.side):
            _trade(squads, damage, side, np.flatnonzero(leads == (side == first.side)), rng, terms, rules)
        for row, side in enumerate(squads):
            slain[row, number] = _slain(squads[side], damage[side])
            if terms.wounds == "cleared":
                damage[side] = _ends(squads[side])[slain[row, number]]
    return SimulatedBattle(slain[0], slain[1])


def _leads(
    side: str, trials: int, rng: np.random.Generator, terms: Terms, rules: BattleRules
) -> npt.NDArray[np.bool_]:
    if terms.order == "initiative":
        return simulate_initiative(side, trials, rng, rules)
    return np.full(trials, terms.order == side)


def _trade(
    squads: Mapping[str, Squad],
    damage: dict[str, npt.NDArray[np.int64]],
    side: str,
    where: npt.NDArray[np.int64],
    rng: np.random.Generator,
    terms: Terms,
    rules: BattleRules,
) -> None:
    """Let one side attack and the other answer in these trials; the damage taken so far grows."""
    (other,) = squads.keys() - {side}
    for attacker, target in ((side, other), (other, side)):
        slain = [_slain(squads[who], damage[who][where]) for who in (attacker, target)]
        groups = slain[0] * (len(squads[target].models) + 1) + slain[1]
        for group in np.unique(groups):
            part = where[groups == group]
            gone, lost = divmod(int(group), len(squads[target].models) + 1)
            ours = squads[attacker].without(gone).attack_dice(terms.distance)
            theirs = squads[target].without(lost).armour_dice(len(ours))
            how = terms.reroll(target)
            damage[target][part] += simulate_attack(ours, theirs, len(part), rng, how, rules=rules)


def _ends(squad: Squad) -> npt.NDArray[np.int64]:
    """Return the damage at which each number of models, from 0, is slain."""
    return np.cumsum([0, *squad.lives])


def _slain(squad: Squad, damage: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Return how many models that damage in all has slain."""
    return np.searchsorted(_ends(squad)[1:], damage, side="right")
