"""Two pools of mixed dice, each sorted from high to low and paired by rank: the points of the pairs won.

Faces are taken from the highest down. A die that has shown none of the faces so far is equally likely to show
each of those left, whatever its size, so the dice of a pool that are still to come are all alike: how many
there are is enough to know, and which of them show the next face is a binomial coefficient. What has been
scored so far is a polynomial, and the whole polynomial is packed into one Python integer, one field of bits
for each score: scoring is a shift, adding up is one addition.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import comb, prod

from icepool import Die

Table = list[list[int]]


def sorted_pairs(
    first: Sequence[int], second: Sequence[int], points: Sequence[int], ties_win: bool = False
) -> Die[int]:
    """Return the distribution of the points that the first pool wins.

    Parameters
    ----------
    first, second
        The sizes of the dice of each pool, each at least 1. The pools may differ in number: ranks beyond
        the smaller pool do not count.
    points
        What the first pool scores, 0 or more, for a pair that it wins with face 1, 2, 3 and so on; at least
        as long as its largest die.
    ties_win
        Whether an equal pair is won as well; otherwise the face must be strictly higher.

    Returns
    -------
    Die of int
        Weights sum to the product of all sizes.

    Examples
    --------
    A d6 beats another in 15 of 36 rolls:

    >>> sorted_pairs([6], [6], points=[1] * 6).probabilities()
    (Fraction(7, 12), Fraction(5, 12))
    """
    sizes = [*first, *second]
    field = prod(sizes).bit_length()
    pairs = min(len(first), len(second))
    table, decided = [[1]], 0 if pairs else prod(sizes)
    for face in range(max(sizes) if pairs else 0, 0, -1):
        ours, theirs = (sum(size >= face for size in pool) for pool in (first, second))
        shift = field * points[face - 1] if ours else 0
        if ties_win:
            table = _second_shows(_first_shows(table, ours, pairs, shift), theirs)
        else:
            table = _first_shows(_second_shows(table, theirs), ours, pairs, shift)
        smaller = prod(size for size in sizes if size < face)
        decided += smaller * _decided(table, pairs, ours + theirs, face)
        table = [row[:pairs] for row in table[:pairs]]
    return Die(_unpacked(decided, field))


def _second_shows(table: Table, dice: int) -> Table:
    """Let every number of the second pool's dice that are left show this face."""
    shown = []
    for row in table:
        line = [0] * (dice + 1)
        for higher, ways in enumerate(row):
            for now, choose in enumerate(_chosen(dice - higher), higher) if ways else ():
                line[now] += ways * choose
        shown.append(line)
    return shown


def _first_shows(table: Table, dice: int, pairs: int, shift: int) -> Table:
    """Let every number of the first pool's dice that are left show this face, and score what they win.

    A rank is won if the second pool's die of that rank is lower: not yet among those of the table's column.
    """
    shown = [[0] * len(table[0]) for _ in range(dice + 1)]
    for higher, row in enumerate(table):
        for now, choose in enumerate(_chosen(dice - higher), higher):
            line, last = shown[now], min(now, pairs)
            for theirs, ways in enumerate(row):
                won = last - (theirs if theirs > higher else higher)
                line[theirs] += ways * choose << shift * won if won > 0 else ways * choose
    return shown


def _decided(table: Table, pairs: int, dice: int, face: int) -> int:
    """Count the rolls in which all pairs are decided: either pool has so many dice at this face or above.

    Each die that is left then shows any lower face.
    """
    decided = 0
    for higher, row in enumerate(table):
        for theirs in range(0 if higher >= pairs else pairs, len(row)):
            decided += row[theirs] * (face - 1) ** (dice - higher - theirs)
    return decided


@lru_cache(maxsize=128)
def _chosen(left: int) -> list[int]:
    """Return in how many ways 0, 1, 2 and so on of the dice left may show a face."""
    return [comb(left, more) for more in range(left + 1)]


def _unpacked(packed: int, field: int) -> dict[int, int]:
    """Return the weight of each score out of the packed polynomial."""
    weights, score, mask = {}, 0, (1 << field) - 1
    while packed:
        if packed & mask:
            weights[score] = packed & mask
        packed, score = packed >> field, score + 1
    return weights
