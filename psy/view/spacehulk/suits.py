"""Pictures of force suits: the chance of a matching card, and which ability gets through."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, get_args

from psy.spacehulk import RULES, Card, gets_through, nullify
from psy.spacehulk.rules import OTHER, ForceSuit
from psy.view.chart import Chart
from psy.view.controls import Menu, Rows, Sheet, Slider, Text, picture
from psy.view.numbers import decimal
from psy.view.shapes import bars, cells
from psy.view.spacehulk.words import ALL, HANDS, NUMBERS, assumed, numbers_of
from psy.view.words import share

SUITS = RULES.force_suits
SIZE = sum(RULES.deck.values())
HELD = min(RULES.hand_size, SIZE)
NEAR = (f"within {RULES.nullify_distance} squares", "farther away")
_ENEMY = Slider("cards in the enemy's hand", 0, min(max(12, HELD), SIZE))
_COLUMNS = (
    Text("card"),
    Menu("suit", (*get_args(ForceSuit), "none")),
    *NUMBERS,
    Slider("action points", 0, max(6, *(card.ap for card in ALL))),
    Menu("can be nullified", ("yes", "no")),
)


def rows_of(cards: Sequence[Card]) -> Rows:
    """Return cards as rows of a table, with all that decides how they are used."""
    stopped = {card: "yes" if RULES.nullifiable(card) else "no" for card in cards}
    return tuple((c.name[:24], c.suit or "none", *numbers_of(c), c.ap, stopped[c]) for c in cards)


def cards_of(rows: Rows) -> tuple[Card, ...]:
    """Return the cards of such rows."""
    return tuple(
        Card(name, None if suit == "none" else suit, worth, bonus, number, ap, unstoppable=stopped == "no")  # type: ignore[arg-type]
        for name, suit, worth, bonus, number, ap, stopped in rows
    )


def _deck(seen: int = 0, **changed: int) -> Rows:
    """Return the rows of the sample deck, of which some cards of each kind were seen."""
    return tuple((suit, cards, min(seen, cards)) for suit, cards in {**RULES.deck, **changed}.items())


DECK = _deck()
_DECKS = {
    "sample deck": DECK,
    "sample deck, one of each kind seen": _deck(1),
    "every suit alike": _deck(**dict.fromkeys(get_args(ForceSuit), SIZE // 10)),
    "no cards without a suit": _deck(**{OTHER: 0}),
}
_PILE = max(99, SIZE)
_PARTS = (Menu("suit", tuple(RULES.deck)), Slider("cards in the deck", 0, _PILE), Slider("seen", 0, _PILE))
ALL_ROWS = rows_of(ALL)
_EXAMPLES = {name: rows_of(cards) for name, cards in HANDS.items()}
Deck = Annotated[Rows, Sheet("deck", _PARTS, _DECKS)]
Hand = Annotated[Rows, Sheet("your hand", _COLUMNS, _EXAMPLES, most=6)]
Cards = Annotated[Rows, Sheet("cards", _COLUMNS, {"all sample cards": ALL_ROWS, **_EXAMPLES}, most=20)]
OneCard = Annotated[Rows, Sheet("card", _COLUMNS, {card.name: rows_of([card]) for card in ALL}, most=1)]
EnemyHand = Annotated[int, _ENEMY]
FewHands = Annotated[int, replace(_ENEMY, mailed=tuple({0, HELD // 2, HELD}))]
Suit = Annotated[str, Menu("force suit", SUITS)]
Near = Annotated[str, Menu("their nearest psyker", NEAR)]


@picture
def suit_map(deck: Deck = DECK, suit: Suit = SUITS[0], held: EnemyHand = HELD) -> Chart:
    """Chances that an enemy's hand holds a card of each suit, by the cards in it."""
    whole = dict.fromkeys(SUITS, 0) | {str(name): int(cards) for name, cards, _ in deck}
    seen = {str(name): int(cards) for name, _, cards in deck}
    left = sum(whole.values()) - sum(seen.values())
    hands, now = _ENEMY.values, nullify(whole, suit, held, seen)
    return cells(
        f"Can they nullify it? Chance in percent{assumed('deck_parts')}",
        {"cards in the enemy's hand": hands},
        {"suit of your ability": SUITS},
        [[nullify(whole, name, n, seen) if n <= left else None for n in hands] for name in SUITS],
        f"Of hands of {held} from the {left} cards not seen, {share(now)} hold a {suit} card.",
        at=(held, suit),
    )


@picture
def what_gets_through(cards: Cards = ALL_ROWS, held: EnemyHand = HELD, near: Near = NEAR[0]) -> Chart:
    """Points left of each ability's worth against a hand that nullifies whenever it can."""
    abilities = cards_of(cards)
    left = [gets_through(card, held, 0 if near == NEAR[0] else None) for card in abilities]
    names = [f"{card.name} ({card.suit or 'no suit'})" for card in abilities]
    best = [name for name, points in zip(names, left, strict=True) if points == max(left)]
    return bars(
        f"Which ability gets through?{assumed('cards', 'deck_parts')}",
        {"ability": names},
        {"points that get through": left},
        f"Against a hand of {held}, its nearest psyker {near}, the most gets through of {' or '.join(best)}: "
        f"{decimal(max(left), 1)} points on average.",
        best=best,
        label="points that get through",
        write=decimal,
        lying=True,
    )
