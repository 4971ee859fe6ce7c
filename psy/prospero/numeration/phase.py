"""The phase as a chain of attempts: laid out forwards, solved backwards from its last attempt."""

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import prod
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from psy.prospero.numeration.attempt_solver import Attempt, Swaps, Worth, join
from psy.prospero.numeration.cards import GOES_ON, Policy
from psy.prospero.numeration.covens import Coven, Table
from psy.prospero.numeration.hand import Hand, Kind, Move, Swap, most, moves, swaps
from psy.prospero.numeration.reveals import States, track
from psy.prospero.numeration.sides import (
    Caster,
    Turns,
    WarpSide,
    WarpState,
    WillSide,
    WillState,
    warp_side,
    will_side,
)
from psy.prospero.rules import Rules

# So many worths are counted in floats in about half a minute.
MAX_CELLS = 700_000_000
MAX_RESTS = 50_000
MAX_HANDS = 20_000
NEAR = 1e-11


class Solution(NamedTuple):
    """What the phase is worth: before each attempt, by the powers in hand and the states of both sides.

    Each array has a last row and column of zeros for a phase that is over. ``chosen`` is the place of the
    first best move among the moves of the hand, -1 to stop. ``moves`` is what each first move is worth.
    """

    worths: list[dict[Hand, Worth]]
    chosen: list[dict[Hand, npt.NDArray[np.int16]]]
    moves: dict[Move, Fraction | float]


class Worked(NamedTuple):
    """An attempt worked out for some hands together, with what it needed and the worth around its cards."""

    hands: list[Hand]
    later: Worth
    swaps: Swaps
    worths: list[Worth]


