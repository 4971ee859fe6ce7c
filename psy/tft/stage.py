"""One turn of a duel at every pair of pools at once: where each choice leads, and how to choose."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from icepool import Die

from psy.exact.stage_games import StageGames, solve_stage_games
from psy.tft.exchange import Blow, blows, settle
from psy.tft.rules import Mode, Psion, Rules

Floats = npt.NDArray[np.float64]
Pair = tuple[Mode, Mode]


class Step(NamedTuple):
    """Where one choice of each side leads: outcomes and their chances, from every state.

    ``chances`` has the shape ``(outcomes,)`` and ``states`` the shape ``(outcomes, states)``.
    """

    chances: Floats
    states: npt.NDArray[np.intp]


@dataclass(frozen=True)
class Stage:
    """One turn from every state: what both sides may choose, and what comes of it.

    A state is a pair of pools, counted through with the second side's pool running fastest. The first choice
    of each side is open to it in every state.

    Parameters
    ----------
    steps
        One row for each choice of the first side, one column for each of the second.
    rows_open, columns_open
        Which choices the pools can pay for, shapes ``(choices, states)``.
    """

    steps: Sequence[Sequence[Step]]
    rows_open: npt.NDArray[np.bool_]
    columns_open: npt.NDArray[np.bool_]

    def payoffs(self, values: Floats) -> Floats:
        """Return what each pair of choices is worth in each state, given what each state is worth after it.

        The shape is ``(rows, columns, states)``. A choice that a pool cannot pay for counts as the first.
        """
        worths = np.array([[step.chances @ values.take(step.states) for step in row] for row in self.steps])
        worths = np.where(self.rows_open[:, None], worths, worths[:1])
        return np.where(self.columns_open, worths, worths[:, :1])

    def solve(self, values: Floats) -> StageGames:
        """Return the certified solution of the turn in each state."""
        solved = solve_stage_games(self.payoffs(values))
        for mixes, affordable in ((solved.rows, self.rows_open), (solved.columns, self.columns_open)):
            mixes[0] += np.where(affordable, 0, mixes).sum(axis=0)
            mixes *= affordable
        return solved


def stage(
    psions: tuple[Psion, Psion],
    choices: tuple[Sequence[Pair], Sequence[Pair]],
    sizes: tuple[int, int],
    rules: Rules,
) -> Stage:
    """Return the turn of a duel in which each side chooses an attack and a defence, maybe `NOTHING`.

    Parameters
    ----------
    choices
        The pairs of modes, attack and defence, on each side's menu, the first of each free. Of
        equally good choices an earlier one is likelier to be played.
    sizes
        One more than the largest pool of each side. Pools above it, which no duel from the start can reach,
        count as the largest.
    """
    first, second = psions
    steps = [
        [
            _step(
                blows(row[0], column[1], first.iq, second.iq, second.psi, rules),
                blows(column[0], row[1], second.iq, first.iq, first.psi, rules),
                (_cost(row), _cost(column)),
                sizes,
            )
            for column in choices[1]
        ]
        for row in choices[0]
    ]
    costs = [np.array([_cost(pair) for pair in side])[:, None, None] for side in choices]
    open_ = [
        np.broadcast_to(cost <= pools, (len(cost), *sizes)).reshape(len(cost), -1)
        for cost, pools in zip(costs, _pools(sizes), strict=True)
    ]
    return Stage(steps, *open_)


def finished(sizes: tuple[int, int]) -> Floats:
    """Return what each state is worth to the first side if the duel ends there.

    A side with an empty pool has lost; if both are empty, or neither is, it is a draw.

    Examples
    --------
    >>> finished((2, 3)).tolist()
    [[0.0, -1.0, -1.0], [1.0, 0.0, 0.0]]
    """
    mine, theirs = _pools(sizes)
    worths: Floats = np.sign(mine) * 1.0 - np.sign(theirs)
    return worths


def _step(blow: Die[Blow], counter: Die[Blow], costs: tuple[int, int], sizes: tuple[int, int]) -> Step:
    mine, theirs = (np.maximum(pool - cost, 0) for pool, cost in zip(_pools(sizes), costs, strict=True))
    pairs = list(product(blow.items(), counter.items()))
    chances = [w / blow.denominator() * (v / counter.denominator()) for (_, w), (_, v) in pairs]
    after = settle(
        mine,
        theirs,
        _stacked([first for (first, _), _ in pairs]),
        _stacked([other for _, (other, _) in pairs]),
    )
    row, column = (np.minimum(pool, size - 1) for pool, size in zip(after, sizes, strict=True))
    states = np.broadcast_to(row * sizes[1] + column, (len(pairs), *sizes))
    return Step(np.array(chances), states.reshape(len(pairs), -1))


def _stacked(blows: Sequence[Blow]) -> Blow:
    """Return several blows as one whose fields are arrays of shape ``(blows, 1, 1)``."""
    return Blow(*np.array(blows).T[:, :, None, None])


def _cost(pair: Pair) -> int:
    return pair[0].cost + pair[1].cost


def _pools(sizes: tuple[int, int]) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]:
    """Return the pools of both sides, shapes ``(size, 1)`` and ``(1, size)``."""
    return np.arange(sizes[0])[:, None], np.arange(sizes[1])[None]
