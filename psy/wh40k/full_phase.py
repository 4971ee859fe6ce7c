"""The psychic phase in full: psykers with wounds and leadership, and perils resolved on their table."""

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from typing import Any, cast

from psy.exact.arguments import instance, several
from psy.wh40k.brotherhood import strikes
from psy.wh40k.perils import Perils
from psy.wh40k.phase import PhasePlan, solve_phase
from psy.wh40k.phase_game import Attempt, Fate, Label, Mark, Position
from psy.wh40k.powers import Power
from psy.wh40k.priced_phase import Marks
from psy.wh40k.psykers import SPENT, Condition, Prices, Psyker
from psy.wh40k.rules import RULES, Rules


def plan_psykers(
    psykers: Sequence[Psyker],
    pool: int,
    deny_pool: int = 0,
    deny_bonus: int = 0,
    rules: Rules = RULES,
) -> PhasePlan:
    """Solve the psychic phase in full: as `plan_phase`, with perils resolved on their table.

    Rule: W 2 to 4, R pp. 23 to 26. Perils come before the deny roll, so the opponent knows what they did. A
    wound may be the last, a removed psyker casts no more, a power lost is a random one of those it knows,
    tried or not, and drained charges leave both pools. The power being cast takes effect in any case.

    Parameters
    ----------
    psykers
        Psykers with different names.
    pool, deny_pool, deny_bonus
        As in `plan_phase`.
    rules
        The rules of casting, denying and the perils table are used.

    Returns
    -------
    PhasePlan
        Its states have a tuple with the `Condition` of each psyker as their position; a move's power is the
        pair of the psyker's and the power's name.

    Raises
    ------
    TypeError, ValueError
        If an argument is of the wrong kind or out of its range, or the request is too large to finish.

    Examples
    --------
    A power with two dice: 3/4, less the price of a psyker of leadership 9 with one wound, who is lost in 13
    of 18 perils, and they come in 1 of 36.

    >>> from psy.wh40k import Power
    >>> psyker = Psyker("Eldrad", 9, (Power("smite", 1, 1),), prices=Prices(psyker=1))
    >>> plan = plan_psykers([psyker], pool=2)
    >>> plan.value == Fraction(3, 4) - Fraction(1, 36) * Fraction(13, 18), plan.first_moves
    (True, frozenset({Move(power=('Eldrad', 'smite'), dice=2)}))
    """
    given = [instance("psykers", psyker, Psyker) for psyker in several("psykers", psykers, "Psyker")]
    names = [psyker.name for psyker in given]
    if len(set(names)) < len(names):
        raise ValueError(f"psykers must have different names, not {names!r}")
    return solve_phase(FullPhase(given, instance("rules", rules, Rules)), pool, deny_pool, deny_bonus, rules)


