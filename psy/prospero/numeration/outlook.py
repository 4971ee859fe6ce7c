"""The phase as it is used up: what comes of each attempt, and how likely, when a plan is followed.

The chances run forwards through the positions that the plan was solved over. An array of chances has the
shape ``(hands, warp states, warp totals, will totals, will states)``: both totals are told apart, not only
their difference.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from math import lcm
from typing import Any, Literal, NamedTuple

import numpy as np
import numpy.typing as npt
from icepool import Die

from psy.exact.arguments import instance, whole
from psy.prospero.numeration.attempt_solver import TRAITOR, Attempt, Deal, Worth, chances
from psy.prospero.numeration.cards import ENDS, GOES_ON
from psy.prospero.numeration.hand import Hand, Kind, Move
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


class Tried(NamedTuple):
    """One attempt of a phase: the power, the place of the coven, the target, and whether it was cast."""

    power: str | int
    coven: int
    target: str
    cast: bool


class _Step(NamedTuple):
    """One attempt as the solver knows it."""

    power: Kind
    caster: int
    cast: bool


_History = tuple[_Step, ...]


def outlook(plan: NumerationPlan, attempts: int | None = None) -> list[AttemptOutlook]:
    """Return what comes of the first attempt, the second, and so on, when the plan is followed.

    With ``attempts`` only of so many.

    Where two options or moves are equally good, the first is taken: the point, the power of greater worth.

    Raises
    ------
    TypeError, ValueError
        If ``plan`` is no plan or ``attempts`` no whole number of at least 0.

    Examples
    --------
    A flood casts at once and ends the phase; the only other card leaves the totals at 1 to 0.

    >>> from psy.prospero import Coven, numeration
    >>> plan = numeration({"flood": 1, "mastery": 1}, {}, [1, 1], Coven(1), attempts=1)
    >>> [str(chance) for chance in outlook(plan)[0].results.values()]
    ['1/2', '1/2']
    """
    last = len(instance("plan", plan, NumerationPlan).phase.attempts)
    wanted = last if attempts is None else min(last, whole("attempts", attempts))
    return _Course(plan, told_apart=False).run(wanted)


def cast_law(plan: NumerationPlan) -> dict[tuple[Tried, ...], Fraction | float]:
    """Return the chance of every course of the phase: what is tried, in order, and what of it is cast.

    Powers of equal worth are tried in the order of the values, at the first of their best targets. Where
    insights has brought in one of several unused powers of equal worth, the first of them is named.

    Examples
    --------
    The first card casts one power and the last fails with the other:

    >>> from psy.prospero import Coven, numeration
    >>> plan = numeration({"mastery": 6}, {"silence": 3}, {"storm": 2, "shield": 1}, Coven(1))
    >>> list(cast_law(plan).values())
    [Fraction(1, 1)]
    """
    course = _Course(instance("plan", plan, NumerationPlan), told_apart=True)
    course.run(len(plan.phase.attempts))
    law: dict[tuple[Tried, ...], Any] = defaultdict(Fraction if plan.exact else float)
    for history, chance in course.law.items():
        if chance:
            law[_named(plan, history)] += chance
    return dict(law)


def _named(plan: NumerationPlan, history: _History) -> tuple[Tried, ...]:
    """Return the attempts of a course by the names of their powers."""
    left = [*plan.cards, *plan.unused]
    named = []
    for power, caster, cast in history:
        card = next(card for card in left if card.kind == power)
        left.remove(card)
        named.append(Tried(card.name, plan.coven(caster), card.targets[caster][0], cast))
    return tuple(named)


class _Course:
    """The phase followed forwards; ``told_apart``: by all that was tried, not only by the hand left."""

    def __init__(self, plan: NumerationPlan, told_apart: bool) -> None:
        self.plan, self.told_apart = plan, told_apart
        self.law: dict[_History, Any] = defaultdict(Fraction if plan.exact else float)
        self.worked_out: dict[tuple[int, Move], Worked] = {}

    def run(self, attempts: int) -> list[AttemptOutlook]:
        """Follow the phase through so many attempts."""
        phase, dtype = self.plan.phase, np.dtype(object if self.plan.exact else float)
        first = np.zeros(tuple(len(states.list) for states in phase.starts[0]), dtype=dtype)
        if first.size:
            first[:1, :1] = Fraction(1) if self.plan.exact else 1.0
        else:
            self.law[()] += 1
        now: dict[tuple[Hand, _History], Chances] = {(phase.hand, ()): first}
        outlooks = []
        for made in range(attempts):
            results: dict[Result, Any] = defaultdict(Fraction if self.plan.exact else float)
            choices: list[Choice] = []
            now = self._next(made, now, results, choices)
            outlooks.append(AttemptOutlook(dict(results), choices))
        for (_, history), chance in now.items():
            self.law[history] += chance.sum()
        return outlooks

    def _next(
        self,
        made: int,
        now: Mapping[tuple[Hand, _History], Chances],
        results: dict[Result, Any],
        choices: list[Choice],
    ) -> dict[tuple[Hand, _History], Chances]:
        """Let one attempt be made wherever the plan makes one; return the chances after it."""
        after: dict[tuple[Hand, _History], Chances] = {}
        for (hand, history), chance in now.items():
            self.law[history] += chance[self.plan.solution.chosen[made][hand] < 0].sum()
            for move, states in chosen_moves(self.plan, made, hand):
                worked = self._worked(made, move)
                flow = _Flow(self.plan, made, move, worked, results, choices)
                ends = flow.run(np.where(states, chance, chance * 0))
                for cast, (rest, end) in product((False, True), enumerate(worked.hands)):
                    step = (_Step(move.power, move.caster, cast),) if self.told_apart else ()
                    key = end, history + step
                    before = after.get(key)
                    part = ends[int(cast), rest]
                    after[key] = part if before is None else before + part
        for (_, history), chance in after.items():
            self.law[history] += chance.sum() - chance[:-1, :-1].sum()
        return {key: chance[:-1, :-1] for key, chance in after.items() if chance[:-1, :-1].any()}

    def _worked(self, made: int, move: Move) -> Worked:
        if (made, move) not in self.worked_out:
            later = self.plan.solution.worths[made + 1]
            self.worked_out[made, move] = self.plan.phase.tried(made, move, later)
        return self.worked_out[made, move]


def chosen_moves(plan: NumerationPlan, made: int, hand: Hand) -> list[tuple[Move, npt.NDArray[np.bool_]]]:
    """Return the moves that the plan makes before an attempt, with the states in which it makes them."""
    chosen = plan.solution.chosen[made][hand]
    moves = [(move, chosen == place) for place, move in enumerate(plan.phase.moves(hand))]
    return [(move, states) for move, states in moves if states.any()]


# What is known of chances, in parallel arrays: the hand, the state and the total of the card's side, the
# total and the state of the other side, the chance. In a branch the state is its row there.
_Part = Sequence[Chances]


@dataclass(frozen=True)
class _Flow:
    """The chances of one attempt by one caster, added to the results and to what comes after it."""

    plan: NumerationPlan
    made: int
    move: Move
    worked: Worked
    results: dict[Result, Any]
    choices: list[Choice]

    @property
    def attempt(self) -> Attempt:
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
        worths, totals = self.worked.worths, attempt.most_totals()
        after = np.zeros((2, *self.worked.later.shape), dtype=share.dtype)
        now = np.zeros(self._shape(0, totals), dtype=share.dtype)
        now[0, : share.shape[0], 0, 0, : share.shape[1]] = share
        cast = self.move.worth if self.plan.exact else float(self.move.worth)
        for position in range(len(attempt.order)):
            deal = attempt.deal(position, cast, self.worked.later, self.worked.swaps)
            then = np.zeros(self._shape(position + 1, totals), dtype=share.dtype)
            around = deal.turned(worths[position]), deal.turned(worths[position + 1])
            for level in reversed(deal.stage.levels):
                places = _places(deal, now)
                for branch in level:
                    _Turned(self, position, deal, branch, around, after).follow(places, now, then)
            now = then
        self._compare(now, after)
        return after

    def _shape(self, position: int, totals: tuple[int, int]) -> tuple[int, ...]:
        warp, will = self.attempt.moments[position]
        lists = self.attempt.warp.lists[warp].list, self.attempt.will.lists[will].list
        return len(self.worked.hands), len(lists[0]), totals[0] + 1, totals[1] + 1, len(lists[1])

    def _compare(self, now: Chances, after: Chances) -> None:
        """Compare the totals after the last card."""
        found = _found(now)
        hand, warp_state, warp, will, will_state = found
        chance = now[found]
        cast = warp - will >= self.attempt.threshold
        marks = self.attempt.marks(-1)[will_state]
        over = (marks == ENDS) | ((marks != GOES_ON) & ~cast)
        for is_cast, is_over in product((False, True), repeat=2):
            chosen = (cast == is_cast) & (over == is_over)
            self.add(_where(chosen, warp, will, chance), is_cast, "compared", is_over)
        warp_after = np.where(over, -1, self.attempt.warp_later[warp_state])
        will_after = np.where(over, -1, self.attempt.will_later[-1][will_state])
        np.add.at(after, (cast.astype(int), hand, warp_after, will_after), chance)

    def add(self, part: Sequence[Chances], cast: bool, end: End, over: bool) -> None:
        """Add chances to the results by both totals."""
        *totals, chance = part
        most = self.attempt.most_totals()
        sums = np.zeros((most[0] + 1, most[1] + 1), dtype=chance.dtype)
        np.add.at(sums, tuple(totals), chance)
        for warp, will in np.argwhere(sums).tolist():
            self.results[Result(warp, will, cast, end, over)] += sums[warp, will]


@dataclass(frozen=True)
class _Turned:
    """The cards of one branch, turned wherever they can come."""

    flow: _Flow
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
        where = hand, row, deal.now.place(difference), other
        second = self._wide(deal.other(branch, *self.around, self.flow.plan.near))[where]
        if len(branch.ways) == 2 and len(row):
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
            _put(self.deal, goal, hand, way.after[row], mine, theirs, other, chance)
            return
        death = self.flow.attempt.death(goal.dtype)
        _put(self.deal, goal, hand, way.after[row], mine, theirs, other, chance * (1 - death))
        dead = way.dead[row]
        _put(self.deal, goal, *_where(dead >= 0, hand, dead, mine, theirs, other, chance * death))
        self._lost(way, _where(dead < 0, hand, row, mine, theirs, other, chance * death))

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


def _put(
    deal: Deal,
    goal: Chances,
    hand: Chances,
    own: Chances,
    mine: Chances,
    theirs: Chances,
    state: Chances,
    chance: Chances,
) -> None:
    """Add chances where the card of a side leads; several states of a side may lead to one."""
    where = (hand, own, mine, theirs, state) if deal.side == TRAITOR else (hand, state, theirs, mine, own)
    np.add.at(goal.reshape(-1), np.ravel_multi_index(where, goal.shape), chance)
