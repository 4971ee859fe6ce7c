"""Casting: the charge table beside icepool and dyce, the simulator beside raw faces, the import of psy."""

import subprocess
import sys
from dataclasses import replace
from fractions import Fraction

import icepool
import numpy as np
import pandas as pd
from dyce import H, P

from benchmarks.timing import Row, ratio
from psy.exact import pools
from psy.wh40k import RULES, CastingOdds, casting, casting_table, odds_by_charge, simulate_cast

DICE, CHARGES = range(1, 21), (1, 2, 3)
VARIANTS = (RULES, replace(RULES, perils=RULES.daemonology_perils))
Table = list[tuple[Fraction, Fraction]]


def cold() -> None:
    """Forget everything that psy has counted."""
    pools.quiet_ways.cache_clear()
    casting._success.cache_clear()


def psy_table() -> list[CastingOdds]:
    """Return the table row by row."""
    cold()
    return [cell for rules in VARIANTS for dice in DICE for cell in odds_by_charge(dice, CHARGES, rules)]


def same_cells(cells: list[CastingOdds], peer: Table) -> bool:
    """Whether the cells hold the peer's numbers."""
    return [(cell.success, cell.clean) for cell in cells] == peer


def psy_frames() -> list[pd.DataFrame]:
    """Return the table as one DataFrame for each rule, with the perils."""
    cold()
    return [casting_table(DICE, CHARGES, rules) for rules in VARIANTS]


def same_frames(frames: list[pd.DataFrame], peer: Table) -> bool:
    """Whether the DataFrames hold the peer's numbers."""
    ours = [chance for frame in frames for chance in frame.drop(columns="any").to_numpy().ravel()]
    return ours == [chance for cell in peer for chance in cell]


class IcepoolCast(icepool.MultisetEvaluator):
    """The psychic test, one face at a time."""

    def __init__(self, rules):
        self.rules = rules

    def next_state(self, state, order, face, count):
        charges, perils = state or (0, False)
        watched = self.rules.perils.face in (None, face) and count >= self.rules.perils.count
        return charges + count * (face >= self.rules.harness), perils or watched


def icepool_table() -> Table:
    """Return the table by icepool, its caches cold because the evaluators are new."""
    cells = []
    for rules in VARIANTS:
        evaluator = IcepoolCast(rules)
        for dice in DICE:
            cells += _cells(dict(evaluator.evaluate(icepool.d6.pool(dice)).items()))
    return cells


def dyce_joint(dice: int, rules) -> dict[tuple[int, bool], int]:
    """Every sorted roll of dyce's pool with its count, sorted into outcomes by the rule."""
    watched = range(1, 7) if rules.perils.face is None else [rules.perils.face]
    weights: dict[tuple[int, bool], int] = {}
    for roll, count in P(*[H(6)] * dice).rolls_with_counts():
        perils = any(roll.count(face) >= rules.perils.count for face in watched)
        outcome = sum(face >= rules.harness for face in roll), perils
        weights[outcome] = weights.get(outcome, 0) + count
    return weights


def dyce_table() -> Table:
    """Return the table by dyce."""
    return [cell for rules in VARIANTS for dice in DICE for cell in _cells(dyce_joint(dice, rules))]


def _cells(weights) -> Table:
    total = sum(weights.values())
    return [
        (
            Fraction(sum(w for (charges, _), w in weights.items() if charges >= charge), total),
            Fraction(sum(w for (charges, bad), w in weights.items() if charges >= charge and not bad), total),
        )
        for charge in CHARGES
    ]


def _simulator(dice: int) -> Row:
    rng = np.random.default_rng(1)
    trials = 1_000_000
    return ratio(
        f"simulate_cast, {dice} dice x {trials:,}",
        lambda: simulate_cast(dice, trials, rng),
        lambda: rng.integers(1, 7, size=(trials, dice), dtype=np.uint8),
        "raw faces, one byte each",
        1 / 1.5,
        lambda ours, peer: len(ours.charges) == len(peer),
    )


def _start(code: str) -> None:
    subprocess.run([sys.executable, "-c", code], check=True)


def rows() -> list[Row]:
    """Return the comparisons of this module."""
    cells = f"charge table, {2 * len(DICE) * len(CHARGES)} cells, cold"
    return [
        ratio(cells, psy_table, icepool_table, "icepool", 60, same_cells, repeat=9),
        ratio(f"{cells}, as DataFrames", psy_frames, icepool_table, "icepool", 15, same_frames, repeat=9),
        ratio(cells, psy_table, dyce_table, "dyce", 60, same_cells, repeat=3),
        *(_simulator(dice) for dice in (1, 2, 4, 6, 10, 20, 60)),
        ratio(
            "import psy and wh40k, whole process",
            lambda: _start("import psy; psy.wh40k"),
            lambda: _start("import icepool, numpy"),
            "import icepool, numpy",
            1 / 1.5,
            lambda a, b: True,
            repeat=7,
        ),
    ]
