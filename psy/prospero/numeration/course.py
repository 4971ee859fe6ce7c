"""The phase followed forwards, attempt by attempt, when both sides play by the plan."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from icepool import Die

from psy.exact.chains import whole_weights
from psy.prospero.numeration.flow import Chances, Choice, Flow, Result
from psy.prospero.numeration.hand import Hand, Kind, Move
from psy.prospero.numeration.phase import Worked
from psy.prospero.numeration.plan import NumerationPlan


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
        return Die(whole_weights({result: Fraction(chance) for result, chance in self.results.items()}))


class Step(NamedTuple):
    """One attempt as the solver knows it."""

    power: Kind
    caster: int
    cast: bool


History = tuple[Step, ...]


class Course:
    """The phase followed forwards; ``told_apart``: by all that was tried, not only by the hand left."""

    def __init__(self, plan: NumerationPlan, told_apart: bool) -> None:
        self.plan, self.told_apart = plan, told_apart
        self.law: dict[History, Any] = defaultdict(Fraction if plan.exact else float)
        self.worked_out: dict[tuple[int, Move], Worked] = {}

    def run(self, attempts: int) -> list[AttemptOutlook]:
        """Follow the phase through so many attempts."""
        phase, dtype = self.plan.phase, np.dtype(object if self.plan.exact else float)
        first = np.zeros(tuple(len(states.list) for states in phase.starts[0]), dtype=dtype)
        if first.size:
            first[:1, :1] = Fraction(1) if self.plan.exact else 1.0
        else:
            self.law[()] += 1
        now: dict[tuple[Hand, History], Chances] = {(phase.hand, ()): first}
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
        now: Mapping[tuple[Hand, History], Chances],
        results: dict[Result, Any],
        choices: list[Choice],
    ) -> dict[tuple[Hand, History], Chances]:
        """Let one attempt be made wherever the plan makes one; return the chances after it."""
        after: dict[tuple[Hand, History], Chances] = {}
        for (hand, history), chance in now.items():
            self.law[history] += chance[self.plan.solution.chosen[made][hand] < 0].sum()
            for move, states in chosen_moves(self.plan, made, hand):
                worked = self._worked(made, move)
                flow = Flow(self.plan, made, move, worked, None if self.told_apart else results, choices)
                ends = flow.run(np.where(states, chance, chance * 0))
                for cast, (rest, end) in product((False, True), enumerate(worked.hands)):
                    step = (Step(move.power, move.caster, cast),) if self.told_apart else ()
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
