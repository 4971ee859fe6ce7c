"""Decks, ties and others on the table beside those assumed, by the words for them, and what they change."""

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

from psy.prospero.numeration.choice_table import other_taken
from psy.prospero.numeration.covens import Coven, Table
from psy.prospero.numeration.plan import numeration
from psy.prospero.rules import RULES, WARP_CARDS, WILL_CARDS, Rules

# Who else is on the table, by the words on the control; in the last the coven stands beside the Sisters.
NEXT_DOOR = "Sisters next door"
TABLES: Mapping[str, Table] = {
    "nobody": Table(),
    "Custodes": Table(custodes=True),
    "Sisters": Table(sisters=True),
    "Custodes and Sisters": Table(custodes=True, sisters=True),
    NEXT_DOOR: Table(sisters=True),
}
TIES: Mapping[str, Rules] = {word: replace(RULES, ties=word) for word in ("cast", "repelled")}
# Examples beside the assumed decks, each of 18 cards.
WARP_DECKS: Mapping[str, Mapping[str, int]] = {
    "warp deck as assumed": RULES.warp_deck,
    "more cast at once": dict(zip(WARP_CARDS, (2, 3, 2, 2, 3, 3, 3), strict=True)),
    "warp cards in even parts": dict(zip(WARP_CARDS, (3, 3, 3, 3, 2, 2, 2), strict=True)),
    "many vortexes": dict(zip(WARP_CARDS, (1, 2, 2, 1, 3, 6, 3), strict=True)),
    "mostly masteries": dict(zip(WARP_CARDS, (1, 1, 4, 1, 8, 1, 2), strict=True)),
}
WILL_DECKS: Mapping[str, Mapping[str, int]] = {
    "will deck as assumed": RULES.will_deck,
    "will cards in even parts": dict.fromkeys(WILL_CARDS, 3),
    "many tests": dict(zip(WILL_CARDS, (2, 2, 2, 3, 6, 3), strict=True)),
    "few tests": dict(zip(WILL_CARDS, (3, 3, 4, 4, 1, 3), strict=True)),
}


def place(models: int, table: str, elite: bool = False) -> tuple[Coven, Table]:
    """Return a coven and who else is on the table, by one of the names in `TABLES`."""
    return Coven(models, elite, near_sisters=table == NEXT_DOOR), TABLES[table]


@lru_cache
def habits(models: int) -> Mapping[str, Mapping[str, float]]:
    """Return how often each card is used for its other option in a first attempt, by decks and ties.

    Examples
    --------
    >>> list(habits(2))[-1]
    'a tie is repelled'
    """
    warp: Mapping[str, int] = RULES.warp_deck
    will: Mapping[str, int] = RULES.will_deck
    cases = {name: (deck, will, RULES) for name, deck in WARP_DECKS.items()}
    cases |= {name: (warp, deck, RULES) for name, deck in [*WILL_DECKS.items()][1:]}
    cases |= {f"a tie is {word}": (warp, will, rules) for word, rules in TIES.items() if word != RULES.ties}
    hand, (coven, table) = [1] * RULES.powers_in_hand, place(models, "nobody")
    return {
        name: other_taken(numeration(warp, will, hand, coven, table, rules, exact=False))
        for name, (warp, will, rules) in cases.items()
    }
