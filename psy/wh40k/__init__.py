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
from psy.wh40k.rules import RULEBOOK, RULES, PerilsRule, Rules
