"""Hands dealt in turn against every deal, icepool, and their margins."""

from collections import Counter
from itertools import permutations
from math import comb, factorial, prod

import icepool
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from psy.exact.hands import hand_totals


def enumerate_hands(deck, hands):
    """Every order of the cards, cut into hands; the order within a hand and of the rest is divided out."""
    cards = [points for points, count in deck.items() for _ in range(count)]
    found = Counter()
    for order in permutations(cards):
        totals, start = [], 0
        for hand in hands:
            totals.append(sum(order[start : start + hand]))
            start += hand
        found[tuple(totals)] += 1
    orders = prod(map(factorial, hands)) * factorial(len(cards) - sum(hands))
    return {totals: count // orders for totals, count in found.items()}


class Totals(icepool.MultisetEvaluator):
    """The totals of all hands, one number of points at a time."""

    def next_state(self, state, order, points, counts):
        return tuple(total + points * count for total, count in zip(state or (0,) * 3, counts, strict=True))


@pytest.mark.parametrize("deck", [{0: 2, 1: 3, 3: 2}, {-2: 1, 5: 4, 6: 2}, {1: 7}], ids=str)
@pytest.mark.parametrize("hands", [(1, 1, 1), (2, 0, 3), (7,), (3, 4), ()], ids=str)
def test_distribution_equals_every_deal(deck, hands):
    assert dict(hand_totals(deck, hands).items()) == enumerate_hands(deck, hands)


@pytest.mark.parametrize(
    "deck", [{0: 3, 1: 8, 2: 4, 3: 3}, {0: 1, 1: 3, 2: 3, 3: 1, 4: 4, 5: 3, 6: 3}], ids=str
)
def test_three_hands_of_18_cards_equal_icepool(deck):
    assert hand_totals(deck, (3, 3, 3)) == Totals().evaluate(icepool.Deck(deck).deal((3, 3, 3)))


@settings(deadline=None)
@given(
    st.dictionaries(st.integers(-3, 5), st.integers(0, 5), max_size=4),
    st.lists(st.integers(0, 3), min_size=1, max_size=3),
)
def test_every_hand_has_the_same_margin_and_all_deals_count(deck, hands):
    size = sum(deck.values())
    if sum(hands) > size:
        return
    die = hand_totals(deck, hands)
    assert die.denominator() == prod(comb(size - sum(hands[:i]), hand) for i, hand in enumerate(hands))
    for place, hand in enumerate(hands):
        assert die.map(lambda *totals, i=place: totals[i], star=True).simplify() == die_of_one(deck, hand)


def die_of_one(deck, hand):
    return hand_totals(deck, (hand,)).map(lambda total: total, star=True).simplify()


def test_numbers_beyond_64_bits():
    deck, hands = {0: 60, 1: 60}, (20, 20, 20)
    die = hand_totals(deck, hands)
    assert die.denominator() == comb(120, 20) * comb(100, 20) * comb(80, 20)
    assert die.quantity((3, 4, 5)) == comb(60, 12) * factorial(12) // prod(map(factorial, (3, 4, 5))) * comb(
        60, 48
    ) * factorial(48) // prod(map(factorial, (17, 16, 15)))


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: hand_totals({1: 2}, 3), TypeError, "hands must be a list of sizes, not 3"),
        (lambda: hand_totals({1: 2}, (3,)), ValueError, "hands must hold at most 2 cards, the deck, not 3"),
        (
            lambda: hand_totals({1: 2}, (-1,)),
            ValueError,
            "hands must be a whole number of at least 0, not -1",
        ),
        (
            lambda: hand_totals({"ace": 2}, (1,)),
            TypeError,
            "points must be a whole number from -1000000 to 1000000, not 'ace'",
        ),
        (
            lambda: hand_totals(dict.fromkeys(range(60), 2), (9, 9, 9)),
            ValueError,
            "hands must be counted in 5,000,000 steps, these take more",
        ),
    ],
)
def test_bad_input_is_refused_in_one_sentence(call, error, message):
    with pytest.raises(error) as caught:
        call()
    assert str(caught.value) == message


def test_edges_have_an_answer():
    assert dict(hand_totals({}, (0, 0)).items()) == {(0, 0): 1}
