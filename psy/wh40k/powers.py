"""Psychic powers as the casting player values them in a phase, and the choices inside one power."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from psy.exact.arguments import instance, rational, several, whole
from psy.wh40k.rules import PerilsRule, Rules

Amount = int | Fraction
# What a power is worth with at least so many charges more than its cost, the fewest charges first.
Spare = tuple[tuple[int, Amount], ...]


def amount(name: str, value: object, low: int | None = None, high: int | None = None) -> Amount:
    """Return an exact number as an int or a Fraction of Python's own, whatever kind of integer it is.

    Raises
    ------
    TypeError, ValueError
        As `psy.exact.arguments.rational`.

    Examples
    --------
    >>> amount("value", Fraction(6, 3)), amount("value", Fraction(1, 2))
    (2, Fraction(1, 2))
    """
    exact = rational(name, value, low, high)
    return exact.numerator if exact.denominator == 1 else exact


@dataclass(frozen=True)
class Option:
    """One of the ways to try a power: a target, or a level; what is None is as the power says.

    Parameters
    ----------
    name
        Its name.
    charge, value, deny_bonus, spare, hit, failed, unit
        As in `Power`.

    Raises
    ------
    TypeError, ValueError
        If a value is of the wrong kind or out of its range.

    Examples
    --------
    >>> Option("the psyker", value=3, deny_bonus=2).deny_bonus
    2
    """

    name: str
    charge: int | None = None
    value: Amount | None = None
    deny_bonus: int | None = None
    spare: Spare | Mapping[int, Amount] | None = None
    hit: Amount | None = None
    failed: Amount | None = None
    unit: str | None = None

    def __post_init__(self) -> None:
        instance("name", self.name, str)
        _normalise(self)


@dataclass(frozen=True)
class Power:
    """A psychic power as the casting player values it in this phase.

    Parameters
    ----------
    name
        Its name.
    charge
        Its warp charge, 1 or more.
    value
        What it is worth if it is cast and not denied, 0 or more, in any unit.
    deny_bonus
        What is added to each die that denies it, 0 or more; None for the bonus of the whole plan. A power
        that is aimed at no enemy unit has 0.
    perils
        When casting it brings perils, if not as the rules say for every power: ``rules.daemonology_perils``.
    options
        The targets or the levels that it may be tried with, of which one is chosen before the dice (W 2).
    spare
        What it is worth instead of ``value`` with at least so many charges more than its cost, as a mapping;
        focussed witchfire chooses its victims with ``{1: ...}`` (W 5).
    hit
        The chance from 0 to 1 that it hits once it was cast; what misses is worth nothing.
    failed
        What a failed test costs, 0 or more. A denied power did not fail (R p. 26).
    unit
        What it is cast on. Powers with one name on one unit count once (W 2 and 5); None: they add up.
    harness
        The roll that harnesses a charge, if not as for every power, 2 to 6.
    psyker
        Whose power it is: needed where two powers have one name, and for ``gains``.
    gains
        The dice that its psyker alone gets for each power of a friend that takes effect, once this power has;
        a published variant of formations. A psyker throws its own dice first.

    Raises
    ------
    TypeError, ValueError
        If a value is of the wrong kind or out of its range.

    Examples
    --------
    >>> Power("smite", charge=1, value=2).value
    2
    """

    name: str
    charge: int
    value: Amount
    deny_bonus: int | None = None
    perils: PerilsRule | None = None
    options: tuple[Option, ...] = ()
    spare: Spare | Mapping[int, Amount] = ()
    hit: Amount = 1
    failed: Amount = 0
    unit: str | None = None
    harness: int | None = None
    psyker: str | None = None
    gains: int = 0

    def __post_init__(self) -> None:
        instance("name", self.name, str)
        whole("charge", self.charge, 1), rational("value", self.value, low=0)
        rational("hit", self.hit, 0, 1), rational("failed", self.failed, low=0)
        _normalise(self)
        if not (self.perils is None or isinstance(self.perils, PerilsRule)):
            raise TypeError(f"perils must be a PerilsRule or None, not {self.perils!r}")
        if self.harness is not None:
            object.__setattr__(self, "harness", whole("harness", self.harness, 2, 6))
        if not (self.psyker is None or isinstance(self.psyker, str)):
            raise TypeError(f"psyker must be a string or None, not {self.psyker!r}")
        object.__setattr__(self, "gains", whole("gains", self.gains))
        options = tuple(
            instance("options", option, Option) for option in several("options", self.options, "Option")
        )
        names = [option.name for option in options]
        if len(set(names)) < len(names):
            raise ValueError(f"options must have different names, not {names!r}")
        object.__setattr__(self, "options", options)

    @property
    def choices(self) -> dict[str | None, "Power"]:
        """The power with each of its options taken, by their names; by None if it has none."""
        return _choices(self)

    def worth(self, charges: int) -> Fraction:
        """Return what it is worth on average if it takes effect with so many charges scored.

        Examples
        --------
        >>> beam = Power("beam", charge=1, value=1, spare={1: 3}, hit=Fraction(1, 2))
        >>> beam.worth(1), beam.worth(2)
        (Fraction(1, 2), Fraction(3, 2))
        """
        reached = [worth for more, worth in self.spare if charges >= self.charge + more]  # type: ignore[misc]
        return Fraction(reached[-1] if reached else self.value) * self.hit

    @property
    def worths(self) -> tuple[Amount, ...]:
        """What it may be worth if it hits, by the charges scored."""
        return (self.value, *(worth for _, worth in self.spare))  # type: ignore[misc]

    @property
    def most(self) -> Fraction:
        """The most that it may be worth on average, whatever is chosen and scored."""
        return max(Fraction(worth) * taken.hit for taken in self.choices.values() for worth in taken.worths)

    def casting_rules(self, rules: Rules) -> Rules:
        """Return the rules with this power's own perils and harness target, if it has any."""
        return _casting_rules(self.perils or rules.perils, self.harness or rules.harness, rules)


