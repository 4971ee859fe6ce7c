"""Draws without replacement against every hand one by one, icepool's decks and hand counts."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, product
from math import comb

import icepool
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from psy.exact.decks import Limits, at_least, at_most, chance, deck_size, exactly, without

SMALL = {"a": 3, "b": 2, "c": 1, "d": 2}
# Issue 9, line 3: a deck of 60.
SIXTY = {"F": 10, "T": 4, "A": 4, "P": 4, "R": 4, "other": 34}

decks = st.dictionaries(st.sampled_from("abcd"), st.integers(0, 3), max_size=4)
limits = st.one_of(
    st.integers(0, 4).map(at_least),
    st.integers(0, 4).map(at_most),
    st.integers(0, 4).map(exactly),
)


def enumerate_draws(deck, draws, groups):
    """Count the groups' cards in every hand of the deck, with all cards told apart."""
    cards = [card for card, count in deck.items() for _ in range(count)]
    return Counter(
        tuple(sum(card in group for card in hand) for group in groups) for hand in combinations(cards, draws)
    )


def meets(counts, wanted):
    pairs = zip(counts, wanted, strict=True)
    return all(low <= count and (high is None or count <= high) for count, (low, high) in pairs)


class IcepoolGroups(icepool.MultisetEvaluator):
    """The same count in icepool's own terms: one card at a time."""

    def __init__(self, groups):
        self.groups = groups

    def next_state(self, state, order, card, count):
        before = state or (0,) * len(self.groups)
        return tuple(seen + count * (card in group) for seen, group in zip(before, self.groups, strict=True))


@pytest.mark.parametrize("draws", range(9))
@pytest.mark.parametrize(
    "groups",
    [
        pytest.param([], id="no group"),
        pytest.param([{"a"}], id="one card"),
        pytest.param([{"a", "b"}, {"c"}], id="apart"),
        pytest.param([{"a", "b"}, {"b", "c"}, {"c", "a"}], id="sharing cards"),
        pytest.param([{"a", "b"}, {"a"}, {"a", "b"}], id="nested and repeated"),
        pytest.param([set("abcd"), set()], id="the whole deck and nothing"),
    ],
)
def test_joint_counts_equal_every_hand_and_icepool(draws, groups):
    hands = enumerate_draws(SMALL, draws, groups)
    for counts in product(range(draws + 1), repeat=len(groups)):
        conditions = [(group, exactly(count)) for group, count in zip(groups, counts, strict=True)]
        assert chance(SMALL, draws, conditions) == Fraction(hands[counts], comb(8, draws))
    if groups and draws:
        counted = IcepoolGroups(groups).evaluate(icepool.Deck(SMALL).deal(draws))
        assert dict(counted.items()) == hands


@settings(deadline=None)
@given(deck=decks, data=st.data())
def test_conditions_equal_every_hand(deck, data):
    draws = data.draw(st.integers(0, deck_size(deck)))
    group = st.sets(st.sampled_from(sorted(deck))) if deck else st.just(set())
    conditions = data.draw(st.lists(st.tuples(group, limits), max_size=3))
    hands = enumerate_draws(deck, draws, [cards for cards, _ in conditions])
    good = sum(ways for counts, ways in hands.items() if meets(counts, [limit for _, limit in conditions]))
    assert chance(deck, draws, conditions) == Fraction(good, hands.total())


def test_golden_chances_of_a_deck_of_sixty():
    # Issue 9, line 3: seven drawn.
    assert chance(SIXTY, 7, [({"F"}, exactly(1))]) == Fraction(1324225, 3218391)
    wanted = [({"F", "T"}, exactly(2)), ({"A", "P"}, exactly(1)), ({"R"}, exactly(1))]
    assert chance(SIXTY, 7, wanted) == Fraction(198016, 4388715)


@settings(deadline=None)
@given(draws=st.integers(0, 60), count=st.integers(0, 12))
def test_exactly_is_the_difference_of_at_least(draws, count):
    def one(limit):
        return chance(SIXTY, draws, [({"F"}, limit)])

    assert one(exactly(count)) == one(at_least(count)) - one(at_least(count + 1))
    assert one(at_most(count)) == 1 - one(at_least(count + 1))


def test_one_group_is_the_hypergeometric_count():
    for k in range(8):
        hands = comb(10, k) * comb(50, 7 - k)
        assert chance(SIXTY, 7, [({"F"}, exactly(k))]) == Fraction(hands, comb(60, 7))


