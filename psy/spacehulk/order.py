"""In which order to play auras, so that the cards worth most stay in hand."""

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import prod

from psy.exact.arguments import rational, several, whole
from psy.spacehulk.aura import aura_numbers, auras
from psy.spacehulk.rules import RULES, Rules

MAX_HANDS = 50_000


@dataclass(frozen=True)
class AuraOrder:
    """The order of auras that keeps the most.

    Parameters
    ----------
    kept
        Mean price of the cards that are left; nothing is left when the psyker dies.
    first
        Places in the hand, from 0, of all cards that are best to play first, as none else is.
    order
        Places in the hand in one best order, as long as every aura fails.
    if_first
        For each card of the hand, the mean price of what is left if it is played first and the rest in the
        best order; the price of the whole hand where no hit comes.
    """

    kept: Fraction
    first: tuple[int, ...]
    order: tuple[int, ...]
    if_first: tuple[Fraction, ...]


def best_aura_order(
    cards: Sequence[int], prices: Sequence[int | Fraction], hits: int = 1, rules: Rules = RULES
) -> AuraOrder:
    """Return the order of auras that keeps cards of the highest mean price in hand.

    Every order survives equally often, because a hand in danger is played to the end: the psyker lives if as
    many cards save as there are hits. Only what is left differs. Against one hit the rule is simple: cards go
    in rising price for each pip of their number. The order may be chosen again after each hit.

    Parameters
    ----------
    cards
        Aura numbers, each 0 or more.
    prices
        What each card is worth when it is kept, 0 or more, an integer or a Fraction; as many as cards.
    hits
        Killing hits that are sure to come in the turn, 0 or more.
    rules
        Only ``aura.die`` is used.

    Raises
    ------
    TypeError, ValueError
        If an argument is out of its range, or the hand has too many different parts to be solved.

    Examples
    --------
    A 4 at a price of 6 and a 2 at a price of 1: the 2 goes first and saves the 4 in a third of all cases. The
    other way round the 2 would be kept in two thirds, worth less.

    >>> best = best_aura_order([4, 2], prices=[6, 1])
    >>> best.first, best.order, [str(points) for points in best.if_first]
    ((1,), (1, 0), ['2/3', '2'])
    """
    numbers = aura_numbers(cards, rules)
    costs = price_each(prices, len(numbers))
    hits = min(whole("hits", hits), len(numbers) + 1)
    hand = list(zip(numbers, costs, strict=True))
    hands = prod(hand.count(card) + 1 for card in set(hand)) * (hits + 1)
    if hands > MAX_HANDS:
        raise ValueError(
            f"cards must leave at most {MAX_HANDS} different hands to solve, these leave {hands}"
        )
    return _solve_order(hand, hits, rules.aura.die)


def kept_in_order(
    cards: Sequence[int], prices: Sequence[int | Fraction], hits: int = 1, rules: Rules = RULES
) -> Fraction:
    """Return the mean price of what is left when auras are always played in the given order.

    Parameters
    ----------
    cards, prices, hits, rules
        As `best_aura_order`, the cards in play order.

    Raises
    ------
    TypeError, ValueError
        If an argument is out of its range.

    Examples
    --------
    The 2 first: it saves in 2 of 6 turns and leaves the 4, worth 6 points; the rest leaves nothing.

    >>> kept_in_order([2, 4], prices=[1, 6])
    Fraction(2, 1)
    """
    turn, hits = auras(cards, hits, rules), whole("hits", hits)
    costs = price_each(prices, len(cards))
    left = (turn.probability(end) * sum(costs[end.spent :]) for end in turn if end.stopped == hits)
    return sum(left, Fraction(0))


def price_each(prices: Sequence[int | Fraction], cards: int) -> list[Fraction]:
    """Check the prices of so many cards, each 0 or more."""
    costs = [
        rational(f"prices[{place}]", price, 0)
        for place, price in enumerate(several("prices", prices, "points"))
    ]
    if len(costs) != cards:
        raise ValueError(f"prices must be as many as cards, {cards}, not {len(costs)}")
    return costs


def _solve_order(hand: Sequence[tuple[int, Fraction]], hits: int, faces: int) -> AuraOrder:
    """Solve the order backwards over the cards left and the hits to come."""
    kinds = sorted(set(hand))

    def played(counts: tuple[int, ...], hits: int, kind: int) -> Fraction:
        saves = Fraction(kinds[kind][0], faces)
        rest = tuple(count - (place == kind) for place, count in enumerate(counts))
        return saves * kept(rest, hits - 1) + (1 - saves) * kept(rest, hits)

    @functools.cache
    def kept(counts: tuple[int, ...], hits: int) -> Fraction:
        if hits == 0:
            prices = (count * price for count, (_, price) in zip(counts, kinds, strict=True))
            return sum(prices, Fraction(0))
        return max((played(counts, hits, kind) for kind in held(counts)), default=Fraction(0))

    def held(counts: tuple[int, ...]) -> list[int]:
        return [kind for kind, count in enumerate(counts) if count]

    def best(counts: tuple[int, ...]) -> list[int]:
        return [kind for kind in held(counts) if played(counts, hits, kind) == kept(counts, hits)]

    counts = start = tuple(hand.count(kind) for kind in kinds)
    order: list[int] = []
    while hits and any(counts):
        kind = best(counts)[0]
        order.append(next(i for i, card in enumerate(hand) if card == kinds[kind] and i not in order))
        counts = tuple(count - (place == kind) for place, count in enumerate(counts))
    first = {kinds[kind] for kind in best(start)} if hits else set()
    if_first = (played(start, hits, kinds.index(card)) if hits else kept(start, 0) for card in hand)
    return AuraOrder(
        kept(start, hits),
        tuple(i for i, card in enumerate(hand) if card in first),
        tuple(order),
        tuple(if_first),
    )