@lru_cache(maxsize=1 << 10)
def _choices(power: Power) -> dict[str | None, Power]:
    if not power.options:
        return {None: power}
    chosen: dict[str | None, Power] = {}
    for option in power.options:
        fields = {name: getattr(option, name) for name in _CHOSEN}
        given = {name: value for name, value in fields.items() if value is not None}
        chosen[option.name] = replace(power, options=(), **given)
    return chosen


@lru_cache(maxsize=1 << 8)
def _casting_rules(perils: PerilsRule, harness: int, rules: Rules) -> Rules:
    return replace(rules, perils=perils, harness=harness)


_CHOSEN = ("charge", "value", "deny_bonus", "spare", "hit", "failed", "unit")


def _normalise(power: Power | Option) -> None:
    """Keep what is checked, as numbers of Python's own: numpy's would overflow."""
    checks: dict[str, Callable[[object], object]] = {
        "charge": lambda value: whole("charge", value, 1),
        "value": lambda value: amount("value", value, 0),
        "deny_bonus": lambda value: whole("deny_bonus", value),
        "spare": _spare,
        "hit": lambda value: amount("hit", value, 0, 1),
        "failed": lambda value: amount("failed", value, 0),
        "unit": lambda value: instance("unit", value, str),
    }
    for name, check in checks.items():
        value = getattr(power, name)
        if value is not None:
            object.__setattr__(power, name, check(value))


def _spare(spare: object) -> Spare:
    pairs: Iterable[object] = (
        spare.items() if isinstance(spare, Mapping) else several("spare", spare, "pairs")
    )
    kept = []
    for pair in pairs:
        if not (isinstance(pair, tuple) and len(pair) == 2):
            raise TypeError(f"spare must be a table of charges to spare and worths, not {spare!r}")
        kept.append((whole("spare charges", pair[0], 1), amount("spare", pair[1], 0)))
    return tuple(sorted(kept))
