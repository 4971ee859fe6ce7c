"""One attempt, solved backwards from its last card, for all states of both sides at once.

The worth of a position is an array of shape ``(warp states, differences, will states)``. A difference is the
warp total minus the will total, cut off where the cards to come cannot change who is ahead any more. A card
of the Traitor's averages over his states and takes the best of his options, a card of the Loyalist's the
worst for the Traitor; the other side's states stand still meanwhile. With floats the arrays hold machine
numbers; with fractions the same steps are exact.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from psy.prospero.cards import GOES_ON
from psy.prospero.reveals import Branch, Stage, States, Track, Way
from psy.prospero.rules import Rules
from psy.prospero.sides import WillState, before_next

Worth = npt.NDArray[Any]
TRAITOR, LOYALIST = "traitor", "loyalist"


class Span(NamedTuple):
    """The differences that are told apart at some moment, both ends included."""

    low: int
    high: int

    @property
    def differences(self) -> npt.NDArray[np.int64]:
        """All of them in order."""
        return np.arange(self.low, self.high + 1)

    def place(self, difference: Any) -> Any:
        """Return the position of a difference, or of an array of them; those outside count as an end."""
        return np.clip(difference, self.low, self.high) - self.low


class Card(NamedTuple):
    """One card to be revealed: whose, and which of that side's."""

    side: str
    number: int


@dataclass(frozen=True)
class Attempt:
    """An attempt by one coven: both sides laid out, and the positions of their ends before the next one.

    ``behind`` are the groups of each side, the Traitor's first, whose habit is "behind".
    """

    warp: Track
    will: Track
    warp_later: npt.NDArray[np.int64]
    will_later: list[npt.NDArray[np.int64]]
    behind: tuple[frozenset[int], frozenset[int]]
    rules: Rules

    @property
    def order(self) -> list[Card]:
        """The cards of the attempt in the order in which they are revealed."""
        first, second = (TRAITOR, LOYALIST) if self.rules.first_to_reveal == TRAITOR else (LOYALIST, TRAITOR)
        return [Card(side, number) for number in range(self.rules.reveals) for side in (first, second)]

    @property
    def threshold(self) -> int:
        """The least difference at which the power is cast."""
        return 0 if self.rules.ties == "cast" else 1

    @property
    def moments(self) -> list[tuple[int, int]]:
        """How many cards each side has revealed, the Traitor first, before each card and after the last."""
        counts = [(0, 0)]
        for card in self.order:
            warp, will = counts[-1]
            counts.append((warp + 1, will) if card.side == TRAITOR else (warp, will + 1))
        return counts

    def spans(self) -> list[Span]:
        """Return the differences to tell apart before each card and after the last."""
        warp_most, warp_drawn = _most(self.warp)
        will_most, will_drawn = _most(self.will)
        spans = []
        for warp, will in self.moments:
            warp_left, will_left = self.rules.reveals - warp, self.rules.reveals - will
            low = max(-will * will_most - will_drawn, self.threshold - 1 - warp_left * warp_most - warp_drawn)
            high = min(warp * warp_most + warp_drawn, self.threshold + will_left * will_most + will_drawn)
            spans.append(Span(low, high))
        return spans

    def cells(self) -> int:
        """Return how many worths there are in all the arrays."""
        return sum(
            len(self.warp.lists[warp].list) * len(span.differences) * len(self.will.lists[will].list)
            for (warp, will), span in zip(self.moments, self.spans(), strict=True)
        )

    def solve(self, cast: Any, later: Worth) -> list[Worth]:
        """Return the worth of every position before each card and after the last.

        Parameters
        ----------
        cast
            What it is worth to cast the power.
        later
            What the phase is worth before the next attempt, by the states of both sides, with a last row and
            column of zeros for a phase that is over; its dtype says how to count.
        """
        spans = self.spans()
        worths = [self._settled(cast, later, spans[-1])]
        for position in reversed(range(len(spans) - 1)):
            side, number = self.order[position]
            if side == TRAITOR:
                failed = later[:, self.will_later[self.moments[position][1]]]
                deal = _Deal(self, TRAITOR, spans[position], spans[position + 1], cast, failed)
                worths.append(deal.card(self.warp.stages[number], worths[-1]))
            else:
                deal = _Deal(self, LOYALIST, spans[position], spans[position + 1], cast, later)
                worths.append(_turned(deal.card(self.will.stages[number], _turned(worths[-1]))))
        return worths[::-1]

    def _settled(self, cast: Any, later: Worth, span: Span) -> Worth:
        """Return the worth after the last card, when the totals are compared."""
        marks = np.array([_will(state).mark for state in self.will.lists[-1].list])
        goes_on = later[self.warp_later][:, self.will_later[-1]][:, None, :]
        resisted = np.where(marks == GOES_ON, goes_on, goes_on * 0)
        return np.where((span.differences >= self.threshold)[:, None], goes_on + cast, resisted)


