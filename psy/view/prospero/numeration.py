"""Pictures of casting: one attempt by coven, table and decks, and the phase as it is used up."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated

from psy import prospero
from psy.prospero import RULEBOOK, RULES, numeration
from psy.prospero.numeration.covens import ZONE_CAPACITY
from psy.prospero.numeration.samples import NEXT_DOOR, TABLES, TIES, WARP_DECKS, WILL_DECKS, place
from psy.prospero.rules import DECK_SIZE, WARP_CARDS, WILL_CARDS
from psy.view.chart import Chart
from psy.view.controls import Menu, Rows, Sheet, Slider, picture
from psy.view.numbers import percent
from psy.view.shapes import curves

ASSUMED = " (deck counts assumed)" if RULEBOOK.entries["warp_deck"].status == "assumed" else ""


def _sheet(label: str, cards: tuple[str, ...], decks: Mapping[str, Mapping[str, int]]) -> Sheet:
    examples = {name: tuple(dict(deck).items()) for name, deck in decks.items()}
    return Sheet(label, (Menu("card", cards), Slider("count", 0, DECK_SIZE)), examples, most=len(cards))


_WARP, _WILL = _sheet("warp deck", WARP_CARDS, WARP_DECKS), _sheet("will deck", WILL_CARDS, WILL_DECKS)
Models = Annotated[int, Slider("models in the coven", 1, ZONE_CAPACITY)]
Ties = Annotated[str, Menu("a tie is", tuple(TIES))]
TWO = min(2, ZONE_CAPACITY)


def near(number: Fraction | float) -> Fraction:
    """Return a number of a solver in floats, rounded to the digits that it guarantees."""
    return Fraction(round(number * 10**9), 10**9)


@picture
def casting_lines(
    warp: Annotated[Rows, _WARP] = _WARP.examples["warp deck as assumed"],
    will: Annotated[Rows, _WILL] = _WILL.examples["will deck as assumed"],
    ties: Ties = RULES.ties,
) -> Chart:
    """One attempt's chance to cast by models in the coven, a line for each table."""
    decks = (
        prospero.WarpDeck(
            **{card: sum(int(count) for name, count in warp if name == card) for card in WARP_CARDS}
        ),
        prospero.WillDeck(
            **{card: sum(int(count) for name, count in will if name == card) for card in WILL_CARDS}
        ),
    )
    models = range(1, ZONE_CAPACITY + 1)
    chances = {
        table: [
            near(numeration(*decks, [1], *place(count, table), TIES[ties], 1, exact=False).value)
            for count in models
        ]
        for table in TABLES
    }
    (few, *_, many), (least, *_, most) = chances["nobody"], chances[NEXT_DOOR]
    return curves(
        f"How likely is one attempt to cast?{ASSUMED}",
        {"models in the coven": models},
        chances,
        f"From 1 model to {ZONE_CAPACITY} the chance goes from {percent(few)} to {percent(many)} with nobody "
        f"else on the table, and from {percent(least)} to {percent(most)} with Sisters next door.",
        label="chance that the attempt casts",
    )
