"""The phase as a chain of attempts: laid out forwards, solved backwards from its last attempt."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import prod
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from psy.prospero.numeration.attempt_solver import Attempt, Worth, join
from psy.prospero.numeration.cards import GOES_ON, Policy
from psy.prospero.numeration.covens import Coven, Table
from psy.prospero.numeration.reveals import States, track
from psy.prospero.numeration.sides import (
    Turns,
    WarpSide,
    WarpState,
    WillSide,
    WillState,
    warp_side,
    will_side,
)
from psy.prospero.rules import Rules

Hand = tuple[Fraction, ...]
MAX_CELLS = 1_000_000_000
MAX_RESTS = 50_000
NEAR = 1e-11


class Move(NamedTuple):
    """An attempt to be made: the worth of the power, the place of the coven, and the powers left after it."""

    power: Fraction
    coven: int
    rest: Hand


class Solution(NamedTuple):
    """What the phase is worth: before each attempt, by the powers in hand and the states of both sides.

    Each array has a last row and column of zeros for a phase that is over. ``chosen`` is the place of the
    first best move among the moves of the hand, -1 to stop. ``moves`` is what each first move is worth.
    """

    worths: list[dict[Hand, Worth]]
    chosen: list[dict[Hand, npt.NDArray[np.int16]]]
    moves: dict[Move, Fraction | float]


@dataclass(frozen=True)
class Phase:
    """The phase laid out: the states of both sides before each attempt, and each attempt by each coven.

    Each group of cards that do the same is one card here; see `psy.prospero.numeration.sides`.
    """

    warp: WarpSide
    will: WillSide
    hand: Hand
    policy: Policy
    starts: list[tuple[States, States]]
    attempts: list[tuple[Attempt, ...]]

    def moves(self, hand: Hand) -> list[Move]:
        """Return the moves that may be made with a hand of powers."""
        given = self.policy.powers == "given"
        return [
            Move(power, coven, hand[:place] + hand[place + 1 :])
            for place, power in enumerate(hand[:1] if given else hand)
            if place == 0 or power != hand[place - 1]
            for coven in range(len(self.warp.covens))
        ]

    def hands(self, made: int) -> list[Hand]:
        """Return the powers that may be left after so many attempts."""
        hands = {self.hand}
        for _ in range(made):
            hands = {move.rest for hand in hands for move in self.moves(hand)}
        return sorted(hands)

    def cells(self) -> int:
        """Return how many worths are worked out."""
        return sum(
            self.attempts[made][move.coven].cells()
            for made in range(len(self.attempts))
            for hand in self.hands(made)
            for move in self.moves(hand)
        )

    def solve(self, exact: bool) -> Solution:
        """Solve the phase, in fractions if ``exact``, otherwise in floats."""
        if self.cells() > MAX_CELLS:
            raise ValueError(f"the phase has {self.cells():,} positions; at most {MAX_CELLS:,} can be solved")
        worths = [{hand: self._over(len(self.attempts), exact) for hand in self.hands(len(self.attempts))}]
        chosen: list[dict[Hand, npt.NDArray[np.int16]]] = []
        moves: dict[Move, Worth] = {}
        for made in reversed(range(len(self.attempts))):
            worths.insert(0, {})
            chosen.insert(0, {})
            for hand in self.hands(made):
                moves = {move: self.tried(made, move, worths[1][move.rest])[0] for move in self.moves(hand)}
                worths[0][hand], chosen[0][hand] = self._best(made, moves, exact)
        return Solution(worths, chosen, {move: worth[0, 0] for move, worth in moves.items()})

    def near(self, exact: bool) -> float:
        """Return how near two worths must be to count as equal: more than rounding can do to floats."""
        return 0 if exact else NEAR * float(max(self.hand, default=0))

    def tried(self, made: int, move: Move, later: Worth) -> tuple[Worth, list[Worth]]:
        """Return the worth of a move before the attempt, and before and after each of its cards."""
        attempt = self.attempts[made][move.coven]
        worths = attempt.solve(move.power if later.dtype == object else float(move.power), later)
        warp, will = (len(states.list) for states in self.starts[made])
        return worths[0][:warp, attempt.spans()[0].place(0), :will], worths

    def able(self, made: int, coven: int) -> list[bool]:
        """Return in which of the Traitor's states before an attempt the coven has a model left."""
        return [bool(_warp(state).covens[coven]) for state in self.starts[made][0].list]

    def _best(
        self, made: int, moves: Mapping[Move, Worth], exact: bool
    ) -> tuple[Worth, npt.NDArray[np.int16]]:
        """Return the worth before an attempt if the Traitor makes the best move, or the given one, and which.

        Where several are equally good it is the first, and where none is worth anything he still tries.
        """
        best = self._over(made, exact)
        inside = best[:-1, :-1]
        chosen = np.full(inside.shape, -1, dtype=np.int16)
        for place, (move, worth) in reversed(list(enumerate(moves.items()))):
            taken = (worth >= inside - self.near(exact)).astype(bool) | (self.policy.powers == "given")
            taken &= np.array(self.able(made, move.coven))[:, None]
            inside[taken] = worth[taken]
            chosen[taken] = place
        return best, chosen

    def _over(self, made: int, exact: bool) -> Worth:
        warp, will = (len(states.list) for states in self.starts[made])
        return np.zeros((warp + 1, will + 1), dtype=object if exact else float)


