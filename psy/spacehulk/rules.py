"""The psychic rules of Space Hulk as one frozen object, read from data/spacehulk.toml."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from psy.rulebook import Checked, Count, Positive, read

ForceSuit = Literal["psionic", "power", "kinesis", "temporal"]
TargetName = Literal["self", "unit", "door", "feature", "all"]
Targeting = Literal["los", "blind", "free"]


@dataclass(frozen=True)
class Suit(Checked):
    """One of the four force suits, and where in the warp it comes from."""

    name: ForceSuit
    draws_on: str


@dataclass(frozen=True)
class TargetType(Checked):
    """What an ability may be aimed at, and whether a card of its suit can cancel it."""

    name: TargetName
    affects: tuple[str, ...]
    nullifiable: bool


@dataclass(frozen=True)
class TargetingMethod(Checked):
    """How a target is reached, and what stops the effect on its way."""

    name: Targeting
    needs_sight: bool
    stopped_by: tuple[str, ...]


@dataclass(frozen=True)
class Area(Checked):
    """The squares that an ability of a radius affects."""

    radius: Count
    squares: Positive


@dataclass(frozen=True)
class RangeCounts(Checked):
    """What counts when a range is measured in squares."""

    target_square: bool
    psyker_square: bool
    diagonals: bool


@dataclass(frozen=True)
class AuraRule(Checked):
    """The die of an aura, and its price in action points."""

    die: Positive
    ap: Count


@dataclass(frozen=True)
class CloseAssaultRule(Checked):
    """The die of close assault, and how many the two boxed fighters roll."""

    die: Positive
    marine: Count
    genestealer: Count


@dataclass(frozen=True)
class Ability(Checked):
    """An ability that the source mentions: its suit, and what it does in a few words."""

    name: str
    suit: ForceSuit
    effect: str


@dataclass(frozen=True)
class Card(Checked):
    """The psychic section of a tactical card.

    Parameters
    ----------
    name
        Its name; two cards of one name are two copies of the same card.
    suit
        Its force suit, or None for another colour.
    value
        What its ability is worth to its user, in whole points. Not in the source: the user's own judgement.
    bonus
        What it adds to a round of close assault when it is channelled.
    aura
        What a die may show at most to save; None, as in the source, for the same number as the bonus.
    ap
        Action points that its ability costs.
    target, targeting, radius, range, duration
        What it is aimed at and how; squares around the target square; squares to it, None for any distance;
        turns, 0 for an instant.
    unstoppable
        Whether no card can cancel it.

    Examples
    --------
    >>> Card("vortex", "power", value=8, bonus=5).aura_number
    5
    """

    name: str
    suit: ForceSuit | None
    value: Count = 0
    bonus: Count = 0
    aura: Count | None = None
    ap: Count = 1
    target: TargetName = "unit"
    targeting: Targeting = "los"
    radius: Literal[0, 1, 2] = 0
    range: Count | None = None
    duration: Count = 0
    unstoppable: bool = False

    @property
    def aura_number(self) -> int:
        """The number to roll at most for an aura."""
        return self.bonus if self.aura is None else self.aura


@dataclass(frozen=True)
class DeckPart(Checked):
    """How many cards of a deck are of one suit."""

    suit: ForceSuit | Literal["other"]
    cards: Count


@dataclass(frozen=True)
class Rules(Checked):
    """The psychic rules; make a variant with ``dataclasses.replace(RULES, lower_level_ap=2)``.

    Sources and statuses of the published values are in ``RULEBOOK.entries``; the cards, the deck, the hand
    size and the close-assault dice are assumed.
    """

    suits: tuple[Suit, ...]
    colours: Positive
    target_types: tuple[TargetType, ...]
    targeting: tuple[TargetingMethod, ...]
    areas: tuple[Area, ...]
    range_counts: RangeCounts
    counters_removed: Positive
    aura: AuraRule
    channel_ap: Count
    lower_level_ap: Count
    nullify_distance: Count
    close_assault: CloseAssaultRule
    abilities: tuple[Ability, ...]
    cards: tuple[Card, ...]
    deck_parts: tuple[DeckPart, ...]
    hand_size: Count

    @property
    def deck(self) -> Mapping[str, int]:
        """The sample deck: how many cards of each suit."""
        return MappingProxyType({part.suit: part.cards for part in self.deck_parts})


RULEBOOK = read("spacehulk.toml", Rules)
RULES = RULEBOOK.rules
