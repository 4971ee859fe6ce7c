"""Many zero-sum games of one shape at once, in floats: each certified, or solved again in fractions."""

from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from psy.exact.matrix_games import solve_matrix

# The most that a side may gain by leaving its mix, as a share of the game's payoff range.
CERTIFIED = 1e-9
# Below this, a number in a tableau of payoffs scaled to 1 to 2 counts as 0.
_ZERO = 1e-12
# Payoffs beyond this are solved as a fourth of themselves, which changes no digit, lest their range overflow.
_HUGE = 4e307
# Cells of the tableaus that are worked on at once, so that they stay in the processor's cache.
_CHUNK = 1 << 16

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class StageGames:
    """The solutions of many zero-sum games, arrays of which the last axis counts the games.

    Parameters
    ----------
    values
        What each game is worth to its row player, shape ``(games,)``.
    rows, columns
        An optimal mix for each side, shapes ``(n_rows, games)`` and ``(n_columns, games)``.
    regrets
        The most that a side could gain by leaving its mix, in the unit of the payoffs, shape ``(games,)``.
    resolved
        Which games were solved again in fractions, shape ``(games,)``.
    """

    values: Floats
    rows: Floats
    columns: Floats
    regrets: Floats
    resolved: npt.NDArray[np.bool_]


