"""The simulated twin of the numeration phase: shuffled decks, dealt to both sides of a plan."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from psy.exact.arguments import instance, whole
from psy.prospero.numeration.attempt_solver import TRAITOR, Attempt, Deal, Worth
from psy.prospero.numeration.cards import ENDS, GOES_ON
from psy.prospero.numeration.course import Step, chosen_moves
from psy.prospero.numeration.hand import Hand, Move
from psy.prospero.numeration.outlook import Tried, named
from psy.prospero.numeration.plan import NumerationPlan
from psy.prospero.numeration.reveals import Branch, Way
from psy.prospero.numeration.sides import Group

MAX_TRIALS = 100_000_000
Whole = npt.NDArray[np.int64]


class SimulatedPhases(NamedTuple):
    """Many phases as arrays of shape ``(trials,)``: their worth, the attempts made, the powers cast.

    ``courses``: how many phases took each course, as `cast_law` names them.
    """

    worth: npt.NDArray[np.float64]
    attempts: Whole
    cast: Whole
    courses: dict[tuple[Tried, ...], int]


def simulate_numeration(
    plan: NumerationPlan, trials: int, rng: "np.random.Generator | int"
) -> SimulatedPhases:
    """Play many phases by a plan; the simulated twin of `numeration`, `outlook` and `cast_law`.

    Cards that only draw another card and bring no points are not dealt; the order of the others is as random
    without them.

    Parameters
    ----------
    trials
        How many phases are played, 0 or more.
    rng
        A numpy generator, or a seed for a new one: the same seed gives the same phases.

    Raises
    ------
    TypeError, ValueError
        If ``trials`` is out of its range.

    Examples
    --------
    >>> from psy.prospero import Coven, numeration
    >>> simulate_numeration(numeration({"mastery": 3}, {}, [5], Coven(1)), trials=2, rng=1).worth.tolist()
    [5.0, 5.0]
    """
    instance("plan", plan, NumerationPlan)
    game = _Trials(plan, whole("trials", trials, 0, MAX_TRIALS), np.random.default_rng(rng))
    now = {plan.phase.hand: np.arange(game.size)}
    for made in range(len(plan.phase.attempts)):
        later: dict[Hand, list[Whole]] = {}
        for hand, players in now.items():
            for move, part in game.moves(made, hand, players):
                before = game.cast[part]
                for rest, going_on in game.attempt(made, move, part):
                    later.setdefault(rest, []).append(going_on)
                game.note(made, move, part, game.cast[part] > before)
        now = {hand: np.concatenate(parts) for hand, parts in later.items()}
    return SimulatedPhases(game.worth, game.attempts, game.cast, game.courses())


class _Trials:
    """All phases at once: where both sides of each stand, its shuffled decks and how far they are dealt.

    ``hand`` is the place of each phase's hand among those that the attempt can leave.
    """

    def __init__(self, plan: NumerationPlan, size: int, rng: np.random.Generator) -> None:
        self.plan, self.size, self.rng = plan, size, rng
        self.decks = [_shuffled(side.groups, size, rng) for side in (plan.phase.warp, plan.phase.will)]
        self.dealt = np.zeros((2, size), dtype=np.int64)
        self.state = np.zeros((2, size), dtype=np.int64)
        self.hand = np.zeros(size, dtype=np.int64)
        self.difference = np.zeros(size, dtype=np.int64)
        self.worth = np.zeros(size)
        self.attempts = np.zeros(size, dtype=np.int64)
        self.cast = np.zeros(size, dtype=np.int64)
        self.steps: list[Step] = []
        self.taken = np.full((size, len(plan.phase.attempts)), -1, dtype=np.int64)

    def note(self, made: int, move: Move, players: Whole, cast: npt.NDArray[np.bool_]) -> None:
        """Note what was tried in these phases, and whether it was cast."""
        self.taken[players, made] = len(self.steps) + cast
        self.steps += [Step(move.power, move.caster, through) for through in (False, True)]

    def courses(self) -> dict[tuple[Tried, ...], int]:
        """Return how many phases took each course."""
        rows, counts = np.unique(self.taken, axis=0, return_counts=True)
        found: dict[tuple[Tried, ...], int] = {}
        for row, count in zip(rows.tolist(), counts.tolist(), strict=True):
            course = named(self.plan, tuple(self.steps[step] for step in row if step >= 0))
            found[course] = found.get(course, 0) + count
        return found

    def moves(self, made: int, hand: Hand, players: Whole) -> list[tuple[Move, Whole]]:
        """Share the phases out over the moves that the plan makes."""
        warp, will = self.state[:, players]
        return [(move, players[states[warp, will]]) for move, states in chosen_moves(self.plan, made, hand)]

    def attempt(self, made: int, move: Move, players: Whole) -> Iterator[tuple[Hand, Whole]]:
        """Play one attempt, and yield the phases that may go on, by their hand."""
        worked = self.plan.phase.tried(made, move, self.plan.solution.worths[made + 1])
        attempt, worths = self.plan.phase.attempts[made][move.caster], worked.worths
        self.attempts[players] += 1
        self.difference[players] = self.hand[players] = 0
        goes_on, turning = [], players
        for position in range(len(attempt.order)):
            deal = attempt.deal(position, float(move.worth), worked.later, worked.swaps)
            pair = deal.turned(worths[position]), deal.turned(worths[position + 1])
            turning, lost = self._card(deal, pair, turning, float(move.worth))
            will_cards = attempt.moments[position][1]
            self.state[1, lost] = attempt.will_later[will_cards][self.state[1, lost]]
            goes_on.append(lost)
        goes_on.append(self._compare(attempt, turning, float(move.worth)))
        players = np.concatenate(goes_on)
        players = players[(self.state[:, players] >= 0).all(axis=0)]
        for place, hand in enumerate(worked.hands):
            yield hand, players[self.hand[players] == place]

    def _card(
        self, deal: Deal, worths: tuple[Worth, Worth], players: Whole, power: float
    ) -> tuple[Whole, Whole]:
        """Reveal a card and those that it draws; return who turns more cards, and who lost his coven."""
        side = int(deal.side != TRAITOR)
        done, lost = [players[:0]], [players[:0]]
        while len(players):
            cards, states = self._draw(side, players), self.state[side, players]
            again = [players[:0]]
            for branch in deal.stage.branches():
                at = np.full(deal.stage.size, -1)
                at[branch.rows] = np.arange(len(branch.rows))
                row = at[states]
                mine = (cards == branch.group) & (row >= 0)
                for way, part, rows in self._options(deal, branch, worths, players[mine], row[mine]):
                    if way.swaps:
                        self._swap(deal, way, worths, part, rows)
                    alive, dead = self._take(deal, way, part, rows, power)
                    (again if way.draws else done).append(alive)
                    lost.append(dead)
            players = np.concatenate(again)
        return np.concatenate(done), np.concatenate(lost)

    def _draw(self, side: int, players: Whole) -> Whole:
        """Deal the next card of a side to each phase; -1 from an empty deck."""
        deck, dealt = self.decks[side], self.dealt[side, players]
        self.dealt[side, players] += 1
        cards: Whole = deck[players, np.minimum(dealt, deck.shape[1] - 1)]
        return cards

    def _options(
        self, deal: Deal, branch: Branch, worths: tuple[Worth, Worth], players: Whole, rows: Whole
    ) -> Iterator[tuple[Way, Whole, Whole]]:
        """Share the phases in which a card comes out over its options."""
        other: npt.NDArray[Any] = deal.other(branch, *worths, self.plan.near)
        hands, _, *rest = worths[0].shape
        other = np.broadcast_to(other, (hands, len(branch.rows), *rest))
        second = other[self._where(deal, players, rows)]
        for number, way in enumerate(branch.ways):
            chosen = second == (number == 1) if len(branch.ways) == 2 else np.full(len(rows), True)
            yield way, players[chosen], rows[chosen]

    def _where(self, deal: Deal, players: Whole, rows: Whole) -> tuple[Whole, ...]:
        """Return the hand, the row, the difference and the other side's state of each phase."""
        theirs = self.state[int(deal.side == TRAITOR), players]
        return self.hand[players], rows, deal.now.place(self.difference[players]), theirs

    def _swap(self, deal: Deal, way: Way, worths: tuple[Worth, Worth], players: Whole, rows: Whole) -> None:
        """Change the hand of each phase by the best swap, for a random unused power."""
        best = deal.swap(way, *worths, self.plan.near)[self._where(deal, players, rows)]
        old = self.hand[players]
        for hand, options in enumerate(deal.swaps):
            for number, (hands, shares) in enumerate(options, start=1):
                part = players[(best == number) & (old == hand)]
                self.hand[part] = self.rng.choice(hands, size=len(part), p=[float(share) for share in shares])

    def _take(self, deal: Deal, way: Way, players: Whole, rows: Whole, power: float) -> tuple[Whole, Whole]:
        """Take an option; return those who turn more cards and those who lost the last model of the coven."""
        side = int(deal.side != TRAITOR)
        self.worth[players] += way.worth
        if way.casts:
            self.worth[players] += power
            self.cast[players] += 1
            return players[:0], players[:0]
        self.difference[players] += way.points[rows] * (-1 if side else 1)
        self.state[side, players] = way.after[rows]
        if way.dead is None:
            return players, players[:0]
        rules = deal.attempt.rules
        dies = self.rng.integers(rules.vortex_die, size=len(players)) == 0
        self.worth[players[dies]] -= rules.model_worth
        self.state[side, players[dies]] = way.dead[rows[dies]]
        wiped = dies & (way.dead[rows] < 0)
        self.state[side, players[wiped]] = way.failed[rows[wiped]]
        return players[~wiped], players[wiped]

    def _compare(self, attempt: Attempt, players: Whole, power: float) -> Whole:
        """Compare the totals; return the phases that no card ends."""
        cast = self.difference[players] >= attempt.threshold
        self.worth[players] += cast * power
        self.cast[players] += cast
        marks = attempt.marks(-1)[self.state[1, players]]
        goes_on: Whole = players[(marks == GOES_ON) | ((marks != ENDS) & cast)]
        self.state[0, goes_on] = attempt.warp_later[self.state[0, goes_on]]
        self.state[1, goes_on] = attempt.will_later[-1][self.state[1, goes_on]]
        return goes_on


def _shuffled(groups: tuple[Group, ...], size: int, rng: np.random.Generator) -> Whole:
    """Return a shuffled deck of group numbers for each phase, with a last column that stands for its end."""
    deck = np.repeat(np.arange(len(groups)), [group.count for group in groups])
    decks = rng.permuted(np.tile(deck, (size, 1)), axis=1)
    return np.concatenate([decks, np.full((size, 1), -1)], axis=1)
