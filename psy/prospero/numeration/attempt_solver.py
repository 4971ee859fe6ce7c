"""One attempt, solved backwards from its last card, for all states of both sides at once.

The worth of a position is an array of shape ``(hands, warp states, differences, will states)``. The hands are
those that swaps can make of the powers left after the attempt, one if there are no swaps. A difference is the
warp total minus the will total, cut off where the cards to come cannot change who is ahead any more. A card
of the Traitor's averages over his states and takes the best of his options, a card of the Loyalist's the
worst for the Traitor; the other side's states stand still meanwhile. With floats the arrays hold machine
numbers; with fractions the same steps are exact.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from psy.prospero.numeration.cards import GOES_ON
from psy.prospero.numeration.reveals import Branch, Stage, States, Track, Way
from psy.prospero.numeration.sides import WillState, before_next
from psy.prospero.rules import Rules

Worth = npt.NDArray[Any]
# For each hand the swaps that may be made: the places of the hands that come of each, and how likely each is.
Swaps = Sequence[Sequence[tuple[npt.NDArray[np.int64], Sequence[Fraction]]]]
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

    @cached_property
    def spans(self) -> list[Span]:
        """The differences to tell apart before each card and after the last."""
        (warp_most, warp_drawn), (will_most, will_drawn) = self.warp.most, self.will.most
        spans = []
        for warp, will in self.moments:
            warp_left, will_left = self.rules.reveals - warp, self.rules.reveals - will
            low = max(-will * will_most - will_drawn, self.threshold - 1 - warp_left * warp_most - warp_drawn)
            high = min(warp * warp_most + warp_drawn, self.threshold + will_left * will_most + will_drawn)
            spans.append(Span(low, high))
        return spans

    def marks(self, number: int) -> npt.NDArray[np.int64]:
        """Return what hangs over the phase in each of the Loyalist's states after so many of his cards."""
        return np.array([_will(state).mark for state in self.will.lists[number].list], dtype=np.int64)

    def most_totals(self) -> tuple[int, int]:
        """Return the highest totals of both sides, the Traitor's first."""
        (warp, warp_drawn), (will, will_drawn) = self.warp.most, self.will.most
        return self.rules.reveals * warp + warp_drawn, self.rules.reveals * will + will_drawn

    def death(self, dtype: Any) -> Any:
        """Return the chance that a risk kills a model, as a fraction for an array of objects."""
        chance = Fraction(1, self.rules.vortex_die)
        return chance if dtype == np.dtype(object) else float(chance)

    def cells(self) -> int:
        """Return how many worths there are in all the arrays."""
        return sum(
            len(self.warp.lists[warp].list) * len(span.differences) * len(self.will.lists[will].list)
            for (warp, will), span in zip(self.moments, self.spans, strict=True)
        )

    def solve(self, cast: Any, later: Worth, swaps: Swaps) -> Iterator[Worth]:
        """Yield the worth of every position after the last card, and then before each card, the last first.

        Parameters
        ----------
        cast
            What it is worth to cast the power.
        later
            What the phase is worth before the next attempt, by hand and the states of both sides, with a last
            row and column of zeros for a phase that is over; its dtype says how to count.
        swaps
            The swaps that may be made with each hand.
        """
        worth = self._settled(cast, later)
        yield worth
        for position in reversed(range(len(self.order))):
            deal = self.deal(position, cast, later, swaps)
            worth = deal.turned(deal.card(deal.turned(worth)))
            yield worth

    def deal(self, position: int, cast: Any, later: Worth, swaps: Swaps) -> "Deal":
        """Return the card at a position of the order, for its side."""
        side, number = self.order[position]
        traitor = side == TRAITOR
        stage = (self.warp if traitor else self.will).stages[number]
        failed = later[:, :, self.will_later[self.moments[position][1]]] if traitor else later
        now, then = self.spans[position : position + 2]
        return Deal(self, side, stage, now, then, cast, failed, swaps)

    def _settled(self, cast: Any, later: Worth) -> Worth:
        """Return the worth after the last card, when the totals are compared."""
        span = self.spans[-1]
        goes_on = later[:, self.warp_later][:, :, self.will_later[-1]][:, :, None, :]
        resisted = np.where(self.marks(-1) == GOES_ON, goes_on, goes_on * 0)
        return np.where((span.differences >= self.threshold)[:, None], goes_on + cast, resisted)


