"""Deny: the table of 20 charges x 20 dice x 4 bonuses beside scipy's binomial."""

import importlib
from fractions import Fraction
from itertools import product

import numpy as np
from scipy.stats import binom

from benchmarks.timing import Row, ratio
from psy.wh40k import deny

NUMBERS, BONUSES = range(1, 21), range(4)
CELLS = list(product(BONUSES, NUMBERS, NUMBERS))


def cells() -> list[Fraction]:
    """Return the table cell by cell in fractions, with nothing counted beforehand."""
    importlib.import_module("psy.wh40k.deny")._tail.cache_clear()
    return [deny(charges, dice, bonus) for bonus, dice, charges in CELLS]


def scipy_cells() -> list[float]:
    return [binom.sf(charges - 1, dice, (1 + bonus) / 6) for bonus, dice, charges in CELLS]


def rows() -> list[Row]:
    """Return the comparisons of this module."""
    table = "deny, 20 x 20 x 4"
    return [
        ratio(f"{table}, fractions, cell by cell", cells, scipy_cells, "scipy binom.sf", 5, np.allclose, 3),
    ]