class FullPhase(Marks):
    """The full form of the phase: a position has the condition of each psyker, and marks if there are any."""

    def __init__(self, psykers: Sequence[Psyker], rules: Rules) -> None:
        self.psykers = tuple(psykers)
        super().__init__(
            {(psyker.name, power.name): psyker.own(power) for psyker in psykers for power in psyker.powers},
            rules,
        )
        self.start: Position = tuple(psyker.start_under(rules) for psyker in psykers)
        kinds = [self._kind_of(psyker) for psyker in psykers]
        self._equals = [[place for place, other in enumerate(kinds) if other == kind] for kind in kinds]
        self._kinds = {
            label: (kinds[place], self.like(label))
            for label, place in zip(
                self.powers,
                (place for place, psyker in enumerate(psykers) for _ in psyker.powers),
                strict=True,
            )
        }
        self._fates = lru_cache(maxsize=1 << 14)(
            lambda place, condition: _fates(condition, psykers[place], rules)
        )
        self.merged = lru_cache(maxsize=1 << 17)(self._merged)

    def kind(self, label: Label) -> Hashable:
        """Return the same for powers of equal psykers that differ in nothing but their names."""
        return self._kinds[label]

    def left(self, position: Position) -> int:
        """Return how many powers may still be tried."""
        return sum(len(condition.untried) for condition in self._parts(position)[0])

    def attempts(self, position: Position) -> tuple[Attempt, ...]:
        """Return what may be tried in a position."""
        conditions, marks = self._parts(position)
        tests = []
        for place, (psyker, condition) in enumerate(zip(self.psykers, conditions, strict=True)):
            own = self.own_dice(marks, psyker.name)
            most = own.dice if own else 0
            for name in (power.name for power in psyker.powers if power.name in condition.untried):
                tried = condition.without(name)
                for thrown in range(0 if most == 0 else 1, most + 1):
                    spent = self.spent(marks, own, thrown)
                    fates = tuple(
                        Fate(chance, self._position(_with(conditions, place, after), spent), drained, price)
                        for chance, after, drained, price in self._fates(place, tried)
                    )
                    after = self._position(_with(conditions, place, tried.tidy()), spent)
                    for option, power in self.powers[psyker.name, name].choices.items():
                        tests.append(
                            Attempt((psyker.name, name), option, power, thrown, thrown == most, after, fates)
                        )
        return tuple(tests)

    def failed(self, position: Position) -> Position:
        """Return the position after a failed test."""
        return tuple(SPENT for _ in self.psykers) if self._rules.ends_at_failure else position

    def cast(self, position: Position, label: Label, power: Power) -> Position:
        """Return the position after a power has taken effect."""
        conditions, marks = self._parts(position)
        after = self.after_cast(marks, power)
        return position if after == marks else self._position(conditions, after)

    def stacks(self, position: Position, power: Power) -> bool:
        """Return whether a power would have an effect: not if its like is in force on its unit."""
        return power.unit is None or self.adds(self._parts(position)[1], power)

    def _kind_of(self, psyker: Psyker) -> Hashable:
        """Return the same for psykers that differ in nothing but their name; own dice make them different."""
        return replace(psyker, name=psyker.name if self._gains else "")

    def _merged(self, position: Position) -> Position:
        """Sort the conditions of equal psykers, and let the first of equal powers be left."""
        conditions, marks = self._parts(position)
        simple = [self._first_left(place, condition) for place, condition in enumerate(conditions)]
        merged = list(simple)
        for places in self._equals:
            for place, condition in zip(
                places, sorted((simple[place] for place in places), key=_order), strict=True
            ):
                merged[place] = condition
        return self._position(merged, marks)

    def _first_left(self, place: int, condition: Condition) -> Condition:
        psyker = self.psykers[place]
        kinds = {power.name: self._kinds[psyker.name, power.name] for power in psyker.powers}
        counts = Counter(kinds[name] for name in condition.untried)
        if all(count == 1 for count in Counter(kinds.values()).values()):
            return condition
        untried = set()
        for name, kind in kinds.items():
            if counts[kind] > 0:
                untried.add(name)
                counts[kind] -= 1
        return condition._replace(untried=frozenset(untried))

    def _parts(self, position: Position) -> tuple[tuple[Condition, ...], frozenset[Mark]]:
        parts = cast(tuple[Any, ...], position)
        count = len(self.psykers)
        return parts[:count], parts[count] if len(parts) > count else frozenset()

    def _position(self, conditions: Sequence[Condition], marks: frozenset[Mark]) -> Position:
        if not marks:
            return tuple(conditions)
        left = [
            (psyker.name, name)
            for psyker, condition in zip(self.psykers, conditions, strict=True)
            for name in condition.untried
        ]
        needed = self.needed(marks, left)
        return (*conditions, needed) if needed else tuple(conditions)


def _with(conditions: tuple[Condition, ...], place: int, condition: Condition) -> tuple[Condition, ...]:
    return (*conditions[:place], condition, *conditions[place + 1 :])


def _order(condition: Condition) -> tuple[object, ...]:
    return condition.models, sorted(condition.untried), condition.tried, condition.attempts or 0


def _fates(
    condition: Condition, psyker: Psyker, rules: Rules
) -> tuple[tuple[Fraction, Condition, int, Fraction], ...]:
    """Return each condition and drain that perils may lead to: its chance, and its price on average."""
    chances: dict[tuple[Condition, int], Fraction] = defaultdict(Fraction)
    costs: dict[tuple[Condition, int], Fraction] = defaultdict(Fraction)
    prices = psyker.prices
    for strike in strikes(condition.models, rules, psyker.feel_no_pain):
        result, gone = strike.result, len(condition.models) - len(strike.after)
        harm = prices.wound * result.wound + prices.psyker * gone
        harm += prices.hit * result.hits - prices.surge * result.surge
        hurt = condition._replace(models=strike.after)
        for after, share, loss in _purge(hurt, result, prices):
            key = (after.tidy(), result.drained)
            chances[key] += strike.chance * share
            costs[key] += strike.chance * share * (harm + loss)
    return tuple(
        (chance, after, drained, costs[after, drained] / chance)
        for (after, drained), chance in chances.items()
    )


def _purge(
    condition: Condition, result: Perils, prices: Prices
) -> Iterator[tuple[Condition, Fraction, int | Fraction]]:
    """Let a random power be lost, tried or not: yield condition, chance and price."""
    known = len(condition.untried) + condition.tried
    if not (result.power_lost and condition.models and known):
        yield condition, Fraction(1), 0
        return
    if condition.tried:
        yield condition._replace(tried=condition.tried - 1), Fraction(condition.tried, known), prices.power
    for name in sorted(condition.untried):
        yield condition._replace(untried=condition.untried - {name}), Fraction(1, known), prices.power
