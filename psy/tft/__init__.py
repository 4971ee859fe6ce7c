"""The Fantasy Trip: psionic combat (Rick Smith, post 4)."""

from psy.tft.area import area_damage, area_modes, area_use, cheaper_from
from psy.tft.balance import (
    assumed_variants,
    comeback_cost,
    comebacks,
    pairings,
    played_modes,
    remedy,
    unused_modes,
    with_cost,
)
from psy.tft.duel import Choice, Duel, duel, even_pool, simultaneous_duel
from psy.tft.exact_duel import exact_duel, exact_outlook
from psy.tft.exchange import Exchange, exchange, menu, modes_of
from psy.tft.matchup import BestModes, Prices, best_modes, matchup, swing
from psy.tft.outlook import Outlook
from psy.tft.replies import BestReply, best_reply, habits
from psy.tft.rules import RULEBOOK, RULES, Psion, Rules
from psy.tft.table import table_cells
from psy.tft.wills import BattleOfWills, battle_odds, battle_of_wills, best_battle_dice
