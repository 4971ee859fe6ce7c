"""The Horus Heresy: Burning of Prospero: the numeration phase, attacks and scenarios."""

from psy.prospero.cards import Policy
from psy.prospero.decks import Coven, Table, WarpDeck, WillDeck
from psy.prospero.numeration import FirstMove, NumerationPlan, numeration
from psy.prospero.rules import RULEBOOK, RULES, Rules
