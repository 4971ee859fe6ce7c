"""The pictures of the numeration phase over their controls: numbers are psy.prospero's."""

from fractions import Fraction

import pytest
from moves import assert_draws_well, assert_readable, combinations, some

from psy.prospero import RULES, Coven, attempt, choice_table, numeration, outlook
from psy.view import decimal, make_ups, numeration_choices, percent
from psy.view import numeration as pictures
from psy.view.numeration import TABLES, TIES, decks, one_attempt, place
from psy.view.numeration_choices import LEAST, MOST, OTHERS, WHEN

DRAWINGS = {
    pictures.totals_race: {
        "vortex": (-3, 0, 3),
        "tide": (-3, 3),
        "test": (-3, 3),
        "models": (1, 4),
        "table": TABLES,
        "ties": TIES,
    },
    pictures.coven_lines: {"ties": TIES},
    pictures.phase_bars: {"models": range(1, 5), "ties": TIES},
    numeration_choices.choice_map: {"card": OTHERS, "when": WHEN, "models": range(1, 5), "ties": TIES},
    numeration_choices.insights_map: {"swap": range(1, 6), "ties": TIES},
    make_ups.card_bars: {"phase": make_ups.PHASES},
    make_ups.make_up_bars: {"ties": TIES},
}
every_drawing = pytest.mark.parametrize("make", DRAWINGS, ids=lambda make: make.__name__)


@every_drawing
def test_a_picture_is_readable_and_the_same_whatever_was_shown_before(make):
    moves = some(DRAWINGS[make], 1)
    assert_draws_well(make, moves)
    draw = make()
    for move in moves:
        picture = draw(**move)
        assert_readable(picture)
        assert "assumed" in picture.figure.axes[0].get_title(loc="left")


@every_drawing
def test_what_no_control_offers_is_refused(make):
    move = some(DRAWINGS[make], 0)[0]
    name = list(move)[-1]
    with pytest.raises(ValueError, match=name):
        make()(**{**move, name: "neither of them"})


def test_decks_keep_their_18_cards():
    for move in combinations({name: range(-3, 4) for name in ("vortex", "tide", "test")}):
        warp, will = decks(**move)
        assert sum(warp.values()) == sum(will.values()) == 18
    assert decks() == (RULES.warp_deck, RULES.will_deck)
    with pytest.raises(ValueError, match="vortex must be"):
        decks(vortex=4)


@pytest.mark.parametrize(
    "move", some(DRAWINGS[pictures.totals_race], 1), ids=lambda move: "-".join(map(str, move.values()))
)
def test_the_race_of_totals_is_the_exact_distribution(move):
    picture = pictures.totals_race()(**move)
    warp, will = decks(move["vortex"], move["tide"], move["test"])
    die = attempt(warp, will, *place(move["models"], move["table"]), TIES[move["ties"]])
    chance = {result: Fraction(ways, die.denominator()) for result, ways in die.items()}
    cells = picture.figure.axes[0].images[0].get_array()
    for mine in range(pictures.MOST_WARP + 1):
        for theirs in range(pictures.MOST_WILL + 1):
            here = (p for r, p in chance.items() if r[:2] == (mine, theirs) and r.end == "compared")
            assert cells[theirs, mine] == pytest.approx(float(sum(here)), abs=1e-9)
    at_once = sum((p for r, p in chance.items() if r.end == "at once"), Fraction(0))
    assert dict(picture.table.rows)["cast at once"] == percent(at_once)
    assert percent(sum((p for r, p in chance.items() if r.cast), Fraction(0))) in picture.sentence


def test_no_deck_of_the_controls_leaves_the_map():
    for vortex, tide, test, table in ((-3, 3, -3, "Custodes"), (3, 3, 3, "Sisters next door")):
        results = outlook(one_attempt(vortex, tide, test, 4, table, "cast"))[0].results
        assert max(result.warp for result in results) <= pictures.MOST_WARP
        assert max(result.will for result in results) <= pictures.MOST_WILL


def test_the_columns_of_the_phase_are_its_attempts():
    draw = pictures.phase_bars()
    for models, ties in ((1, "repelled"), (3, "cast")):
        picture = draw(models, ties)
        plan = numeration(
            RULES.warp_deck, RULES.will_deck, [1] * 5, Coven(models), rules=TIES[ties], exact=False
        )
        made = [percent(Fraction(one.made)) for one in outlook(plan)]
        assert [row[1] for row in picture.table.rows] == made
        assert decimal(Fraction(plan.value)) in picture.sentence


@pytest.mark.parametrize("when", WHEN)
def test_the_cells_of_a_choice_are_its_gains(when):
    draw = numeration_choices.choice_map()
    hand = [1] if WHEN[when] == 1 else [1] * 5
    plan = numeration(
        RULES.warp_deck, RULES.will_deck, hand, Coven(2), attempts=WHEN[when], rules=TIES["cast"], exact=False
    )
    table = choice_table(plan)
    for card in OTHERS:
        cells = draw(card, when, 2).figure.axes[0].images[0].get_array()
        for row in table[table["card"] == card].itertuples():
            if LEAST <= row.difference <= MOST:
                shade = 0.5 + max(-0.5, min(0.5, row.gain))
                assert cells[row.turned // 2, row.difference - LEAST] == pytest.approx(shade, abs=1e-9)


def test_the_widest_range_holds_the_value_of_the_assumed_decks():
    picture = make_ups.range_bars()()
    assert_readable(picture)
    assert picture.table.rows[0][0] == "ties"
    value = percent(Fraction(make_ups.setting(1).value()))
    assert value in picture.table.rows[0]
    assert value in picture.sentence
