"""Hands dealt one after another from one deck: the joint distribution of their totals, in whole numbers."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from math import comb

from icepool import Die

from psy.exact.arguments import several, whole
from psy.exact.decks import deck_size

MAX_POINTS = 10**6
MAX_STEPS = 5_000_000


def hand_totals(deck: Mapping[int, int], hands: Sequence[int]) -> Die[tuple[int, ...]]:
    """Return the joint distribution of the totals of hands dealt in turn without putting cards back.

    Parameters
    ----------
    deck
        How many cards there are of each number of points.
    hands
        The size of each hand, 0 or more; together no more than the deck.

    Returns
    -------
    Die of tuple
        One total for each hand. Weights sum to the number of deals, where cards are told apart but not their
        order in a hand.

    Raises
    ------
    TypeError, ValueError
        If an argument is of the wrong kind, the hands hold more cards than the deck, or there are too many
        deals to count.

    Examples
    --------
    Two hands of one card from a deck of 1, 1 and 3: the 3 comes first, second or not at all.

    >>> dict(hand_totals({1: 2, 3: 1}, (1, 1)).items())
    {(1, 1): 2, (1, 3): 2, (3, 1): 2}
    """
    size = deck_size(deck)
    sizes = tuple(whole("hands", hand) for hand in several("hands", hands, "sizes"))
    if sum(sizes) > size:
        raise ValueError(f"hands must hold at most {size} cards, the deck, not {sum(sizes)}")
    cards = {whole("points", points, -MAX_POINTS, MAX_POINTS): int(count) for points, count in deck.items()}
    least = min(cards, default=0)
    # One number holds the totals of all hands, each above its least, as digits to this base.
    base = (max(cards, default=0) - least) * max(sizes, default=0) + 1
    # Deals by the places that are still empty in each hand and by the totals, one kind after the other.
    deals, steps = {sizes: {0: 1}}, 0
    for points, count in cards.items():
        size -= count
        after: dict[tuple[int, ...], dict[int, int]] = defaultdict(lambda: defaultdict(int))
        for empty, totals in deals.items():
            for left, ways in _shares(count, max(0, sum(empty) - size), empty):
                added = sum(
                    base**i * (full - now) for i, (full, now) in enumerate(zip(empty, left, strict=True))
                )
                dealt, more = after[left], added * (points - least)
                for total, number in totals.items():
                    dealt[total + more] += number * ways
                steps += len(totals)
            if steps > MAX_STEPS:
                raise ValueError(f"hands must be counted in {MAX_STEPS:,} steps, these take more")
        deals = after
    full = deals.get((0,) * len(sizes), {})
    return Die(
        {
            tuple(total // base**i % base + least * hand for i, hand in enumerate(sizes)): number
            for total, number in full.items()
        }
    )


def _shares(cards: int, fewest: int, empty: Sequence[int]) -> Iterator[tuple[tuple[int, ...], int]]:
    """Deal cards of one kind, at least the fewest: yield the places that stay empty, and the ways."""
    if not empty:
        yield (), 1
        return
    for here in range(max(0, fewest - sum(empty[1:])), min(cards, empty[0]) + 1):
        for left, ways in _shares(cards - here, fewest - here, empty[1:]):
            yield (empty[0] - here, *left), ways * comb(cards, here)