def lay_out(
    warp: Mapping[str, int],
    will: Mapping[str, int],
    hand: Hand,
    covens: tuple[Coven, ...],
    table: Table,
    rules: Rules,
    attempts: int,
    policy: Policy,
) -> Phase:
    """Lay out the phase from its start, attempt by attempt, until none can follow."""
    traitor = warp_side(warp, covens, policy, rules)
    loyalist = will_side(will, covens, table, policy, rules)
    for name, counts in (("warp", traitor.start.cards), ("will", loyalist.cards)):
        rests = prod(count + 1 for count in counts)
        if rests > MAX_RESTS:
            raise ValueError(
                f"the {name} deck leaves {rests:,} different rests, at most {MAX_RESTS:,} can be told apart"
            )
    left = min(attempts, len(hand))
    first = [WillState(loyalist.cards, GOES_ON, left)] if left and covens else []
    starts = [(States([traitor.start]), States(first))]
    layouts: list[tuple[Attempt, ...]] = []
    while starts[-1][0].list and starts[-1][1].list:
        starts.append((States(), States()))
        layouts.append(tuple(_attempts(traitor, loyalist, starts, len(hand) - len(layouts) - 1, rules)))
    ordered = hand if policy.powers == "given" else tuple(sorted(hand, reverse=True))
    return Phase(traitor, loyalist, ordered, policy, starts, layouts)


def _attempts(
    traitor: WarpSide, loyalist: WillSide, starts: list[tuple[States, States]], powers: int, rules: Rules
) -> Iterator[Attempt]:
    """Lay out the next attempt by each coven; so many powers are in hand after it."""
    (warp_starts, will_starts), later = starts[-2:]
    begun = [state._replace(left=state.left - 1) for state in map(_will, will_starts.list)]
    for coven in range(len(traitor.covens)):

        def warp_turns(state: object, coven: int = coven) -> Turns:
            return traitor.turns(_warp(state), coven)

        def will_turns(state: object, coven: int = coven) -> Turns:
            return loyalist.turns(_will(state), coven, powers)

        warp = track(warp_starts.list, rules.reveals, warp_turns, later[0])
        will = track(begun, rules.reveals, will_turns, later[1])
        yield join(warp, will, later, (traitor.behind, loyalist.behind), rules)


def _warp(state: object) -> WarpState:
    assert isinstance(state, WarpState)
    return state


def _will(state: object) -> WillState:
    assert isinstance(state, WillState)
    return state
