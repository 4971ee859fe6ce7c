"""Draws without replacement: a matching card in hand, and several groups at once, beside icepool's decks."""

from fractions import Fraction

import icepool

from benchmarks.timing import Row, ratio
from psy.exact.decks import at_least, at_most, chance, exactly
from psy.spacehulk import RULES, nullify

HANDS = range(1, 11)
SIXTY = {"F": 10, "T": 4, "A": 4, "P": 4, "R": 4, "other": 34}
WANTED = [({"F", "T"}, exactly(2)), ({"A", "P"}, exactly(1)), ({"R"}, exactly(1))]
SHARED = [({"F", "T"}, at_least(2)), ({"T", "A"}, at_most(2)), ({"A", "P", "R"}, at_least(1))]


class IcepoolGroups(icepool.MultisetEvaluator):
    """Cards of each group, one kind of card at a time."""

    def __init__(self, groups):
        self.groups = groups

    def next_state(self, state, order, card, count):
        before = state or (0,) * len(self.groups)
        return tuple(seen + count * (card in group) for seen, group in zip(before, self.groups, strict=True))


def psy_nullify() -> list[Fraction]:
    """Return the chance of a matching card for each suit and hand."""
    return [nullify(RULES.deck, suit.name, hand) for suit in RULES.suits for hand in HANDS]


def icepool_nullify() -> list[Fraction]:
    """Return the same by icepool, with a deck of matching and other cards only."""
    size = sum(RULES.deck.values())
    decks = [
        icepool.Deck({1: RULES.deck[suit.name], 0: size - RULES.deck[suit.name]}) for suit in RULES.suits
    ]
    return [deck.deal(hand).sum().probability(">=", 1) for deck in decks for hand in HANDS]


def icepool_counts(groups, draws: int = 7):
    """Return the joint counts by icepool, its cache cold because the evaluator is new."""
    return IcepoolGroups(groups).evaluate(icepool.Deck(SIXTY).deal(draws))


def icepool_chance(conditions) -> Fraction:
    """Return the chance of the conditions out of icepool's joint counts."""
    die = icepool_counts([group for group, _ in conditions])
    limits = [limit for _, limit in conditions]
    good = [
        weight
        for counts, weight in die.items()
        if all(
            low <= count and (high is None or count <= high)
            for count, (low, high) in zip(counts, limits, strict=True)
        )
    ]
    return Fraction(sum(good), die.denominator())


def rows() -> list[Row]:
    """Return the comparisons of this module."""

    def equal(ours: object, peer: object) -> bool:
        return ours == peer

    table = f"nullify, {len(RULES.suits) * len(HANDS)} cells"
    return [
        ratio(table, psy_nullify, icepool_nullify, "icepool", 5, equal),
        ratio(
            "three groups apart, 7 of 60",
            lambda: chance(SIXTY, 7, WANTED),
            lambda: icepool_chance(WANTED),
            "icepool",
            5,
            equal,
        ),
        ratio(
            "three groups that share cards, 7 of 60",
            lambda: chance(SIXTY, 7, SHARED),
            lambda: icepool_chance(SHARED),
            "icepool",
            5,
            equal,
        ),
    ]
