"""The Horus Heresy: Burning of Prospero: the numeration phase, attacks and scenarios."""

from psy.prospero.attack import attack
from psy.prospero.battle_rules import BATTLE_RULEBOOK, BATTLE_RULES, AttackRule, BattleRules
from psy.prospero.cards import Policy
from psy.prospero.casualties import Casualties, Losses, allocate, best_losses, casualties, chosen_losses
from psy.prospero.decks import Coven, Table, WarpDeck, WillDeck
from psy.prospero.kine_shield import KineShield, Shown, kine_shield
from psy.prospero.numeration import FirstMove, NumerationPlan, numeration
from psy.prospero.rules import RULEBOOK, RULES, Rules
