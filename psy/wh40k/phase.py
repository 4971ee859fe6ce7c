"""The psychic phase planned as a whole: what to cast with how many dice, and what to deny with how many."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import cast

from psy.exact.arguments import rational, whole
from psy.wh40k.casting import MAX_DICE
from psy.wh40k.phase_game import STOP, Attempt, Fate, Game, Label, Move, PhaseState, Position, Power
from psy.wh40k.phase_solver import Solution
from psy.wh40k.rules import RULES, Rules

# Some ten million steps are done in a second; see `_steps`.
MOST_STEPS = 500_000_000


@dataclass(frozen=True)
class PhasePlan:
    """The best play of both sides in a psychic phase.

    Parameters
    ----------
    value
        What the phase is worth to the caster on average when both sides play as well as can be.
    first_moves
        Every best first move, a set of ``(power, dice)``; `STOP` is among them where casting gains nothing.
    policy
        The best moves and replies in every state that the phase may come to, and with every smaller pool.
    """

    value: Fraction
    first_moves: frozenset[Move]
    policy: "PhasePolicy"

    def at(self, pool: int, deny_pool: int) -> "PhasePlan":
        """Return the plan of the same phase with smaller pools: it is solved already.

        Raises
        ------
        TypeError, ValueError
            If a pool is no whole number, or larger than that of this plan.

        Examples
        --------
        >>> plan_phase([Power("smite", 1, 2)], pool=5, deny_pool=5).at(1, 0).value
        Fraction(1, 1)
        """
        start = self.policy.start
        pool = whole("pool", pool, 0, start.pool)
        return self.policy.starting(
            PhaseState(start.position, pool, whole("deny_pool", deny_pool, 0, start.deny_pool))
        )


class PhasePolicy:
    """The best choices of both sides in every state of a phase; called with a state, it makes the move."""

    def __init__(self, solution: Solution, start: PhaseState) -> None:
        self._solution, self.start = solution, start
        self.game: Game = solution.game
        self.rules = solution.rules

    def starting(self, state: PhaseState) -> PhasePlan:
        """Return the plan of what is left of the phase from a state on.

        Raises
        ------
        ValueError
            If the state cannot come up in this phase.

        Examples
        --------
        >>> policy = plan_phase([Power("haste", 1, 1), Power("smite", 1, 2)], pool=5).policy
        >>> policy.starting(PhaseState(frozenset({"haste"}), 2, 0)).value
        Fraction(3, 4)
        """
        return PhasePlan(self.value(state), self.moves(state), PhasePolicy(self._solution, state))

    def value(self, state: PhaseState) -> Fraction:
        """Return what the rest of the phase is worth to the caster.

        Raises
        ------
        ValueError
            If the state cannot come up in this phase.

        Examples
        --------
        >>> policy = plan_phase([Power("smite", 1, 2)], pool=5, deny_pool=5).policy
        >>> policy.value(PhaseState(frozenset({"smite"}), 1, 0))
        Fraction(1, 1)
        """
        return Fraction(self._value(state), self._solution.scale)

    def moves(self, state: PhaseState) -> frozenset[Move]:
        """Return every best move of the caster; `STOP` is among them where casting gains nothing.

        Raises
        ------
        ValueError
            If the state cannot come up in this phase.

        Examples
        --------
        >>> policy = plan_phase([Power("smite", 1, 2)], pool=5, deny_pool=5).policy
        >>> policy.moves(PhaseState(frozenset({"smite"}), 2, 0))
        frozenset({Move(power='smite', dice=2)})
        """
        best = self._value(state)
        moves = {
            Move(label, dice)
            for label in self._solution.attempts[state.position]
            for dice in range(1, state.pool + 1)
            if self._solution.move_value(*state, label, dice) == best
        }
        return frozenset(moves | {STOP} if best == 0 else moves)

    def __call__(self, state: PhaseState) -> Move:
        """Return one best move: stop where nothing is gained, else the first power with the fewest dice."""
        moves = self.moves(state)
        order = list(self.game.powers)
        return STOP if STOP in moves else min(moves, key=lambda move: (order.index(move.power), move.dice))

    def replies(self, after: PhaseState, power: Label, charges: int) -> frozenset[int]:
        """Return every best number of deny dice against a power that was cast.

        Numbers that cannot cancel all charges are left out, but for 0.

        Parameters
        ----------
        after
            The state after the test: its dice spent, the power tried, and what perils did.
        power
            The power's label.
        charges
            The charges harnessed, at least the power's warp charge.

        Raises
        ------
        ValueError
            If the state cannot come up, or the power or the charges are none of this phase.

        Examples
        --------
        Nothing else is left to deny, so all the dice are used:

        >>> policy = plan_phase([Power("smite", 1, 2)], pool=5, deny_pool=5).policy
        >>> policy.replies(PhaseState(frozenset(), 0, 5), "smite", charges=2)
        frozenset({5})
        """
        self._value(after)
        if power not in self.game.powers:
            names = ", ".join(map(repr, self.game.powers))
            raise ValueError(f"power must be one of {names}, not {power!r}")
        charges = whole("charges", charges, self.game.powers[power].charge)
        answers = self._solution.reply_values(*after, power, charges)
        best = min(answers.values())
        return frozenset(dice for dice, value in answers.items() if value == best)

    def reply(self, after: PhaseState, power: Label, charges: int) -> int:
        """Return the smallest of the best numbers of deny dice; see `replies`.

        Examples
        --------
        >>> policy = plan_phase([Power("smite", 1, 2)], pool=5, deny_pool=1).policy
        >>> policy.reply(PhaseState(frozenset(), 0, 1), "smite", charges=2)
        0
        """
        return min(self.replies(after, power, charges))

    def bonus(self, power: Label) -> int:
        """Return what is added to each die that denies a power.

        Examples
        --------
        >>> plan_phase([Power("haste", 1, 2, deny_bonus=0)], pool=5, deny_bonus=1).policy.bonus("haste")
        0
        """
        return self._solution.bonus(power)

    def after(self, state: PhaseState, move: Move, fate: Fate | None = None) -> PhaseState:
        """Return the state after the test of a move: without perils, or with one of their fates.

        Examples
        --------
        >>> policy = plan_phase([Power("smite", 1, 2)], pool=5, deny_pool=1).policy
        >>> policy.after(policy.start, Move("smite", 3))
        PhaseState(position=frozenset(), pool=2, deny_pool=1)
        """
        attempt = self.game.attempts(state.position)[move.power]
        position, drained = (attempt.position, 0) if fate is None else (fate.position, fate.drained)
        left = max(state.pool - move.dice - drained, 0)
        return PhaseState(position, left, max(state.deny_pool - drained, 0))

    def _value(self, state: PhaseState) -> int:
        solution = self._solution
        most = solution.most.get(state.position, -1)
        if not (0 <= state.pool <= most and 0 <= state.deny_pool <= solution.deny_pool):
            raise ValueError(
                f"state must be one of this phase, with a pool of at most {solution.pool} less one for each "
                f"power tried and a deny pool of at most {solution.deny_pool}, not {state!r}"
            )
        return solution.value(*state)


@dataclass(frozen=True)
class _PricedPhase:
    """The first form of the phase: a position is the set of powers not yet tried, perils have a price."""

    powers: Mapping[Label, Power]
    perils_cost: Fraction

    @property
    def start(self) -> Position:
        return frozenset(self.powers)

    def attempts(self, position: Position) -> Mapping[Label, Attempt]:
        untried = cast(frozenset[Label], position)
        tests = {}
        for label, power in self.powers.items():
            if label in untried:
                after = untried - {label}
                tests[label] = Attempt(power, after, (Fate(Fraction(1), after, 0, self.perils_cost),))
        return tests


def plan_phase(
    powers: Sequence[Power],
    pool: int,
    deny_pool: int = 0,
    deny_bonus: int = 0,
    perils_cost: int | Fraction = 0,
    rules: Rules = RULES,
) -> PhasePlan:
    """Solve the psychic phase by backward induction, exactly: the caster's moves and the opponent's replies.

    Rule: W 2 to 4, R pp. 24 to 26. The caster tries each power at most once, in any order, with any number of
    the dice left, and may stop at any time. When a power is cast, the opponent sees the charges and chooses
    his deny dice, which must cancel them all. Perils cost a price here; `plan_psykers` rolls on the table.

    Parameters
    ----------
    powers
        Powers with different names.
    pool, deny_pool
        Warp charges of the caster and of the opponent, 0 to 100.
    deny_bonus
        Added to each deny die, 0 or more, for powers without a bonus of their own.
    perils_cost
        What the caster pays for each perils of the warp, 0 or more, in the unit of the values.
    rules
        ``harness``, ``perils`` and ``deny_target`` are used.

    Returns
    -------
    PhasePlan
        Its states have the frozenset of the powers not yet tried as their position.

    Raises
    ------
    TypeError, ValueError
        If an argument is of the wrong kind or out of its range, or the request is too large to finish.

    Examples
    --------
    Two dice for two powers of charge 1: one each, or the second for either, come to the same or less.

    >>> plan = plan_phase([Power("haste", 1, 1), Power("smite", 1, 2)], pool=2)
    >>> plan.value, sorted(plan.first_moves)
    (Fraction(3, 2), [Move(power='haste', dice=1), Move(power='smite', dice=1), Move(power='smite', dice=2)])
    """
    named = named_powers("powers", powers)
    cost = rational("perils_cost", perils_cost, low=0)
    tests = len(named) * 2 ** max(len(named) - 1, 0)
    return solve_phase(_PricedPhase(named, cost), tests, pool, deny_pool, deny_bonus, rules)


def named_powers(name: str, powers: Sequence[Power]) -> dict[Label, Power]:
    """Return powers by their names, or refuse them.

    Raises
    ------
    TypeError, ValueError
        If one is no `Power`, or two have the same name.

    Examples
    --------
    >>> list(named_powers("powers", [Power("smite", 1, 2)]))
    ['smite']
    """
    for power in powers:
        if not isinstance(power, Power):
            raise TypeError(f"{name} must be Powers, not {power!r}")
    named: dict[Label, Power] = {power.name: power for power in powers}
    if len(named) < len(powers):
        raise ValueError(f"{name} must have different names, not {[power.name for power in powers]!r}")
    return named


def solve_phase(
    game: Game, tests: int, pool: int, deny_pool: int, deny_bonus: int, rules: Rules
) -> PhasePlan:
    """Solve a phase, unless it is too large; ``tests`` bounds the tests of all positions together.

    Raises
    ------
    TypeError, ValueError
        If an argument is of the wrong kind or out of its range, or the request is too large to finish.
    """
    pool = whole("pool", pool, 0, MAX_DICE)
    deny_pool = whole("deny_pool", deny_pool, 0, MAX_DICE)
    deny_bonus = whole("deny_bonus", deny_bonus)
    steps = _steps(tests, pool, deny_pool)
    if steps > MOST_STEPS:
        raise ValueError(
            f"the phase is too large: {len(game.powers)} powers with pools of {pool} and {deny_pool} take "
            f"about {steps:,} steps, where {MOST_STEPS:,} are allowed; take fewer powers or smaller pools"
        )
    start = PhaseState(game.start, pool, deny_pool)
    return PhasePolicy(Solution(game, pool, deny_pool, deny_bonus, rules), start).starting(start)


def _steps(tests: int, pool: int, deny_pool: int) -> int:
    """Bound the work: all dice and charges of each test with every pool, and all replies to them.

    A value of all deny pools is one number, whose length grows with them and with the dice still to come.
    """
    lanes, length = deny_pool + 1, pool + deny_pool + 1
    rolled, replied = (pool + 1) ** 3 // 3, (pool + 1) * lanes**2
    return tests * (rolled + replied) * lanes * length // 80