def solve_stage_games(games: npt.ArrayLike) -> StageGames:
    """Solve many zero-sum games, each answer certified by its regret.

    An answer whose regret, worked out from the payoffs, exceeds 1e-9 of the range of its game's payoffs is
    thrown away, and that game is solved again in fractions.

    Parameters
    ----------
    games
        Payoffs to the row player, finite floats of shape ``(n_rows, n_columns, games)``: one payoff a cell,
        as what one side wins the other loses.

    Raises
    ------
    ValueError
        If the shape is another, a game has no row or no column, or a payoff is not finite.

    Examples
    --------
    Matching pennies, and the same for a thousand times the stakes:

    >>> pennies = np.array([[1.0, -1.0], [-1.0, 1.0]])
    >>> solved = solve_stage_games(np.stack([pennies, 1000 * pennies], axis=-1))
    >>> solved.values.tolist(), solved.rows.round(9).tolist()
    ([0.0, 0.0], [[0.5, 0.5], [0.5, 0.5]])
    """
    payoffs = np.asarray(games, dtype=np.float64)
    if payoffs.ndim != 3 or 0 in payoffs.shape[:2]:
        raise ValueError(f"games must have the shape (n_rows, n_columns, games), not {payoffs.shape}")
    if not np.isfinite(payoffs).all():
        raise ValueError("games must hold finite payoffs only")
    if payoffs.size and max(payoffs.max(), -payoffs.min()) > _HUGE:
        solved = solve_stage_games(payoffs / 4)
        values = np.clip(solved.values, payoffs.min(axis=(0, 1)) / 4, payoffs.max(axis=(0, 1)) / 4) * 4
        return replace(solved, values=values, regrets=solved.regrets * 4)
    height, width, count = payoffs.shape
    solved = StageGames(
        np.empty(count),
        np.empty((height, count)),
        np.empty((width, count)),
        np.empty(count),
        np.empty(count, bool),
    )
    chunk = max(1, _CHUNK // ((height + 1) * (width + 1)))
    for first in range(0, count, chunk):
        _solve(payoffs[:, :, first : first + chunk], solved, first)
    return solved


def _solve(payoffs: Floats, solved: StageGames, first: int) -> None:
    """Solve the payoffs of one chunk into their place among the solutions."""
    part = slice(first, first + payoffs.shape[2])
    low = payoffs.min(axis=(0, 1))
    spread = payoffs.max(axis=(0, 1)) - low
    scaled = (payoffs - low) / np.where(spread > 0, spread, 1)
    rows, columns, mixed = _saddles(scaled)
    with np.errstate(all="ignore"):
        rows[:, mixed], columns[:, mixed] = _simplex(scaled.take(mixed, axis=2) + 1)
    best = (scaled * columns).sum(axis=1).max(axis=0)
    worst = (scaled * rows[:, None]).sum(axis=0).min(axis=0)
    # Each mix alone bounds the value from one side, so neither regret can exceed the gap between the bounds.
    gap = best - worst
    solved.rows[:, part], solved.columns[:, part] = rows, columns
    solved.values[part] = low + spread * (best + worst) / 2
    solved.regrets[part] = spread * np.maximum(gap, 0)
    solved.resolved[part] = failed = ~(gap <= CERTIFIED)
    for index in np.flatnonzero(failed):
        _solve_in_fractions(payoffs[:, :, index], solved, first + int(index))


def _solve_in_fractions(payoffs: Floats, solved: StageGames, index: int) -> None:
    exact = solve_matrix([[Fraction(payoff) for payoff in row] for row in payoffs.tolist()])
    solved.values[index], solved.regrets[index] = float(exact.value), float(exact.regret)
    solved.rows[:, index] = [float(chance) for chance in exact.rows]
    solved.columns[:, index] = [float(chance) for chance in exact.columns]


def _saddles(payoffs: Floats) -> tuple[Floats, Floats, npt.NDArray[np.intp]]:
    """Return each side's safest choice, of ties the first, and the games where these are not in balance."""
    game = np.arange(payoffs.shape[2])
    floors, ceilings = payoffs.min(axis=1), payoffs.max(axis=0)
    # Ties are told in spite of rounding, so that the choice is the same on every machine.
    row = (floors >= floors.max(axis=0) - _ZERO).argmax(axis=0)
    column = (ceilings <= ceilings.min(axis=0) + _ZERO).argmax(axis=0)
    rows, columns = np.zeros_like(floors), np.zeros_like(ceilings)
    rows[row, game] = columns[column, game] = 1
    return rows, columns, np.flatnonzero(ceilings[column, game] - floors[row, game] > 3 * _ZERO)


def _simplex(matrices: Floats) -> tuple[Floats, Floats]:
    """Return both optimal mixes of games with payoffs from 1 to 2, or nonsense where the method breaks down.

    For each game: maximise the sum of y >= 0 with M y <= 1, in a tableau of M, a last column of 1 and a last
    row of -1, as `psy.exact.matrix_games` does in whole numbers. Variables 0 to n - 1 are the columns y, the
    rest the slacks of the rows.
    """
    height, width, count = matrices.shape
    tableau = np.ones((height + 1, width + 1, count))
    tableau[:-1, :-1] = matrices
    tableau[-1, :-1], tableau[-1, -1] = -1, 0
    names = np.repeat(np.arange(width + height)[:, None], count, axis=1)
    mixes = np.zeros((width + height, count))
    games = np.arange(count)
    for _ in range(8 * (height + width)):
        column = tableau[-1, :-1].argmin(axis=0)
        going = tableau[-1, column, np.arange(len(games))] < -_ZERO
        if not going.all():
            done, left = np.flatnonzero(~going), np.flatnonzero(going)
            mixes[names.take(done, 1), games[done]] = _read(tableau.take(done, 2), names.take(done, 1))
            tableau, names, games, column = (
                tableau.take(left, 2),
                names.take(left, 1),
                games[left],
                column[left],
            )
        if not len(games):
            break
        _pivot(tableau, names, column)
    np.maximum(mixes, 0, out=mixes)
    return mixes[width:] / mixes[width:].sum(axis=0), mixes[:width] / mixes[:width].sum(axis=0)


def _read(tableau: Floats, names: npt.NDArray[np.int64]) -> Floats:
    """Return the mixes in a solved tableau by name: a column's chance if basic, a row's if not."""
    width = tableau.shape[1] - 1
    read = np.concatenate([tableau[-1, :-1], tableau[:-1, -1]])
    read[(names < width) == (np.arange(len(names)) < width)[:, None]] = 0
    return read


def _pivot(tableau: Floats, names: npt.NDArray[np.int64], column: npt.NDArray[np.int64]) -> None:
    """Take one simplex step in every game at once: the column enters, the first row to reach 0 leaves."""
    height, width, count = tableau.shape
    game = np.arange(count)
    cells = tableau.reshape(-1)
    in_column = column * count + game + np.arange(height)[:, None] * (width * count)
    entering = cells.take(in_column)
    ratio = np.where(entering[:-1] > _ZERO, tableau[:-1, -1] / entering[:-1], np.inf)
    row = ratio.argmin(axis=0)
    in_row = row * (width * count) + game + np.arange(width)[:, None] * count
    pivot = entering[row, game]
    leaving = cells.take(in_row) / pivot
    tableau -= entering[:, None] * leaving
    cells[in_row] = leaving
    cells[in_column] = -entering / pivot
    tableau[row, column, game] = 1 / pivot
    row += width - 1
    names[row, game], names[column, game] = names[column, game], names[row, game]
