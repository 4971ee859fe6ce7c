"""Warhammer 40,000, 7th edition: the psychic phase."""

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
from psy.wh40k.deny import Unit, deny, deny_bonus, deny_counts, deny_gains, deny_table, resolve
from psy.wh40k.learning import chance_to_learn, eligible_powers, learn
from psy.wh40k.learning_plan import Discipline, LearningPlan, LearningPolicy, plan_learning
from psy.wh40k.perils import Perils, PerilsOdds, models_of, perils, perils_odds
from psy.wh40k.rules import RULEBOOK, RULES, PerilsRule, Rules
