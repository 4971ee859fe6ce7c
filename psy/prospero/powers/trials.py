"""Phases played and their attacks rolled: the simulated twin of `phase_aftermath`."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from psy.exact.arguments import whole
from psy.prospero.attack.trials import simulate_attack
from psy.prospero.battle.squads import CLOSE_COMBAT, Squad
from psy.prospero.battle_rules import BATTLE_RULES, BattleRules
from psy.prospero.numeration.plan import NumerationPlan
from psy.prospero.numeration.trials import simulate_numeration
from psy.prospero.powers.aftermath import Assault, Blow, checked_phase
from psy.prospero.powers.attacks import thrown

MAX_TRIALS = 10_000_000
Whole = npt.NDArray[np.int64]


class SimulatedAftermath(NamedTuple):
    """What many phases left of a squad, in arrays of shape ``(trials,)``: damage taken, models slain."""

    damage: Whole
    slain: Whole


def simulate_aftermath(
    plan: NumerationPlan,
    target: Squad,
    attacks: Mapping[str, Blow] | Sequence[Blow],
    trials: int,
    rng: "np.random.Generator | int",
    then: Iterable[Blow] = (),
    reroll: str | None = None,
    rules: BattleRules = BATTLE_RULES,
) -> SimulatedAftermath:
    """Play many phases by a plan and roll their attacks; the other arguments are those of `phase_aftermath`.

    Phases that took the same course stand side by side.

    Parameters
    ----------
    trials
        How many phases are played, 0 or more.
    rng
        A numpy generator, or a seed for a new one: the same seed gives the same phases.

    Raises
    ------
    TypeError, ValueError
        As `phase_aftermath`, and if ``trials`` is out of its range.

    Examples
    --------
    A power that is never tried hurts nobody:

    >>> from psy.prospero import Coven, numeration, squad
    >>> plan = numeration({"mastery": 3}, {}, {"inferno": 1}, Coven(1), attempts=0)
    >>> simulate_aftermath(plan, squad("loyalist", "veteran"), {"inferno": "inferno"}, 3, 1).slain.tolist()
    [0, 0, 0]
    """
    named, after = checked_phase(target, attacks, then, reroll, rules)
    rng = np.random.default_rng(rng)
    ends = np.cumsum([0, *target.lives])
    damage = np.zeros(whole("trials", trials, 0, MAX_TRIALS), dtype=np.int64)
    first = 0
    for course, number in simulate_numeration(plan, trials, rng).courses.items():
        part = damage[first : first + number]
        for blow in [*(named[one.power] for one in course if one.cast and one.power in named), *after]:
            slain = np.searchsorted(ends[1:], part, side="right")
            for gone in np.unique(slain).tolist():
                hurt = slain == gone
                part[hurt] += _rolled(target.without(gone), blow, int(hurt.sum()), rng, reroll, rules)
            np.minimum(part, ends[-1], out=part)
        first += number
    return SimulatedAftermath(damage, np.searchsorted(ends[1:], damage, side="right"))


def _rolled(
    left: Squad, blow: Blow, trials: int, rng: np.random.Generator, reroll: str | None, rules: BattleRules
) -> Whole:
    """Roll one attack on those who are left."""
    if isinstance(blow, Assault):
        ours = blow.attacker.attack_dice(blow.distance)
        how = None if reroll == "smoke" and blow.distance == CLOSE_COMBAT else reroll
        cases = [(ours, left.armour_dice(len(ours)))]
    else:
        how, cases = reroll, thrown(blow, [model.armour for model in left.models], rules)
    case = rng.integers(len(cases), size=trials)
    damage = np.zeros(trials, dtype=np.int64)
    for number, (attack, armour) in enumerate(cases):
        where = case == number
        damage[where] = simulate_attack(attack, armour, int(where.sum()), rng, how, rules=rules)
    return damage
