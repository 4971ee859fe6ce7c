"""What a psychic phase is made of: powers, moves, states, and the attempts that a position allows."""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple, Protocol

from psy.exact.arguments import rational, whole
from psy.wh40k.rules import PerilsRule, Rules

# Names a power: its name, or the names of the psyker and of the power.
Label = str | tuple[str, str]
Position = Hashable


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
    value: int | Fraction
    deny_bonus: int | None = None
    perils: PerilsRule | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.name, str):
            raise TypeError(f"name must be a string, not {self.name!r}")
        whole("charge", self.charge, 1)
        rational("value", self.value, low=0)
        if self.deny_bonus is not None:
            whole("deny_bonus", self.deny_bonus)
        if not (self.perils is None or isinstance(self.perils, PerilsRule)):
            raise TypeError(f"perils must be a PerilsRule or None, not {self.perils!r}")

    def casting_rules(self, rules: Rules) -> Rules:
        """Return the rules with this power's own perils, if it has any."""
        return rules if self.perils is None else replace(rules, perils=self.perils)


class Move(NamedTuple):
    """What the caster does: a power and the dice for it. `STOP` ends the phase."""

    power: Label
    dice: int


STOP = Move("stop", 0)


class PhaseState(NamedTuple):
    """Where a phase stands between two psychic tests.

    Parameters
    ----------
    position
        What may still be cast. First form: the frozenset of the names of the powers not yet tried. Full form:
        a tuple with the `Condition` of each psyker.
    pool, deny_pool
        The warp charges left to the caster and to the opponent.
    """

    position: Position
    pool: int
    deny_pool: int


# A policy of the caster.
Caster = Callable[[PhaseState], Move]


class Fate(NamedTuple):
    """One of the things that perils may do, with its chance and what the caster pays for it."""

    chance: Fraction
    position: Position
    drained: int
    price: Fraction


class Attempt(NamedTuple):
    """A psychic test that may be taken: the position after it without perils, and all fates with perils."""

    power: Power
    position: Position
    fates: tuple[Fate, ...]


class Game(Protocol):
    """A phase without the pools: what may be tried in which position."""

    @property
    def start(self) -> Position:
        """The position at the start of the phase."""

    @property
    def powers(self) -> Mapping[Label, Power]:
        """Every power of the phase by its label, in the order given."""

    def attempts(self, position: Position) -> Mapping[Label, Attempt]:
        """Return what may be tried; every attempt leads to a position with fewer attempts left."""
