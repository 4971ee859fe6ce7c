"""Draws from a deck without replacement: how many cards of each group come, in whole numbers.

A deck is a mapping of each card to the number of its copies. A group is a collection of cards; groups may
share cards.
"""

from collections import defaultdict
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from math import comb, prod
from typing import NamedTuple, TypeVar

from psy.exact.arguments import whole

Card = TypeVar("Card", bound=Hashable)

MAX_STEPS = 5_000_000


class Limits(NamedTuple):
    """How many cards of a group are wanted, both ends included; ``high=None`` means no upper end."""

    low: int
    high: int | None


class _Part(NamedTuple):
    """Cards that belong to the same groups: how many, to which groups, and which groups end with them."""

    cards: int
    groups: tuple[int, ...]
    ending: tuple[int, ...]


def at_least(count: int) -> Limits:
    """Return the condition of ``count`` cards of a group, or more.

    Examples
    --------
    >>> at_least(1)
    Limits(low=1, high=None)
    """
    return Limits(whole("count", count), None)


def at_most(count: int) -> Limits:
    """Return the condition of ``count`` cards of a group, or fewer.

    Examples
    --------
    >>> at_most(1)
    Limits(low=0, high=1)
    """
    return Limits(0, whole("count", count))


def exactly(count: int) -> Limits:
    """Return the condition of just ``count`` cards of a group.

    Examples
    --------
    >>> exactly(1)
    Limits(low=1, high=1)
    """
    return Limits(whole("count", count), count)


def deck_size(deck: Mapping[Card, int]) -> int:
    """Return the number of cards in a deck.

    Raises
    ------
    TypeError, ValueError
        If the deck is no mapping of cards to counts of 0 or more.

    Examples
    --------
    >>> deck_size({"ace": 4, "king": 4})
    8
    """
    return _size("deck", deck)


def without(deck: Mapping[Card, int], seen: Mapping[Card, int]) -> dict[Card, int]:
    """Return what is left of a deck once some of its cards are seen elsewhere.

    Raises
    ------
    TypeError, ValueError
        If more copies of a card are seen than the deck has.

    Examples
    --------
    >>> without({"ace": 4, "king": 4}, {"ace": 3})
    {'ace': 1, 'king': 4}
    """
    _size("deck", deck), _size("seen", seen)
    for card, count in seen.items():
        if count > deck.get(card, 0):
            raise ValueError(
                f"seen[{card!r}] must be at most {deck.get(card, 0)}, the copies in the deck, not {count}"
            )
    return {card: count - seen.get(card, 0) for card, count in deck.items()}


def chance(
    deck: Mapping[Card, int], draws: int, conditions: Iterable[tuple[Collection[Card], Limits]]
) -> Fraction:
    """Return the chance that a draw meets every condition on groups of cards.

    Parameters
    ----------
    deck
        Copies of each card, 0 or more.
    draws
        Cards drawn without replacement, 0 to the size of the deck.
    conditions
        Pairs of a group and `at_least`, `at_most` or `exactly` so many. Groups may share cards.

    Raises
    ------
    TypeError, ValueError
        If an argument is of the wrong kind, more cards are drawn than the deck has, a group names a card
        that is not in the deck, or the count would take too long.

    Examples
    --------
    An ace and no king among two cards of four: the ace comes with one of two others, 2 of 6 hands.

    >>> deck = {"ace": 1, "king": 1, "other": 2}
    >>> chance(deck, 2, [({"ace"}, exactly(1)), ({"king"}, at_most(0))])
    Fraction(1, 3)
    """
    pairs = list(conditions)
    for _, limits in pairs:
        if not isinstance(limits, Limits):
            raise TypeError(f"a condition must be at_least, at_most or exactly so many, not {limits!r}")
    ways = _ways(deck, draws, [group for group, _ in pairs], [limits for _, limits in pairs])
    return Fraction(ways, comb(deck_size(deck), draws))


