"""Attacks: sorted pairs beside icepool, the simulator beside raw faces."""

import icepool
import numpy as np
from icepool import Die

from benchmarks.timing import Row, ratio
from psy.prospero import BATTLE_RULES, simulate_attack
from psy.prospero.attack.damage import plain_attack

EIGHT = ([12, 12, 10, 10, 8, 8, 6, 6], [10, 10, 8, 8, 6, 6, 6, 6])
TEN = ([12, 12, 10, 10, 8, 8, 8, 6, 6, 6], [10, 10, 8, 8, 8, 6, 6, 6, 6, 6])
TRIALS = 1_000_000


class IcepoolDamage(icepool.MultisetEvaluator):
    """The attack of pools of like number in icepool's own terms, the fastest of four that were tried.

    From the lowest face up: armour dice seen, less attack dice seen, is how many armour dice still wait to be
    beaten. The others were: from the highest face down with both counts, or with their difference; and
    ``sort_pair`` with a sum, which takes a tenth longer than this one.
    """

    def initial_state(self, order, outcomes, *sizes):
        if order < 0:
            raise icepool.UnsupportedOrder()
        return 0, 0

    def next_state(self, state, order, face, ours, theirs):
        waiting, damage = state
        beaten = max(0, waiting) - max(0, waiting - ours)
        return waiting - ours + theirs, damage + beaten * (2 if face >= 6 else 1)

    def final_outcome(self, final_state, *_):
        return final_state[1]


def icepool_damage(ours: list[int], theirs: list[int]) -> Die[int]:
    """Return the damage by icepool, its caches cold because the evaluator is new."""
    pools = [icepool.Pool([icepool.d(size) for size in sizes]) for sizes in (ours, theirs)]
    return IcepoolDamage().evaluate(*pools)


def _exact(name: str, ours: list[int], theirs: list[int], goal: float) -> Row:
    return ratio(
        name,
        lambda: plain_attack(tuple(ours), tuple(theirs), BATTLE_RULES.attack),
        lambda: icepool_damage(ours, theirs),
        "icepool",
        goal,
        lambda a, b: bool(a == b),
        repeat=7,
    )


def _simulator(ours: list[int], theirs: list[int]) -> Row:
    rng = np.random.default_rng(1)
    return ratio(
        f"simulate_attack, {len(ours)} v {len(theirs)} x {TRIALS:,}",
        lambda: simulate_attack(ours, theirs, TRIALS, rng),
        lambda: [rng.integers(1, size + 1, size=TRIALS, dtype=np.uint8) for size in [*ours, *theirs]],
        "raw faces, one byte each",
        1 / 1.5,
        lambda damage, faces: len(damage) == len(faces[0]),
        repeat=9,
    )


def rows() -> list[Row]:
    """Return the comparisons of this module."""
    return [
        _exact("attack, 8 v 8 mixed, cold", *EIGHT, goal=80),
        _exact("attack, 10 v 10 mixed, cold", *TEN, goal=120),
        _exact("attack, 8d6 v 8d6, cold", [6] * 8, [6] * 8, goal=80),
        _simulator([6], [6]),
        _simulator([8, 6], [6, 6]),
        _simulator([10, 8, 6, 6], [8, 6, 6, 6]),
        _simulator(*EIGHT),
        _simulator([6] * 12, [6] * 12),
    ]