@dataclass(frozen=True)
class Phase:
    """The phase laid out: the states of both sides before each attempt, and each attempt by each caster.

    Each group of cards that do the same is one card here; see `psy.prospero.numeration.sides`.
    """

    warp: WarpSide
    will: WillSide
    hand: Hand
    policy: Policy
    rules: Rules
    starts: list[tuple[States, States]]
    attempts: list[tuple[Attempt, ...]]

    @property
    def given(self) -> bool:
        """Whether the powers are tried in the order given."""
        return self.policy.powers == "given"

    def moves(self, hand: Hand) -> list[Move]:
        """Return the moves that may be made with a hand of powers."""
        return moves(hand, self.given)

    @cached_property
    def hands(self) -> list[list[Hand]]:
        """The hands that there may be before each attempt, and after the last."""
        found = [[self.hand]]
        for _ in self.attempts:
            rests = dict.fromkeys(move.rest for hand in found[-1] for move in self.moves(hand))
            found.append(self._with_swaps(rests))
        return found

    def _with_swaps(self, hands: Mapping[Hand, None]) -> list[Hand]:
        """Return these hands and all that swaps can make of them."""
        found = dict(hands)
        queue = list(found)
        for hand in queue:  # grows while it is read
            for new in (new for swap in self._swaps(hand) for new in swap.hands):
                if new not in found:
                    found[new] = None
                    queue.append(new)
            if len(found) > MAX_HANDS:
                raise ValueError(f"more than {MAX_HANDS:,} different hands can come up; fewer can be solved")
        return queue

    @property
    def _most_cells(self) -> int:
        """How many worths may be worked out; fewer with swaps, each of which weighs many hands."""
        return MAX_CELLS // (2 if self.hand.unused else 1)

    def cells(self) -> int:
        """Return how many worths are worked out, or how many so far once they are too many."""
        cells = 0
        hands = [self.hand]
        for attempts in self.attempts:
            rests: dict[Hand, None] = {}
            for (_, caster), together in self._rests(hands).items():
                rests |= dict.fromkeys(together)
                cells += len(self._with_swaps(dict.fromkeys(together))) * attempts[caster].cells()
                if cells > self._most_cells:
                    return cells
            hands = self._with_swaps(rests)
        return cells

    def _rests(self, hands: list[Hand]) -> dict[tuple[Kind, int], list[Hand]]:
        """Return the hands that may be left, by the power that is tried and its caster."""
        found: dict[tuple[Kind, int], list[Hand]] = {}
        for move in (move for hand in hands for move in self.moves(hand)):
            together = found.setdefault((move.power, move.caster), [])
            if move.rest not in together:
                together.append(move.rest)
        return found

    def solve(self, exact: bool) -> Solution:
        """Solve the phase, in fractions if ``exact``, otherwise in floats."""
        if self.cells() > self._most_cells:
            raise ValueError(
                f"the phase has more than {self._most_cells:,} positions, more than half a minute of work; "
                f"powers of equal worth count as one, so use fewer different worths"
            )
        last = len(self.attempts)
        worths: list[dict[Hand, Worth]] = [{hand: self._over(last, exact) for hand in self.hands[last]}]
        chosen: list[dict[Hand, npt.NDArray[np.int16]]] = []
        moves: dict[Move, Worth] = {}
        for made in reversed(range(last)):
            worths.insert(0, {})
            chosen.insert(0, {})
            tried = self._all_tried(made, worths[1])
            for hand in self.hands[made]:
                moves = {move: tried[move.power, move.caster, move.rest] for move in self.moves(hand)}
                worths[0][hand], chosen[0][hand] = self._best(made, moves, exact)
        return Solution(worths, chosen, {move: worth[0, 0] for move, worth in moves.items()})

    def near(self, exact: bool) -> float:
        """Return how near two worths must be to count as equal: more than rounding can do to floats."""
        if exact:
            return 0
        worths = [most(kind) for kind in (*self.hand.powers, *self.hand.unused)]
        largest = max([*worths, Fraction(self.rules.swap_worth), Fraction(self.rules.model_worth)])
        return NEAR * float(largest)

    def tried(self, made: int, move: Move, later: Mapping[Hand, Worth]) -> Worked:
        """Return an attempt worked out for the hand left after a move and for those that swaps make of it."""
        return self._worked(made, move.power, move.caster, [move.rest], later, every=True)

    def _worked(
        self,
        made: int,
        power: Kind,
        caster: int,
        rests: list[Hand],
        later: Mapping[Hand, Worth],
        every: bool = False,
    ) -> Worked:
        """Return an attempt worked out for some hands left; ``every``: with the worths around all cards."""
        hands = self._with_swaps(dict.fromkeys(rests))
        places = {hand: place for place, hand in enumerate(hands)}
        choices: Swaps = [
            [
                (
                    np.array([places[new] for new in swap.hands]),
                    [Fraction(ways, sum(swap.ways)) for ways in swap.ways],
                )
                for swap in self._swaps(hand)
            ]
            for hand in hands
        ]
        after = np.stack([later[hand] for hand in hands])
        worth = power[caster] or Fraction(0)
        cast = worth if after.dtype == object else float(worth)
        worths = self.attempts[made][caster].solve(cast, after, choices)
        return Worked(hands, after, choices, [*worths][::-1] if every else [deque(worths, maxlen=1)[0]])

    def able(self, made: int, caster: int) -> list[bool]:
        """Return in which of the Traitor's states before an attempt the caster's coven has a model left."""
        coven = self.warp.casters[caster].coven
        return [bool(_warp(state).covens[coven]) for state in self.starts[made][0].list]

    def _swaps(self, hand: Hand) -> Iterator[Swap]:
        """Yield the swaps of a hand while there are cards of insights to make them."""
        left = self.warp.swaps - len(self.hand.unused) + len(hand.unused)
        if left > 0 and hand.unused:
            for swap in swaps(hand, self.given):
                last = left == 1  # what is unused then does not matter any more
                yield swap._replace(hands=tuple(Hand(one.powers) for one in swap.hands)) if last else swap

    def _all_tried(self, made: int, later: Mapping[Hand, Worth]) -> dict[tuple[Kind, int, Hand], Worth]:
        """Return the worth before an attempt of every move of every hand, by power, caster and hand left."""
        found: dict[tuple[Kind, int, Hand], Worth] = {}
        warp, will = (len(states.list) for states in self.starts[made])
        for (power, caster), rests in self._rests(self.hands[made]).items():
            # Hands that swaps lead to are shared; without swaps one hand at a time takes less room.
            for together in [rests] if self.hand.unused else [[rest] for rest in rests]:
                tried = self._worked(made, power, caster, together, later)
                middle = self.attempts[made][caster].spans[0].place(0)
                for rest, worth in zip(tried.hands, tried.worths[0], strict=True):
                    found[power, caster, rest] = worth[:warp, middle, :will].copy()
        return found

    def _best(
        self, made: int, moves: Mapping[Move, Worth], exact: bool
    ) -> tuple[Worth, npt.NDArray[np.int16]]:
        """Return the worth before an attempt if the Traitor makes the best move, or the given one, and which.

        Where several are equally good it is the first, and where none is worth anything they still try.
        """
        best = self._over(made, exact)
        inside = best[:-1, :-1]
        chosen = np.full(inside.shape, -1, dtype=np.int16)
        for place, (move, worth) in reversed(list(enumerate(moves.items()))):
            taken = (worth >= inside - self.near(exact)).astype(bool) | self.given
            taken &= np.array(self.able(made, move.caster))[:, None]
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
    casters: tuple[Caster, ...],
    covens: tuple[Coven, ...],
    table: Table,
    rules: Rules,
    attempts: int,
    policy: Policy,
) -> Phase:
    """Lay out the phase from its start, attempt by attempt, until none can follow."""
    traitor = warp_side(warp, covens, casters, policy, rules, swaps=bool(hand.unused))
    loyalist = will_side(will, tuple(covens[one.coven] for one in casters), table, policy, rules)
    for name, counts in (("warp", traitor.start.cards), ("will", loyalist.cards)):
        rests = prod(count + 1 for count in counts)
        if rests > MAX_RESTS:
            raise ValueError(
                f"the {name} deck leaves {rests:,} different rests, at most {MAX_RESTS:,} can be told apart"
            )
    powers = len(hand.powers)
    left = min(attempts, powers)
    first = [WillState(loyalist.cards, GOES_ON, left)] if left and casters else []
    starts = [(States([traitor.start]), States(first))]
    layouts: list[tuple[Attempt, ...]] = []
    while starts[-1][0].list and starts[-1][1].list:
        starts.append((States(), States()))
        layouts.append(tuple(_attempts(traitor, loyalist, starts, powers - len(layouts) - 1, rules)))
    return Phase(traitor, loyalist, hand, policy, rules, starts, layouts)


def _attempts(
    traitor: WarpSide, loyalist: WillSide, starts: list[tuple[States, States]], powers: int, rules: Rules
) -> Iterator[Attempt]:
    """Lay out the next attempt by each caster; so many powers are in hand after it."""
    (warp_starts, will_starts), later = starts[-2:]
    begun = [state._replace(left=state.left - 1) for state in map(_will, will_starts.list)]
    for caster in range(len(traitor.casters)):

        def warp_turns(state: object, caster: int = caster) -> Turns:
            return traitor.turns(_warp(state), caster)

        def will_turns(state: object, caster: int = caster) -> Turns:
            return loyalist.turns(_will(state), caster, powers)

        warp = track(warp_starts.list, rules.reveals, warp_turns, later[0])
        will = track(begun, rules.reveals, will_turns, later[1])
        yield join(warp, will, later, (traitor.behind, loyalist.behind), rules)


def _warp(state: object) -> WarpState:
    assert isinstance(state, WarpState)
    return state


def _will(state: object) -> WillState:
    assert isinstance(state, WillState)
    return state
