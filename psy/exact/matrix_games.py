"""Two-player zero-sum games in fractions: the simplex method in whole numbers, answers with their proof."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm

from psy.exact.payoffs import Matrix, Mix, checked_payoffs

# Cells times pivots times the square of the longest number in bits: about a minute.
MAX_WORK = 3 * 10**13


@dataclass(frozen=True)
class Equilibrium:
    """The solution of a zero-sum game, exact.

    Parameters
    ----------
    value
        What the row player wins on average, in the unit of the payoffs.
    rows, columns
        An optimal mix for each side: chances from 0 to 1 that sum to 1, in the order of the matrix.
    regret
        The most that either side could gain by leaving its mix, worked out from the matrix itself;
        0 proves that the mixes are an equilibrium.
    unique
        Whether there is no other pair of optimal mixes.
    """

    value: Fraction
    rows: Mix
    columns: Mix
    regret: Fraction
    unique: bool


@dataclass(frozen=True)
class Playable:
    """For each row and each column, whether at least one optimal mix plays it."""

    rows: tuple[bool, ...]
    columns: tuple[bool, ...]


def solve_matrix(rows: Iterable[Iterable[int | Fraction]]) -> Equilibrium:
    """Solve a zero-sum game exactly.

    Parameters
    ----------
    rows
        Payoffs to the row player, integers or Fractions, at least 1 x 1 and at most 10,000 of them. Floats
        are refused: turn them into fractions as you mean them, or into those that they are by
        `exact_payoffs`.

    Returns
    -------
    Equilibrium
        Of several equilibria one whose mixes are corners of the sets of optimal mixes.

    Raises
    ------
    TypeError, ValueError
        If an entry is not an integer or a Fraction, such as a float or a payoff for each side, the rows are
        of unequal length, there are too many entries, or their fractions are too long to finish.

    Notes
    -----
    An optimal corner is the only one exactly if it and its partner leave no slack anywhere that they do not
    play (strict complementarity, Goldman and Tucker 1956): so `unique` needs no second programme.

    Examples
    --------
    Matching pennies where one side wins double on heads:

    >>> solution = solve_matrix([[2, -1], [-1, 1]])
    >>> print(solution.value, *solution.rows, solution.unique)
    1/5 2/5 3/5 True
    """
    matrix = checked_payoffs(rows)
    table = _Tableau(matrix)
    table.maximise(table.cells[-1])
    return _proved(matrix, *table.solution())


def playable(rows: Iterable[Iterable[int | Fraction]]) -> Playable:
    """Tell which rows and columns are played in at least one equilibrium of a zero-sum game.

    Parameters
    ----------
    rows
        Payoffs to the row player, as for `solve_matrix`.

    Examples
    --------
    Nobody need play the second row, but they may; the third loses:

    >>> playable([[0, 1], [0, 0], [-1, 1]])
    Playable(rows=(True, True, False), columns=(True, False))
    """
    matrix = checked_payoffs(rows)
    return Playable(tuple(_played(matrix)), tuple(_played(_turned(matrix))))


def is_playable(rows: Iterable[Iterable[int | Fraction]], row: int) -> bool:
    """Tell whether one row, from 0, is played in at least one equilibrium of a zero-sum game.

    Examples
    --------
    >>> is_playable([[0, 1], [0, 0], [-1, 1]], 1)
    True
    """
    table, frozen, width = _at_optimum(checked_payoffs(rows))
    return _most(table, width + row, frozen) == 0


def dominated(rows: Iterable[Iterable[int | Fraction]]) -> tuple[bool, ...]:
    """Tell which rows are strictly dominated: some mix of the others is better against every column.

    Parameters
    ----------
    rows
        Payoffs to the row player, as for `solve_matrix`.

    Examples
    --------
    Half of the first and half of the second beat the third everywhere:

    >>> dominated([[3, 0], [0, 3], [1, 1]])
    (False, False, True)
    """
    matrix = checked_payoffs(rows)
    return tuple(_is_dominated(matrix, row) for row in range(len(matrix)))


def _is_dominated(matrix: Matrix, row: int) -> bool:
    """Whether the game of the other rows' advantage over this one is worth more than nothing."""
    rest = [
        [entry - own for entry, own in zip(other, matrix[row], strict=True)]
        for index, other in enumerate(matrix)
        if index != row
    ]
    return bool(rest) and solve_matrix(rest).value > 0


