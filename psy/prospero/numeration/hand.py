"""The powers in hand: what each is worth at its targets, from each coven, and which a swap may bring.

Powers of equal worth are one kind: it does not matter which of them is tried first.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from psy.exact.arguments import rational, whole
from psy.prospero.numeration.covens import Coven
from psy.prospero.numeration.sides import Caster

Number = Fraction | int
Targets = Number | Mapping[str, Number]
# What a power is worth by caster; None where it cannot be cast.
Kind = tuple[Fraction | None, ...]
MAX_AS_MANY = 12


@dataclass(frozen=True)
class Power:
    """A power worth more at some targets or from some covens, or cast by a rule of its own.

    Parameters
    ----------
    worth
        What it is worth to the Traitor if it is cast, 0 or more: a number, a mapping of target to number, or
        a list of these for each coven, None where it has no target from there.
    models
        How many models channelling counts, whatever the coven, 1 to 12: four for a bombardment of the siege
        of scenario 4. None: as many as the coven has.

    Examples
    --------
    Only the first of two covens sees the Sisters:

    >>> Power([{"sisters": 3, "custodians": 2}, {"custodians": 2}]).models is None
    True
    """

    worth: Targets | Sequence[Targets | None]
    models: int | None = None

    def __post_init__(self) -> None:
        if self.models is not None:
            whole("models", self.models, 1, MAX_AS_MANY)


Value = Targets | Power
Values = Mapping[str, Value] | Sequence[Value]


class Card(NamedTuple):
    """A power by its name or its place among the values: its kind, and its best targets by caster."""

    name: str | int
    kind: Kind
    targets: tuple[tuple[str, ...], ...]


class Hand(NamedTuple):
    """The powers in hand and, where swaps are reckoned with, the unused ones."""

    powers: tuple[Kind, ...]
    unused: tuple[Kind, ...] = ()


class Swap(NamedTuple):
    """A power given away: the hands that may come of it, each in so many of all ways."""

    hands: tuple[Hand, ...]
    ways: tuple[int, ...]


class Move(NamedTuple):
    """An attempt to be made: the power, who casts it, and the hand left after it."""

    power: Kind
    caster: int
    rest: Hand

    @property
    def worth(self) -> Fraction:
        """What it is worth to cast the power."""
        worth = self.power[self.caster]
        assert worth is not None
        return worth


class _Read(NamedTuple):
    name: str | int
    models: int | None
    worths: tuple[dict[str, Fraction] | None, ...]


def read_cards(
    values: object, unused: object, covens: tuple[Coven, ...]
) -> tuple[tuple[Caster, ...], list[Card], list[Card]]:
    """Return who may cast anything, and the cards in hand and unused, or refuse the values."""
    hand, rest = _read("values", values, len(covens)), _read("unused", unused, len(covens))
    found = {
        Caster(coven, one.models)
        for one in (*hand, *rest)
        for coven, worths in enumerate(one.worths)
        if worths is not None
    }
    casters = tuple(sorted(found, key=lambda caster: (caster.models or 0, caster.coven)))
    return casters, [_card(one, casters) for one in hand], [_card(one, casters) for one in rest]


def moves(hand: Hand, given: bool) -> list[Move]:
    """Return the moves that may be made with a hand; ``given``: only with its first power."""
    powers = hand.powers
    return [
        Move(power, caster, hand._replace(powers=powers[:place] + powers[place + 1 :]))
        for place, power in enumerate(powers[:1] if given else powers)
        if power not in powers[:place]
        for caster, worth in enumerate(power)
        if worth is not None
    ]


def swaps(hand: Hand, given: bool) -> Iterator[Swap]:
    """Yield what may come of each power that may be given away for a random unused one.

    A power is not given away where another is worth no more from any coven: whatever is done with the worse
    one can be done with the better one, for no less. In a given order each power has its own place.
    """
    new = list(dict.fromkeys(hand.unused))
    ways = tuple(hand.unused.count(kind) for kind in new)
    kinds = set(hand.powers)
    for place, power in enumerate(hand.powers if new else ()):
        worse = (other for other in kinds - {power} if _no_better(other, power))
        if power not in hand.powers[:place] and (given or not any(worse)):
            hands = []
            for kind in new:
                powers = (*hand.powers[:place], kind, *hand.powers[place + 1 :])
                left = hand.unused.index(kind)
                hands.append(
                    Hand(powers if given else in_order(powers), hand.unused[:left] + hand.unused[left + 1 :])
                )
            yield Swap(tuple(hands), ways)


def in_order(powers: Sequence[Kind]) -> tuple[Kind, ...]:
    """Return the powers, those that may be worth most first."""
    return tuple(sorted(powers, key=lambda kind: (most(kind), [worth or 0 for worth in kind]), reverse=True))


def most(kind: Kind) -> Fraction:
    """Return what a power is worth from the best coven."""
    return max((worth for worth in kind if worth is not None), default=Fraction(0))


def _no_better(kind: Kind, other: Kind) -> bool:
    """Whether the other power can be cast by each caster that can cast the first, and is worth no less."""
    return all(
        worth is None or (theirs is not None and worth <= theirs)
        for worth, theirs in zip(kind, other, strict=True)
    )


def _read(name: str, values: object, covens: int) -> list[_Read]:
    if not isinstance(values, Mapping | Sequence) or isinstance(values, str):
        raise TypeError(f"{name} must be a sequence or a mapping of power to worth, not {values!r}")
    items = values.items() if isinstance(values, Mapping) else enumerate(values)
    read = []
    for key, value in items:
        where = f"{name}[{key!r}]"
        power = value if isinstance(value, Power) else Power(value)
        listed = isinstance(power.worth, Sequence) and not isinstance(power.worth, str)
        worths = list(power.worth) if listed else [power.worth] * covens  # type: ignore[arg-type]
        if len(worths) != covens:
            raise ValueError(f"{where} must have a worth for each of {covens} covens, not {len(worths)}")
        read.append(_Read(key, power.models, tuple(_targets(where, worth, listed) for worth in worths)))
    return read


def _targets(where: str, worth: object, listed: bool) -> dict[str, Fraction] | None:
    """Return the worth at each target; a power without named targets has one without a name."""
    if worth is None and listed:
        return None
    if isinstance(worth, Mapping):
        return {target: rational(f"{where}[{target!r}]", one, 0) for target, one in worth.items()} or None
    return {"": rational(where, worth, 0)}


def _card(read: _Read, casters: tuple[Caster, ...]) -> Card:
    """Return a power with the best of its targets for each caster."""
    kind: list[Fraction | None] = []
    targets: list[tuple[str, ...]] = []
    for caster in casters:
        worths = read.worths[caster.coven] if caster.models == read.models else None
        best = max(worths.values()) if worths else None
        kind.append(best)
        targets.append(tuple(target for target, worth in (worths or {}).items() if worth == best))
    return Card(read.name, tuple(kind), tuple(targets))
