"""The psychic phase in full: psykers with wounds and leadership, and perils resolved on their table."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb, prod
from typing import NamedTuple, cast

from icepool import Die

from psy.exact.arguments import rational
from psy.wh40k.perils import Perils, models_of, perils
from psy.wh40k.phase import PhasePlan, named_powers, solve_phase
from psy.wh40k.phase_game import Attempt, Fate, Label, Position, Power
from psy.wh40k.rules import RULES, Rules


@dataclass(frozen=True)
class Prices:
    """What perils cost the caster beyond the phase, in the unit of the powers' values.

    Parameters
    ----------
    wound
        For each wound taken, the last one too.
    psyker
        For each psyker model lost, on top of a wound's price.
    power
        For a power lost for the rest of the game.
    hit
        For each hit on the psyker's unit.
    surge
        What a warp surge is worth: a gain, not a cost.

    Raises
    ------
    TypeError, ValueError
        If a price is no integer or Fraction of at least 0.

    Examples
    --------
    >>> Prices(wound=1, psyker=3)
    Prices(wound=1, psyker=3, power=0, hit=0, surge=0)
    """

    wound: int | Fraction = 0
    psyker: int | Fraction = 0
    power: int | Fraction = 0
    hit: int | Fraction = 0
    surge: int | Fraction = 0

    def __post_init__(self) -> None:
        for name in ("wound", "psyker", "power", "hit", "surge"):
            rational(name, getattr(self, name), low=0)


FREE = Prices()


@dataclass(frozen=True)
class Psyker:
    """A psyker, or a brotherhood of them, in the psychic phase.

    Parameters
    ----------
    name
        Its name.
    leadership
        2 to 12.
    powers
        What it may try once each, with different names.
    wounds
        The wounds left, 1 to 10; for a brotherhood a tuple with those of each model, and perils strike a
        random one. A brotherhood casts and loses powers as one, while a model of it is left.
    feel_no_pain
        The roll that lets it ignore a wound, 2 to 6, or None.
    prices
        What losses are worth to the caster.

    Raises
    ------
    TypeError, ValueError
        If a value is of the wrong kind or out of its range.

    Examples
    --------
    >>> Psyker("Ahriman", leadership=10, wounds=3, powers=(Power("smite", 1, 2),)).start
    Condition(wounds=(3,), untried=frozenset({'smite'}), tried=0)
    """

    name: str
    leadership: int
    powers: tuple[Power, ...]
    wounds: int | tuple[int, ...] = 1
    feel_no_pain: int | None = None
    prices: Prices = FREE

    def __post_init__(self) -> None:
        if not isinstance(self.name, str):
            raise TypeError(f"name must be a string, not {self.name!r}")
        if not isinstance(self.prices, Prices):
            raise TypeError(f"prices must be Prices, not {self.prices!r}")
        named_powers("powers", self.powers)
        models_of(self.wounds)
        perils(self.leadership, feel_no_pain=self.feel_no_pain)

    @property
    def start(self) -> "Condition":
        """The condition at the start of the phase."""
        untried = frozenset(power.name for power in self.powers)
        return Condition(models_of(self.wounds), untried, 0) if untried else SPENT


class Condition(NamedTuple):
    """What matters of a psyker between two tests; `SPENT` if no power is left to try.

    Parameters
    ----------
    wounds
        The wounds left of each model, in rising order.
    untried
        The names of the powers that it may still try.
    tried
        How many powers it knows besides: one of them, too, may be lost.
    """

    wounds: tuple[int, ...]
    untried: frozenset[str]
    tried: int


SPENT = Condition((), frozenset(), 0)


def plan_psykers(
    psykers: Sequence[Psyker],
    pool: int,
    deny_pool: int = 0,
    deny_bonus: int = 0,
    rules: Rules = RULES,
) -> PhasePlan:
    """Solve the psychic phase in full: as `plan_phase`, with perils resolved on their table.

    Rule: W 2 to 4, R pp. 23 to 26. Perils come before the deny roll, so the opponent knows what they did. A
    wound may be the last, a removed psyker casts no more, a power lost is a random one of those he knows,
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

    >>> psyker = Psyker("Eldrad", 9, (Power("smite", 1, 1),), prices=Prices(psyker=1))
    >>> plan = plan_psykers([psyker], pool=2)
    >>> plan.value == Fraction(3, 4) - Fraction(1, 36) * Fraction(13, 18), plan.first_moves
    (True, frozenset({Move(power=('Eldrad', 'smite'), dice=2)}))
    """
    for psyker in psykers:
        if not isinstance(psyker, Psyker):
            raise TypeError(f"psykers must be Psykers, not {psyker!r}")
    names = [psyker.name for psyker in psykers]
    if len(set(names)) < len(names):
        raise ValueError(f"psykers must have different names, not {names!r}")
    return solve_phase(FullPhase(psykers, rules), _tests(psykers), pool, deny_pool, deny_bonus, rules)


class FullPhase:
    """The full form of the phase: a position has the condition of each psyker."""

    def __init__(self, psykers: Sequence[Psyker], rules: Rules) -> None:
        self.psykers = tuple(psykers)
        self.start: Position = tuple(psyker.start for psyker in psykers)
        self.powers: Mapping[Label, Power] = {
            (psyker.name, power.name): power for psyker in psykers for power in psyker.powers
        }
        tables = [perils(psyker.leadership, rules, feel_no_pain=psyker.feel_no_pain) for psyker in psykers]
        self._fates = lru_cache(maxsize=1 << 12)(
            lambda place, condition: _fates(condition, psykers[place].prices, tables[place])
        )

    def attempts(self, position: Position) -> dict[Label, Attempt]:
        """Return what may be tried in a position."""
        tests: dict[Label, Attempt] = {}
        conditions = tuple(cast(tuple[Condition, ...], position))
        for place, (psyker, condition) in enumerate(zip(self.psykers, conditions, strict=True)):
            before, behind = conditions[:place], conditions[place + 1 :]
            for power in psyker.powers:
                if power.name in condition.untried:
                    tried = Condition(condition.wounds, condition.untried - {power.name}, condition.tried + 1)
                    fates = tuple(
                        Fate(chance, (*before, after, *behind), drained, price)
                        for chance, after, drained, price in self._fates(place, tried)
                    )
                    tests[psyker.name, power.name] = Attempt(power, (*before, _tidy(tried), *behind), fates)
        return tests


def _tidy(condition: Condition) -> Condition:
    return condition if condition.wounds and condition.untried else SPENT


def _fates(
    condition: Condition, prices: Prices, table: Die[Perils]
) -> list[tuple[Fraction, Condition, int, Fraction]]:
    """Return each condition and drain that perils may lead to: its chance, and its price on average."""
    chances: dict[tuple[Condition, int], Fraction] = defaultdict(Fraction)
    costs: dict[tuple[Condition, int], Fraction] = defaultdict(Fraction)
    for result, weight in table.items():
        share = Fraction(weight, table.denominator())
        extra = prices.hit * result.hits - prices.surge * result.surge
        for hurt, first, harm in _hurt(condition, result, prices):
            for after, second, loss in _purge(hurt, result, prices):
                key = (_tidy(after), result.drained)
                chances[key] += share * first * second
                costs[key] += share * first * second * (harm + loss + extra)
    return [
        (chance, after, drained, costs[after, drained] / chance)
        for (after, drained), chance in chances.items()
    ]


def _hurt(
    condition: Condition, result: Perils, prices: Prices
) -> Iterator[tuple[Condition, Fraction, int | Fraction]]:
    """Let a random model take the wound, or be removed: yield condition, chance and price."""
    if not (result.wound or result.removed):
        yield condition, Fraction(1), 0
        return
    for model, wounds in enumerate(condition.wounds):
        others = condition.wounds[:model] + condition.wounds[model + 1 :]
        left = 0 if result.removed else wounds - 1
        hurt = condition._replace(wounds=tuple(sorted((*others, left))) if left else others)
        price = prices.wound * result.wound + prices.psyker * (left == 0)
        yield hurt, Fraction(1, len(condition.wounds)), price


def _purge(
    condition: Condition, result: Perils, prices: Prices
) -> Iterator[tuple[Condition, Fraction, int | Fraction]]:
    """Let a random power be lost, tried or not: yield condition, chance and price."""
    if not (result.power_lost and condition.wounds):
        yield condition, Fraction(1), 0
        return
    known = len(condition.untried) + condition.tried
    if condition.tried:
        yield condition._replace(tried=condition.tried - 1), Fraction(condition.tried, known), prices.power
    for name in sorted(condition.untried):
        yield condition._replace(untried=condition.untried - {name}), Fraction(1, known), prices.power


def _tests(psykers: Sequence[Psyker]) -> int:
    """Bound the tests of all positions together, before any is looked at."""
    positions = prod(_conditions(psyker) for psyker in psykers)
    return positions * sum(len(psyker.powers) for psyker in psykers)


def _conditions(psyker: Psyker) -> int:
    """Bound the conditions of a psyker: wounds left, powers untried, and others that he still knows."""
    powers = len(psyker.powers)
    known = sum(comb(powers, untried) * (powers - untried + 1) for untried in range(1, powers + 1))
    return 1 + prod(models_of(psyker.wounds)) * known
