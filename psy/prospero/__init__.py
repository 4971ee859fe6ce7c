"""The Horus Heresy: Burning of Prospero: the numeration phase, attacks and scenarios."""

from psy.exact.clocks import Clock
from psy.prospero.attack.casualties import (
    Casualties,
    Losses,
    allocate,
    best_losses,
    casualties,
)
from psy.prospero.attack.damage import attack
from psy.prospero.attack.kine_shield import KineShield, Shown, kine_shield
from psy.prospero.attack.trials import simulate_attack
from psy.prospero.battle.initiative import chance_to_go_first, initiative
from psy.prospero.battle.rounds import Battle, Odds, Standing, battle, best_order
from psy.prospero.battle.squads import Model, Squad, SquadError, every_model, model, sample_squads, squad
from psy.prospero.battle.strike import Strike, squad_matrix, strike
from psy.prospero.battle.targets import Exchange, best_targets, exchanges, if_assumed, turned
from psy.prospero.battle.terms import TERMS, Terms
from psy.prospero.battle.trials import SimulatedBattle, simulate_battle
from psy.prospero.battle_rules import BATTLE_RULEBOOK, BATTLE_RULES, AttackRule, BattleRules
from psy.prospero.numeration.assumptions import assumptions
from psy.prospero.numeration.attempt import attempt
from psy.prospero.numeration.cards import Policy
from psy.prospero.numeration.choice_table import choice_table, other_taken
from psy.prospero.numeration.course import AttemptOutlook
from psy.prospero.numeration.covens import Coven, Table
from psy.prospero.numeration.flow import Result
from psy.prospero.numeration.hand import Power
from psy.prospero.numeration.outlook import Tried, cast_law, outlook
from psy.prospero.numeration.plan import FirstMove, NumerationPlan, numeration
from psy.prospero.numeration.trials import SimulatedPhases, simulate_numeration
from psy.prospero.powers.aftermath import Aftermath, Assault, aftermath, phase_aftermath
from psy.prospero.powers.attacks import blast, bombardment, inferno, storm
from psy.prospero.powers.cards import POWERS, chance_in_hand, power
from psy.prospero.powers.trials import SimulatedAftermath, simulate_aftermath
from psy.prospero.powers.worths import Illusion, PowerWorth, cruel_illusion, power_worths
from psy.prospero.rules import RULEBOOK, RULES, Rules, WarpDeck, WillDeck
from psy.prospero.scenarios.ahriman import ahriman_slain
from psy.prospero.scenarios.campaign import campaign
from psy.prospero.scenarios.duels import (
    Powers,
    Token,
    lava_teleports,
    primarchs_duel,
    psychic_duel,
    scenario_table,
    target_token,
)
from psy.prospero.scenarios.primarchs import PrimarchsPhase, primarchs_phase
from psy.prospero.scenarios.siege import Breach, breach
from psy.prospero.scenarios.statue import arrivals, race_to_statue, statue
