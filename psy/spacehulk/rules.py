"""The psychic rules of Space Hulk as one frozen object, read from data/spacehulk.toml."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Any, Literal, get_args

from psy.exact.arguments import rational
from psy.rulebook import Checked, Count, Positive, Within, read

if TYPE_CHECKING:
    Points = int | Fraction
else:  # The rule file's reader knows no fractions; `rational` checks these fields instead.
    Points = Any

AuraDie = Annotated[int, Within(1, 100)]
AssaultDie = Annotated[int, Within(1, 20)]
AssaultDice = Annotated[int, Within(0, 20)]

ForceSuit = Literal["psionic", "power", "kinesis", "temporal"]
TargetName = Literal["self", "unit", "door", "feature", "all"]
Targeting = Literal["los", "blind", "free"]
# What a deck calls the cards without a force suit.
OTHER = "other"


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

    die: AuraDie
    ap: Count


@dataclass(frozen=True)
class CloseAssaultRule(Checked):
    """The die of close assault, and how many the two boxed fighters roll."""

    die: AssaultDie
    marine: AssaultDice
    genestealer: AssaultDice


@dataclass(frozen=True)
class Ability(Checked):
    """An ability that the source mentions: its suit, its effect in a few words, whether it is named there."""

    name: str
    suit: ForceSuit
    effect: str
    named: bool


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
        What its ability is worth to its user, in points: an integer or a Fraction of 0 or more. Not in the
        source: the user's own judgement.
    bonus
        What it adds to a round of close assault when it is channelled.
    aura
        What a die may show at most to save; None, as in the source, for the same number as the bonus.
    ap
        Action points that its ability costs.
    target, targeting, radius, range, duration
        What it is aimed at and how; squares around the target square; squares to it, None for any distance;
        turns, 0 for an instant. Of these only the target is read by any number.
    unstoppable
        Whether no card can cancel it.

    Examples
    --------
    >>> Card("vortex", "power", value=8, bonus=5).aura_number
    5
    """

    name: str
    suit: ForceSuit | None
    value: Points = 0
    bonus: Count = 0
    aura: Count | None = None
    ap: Count = 1
    target: TargetName = "unit"
    targeting: Targeting = "los"
    radius: Literal[0, 1, 2] = 0
    range: Count | None = None
    duration: Count = 0
    unstoppable: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        rational("value", self.value, 0)

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

    Raises
    ------
    TypeError, ValueError
        If a value is not allowed, a suit, a target type or a part of the deck is there twice, or a target
        type is missing.
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
    lower_level_pays: Literal["besides", "instead"]
    nullify_distance: Count
    close_assault: CloseAssaultRule
    abilities: tuple[Ability, ...]
    cards: tuple[Card, ...]
    deck_parts: tuple[DeckPart, ...]
    hand_size: Count

    def __post_init__(self) -> None:
        super().__post_init__()
        for name in ("suits", "cards"):
            if not getattr(self, name):
                raise ValueError(f"{name} must have at least one row")
        _refuse_twice("suits", (suit.name for suit in self.suits))
        _refuse_twice("deck_parts", (part.suit for part in self.deck_parts))
        targets = [target.name for target in self.target_types]
        _refuse_twice("target_types", targets)
        for name in get_args(TargetName):
            if name not in targets:
                raise ValueError(f"target_types must have a row for each target, {name!r} is missing")

    @property
    def deck(self) -> Mapping[str, int]:
        """The sample deck: how many cards of each force suit, and how many others."""
        parts = {part.suit: part.cards for part in self.deck_parts}
        return MappingProxyType(dict.fromkeys([*get_args(ForceSuit), OTHER], 0) | parts)

    @property
    def force_suits(self) -> tuple[str, ...]:
        """The suits whose cards nullify each other."""
        return tuple(suit.name for suit in self.suits)

    def nullifiable(self, card: Card) -> bool:
        """Whether a card of its suit cancels the ability of this card, if a psyker is near enough.

        Examples
        --------
        >>> RULES.nullifiable(Card("step", "kinesis", target="self"))
        False
        """
        target = next(target for target in self.target_types if target.name == card.target)
        return target.nullifiable and not card.unstoppable and card.suit in self.force_suits


def _refuse_twice(key: str, names: Iterable[str]) -> None:
    seen: set[str] = set()
    for name in names:
        if name in seen:
            raise ValueError(f"{key} must have one row for each name, {name!r} is there twice")
        seen.add(name)


RULEBOOK = read("spacehulk.toml", Rules)
RULES = RULEBOOK.rules
