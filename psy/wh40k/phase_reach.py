"""Which positions of a psychic phase may come up, and whether that is more than can be solved in time."""

from collections.abc import Hashable

from psy.wh40k.phase_game import Attempt, Game, Position

# A phase that would take longer is refused.
MAX_SECONDS = 60
# Measured on one core: so many steps are done in a second; see `_steps`.
_STEPS_A_SECOND = 600_000

Reached = tuple[dict[Position, tuple[Attempt, ...]], dict[Position, int]]


def reached(game: Game, pool: int, deny_pool: int) -> Reached:
    """Find every position that may come up, the attempts in it, and the largest pool that may be left.

    Positions that differ only in which of equal powers or psykers are left count once, and so do attempts.

    Raises
    ------
    ValueError
        If the phase would take longer than `MAX_SECONDS` to solve.
    """
    start = game.merged(game.start)
    attempts: dict[Position, tuple[Attempt, ...]] = {}
    most, waiting, steps = {start: pool}, [start], 0
    for position in waiting:
        attempts[position] = _different(game, position)
        # A psyker's own dice leave the pool as it is.
        left = pool if game.most_gained else max(most[position] - 1, 0)
        for attempt in attempts[position]:
            after = _outcomes(game, attempt)
            steps += _steps(most[position] + game.most_gained, deny_pool, len(after))
            for outcome in after:
                if outcome not in most:
                    most[outcome] = left
                    waiting.append(outcome)
        if steps > MAX_SECONDS * _STEPS_A_SECOND:
            raise ValueError(
                f"the phase is too large: {len(game.powers)} powers with pools of {pool} and {deny_pool} "
                f"come to more than {len(most):,} positions and would take more than {MAX_SECONDS} seconds; "
                "take fewer powers or smaller pools"
            )
    return attempts, most


def _different(game: Game, position: Position) -> tuple[Attempt, ...]:
    """Return the attempts of a position, one of each kind."""
    found: dict[Hashable, Attempt] = {}
    for attempt in game.attempts(position):
        key = (game.kind(attempt.label), attempt.option, attempt.own, game.merged(attempt.position))
        found.setdefault(key, attempt)
    return tuple(found.values())


def _outcomes(game: Game, attempt: Attempt) -> set[Position]:
    """Return every position that an attempt may lead to, once it is settled too."""
    thrown = {game.merged(attempt.position), *(game.merged(fate.position) for fate in attempt.fates)}
    settled = {game.merged(game.failed(position)) for position in thrown}
    settled |= {game.merged(game.cast(position, attempt.label, attempt.power)) for position in thrown}
    return thrown | settled


def _steps(pool: int, deny_pool: int, outcomes: int) -> int:
    """Estimate the work of one attempt: all dice and charges with every pool, all replies, all fates.

    A value of all deny pools is one number, whose length grows with them and with the dice still to come.
    """
    lanes, length = deny_pool + 1, pool + deny_pool + 1
    rolled, replied, mixed = (pool + 1) ** 3 // 3, (pool + 1) * lanes**2, 8 * (pool + 1) ** 2
    return 300 + (rolled + (replied + mixed) * outcomes) * (40 + lanes * length // 20) // 80
