"""Two turns planned together: psykers that are conjured now bring warp charges in the next psychic phase."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations

from psy.exact.arguments import instance, several, whole
from psy.wh40k.charges import warp_charges
from psy.wh40k.phase import plan_phase, solve_phase
from psy.wh40k.phase_game import Attempt, InForce, Label, Position
from psy.wh40k.phase_policy import PhasePlan
from psy.wh40k.powers import Option, Power
from psy.wh40k.priced_phase import PricedPhase, named_powers
from psy.wh40k.rules import RULES, Rules

MAX_CONJURED = 4
# On its "unit" a conjuration is in force once its psyker stands on the table.
_TABLE = "on the table"


@dataclass(frozen=True)
class Conjured:
    """A psyker that one power conjures.

    Parameters
    ----------
    power
        The name of the power; its own value counts besides.
    mastery
        The mastery levels that the psyker adds to the next pool, 0 or more.
    powers
        What it may try in the next phase.

    Raises
    ------
    TypeError, ValueError
        If a value is of the wrong kind or out of its range.

    Examples
    --------
    >>> Conjured("summoning", 1).powers
    ()
    """

    power: str
    mastery: int
    powers: tuple[Power, ...] = ()

    def __post_init__(self) -> None:
        instance("power", self.power, str)
        object.__setattr__(self, "mastery", whole("mastery", self.mastery))
        known = (instance("powers", power, Power) for power in several("powers", self.powers, "Power"))
        object.__setattr__(self, "powers", tuple(known))


@dataclass(frozen=True)
class TwoTurns:
    """The best play of two psychic phases of one player, in the first of which psykers may be conjured.

    Parameters
    ----------
    value
        What both phases are worth on average.
    first
        The plan of the first phase, in which a conjuration is worth what it adds to the second; with several
        of them its option says what was conjured before.
    gains
        What psykers add to the second phase: by the powers that conjured them.
    """

    value: Fraction
    first: PhasePlan
    gains: Mapping[frozenset[str], Fraction]


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
    conjured: Sequence[Conjured],
    mastery: int,
    opposing_mastery: int,
    rules: Rules = RULES,
) -> TwoTurns:
    """Solve a psychic phase in which psykers may be conjured for the next one.

    Rule: W 1 and 5, R p. 26. A conjured psyker adds its mastery level to the next pool, and its powers to
    those that may be tried. It is supposed that it lives until then, that the opponent's mastery levels stay,
    and that the same powers are known in both phases; the conjurations are tried in the first only.

    Parameters
    ----------
    powers
        The powers of the first phase.
    pools
        The warp charges of the first phase: of the caster and of the opponent.
    conjured
        The psykers that powers conjure, at most 4, one for each power; such a power needs no roll to hit, has
        no options and nothing for charges to spare.
    mastery, opposing_mastery
        Summed mastery levels in the second phase, without the conjured psykers, 0 or more.
    rules
        As in `plan_phase` and `warp_charges`.

    Raises
    ------
    TypeError, ValueError
        If an argument is of the wrong kind or out of its range, or a phase is too large.

    Examples
    --------
    A psyker that knows nothing is of no use where there is nothing to cast:

    >>> plan_two_turns([Power("summoning", 1, 0)], (3, 0), [Conjured("summoning", 1)], 2, 0).value
    Fraction(0, 1)
    """
    known = [instance("powers", power, Power) for power in several("powers", powers, "Power")]
    added = _by_power(conjured, known)
    own, theirs = several("pools", pools, "two numbers of warp charges")
    later = [power for power in known if power.name not in added]
    subsets = [frozenset(some) for size in range(len(added) + 1) for some in combinations(added, size)]
    means = {
        some: mean_phase(
            [*later, *(power for name in added if name in some for power in added[name].powers)],
            mastery + sum(added[name].mastery for name in some),
            opposing_mastery,
            rules=rules,
        )
        for some in subsets
    }
    valued = [_valued(power, means) if power.name in added else power for power in known]
    game = _Conjuring(named_powers("powers", valued), Fraction(0), instance("rules", rules, Rules))
    first = solve_phase(game, own, theirs, 0, rules)
    without = means[frozenset()]
    return TwoTurns(first.value + without, first, {some: mean - without for some, mean in means.items()})


class _Conjuring(PricedPhase):
    """A phase in which what a conjuration is worth depends on the psykers that were conjured before it."""

    def __init__(self, powers: Mapping[Label, Power], perils_cost: Fraction, rules: Rules) -> None:
        super().__init__(powers, perils_cost, rules)
        conjuring = {(power.name, _TABLE) for power in powers.values() if power.unit == _TABLE}
        self._shared |= conjuring if len(conjuring) > 1 else set()

    def attempts(self, position: Position) -> tuple[Attempt, ...]:
        """Return what may be tried: a conjuration with the option that tells of those before it."""
        marks = self._parts(position)[1]
        done = _said(mark.name for mark in marks if isinstance(mark, InForce) and mark.unit == _TABLE)
        return tuple(
            attempt
            for attempt in super().attempts(position)
            if attempt.option is None or attempt.power.unit != _TABLE or attempt.option == done
        )


def _said(names: Iterable[str]) -> str:
    return " and ".join(sorted(known)) + " before" if (known := list(names)) else "first"


def _valued(power: Power, means: Mapping[frozenset[str], Fraction]) -> Power:
    """Return a conjuration worth what its psyker adds, whoever was conjured before."""
    gains = {
        _said(some): power.value + means[some | {power.name}] - mean
        for some, mean in means.items()
        if power.name not in some
    }
    if len(gains) == 1:
        return replace(power, unit=_TABLE, value=gains[_said(())])
    return replace(
        power, unit=_TABLE, options=tuple(Option(said, value=gain) for said, gain in gains.items())
    )


def _by_power(conjured: Sequence[Conjured], known: Sequence[Power]) -> dict[str, Conjured]:
    """Return the conjured psykers by their powers, or refuse them."""
    given = [instance("conjured", each, Conjured) for each in several("conjured", conjured, "Conjured")]
    whole("the number of conjured psykers", len(given), 0, MAX_CONJURED)
    added = {each.power: each for each in given}
    if len(added) < len(given):
        raise ValueError(f"conjured must name different powers, not {[each.power for each in given]!r}")
    plain = [power.name for power in known if not (power.options or power.spare or power.hit != 1)]
    for name in added:
        if plain.count(name) != 1 or sum(power.name == name for power in known) != 1:
            raise ValueError(
                f"conjured must name powers without options, spare or hit: one of {plain}, not {name!r}"
            )
    return added
