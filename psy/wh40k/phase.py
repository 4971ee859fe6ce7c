"""The psychic phase planned as a whole: what to cast with how many dice, and what to deny with how many."""

from collections.abc import Sequence
from fractions import Fraction

from psy.exact.arguments import instance, rational, whole
from psy.wh40k.casting import MAX_DICE
from psy.wh40k.phase_game import Game, PhaseState
from psy.wh40k.phase_policy import PhasePlan, PhasePolicy
from psy.wh40k.phase_solver import Solution
from psy.wh40k.powers import Power
from psy.wh40k.priced_phase import PricedPhase, named_powers
from psy.wh40k.rules import RULES, Rules


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
    game = PricedPhase(named, cost, instance("rules", rules, Rules))
    return solve_phase(game, pool, deny_pool, deny_bonus, rules)


def solve_phase(game: Game, pool: int, deny_pool: int, deny_bonus: int, rules: Rules) -> PhasePlan:
    """Solve a phase, unless it is too large.

    Raises
    ------
    TypeError, ValueError
        If an argument is of the wrong kind or out of its range, or the request is too large to finish.
    """
    pool = whole("pool", pool, 0, MAX_DICE)
    deny_pool = whole("deny_pool", deny_pool, 0, MAX_DICE)
    deny_bonus = whole("deny_bonus", deny_bonus)
    solution = Solution(game, pool, deny_pool, deny_bonus, instance("rules", rules, Rules))
    start = PhaseState(game.start, pool, deny_pool)
    return PhasePolicy(solution, start).starting(start)
