"""Powers known, with every choice a player has: the discipline of each roll, the swap, the psychic focus."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb

from psy.exact.arguments import instance, one_of, several, whole
from psy.wh40k.powers import Amount, amount
from psy.wh40k.rules import RULES, Rules

PRIMARIS = 0
MAX_STATES = 100_000
MAX_POWERS = 20

Known = frozenset[tuple[str, int]]
NOTHING: Known = frozenset()


@dataclass(frozen=True)
class Discipline:
    """A psychic discipline as one player values it.

    Parameters
    ----------
    name
        Its name.
    values
        What each numbered power is worth to know, 0 or more, in order: 1 to 20 powers.
    primaris
        What the primaris is worth, 0 or more.
    costs
        The warp charge of each numbered power, which only the cap reads; None: all cost 1.

    Raises
    ------
    TypeError, ValueError
        If a value is of the wrong kind or out of its range.

    Examples
    --------
    Only the third power is wanted:

    >>> Discipline("telepathy", values=(0, 0, 1, 0, 0, 0)).values[2]
    1
    """

    name: str
    values: tuple[Amount, ...]
    primaris: Amount = 0
    costs: tuple[int, ...] | None = None

    def __post_init__(self) -> None:
        instance("name", self.name, str)
        values = tuple(amount("values", value, 0) for value in several("values", self.values, "values"))
        whole("the number of values", len(values), 1, MAX_POWERS)
        object.__setattr__(self, "values", values)
        object.__setattr__(self, "primaris", amount("primaris", self.primaris, 0))
        if self.costs is not None:
            costs = tuple(whole("costs", cost, 1) for cost in several("costs", self.costs, "warp charges"))
            if len(costs) != len(values):
                raise ValueError(f"costs must be {len(values)} warp charges, one a power, not {self.costs!r}")
            object.__setattr__(self, "costs", costs)

    def value(self, number: int) -> Fraction:
        """Return what a power is worth; number 0 is the primaris."""
        return Fraction(self.primaris if number == PRIMARIS else self.values[number - 1])

    def eligible(self, mastery: int, rules: Rules = RULES) -> list[int]:
        """Return the numbers of the powers that a psyker of a mastery level may roll.

        Examples
        --------
        >>> Discipline("telepathy", values=(0, 0, 1)).eligible(1)
        [1, 2, 3]
        """
        costs = self.costs or (1,) * len(self.values)
        return [n for n, cost in enumerate(costs, 1) if cost <= mastery or not rules.capped_by_mastery]


@dataclass(frozen=True)
class LearningPlan:
    """The best way to roll for powers.

    Parameters
    ----------
    value
        What the powers are worth on average.
    first_moves
        The disciplines to roll on first; every tie is there, and none if there is nothing to gain.
    policy
        The best choices in any later state.
    """

    value: Fraction
    first_moves: frozenset[str]
    policy: "LearningPolicy"


def plan_learning(
    disciplines: Sequence[Discipline], mastery: int, goal: str = "total", rules: Rules = RULES
) -> LearningPlan:
    """Find the best way to roll for wanted powers, over several disciplines.

    Rule: W 0, R p. 23. The player chooses the discipline of each roll when its turn comes; right after a roll
    he may swap the power for the primaris of that discipline, once; if all his powers are of one discipline,
    he knows its primaris besides. R forbids the swap where the focus brings the primaris anyway: there the
    last one is not offered, and an earlier one is never better than to keep.

    Parameters
    ----------
    disciplines
        What the psyker may roll on, one or more, with different names.
    mastery
        His mastery level: how many times he rolls, 0 or more.
    goal
        ``"total"``: the values of all powers known are added up. ``"best"``: only the most valuable one
        counts; with values of 1 and 0 that is the chance to know a wanted power.
    rules
        ``capped_by_mastery`` is used; disciplines may have any sizes, also different ones.

    Raises
    ------
    TypeError, ValueError
        If an argument is of the wrong kind or out of its range, or the request is too large.

    Examples
    --------
    The third power is worth 1 and the primaris as much: the focus brings one, the rolls the other in 1 of 3.

    >>> plan = plan_learning([Discipline("telepathy", (0, 0, 1, 0, 0, 0), primaris=1)], mastery=2)
    >>> plan.value
    Fraction(4, 3)
    """
    goal = one_of("goal", goal, ("total", "best"))
    mastery = whole("mastery", mastery)
    instance("rules", rules, Rules)
    disciplines = different(disciplines)
    names = [which.name for which in disciplines]
    powers = sum(len(which.values) + 1 for which in disciplines)
    states = sum(comb(powers, known) for known in range(min(mastery, powers) + 1))
    if states > MAX_STATES:
        raise ValueError(
            f"mastery {mastery} over {len(names)} disciplines is too large: about {states:,} sets of powers, "
            f"where {MAX_STATES:,} can be planned"
        )
    policy = LearningPolicy(tuple(disciplines), mastery, goal, rules)
    return LearningPlan(policy.value(NOTHING), policy.rolls(NOTHING), policy)


def different(disciplines: Sequence[Discipline]) -> tuple[Discipline, ...]:
    """Return disciplines, or refuse them.

    Raises
    ------
    TypeError, ValueError
        If there is none, one is no `Discipline`, or two have the same name.
    """
    given = tuple(
        instance("disciplines", each, Discipline)
        for each in several("disciplines", disciplines, "Discipline")
    )
    names = [which.name for which in given]
    if not names or len(set(names)) < len(names):
        raise ValueError(f"disciplines must be one or more with different names, not {names!r}")
    return given


class LearningPolicy:
    """The best choices of a player who rolls for powers, in every state.

    A state is what the psyker has gained so far: a frozenset of ``(discipline, number)``, number 0 for a
    primaris taken in a swap. The primaris of the psychic focus is not in it; it counts at the end.
    """

    def __init__(self, disciplines: tuple[Discipline, ...], mastery: int, goal: str, rules: Rules) -> None:
        self._mastery, self._goal = mastery, goal
        self._worths = {
            (which.name, number): which.value(number)
            for which in disciplines
            for number in range(len(which.values) + 1)
        }
        self._eligible = {which.name: which.eligible(mastery, rules) for which in disciplines}
        self._values: dict[Known, Fraction] = {}

    def value(self, known: Known) -> Fraction:
        """Return what the powers are worth on average in the end, from this state on.

        Examples
        --------
        >>> policy = plan_learning([Discipline("telepathy", (0, 0, 1, 0, 0, 0))], mastery=2).policy
        >>> policy.value(frozenset({("telepathy", 1)}))
        Fraction(1, 5)
        """
        if known not in self._values:
            rolls = [self._roll_value(known, name) for name in self._open(known)]
            self._values[known] = max([self._worth(known), *rolls])
        return self._values[known]

    def rolls(self, known: Known) -> frozenset[str]:
        """Return every discipline that is best to roll on next; none if there is nothing to gain.

        Examples
        --------
        >>> wanted, other = Discipline("telepathy", (0, 0, 1, 0, 0, 0)), Discipline("biomancy", (0,) * 6)
        >>> plan_learning([wanted, other], mastery=2).policy.rolls(frozenset({("telepathy", 1)}))
        frozenset({'telepathy'})
        """
        best = self.value(known)
        if best == self._worth(known):
            return frozenset()
        return frozenset(name for name in self._open(known) if self._roll_value(known, name) == best)

    def swaps(self, known: Known, discipline: str, rolled: int) -> frozenset[bool]:
        """Return the best answers to the offer of the primaris for the power just rolled; both in a tie.

        Parameters
        ----------
        known
            What was known before the roll.
        discipline, rolled
            The discipline's name and the number of the power, 1 or more.

        Examples
        --------
        Telepathy's primaris is better than all its powers but the third:

        >>> telepathy = Discipline("telepathy", (0, 0, 3, 0, 0, 0), primaris=1)
        >>> policy = plan_learning([telepathy, Discipline("biomancy", (2,) * 6)], mastery=2).policy
        >>> biomancer = frozenset({("biomancy", 4)})
        >>> policy.swaps(biomancer, "telepathy", 1), policy.swaps(biomancer, "telepathy", 3)
        (frozenset({True}), frozenset({False}))
        """
        outcomes = self._outcomes(known, discipline, rolled)
        return frozenset(swap for swap, value in outcomes.items() if value == max(outcomes.values()))

    def _open(self, known: Known) -> list[str]:
        """Return the disciplines that a roll is left for and that have a power left."""
        if len(known) == self._mastery:
            return []
        return [name for name in self._eligible if self._numbers(known, name)]

    def _numbers(self, known: Known, name: str) -> list[int]:
        """Return the powers that a roll on the discipline may end with; each is as likely as the next."""
        return [number for number in self._eligible[name] if (name, number) not in known]

    def _roll_value(self, known: Known, name: str) -> Fraction:
        best = [max(self._outcomes(known, name, rolled).values()) for rolled in self._numbers(known, name)]
        return sum(best, Fraction(0)) / len(best)

    def _outcomes(self, known: Known, name: str, rolled: int) -> dict[bool, Fraction]:
        """Return the value of keeping the power (False) and, if he may, of swapping it (True)."""
        outcomes = {False: self.value(known | {(name, rolled)})}
        focused = len(known) == self._mastery - 1 and all(other == name for other, _ in known)
        if (name, PRIMARIS) not in known and not focused:
            outcomes[True] = self.value(known | {(name, PRIMARIS)})
        return outcomes

    def _worth(self, known: Known) -> Fraction:
        """Return what a player who rolls no more has, with the primaris of a psychic focus."""
        names = {name for name, _ in known}
        focus = {(name, PRIMARIS) for name in names} if len(names) == 1 else set()
        worths = [self._worths[power] for power in known | focus]
        return sum(worths, Fraction(0)) if self._goal == "total" else max(worths, default=Fraction(0))


def after_roll(
    plan: LearningPlan, known: frozenset[tuple[str, int]], name: str, rolled: int
) -> tuple[dict[str, frozenset[str]], Fraction]:
    """Return the best answers to a roll, each with where to roll next, and the value then.

    An answer is "keep" or "swap"; both are there in a tie.

    Examples
    --------
    The third power is all that is wanted; its focus brings the primaris whatever follows:

    >>> plan = plan_learning([Discipline("telepathy", (0, 0, 9, 0, 0, 0), primaris=1)], mastery=2)
    >>> after_roll(plan, frozenset(), "telepathy", 3)[0]
    {'keep': frozenset()}
    """
    policy, answers = instance("plan", plan, LearningPlan).policy, {}
    value = Fraction(0)
    for swap in sorted(policy.swaps(known, name, rolled)):
        then = known | {(name, 0 if swap else rolled)}
        answers["swap" if swap else "keep"] = policy.rolls(then)
        value = policy.value(then)
    return answers, value
