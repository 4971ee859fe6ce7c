"""Hands dealt one after another from one deck: the joint distribution of their totals, in whole numbers."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from math import comb, prod
from typing import Any

import numpy as np
import numpy.typing as npt
from icepool import Die

from psy.exact.arguments import whole
from psy.exact.decks import deck_size

MAX_POINTS = 10**6
MAX_TOTALS = 20_000_000
Counts = npt.NDArray[Any]


def hand_totals(deck: Mapping[int, int], hands: Sequence[int]) -> Die[tuple[int, ...]]:
    """Return the joint distribution of the totals of hands dealt in turn without putting cards back.

    Parameters
    ----------
    deck
        How many cards there are of each number of points, from -1,000,000 to 1,000,000.
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
        totals to count.

    Examples
    --------
    Two hands of one card from a deck of 1, 1 and 3: the 3 comes first, second or not at all.

    >>> dict(hand_totals({1: 2, 3: 1}, (1, 1)).items())
    {(1, 1): 2, (1, 3): 2, (3, 1): 2}
    """
    counts, least = count_hands(deck, hands)
    ranges = [range(low, low + size) for low, size in zip(least, counts.shape, strict=True)]
    deals = zip(product(*ranges), counts.ravel().tolist(), strict=True)
    return Die({totals: number for totals, number in deals if number})


def count_hands(deck: Mapping[int, int], hands: Sequence[int]) -> tuple[Counts, tuple[int, ...]]:
    """Count the deals by the totals of the hands, as an array.

    Returns
    -------
    ndarray, tuple of int
        The number of deals, with one axis for each hand, and the total at which each axis starts. The numbers
        are 64-bit integers if they fit, otherwise Python's.

    Raises
    ------
    TypeError, ValueError
        As `hand_totals`, which takes the same arguments.

    Examples
    --------
    >>> counts, least = count_hands({1: 2, 3: 1}, (1, 1))
    >>> counts.tolist(), least
    ([[2, 0, 2], [0, 0, 0], [2, 0, 0]], (1, 1))
    """
    size, sizes = deck_size(deck), tuple(whole("hands", hand) for hand in hands)
    if sum(sizes) > size:
        raise ValueError(f"hands must hold at most {size} cards, the deck, not {sum(sizes)}")
    cards = {whole("points", value, -MAX_POINTS, MAX_POINTS): count for value, count in deck.items() if count}
    least = min(cards, default=0)
    points = np.array([value - least for value in cards], dtype=np.int64)
    full = np.array(list(cards.values()), dtype=np.int64)
    shape = [int(points.max(initial=0)) * hand + 1 for hand in sizes]
    _refuse_long(shape, full.tolist(), sizes)
    deals = prod(comb(size - sum(sizes[:number]), hand) for number, hand in enumerate(sizes))
    counts = _counts(full, points, sizes, np.dtype(np.int64 if deals < 1 << 63 else object))
    return counts.reshape(shape), tuple(least * hand for hand in sizes)


def _counts(full: Counts, points: Counts, sizes: Sequence[int], dtype: Any) -> Counts:
    """Count the deals hand by hand; those that leave the same cards in the deck are kept together."""
    left, counts = full[None, :], np.ones((1, 1), dtype=dtype)
    for number, hand in enumerate(sizes):
        found = list(_picks(full.tolist(), hand))
        picks = np.array(found, dtype=np.int64).reshape(len(found), len(full))
        totals = picks @ points
        ways = _ways(left, picks, dtype)
        if number == len(sizes) - 1:
            last = np.zeros((len(left), int(points.max(initial=0)) * hand + 1), dtype=dtype)
            np.add.at(last.T, totals, ways.T)
            return counts.T @ last
        left, place = _after(left, picks, ways, full)
        after = np.zeros((len(left), counts.shape[1], int(points.max(initial=0)) * hand + 1), dtype=dtype)
        for pick, total in enumerate(totals.tolist()):
            can = place[:, pick] >= 0
            after[place[can, pick], :, total] += counts[can] * ways[can, pick, None]
        counts = after.reshape(len(left), -1)
    return counts


def _picks(left: Sequence[int], hand: int) -> Iterator[tuple[int, ...]]:
    """Yield the hands that can be dealt, as the cards of each kind."""
    if not left:
        yield from [()] if hand == 0 else []
        return
    for cards in range(min(left[0], hand) + 1):
        for rest in _picks(left[1:], hand - cards):
            yield (cards, *rest)


def _ways(left: Counts, picks: Counts, dtype: Any) -> Counts:
    """Count the ways to pick each hand from each deck that may be left."""
    cards, most = int(left.max(initial=0)), int(picks.max(initial=0))
    choose = np.array([[comb(n, k) for k in range(most + 1)] for n in range(cards + 1)], dtype=dtype)
    ways = np.ones((len(left), len(picks)), dtype=dtype)
    for kind in range(left.shape[1]):
        ways *= choose[left[:, kind, None], picks[None, :, kind]]
    return ways


def _after(left: Counts, picks: Counts, ways: Counts, full: Counts) -> tuple[Counts, Counts]:
    """Return the decks that may be left, and which of them each hand leaves of each deck; -1 if it cannot."""
    radix = np.cumprod([1, *(full + 1)])[:-1]
    codes = (left @ radix)[:, None] - (picks @ radix)[None, :]
    can = ways.astype(bool)
    found, inverse = np.unique(codes[can], return_inverse=True)
    place = np.full(codes.shape, -1)
    place[can] = inverse
    return found[:, None] // radix % (full + 1), place


def _refuse_long(shape: Sequence[int], full: Sequence[int], sizes: Sequence[int]) -> None:
    """Refuse to count too many totals, or too many decks left, before it starts."""
    dealt = sum(sizes[:-1])
    decks = min(prod(min(cards, dealt) + 1 for cards in full), comb(dealt + len(full), dealt))
    most = max(prod(shape), decks * prod(shape[:-1]))
    if most > MAX_TOTALS:
        raise ValueError(f"hands must have at most {MAX_TOTALS:,} totals for the decks left, not {most:,}")
