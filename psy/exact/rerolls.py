"""Keep some dice of a mixed pool and roll the others again: all rolls, all plans, and where each leads.

Within dice of one size the order of a roll does not matter, and of two dice of one size the lower is always
the better one to roll again where high is good: swapping them leaves every result of the new roll at least as
good. So a plan is how many of the lowest dice of each size are rolled again.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement, groupby
from math import comb, factorial, prod

import numpy as np
import numpy.typing as npt

Whole = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Rolls:
    """Every roll of a pool, and every plan to keep the higher dice of each size.

    Parameters
    ----------
    faces
        Shape ``(rolls, dice)``: the faces, larger dice first, those of one size from high to low.
    ways
        Shape ``(rolls,)``: in how many ways each roll comes about; the sum is the product of the sizes.
    plans
        Shape ``(rolls, choices)``: which plan each choice is for each roll; fewest dice first.
    again
        Shape ``(choices, sizes)``: how many dice of each size a choice rolls again.
    leads_to
        One matrix ``(plans, rolls)`` for each size: the ways from each plan to every roll of its dice. The
        whole table would be their Kronecker product; `spread` and `expected` work without it.
    """

    faces: Whole
    ways: Whole
    plans: Whole
    again: Whole
    leads_to: tuple[Whole, ...]

    @property
    def sizes(self) -> list[slice]:
        """The columns of ``faces`` that belong to each size."""
        ends = np.cumsum(self.again.max(axis=0))
        return [slice(int(start), int(end)) for start, end in zip([0, *ends], ends, strict=False)]

    @property
    def plan_count(self) -> int:
        """How many plans there are."""
        return prod(len(matrix) for matrix in self.leads_to)

    def spread(self, weights: Whole) -> Whole:
        """Turn weights of plans, shape ``(rows, plans)``, into weights of rolls, ``(rows, rolls)``."""
        return _times_each(weights, self.leads_to)

    def expected(self, values: Whole) -> Whole:
        """Turn values of rolls, shape ``(rows, rolls)``, into those of plans, times the product of sizes."""
        return _times_each(values, [matrix.T for matrix in self.leads_to])


def rolls_and_plans(sizes: Sequence[int]) -> tuple[int, int]:
    """Return how many rolls and plans a pool has, so that a caller can refuse what is too much.

    Examples
    --------
    One d6 has 6 rolls; it is kept, showing one of 6 faces, or rolled again:

    >>> rolls_and_plans([6])
    (6, 7)
    """
    groups = _groups(sizes)
    return (
        prod(comb(size + dice - 1, dice) for size, dice in groups),
        prod(comb(size + dice, dice) for size, dice in groups),
    )


def all_rolls(sizes: Sequence[int]) -> Rolls:
    """Return every roll of the pool and where each plan leads.

    Examples
    --------
    One coin: thrown again, kept on its 2, or kept on its 1.

    >>> coin = all_rolls([2])
    >>> coin.faces.ravel().tolist(), coin.plans.tolist(), coin.leads_to[0].tolist()
    ([2, 1], [[1, 0], [2, 0]], [[1, 1], [2, 0], [0, 2]])
    """
    one = np.ones((1, 1), dtype=np.int64)
    pool = Rolls(one[:, :0], one[0], one - 1, one[:, :0], ())
    for size, dice in _groups(sizes):
        pool = _joined(pool, _like_dice(size, dice))
    order = np.argsort(pool.again.sum(axis=1), kind="stable")
    return Rolls(pool.faces, pool.ways, pool.plans[:, order], pool.again[order], pool.leads_to)


def merged(pool: Rolls) -> tuple[Whole, Whole]:
    """Return the rolls sorted from high to low, whatever the sizes, with their ways: for who rolls once."""
    if not pool.faces.size:
        return pool.faces, pool.ways
    ordered = -np.sort(-pool.faces, axis=1)
    faces, which = np.unique(ordered, axis=0, return_inverse=True)
    ways = np.zeros(len(faces), dtype=np.int64)
    np.add.at(ways, which.ravel(), pool.ways)
    return faces, ways


def _times_each(left: Whole, factors: Sequence[Whole]) -> Whole:
    """Multiply by the Kronecker product of the factors, one after the other; each turns the columns round."""
    rows = len(left)
    for factor in factors:
        turned = left.reshape(rows, len(factor), -1).transpose(0, 2, 1).reshape(-1, len(factor))
        left = _times(turned, factor).reshape(rows, -1)
    return left


def _times(left: Whole, right: Whole) -> Whole:
    """Multiply matrices of whole numbers, 0 or more, exactly; the result must be below 2 ** 63.

    Floating-point products are far faster and are exact below 2 ** 53, so larger numbers are split.

    Examples
    --------
    >>> int(_times(np.array([[2**40 + 1]]), np.array([[2**20 + 1]]))[0, 0]) == (2**40 + 1) * (2**20 + 1)
    True
    """
    if int(left.max(initial=0)) * int(right.sum(axis=0).max(initial=0)) < 2**53:
        product: Whole = (left.astype(np.float64) @ right.astype(np.float64)).astype(np.int64)
        return product
    return (_times(left >> 26, right) << 26) + _times(left & (2**26 - 1), right)


def _groups(sizes: Sequence[int]) -> list[tuple[int, int]]:
    """Return each size, the largest first, with its number of dice."""
    return [(size, len(list(dice))) for size, dice in groupby(sorted(sizes, reverse=True))]


def _like_dice(size: int, dice: int) -> Rolls:
    kept = [
        plan
        for number in range(dice + 1)
        for plan in combinations_with_replacement(range(size, 0, -1), number)
    ]
    number_of = {plan: number for number, plan in enumerate(kept)}
    rolls = [plan for plan in kept if len(plan) == dice]
    index = {roll: number for number, roll in enumerate(rolls)}
    leads_to = np.zeros((len(kept), len(rolls)), dtype=np.int64)
    for number, plan in enumerate(kept):
        for new in combinations_with_replacement(range(size, 0, -1), dice - len(plan)):
            roll = tuple(sorted(plan + new, reverse=True))
            leads_to[number, index[roll]] += _orders(new) * size ** len(plan)
    return Rolls(
        np.array(rolls, dtype=np.int64),
        np.array([_orders(roll) for roll in rolls], dtype=np.int64),
        np.array([[number_of[roll[: dice - again]] for again in range(dice + 1)] for roll in rolls]),
        np.arange(dice + 1)[:, None],
        (leads_to,),
    )


def _orders(roll: Sequence[int]) -> int:
    """Return in how many orders the dice can show the roll."""
    return factorial(len(roll)) // prod(factorial(roll.count(face)) for face in set(roll))


def _joined(left: Rolls, right: Rolls) -> Rolls:
    """Return the rolls of two pools together: every roll of one with every roll of the other."""
    plans = left.plans[:, None, :, None] * right.plan_count + right.plans[None, :, None, :]
    return Rolls(
        _pairs(left.faces, right.faces),
        np.kron(left.ways, right.ways),
        plans.reshape(len(left.ways) * len(right.ways), -1),
        _pairs(left.again, right.again),
        left.leads_to + right.leads_to,
    )


def _pairs(left: Whole, right: Whole) -> Whole:
    """Return every row of one beside every row of the other."""
    return np.hstack([np.repeat(left, len(right), axis=0), np.tile(right, (len(left), 1))])
