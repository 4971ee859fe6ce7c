"""The pictures of auras over the whole range of their controls: numbers shown are psy.spacehulk's."""

from fractions import Fraction
from itertools import permutations, product

import pytest
from moves import assert_draws_well, combinations, some

from psy.spacehulk import Auras, aura, auras, best_aura_order, survival
from psy.view import aura as pictures
from psy.view import chance_row, decimal, percent

PRICES = range(7)
DRAWINGS = {
    "survival_curve": {"cards": range(9), "number": range(7), "hits": (1, 2, 3)},
    "spent_bars": {"first": range(1, 7), "second": range(1, 7), "third": range(1, 7), "hits": (1, 2, 3)},
    "order_bars": {"five": PRICES, "two": PRICES, "one": PRICES, "hits": (1, 2)},
    "same_pips": {"hits": range(1, 7)},
}


@pytest.mark.parametrize("name", DRAWINGS)
def test_a_picture_is_readable_and_the_same_whatever_was_shown_before(name):
    assert_draws_well(getattr(pictures, name), some(DRAWINGS[name], 2))


def test_survival_curve_for_every_hand():
    draw = pictures.survival_curve()
    for move in combinations(DRAWINGS["survival_curve"]):
        cards, number, hits = move.values()
        picture = draw(**move)
        lives = [survival([number] * cards, each) for each in (1, 2, 3)]
        words = ("alive after 1 hit", "alive after 2 hits", "alive after 3 hits")
        assert picture.table.rows == tuple(map(chance_row, words, lives))
        *lines, here = picture.figure.axes[0].get_lines()
        assert [line.get_ydata()[cards] for line in lines] == [float(chance) for chance in lives]
        assert here.get_xydata().tolist() == [[cards, float(lives[hits - 1])]]
        assert percent(lives[hits - 1]) in picture.sentence


def test_one_card_more_in_the_sentence_is_the_next_point_of_the_curve():
    assert pictures.survival_curve()(3, 3, 2).sentence == (
        "3 cards of aura number 3 against 2 hits: alive in 50.00%; one more card makes it 68.75%."
    )
    assert pictures.survival_curve()(8, 6, 1).sentence.endswith("alive in 100.00%.")


def test_spent_bars_for_every_hand():
    draw = pictures.spent_bars()
    for move in combinations(DRAWINGS["spent_bars"]):
        *cards, hits = move.values()
        turn, picture = auras(cards, hits), draw(**move)
        for spent, (label, lives, dies) in enumerate(picture.table.rows):
            dead = sum(turn.probability(Auras(stopped, spent)) for stopped in range(hits))
            assert (label, lives) == (f"{spent}", percent(turn.probability(Auras(hits, spent))))
            assert dies == percent(dead)
        assert decimal(turn.marginals.spent.mean()) in picture.sentence
    assert "88.89%" in draw(4, 3, 2, 1).sentence  # Issue 9, line 1: 8/9.


def kept(order, prices, hits):
    """Play every roll of the dice, straight from the words of the rule."""
    total = 0
    for rolls in product(range(1, 7), repeat=len(order)):
        stopped = spent = 0
        while stopped < hits and spent < len(order):
            stopped += rolls[spent] <= order[spent]
            spent += 1
        total += sum(prices[spent:]) if stopped == hits else 0
    return Fraction(total, 6 ** len(order))


@pytest.mark.parametrize("hits", [1, 2])
def test_points_kept_in_an_order_equal_every_roll(hits):
    for order in permutations(pictures.ORDERED):
        assert pictures.kept_in_order(order, (4, 3, 1), hits) == kept(order, (4, 3, 1), hits)


def test_order_bars_mark_an_order_that_no_play_beats():
    draw = pictures.order_bars()
    for move in combinations({**DRAWINGS["order_bars"], "five": (0, 1, 4, 6), "one": (0, 1, 6)}):
        *prices, hits = move.values()
        picture = draw(**move)
        best = best_aura_order(pictures.ORDERED, prices, hits)
        assert max(float(points) for _, points, _ in picture.table.rows) == float(decimal(best.kept))
        for place in best.first:
            opened = [row[1] for row in picture.table.rows if row[0].startswith(f"{pictures.ORDERED[place]}")]
            assert decimal(best.kept) in opened
        bars = picture.figure.axes[0].patches[:6]
        assert max(bar.get_width() for bar in bars) == float(best.kept)


def test_same_pips_have_the_same_mean_and_not_the_same_chance():
    assert {number * held for number, held in pictures.SPLITS.items()} == {12}
    draw = pictures.same_pips()
    for hits in range(1, 7):
        chances = [survival([number] * held, hits) for number, held in pictures.SPLITS.items()]
        assert [row[1] for row in draw(hits).table.rows] == [percent(chance) for chance in chances]
        heights = [bar.get_height() for bar in draw(hits).figure.axes[0].patches]
        assert heights == [float(chance) for chance in chances]


@pytest.mark.parametrize(
    ("name", "move", "message"),
    [
        ("survival_curve", {"cards": 9, "number": 3, "hits": 1}, "cards must be a whole number from 0 to 8"),
        ("survival_curve", {"cards": 3, "number": 3, "hits": 4}, "hits must be a whole number from 1 to 3"),
        ("spent_bars", {"first": 1, "second": 1, "third": 1, "hits": 0}, "hits must be a whole number from"),
        ("order_bars", {"five": 7, "two": 1, "one": 1, "hits": 1}, "five must be a whole number from 0 to 6"),
        ("same_pips", {"hits": 0}, "hits must be a whole number from 1 to 12"),
    ],
)
def test_a_value_out_of_range_is_refused_by_name(name, move, message):
    with pytest.raises(ValueError, match=message):
        getattr(pictures, name)()(**move)


def test_issue_9_hand_saves_in_eight_ninths():
    assert aura([4, 3, 2]).saved == survival([2, 3, 4], 1) == Fraction(8, 9)
