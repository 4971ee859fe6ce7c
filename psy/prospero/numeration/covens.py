"""The coven that casts, who else is on the table, and what may be left of the two decks."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from psy.exact.arguments import whole
from psy.prospero.battle_rules import BATTLE_RULES
from psy.rulebook import Checked, Within

ZONE_CAPACITY = BATTLE_RULES.zone_capacity
Models = Annotated[int, Within(1, ZONE_CAPACITY)]


@dataclass(frozen=True)
class Coven(Checked):
    """The combat squad that casts.

    Parameters
    ----------
    models
        Its models, 1 to 4: a zone holds four, and a Terminator takes the room of two.
    elite
        Whether a Terminator, a Terminator Sergeant or Ahriman is among them. The Traitor picks whom a vortex
        kills, so an elite coven stays elite to its last model (our reading).
    near_sisters
        Whether it stands next to a zone with Sisters of Silence.
    """

    models: Models
    elite: bool = False
    near_sisters: bool = False


@dataclass(frozen=True)
class Table(Checked):
    """Who is on the table: any Custodes, any Sisters of Silence."""

    custodes: bool = False
    sisters: bool = False


def checked_cards(name: str, cards: object, known: tuple[str, ...]) -> dict[str, int]:
    """Return a mapping of card to count with every known card in it, or refuse it.

    Examples
    --------
    >>> checked_cards("will", {"test": 2}, ("test", "silence"))
    {'test': 2, 'silence': 0}
    """
    if not isinstance(cards, Mapping):
        raise TypeError(f"{name} must be a mapping of card to count, not {cards!r}")
    for card in cards:
        if card not in known:
            raise ValueError(f"{name} has no card {card!r}; the cards are {', '.join(known)}")
    return {card: whole(f"{name}[{card!r}]", cards.get(card, 0)) for card in known}


def checked_covens(coven: object, table: Table) -> tuple[Coven, ...]:
    """Return the covens that the Traitor may choose from, one or several, or refuse them."""
    covens = (coven,) if isinstance(coven, Coven) else coven
    if not isinstance(covens, tuple | list) or not all(isinstance(one, Coven) for one in covens):
        raise TypeError(f"coven must be a Coven or a sequence of them, not {coven!r}")
    if any(one.near_sisters for one in covens) and not table.sisters:
        raise ValueError("coven is near Sisters, but Table(sisters=False) has none")
    return tuple(covens)
