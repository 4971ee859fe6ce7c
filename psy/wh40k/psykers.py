"""Psykers in a phase: their leadership, wounds and powers, what their losses cost, and their condition."""

from dataclasses import dataclass, replace
from typing import NamedTuple

from psy.exact.arguments import instance, several, whole
from psy.wh40k.brotherhood import Models, models_of
from psy.wh40k.perils import perils
from psy.wh40k.powers import Amount, Power, amount
from psy.wh40k.rules import Rules


@dataclass(frozen=True)
class Prices:
    """What perils cost the caster beyond the phase, in the unit of the powers' values.

    Parameters
    ----------
    wound
        For each wound that the table gives, the last one too.
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

    wound: Amount = 0
    psyker: Amount = 0
    power: Amount = 0
    hit: Amount = 0
    surge: Amount = 0

    def __post_init__(self) -> None:
        for name in ("wound", "psyker", "power", "hit", "surge"):
            object.__setattr__(self, name, amount(name, getattr(self, name), 0))


FREE = Prices()


@dataclass(frozen=True)
class Psyker:
    """A psyker, or a brotherhood of them, in the psychic phase.

    Parameters
    ----------
    name
        Its name.
    leadership
        2 to 12; for a brotherhood one for all its models, or one for each.
    powers
        What it may try once each, with different names.
    wounds
        The wounds left, 1 to 10; for a brotherhood a tuple with those of each model, and perils strike a
        random one. A brotherhood casts and loses powers as one, while a model of it is left.
    feel_no_pain
        The roll that lets it ignore a wound, 2 to 6, or None.
    prices
        What losses are worth to the caster.
    harness
        The roll that harnesses a charge, if not as for every psyker, 2 to 6.
    mastery
        Its mastery level, 0 or more: it caps the attempts under ``rules.attempts_by_mastery``; None does not.
    other_powers
        How many powers it knows that it will not try in this phase: perils may take one of them as well.

    Raises
    ------
    TypeError, ValueError
        If a value is of the wrong kind or out of its range.

    Examples
    --------
    >>> Psyker("Ahriman", leadership=10, wounds=3, powers=(Power("smite", 1, 2),)).start
    Condition(models=(Model(wounds=3, leadership=10),), untried=frozenset({'smite'}), tried=0, attempts=None)
    """

    name: str
    leadership: int | tuple[int, ...]
    powers: tuple[Power, ...]
    wounds: int | tuple[int, ...] = 1
    feel_no_pain: int | None = None
    prices: Prices = FREE
    harness: int | None = None
    mastery: int | None = None
    other_powers: int = 0

    def __post_init__(self) -> None:
        instance("name", self.name, str)
        instance("prices", self.prices, Prices)
        powers = tuple(instance("powers", power, Power) for power in several("powers", self.powers, "Power"))
        names = [power.name for power in powers]
        if len(set(names)) < len(names):
            raise ValueError(f"powers must have different names, not {names!r}")
        object.__setattr__(self, "powers", powers)
        object.__setattr__(self, "other_powers", whole("other_powers", self.other_powers))
        if self.harness is not None:
            whole("harness", self.harness, 2, 6)
        if self.mastery is not None:
            whole("mastery", self.mastery)
        for model in models_of(self.wounds, self.leadership):
            perils(model.leadership, feel_no_pain=self.feel_no_pain)
        for name in ("wounds", "leadership"):
            value = getattr(self, name)
            object.__setattr__(
                self, name, tuple(map(int, value)) if isinstance(value, list | tuple) else int(value)
            )

    def own(self, power: Power) -> Power:
        """Return a power as this psyker casts it.

        Examples
        --------
        >>> Psyker("Eldrad", 10, (), harness=3).own(Power("smite", 1, 2)).harness
        3
        """
        return replace(power, psyker=self.name, harness=power.harness or self.harness)

    @property
    def start(self) -> "Condition":
        """The condition at the start of the phase."""
        untried = frozenset(power.name for power in self.powers)
        return Condition(models_of(self.wounds, self.leadership), untried, self.other_powers).tidy()

    def start_under(self, rules: Rules) -> "Condition":
        """Return the condition at the start, with the attempts that the rules allow.

        Examples
        --------
        >>> from psy.wh40k import RULES
        >>> psyker = Psyker("Eldrad", 10, (Power("smite", 1, 2), Power("haste", 1, 1)), mastery=1)
        >>> psyker.start_under(replace(RULES, attempts_by_mastery=True)).attempts
        1
        """
        capped = rules.attempts_by_mastery and self.mastery is not None and self.mastery < len(self.powers)
        return self.start._replace(attempts=self.mastery).tidy() if capped else self.start


class Condition(NamedTuple):
    """What matters of a psyker between two tests; `SPENT` if no power is left to try.

    Parameters
    ----------
    models
        The wounds left and the leadership of each model, the weakest first.
    untried
        The names of the powers that it may still try.
    tried
        How many powers it knows besides: one of them, too, may be lost.
    attempts
        How many it may still try, if that is capped.
    """

    models: Models
    untried: frozenset[str]
    tried: int
    attempts: int | None = None

    def tidy(self) -> "Condition":
        """Return the same, or `SPENT` if nothing is left to try.

        Examples
        --------
        >>> Condition((), frozenset({"smite"}), 0).tidy() == SPENT
        True
        """
        return self if self.models and self.untried and self.attempts != 0 else SPENT

    def without(self, name: str) -> "Condition":
        """Return the condition once a power has been tried, not yet tidy: perils may take it from it.

        Examples
        --------
        >>> Condition((), frozenset({"smite"}), 0).without("smite").tried
        1
        """
        attempts = None if self.attempts is None else self.attempts - 1
        return Condition(self.models, self.untried - {name}, self.tried + 1, attempts)


SPENT = Condition((), frozenset(), 0)
