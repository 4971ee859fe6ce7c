"""The numeration phase as one frozen object, read from data/prospero.toml."""

from dataclasses import dataclass
from typing import Literal

from psy.prospero.decks import WarpDeck, WillDeck
from psy.rulebook import Checked, Count, Positive, read

Cult = Literal["pyrae", "corvidae", "athanaean", "pavoni", "raptora"]


@dataclass(frozen=True)
class OwnPoints(Checked):
    """The points of the three cards to which the source gives none in words."""

    tide: Count
    defiant: Count
    unbreakable: Count


@dataclass(frozen=True)
class WarpPoints(Checked):
    """The points of warp cards: of one point, of mastery in an elite coven, of a vortex that is risked."""

    one: Count
    elite_mastery: Count
    risked_vortex: Count


@dataclass(frozen=True)
class WillPoints(Checked):
    """The points of will cards: of one point, and of those that a card is raised to."""

    one: Count
    emperor_with_custodes: Count
    hard_test: Count
    silence_with_sisters: Count
    silence_near_sisters: Count


@dataclass(frozen=True)
class PowerCard(Checked):
    """One of the fifteen psychic powers: whose it is, what it may target and what it does."""

    name: str
    cult: Cult
    target: str
    range: str
    effect: str


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
    vortex_die: Positive
    reveals: Positive
    first_to_reveal: Literal["traitor", "loyalist"]
    ties: Literal["cast", "repelled"]
    swap_worth: Count
    model_worth: Count
    powers_in_hand: Positive
    powers: tuple[PowerCard, ...]


RULEBOOK = read("prospero.toml", Rules)
RULES = RULEBOOK.rules
