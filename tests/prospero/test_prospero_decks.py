"""The decks as data, the coven and the table."""

from dataclasses import replace

import pytest

from psy.prospero import RULEBOOK, RULES, Coven, Table, WarpDeck, WillDeck, numeration
from psy.prospero.rules import WARP_CARDS, WILL_CARDS


def test_default_decks_are_those_of_the_data_and_assumed():
    assert WarpDeck() == RULES.warp_deck
    assert WillDeck() == RULES.will_deck
    assert sum(WarpDeck().values()) == sum(WillDeck().values()) == 18
    assert (tuple(WarpDeck()), tuple(WillDeck())) == (WARP_CARDS, WILL_CARDS)
    assert {"warp_deck", "will_deck", "own_points", "swap_worth", "model_worth"} == set(RULEBOOK.assumed())
    assert RULEBOOK.entries["ties"].status == "switch"


def test_a_deck_is_a_mapping_that_can_be_a_key():
    deck = WillDeck(test=2, silence=4)
    assert dict(deck)["silence"] == 4
    assert "silence" in deck
    assert "flood" not in deck
    assert len({deck, WillDeck(test=2, silence=4), WillDeck()}) == 2


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: WarpDeck(flood=2), ValueError, "WarpDeck must have 18 cards, not 19"),
        (lambda: WillDeck(test=0), ValueError, "WillDeck must have 18 cards, not 15"),
        (lambda: WarpDeck(tide=-1), ValueError, "tide = -1: must be a whole number of at least 0"),
        (lambda: WarpDeck(tide=True), TypeError, "tide = True: must be a whole number of at least 0"),
        (
            lambda: replace(WarpDeck(), mastery=4.0),
            TypeError,
            "mastery = 4.0: must be a whole number of at least 0",
        ),
        (lambda: Coven(0), ValueError, "models = 0: must be a whole number from 1 to 4"),
        (lambda: Coven(5), ValueError, "models = 5: must be a whole number from 1 to 4"),
        (lambda: Table(custodes=1), TypeError, "custodes = 1: must be true or false"),
        (
            lambda: numeration([], {}, [1], Coven(1)),
            TypeError,
            "warp must be a mapping of card to count, not []",
        ),
        (
            lambda: numeration({"fire": 1}, {}, [1], Coven(1)),
            ValueError,
            "warp has no card 'fire'; the cards are "
            "flood, tide, insights, siphon, mastery, vortex, channelling",
        ),
        (
            lambda: numeration({}, {"test": -1}, [1], Coven(1)),
            ValueError,
            "will['test'] must be a whole number of at least 0, not -1",
        ),
        (
            lambda: numeration({}, {}, [1], Coven(1, near_sisters=True)),
            ValueError,
            "coven is near Sisters, but Table(sisters=False) has none",
        ),
        (
            lambda: numeration({}, {}, [1], 3),
            TypeError,
            "coven must be a Coven or a sequence of them, not 3",
        ),
        (
            lambda: replace(RULES, ties="nobody"),
            ValueError,
            "ties = 'nobody': must be one of 'cast', 'repelled'",
        ),
    ],
)
def test_bad_input_is_refused_in_one_sentence(call, error, message):
    with pytest.raises(error) as caught:
        call()
    assert str(caught.value) == message