def _size(name: str, cards: Mapping[Card, int]) -> int:
    if not isinstance(cards, Mapping):
        raise TypeError(f"{name} must be a mapping of card to count, not {cards!r}")
    return sum(whole(f"{name}[{card!r}]", count) for card, count in cards.items())


def _ways(
    deck: Mapping[Card, int],
    draws: int,
    groups: Sequence[Collection[Card]],
    limits: Sequence[Limits],
) -> int:
    """Count the draws that meet the limits; a group's count is forgotten as soon as it is known to be met."""
    size = deck_size(deck)
    draws = whole("draws", draws)
    if draws > size:
        raise ValueError(f"draws must be at most {size}, the cards in the deck, not {draws}")
    parts, rest = _parts(deck, groups)
    _refuse_long(parts, draws, limits)
    drawable = {group for part in parts for group in part.groups}
    start = tuple(_settled(0, limit, group not in drawable) for group, limit in enumerate(limits))
    states = {} if -1 in start else {(0, start): 1}
    for part in parts:
        states = _drawn(states, part, draws, limits)
    return sum(
        weight * comb(rest, draws - drawn) for (drawn, _), weight in states.items() if draws - drawn <= rest
    )


def _parts(deck: Mapping[Card, int], groups: Sequence[Collection[Card]]) -> tuple[list[_Part], int]:
    """Sort the deck into parts that belong to the same groups, and the rest that belongs to none."""
    for group in groups:
        if isinstance(group, str) or not isinstance(group, Collection):
            raise TypeError(f"a group must be a collection of cards, such as {{'ace'}}, not {group!r}")
        for card in group:
            if card not in deck:
                raise ValueError(f"a group names {card!r}, which is not in the deck")
    sizes: dict[tuple[int, ...], int] = defaultdict(int)
    for card, count in deck.items():
        sizes[tuple(i for i, group in enumerate(groups) if card in group)] += int(count)
    rest = sizes.pop((), 0)
    order = sorted(sizes)
    last = {i: number for number, members in enumerate(order) for i in members}
    return [
        _Part(sizes[members], members, tuple(i for i in members if last[i] == number))
        for number, members in enumerate(order)
    ], rest


def _drawn(
    states: Mapping[tuple[int, tuple[int, ...]], int],
    part: _Part,
    draws: int,
    limits: Sequence[Limits],
) -> dict[tuple[int, tuple[int, ...]], int]:
    """Draw any number of the cards of one part, and settle the counts of its groups."""
    after: dict[tuple[int, tuple[int, ...]], int] = defaultdict(int)
    for (drawn, counts), weight in states.items():
        for more in range(min(part.cards, draws - drawn) + 1):
            settled = list(counts)
            for group in part.groups:
                settled[group] = _settled(counts[group] + more, limits[group], group in part.ending)
            if -1 not in settled:
                after[drawn + more, tuple(settled)] += weight * comb(part.cards, more)
    return after


def _settled(count: int, limits: Limits, ended: bool) -> int:
    """Return as much of a group's count as still matters, or -1 if its condition is broken."""
    if (limits.high is not None and count > limits.high) or (ended and count < limits.low):
        return -1
    if ended:
        return 0
    return min(count, limits.low) if limits.high is None else count


def _refuse_long(parts: Sequence[_Part], draws: int, limits: Sequence[Limits]) -> None:
    """Refuse a count of too many steps before it starts, from the counts that each part must tell apart."""
    steps, most = 0, [0] * len(limits)
    for part in parts:
        held = prod(min(cards, draws) + 1 for cards in most)
        steps += held * (draws + 1) * (min(part.cards, draws) + 1)
        for group in part.groups:
            most[group] += part.cards
        for group in part.ending:
            most[group] = 0
    if steps > MAX_STEPS:
        raise ValueError(f"groups must take at most {MAX_STEPS} steps to count, these may take {steps}")