class _Tableau:
    """Maximise the sum of y >= 0 with M y <= 1, for the payoffs made whole and positive as M.

    The cells are whole numbers over one common denominator, the last pivot: each division below is exact
    (Edmonds). The last row is the objective and the last column the right-hand side. Variables 0 to n - 1 are
    the columns y, and n to n + m - 1 are the slacks of the rows.
    """

    def __init__(self, matrix: Matrix) -> None:
        scale = lcm(*(entry.denominator for row in matrix for entry in row))
        whole = [[int(entry * scale) for entry in row] for row in matrix]
        least = min(map(min, whole))
        common = gcd(*(entry - least for row in whole for entry in row)) or 1
        self.unit, self.base = Fraction(common, scale), Fraction(least - common, scale)
        height, width = len(matrix), len(matrix[0])
        self.cells = [[(entry - least) // common + 1 for entry in row] + [1] for row in whole]
        self.cells.append([-1] * width + [0])
        self._refuse_too_long(height, width)
        self.denominator = 1
        self.outside, self.basis = list(range(width)), list(range(width, width + height))

    def _refuse_too_long(self, height: int, width: int) -> None:
        bits = max(cell.bit_length() for row in self.cells for cell in row)
        if height * width * (height + width) * (min(height, width) * bits) ** 2 > MAX_WORK:
            raise ValueError(
                f"rows must take at most minutes to solve: {height} x {width} payoffs of {bits} bits over "
                "their common denominator are too long; round them, or solve them by solve_stage_games"
            )

    def maximise(self, objective: list[int], frozen: frozenset[int] = frozenset()) -> None:
        """Pivot by Bland's rule, which cannot cycle, until no variable that is not frozen improves."""
        while True:
            better = [
                (name, column)
                for column, name in enumerate(self.outside)
                if objective[column] < 0 and name not in frozen
            ]
            if not better:
                return
            column = min(better)[1]
            self._pivot(self._leaving(column), column)

    def _leaving(self, column: int) -> int:
        """Return the row whose variable first falls to 0; of several the one of the lowest name."""
        best: int | None = None
        for row, cells in enumerate(self.cells[: len(self.basis)]):
            if cells[column] > 0:
                if best is not None:
                    rival = self.cells[best]
                    ahead = cells[-1] * rival[column] - rival[-1] * cells[column]
                if best is None or ahead < 0 or (ahead == 0 and self.basis[row] < self.basis[best]):
                    best = row
        assert best is not None, "a positive matrix bounds every column"
        return best

    def _pivot(self, row: int, column: int) -> None:
        pivot_row, old = self.cells[row], self.denominator
        pivot = pivot_row[column]
        for cells in self.cells:
            if cells is not pivot_row:
                factor = cells[column]
                if factor:
                    cells[:] = [
                        (cell * pivot - factor * other) // old
                        for cell, other in zip(cells, pivot_row, strict=True)
                    ]
                elif pivot != old:
                    cells[:] = [cell * pivot // old for cell in cells]
                cells[column] = -factor
        pivot_row[column] = old
        self.denominator = pivot
        self.basis[row], self.outside[column] = self.outside[column], self.basis[row]

    def solution(self) -> tuple[Fraction, Mix, Mix]:
        """Return the value of the game and both mixes at the optimum."""
        width, total = len(self.outside), self.cells[-1][-1]
        mixes = [Fraction(0)] * (width + len(self.basis))
        for row, name in enumerate(self.basis):
            if name < width:
                mixes[name] = Fraction(self.cells[row][-1], total)
        for column, name in enumerate(self.outside):
            if name >= width:
                mixes[name] = Fraction(self.cells[-1][column], total)
        value = self.base + self.unit * Fraction(self.denominator, total)
        return value, tuple(mixes[width:]), tuple(mixes[:width])


def _proved(matrix: Matrix, value: Fraction, rows: Mix, columns: Mix) -> Equilibrium:
    """Weigh both mixes against every reply, from the matrix alone."""
    gains = [_dot(row, columns) - value for row in matrix]
    losses = [value + _dot(column, rows) for column in _turned(matrix)]
    strict = all(
        (gain == 0) == (chance > 0) for gain, chance in zip(gains + losses, rows + columns, strict=True)
    )
    return Equilibrium(value, rows, columns, max(gains + losses), strict)


def _played(matrix: Matrix) -> list[bool]:
    """Whether each row has a place in some optimal mix: no optimal reply can leave it any slack."""
    table, frozen, width = _at_optimum(matrix)
    return [_most(table, width + row, frozen) == 0 for row in range(len(matrix))]


def _at_optimum(matrix: Matrix) -> tuple[_Tableau, frozenset[int], int]:
    """Return a solved tableau, the variables that are 0 in every optimum, and the number of columns."""
    table = _Tableau(matrix)
    table.maximise(table.cells[-1])
    frozen = frozenset(name for column, name in enumerate(table.outside) if table.cells[-1][column] > 0)
    return table, frozen, len(matrix[0])


def _most(table: _Tableau, name: int, frozen: frozenset[int]) -> int:
    """Maximise one variable among the optimal solutions, where the frozen ones are 0; over a denominator."""
    if name in frozen:
        return 0
    if name in table.outside:
        objective = [-table.denominator * (other == name) for other in table.outside] + [0]
    else:
        objective = list(table.cells[table.basis.index(name)])
    table.cells.append(objective)
    table.maximise(objective, frozen)
    return table.cells.pop()[-1]


def _dot(payoffs: Sequence[Fraction], mix: Mix) -> Fraction:
    return sum((payoff * chance for payoff, chance in zip(payoffs, mix, strict=True)), Fraction(0))


def _turned(matrix: Matrix) -> Matrix:
    """Return the game as the other side sees it, columns as rows and losses as gains."""
    return tuple(tuple(-entry for entry in column) for column in zip(*matrix, strict=True))
