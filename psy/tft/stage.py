"""One turn of a duel at every pair of pools at once: where each choice leads, and how to choose."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from psy.exact.stage_games import StageGames, solve_stage_games
from psy.tft.exchange import Blow, settle

Floats = npt.NDArray[np.float64]


class Step(NamedTuple):
    """Where one pair of choices leads: the chance of each outcome, and the state after it.

    ``chances`` has the shape ``(outcomes,)`` and ``states`` the shape ``(outcomes, states)``.
    """

    chances: Floats
    states: npt.NDArray[np.intp]


@dataclass(frozen=True)
class Stage:
    """One turn from every state: what both sides may choose, and what comes of it.

    A state is a pair of pools, counted through with the other side's pool running fastest. The last choice
    of each side is open to it in every state.

    Parameters
    ----------
    steps
        One row for each choice of the one side, one column for each of the other.
    rows_open, columns_open
        Which choices the pools can pay for, shapes ``(choices, states)``.
    """

    steps: Sequence[Sequence[Step]]
    rows_open: npt.NDArray[np.bool_]
    columns_open: npt.NDArray[np.bool_]

    def payoffs(self, values: Floats) -> Floats:
        """Return what each pair of choices is worth in each state, if ``values`` is each state's worth after.

        The shape is ``(rows, columns, states)``. A choice that a pool cannot pay for counts as the last.
        """
        worths = np.array([[step.chances @ values.take(step.states) for step in row] for row in self.steps])
        worths = np.where(self.rows_open[:, None], worths, worths[-1:])
        return np.where(self.columns_open, worths, worths[:, -1:])

    def solve(self, values: Floats) -> StageGames:
        """Return the certified solution of the turn in each state."""
        solved = solve_stage_games(self.payoffs(values))
        for mixes, allowed in ((solved.rows, self.rows_open), (solved.columns, self.columns_open)):
            mixes[-1] += np.where(allowed, 0, mixes).sum(axis=0)
            mixes *= allowed
        return solved


def finished(pools: tuple[int, int]) -> Floats:
    """Return the worth of each state to the first side if the duel ends there, shape ``pools``.

    A side with an empty pool has lost; if both are empty, or neither is, it is a draw.

    Examples
    --------
    >>> finished((2, 3)).tolist()
    [[0.0, -1.0, -1.0], [1.0, 0.0, 0.0]]
    """
    mine, theirs = np.ogrid[: pools[0], : pools[1]]
    return ((mine > 0) & (theirs == 0)) * 1.0 - ((mine == 0) & (theirs > 0))


def step(chances: Sequence[float], blows: Sequence[Blow], counters: Sequence[Blow], costs: tuple[int, int], pools: tuple[int, int]) -> Step:
    """Return where some blows, each with a blow in the other direction, lead from each state."""
    mine, theirs = (np.maximum(pool - cost, 0) for pool, cost in zip(np.ogrid[: pools[0], : pools[1]], costs, strict=True))
    after = settle(mine, theirs, _stacked(blows), _stacked(counters))
    row, column = (np.minimum(pool, size - 1) for pool, size in zip(after, pools, strict=True))
    states = np.broadcast_to(row * pools[1] + column, (len(blows), *pools))
    return Step(np.array(chances), states.reshape(len(blows), -1))


def _stacked(blows: Sequence[Blow]) -> Blow:
    """Return several blows as one whose fields are arrays of shape ``(blows, 1, 1)``."""
    return Blow(*np.array(blows).T[:, :, None, None])
