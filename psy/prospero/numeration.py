"""The numeration phase: up to three attempts out of two decks that are not shuffled in between."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from psy.exact.arguments import rational, whole
from psy.prospero.attempts import LOYALIST, TRAITOR, Attempt, Worth, lay_out
from psy.prospero.cards import BEST, GOES_ON, Policy
from psy.prospero.decks import WARP_CARDS, WILL_CARDS, Coven, Table, checked_cards, checked_covens
from psy.prospero.reveals import States, track
from psy.prospero.rules import RULES, Rules
from psy.prospero.sides import Group, WarpSide, WarpState, WillSide, WillState, warp_side, will_side

Power = str | int
Values = Mapping[str, Fraction | int] | Sequence[Fraction | int]
Hand = tuple[Fraction, ...]

# So many worths are counted in fractions in about a second; more are counted in floats.
EXACT_CELLS = 300_000
MAX_CELLS = 4_000_000_000
ERROR = 1e-9


class FirstMove(NamedTuple):
    """A power, by its name or its place among the values, and the place of the coven that casts it."""

    power: Power
    coven: int


@dataclass(frozen=True)
class NumerationPlan:
    """The phase under the policy, by default with both sides at their best.

    Parameters
    ----------
    value
        What the phase is worth to the Traitor, in the unit of the values: a Fraction if ``exact``, otherwise a
        float within 1e-9 of it for values of about 1.
    exact
        Whether the value was counted in fractions.
    first_moves
        All the best first moves; empty if it is best, or only possible, to try nothing.
    """

    value: Fraction | float
    exact: bool
    first_moves: frozenset[FirstMove]
    phase: "Phase" = field(repr=False, compare=False)


def numeration(
    warp: Mapping[str, int],
    will: Mapping[str, int],
    values: Values,
    coven: Coven | Sequence[Coven],
    table: Table = Table(),  # noqa: B008 (frozen)
    rules: Rules = RULES,
    attempts: int = 3,
    policy: Policy = BEST,
    exact: bool | None = None,
) -> NumerationPlan:
    """Solve a numeration phase.

    Rule: N, Using Psychic Powers. Every card is public once it is revealed, so the phase is a game of chance
    with perfect information: the Traitor chooses a power, a coven and whether to go on, each side what its
    cards do when they come, and both know what is left in either deck.

    Parameters
    ----------
    warp, will
        Cards left in each deck, as a checked deck or as any mapping of card to count.
    values
        What each power in hand is worth to the Traitor if it is cast, 0 or more: by name, or in a sequence.
        No power is tried twice.
    coven
        The coven that casts, or several to choose from for each attempt.
    table
        Who else is on the table.
    attempts
        How many attempts the Traitor has, 0 or more; tests of will may add to them.
    policy
        How the cards with a choice are used.
    exact
        Whether to count in fractions; by default if that takes no more than about a second.

    Raises
    ------
    TypeError, ValueError
        If an argument is of the wrong kind or out of its range, or the decks are too large to solve.

    Examples
    --------
    Three of two masteries and two channellings make 4 or 5 points in a coven of two; three of three emperors
    and a silence make 3 or 4 with Sisters on the table.

    >>> warp, will = {"mastery": 2, "channelling": 2}, {"emperor": 3, "silence": 1}
    >>> numeration(warp, will, [1], Coven(2), Table(sisters=True), attempts=1).value
    Fraction(1, 1)
    """
    phase = make_phase(warp, will, values, coven, table, rules, attempts, policy)
    if exact is None:
        exact = phase.cells() <= EXACT_CELLS
    return phase.solve(exact)


@dataclass(frozen=True)
class Phase:
    """The phase laid out: the states before each attempt, and each attempt by each coven.

    Parameters
    ----------
    names, values
        The powers in hand, in the order given.
    """

    warp: WarpSide
    will: WillSide
    names: tuple[Power, ...]
    values: Hand
    policy: Policy
    starts: list[tuple[States, States]]
    attempts: list[tuple[Attempt, ...]]

    def hands(self, made: int) -> list[Hand]:
        """Return the powers that may be left after so many attempts."""
        if self.policy.powers == "given":
            return [self.values[made:]]
        hands = {tuple(sorted(self.values, reverse=True))}
        for _ in range(made):
            hands = {rest for hand in hands for _, rest in plays(hand)}
        return sorted(hands)

    def plays(self, hand: Hand) -> list[tuple[Fraction, Hand]]:
        """Return the powers that may be tried next, and what each leaves in hand."""
        return [(hand[0], hand[1:])] if self.policy.powers == "given" else plays(hand)

    def cells(self) -> int:
        """Return how many worths are worked out."""
        return sum(
            len(self.plays(hand)) * attempt.cells()
            for made, covens in enumerate(self.attempts)
            for hand in self.hands(made)
            for attempt in covens
        )

    def solve(self, exact: bool) -> NumerationPlan:
        """Solve the phase backwards from its last attempt."""
        if self.cells() > MAX_CELLS:
            raise ValueError(f"the phase has {self.cells():,} positions; at most {MAX_CELLS:,} can be solved")
        if not self.attempts:
            return NumerationPlan(Fraction(0), True, frozenset(), self)
        later = {hand: self._over(len(self.attempts), exact) for hand in self.hands(len(self.attempts))}
        for made in reversed(range(len(self.attempts))):
            worths = {hand: self._moves(made, hand, later, exact) for hand in self.hands(made)}
            if made:
                later = {hand: self._best(made, moves, exact) for hand, moves in worths.items()}
        (moves,) = worths.values()
        return self._plan({move: worth[0, 0] for move, worth in moves.items()}, exact)

    def attempt(self, made: int, power: Fraction, coven: int, later: Worth, exact: bool) -> Worth:
        """Return the worth of trying a power with a coven, by the states of both sides."""
        attempt = self.attempts[made][coven]
        worth = attempt.solve(power if exact else float(power), later)[0]
        return worth[:, attempt.spans()[0].place(0), :]

    def _moves(
        self, made: int, hand: Hand, later: Mapping[Hand, Worth], exact: bool
    ) -> dict[tuple[Fraction, int], Worth]:
        """Return the worth of each power and coven, by the states of both sides before the attempt."""
        return {
            (power, coven): self.attempt(made, power, coven, later[rest], exact)
            for power, rest in self.plays(hand)
            for coven in range(len(self.attempts[made]))
        }

    def _best(self, made: int, moves: Mapping[tuple[Fraction, int], Worth], exact: bool) -> Worth:
        """Return the worth before an attempt if the Traitor makes the best move, or the given one."""
        best = self._over(made, exact)
        for (_, coven), worth in reversed(moves.items()):
            inside = best[:-1, :-1]
            if self.policy.powers == "best":
                inside[...] = np.maximum(inside, worth)
            else:
                alive = [bool(_warp(state).covens[coven]) for state in self.starts[made][0].list]
                inside[alive] = worth[alive]
        return best

    def _over(self, made: int, exact: bool) -> Worth:
        """Return zeros for each state of both sides before an attempt, and for a phase that is over."""
        warp, will = (len(states.list) for states in self.starts[made])
        return np.zeros((warp + 1, will + 1), dtype=object if exact else float)

    def _plan(self, moves: Mapping[tuple[Fraction, int], Any], exact: bool) -> NumerationPlan:
        """Return the plan from the worths of the first moves."""
        if self.policy.powers == "given":
            moves = dict(list(moves.items())[:1])
        value = max(moves.values())
        if self.policy.powers == "best":
            value = max(value, 0)
        near = 0 if exact else ERROR * float(max(self.values))
        best = [move for move, worth in moves.items() if worth >= value - near]
        first = {
            FirstMove(name, coven)
            for power, coven in best
            for name, worth in zip(self.names, self.values, strict=True)
            if worth == power
        }
        return NumerationPlan(Fraction(value) if exact else float(value), exact, frozenset(first), self)


def make_phase(
    warp: Mapping[str, int],
    will: Mapping[str, int],
    values: Values,
    coven: Coven | Sequence[Coven],
    table: Table,
    rules: Rules,
    attempts: int,
    policy: Policy,
) -> Phase:
    """Check the arguments of `numeration` and lay out the phase."""
    covens = checked_covens(coven, table)
    warp_deck, will_deck = (
        checked_cards("warp", warp, WARP_CARDS),
        checked_cards("will", will, WILL_CARDS),
    )
    names, worths = _checked_values(values)
    traitor = warp_side(warp_deck, covens, policy, rules)
    loyalist = will_side(will_deck, covens, table, policy, rules)
    left = min(whole("attempts", attempts), len(worths))
    first_will = [WillState(loyalist.cards, GOES_ON, left)] if left and covens else []
    starts = [(States([traitor.start]), States(first_will))]
    layouts: list[tuple[Attempt, ...]] = []
    while starts[-1][0].list and starts[-1][1].list:
        starts.append((States(), States()))
        layouts.append(tuple(_attempts(traitor, loyalist, starts, len(worths) - len(starts) + 1, rules)))
    return Phase(traitor, loyalist, names, worths, policy, starts, layouts)


def _attempts(
    traitor: WarpSide, loyalist: WillSide, starts: list[tuple[States, States]], powers: int, rules: Rules
) -> Iterator[Attempt]:
    """Lay out the next attempt by each coven, with so many powers in hand after it."""
    warp_starts, will_starts = starts[-2]
    later = starts[-1]
    begun = [_will(state)._replace(left=_will(state).left - 1) for state in will_starts.list]
    behind = {TRAITOR: _behind(traitor.groups), LOYALIST: _behind(loyalist.groups)}
    for coven in range(len(traitor.covens)):
        warp = track(
            warp_starts.list, rules.reveals, lambda state, c=coven: traitor.turns(_warp(state), c), later[0]
        )
        will = track(
            begun, rules.reveals, lambda state, c=coven: loyalist.turns(_will(state), c, powers), later[1]
        )
        yield lay_out(warp, will, later, behind, rules)


def plays(hand: Hand) -> list[tuple[Fraction, Hand]]:
    """Return each different power of a hand, and the hand without it."""
    return [
        (power, hand[:place] + hand[place + 1 :])
        for place, power in enumerate(hand)
        if place == 0 or power != hand[place - 1]
    ]


def _behind(groups: Sequence[Group]) -> frozenset[int]:
    return frozenset(number for number, group in enumerate(groups) if group.behind)


def _checked_values(values: object) -> tuple[tuple[Power, ...], Hand]:
    """Return the names and the worths of the powers, or refuse them."""
    if not isinstance(values, Mapping | Sequence) or isinstance(values, str):
        raise TypeError(f"values must be a sequence or a mapping of power to worth, not {values!r}")
    items = list(values.items()) if isinstance(values, Mapping) else list(enumerate(values))
    return (
        tuple(name for name, _ in items),
        tuple(rational(f"values[{name!r}]", worth, 0) for name, worth in items),
    )


def _warp(state: object) -> WarpState:
    assert isinstance(state, WarpState)
    return state


def _will(state: object) -> WillState:
    assert isinstance(state, WillState)
    return state
