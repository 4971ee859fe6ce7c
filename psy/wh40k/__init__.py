"""Warhammer 40,000, 7th edition: the psychic phase.

The planners are loaded when they are first named, so that a table of odds need not wait for them.
"""

import importlib
from typing import TYPE_CHECKING, Any

from psy.wh40k.casting import (
    Cast,
    CastingOdds,
    SimulatedCasts,
    best_dice,
    cast,
    casting_odds,
    casting_table,
    simulate_cast,
)
from psy.wh40k.charges import WarpCharges, warp_charges
from psy.wh40k.deny import deny, deny_counts, deny_gains, deny_table, resolve, simulate_deny
from psy.wh40k.deny_bonus import Unit, deny_bonus
from psy.wh40k.learning import chance_to_learn, eligible_powers, learn
from psy.wh40k.perils import Perils, PerilsOdds, perils, perils_odds
from psy.wh40k.rules import RULEBOOK, RULES, PerilsRule, Rules

if TYPE_CHECKING:
    from psy.wh40k.full_phase import SPENT, Condition, Prices, Psyker, plan_psykers
    from psy.wh40k.learning_plan import Discipline, LearningPlan, LearningPolicy, plan_learning
    from psy.wh40k.phase import PhasePlan, PhasePolicy, plan_phase
    from psy.wh40k.phase_game import STOP, Attempt, Fate, Move, PhaseState, Power
    from psy.wh40k.phase_policies import natural_policies, policy_value, visits
    from psy.wh40k.phase_simulation import simulate_phase

_PLANNERS = {
    "full_phase": ("SPENT", "Condition", "Prices", "Psyker", "plan_psykers"),
    "learning_plan": ("Discipline", "LearningPlan", "LearningPolicy", "plan_learning"),
    "phase": ("PhasePlan", "PhasePolicy", "plan_phase"),
    "phase_game": ("STOP", "Attempt", "Fate", "Move", "PhaseState", "Power"),
    "phase_policies": ("natural_policies", "policy_value", "visits"),
    "phase_simulation": ("simulate_phase",),
}
_HOMES = {name: module for module, names in _PLANNERS.items() for name in names}


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(importlib.import_module(f"{__name__}.{_HOMES[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(name for name in {*globals(), *_HOMES} if not name.startswith("_"))
