"""What a psychic phase is made of: moves, states, and the attempts that a position allows."""

from collections.abc import Callable, Hashable, Mapping
from fractions import Fraction
from typing import NamedTuple, Protocol

from psy.wh40k.powers import Power

# Names a power: its name, or the names of the psyker and of the power.
Label = str | tuple[str, str]
Position = Hashable


class Move(tuple[Label | int | str, ...]):
    """What the caster does: a power, the dice for it, and the option that is taken. `STOP` ends the phase.

    A move compares equal to the tuple ``(power, dice)``, or ``(power, dice, option)`` if it has options.

    Examples
    --------
    >>> Move("smite", 2), Move("smite", 2) == ("smite", 2), Move("smite", 2).option
    (Move(power='smite', dice=2), True, None)
    >>> Move("curse", 3, "the psyker").option
    'the psyker'
    """

    __slots__ = ()

    def __new__(cls, power: Label, dice: int, option: str | None = None) -> "Move":
        """Make a move of a power's label, dice and an option."""
        return super().__new__(cls, (power, dice) if option is None else (power, dice, option))

    def __getnewargs__(self) -> tuple[object, ...]:
        """Return what `pickle` makes the move of."""
        return tuple(self)

    @property
    def power(self) -> Label:
        """The label of the power."""
        return self[0]  # type: ignore[return-value]

    @property
    def dice(self) -> int:
        """The dice thrown."""
        return self[1]  # type: ignore[return-value]

    @property
    def option(self) -> str | None:
        """The name of the option, or None."""
        return self[2] if len(self) > 2 else None  # type: ignore[return-value]

    def __repr__(self) -> str:
        """Return the move as it is made."""
        option = f", option={self.option!r}" if self.option is not None else ""
        return f"Move(power={self.power!r}, dice={self.dice!r}{option})"


STOP = Move("stop", 0)


class InForce(NamedTuple):
    """A mark in a position: a power of this name has taken effect on this unit."""

    name: str
    unit: str


class OwnDice(NamedTuple):
    """A mark in a position: a psyker has these dice of its own, and gets more for each friend's power."""

    psyker: str
    dice: int
    gains: int


Mark = InForce | OwnDice


class PhaseState(NamedTuple):
    """Where a phase stands between two psychic tests.

    Parameters
    ----------
    position
        What may still be cast. First form: the frozenset of the labels of the powers not yet tried. Full
        form: a tuple with the `Condition` of each psyker. Marks (`InForce`, `OwnDice`) are in the frozenset,
        or in a last one of the tuple.
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
    """A psychic test that may be taken with some of the psyker's own dice and any number of the pool's.

    Parameters
    ----------
    label, option
        Which power is tried, and how.
    power
        The power with that option taken.
    own
        Dice of the psyker's own that are thrown.
    shared
        Whether dice of the pool may be thrown besides: the psyker's own go first.
    position
        The position once the dice are thrown, without perils; a failure or an effect may change it further.
    fates
        What may happen with perils.
    """

    label: Label
    option: str | None
    power: Power
    own: int
    shared: bool
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

    @property
    def most_gained(self) -> int:
        """The most dice of their own that psykers may get in the phase."""

    def attempts(self, position: Position) -> tuple[Attempt, ...]:
        """Return what may be tried; every attempt leads to a position with fewer powers left."""

    def left(self, position: Position) -> int:
        """Return how many powers may still be tried."""

    def kind(self, label: Label) -> Hashable:
        """Return the same for powers that differ in nothing but their label."""

    def merged(self, position: Position) -> Position:
        """Return the same position for all that differ only in which of equal powers or psykers are left."""

    def failed(self, position: Position) -> Position:
        """Return the position after a failed test."""

    def cast(self, position: Position, label: Label, power: Power) -> Position:
        """Return the position after a power has taken effect."""

    def stacks(self, position: Position, power: Power) -> bool:
        """Return whether a power would have an effect: not if its like is in force on its unit."""
