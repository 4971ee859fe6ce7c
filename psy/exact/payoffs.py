"""The payoffs of a matrix game as fractions: checked, or taken from floats as the fractions that they are."""

from collections.abc import Iterable
from fractions import Fraction
from math import isfinite
from numbers import Rational, Real
from typing import Any

from psy.exact.arguments import rational, several

MAX_CELLS = 10_000
Mix = tuple[Fraction, ...]
Matrix = tuple[Mix, ...]


def exact_payoffs(rows: Iterable[Iterable[Any]]) -> Matrix:
    """Return a table of floats, numpy's included, as the fractions that they are, for `solve_matrix`.

    Parameters
    ----------
    rows
        Integers, Fractions or finite floats: 0.1 becomes 3602879701896397/36028797018963968, and not 1/10.

    Raises
    ------
    TypeError, ValueError
        If an entry is not a number, or not a finite one.

    Examples
    --------
    >>> exact_payoffs([[0.5, 2]])
    ((Fraction(1, 2), Fraction(2, 1)),)
    """
    return tuple(
        tuple(_as_fraction(f"rows[{i}][{j}]", entry) for j, entry in enumerate(row))
        for i, row in enumerate(rows)
    )


def _as_fraction(name: str, entry: Any) -> Fraction:
    if isinstance(entry, Rational) or not isinstance(entry, Real):
        return _payoff(name, entry)
    if not isfinite(entry):
        raise ValueError(f"{name} must be a finite number, not {entry!r}")
    # A number from numpy has its exact ratio too, whatever its precision.
    real: Any = entry
    return Fraction(*real.as_integer_ratio())


def checked_payoffs(rows: Iterable[Iterable[int | Fraction]]) -> Matrix:
    """Return the payoffs as Fractions in rows of one length, or refuse them."""
    matrix = tuple(tuple(several("rows", row, "payoffs")) for row in several("rows", rows, "rows of payoffs"))
    widths = sorted({len(row) for row in matrix})
    if len(widths) != 1 or widths[0] == 0:
        raise ValueError(f"rows must be one or more, of one equal length of at least 1, not {widths}")
    if len(matrix) * widths[0] > MAX_CELLS:
        raise ValueError(f"rows must hold at most {MAX_CELLS} entries, not {len(matrix) * widths[0]}")
    return tuple(
        tuple(_payoff(f"rows[{i}][{j}]", entry) for j, entry in enumerate(row))
        for i, row in enumerate(matrix)
    )


def _payoff(name: str, entry: Any) -> Fraction:
    """Return a payoff as a Fraction, or refuse it and say what to do."""
    if type(entry) is Fraction:
        return entry
    if isinstance(entry, Iterable) and not isinstance(entry, str):
        raise TypeError(
            f"{name} must be one payoff, not {entry!r}: games with a payoff for each side are not solved, "
            "only those in which one side loses what the other wins"
        )
    if isinstance(entry, Real) and not isinstance(entry, Rational):
        raise TypeError(
            f"{name} must be an integer or a Fraction, not {entry!r}: exact_payoffs(rows) turns floats into "
            "the fractions that they are"
        )
    return rational(name, entry)
