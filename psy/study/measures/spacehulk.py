"""Measures of the psychic cards of Space Hulk."""

from collections.abc import Iterable
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Annotated

from psy import spacehulk
from psy.rulebook import Count, Within
from psy.spacehulk import RULES, Rules
from psy.spacehulk.rules import ForceSuit

Cards = Annotated[int, Within(0, 100)]
Dice = Annotated[int, Within(0, 10)]


def auras_save(number: Count = 3, cards: Cards = 3, hits: Count = 1, rules: Rules = RULES) -> Fraction:
    """Chance that so many cards of one aura number stop every killing hit of a turn."""
    return spacehulk.survival([number] * cards, hits, rules)


def aura_hand_saves(hand: tuple[Count, ...] = (3, 2), hits: Count = 1, rules: Rules = RULES) -> Fraction:
    """Chance that a hand of aura numbers stops every killing hit of a turn."""
    return spacehulk.survival(hand, hits, rules)


def dealt_hand_saves(hits: Count = 1, rules: Rules = RULES) -> Fraction:
    """Chance that a hand dealt from the sample cards, one of each, stops every killing hit of a turn."""
    numbers = [card.aura_number for card in rules.cards]
    size = min(rules.hand_size, len(numbers))
    hands: Iterable[tuple[int, ...]] = combinations(numbers, size)
    total = sum((spacehulk.survival(hand, hits, rules) for hand in hands), Fraction(0))
    return total / comb(len(numbers), size)


def assault_won(
    bonus: Count = 0,
    dice: Dice = 1,
    against_dice: Dice = 3,
    against_bonus: Count = 0,
    rules: Rules = RULES,
) -> Fraction:
    """Chance to win a round of close assault."""
    chance: Fraction = spacehulk.close_assault(
        dice, bonus, against_dice, against_bonus, rules=rules
    ).probability("win")
    return chance


def nullify_in_hand(suit: ForceSuit = "psionic", rules: Rules = RULES) -> Fraction:
    """Chance that a hand from the sample deck holds a card that matches an ability of a suit."""
    return spacehulk.nullify(rules.deck, suit, rules.hand_size)
