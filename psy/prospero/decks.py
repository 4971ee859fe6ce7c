"""The two decks of 18 cards, the coven that casts, and who else is on the table."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from typing import Annotated, Literal, get_args

from psy.exact.arguments import whole
from psy.rulebook import Checked, Count, Within

WarpCard = Literal["flood", "tide", "insights", "siphon", "mastery", "vortex", "channelling"]
WillCard = Literal["unbreakable", "defiant", "unbending", "emperor", "test", "silence"]
WARP_CARDS: tuple[str, ...] = get_args(WarpCard)
WILL_CARDS: tuple[str, ...] = get_args(WillCard)

DECK_SIZE = 18
ZONE_CAPACITY = 4
Models = Annotated[int, Within(1, ZONE_CAPACITY)]


def _published(deck: str, card: str) -> Count:
    """Return the default count of a card, read from the rule file when a deck is made without it."""
    from psy.prospero.rules import RULES

    count: int = getattr(RULES, deck)[card]
    return count


class Deck(Checked, Mapping[str, int]):
    """A checked deck: a mapping of each of its cards to its count, 18 in all."""

    def __post_init__(self) -> None:
        super().__post_init__()
        size = sum(self.values())
        if size != DECK_SIZE:
            raise ValueError(f"{type(self).__name__} must have {DECK_SIZE} cards, not {size}")

    def __getitem__(self, card: str) -> int:
        if card not in tuple(self):
            raise KeyError(card)
        count: int = getattr(self, card)
        return count

    def __iter__(self) -> Iterator[str]:
        return (part.name for part in fields(self))  # type: ignore[arg-type]

    def __len__(self) -> int:
        return len(fields(self))  # type: ignore[arg-type]


@dataclass(frozen=True)
class WarpDeck(Deck):
    """The Traitor's deck: how many of each warp card, 18 in all. The default counts are assumed.

    Raises
    ------
    TypeError, ValueError
        If a count is no whole number of at least 0, or they do not sum to 18.

    Examples
    --------
    >>> WarpDeck(mastery=5, vortex=2)["mastery"]
    5
    >>> WarpDeck(mastery=5)
    Traceback (most recent call last):
    ValueError: WarpDeck must have 18 cards, not 19
    """

    flood: Count = field(default_factory=lambda: _published("warp_deck", "flood"))
    tide: Count = field(default_factory=lambda: _published("warp_deck", "tide"))
    insights: Count = field(default_factory=lambda: _published("warp_deck", "insights"))
    siphon: Count = field(default_factory=lambda: _published("warp_deck", "siphon"))
    mastery: Count = field(default_factory=lambda: _published("warp_deck", "mastery"))
    vortex: Count = field(default_factory=lambda: _published("warp_deck", "vortex"))
    channelling: Count = field(default_factory=lambda: _published("warp_deck", "channelling"))


@dataclass(frozen=True)
class WillDeck(Deck):
    """The Loyalist's deck: how many of each will card, 18 in all. The default counts are assumed.

    Raises
    ------
    TypeError, ValueError
        If a count is no whole number of at least 0, or they do not sum to 18.

    Examples
    --------
    >>> sum(WillDeck().values())
    18
    """

    unbreakable: Count = field(default_factory=lambda: _published("will_deck", "unbreakable"))
    defiant: Count = field(default_factory=lambda: _published("will_deck", "defiant"))
    unbending: Count = field(default_factory=lambda: _published("will_deck", "unbending"))
    emperor: Count = field(default_factory=lambda: _published("will_deck", "emperor"))
    test: Count = field(default_factory=lambda: _published("will_deck", "test"))
    silence: Count = field(default_factory=lambda: _published("will_deck", "silence"))


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
