"""The best play of a psychic phase, to be asked in every state: moves, replies and what each is worth."""

from collections.abc import Hashable
from dataclasses import dataclass
from fractions import Fraction

from psy.exact.arguments import whole
from psy.wh40k.phase_game import STOP, Attempt, Fate, Game, Label, Move, PhaseState
from psy.wh40k.phase_solver import Solution
from psy.wh40k.powers import Power


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
        >>> from psy.wh40k import plan_phase
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
        >>> from psy.wh40k import plan_phase
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
        >>> from psy.wh40k import plan_phase
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
        >>> from psy.wh40k import plan_phase
        >>> policy = plan_phase([Power("smite", 1, 2)], pool=5, deny_pool=5).policy
        >>> policy.moves(PhaseState(frozenset({"smite"}), 2, 0))
        frozenset({Move(power='smite', dice=2)})
        """
        best, values = self._value(state), self.move_values(state)
        scale = self._solution.scale
        moves = {move for move, value in values.items() if value * scale == best}
        return frozenset(moves | {STOP} if best == 0 else moves)

    def move_values(self, state: PhaseState) -> dict[Move, Fraction]:
        """Return what each move is worth; to stop is worth 0.

        Examples
        --------
        >>> from psy.wh40k import plan_phase
        >>> policy = plan_phase([Power("smite", 1, 2)], pool=2).policy
        >>> policy.move_values(policy.start)[Move("smite", 1)]
        Fraction(1, 1)
        """
        self._value(state)
        values = {}
        for attempt in self.game.attempts(state.position):
            for shared in _thrown(attempt, state.pool):
                value = self._solution.move_value(attempt, state.pool, state.deny_pool, shared)
                move = Move(attempt.label, attempt.own + shared, attempt.option)
                values[move] = Fraction(value, self._solution.scale)
        return values

    def attempt(self, state: PhaseState, move: Move) -> Attempt:
        """Return the test of a move.

        Raises
        ------
        ValueError
            If the state does not allow the move.

        Examples
        --------
        >>> from psy.wh40k import plan_phase
        >>> policy = plan_phase([Power("smite", 1, 2)], pool=2).policy
        >>> policy.attempt(policy.start, Move("smite", 3))
        Traceback (most recent call last):
        ValueError: move must be one that the state allows, not Move(power='smite', dice=3)
        """
        for attempt in self.game.attempts(state.position) if isinstance(move, Move) else ():
            named = attempt.label == move.power and attempt.option == move.option
            if named and type(move.dice) is int and move.dice - attempt.own in _thrown(attempt, state.pool):
                return attempt
        raise ValueError(f"move must be one that the state allows, not {move!r}")

    def __call__(self, state: PhaseState) -> Move:
        """Return one best move: stop where nothing is gained, else the first power with the fewest dice."""
        moves = self.moves(state)
        order = list(self.game.powers)
        if STOP in moves:
            return STOP
        return min(moves, key=lambda move: (order.index(move.power), move.dice, move.option or ""))

    def replies(
        self, after: PhaseState, power: Label, charges: int, option: str | None = None
    ) -> frozenset[int]:
        """Return every best number of deny dice against a power that was cast: 0, or enough for all charges.

        Parameters
        ----------
        after
            The state after the test: its dice spent, the power tried, and what perils did.
        power
            The power's label.
        charges
            The charges harnessed, at least the power's warp charge.
        option
            The option that was taken, if the power has any.

        Raises
        ------
        ValueError
            If the state cannot come up, or the power or the charges are none of this phase.

        Examples
        --------
        >>> from psy.wh40k import plan_phase
        >>> policy = plan_phase([Power("smite", 1, 2)], pool=5, deny_pool=5).policy
        >>> policy.replies(PhaseState(frozenset(), 0, 5), "smite", charges=2)
        frozenset({5})
        """
        answers = self.reply_values(after, power, charges, option)
        best = min(answers.values())
        return frozenset(dice for dice, value in answers.items() if value == best)

    def reply_values(
        self, after: PhaseState, power: Label, charges: int, option: str | None = None
    ) -> dict[int, Fraction]:
        """Return what each reply to a power that was cast leaves to the caster.

        Parameters
        ----------
        after, power, charges, option
            As in `replies`.

        Examples
        --------
        Nothing follows a last die, so 1 point is denied in 1 of 6 by the one die there is.

        >>> from psy.wh40k import plan_phase
        >>> policy = plan_phase([Power("haste", 1, 1)], pool=1, deny_pool=1).policy
        >>> policy.reply_values(PhaseState(frozenset(), 0, 1), "haste", charges=1)
        {0: Fraction(1, 1), 1: Fraction(5, 6)}
        """
        self._value(after)
        taken = self._taken(power, option)
        charges = whole("charges", charges, taken.charge)
        values = self._solution.reply_values(*after, power, taken, charges)
        return {dice: Fraction(value, self._solution.scale) for dice, value in values.items()}

    def reply(self, after: PhaseState, power: Label, charges: int, option: str | None = None) -> int:
        """Return the smallest of the best numbers of deny dice; see `replies`.

        Examples
        --------
        >>> from psy.wh40k import plan_phase
        >>> policy = plan_phase([Power("smite", 1, 2)], pool=5, deny_pool=1).policy
        >>> policy.reply(PhaseState(frozenset(), 0, 1), "smite", charges=2)
        0
        """
        return min(self.replies(after, power, charges, option))

    def best_replies(self, state: PhaseState, move: Move) -> dict[int, int]:
        """Return the opponent's deny dice for each number of charges with which a move may succeed.

        Examples
        --------
        The last power of the phase is denied with every die, if there are enough:

        >>> from psy.wh40k import plan_phase
        >>> policy = plan_phase([Power("smite", 2, 2)], pool=3, deny_pool=2).policy
        >>> policy.best_replies(policy.start, Move("smite", 3))
        {2: 2, 3: 0}
        """
        if move == STOP:
            return {}
        after, charge = self.after(state, move), self._taken(move.power, move.option).charge
        return {
            scored: self.reply(after, move.power, scored, move.option)
            for scored in range(charge, move.dice + 1)
        }

    def bonus(self, power: Label, option: str | None = None) -> int:
        """Return what is added to each die that denies a power.

        Examples
        --------
        >>> from psy.wh40k import plan_phase
        >>> plan_phase([Power("haste", 1, 2, deny_bonus=0)], pool=5, deny_bonus=1).policy.bonus("haste")
        0
        """
        return self._solution.bonus(self._taken(power, option))

    def after(self, state: PhaseState, move: Move, fate: Fate | None = None) -> PhaseState:
        """Return the state once the dice of a move are thrown: without perils, or with one of their fates.

        Examples
        --------
        >>> from psy.wh40k import plan_phase
        >>> policy = plan_phase([Power("smite", 1, 2)], pool=5, deny_pool=1).policy
        >>> policy.after(policy.start, Move("smite", 3))
        PhaseState(position=frozenset(), pool=2, deny_pool=1)
        """
        attempt = self.attempt(state, move)
        position, drained = (attempt.position, 0) if fate is None else (fate.position, fate.drained)
        left = max(state.pool - (move.dice - attempt.own) - drained, 0)
        return PhaseState(position, left, max(state.deny_pool - drained, 0))

    def settled(self, after: PhaseState, move: Move, charges: int, effect: bool) -> PhaseState:
        """Return the state that follows once a test has failed, or its power was denied or took effect.

        Examples
        --------
        >>> from psy.wh40k import plan_phase
        >>> policy = plan_phase([Power("smite", 1, 2)], pool=5, deny_pool=1).policy
        >>> after = policy.after(policy.start, Move("smite", 3))
        >>> policy.settled(after, Move("smite", 3), charges=0, effect=False) == after
        True
        """
        taken = self._taken(move.power, move.option)
        if charges < taken.charge:
            return after._replace(position=self.game.failed(after.position))
        return after._replace(position=self.game.cast(after.position, move.power, taken)) if effect else after

    def worth(self, after: PhaseState, move: Move, charges: int) -> Fraction:
        """Return what a power is worth that takes effect with so many charges.

        Examples
        --------
        >>> from psy.wh40k import plan_phase
        >>> policy = plan_phase([Power("smite", 1, 2)], pool=5).policy
        >>> policy.worth(policy.after(policy.start, Move("smite", 3)), Move("smite", 3), charges=1)
        Fraction(2, 1)
        """
        taken = self._taken(move.power, move.option)
        return taken.worth(charges) if self.game.stacks(after.position, taken) else Fraction(0)

    def _taken(self, power: Label, option: str | None) -> Power:
        if power not in self.game.powers:
            names = ", ".join(map(repr, self.game.powers))
            raise ValueError(f"power must be one of {names}, not {power!r}")
        choices = self.game.powers[power].choices
        if option not in choices:
            raise ValueError(f"option must be one of {', '.join(map(repr, choices))}, not {option!r}")
        return choices[option]

    def _value(self, state: PhaseState) -> int:
        solution = self._solution
        known = isinstance(state, PhaseState) and isinstance(state.position, Hashable)
        most = solution.most_of(state.position) if known else -1
        if not (0 <= state.pool <= most and 0 <= state.deny_pool <= solution.deny_pool):
            raise ValueError(
                f"state must be one of this phase, with a pool of at most {solution.pool} less one for each "
                f"power tried and a deny pool of at most {solution.deny_pool}, not {state!r}"
            )
        return solution.value(*state)


def _thrown(attempt: Attempt, pool: int) -> range:
    """Return how many dice of the pool an attempt may be made with."""
    return range(0 if attempt.own else 1, pool + 1) if attempt.shared else range(1)
