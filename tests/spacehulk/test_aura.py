"""Auras against every roll one by one, the golden numbers, a slow search of orders and the simulator."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import permutations, product
from math import sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from psy.spacehulk import RULES, Auras, aura, auras, best_aura_order, kept_in_order, simulate_auras, survival

hands = st.lists(st.integers(0, 7), max_size=5)
priced = st.lists(st.tuples(st.integers(0, 7), st.integers(0, 4)), max_size=4)
EIGHT = replace(RULES, aura=replace(RULES.aura, die=8))


def enumerate_auras(cards, hits, faces=6):
    """Play every roll of the dice, straight from the words of the rule: one card at a time."""
    outcomes = Counter()
    for rolls in product(range(1, faces + 1), repeat=len(cards)):
        stopped = spent = 0
        while stopped < hits and spent < len(cards):
            stopped += rolls[spent] <= cards[spent]
            spent += 1
        outcomes[Auras(stopped, spent)] += 1
    return outcomes


def search_orders(hand, hits):
    """Search all orders of play, chosen again after each card, without remembering anything."""
    if hits == 0:
        return Fraction(sum(price for _, price in hand)), None
    best, first = Fraction(0), set()
    for place, (number, _) in enumerate(hand):
        rest = hand[:place] + hand[place + 1 :]
        saves = Fraction(min(number, 6), 6)
        value = saves * search_orders(rest, hits - 1)[0] + (1 - saves) * search_orders(rest, hits)[0]
        if value > best or not first:
            best, first = value, set()
        if value == best:
            first.add(place)
    return best, first


@pytest.mark.parametrize("hits", range(4))
@pytest.mark.parametrize(
    "cards", [(), (3,), (0, 6), (6, 1), (2, 2), (4, 3, 2), (1, 5, 0, 3), (1, 2, 3, 4, 5)]
)
@pytest.mark.parametrize("rules", [RULES, EIGHT], ids=["d6", "d8"])
def test_hits_stopped_and_cards_spent_equal_every_roll(cards, hits, rules):
    if rules is EIGHT and len(cards) > 4:
        cards = cards[:4]
    outcomes = auras(cards, hits, rules)
    assert dict(outcomes.items()) == enumerate_auras(cards, hits, rules.aura.die)
    assert outcomes.denominator() == rules.aura.die ** len(cards)


@given(hands, st.integers(0, 4))
@settings(deadline=None)
def test_survival_is_every_hit_stopped_in_any_order(cards, hits):
    stopped = sum(ways for outcome, ways in enumerate_auras(cards, hits).items() if outcome.stopped == hits)
    assert survival(cards, hits) == survival(cards[::-1], hits) == Fraction(stopped, 6 ** len(cards))


@pytest.mark.parametrize(
    ("cards", "saved"),
    [
        # Issue 9, line 1.
        pytest.param((4, 3, 2), Fraction(8, 9), id="4, 3 and 2"),
        pytest.param((3, 2), Fraction(2, 3), id="3 and 2"),
        pytest.param((1, 1, 1, 1), Fraction(671, 1296), id="four ones"),
        pytest.param((6,), Fraction(1), id="a six"),
        pytest.param((1, 0, 9), Fraction(1), id="more than a six at the end"),
        pytest.param((), Fraction(0), id="no card"),
        pytest.param((0,), Fraction(0), id="a card that never saves"),
    ],
)
def test_golden_chances_to_be_saved(cards, saved):
    assert aura(cards).saved == saved


def test_cards_spent_include_those_that_fail():
    # 4 saves in 4 of 6; else 3 in 3 of 6; else 2, the last card, is spent whatever it shows.
    assert dict(aura((4, 3, 2)).spent.items()) == {1: 4, 2: 1, 3: 1}
    assert dict(aura(()).spent.items()) == {0: 1}


@settings(deadline=None)
@given(cards=hands, hits=st.integers(0, 4), data=st.data())
def test_the_order_changes_what_is_left_but_not_who_lives(cards, hits, data):
    def survival(order):
        return auras(order, hits).marginals.stopped.probability(hits)

    assert survival(data.draw(st.permutations(cards))) == survival(cards)


@settings(deadline=None)
@given(cards=hands, hits=st.integers(0, 4), more=st.integers(0, 7))
def test_one_more_card_never_hurts_and_one_more_hit_never_helps(cards, hits, more):
    def survival(cards, hits):
        return auras(cards, hits).marginals.stopped.probability(hits)

    assert survival([*cards, more], hits) >= survival(cards, hits) >= survival(cards, hits + 1)


@settings(deadline=None)
@given(cards=hands)
def test_one_hit_is_saved_unless_every_card_fails(cards):
    failed = Fraction(1)
    for number in cards:
        failed *= 1 - Fraction(min(number, 6), 6)
    assert aura(cards).saved == 1 - failed
    assert auras(cards, 0).probability(Auras(0, 0)) == 1


@settings(deadline=None)
@given(hand=priced, hits=st.integers(0, 3))
def test_best_order_equals_a_search_of_all_orders(hand, hits):
    best, first = search_orders(hand, hits)
    plan = best_aura_order([number for number, _ in hand], [price for _, price in hand], hits)
    assert (plan.kept, set(plan.first)) == (best, first or set())
    assert sorted(plan.order) == (list(range(len(hand))) if hits else [])
    for place, ((number, _), kept) in enumerate(zip(hand, plan.if_first, strict=True)):
        rest, saves = [*hand[:place], *hand[place + 1 :]], Fraction(min(number, 6), 6)
        ends = [search_orders(rest, left)[0] for left in (max(0, hits - 1), hits)]
        assert kept == (saves * ends[0] + (1 - saves) * ends[1] if hits else best)


@settings(deadline=None)
@given(hand=priced)
def test_against_one_hit_the_order_is_as_good_as_any_fixed_one(hand):
    def kept(order):
        left, value, failed = sum(price for _, price in hand), Fraction(0), Fraction(1)
        for number, price in order:
            left -= price
            saves = Fraction(min(number, 6), 6)
            value, failed = value + failed * saves * left, failed * (1 - saves)
        return value

    plan = best_aura_order([number for number, _ in hand], [price for _, price in hand])
    assert plan.kept == kept([hand[place] for place in plan.order])
    assert plan.kept == max(kept(order) for order in permutations(hand))


@settings(deadline=None)
@given(hand=st.lists(st.tuples(st.integers(1, 5), st.integers(0, 9)), min_size=1, max_size=6))
def test_against_one_hit_cards_go_in_rising_price_for_each_pip(hand):
    plan = best_aura_order([number for number, _ in hand], [price for _, price in hand])
    rates = [Fraction(hand[place][1], hand[place][0]) for place in plan.order]
    assert rates == sorted(rates)


def test_every_tied_first_card_is_reported():
    assert best_aura_order([2, 4, 3], prices=[2, 4, 4]).first == (0, 1)
    assert best_aura_order([3, 3], prices=[1, 1]).first == (0, 1)
    assert best_aura_order([], prices=[]).first == ()


def test_a_second_hit_can_turn_the_order_round():
    # One hit: the 1 is cheapest for each pip, 0. Nothing is left to choose after two hits on two cards.
    assert best_aura_order([1, 5], prices=[0, 5], hits=1).first == (0,)
    assert best_aura_order([1, 5], prices=[0, 5], hits=2).first == (0, 1)


def test_a_hundred_like_cards_are_solved():
    assert best_aura_order([1] * 100, prices=[1] * 100).order == tuple(range(100))


@settings(max_examples=60, deadline=None)
@given(hand=priced, hits=st.integers(0, 3), rules=st.sampled_from([RULES, EIGHT]))
def test_what_an_order_keeps_equals_every_roll(hand, hits, rules):
    numbers, prices = [number for number, _ in hand], [price for _, price in hand]
    faces = rules.aura.die
    rolls = enumerate_auras(numbers, hits, faces)
    left = sum(ways * sum(prices[end.spent :]) for end, ways in rolls.items() if end.stopped == hits)
    assert kept_in_order(numbers, prices, hits, rules) == Fraction(left, faces ** len(numbers))


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: aura(3), TypeError, "cards must be a list of aura numbers, not 3"),
        (lambda: aura("32"), TypeError, "cards must be a list of aura numbers, not '32'"),
        (
            lambda: aura([3], rules=6),
            TypeError,
            "rules must be a Rules (of psy.spacehulk.rules), not 6",
        ),
        (lambda: kept_in_order([3], [1, 2]), ValueError, "prices must be as many as cards, 1, not 2"),
        (lambda: aura([-1]), ValueError, "cards[0] must be a whole number of at least 0, not -1"),
        (lambda: aura([3, True]), TypeError, "cards[1] must be a whole number of at least 0, not True"),
        (lambda: aura([2.5]), TypeError, "cards[0] must be a whole number of at least 0, not 2.5"),
        (lambda: aura([1] * 101), ValueError, "cards must be at most 100, not 101"),
        (lambda: auras([1], -1), ValueError, "hits must be a whole number of at least 0, not -1"),
        (
            lambda: best_aura_order([1, 2], [1]),
            ValueError,
            "prices must be as many as cards, 2, not 1",
        ),
        (
            lambda: best_aura_order([1], [0.5]),
            TypeError,
            "prices[0] must be an integer or a Fraction at least 0, not 0.5",
        ),
        (
            lambda: best_aura_order(range(20), range(20)),
            ValueError,
            "cards must leave at most 50000 different hands to solve, these leave 2097152",
        ),
        (
            lambda: simulate_auras([1], 1, -1, 0),
            ValueError,
            "trials must be a whole number of at least 0, not -1",
        ),
    ],
)
def test_bad_input_is_refused_in_one_sentence(call, error, message):
    with pytest.raises(error) as caught:
        call()
    assert str(caught.value) == message


@pytest.mark.parametrize("hits", range(4))
@pytest.mark.parametrize("cards", [(), (6, 0), (4, 3, 2), (1, 2, 2, 5, 3)])
def test_simulator_agrees_with_its_exact_twin(cards, hits):
    # Each of at most 24 frequencies may stray by 5 standard errors: a false alarm once in 70,000 runs.
    trials = 200_000
    rolled = simulate_auras(cards, hits, trials, np.random.default_rng(11))
    assert rolled.stopped.shape == rolled.spent.shape == (trials,)
    seen = Counter(zip(rolled.stopped.tolist(), rolled.spent.tolist(), strict=True))
    exact = auras(cards, hits)
    assert set(seen) <= set(exact.outcomes())
    for outcome in exact.outcomes():
        chance = exact.probability(outcome)
        assert abs(seen[outcome] - trials * chance) <= 5 * sqrt(trials * chance * (1 - chance)), outcome


def test_simulator_repeats_with_the_same_seed():
    assert (simulate_auras([3, 2], 1, 500, 5).spent == simulate_auras([3, 2], 1, 500, 5).spent).all()
    assert (simulate_auras([3, 2], 1, 500, 5).spent != simulate_auras([3, 2], 1, 500, 6).spent).any()
