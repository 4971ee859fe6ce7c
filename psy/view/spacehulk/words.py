"""The reader's own cards, and how numbers of Space Hulk are said in sentences."""

from collections.abc import Mapping, Sequence
from typing import Annotated

from psy.spacehulk import RULEBOOK, RULES, Card
from psy.view.controls import Rows, Sheet, Slider, Text

FACES = RULES.aura.die
MIDDLE = (FACES + 1) // 2  # An ordinary aura number.
_WORDS = {"cards": "sample cards", "close_assault": "boxed dice", "deck_parts": "sample deck"}


def assumed(*keys: str) -> str:
    """Return which of these values of the rule file are assumed, for the end of a title."""
    words = [_WORDS[key] for key in keys if RULEBOOK.entries[key].status == "assumed"]
    return f" ({', '.join(words)}: assumed)" if words else ""


def _samples(*names: str) -> Sequence[Card]:
    """Return the sample cards of these names; without any, the first few of the rules."""
    cards = [card for card in RULES.cards if card.name in names]
    return cards or RULES.cards[:4] or [Card("a card", None, 3, MIDDLE)]


ALL = _samples(*(card.name for card in RULES.cards))
LESSON = _samples("mind reading", "mind control", "warp fire", "vortex", "web")
THREE = _samples("warp bolt", "teleport", "time warp")
HANDS: Mapping[str, Sequence[Card]] = {
    "three middling": THREE,
    "one strong and two weak": _samples("vortex", "mind reading", "jam"),
    "two strong": _samples("mind control", "stasis field"),
    "five sample cards": LESSON,
}
NUMBERS = (
    Slider("worth as an ability", 0, max(20, *(int(card.value) for card in ALL))),
    Slider("close-assault bonus", 0, max(12, *(card.bonus for card in ALL))),
    Slider("aura number", 0, FACES),
)


def numbers_of(card: Card) -> tuple[int, int, int]:
    """Return the numbers of a card that a reader fills in: its worth, its bonus and its aura number."""
    return int(card.value), card.bonus, min(card.aura_number, FACES)


def plain(cards: Sequence[Card]) -> Rows:
    """Return cards as rows of a table: a name and three numbers each."""
    return tuple((card.name[:24], *numbers_of(card)) for card in cards)


_COLUMNS = (Text("card"), *NUMBERS)
ALL_ROWS, THREE_ROWS = plain(ALL), plain(THREE)
_EXAMPLES = {name: plain(cards) for name, cards in HANDS.items()}
Hand = Annotated[Rows, Sheet("your hand", _COLUMNS, _EXAMPLES, most=6)]
Cards = Annotated[Rows, Sheet("cards", _COLUMNS, {"all sample cards": ALL_ROWS, **_EXAMPLES}, most=20)]
