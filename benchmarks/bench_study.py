"""Sweeps of 100,000 cheap points beside the points alone on one core: at most twice the time."""

import tempfile
from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from benchmarks.timing import Row, ratio
from psy.study import sweep
from psy.study.measures.wh40k import clean_success, perils, success
from psy.wh40k import RULES, Rules

AXES = {"dice": range(1, 41), "charge": range(50), "extra": range(50)}


def clean_with_extra(dice: int, charge: int, extra: int, rules: Rules = RULES) -> Fraction:
    """Three chances, looked up: some 30 microseconds a point."""
    return success(dice, charge, rules) - perils(dice, rules) * clean_success(dice + extra, charge, rules)


def alone() -> list[Fraction]:
    return [clean_with_extra(*point) for point in product(*AXES.values())]


def swept() -> list[Fraction]:
    with tempfile.TemporaryDirectory() as folder:
        table = sweep(clean_with_extra, cache=folder, progress=False, **AXES)
    return list(table["value"])


def again() -> Iterator[Row]:
    with tempfile.TemporaryDirectory() as folder:
        sweep(clean_with_extra, cache=folder, progress=False, **AXES)

        def remembered() -> list[Fraction]:
            return list(sweep(clean_with_extra, cache=folder, progress=False, **AXES)["value"])

        yield ratio("the same sweep again", remembered, alone, "the points alone", 1.0, list.__eq__, repeat=3)


def rows() -> list[Row]:
    first = ratio(
        "a sweep of 100,000 cheap points", swept, alone, "the points alone", 0.5, list.__eq__, repeat=3
    )
    return [first, *again()]
