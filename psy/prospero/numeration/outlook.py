"""The phase as it is used up: what comes of each attempt, and how likely, when a plan is followed.

The chances run forwards through the positions that the plan was solved over. An array of chances has the
shape ``(warp states, warp totals, will totals, will states)``: both totals are told apart, not only their
difference.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from math import lcm
from typing import Any, Literal, NamedTuple

import numpy as np
import numpy.typing as npt
from icepool import Die

from psy.prospero.numeration.attempt_solver import TRAITOR, Attempt, Deal, Worth, chances
from psy.prospero.numeration.cards import ENDS, GOES_ON
from psy.prospero.numeration.phase import Hand, Move
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


@dataclass(frozen=True)
class AttemptOutlook:
    """One attempt of the phase.

    Parameters
    ----------
    results
        The chance that the attempt is made and comes to each result: fractions if the plan is exact.
    choices
        The cards with a choice that come up; see `choice_table`.
    """

    results: dict[Result, Fraction | float]
    choices: list[Choice] = field(repr=False)

    @property
    def made(self) -> Fraction | float:
        """The chance that the attempt is made."""
        return sum(self.results.values(), Fraction(0))

    @property
    def cast(self) -> Fraction | float:
        """The chance that the attempt is made and its power cast."""
        return sum((chance for result, chance in self.results.items() if result.cast), Fraction(0))

    @property
    def over(self) -> Fraction | float:
        """The chance that a card ends the phase with this attempt."""
        return sum((chance for result, chance in self.results.items() if result.over), Fraction(0))

    def die(self) -> "Die[Result]":
        """Return the distribution of the results, given that the attempt is made; only of an exact plan."""
        exact = {result: Fraction(chance) for result, chance in self.results.items()}
        common = lcm(*(chance.denominator for chance in exact.values()))
        return Die({result: int(chance * common) for result, chance in exact.items()})


def outlook(plan: NumerationPlan, attempts: int | None = None) -> list[AttemptOutlook]:
    """Return what comes of the first attempt, the second, and so on, when the plan is followed.

    With ``attempts`` only of so many.

    Where two options or moves are equally good, the first is taken: the point, the dearer power.

    Examples
    --------
    A flood casts at once and ends the phase; the only other card leaves the totals at 1 to 0.

    >>> from psy.prospero import Coven, numeration
    >>> plan = numeration({"flood": 1, "mastery": 1}, {}, [1, 1], Coven(1), attempts=1)
    >>> [str(chance) for chance in outlook(plan)[0].results.values()]
    ['1/2', '1/2']
    """
    phase, dtype = plan.phase, np.dtype(object if plan.exact else float)
    outlooks: list[AttemptOutlook] = []
    first = np.zeros(tuple(len(states.list) for states in phase.starts[0]), dtype=dtype)
    first[:1, :1] = Fraction(1) if plan.exact else 1.0
    now: dict[Hand, Chances] = {phase.hand: first}
    for made in range(len(phase.attempts) if attempts is None else attempts):
        results: dict[Result, Any] = defaultdict(Fraction if plan.exact else float)
        choices: list[Choice] = []
        after: dict[Hand, Chances] = {}
        for hand, chance in now.items():
            for move, states in chosen_moves(plan, made, hand):
                later = plan.solution.worths[made + 1][move.rest]
                target = after.setdefault(move.rest, np.zeros_like(later))
                flow = _Flow(plan, made, move, later, results, choices, target)
                flow.run(np.where(states, chance, chance * 0))
        outlooks.append(AttemptOutlook(dict(results), choices))
        now = {hand: chance[:-1, :-1] for hand, chance in after.items() if chance[:-1, :-1].any()}
    return outlooks


def chosen_moves(plan: NumerationPlan, made: int, hand: Hand) -> list[tuple[Move, npt.NDArray[np.bool_]]]:
    """Return the moves that the plan makes before an attempt, with the states in which it makes them."""
    chosen = plan.solution.chosen[made][hand]
    moves = [(move, chosen == place) for place, move in enumerate(plan.phase.moves(hand))]
    return [(move, states) for move, states in moves if states.any()]


@dataclass(frozen=True)
class _Flow:
    """The chances of one attempt by one coven, added to the results and to what comes after it."""

    plan: NumerationPlan
    made: int
    move: Move
    later: Worth
    results: dict[Result, Any]
    choices: list[Choice]
    after: Chances

    @property
    def attempt(self) -> Attempt:
        return self.plan.phase.attempts[self.made][self.move.coven]

    def run(self, share: Chances) -> None:
        """Follow the attempt from the chances of the states before it."""
        attempt = self.attempt
        _, worths = self.plan.phase.tried(self.made, self.move, self.later)
        totals = attempt.most_totals()
        now = np.zeros(self._shape(0, totals), dtype=share.dtype)
        now[: share.shape[0], 0, 0, : share.shape[1]] = share
        cast = self.move.power if self.plan.exact else float(self.move.power)
        for position in range(len(attempt.order)):
            deal = attempt.deal(position, cast, self.later)
            then = np.zeros(self._shape(position + 1, totals), dtype=share.dtype)
            before, after = deal.turned(worths[position]), deal.turned(worths[position + 1])
            for level in reversed(deal.stage.levels):
                places = _places(deal, now)
                for branch in level:
                    self._branch(position, deal, branch, (before, after), places, (now, then))
            now = then
        self._compare(now)

    def _shape(self, position: int, totals: tuple[int, int]) -> tuple[int, int, int, int]:
        warp, will = self.attempt.moments[position]
        lists = self.attempt.warp.lists[warp].list, self.attempt.will.lists[will].list
        return len(lists[0]), totals[0] + 1, totals[1] + 1, len(lists[1])

    def _branch(
        self,
        position: int,
        deal: Deal,
        branch: Branch,
        worths: tuple[Worth, Worth],
        places: Sequence[Chances],
        goals: tuple[Chances, Chances],
    ) -> None:
        """Let the cards of one branch come."""
        row = np.full(deal.stage.size, -1)
        row[branch.rows] = np.arange(len(branch.rows))
        at = row[places[0]]
        row, mine, theirs, state, chance = _where(at >= 0, at, *places[1:])
        chance = chance * chances(branch, chance.dtype)[row]
        difference = mine - theirs if deal.side == TRAITOR else theirs - mine
        other = deal.other(branch, *worths, self.plan.near)
        other = np.broadcast_to(other, (len(branch.rows), *worths[0].shape[1:]))
        column = deal.now.place(difference)
        second = other[row, column, state]
        if len(branch.ways) == 2 and len(row):
            one, other = (deal.way(way, *worths) for way in branch.ways)
            gain = np.broadcast_to(other - one, (len(branch.rows), *worths[0].shape[1:]))[row, column, state]
            gain = gain if deal.side == TRAITOR else -gain
            own, theirs_left = branch.rows[row], state
            warp, will = (own, theirs_left) if deal.side == TRAITOR else (theirs_left, own)
            self.choices.append(
                Choice(deal.side, branch.group, position, warp, will, difference, second, gain, chance)
            )
        for number, way in enumerate(branch.ways):
            chosen = second == (number == 1) if len(branch.ways) == 2 else np.full(len(row), True)
            part = _where(chosen, row, mine, theirs, state, chance)
            self._way(position, deal, way, part, goals[0] if way.draws else goals[1])

    def _way(self, position: int, deal: Deal, way: Way, part: Sequence[Chances], goal: Chances) -> None:
        """Let one option be taken."""
        row, mine, theirs, state, chance = part
        if way.casts:
            self._add((mine, theirs, chance), True, "at once", True)
            return
        mine = mine + way.points[row]
        if way.dead is None:
            _put(deal, goal, way.after[row], mine, theirs, state, chance)
            return
        death = self.attempt.death(goal.dtype)
        _put(deal, goal, way.after[row], mine, theirs, state, chance * (1 - death))
        dead = way.dead[row]
        _put(deal, goal, *_where(dead >= 0, dead, mine, theirs, state, chance * death))
        self._lost(position, way, _where(dead < 0, row, mine, theirs, state, chance * death))

    def _lost(self, position: int, way: Way, part: Sequence[Chances]) -> None:
        """Let the coven's last model die."""
        row, mine, theirs, state, chance = part
        will = self.attempt.moments[position][1]
        np.add.at(self.after, (way.failed[row], self.attempt.will_later[will][state]), chance)
        over = self.attempt.marks(will)[state] == ENDS
        for is_over in (False, True):
            self._add(_where(over == is_over, mine, theirs, chance), False, "coven lost", is_over)

    def _compare(self, now: Chances) -> None:
        """Compare the totals after the last card."""
        found = _found(now)
        warp_state, warp, will, will_state = found
        chance = now[found]
        cast = warp - will >= self.attempt.threshold
        marks = self.attempt.marks(-1)[will_state]
        over = (marks == ENDS) | ((marks != GOES_ON) & ~cast)
        for is_cast, is_over in product((False, True), repeat=2):
            chosen = (cast == is_cast) & (over == is_over)
            self._add(_where(chosen, warp, will, chance), is_cast, "compared", is_over)
        to = self.attempt.warp_later[warp_state[~over]], self.attempt.will_later[-1][will_state[~over]]
        np.add.at(self.after, to, chance[~over])

    def _add(self, part: Sequence[Chances], cast: bool, end: End, over: bool) -> None:
        """Add chances to the results by both totals."""
        *totals, chance = part
        most = self.attempt.most_totals()
        sums = np.zeros((most[0] + 1, most[1] + 1), dtype=chance.dtype)
        np.add.at(sums, tuple(totals), chance)
        for warp, will in np.argwhere(sums).tolist():
            self.results[Result(warp, will, cast, end, over)] += sums[warp, will]


def _where(chosen: Chances, *arrays: Chances) -> list[Chances]:
    return [values[chosen] for values in arrays]


def _found(now: Chances) -> tuple[Chances, ...]:
    """Return where an array is not zero, as its ``nonzero`` does, which is slow for four axes."""
    return np.unravel_index(np.flatnonzero(now != 0), now.shape)


def _places(deal: Deal, now: Chances) -> list[Chances]:
    """Return where there is a chance, the state and total of the card's side first, and the chance."""
    found = _found(now)
    warp, warp_total, will_total, will = found
    if deal.side == TRAITOR:
        return [warp, warp_total, will_total, will, now[found]]
    return [will, will_total, warp_total, warp, now[found]]


def _put(
    deal: Deal, goal: Chances, own: Chances, mine: Chances, theirs: Chances, state: Chances, chance: Chances
) -> None:
    """Add chances where the card of a side leads; several states of a side may lead to one."""
    where = (own, mine, theirs, state) if deal.side == TRAITOR else (state, theirs, mine, own)
    np.add.at(goal.reshape(-1), np.ravel_multi_index(where, goal.shape), chance)