@dataclass(frozen=True)
class _Deal:
    """One card for one side, whose states come first in the arrays here.

    ``failed`` is the worth after an attempt that failed with its coven, by the Traitor's state and the
    Loyalist's.
    """

    attempt: Attempt
    side: str
    now: Span
    next: Span
    cast: Any
    failed: Worth

    def card(self, stage: Stage, after: Worth) -> Worth:
        """Return the worth before the card from the worth after it."""
        before = np.zeros((stage.size, len(self.now.differences), after.shape[2]), dtype=after.dtype)
        for branch in stage.branches():
            before[branch.rows] += _chances(branch, after.dtype) * self._taken(branch, before, after)
        return before

    def _taken(self, branch: Branch, before: Worth, after: Worth) -> Worth:
        """Return the worth of a card whose side does what its habit or its interest says."""
        worths = [self.way(way, before, after) for way in branch.ways]
        if branch.group in self.attempt.behind[self.side == LOYALIST]:
            short = self.now.differences < self.attempt.threshold
            return np.where((short == (self.side == TRAITOR))[:, None], worths[1], worths[0])
        if len(worths) == 1:
            return worths[0]
        one, other = worths
        better: Worth = np.maximum(one, other) if self.side == TRAITOR else np.minimum(one, other)
        return better

    def way(self, way: Way, before: Worth, after: Worth) -> Worth:
        """Return the worth of one option from each of its states, at each difference."""
        if way.casts:
            return np.full((1, 1, 1), self.cast + way.worth, dtype=after.dtype)
        source, span = (before, self.now) if way.draws else (after, self.next)
        sign = 1 if self.side == TRAITOR else -1
        totals = self.now.differences + sign * way.points[:, None]
        columns = span.place(totals)
        worth = source[way.after[:, None], columns]
        if way.dead is not None:
            worth = self._risked(way, worth, source[way.dead[:, None], columns])
        return worth + way.worth if way.worth else worth

    def _risked(self, way: Way, alive: Worth, dead: Worth) -> Worth:
        """Return the worth of a risk, in which one face of the die kills a model of the coven."""
        assert way.dead is not None
        wiped = way.dead < 0
        dead[wiped] = self.failed[way.failed[wiped]][:, None, :]
        rules = self.attempt.rules
        death = Fraction(1, rules.vortex_die)
        chance = death if alive.dtype == object else float(death)
        return (1 - chance) * alive + chance * (dead - rules.model_worth)


def join(
    warp: Track,
    will: Track,
    later: tuple[States, States],
    behind: tuple[frozenset[int], frozenset[int]],
    rules: Rules,
) -> Attempt:
    """Join the two sides of an attempt, and add the states they end in to those before the next attempt."""
    warp_later = [later[0].place(before_next(state)) for state in warp.lists[-1].list]
    fails = any((way.failed >= 0).any() for stage in warp.stages for way in stage.ways())
    will_later = [
        np.array(
            [
                later[1].place(before_next(state)) if fails or states is will.lists[-1] else -1
                for state in states.list
            ],
            dtype=np.int64,
        )
        for states in will.lists
    ]
    return Attempt(warp, will, np.array(warp_later, dtype=np.int64), will_later, behind, rules)


def _will(state: object) -> WillState:
    assert isinstance(state, WillState)
    return state


def _most(track: Track) -> tuple[int, int]:
    """Return the most points of one card of a side, and of all its cards that draw another."""
    most, drawn = 0, 0
    for stage in track.stages:
        for way in stage.ways():
            points = int(way.points.max())
            most, drawn = (most, max(drawn, points)) if way.draws else (max(most, points), drawn)
    drawing = max((len(stage.levels) - 1 for stage in track.stages), default=0)
    return most, drawn * drawing


def _chances(branch: Branch, dtype: Any) -> Worth:
    if dtype is not np.dtype(object):
        return (branch.cards / branch.deck)[:, None, None]
    pairs = zip(branch.cards.tolist(), branch.deck.tolist(), strict=True)
    return np.array([Fraction(*pair) for pair in pairs], dtype=object)[:, None, None]


def _turned(worth: Worth) -> Worth:
    """Return an array with the other side's states first."""
    return np.ascontiguousarray(worth.transpose(2, 1, 0))
