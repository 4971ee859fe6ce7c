"""One turn of a duel at every pair of pools at once: where each choice leads, and how to choose."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from psy.exact.stage_games import StageGames, solve_stage_games
from psy.tft.exchange import Blow, Blows, blows, settle
from psy.tft.rules import Mode, Psion, Rules

Floats = npt.NDArray[np.float64]
Places = npt.NDArray[np.intp]
Pair = tuple[Mode, Mode]

# Numbers of dice whose worths are closer than this are equally good; the fewest are picked.
_TIE = 1e-12


class Slowed(NamedTuple):
    """A penalty to a side's IQ, and the turns for which it still holds; none of either at the start."""

    penalty: int = 0
    turns: int = 0


class Step(NamedTuple):
    """Where one choice of each side leads: outcomes and their chances, from every state.

    ``chances`` has the shape ``(first side's picks, second side's picks, outcomes)``: a pick is a number of
    dice for a battle of wills that the side starts, and there is one where it starts none. ``states`` has the
    shape ``(outcomes, states)``.
    """

    chances: Floats
    states: Places

    def worths(self, values: Floats) -> tuple[Floats, float]:
        """Return what the step is worth in each state with the best picks, and how far that can be off."""
        worths = self.chances @ values.take(self.states)
        first, second = worths.shape[:2]
        if second == 1:
            return worths[:, 0].max(axis=0), 0.0
        if first == 1:
            return worths[0].min(axis=0), 0.0
        # Both sides start a battle at once, and each picks without knowing the other's number.
        solved = solve_stage_games(worths)
        return solved.values, float(solved.regrets.max())

    def outcomes(self, values: Floats, places: Places) -> Floats:
        """Return the chance of each outcome with the best picks, from the states at some places."""
        worths = self.chances @ values.take(self.states[:, places])
        first, second = worths.shape[:2]
        if first > 1 < second:
            solved = solve_stage_games(worths)
            joint = np.einsum("as,bs,abo->os", solved.rows, solved.columns, self.chances, optimize=True)
            return np.asarray(joint)
        flat, sign = worths.reshape(-1, len(places)), 1 if second == 1 else -1
        pick = (sign * flat >= (sign * flat).max(axis=0) - _TIE).argmax(axis=0)
        chosen: Floats = self.chances.reshape(len(flat), -1)[pick].T
        return chosen


