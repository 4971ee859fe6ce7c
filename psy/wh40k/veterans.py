"""Psykers over a whole game: what they are, what they do in every phase, and what is left of them."""

from dataclasses import dataclass
from typing import NamedTuple

from psy.exact.arguments import whole
from psy.wh40k.brotherhood import Models, Numbers, models_of, strikes
from psy.wh40k.casting import MAX_DICE
from psy.wh40k.rules import RULES


@dataclass(frozen=True)
class Veteran:
    """A psyker, or a brotherhood, and its habit in every phase of a game.

    Parameters
    ----------
    mastery
        The mastery levels that it brings to the pools while anybody of it is left, 0 or more.
    leadership, wounds, feel_no_pain
        As in `psy.wh40k.perils_odds`.
    powers
        How many powers it knows; it tries each once in every phase while there are dice, 0 to 10.
    dice
        The dice that it throws at each, 0 to 100, or what is left of the pool.
    charge
        The warp charge of each; with fewer dice left than that it tries none, 1 or more.

    Raises
    ------
    TypeError, ValueError
        If a value is of the wrong kind or out of its range.

    Examples
    --------
    >>> Veteran(mastery=2, leadership=9, wounds=2, powers=3).dice
    4
    """

    mastery: int
    leadership: Numbers
    wounds: Numbers = 1
    feel_no_pain: int | None = None
    powers: int = 2
    dice: int = 4
    charge: int = 1

    def __post_init__(self) -> None:
        for name, low, high in (
            ("mastery", 0, None),
            ("powers", 0, 10),
            ("dice", 0, MAX_DICE),
            ("charge", 1, None),
        ):
            object.__setattr__(self, name, whole(name, getattr(self, name), low, high))
        for name in ("leadership", "wounds"):
            value = getattr(self, name)
            object.__setattr__(self, name, tuple(value) if isinstance(value, list) else value)
        strikes(models_of(self.wounds, self.leadership), RULES, self.feel_no_pain)


class Unit(NamedTuple):
    """What is left of a `Veteran`: no models and no powers if it is gone."""

    models: Models
    powers: int


GONE = Unit((), 0)
Units = tuple[Unit, ...]
