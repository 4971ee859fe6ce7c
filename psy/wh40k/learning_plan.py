"""Powers known, with every choice a player has: the discipline of each roll, the swap, the psychic focus."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb

from psy.exact.arguments import one_of, rational, whole
from psy.wh40k.learning import ANY_COST, eligible_powers
from psy.wh40k.rules import RULES, Rules

PRIMARIS = 0
MOST_STATES = 100_000

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
        What each numbered power is worth to know, 0 or more, in order.
    primaris
        What the primaris is worth, 0 or more.
    costs
        The warp charge of each numbered power; only a capped psyker heeds them.

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
    values: tuple[int | Fraction, ...]
    primaris: int | Fraction = 0
    costs: tuple[int, ...] = ANY_COST

    def __post_init__(self) -> None:
        if not isinstance(self.name, str):
            raise TypeError(f"name must be a string, not {self.name!r}")
        for value in (*self.values, self.primaris):
            rational("values", value, low=0)

    def value(self, number: int) -> Fraction:
        """Return what a power is worth; number 0 is the primaris."""
        return Fraction(self.primaris if number == PRIMARIS else self.values[number - 1])


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
        ``capped_by_mastery`` and ``discipline_size`` are used.

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
    names = [which.name for which in disciplines]
    if not names or len(set(names)) < len(names):
        raise ValueError(f"disciplines must be one or more with different names, not {names!r}")
    for which in disciplines:
        if len(which.values) != rules.discipline_size:
            raise ValueError(
                f"values must be {rules.discipline_size} values, one a power, not {which.values!r}"
            )
    powers = len(names) * (rules.discipline_size + 1)
    states = sum(comb(powers, known) for known in range(min(mastery, powers) + 1))
    if states > MOST_STATES:
        raise ValueError(
            f"mastery {mastery} over {len(names)} disciplines is too large: about {states:,} sets of powers, "
            f"where {MOST_STATES:,} can be planned"
        )
    policy = LearningPolicy(tuple(disciplines), mastery, goal, rules)
    return LearningPlan(policy.value(NOTHING), policy.rolls(NOTHING), policy)


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
            for number in range(rules.discipline_size + 1)
        }
        self._eligible = {which.name: eligible_powers(mastery, which.costs, rules) for which in disciplines}
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
