"""Powers known by an army: its psykers roll in an order of choice, and later ones see earlier results."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from psy.exact.arguments import instance, one_of, several, whole
from psy.wh40k.learning_plan import MAX_STATES, PRIMARIS, Discipline, Known, different
from psy.wh40k.rules import RULES, Rules

GOALS = ("different", "all")


@dataclass(frozen=True)
class Learner:
    """A psyker of an army that rolls for powers, or has fixed ones.

    Parameters
    ----------
    name
        Its name.
    mastery
        How many times it rolls, 0 or more; 0 for a psyker with fixed powers only.
    disciplines
        The names of those it may roll on; None for all.
    known
        What it knows besides, as pairs of discipline and number (0 for a primaris): the primaris of a mark or
        of a daemon, fixed powers, or ``("force", 1)``. None of them spoils the psychic focus (W 0).

    Raises
    ------
    TypeError, ValueError
        If a value is of the wrong kind or out of its range.

    Examples
    --------
    >>> Learner("Ezekiel", 3, known={("force", 1)}).known
    frozenset({('force', 1)})
    """

    name: str
    mastery: int
    disciplines: tuple[str, ...] | None = None
    known: Known = frozenset()

    def __post_init__(self) -> None:
        instance("name", self.name, str)
        object.__setattr__(self, "mastery", whole("mastery", self.mastery))
        object.__setattr__(self, "known", frozenset(several("known", self.known, "pairs")))
        for power in self.known:
            if not (isinstance(power, tuple) and len(power) == 2 and isinstance(power[0], str)):
                raise TypeError(f"known must be pairs of a discipline and a number, not {power!r}")
        if self.disciplines is not None:
            object.__setattr__(self, "disciplines", tuple(several("disciplines", self.disciplines, "names")))

    def all_powers(self, rolled: Iterable[tuple[str, int]]) -> Known:
        """Return everything that it knows once it has rolled: the primaris of a psychic focus too.

        Examples
        --------
        >>> sorted(Learner("Eldrad", 1).all_powers({("telepathy", 3)}))
        [('telepathy', 0), ('telepathy', 3)]
        """
        gained = frozenset(rolled)
        names = {name for name, _ in gained}
        focus = {(name, PRIMARIS) for name in names} if len(names) == 1 else set()
        return gained | focus | self.known

    def powers_known(self, rolled: Iterable[tuple[str, int]]) -> int:
        """Return how many powers it knows, of which perils may take one.

        Examples
        --------
        >>> Learner("Eldrad", 1).powers_known({("telepathy", 3)})
        2
        """
        return len(self.all_powers(rolled))


@dataclass(frozen=True)
class ArmyPlan:
    """The best way for an army to roll for powers.

    Parameters
    ----------
    value
        What the powers are worth on average.
    first_moves
        Which psyker rolls first, by name: every tie is there.
    """

    value: Fraction
    first_moves: frozenset[str]


def plan_army(
    disciplines: Sequence[Discipline],
    psykers: Sequence[Learner],
    goal: str = "different",
    rules: Rules = RULES,
) -> ArmyPlan:
    """Find the best order and the best rolls for the psykers of an army.

    Rule: R p. 23: the player chooses the order, and sees each result before the next roll; each psyker rolls
    as in `plan_learning`.

    Parameters
    ----------
    disciplines
        One or more with different names, of any sizes.
    psykers
        With different names.
    goal
        ``"different"``: the values of the powers that somebody knows are added up, each power once.
        ``"all"``: the chance that every power with a value is known by somebody.
    rules
        ``capped_by_mastery`` is used.

    Raises
    ------
    TypeError, ValueError
        If an argument is of the wrong kind or out of its range, or the request is too large.

    Examples
    --------
    One power is wanted, and two psykers of mastery 1 try: 11 of 36.

    >>> wanted = Discipline("telepathy", (0, 0, 1, 0, 0, 0))
    >>> plan_army([wanted], [Learner("a", 1), Learner("b", 1)], "all").value
    Fraction(11, 36)
    """
    given = [instance("psykers", psyker, Learner) for psyker in several("psykers", psykers, "Learner")]
    names = [psyker.name for psyker in given]
    if len(set(names)) < len(names):
        raise ValueError(f"psykers must have different names, not {names!r}")
    army = _Army(different(disciplines), one_of("goal", goal, GOALS), instance("rules", rules, Rules))
    value = army.best(frozenset(given), frozenset())
    firsts = {psyker: army.first(psyker, frozenset(given), frozenset()) for psyker in given}
    return ArmyPlan(value, frozenset(psyker.name for psyker, worth in firsts.items() if worth == value))


class _Army:
    """What the rest of the rolling is worth, by who has not rolled yet and what is known of value."""

    def __init__(self, disciplines: tuple[Discipline, ...], goal: str, rules: Rules) -> None:
        self._disciplines, self._goal, self._rules = disciplines, goal, rules
        self._worths = {
            (each.name, number): each.value(number)
            for each in disciplines
            for number in range(len(each.values) + 1)
            if each.value(number)
        }
        self._best: dict[tuple[frozenset[Learner], Known], Fraction] = {}
        self._rolled: dict[tuple[Learner, Known, frozenset[Learner], Known], Fraction] = {}

    def best(self, left: frozenset[Learner], army: Known) -> Fraction:
        """Return the value where these psykers have not rolled yet and the army knows these powers."""
        if (left, army) not in self._best:
            values = [self.first(psyker, left, army) for psyker in left]
            self._best[left, army] = max(values) if values else self._worth(army)
        return self._best[left, army]

    def first(self, psyker: Learner, left: frozenset[Learner], army: Known) -> Fraction:
        """Return the value if this psyker is the next to roll."""
        return self._roll(psyker, frozenset(), left - {psyker}, army)

    def _roll(self, psyker: Learner, gained: Known, left: frozenset[Learner], army: Known) -> Fraction:
        """Return the value where a psyker has gained some powers of its rolls."""
        key = (psyker, gained, left, army)
        if key not in self._rolled:
            if len(self._rolled) > MAX_STATES:
                raise ValueError(f"the army is too large: more than {MAX_STATES:,} states of its powers")
            known = psyker.all_powers(gained)
            values = [self.best(left, army | {power for power in known if power in self._worths})]
            if len(gained) < psyker.mastery:
                values += [value for each in self._disciplines for value in self._tried(each, *key)]
            self._rolled[key] = max(values)
        return self._rolled[key]

    def _tried(
        self, each: Discipline, psyker: Learner, gained: Known, left: frozenset[Learner], army: Known
    ) -> list[Fraction]:
        """Return the value of a roll on a discipline, if one is open: each power is as likely as the next."""
        if psyker.disciplines is not None and each.name not in psyker.disciplines:
            return []
        has = gained | psyker.known
        numbers = [n for n in each.eligible(psyker.mastery, self._rules) if (each.name, n) not in has]
        if not numbers:
            return []
        plain = [number for number in numbers if (each.name, number) not in self._worths]
        swapped = (each.name, PRIMARIS)
        swap = self._roll(psyker, gained | {swapped}, left, army) if swapped not in has else Fraction(0)
        total = Fraction(0)
        for number in numbers:
            # Powers without a value are all alike: the first of them stands for any.
            stands = plain[0] if number in plain else number
            total += max(self._roll(psyker, gained | {(each.name, stands)}, left, army), swap)
        return [total / len(numbers)]

    def _worth(self, army: Known) -> Fraction:
        if self._goal == "all":
            return Fraction(all(power in army for power in self._worths))
        return sum((self._worths[power] for power in army), Fraction(0))