@dataclass(frozen=True)
class Stage:
    """One turn from every pair of pools: what both sides may choose, and what comes of it.

    Pairs of pools are counted through with the second side's running fastest. The first choice of each side
    is open to it in every state.

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

    def payoffs(self, values: Floats) -> tuple[Floats, float]:
        """Return what each pair of choices is worth in each state, given what each state is worth after it.

        The shape is ``(rows, columns, states)``. A choice that a pool cannot pay for counts as the first. The
        second number is how far a worth can be off.
        """
        found = [[step.worths(values) for step in row] for row in self.steps]
        worths = np.array([[worth for worth, _ in row] for row in found])
        worths = np.where(self.rows_open[:, None], worths, worths[:1])
        worths = np.where(self.columns_open, worths, worths[:, :1])
        return worths, max(error for row in found for _, error in row)

    def solve(self, values: Floats) -> tuple[StageGames, float]:
        """Return the certified solution of the turn in each state, and how far its value can be off."""
        payoffs, error = self.payoffs(values)
        solved = solve_stage_games(payoffs)
        for mixes, affordable in ((solved.rows, self.rows_open), (solved.columns, self.columns_open)):
            mixes[0] += np.where(affordable, 0, mixes).sum(axis=0)
            mixes *= affordable
        return solved, error + float(solved.regrets.max(initial=0))

    def played(
        self, values: Floats, rows: Floats, columns: Floats, chances: Floats
    ) -> Iterator[tuple[Places, Places, Floats]]:
        """Yield states that have a chance, where a turn leads from them and how likely, under both mixes."""
        for (i, row), (j, column) in product(enumerate(rows), enumerate(columns)):
            weights = chances * row * column
            places = np.flatnonzero(weights)
            if len(places):
                step = self.steps[i][j]
                yield places, step.states[:, places], step.outcomes(values, places) * weights[places]


def stage(
    psions: tuple[Psion, Psion],
    choices: tuple[Sequence[Pair], Sequence[Pair]],
    sizes: tuple[int, int],
    rules: Rules,
    slowed: Sequence[Slowed] = (Slowed(),),
    now: tuple[Slowed, Slowed] = (Slowed(), Slowed()),
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
    slowed, now
        The penalties to IQ that the states of the duel tell apart, and those of both sides in this turn.
    """
    first, second = map(slower, psions, now)

    def place(blow: Blow, counter: Blow) -> int:
        """Return the place of both sides' penalties after the turn among all pairs of them."""
        if len(slowed) == 1:
            return 0
        mine, theirs = (
            slowed_next(now[0], counter.iq_penalty, rules),
            slowed_next(now[1], blow.iq_penalty, rules),
        )
        return slowed.index(mine) * len(slowed) + slowed.index(theirs)

    steps = [
        [
            _step(
                blows(row[0], column[1], first.iq, second.iq, second.psi, rules),
                blows(column[0], row[1], second.iq, first.iq, first.psi, rules),
                (_cost(row), _cost(column)),
                sizes,
                place,
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


def slowed_states(rules: Rules) -> tuple[Slowed, ...]:
    """Return every penalty to IQ that a side can be under, none at all first."""
    penalties = sorted({cell.iq_penalty for cell in rules.cells} - {0})
    return (Slowed(), *(Slowed(*state) for state in product(penalties, range(1, rules.penalty_turns + 1))))


def slowed_next(now: Slowed, penalty: int, rules: Rules) -> Slowed:
    """Return the penalty of a side in the turn after one in which it took a new penalty, or 0 for none.

    Rule: a new penalty takes the place of an old one; how they add up is not in the source.
    """
    if penalty and rules.penalty_turns:
        return Slowed(penalty, rules.penalty_turns)
    return Slowed(now.penalty, now.turns - 1) if now.turns > 1 else Slowed()


def slower(psion: Psion, now: Slowed) -> Psion:
    """Return a psion with the IQ that a penalty leaves."""
    return replace(psion, iq=max(psion.iq - now.penalty, 0))


def _step(
    blow: Blows,
    counter: Blows,
    costs: tuple[int, int],
    sizes: tuple[int, int],
    place: Callable[[Blow, Blow], int],
) -> Step:
    """Return where an attack and one back lead; ``place`` finds the penalties after them."""
    mine, theirs = (np.maximum(pool - cost, 0) for pool, cost in zip(_pools(sizes), costs, strict=True))
    firsts, chances = _table(blow)
    others, counter_chances = _table(counter)
    pairs = list(product(firsts, others))
    joint = np.einsum("ao,bp->abop", chances, counter_chances).reshape(len(chances), len(counter_chances), -1)
    starts, also_starts = blow.starter == "attacker", counter.starter == "defender"
    if starts == also_starts:
        joint = joint.reshape(-1, 1, len(pairs)) if starts else joint.reshape(1, -1, len(pairs))
    elif also_starts:
        joint = joint.swapaxes(0, 1)
    after = settle(
        mine, theirs, _stacked([first for first, _ in pairs]), _stacked([other for _, other in pairs])
    )
    row, column = (np.minimum(pool, size - 1) for pool, size in zip(after, sizes, strict=True))
    base = np.array([place(*pair) for pair in pairs])[:, None, None]
    states = np.broadcast_to((base * sizes[0] + row) * sizes[1] + column, (len(pairs), *sizes))
    return Step(joint, states.reshape(len(pairs), -1))


def _table(found: Blows) -> tuple[list[Blow], Floats]:
    """Return the outcomes of an attack, and their chances in a row for each number of dice worth picking."""
    dies = [found.by_dice[dice] for dice in found.corners]
    outcomes = list(dict.fromkeys(outcome for die in dies for outcome in die))
    chances = [[die.quantity(outcome) / die.denominator() for outcome in outcomes] for die in dies]
    return outcomes, np.array(chances)


def _stacked(blows: Sequence[Blow]) -> Blow:
    """Return several blows as one whose fields are arrays of shape ``(blows, 1, 1)``."""
    return Blow(*np.array(blows).T[:, :, None, None])


def _cost(pair: Pair) -> int:
    return pair[0].cost + pair[1].cost


def _pools(sizes: tuple[int, int]) -> tuple[Places, Places]:
    """Return the pools of both sides, shapes ``(size, 1)`` and ``(1, size)``."""
    return np.arange(sizes[0])[:, None], np.arange(sizes[1])[None]
