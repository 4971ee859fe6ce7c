"""Re-rolls by choice: each side's best dice to roll again, for every pair of rolls, and what comes of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import prod

import numpy as np
from icepool import Die

from psy.exact.rerolls import Rolls, Whole, all_rolls, merged, rolls_and_plans
from psy.prospero.battle_rules import AttackRule

Order = tuple[tuple[str, str], ...]
MAX_CELLS = 30_000_000
# Where both sides choose, so many re-rolls are weighed in some seconds.
MAX_WEIGHED = 100_000_000


@dataclass(frozen=True)
class Step:
    """One side's re-roll: the plan for every pair of rolls, shape ``(other side's rolls, own rolls)``."""

    side: str
    pool: Rolls
    choice: Whole

    def forward(self, weights: Whole) -> Whole:
        """Return the weights of pairs of rolls, attack then armour, after the re-roll."""
        own = weights.T if self.side == "attack" else weights
        plans = np.zeros((len(own), self.pool.plan_count), dtype=np.int64)
        chosen = self.pool.plans[np.arange(own.shape[1]), self.choice]
        np.add.at(plans, (np.arange(len(own))[:, None], chosen), own)
        after = self.pool.spread(plans)
        return after.T if self.side == "attack" else after


@dataclass(frozen=True)
class Solved:
    """The pairs of rolls with their ways and damage, and the steps in the order in which they are taken."""

    attack_faces: Whole
    armour_faces: Whole
    ways: Whole
    damage: Whole
    steps: tuple[Step, ...]


def attack_with_rerolls(
    ours: tuple[int, ...], theirs: tuple[int, ...], order: Order, rule: AttackRule
) -> Die[int]:
    """Return the distribution of damage where the sides re-roll in this order.

    Examples
    --------
    A d2 that hits only with its 2 against a 1; the armour die is rolled again unless it shows 2:

    >>> attack_with_rerolls((2,), (2,), (("armour", "kine shield"),), AttackRule(2, 6, 1, 2, False))
    Die({0: 7, 1: 1})
    """
    solved = solve(ours, theirs, order, rule)
    weights = solved.ways
    for step in solved.steps:
        weights = step.forward(weights)
    values, which = np.unique(solved.damage, return_inverse=True)
    sums = np.zeros(len(values), dtype=np.int64)
    np.add.at(sums, which.ravel(), weights.ravel())
    return Die({int(value): int(ways) for value, ways in zip(values, sums, strict=True) if ways})


@lru_cache(maxsize=4)
def solve(ours: tuple[int, ...], theirs: tuple[int, ...], order: Order, rule: AttackRule) -> Solved:
    """Work out the best choices, the last step first."""
    _refuse_too_much(ours, theirs, [side for side, _ in order], max(1, rule.critical_damage))
    pools = {"attack": all_rolls(ours), "armour": all_rolls(theirs)}
    sides = {name: (pool.faces, pool.ways) for name, pool in pools.items()}
    for name in sides.keys() - {side for side, _ in order}:
        sides[name] = merged(pools[name])
    (attack_faces, attack_ways), (armour_faces, armour_ways) = sides["attack"], sides["armour"]
    damage = _damage(attack_faces, armour_faces, rule)
    value = damage
    steps: list[Step] = []
    for side, how in reversed(order):
        own = value.T if side == "attack" else value
        expected = pools[side].expected(own)
        choice = _ones(pools[side], len(own)) if how == "smoke" else _best(pools[side], expected, side)
        steps.insert(0, Step(side, pools[side], choice))
        own = np.take_along_axis(expected, pools[side].plans[np.arange(own.shape[1]), choice], axis=1)
        value = own.T if side == "attack" else own
    return Solved(attack_faces, armour_faces, np.outer(attack_ways, armour_ways), damage, tuple(steps))


def _refuse_too_much(ours: Sequence[int], theirs: Sequence[int], rerolled: list[str], damage: int) -> None:
    (attack_rolls, attack_plans), (armour_rolls, armour_plans) = (
        rolls_and_plans(ours),
        rolls_and_plans(theirs),
    )
    sizes = {"attack": ours, "armour": theirs}
    cells = max(
        attack_rolls * armour_rolls,
        attack_rolls * armour_plans * ("armour" in rerolled),
        armour_rolls * attack_plans * ("attack" in rerolled),
    )
    ways = prod(ours) ** (1 + ("attack" in rerolled)) * prod(theirs) ** (1 + ("armour" in rerolled))
    weighed = attack_rolls * armour_rolls * sum(_options(sizes[side]) for side in rerolled)
    if len(rerolled) > 1 and weighed > MAX_WEIGHED:
        raise ValueError(
            f"re-rolls by choice of both sides of {len(ours)} against {len(theirs)} dice are too many to "
            f"work out: {weighed:.1e} re-rolls to weigh, at most {MAX_WEIGHED:.0e}"
        )
    if cells > MAX_CELLS or ways * damage * max(1, len(ours)) >= 2**63:
        raise ValueError(
            f"re-rolls by choice of {len(ours)} against {len(theirs)} dice are too many to work out: "
            f"{cells:.1e} pairs of rolls, at most {MAX_CELLS:.0e}, and {ways:.1e} ways, at most {2**62:.0e}"
        )


def _options(sizes: Sequence[int]) -> int:
    """Return in how many ways dice may be rolled again: of each size the lowest, in any number."""
    return prod(sizes.count(size) + 1 for size in set(sizes))


def _damage(attack_faces: Whole, armour_faces: Whole, rule: AttackRule) -> Whole:
    """Return the damage of every pair of rolls."""
    ours, theirs = -np.sort(-attack_faces, axis=1), -np.sort(-armour_faces, axis=1)
    points = np.array([0, *rule.points(int(ours.max(initial=0)))])
    damage = np.zeros((len(ours), len(theirs)), dtype=np.int64)
    for rank in range(min(ours.shape[1], theirs.shape[1])):
        high, low = ours[:, rank, None], theirs[None, :, rank]
        damage += np.where(high >= low if rule.ties_hit else high > low, points[high], 0)
    return damage


def _best(pool: Rolls, expected: Whole, side: str) -> Whole:
    """Return the best choice of every roll; of equal ones the first, with the fewest dice."""
    better = np.greater if side == "attack" else np.less
    choice = np.zeros((len(expected), len(pool.plans)), dtype=np.int64)
    best = expected[:, pool.plans[:, 0]]
    for number in range(1, len(pool.again)):
        value = expected[:, pool.plans[:, number]]
        take = better(value, best)
        choice[take], best = number, np.where(take, value, best)
    return choice


def _ones(pool: Rolls, rows: int) -> Whole:
    """Return the choice of every roll that rolls its ones again, and nothing else."""
    ones = [(pool.faces[:, columns] == 1).sum(axis=1) for columns in pool.sizes]
    same = [pool.again[:, size] == shown[:, None] for size, shown in enumerate(ones)]
    number = np.logical_and.reduce(same).argmax(axis=1) if same else np.zeros(1, dtype=np.int64)
    return np.repeat(number[None], rows, axis=0)
