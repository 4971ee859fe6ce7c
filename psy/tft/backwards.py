"""A duel solved backwards from its last turn at all pairs of pools, and followed forwards from its start."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import NamedTuple

import numpy as np

from psy.tft.exchange import menu
from psy.tft.outlook import Outlook, summed
from psy.tft.rules import Psion, Rules
from psy.tft.stage import Floats, Pair, Places, Slowed, Stage, finished, stage

MAX_PAYOFFS = 50_000_000
# What each side may choose in a turn.
Menus = tuple[Sequence[Pair], Sequence[Pair]]


@dataclass(frozen=True, eq=False)
class Duelling:
    """Who duels, for how many turns, with which menus one after the other, and which penalties to IQ last.

    Parameters
    ----------
    slowed
        The penalties that are told apart; only "none" where they are not carried from turn to turn.
    """

    psions: tuple[Psion, Psion]
    turns: int
    menus: Sequence[Menus]
    slowed: Sequence[Slowed]
    rules: Rules

    @cached_property
    def sizes(self) -> tuple[int, int]:
        """One more than the largest pool that each side can have before the end."""
        first, second = (psion.pool for psion in self.psions)
        won, made = (gain * self.turns for gain in _most_gained(self.rules))
        # What a side wins from the other, the other must have had.
        return first + min(won, second + 2 * made) + 1, second + min(won, first + 2 * made) + 1

    def refuse_too_large(self) -> None:
        """Refuse a duel that would take minutes.

        Raises
        ------
        ValueError
            With its size, and what is allowed.
        """
        sizes, choices = self.sizes, max(len(mine) * len(theirs) for mine, theirs in self.menus)
        payoffs = self.turns * sizes[0] * sizes[1] * choices * len(self.slowed) ** 2
        if payoffs > MAX_PAYOFFS:
            raise ValueError(
                f"the duel has {payoffs} payoffs to weigh, more than {MAX_PAYOFFS}: lower turns or pools"
            )

    def stages(self, number: int) -> list[Stage]:
        """Return the stage of one of the menus for each pair of penalties."""
        return [
            stage(self.psions, self.menus[number], self.sizes, self.rules, self.slowed, (mine, theirs))
            for mine, theirs in product(self.slowed, repeat=2)
        ]

    def all_stages(self) -> list[list[Stage]]:
        """Return the stages of every menu that a turn uses."""
        return [self.stages(number) for number in range(min(len(self.menus), self.turns))]


@dataclass(frozen=True, eq=False)
class Solution:
    """A duel solved.

    Parameters
    ----------
    values
        Shape ``(turns + 1, pairs of penalties, first's pools, second's pools)``.
    mixes
        For each turn and pair of penalties both sides' mixes, by choices and pairs of pools.
    error, resolved
        As in `psy.tft.Duel`.
    """

    values: Floats
    mixes: list[list[tuple[Floats, Floats]]]
    error: float
    resolved: int


def solve_backwards(duel: Duelling) -> Solution:
    """Solve a duel from its last turn to its first."""
    duel.refuse_too_large()
    sizes, pairs = duel.sizes, len(duel.slowed) ** 2
    stages = duel.all_stages()
    alive = np.outer(*(np.arange(size) > 0 for size in sizes))
    values = np.broadcast_to(finished(sizes), (duel.turns + 1, pairs, *sizes)).copy()
    mixes: list[list[tuple[Floats, Floats]]] = []
    error, resolved = 0.0, 0
    for turn in reversed(range(duel.turns)):
        after, now, errors = values[turn + 1].ravel(), [], [0.0]
        for pair, this in enumerate(stages[turn % len(stages)]):
            solved, off = this.solve(after)
            np.copyto(values[turn, pair], solved.values.reshape(sizes), where=alive)
            now.append((solved.rows, solved.columns))
            errors.append(off)
            resolved += int(solved.resolved.sum())
        mixes.append(now)
        error += max(errors)
    for array in (values, *(mix for now in mixes for both in now for mix in both)):
        array.flags.writeable = False
    return Solution(values, mixes[::-1], error, resolved)


def follow(duel: Duelling, solution: Solution) -> Outlook:
    """Return what comes of a duel when both sides play the mixes of its solution, from its start."""
    sizes = duel.sizes
    stages = duel.all_stages()
    chances = np.zeros((len(duel.slowed) ** 2, *sizes))
    chances[0, duel.psions[0].pool, duel.psions[1].pool] = 1.0
    ends = np.zeros(sizes)
    lengths = []
    for turn in range(duel.turns + 1):
        over = chances.copy()
        if turn < duel.turns:
            over[:, 1:, 1:] = 0
        lengths.append(float(over.sum()))
        ends += over.sum(axis=0)
        chances -= over
        if turn < duel.turns:
            after = np.zeros(chances.size)
            for _, leads, weights in _moves(
                stages[turn % len(stages)], chances, solution.values[turn + 1].ravel(), solution.mixes[turn]
            ):
                after += np.bincount(leads.ravel(), weights.ravel(), after.size)
            chances = after.reshape(chances.shape)
    return summed(
        {
            (int(mine), int(theirs)): float(ends[mine, theirs])
            for mine, theirs in zip(*ends.nonzero(), strict=True)
        },
        lengths,
    )


class Prospects(NamedTuple):
    """What may be expected of a duel from every pair of pools before each turn, and after the last.

    Arrays of the shape ``(turns + 1, first's pools, second's pools)``: the first psion's chances to win and
    to lose, how many exchanges are still to come, and how many points each side will have left.
    """

    win: Floats
    lose: Floats
    length: Floats
    first_left: Floats
    second_left: Floats


def prospects(duel: Duelling, solution: Solution) -> Prospects:
    """Return what comes of a duel from every pair of pools when both sides play the mixes of its solution."""
    stages = duel.all_stages()
    mine, theirs = np.indices(duel.sizes).reshape(2, -1)
    alive = (mine > 0) & (theirs > 0)
    ends = np.array([(mine > 0) & (theirs == 0), (mine == 0) & (theirs > 0), 0 * mine, mine, theirs], float)
    after = np.tile(ends, len(duel.slowed) ** 2)
    found = [ends]
    for turn in reversed(range(duel.turns)):
        values, now = solution.values[turn + 1].ravel(), []
        for this, (rows, columns) in zip(stages[turn % len(stages)], solution.mixes[turn], strict=True):
            means = np.where(alive, 0, ends)
            means[2] += alive
            for places, leads, weights in this.played(values, rows, columns, alive.astype(np.float64)):
                means[:, places] += (after[:, leads] * weights).sum(axis=1)
            now.append(means)
        found.append(now[0])
        after = np.concatenate(now, axis=1)
    return Prospects(*np.array(found[::-1]).swapaxes(0, 1).reshape(5, -1, *duel.sizes))


def _moves(
    stages: Sequence[Stage], chances: Floats, values: Floats, mixes: Sequence[tuple[Floats, Floats]]
) -> Iterator[tuple[Places, Places, Floats]]:
    for this, here, (rows, columns) in zip(stages, chances, mixes, strict=True):
        if here.any():
            yield from this.played(values, rows, columns, here.ravel())


def _most_gained(rules: Rules) -> tuple[int, int]:
    """Return the most points that a side can gain in a turn, and how many of these no other pool pays."""
    attacks, defences = menu("attack", rules), menu("defence", rules)
    won_by_attack, won_by_defence, made = 0, 0, 0
    cells = {(cell.attack, cell.defence): cell for cell in rules.cells}
    for attack, defence in product(attacks, defences):
        cell = cells.get((attack.place, defence.place))
        pays = cell.contest.pays if cell and cell.contest else 0
        refund = defence.cost * defence.refunded
        refund += cell.refund * rules.mask_refund_stacks if cell else 0
        won_by_attack = max(won_by_attack, pays - attack.cost)
        received = pays + (cell.attacker_pays if cell else 0)
        won_by_defence = max(won_by_defence, received + refund - defence.cost)
        made = max(made, refund - defence.cost)
    return won_by_attack + won_by_defence, made
