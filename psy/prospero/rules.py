"""The numeration phase with its two decks as one frozen object, read from data/prospero.toml."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from typing import Annotated, Literal, get_args

from psy.rulebook import Checked, Count, Within, read

WarpCard = Literal["flood", "tide", "insights", "siphon", "mastery", "vortex", "channelling"]
WillCard = Literal["unbreakable", "defiant", "unbending", "emperor", "test", "silence"]
WARP_CARDS: tuple[str, ...] = get_args(WarpCard)
WILL_CARDS: tuple[str, ...] = get_args(WillCard)
DECK_SIZE = 18
Points = Annotated[int, Within(0, 20)]
Reveals = Annotated[int, Within(1, 6)]
Faces = Annotated[int, Within(1, 20)]
HandSize = Annotated[int, Within(1, 15)]

Cult = Literal["pyrae", "corvidae", "athanaean", "pavoni", "raptora"]


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
class OwnPoints(Checked):
    """The points of the three cards to which the source gives none in words."""

    tide: Points
    defiant: Points
    unbreakable: Points


@dataclass(frozen=True)
class WarpPoints(Checked):
    """The points of warp cards: of one point, of mastery in an elite coven, of a vortex that is risked."""

    one: Points
    elite_mastery: Points
    risked_vortex: Points


@dataclass(frozen=True)
class WillPoints(Checked):
    """The points of will cards: of one point, and of those that a card is raised to."""

    one: Points
    emperor_with_custodes: Points
    hard_test: Points
    silence_with_sisters: Points
    silence_near_sisters: Points


@dataclass(frozen=True)
class PowerCard(Checked):
    """One of the fifteen psychic powers: whose it is, what it may target and what it does.

    ``counted`` is what it is worth in dice: the damage of an attack, a model returned, the first place of a
    round, armour dice rolled again; or nothing, for it moves models or stops their moves or sight.
    """

    name: str
    cult: Cult
    target: str
    range: str
    effect: str
    counted: Literal["attack", "model", "first place", "armour", "moves"]


@dataclass(frozen=True)
class Rules(Checked):
    """The numeration phase; make a variant with ``dataclasses.replace(RULES, ties="repelled")``.

    Sources and statuses of the values are in ``RULEBOOK.entries``.
    """

    warp_deck: WarpDeck
    will_deck: WillDeck
    own_points: OwnPoints
    warp_points: WarpPoints
    will_points: WillPoints
    vortex_die: Faces
    reveals: Reveals
    first_to_reveal: Literal["traitor", "loyalist"]
    ties: Literal["cast", "repelled"]
    swap_worth: Count
    model_worth: Count
    powers_in_hand: HandSize
    powers: tuple[PowerCard, ...]


RULEBOOK = read("prospero.toml", Rules)
RULES = RULEBOOK.rules


def _published(deck: str, card: str) -> Count:
    """Return the default count of a card, as the rule file has it."""
    count: int = getattr(RULES, deck)[card]
    return count
