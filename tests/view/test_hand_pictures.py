"""The pictures of one hand and its best use: numbers shown are those of psy.spacehulk.plan_turn."""

import pytest
from moves import assert_draws_well, assert_readable, combinations, some

from psy.spacehulk import plan_turn
from psy.view import decimal, percent
from psy.view import hand as pictures
from psy.view.hand import DANGERS, HAND, lesson_plan, lesson_turn, move_words

CONTROLS = {"life": (0, 7, 15, 30, 54, 60), "danger": tuple(DANGERS), "harm": (0, 4, 8)}


def test_card_worth_is_readable_and_the_same_whatever_was_shown_before():
    moves = some(CONTROLS, 2)
    assert_draws_well(pictures.card_worth, moves)
    draw = pictures.card_worth()
    for move in moves:
        picture = draw(**move)
        assert_readable(picture)
        assert "assumed" in picture.figure.axes[0].get_title(loc="left")


def test_card_worth_for_lives_dangers_and_harms():
    draw = pictures.card_worth()
    for move in combinations(CONTROLS):
        plan, picture = lesson_plan(**move), draw(**move)
        for card, row in zip(HAND, picture.table.rows, strict=True):
            assert row == (card.name, f"{card.value}", f"+{card.bonus}", decimal(plan.worth[card.name]))
            assert plan.worth[card.name] < picture.figure.axes[0].get_xlim()[1]
        assert move_words(plan.first_moves) in picture.sentence
        assert percent(plan.survival) in picture.sentence


def test_the_worth_of_a_card_is_what_the_turn_loses_without_it():
    plan, turn = lesson_plan(30), lesson_turn()
    for card in HAND:
        rest = [other for other in HAND if other is not card]
        assert plan.value - plan_turn(rest, turn, 30).value == plan.worth[card.name]


def test_first_move_by_life_covers_every_life_once():
    picture = pictures.first_move_by_life()()
    assert_readable(picture)
    lives = []
    for words, span, survival in picture.table.rows:
        low, high = map(int, span.split(" to "))
        lives += range(low, high + 1)
        for life in range(low, high + 1):
            assert move_words(lesson_plan(life).first_moves) == words
            assert percent(lesson_plan(life).survival) == survival
    assert lives == list(range(61))


@pytest.mark.parametrize(
    ("move", "message"),
    [
        ((61, "every turn", 4), "life must be a whole number from 0 to 60, not 61"),
        ((30, "often", 4), "danger must be one of 'no turn', "),
        ((30, "every turn", 9), "harm must be a whole number from 0 to 8, not 9"),
    ],
)
def test_a_value_out_of_range_is_refused_by_name(move, message):
    with pytest.raises(ValueError, match=message):
        pictures.card_worth()(*move)
