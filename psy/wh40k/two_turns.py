"""Two turns planned together: a psyker that is conjured now brings warp charges in the next psychic phase."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from psy.exact.arguments import instance, one_of, several, whole
from psy.wh40k.charges import warp_charges
from psy.wh40k.phase import plan_phase
from psy.wh40k.phase_policy import PhasePlan
from psy.wh40k.powers import Power
from psy.wh40k.rules import RULES, Rules


@dataclass(frozen=True)
class TwoTurns:
    """The best play of two psychic phases of one player, in the first of which a psyker may be conjured.

    Parameters
    ----------
    value
        What both phases are worth on average.
    first
        The plan of the first phase, in which the conjuration is worth what it adds to the second.
    conjured
        What the conjured psyker adds to the second phase.
    """

    value: Fraction
    first: PhasePlan
    conjured: Fraction


def mean_phase(
    powers: Sequence[Power], mastery: int, opposing_mastery: int, deny_bonus: int = 0, rules: Rules = RULES
) -> Fraction:
    """Return what a phase is worth on average before its die for the warp charges is rolled.

    Raises
    ------
    TypeError, ValueError
        As in `plan_phase` and `warp_charges`.

    Examples
    --------
    Without a power to try, all dice are lost:

    >>> mean_phase([], mastery=2, opposing_mastery=1)
    Fraction(0, 1)
    """
    pools = warp_charges(mastery, opposing_mastery, rules)
    largest = max(pools)
    plan = plan_phase(powers, largest.own, largest.theirs, deny_bonus, rules=rules)
    worth = sum((weight * plan.at(*pair).value for pair, weight in pools.items()), Fraction(0))
    return Fraction(worth, pools.denominator())


def plan_two_turns(
    powers: Sequence[Power],
    pools: tuple[int, int],
    conjuration: str,
    conjured_mastery: int,
    mastery: int,
    opposing_mastery: int,
    conjured_powers: Sequence[Power] = (),
    rules: Rules = RULES,
) -> TwoTurns:
    """Solve a psychic phase in which a psyker may be conjured for the next one.

    Rule: W 1 and 5, R p. 26. A conjured psyker adds its mastery level to the next pool, and its powers to
    those that may be tried. It is supposed that it lives until then, that the opponent's mastery levels stay,
    and that the same powers are known in both phases; the conjuration is tried in the first only.

    Parameters
    ----------
    powers
        The powers of the first phase.
    pools
        The warp charges of the first phase: of the caster and of the opponent.
    conjuration
        The name of the power that conjures; its own value counts besides.
    conjured_mastery
        The mastery level of the conjured psyker, 0 or more.
    mastery, opposing_mastery
        Summed mastery levels in the second phase, without the conjured psyker, 0 or more.
    conjured_powers
        What the conjured psyker may try in the second phase.
    rules
        As in `plan_phase` and `warp_charges`.

    Raises
    ------
    TypeError, ValueError
        If an argument is of the wrong kind or out of its range, or a phase is too large.

    Examples
    --------
    A psyker that knows nothing is of no use where there is nothing to cast:

    >>> plan_two_turns([Power("summoning", 1, 0)], (3, 0), "summoning", 1, 2, 0).value
    Fraction(0, 1)
    """
    known = [instance("powers", power, Power) for power in several("powers", powers, "Power")]
    one_of("conjuration", conjuration, tuple(power.name for power in known))
    own, theirs = several("pools", pools, "two numbers of warp charges")
    added = whole("conjured_mastery", conjured_mastery)
    later = [power for power in known if power.name != conjuration]
    without = mean_phase(later, mastery, opposing_mastery, rules=rules)
    with_it = mean_phase([*later, *conjured_powers], mastery + added, opposing_mastery, rules=rules)
    gain = with_it - without
    first = plan_phase(
        [replace(power, value=power.value + gain) if power.name == conjuration else power for power in known],
        own,
        theirs,
        rules=rules,
    )
    return TwoTurns(first.value + without, first, gain)
