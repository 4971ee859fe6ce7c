"""The measures of Space Hulk against the games' own functions and slow counts."""

from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import pytest

from psy.spacehulk import RULES, nullify, survival
from psy.study.measures import spacehulk as measures


@pytest.mark.parametrize("hits", [0, 1, 3])
@pytest.mark.parametrize("size", [0, 2, 7, 20])
def test_a_dealt_hand_is_every_hand(hits, size):
    rules = replace(RULES, hand_size=size, aura=replace(RULES.aura, die=8))
    numbers = [card.aura_number for card in rules.cards]
    hands = list(combinations(numbers, min(size, len(numbers))))
    alive = sum(survival(hand, hits, rules) for hand in hands)
    assert measures.dealt_hand_saves(hits, rules) == alive / len(hands)


def test_using_the_last_card_is_worth_less_than_keeping_it():
    stopped = nullify(RULES.deck, "psionic", RULES.hand_size)
    assert measures.use_minus_keep() == 6 * (1 - stopped) + 5 - Fraction(25, 3) < 0
    assert measures.use_minus_keep(life=0) == measures.ability_gets_through() == 6 * (1 - stopped)


def test_a_mission_of_one_turn_is_one_hit():
    assert measures.mission_survived(turns=1) == survival([3, 3], 1)
    assert measures.mission_survived(danger=Fraction(0)) == 1
    assert measures.mission_survived(draw=2) > measures.mission_survived(draw=0)


def test_an_unknown_card_is_refused():
    with pytest.raises(ValueError, match=r"^ability must be one of 'mind reading', .*, not 'nap'$"):
        measures.use_minus_keep("nap")