@dataclass(frozen=True)
class Deal:
    """One card for one side, whose states come next to the hands in all the arrays here.

    ``failed`` is the worth after an attempt that failed with its coven, by the hand, the Traitor's state
    before the next attempt and the Loyalist's now.
    """

    attempt: Attempt
    side: str
    stage: Stage
    now: Span
    then: Span
    cast: Any
    failed: Worth
    swaps: Swaps

    def turned(self, worths: Worth) -> Worth:
        """Return an array with the states of the card's side next to the hands, or one turned back."""
        return worths if self.side == TRAITOR else np.ascontiguousarray(worths.transpose(0, 3, 2, 1))

    def card(self, after: Worth) -> Worth:
        """Return the worth before the card from the worth after it."""
        shape = (len(after), self.stage.size, len(self.now.differences), after.shape[3])
        before = np.zeros(shape, dtype=after.dtype)
        for branch in self.stage.branches():
            chance = chances(branch, after.dtype)[:, None, None]
            swaps = any(way.swaps for way in branch.ways)
            # Where hands do not mix, one at a time stays in the processor's cache.
            for one in [slice(None)] if swaps else [slice(hand, hand + 1) for hand in range(len(after))]:
                deal = replace(self, failed=self.failed[one])
                before[one, branch.rows] += chance * deal._taken(branch, before[one], after[one])
        return before

    def other(self, branch: Branch, before: Worth, after: Worth, near: float) -> npt.NDArray[np.bool_]:
        """Return where the second option is taken: by habit, or where it is better by more than ``near``."""
        short: npt.NDArray[np.bool_] = (self.now.differences < self.attempt.threshold)[None, :, None]
        if self._habit(branch):
            return short if self.side == TRAITOR else ~short
        if len(branch.ways) == 1:
            return short & False
        one, other = (self.way(way, before, after) for way in branch.ways)
        return np.asarray((other > one + near) if self.side == TRAITOR else (other < one - near), dtype=bool)

    def _habit(self, branch: Branch) -> bool:
        return branch.group in self.attempt.behind[self.side == LOYALIST]

    def _taken(self, branch: Branch, before: Worth, after: Worth) -> Worth:
        """Return the worth of a card whose side does what its habit or its interest says."""
        worths = [self.way(way, before, after) for way in branch.ways]
        if len(worths) == 1:
            return worths[0]
        one, other = worths
        if self._habit(branch):
            return np.where(self.other(branch, before, after, 0), other, one)
        better: Worth = np.maximum(one, other) if self.side == TRAITOR else np.minimum(one, other)
        return better

    def way(self, way: Way, before: Worth, after: Worth) -> Worth:
        """Return the worth of one option from each of its states, at each difference."""
        if way.casts:
            return np.full((1, 1, 1, 1), self.cast + way.worth, dtype=after.dtype)
        worth = self._reached(way, before, after)
        if way.swaps:
            options = (self._swapped(worth, hand) for hand in range(len(worth)))
            worth = np.stack([option.max(axis=0) for option in options])
        return worth + way.worth if way.worth else worth

    def swap(self, way: Way, before: Worth, after: Worth, near: float) -> npt.NDArray[np.int64]:
        """Return which swap is the first best for each hand, state and difference; 0 to keep the hand."""
        worth = self._reached(way, before, after)
        options = (self._swapped(worth, hand) for hand in range(len(worth)))
        return np.stack([(option >= option.max(axis=0) - near).argmax(axis=0) for option in options])

    def _swapped(self, worth: Worth, hand: int) -> Worth:
        """Return what it is worth to keep a hand, and then each of its swaps."""
        options = [worth[hand]]
        for hands, shares in self.swaps[hand]:
            weights = np.array(shares, dtype=worth.dtype)
            mean = weights[0] * worth[hands[0]]
            for weight, new in zip(weights[1:], hands[1:], strict=True):
                mean += weight * worth[new]
            options.append(mean)
        return np.stack(options)

    def _reached(self, way: Way, before: Worth, after: Worth) -> Worth:
        """Return the worth where an option leads, with the hand as it is."""
        source, span = (before, self.now) if way.draws else (after, self.then)
        sign = 1 if self.side == TRAITOR else -1
        columns = span.place(self.now.differences + sign * way.points[:, None])
        worth: Worth = source[:, way.after[:, None], columns]
        if way.dead is not None:
            worth = self._risked(way, worth, source[:, way.dead[:, None], columns])
        return worth

    def _risked(self, way: Way, alive: Worth, dead: Worth) -> Worth:
        """Return the worth of a risk, in which one face of the die kills a model of the coven."""
        assert way.dead is not None
        wiped = way.dead < 0
        dead[:, wiped] = self.failed[:, way.failed[wiped]][:, :, None, :]
        death = self.attempt.death(alive.dtype)
        worth: Worth = (1 - death) * alive + death * (dead - self.attempt.rules.model_worth)
        return worth


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


def chances(branch: Branch, dtype: Any) -> Worth:
    """Return the chance that a card of the branch comes, from each of its states."""
    if dtype != np.dtype(object):
        return branch.cards / branch.deck
    pairs = zip(branch.cards.tolist(), branch.deck.tolist(), strict=True)
    return np.array([Fraction(*pair) for pair in pairs], dtype=object)
