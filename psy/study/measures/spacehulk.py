"""Measures of the psychic cards of Space Hulk."""

from collections import defaultdict
from fractions import Fraction
from math import comb
from typing import Annotated

from psy import spacehulk
from psy.exact.arguments import one_of
from psy.rulebook import Count, Within
from psy.spacehulk import RULES, Card, Rules
from psy.spacehulk.rules import ForceSuit

Cards = Annotated[int, Within(0, 100)]
Dice = Annotated[int, Within(0, 10)]
Turns = Annotated[int, Within(0, 20)]


def auras_save(number: Count = 3, cards: Cards = 3, hits: Count = 1, rules: Rules = RULES) -> Fraction:
    """Chance that so many cards of one aura number stop every killing hit of a turn."""
    return spacehulk.survival([number] * cards, hits, rules)


def aura_hand_saves(hand: tuple[Count, ...] = (3, 2), hits: Count = 1, rules: Rules = RULES) -> Fraction:
    """Chance that a hand of aura numbers stops every killing hit of a turn."""
    return spacehulk.survival(hand, hits, rules)


def dealt_hand_saves(hits: Count = 1, rules: Rules = RULES) -> Fraction:
    """Chance that a hand dealt from the sample cards, one of each, stops every killing hit of a turn."""
    faces, size = rules.aura.die, min(rules.hand_size, len(rules.cards))
    # Deals and rolls by the cards dealt and those that save, one card of the deck after the other.
    ways = {(0, 0): 1}
    for card in rules.cards:
        saving = min(card.aura_number, faces)
        after: dict[tuple[int, int], int] = defaultdict(int)
        for (dealt, saved), number in ways.items():
            after[dealt, saved] += number
            after[dealt + 1, saved] += number * (faces - saving)
            after[dealt + 1, saved + 1] += number * saving
        ways = after
    alive = sum(number for (dealt, saved), number in ways.items() if dealt == size and saved >= hits)
    return Fraction(alive, comb(len(rules.cards), size) * faces**size)


def mission_survived(
    number: Count = 3,
    cards: Cards = 2,
    deck: Cards = 4,
    draw: Count = 1,
    turns: Turns = 3,
    danger: Fraction = Fraction(1),
    rules: Rules = RULES,
) -> Fraction:
    """Chance to live through several turns with a killing hit in each, a card or more drawn between them."""
    ward = Card("ward", None, bonus=number)
    turn = [spacehulk.KillingHit(danger)]
    return spacehulk.plan_mission([ward] * cards, [ward] * deck, turn, turns, draw, rules=rules).survival


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
    return spacehulk.nullify(rules.deck, suit, rules.hand_size, rules=rules)


def ability_gets_through(ability: str = "mind control", rules: Rules = RULES) -> Fraction:
    """Mean value of a sample card's ability against a hand from the sample deck."""
    return spacehulk.gets_through(_sample(ability, rules), rules.hand_size, rules=rules)


def use_minus_keep(
    ability: str = "mind control",
    life: Count = 10,
    danger: Fraction = Fraction(1, 2),
    rules: Rules = RULES,
) -> Fraction:
    """Gain of using the ability of the last card over keeping it as an aura against a killing hit.

    The enemy holds a hand from the sample deck, and nullifies whenever it can.
    """
    turn = (spacehulk.UseAbility(), spacehulk.KillingHit(danger))
    enemy = spacehulk.Enemy.from_deck(rules.deck, rules.hand_size, rules=rules)
    plan = spacehulk.plan_turn([_sample(ability, rules)], turn, life, rules=rules, enemy=enemy)
    used = plan.first_values[spacehulk.Move("ability", ability)]
    return used - plan.first_values[spacehulk.Move("no card", None)]


def _sample(ability: str, rules: Rules) -> Card:
    """Return the sample card of a name."""
    names = {card.name: card for card in rules.cards}
    return names[one_of("ability", ability, tuple(names))]
