"""A turn of cards against a hidden hand, beside a plain recursion over every hand that the enemy may hold."""

from collections import defaultdict
from fractions import Fraction
from itertools import combinations

from benchmarks.timing import Row, ratio
from psy.spacehulk import RULES, Card, Enemy, KillingHit, UseAbility, plan_turn

SUITS = ("psionic", "power", "kinesis", "psionic", "power", "temporal")
HAND = [Card(str(place), suit, value=place + 2, bonus=place + 1) for place, suit in enumerate(SUITS)]
DECK = {"psionic": 3, "power": 2, "kinesis": 2, "temporal": 1, "other": 6}
HELD, USES, LIFE = 4, 5, 10


def plain_turn() -> Fraction:
    """Return the value of some abilities and a killing hit, from the words of the rules."""
    cards = [suit for suit, count in DECK.items() for _ in range(count)]
    return _use(tuple(HAND), [list(hand) for hand in combinations(cards, HELD)], USES)


def _use(hand: tuple[Card, ...], deals: list[list[str]], uses: int) -> Fraction:
    if not uses:
        return _hit(hand)
    values = [_use(hand, deals, uses - 1)]
    for card in hand:
        rest = tuple(other for other in hand if other is not card)
        groups = defaultdict(list)
        for deal in deals:
            left = list(deal)
            stopped = card.suit in left
            if stopped:
                left.remove(card.suit)
            groups[stopped].append(left)
        ends = (
            Fraction(len(group), len(deals)) * (card.value * (not stopped) + _use(rest, group, uses - 1))
            for stopped, group in groups.items()
        )
        values.append(sum(ends, Fraction(0)))
    return max(values)


def _hit(hand: tuple[Card, ...]) -> Fraction:
    fails = Fraction(1)
    for card in hand:
        fails *= 1 - Fraction(min(card.bonus, RULES.aura.die), RULES.aura.die)
    return LIFE * (1 - fails)


def psy_turn() -> Fraction:
    """Return the same by psy."""
    turn = [*[UseAbility()] * USES, KillingHit()]
    return plan_turn(HAND, turn, LIFE, enemy=Enemy.from_deck(DECK, HELD)).value


def rows() -> list[Row]:
    """Return the comparisons of this module."""
    what = f"turn of {len(HAND)} cards against a hand of {HELD} from {sum(DECK.values())}"
    return [ratio(what, psy_turn, plain_turn, "recursion over every hand", 2, lambda a, b: a == b, repeat=1)]
