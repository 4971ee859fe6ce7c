"""The chances of one attempt, run forwards through the positions that the plan was solved over.

An array of chances has the shape ``(hands, warp states, warp totals, will totals, will states)``. Where
nobody asks for the results, only the difference of the totals is told apart, as far as the plan does: it
stands in the place of the warp total, counted from the least one, and the will total is 0.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from psy.prospero.numeration.attempt_solver import TRAITOR, Attempt, Deal, Worth, chances
from psy.prospero.numeration.cards import ENDS, GOES_ON
from psy.prospero.numeration.hand import Move
from psy.prospero.numeration.phase import Worked
from psy.prospero.numeration.plan import NumerationPlan
from psy.prospero.numeration.reveals import Branch, Way

End = Literal["compared", "at once", "coven lost"]
Chances = npt.NDArray[Any]


class Result(NamedTuple):
    """What comes of one attempt.

    Parameters
    ----------
    warp, will
        The totals when the attempt was over.
    cast
        Whether the power was cast.
    end
        ``"compared"``: the totals were compared; ``"at once"``: cast by the warp; ``"coven lost"``.
    over
        Whether a card ended the phase with it.
    """

    warp: int
    will: int
    cast: bool
    end: End
    over: bool


class Choice(NamedTuple):
    """A card with a choice as it comes up, in arrays over the positions in which it does.

    ``turned`` is how many cards were turned before it, not counting drawn ones; ``gain`` what the other
    option is worth to its side beyond the one point; ``other`` whether it is taken.
    """

    side: str
    group: int
    turned: int
    warp: Chances
    will: Chances
    difference: Chances
    other: Chances
    gain: Chances
    chance: Chances


# What is known of chances, in parallel arrays: the hand, the state and the total of the card's side, the
# total and the state of the other side, the chance. In a branch the state is its row there.
_Part = Sequence[Chances]


@dataclass(frozen=True)
class Flow:
    """The chances of one attempt by one caster, added to what comes after it and to the results, if any."""

    plan: NumerationPlan
    made: int
    move: Move
    worked: Worked
    results: dict[Result, Any] | None
    choices: list[Choice]

    @property
    def attempt(self) -> Attempt:
        """The attempt as it is laid out."""
        return self.plan.phase.attempts[self.made][self.move.caster]

    def run(self, share: Chances) -> Chances:
        """Follow the attempt from the chances of the states before it.

        Returns
        -------
        array
            Chances by whether the power is cast, the hand and the states before the next attempt, the last of
            which stand for a phase that is over.
        """
        attempt = self.attempt
        worths = self.worked.worths
        after = np.zeros((2, *self.worked.later.shape), dtype=share.dtype)
        now = np.zeros(self._shape(0), dtype=share.dtype)
        now[0, : share.shape[0], 0, 0, : share.shape[1]] = share
        cast = self.move.worth if self.plan.exact else float(self.move.worth)
        for position in range(len(attempt.order)):
            deal = attempt.deal(position, cast, self.worked.later, self.worked.swaps)
            then = np.zeros(self._shape(position + 1), dtype=share.dtype)
            around = deal.turned(worths[position]), deal.turned(worths[position + 1])
            for level in reversed(deal.stage.levels):
                places = _places(deal, now)
                for branch in level:
                    _Turned(self, position, deal, branch, around, after).follow(places, now, then)
            now = then
        self._compare(now, after)
        return after

    def _shape(self, position: int) -> tuple[int, ...]:
        warp, will = self.attempt.moments[position]
        lists = self.attempt.warp.lists[warp].list, self.attempt.will.lists[will].list
        totals = self.attempt.most_totals()
        if self.results is None:
            span = self.attempt.spans[position]
            totals = span.high - span.low, 0
        return len(self.worked.hands), len(lists[0]), totals[0] + 1, totals[1] + 1, len(lists[1])

    def least(self, position: int) -> int:
        """Return the difference that a warp total of 0 stands for."""
        return self.attempt.spans[position].low if self.results is None else 0

    def _compare(self, now: Chances, after: Chances) -> None:
        """Compare the totals after the last card."""
        found = _found(now)
        hand, warp_state, warp, will, will_state = found
        chance = now[found]
        cast = warp - will + self.least(len(self.attempt.order)) >= self.attempt.threshold
        marks = self.attempt.marks(-1)[will_state]
        over = (marks == ENDS) | ((marks != GOES_ON) & ~cast)
        for is_cast, is_over in product((False, True), repeat=2):
            chosen = (cast == is_cast) & (over == is_over)
            self.add(_where(chosen, warp, will, chance), is_cast, "compared", is_over)
        warp_after = np.where(over, -1, self.attempt.warp_later[warp_state])
        will_after = np.where(over, -1, self.attempt.will_later[-1][will_state])
        np.add.at(after, (cast.astype(int), hand, warp_after, will_after), chance)

    def add(self, part: Sequence[Chances], cast: bool, end: End, over: bool) -> None:
        """Add chances to the results by both totals, if they are asked for."""
        if self.results is None:
            return
        *totals, chance = part
        most = self.attempt.most_totals()
        sums = np.zeros((most[0] + 1, most[1] + 1), dtype=chance.dtype)
        np.add.at(sums, tuple(totals), chance)
        for warp, will in np.argwhere(sums).tolist():
            self.results[Result(warp, will, cast, end, over)] += sums[warp, will]


@dataclass(frozen=True)
class _Turned:
    """The cards of one branch, turned wherever they can come."""

    flow: Flow
    position: int
    deal: Deal
    branch: Branch
    around: tuple[Worth, Worth]
    after: Chances

    def follow(self, places: _Part, now: Chances, then: Chances) -> None:
        """Let the cards come, with the chances before and after them."""
        deal, branch = self.deal, self.branch
        row = np.full(deal.stage.size, -1)
        row[branch.rows] = np.arange(len(branch.rows))
        hand, state, *rest = places
        at = row[state]
        hand, row, mine, theirs, other, chance = _where(at >= 0, hand, at, *rest)
        chance = chance * chances(branch, chance.dtype)[row]
        difference = mine - theirs if deal.side == TRAITOR else theirs - mine
        difference = difference + self.flow.least(self.position)
        where = hand, row, deal.now.place(difference), other
        second = self._wide(deal.other(branch, *self.around, self.flow.plan.near))[where]
        if len(branch.ways) == 2 and len(row) and self.flow.results is not None:
            self._note(where, difference, second, chance)
        for number, way in enumerate(branch.ways):
            chosen = second == (number == 1) if len(branch.ways) == 2 else np.full(len(row), True)
            goal = now if way.draws else then
            part = _where(chosen, hand, row, mine, theirs, other, chance)
            if way.swaps:
                self._swap(way, part, _where(chosen, *where), goal)
            else:
                self._way(way, part, goal)

    def _wide(self, values: Chances) -> Chances:
        """Return values for every hand, row, difference and state of the other side."""
        hands, _, differences, others = self.around[0].shape
        return np.broadcast_to(values, (hands, len(self.branch.rows), differences, others))

    def _note(self, where: _Part, difference: Chances, second: Chances, chance: Chances) -> None:
        """Note a choice as it comes up."""
        one, other = (self.deal.way(way, *self.around) for way in self.branch.ways)
        gain = self._wide(other - one)[tuple(where)]
        own, theirs = self.branch.rows[where[1]], where[3]
        traitor = self.deal.side == TRAITOR
        warp, will = (own, theirs) if traitor else (theirs, own)
        self.flow.choices.append(
            Choice(
                self.deal.side,
                self.branch.group,
                self.position,
                warp,
                will,
                difference,
                second,
                gain if traitor else -gain,
                chance,
            )
        )

    def _swap(self, way: Way, part: _Part, where: _Part, goal: Chances) -> None:
        """Let the hand be changed by the best swap, or be kept."""
        best = self.deal.swap(way, *self.around, self.flow.plan.near)[tuple(where)]
        self._way(way, _where(best == 0, *part), goal)
        for old, options in enumerate(self.deal.swaps):
            for number, (hands, shares) in enumerate(options, start=1):
                _, *rest, chance = _where((best == number) & (part[0] == old), *part)
                for new, share in zip(hands, shares, strict=True):
                    weight = share if chance.dtype == object else float(share)
                    self._way(way, [np.full(len(chance), new), *rest, chance * weight], goal)

    def _way(self, way: Way, part: _Part, goal: Chances) -> None:
        """Let one option be taken."""
        hand, row, mine, theirs, other, chance = part
        if way.casts:
            self.flow.add((mine, theirs, chance), True, "at once", True)
            over = np.full(len(hand), -1)
            np.add.at(self.after, (over + 2, hand, over, over), chance)
            return
        mine = mine + way.points[row]
        if way.dead is None:
            self._put(way, goal, hand, way.after[row], mine, theirs, other, chance)
            return
        death = self.flow.attempt.death(goal.dtype)
        self._put(way, goal, hand, way.after[row], mine, theirs, other, chance * (1 - death))
        dead = way.dead[row]
        self._put(way, goal, *_where(dead >= 0, hand, dead, mine, theirs, other, chance * death))
        self._lost(way, _where(dead < 0, hand, row, mine, theirs, other, chance * death))

    def _put(self, way: Way, goal: Chances, hand: Chances, own: Chances, *rest: Chances) -> None:
        """Add chances where an option leads; several states of a side may lead to one."""
        mine, theirs, other, chance = rest
        traitor, flow = self.deal.side == TRAITOR, self.flow
        warp, will = (mine, theirs) if traitor else (theirs, mine)
        if flow.results is None:
            span = self.deal.now if way.draws else self.deal.then
            warp, will = span.place(warp - will + flow.least(self.position)), np.zeros_like(will)
        where = (hand, own, warp, will, other) if traitor else (hand, other, warp, will, own)
        np.add.at(goal.reshape(-1), np.ravel_multi_index(where, goal.shape), chance)

    def _lost(self, way: Way, part: _Part) -> None:
        """Let the coven's last model die."""
        hand, row, mine, theirs, other, chance = part
        attempt = self.flow.attempt
        will = attempt.moments[self.position][1]
        to = np.zeros(len(hand), dtype=np.int64), hand, way.failed[row], attempt.will_later[will][other]
        np.add.at(self.after, to, chance)
        over = attempt.marks(will)[other] == ENDS
        for is_over in (False, True):
            self.flow.add(_where(over == is_over, mine, theirs, chance), False, "coven lost", is_over)


def _where(chosen: Chances, *arrays: Chances) -> list[Chances]:
    return [values[chosen] for values in arrays]


def _found(now: Chances) -> tuple[Chances, ...]:
    """Return where an array is not zero, as its ``nonzero`` does, which is slow for many axes."""
    return np.unravel_index(np.flatnonzero(now != 0), now.shape)


def _places(deal: Deal, now: Chances) -> _Part:
    """Return where there is a chance, the state and total of the card's side first, and the chance."""
    found = _found(now)
    hand, warp, warp_total, will_total, will = found
    if deal.side == TRAITOR:
        return [hand, warp, warp_total, will_total, will, now[found]]
    return [hand, will, will_total, warp_total, warp, now[found]]