def test_drawing_the_whole_deck_is_certain():
    assert chance(SIXTY, 60, [({"F"}, at_least(10))]) == 1
    assert chance(SIXTY, 60, [({"F"}, at_least(11))]) == 0


def test_empty_decks_and_hands_have_an_answer():
    assert chance({}, 0, []) == 1
    assert chance(SIXTY, 0, [({"F"}, at_least(1))]) == 0
    assert chance(SIXTY, 7, [((), at_least(1))]) == 0
    assert chance(SIXTY, 7, [((), at_most(0))]) == 1


def test_many_cards_are_counted_in_whole_numbers():
    deck = {"F": 1000, "other": 9000}
    none = Fraction(comb(9000, 500), comb(10000, 500))
    assert chance(deck, 500, [({"F"}, at_least(1))]) == 1 - none


def test_seen_cards_leave_the_deck():
    assert without(SIXTY, {"F": 10, "T": 1}) == {"F": 0, "T": 3, "A": 4, "P": 4, "R": 4, "other": 34}
    assert without(SIXTY, {}) == SIXTY


def test_numpy_counts_are_counts():
    assert chance({"a": np.int64(2), "b": 2}, np.int64(1), [({"a"}, at_least(1))]) == Fraction(1, 2)


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (
            lambda: chance(SMALL, 9, []),
            ValueError,
            "draws must be at most 8, the cards in the deck, not 9",
        ),
        (
            lambda: chance({}, 1, []),
            ValueError,
            "draws must be at most 0, the cards in the deck, not 1",
        ),
        (lambda: chance(SMALL, -1, []), ValueError, "draws must be a whole number of at least 0, not -1"),
        (lambda: chance(SMALL, True, []), TypeError, "draws must be a whole number of at least 0, not True"),
        (
            lambda: chance({"a": -1}, 0, []),
            ValueError,
            "deck['a'] must be a whole number of at least 0, not -1",
        ),
        (
            lambda: chance({"a": 2.0}, 0, []),
            TypeError,
            "deck['a'] must be a whole number of at least 0, not 2.0",
        ),
        (lambda: deck_size(["a"]), TypeError, "deck must be a mapping of card to count, not ['a']"),
        (
            lambda: chance(SMALL, 1, [({"z"}, at_least(1))]),
            ValueError,
            "a group names 'z', which is not in the deck",
        ),
        (
            lambda: chance(SMALL, 1, [("a", at_least(1))]),
            TypeError,
            "a group must be a collection of cards, such as {'ace'}, not 'a'",
        ),
        (
            lambda: chance(SMALL, 1, [({"a"}, 1)]),
            TypeError,
            "a condition must be at_least, at_most or exactly so many, not 1",
        ),
        (lambda: at_least(-1), ValueError, "count must be a whole number of at least 0, not -1"),
        (lambda: exactly(1.0), TypeError, "count must be a whole number of at least 0, not 1.0"),
        (
            lambda: without(SMALL, {"a": 4}),
            ValueError,
            "seen['a'] must be at most 3, the copies in the deck, not 4",
        ),
        (
            lambda: without(SMALL, {"z": 1}),
            ValueError,
            "seen['z'] must be at most 0, the copies in the deck, not 1",
        ),
        (
            lambda: without(SMALL, {"a": -1}),
            ValueError,
            "seen['a'] must be a whole number of at least 0, not -1",
        ),
    ],
)
def test_bad_input_is_refused_in_one_sentence(call, error, message):
    with pytest.raises(error) as caught:
        call()
    assert str(caught.value) == message


def test_a_count_that_would_not_end_is_refused_before_it_starts():
    deck = dict.fromkeys(range(10), 50)
    with pytest.raises(ValueError, match="groups must take at most 5000000 steps to count, these may take"):
        chance(deck, 250, [({card, 9}, exactly(20)) for card in range(9)])


def test_conditions_on_separate_groups_stay_cheap():
    deck = dict.fromkeys(range(10), 50)
    assert 0 < chance(deck, 100, [({card}, at_least(5)) for card in deck]) < 1


def test_limits_say_what_they_mean():
    assert (at_least(2), at_most(2), exactly(2)) == (Limits(2, None), Limits(0, 2), Limits(2, 2))
