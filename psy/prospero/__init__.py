"""The Horus Heresy: Burning of Prospero: the numeration phase, attacks and scenarios."""

from psy.prospero.attack import attack
from psy.prospero.attack_trials import simulate_attack
from psy.prospero.attempt import attempt
from psy.prospero.battle import Battle, Odds, Standing, battle, best_order
from psy.prospero.battle_rules import BATTLE_RULEBOOK, BATTLE_RULES, AttackRule, BattleRules
from psy.prospero.battle_trials import SimulatedBattle, simulate_battle
from psy.prospero.card_values import Setting, card_values, exchange_values, make_ups, prices, tornado
from psy.prospero.cards import Policy
from psy.prospero.casualties import Casualties, Losses, allocate, best_losses, casualties, chosen_losses
from psy.prospero.choice_table import choice_table
from psy.prospero.clocks import Clock
from psy.prospero.decks import Coven, Table, WarpDeck, WillDeck
from psy.prospero.initiative import chance_to_go_first, initiative
from psy.prospero.kine_shield import KineShield, Shown, kine_shield
from psy.prospero.matrix import Strike, squad_matrix, strike
from psy.prospero.numeration import FirstMove, NumerationPlan, numeration
from psy.prospero.outlook import AttemptOutlook, Result, outlook
from psy.prospero.phase_trials import SimulatedPhases, simulate_numeration
from psy.prospero.powers import POWERS, damage_worths, power
from psy.prospero.psychic_attacks import blast, bombardment, inferno, siege, storm
from psy.prospero.rules import RULEBOOK, RULES, Rules
from psy.prospero.scenarios import (
    Powers,
    Token,
    lava_teleports,
    primarchs_duel,
    psychic_duel,
    scenario_table,
    target_token,
)
from psy.prospero.squads import Model, Squad, SquadError, model, sample_squads, squad
from psy.prospero.statue import arrivals, race_to_statue, statue
from psy.prospero.terms import TERMS, Terms
