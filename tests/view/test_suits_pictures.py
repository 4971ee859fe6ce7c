"""The pictures of force suits over the whole range of their controls: numbers are psy.spacehulk's."""

from fractions import Fraction
from itertools import product
from math import comb

import pytest
from moves import assert_draws_well, assert_readable, combinations, some

from psy.spacehulk import RULES, nullify
from psy.view import cells, chance_row, decimal, percent
from psy.view import suits as pictures
from psy.view.suits import SUITS

DRAWINGS = {
    "suit_map": {"suit": SUITS, "hand": range(1, 11), "others": (10, 18, 38, 80)},
    "as_cards_are_seen": {"suit": SUITS, "hand": (0, 7, 12), "seen": range(4), "others": (0, 12, 30)},
    "what_gets_through": {"hand": range(13), "distance": (0, 6, 12, 13, 20)},
    "deck_design": {"hand": range(13), "more": range(1, 5)},
}


@pytest.mark.parametrize("name", DRAWINGS)
def test_a_picture_is_readable_and_the_same_whatever_was_shown_before(name):
    moves = some(DRAWINGS[name], 2)
    assert_draws_well(getattr(pictures, name), moves)
    draw = getattr(pictures, name)()
    for move in moves:
        picture = draw(**move)
        assert_readable(picture)
        assert "assumed" in picture.figure.axes[0].get_title(loc="left")


def test_suit_map_for_every_deck():
    draw = pictures.suit_map()
    for move in combinations(DRAWINGS["suit_map"]):
        suit, hand, others = move.values()
        deck = {**RULES.deck, "other": others}
        picture = draw(**move)
        chances = {name: nullify(deck, name, hand) for name in SUITS}
        assert picture.table.rows == tuple(
            (name, f"{deck[name]}", percent(chance)) for name, chance in chances.items()
        )
        assert percent(chances[suit]) in picture.sentence
        cells = picture.figure.axes[0].images[0].get_array()
        assert cells[:, hand - 1].tolist() == [float(chance) for chance in chances.values()]


def test_the_numbers_in_the_cells_are_the_chances_in_percent(monkeypatch):
    shown = []
    monkeypatch.setattr(cells.CellNumbers, "show", lambda _, words, colours: shown.append((words, colours)))
    pictures.suit_map()("power", 7, 18)
    (words, colours), deck = shown[0], {**RULES.deck, "other": 18}
    chances = [nullify(deck, suit, hand) for suit in SUITS for hand in range(1, 11)]
    assert words == [percent(chance, 0).removesuffix("%") for chance in chances]
    assert colours == ["white" if chance > Fraction(1, 2) else "black" for chance in chances]


def test_a_cell_number_is_centred_and_of_the_size_of_a_text():
    outline = cells._centred("100", 9).get_extents()
    assert (outline.x0, outline.y0) == pytest.approx((-outline.x1, -outline.y1))
    assert 5 < outline.height < 9 < outline.width < 27


def test_as_cards_are_seen_for_every_suit():
    draw = pictures.as_cards_are_seen()
    for suit in SUITS:
        copies = RULES.deck[suit]
        for hand, seen, others in product((0, 1, 7, 12), range(copies + 1), (0, 7, 30)):
            picture = draw(suit, hand, seen, others)
            left, matching = 60 - seen - others, copies - seen
            now = 1 - nullify(RULES.deck, suit, hand, seen={suit: seen, "other": others})
            assert now == pytest.approx(comb(left - matching, hand) / comb(left, hand))
            assert picture.table.rows[2] == chance_row(f"and {others} others", 1 - now)
            ring = picture.figure.axes[0].get_lines()[-1]
            assert ring.get_xydata().tolist() == [[seen, float(1 - now)]]
            start = 1 - nullify(RULES.deck, suit, hand)
            word = "more than" if now < start else "less than" if now > start else "the same as"
            assert f"of deals, {word}" in picture.sentence


def test_what_gets_through_for_every_hand():
    draw = pictures.what_gets_through()
    cards = {card.name: card for card in RULES.cards}
    for move in combinations(DRAWINGS["what_gets_through"]):
        for name, suit, value, through in draw(**move).table.rows:
            card = cards[name]
            open_to_it = card.target != "self" and not card.unstoppable and move["distance"] <= 12
            stopped = nullify(RULES.deck, suit, move["hand"]) if open_to_it else 0
            assert (suit, value) == (card.suit, f"{card.value}")
            assert through == decimal(card.value * (1 - stopped))


def test_deck_design_keeps_the_size_of_the_deck():
    draw = pictures.deck_design()
    for move in combinations(DRAWINGS["deck_design"]):
        hand, more = move.values()
        picture = draw(**move)
        helped = []
        for suit, *shown in picture.table.rows:
            deck = {**RULES.deck, suit: RULES.deck[suit] + more, "other": RULES.deck["other"] - more}
            assert sum(deck.values()) == 60
            suited, bigger = nullify(deck, suit, hand), nullify(RULES.deck, suit, hand + more)
            assert shown == [percent(chance) for chance in (nullify(RULES.deck, suit, hand), suited, bigger)]
            helped += [suit] if suited > bigger else []
        named = picture.sentence.removesuffix(".").partition("for: ")[2]
        assert named.split(", ") == (helped or ["no suit"])


@pytest.mark.parametrize(
    ("name", "move", "message"),
    [
        ("suit_map", ("fire", 7, 38), "suit must be one of 'psionic', 'power', 'kinesis', 'temporal'"),
        ("suit_map", ("power", 11, 38), "hand must be a whole number from 1 to 10, not 11"),
        ("as_cards_are_seen", ("temporal", 7, 4, 0), "seen, the temporal cards seen, must be a whole number"),
        ("what_gets_through", (13, 6), "hand must be a whole number from 0 to 12, not 13"),
        ("what_gets_through", (7, -1), "distance must be a whole number of at least 0, not -1"),
        ("deck_design", (7, 0), "more must be a whole number from 1 to 4, not 0"),
    ],
)
def test_a_value_out_of_range_is_refused_by_name(name, move, message):
    with pytest.raises(ValueError, match=message):
        getattr(pictures, name)()(*move)
