"""Warhammer 40,000, 7th edition: the psychic phase."""

from psy.wh40k.army import ArmyPlan, Learner, plan_army
from psy.wh40k.attrition import (
    PerilsSurvived,
    perils_survived,
    powers_cast,
    still_there,
    wounds_after,
    wounds_left,
)
from psy.wh40k.brotherhood import Model, PerilsOdds, perils_odds
from psy.wh40k.casting import (
    Cast,
    CastingOdds,
    SimulatedCasts,
    best_dice,
    cast,
    casting_odds,
    casting_table,
    odds_by_charge,
    simulate_cast,
)
from psy.wh40k.charges import WarpCharges, warp_charges
from psy.wh40k.denied import best_die, denied_share, fewest_dice, hard_to_deny_from, resolve_by_cost
from psy.wh40k.deny import deny, deny_gains, resolve, simulate_deny
from psy.wh40k.deny_bonus import Unit, deny_bonus
from psy.wh40k.full_phase import plan_psykers
from psy.wh40k.game import GameLeft, SideLeft, play_game
from psy.wh40k.game_simulation import simulate_side
from psy.wh40k.learning import chance_to_learn, eligible_powers, learn
from psy.wh40k.learning_plan import Discipline, LearningPlan, LearningPolicy, after_roll, plan_learning
from psy.wh40k.perils import Perils, perils
from psy.wh40k.phase import plan_phase
from psy.wh40k.phase_game import STOP, Attempt, Fate, InForce, Move, OwnDice, PhaseState
from psy.wh40k.phase_policies import following_states, mean_perils, natural_policies, policy_value, visits
from psy.wh40k.phase_policy import PhasePlan, PhasePolicy
from psy.wh40k.phase_simulation import simulate_phase
from psy.wh40k.powers import Option, Power
from psy.wh40k.psykers import SPENT, Condition, Prices, Psyker
from psy.wh40k.rules import RULEBOOK, RULES, PerilsRule, Rules
from psy.wh40k.two_turns import Conjured, TwoTurns, mean_phase, plan_two_turns
from psy.wh40k.veterans import Veteran
