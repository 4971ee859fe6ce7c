"""What is decided in a turn, in which situation, and what it leads to."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import inf
from typing import Literal, NamedTuple

from psy.spacehulk.enemy import NO_CARDS, Belief, Hand

Use = Literal["ability", "channel", "aura", "nullify", "action", "no card"]


class Move(NamedTuple):
    """What is done, the name of the card spent on it, and who does it; None where there is but one psyker."""

    use: Use
    card: str | None
    psyker: str | None = None


class Situation(NamedTuple):
    """A decision: the moment's place from 0, whether a hit must be stopped, the hand, and all that is left.

    ``ap`` has each psyker's action points, None for the dead, infinity where they are not counted;
    ``command`` the team's command points, ``deck`` the cards to draw, ``enemy`` the hands that the enemy may
    hold with their deals, and ``enemy_ap`` its points.
    """

    moment: int
    hit: bool
    hand: Hand
    ap: tuple[float | None, ...] = (inf,)
    command: int = 0
    deck: Hand = ()
    enemy: Belief = NO_CARDS
    enemy_ap: float = inf


class Outlook(NamedTuple):
    """Mean points from here to the end, and the mean share of the psykers who live to see it."""

    value: Fraction
    survival: Fraction


def gain(outlook: Outlook, points: int | Fraction) -> Outlook:
    """Return the outlook with points won or lost."""
    return outlook._replace(value=outlook.value + points)


def mean(branches: "Iterator[tuple[Fraction, Outlook]] | Sequence[tuple[Fraction, Outlook]]") -> Outlook:
    """Return the outlook of what happens by chance."""
    value = survival = Fraction(0)
    for chance, outlook in branches:
        value += chance * outlook.value
        survival += chance * outlook.survival
    return Outlook(value, survival)
