"""Deny: the table of 20 charges x 20 dice x 4 bonuses beside scipy's binomial, cell by cell and as arrays."""

import importlib
from fractions import Fraction
from itertools import product

import numpy as np
from scipy.stats import binom

from benchmarks.timing import Row, ratio
from psy.wh40k import deny, deny_counts

NUMBERS, BONUSES = range(1, 21), range(4)
CELLS = list(product(BONUSES, NUMBERS, NUMBERS))


def cells() -> list[Fraction]:
    """Return the table cell by cell in fractions, with nothing counted beforehand."""
    importlib.import_module("psy.wh40k.deny")._tail.cache_clear()
    return [deny(charges, dice, bonus) for bonus, dice, charges in CELLS]


def scipy_cells() -> list[float]:
    return [binom.sf(charges - 1, dice, (1 + bonus) / 6) for bonus, dice, charges in CELLS]


def scipy_arrays() -> np.ndarray:
    bonus, dice, charges = np.ix_(BONUSES, NUMBERS, NUMBERS)
    return binom.sf(charges - 1, dice, (1 + bonus) / 6)


def same_counts(counts: np.ndarray, chances: np.ndarray) -> bool:
    """Whether the counts of rolls come to scipy's chances."""
    ours = counts[:, 1:, 1:] / 6.0 ** np.array(NUMBERS)[:, None]
    return np.allclose(ours, chances, rtol=1e-9, atol=1e-15)


def rows() -> list[Row]:
    """Return the comparisons of this module."""
    table = "deny, 20 x 20 x 4"
    return [
        ratio(f"{table}, fractions, cell by cell", cells, scipy_cells, "scipy binom.sf", 5, np.allclose, 3),
        ratio(
            f"{table}, counts of rolls, one array",
            deny_counts,
            scipy_arrays,
            "scipy binom.sf on arrays",
            5,
            same_counts,
            101,
        ),
    ]
