"""Pictures of studies: the sentence and the table say what the figure shows."""

from fractions import Fraction

import pandas as pd
import pytest

from psy.study import compare, one_at_a_time, sweep, vary
from psy.study.measures.spacehulk import auras_save
from psy.study.measures.wh40k import clean_success, perils
from psy.view.study import comparison, curves, heat_map, plain, tornado
from psy.wh40k import RULES

VARIANTS = {"published": RULES, "three": vary(RULES, {"harness": 3})}
HOW = {"cache": False, "jobs": 1}


def failing(x=1, rules=RULES):
    return Fraction(6, x)


def test_comparison():
    picture = comparison(compare(VARIANTS, [clean_success, perils], **HOW))
    assert picture.sentence == (
        "The largest difference is in 'clean_success': with 'three' it is 0.8557, 0.0502 more than the base."
    )
    assert picture.table.rows[1] == ("clean_success", "three", "0.8557", "0.0502")
    assert picture.table.rows[3] == ("perils", "three", "0.1319", "0")
    assert picture.png()[:4] == b"\x89PNG"
    assert comparison(compare(VARIANTS, [perils], **HOW)).sentence == (
        "No variant changes any of the measures."
    )


def test_curves():
    # Three dice and harness 3, by hand: (5**3 - 2**3 + 3 * 25) / 6**3 = 8/9.
    picture = curves(sweep(clean_success, rules=VARIANTS, dice=range(1, 7), **HOW), "clean success")
    assert picture.sentence == (
        "'clean success' is at most 0.8056 at dice 4 (published); 0.8889 at dice 3 (three)."
    )
    assert picture.table.columns == ("dice", "published", "three")
    assert picture.table.rows[0] == ("1", "0.5000", "0.6667")
    (axes,) = picture.figure.axes
    assert [line.get_ydata()[0] for line in axes.get_lines()] == [0.5, pytest.approx(2 / 3)]


def test_heat_map():
    table = sweep(auras_save, number=range(1, 7), cards=range(4), hits=[2], **HOW).drop(columns="hits")
    picture = heat_map(table, "two hits")
    assert picture.sentence == "'two hits' goes from 0 to 1 over number (down) and cards (across)."
    assert picture.table.columns == ("number, cards", "0", "1", "2", "3")
    assert picture.table.rows[2] == ("3", "0", "0", "0.2500", "0.5000")
    assert picture.figure.axes[0].images[0].get_array()[2][3] == 0.5


def test_tornado():
    picture = tornado(one_at_a_time(clean_success, dice=[2, 8], charge=[3], **HOW), "clean success")
    assert picture.sentence == "'clean success' is moved most by charge: by 0.5833 from end to end."
    assert [row[:2] for row in picture.table.rows] == [("charge", "3"), ("dice", "2"), ("dice", "8")]
    still = tornado(one_at_a_time(perils, harness=[3, 5], **HOW), "perils")
    assert still.sentence == "'perils' is moved by none of the inputs."


@pytest.mark.parametrize("draw", [curves, heat_map, tornado])
def test_points_that_failed_leave_gaps(draw):
    how = {"x": [0, 1, 2], **HOW}
    if draw is tornado:
        picture = draw(one_at_a_time(failing, **how))
        assert picture.table.rows[0] == ("x", "0", "", "")
    elif draw is curves:
        picture = draw(sweep(failing, **how))
        assert picture.sentence == "The measure is at most 6 at x 1."
        assert (
            curves(sweep(failing, x=[0], **HOW)).sentence
            == "The measure is at most nothing: every point failed."
        )
    else:
        picture = draw(sweep(failing, **how, harness=[3, 4]).rename(columns={"x": "the x"}))
        assert picture.table.rows[0] == ("3", "", "6", "3")
    assert picture.png()


@pytest.mark.parametrize(
    ("name", "drawn"),
    [
        ("two\nlines", "two lines"),
        ("$x$", r"\$x\$"),
        ("_hidden", "\u200a_hidden"),
        ("word " * 20, "word word word word word word word..."),
    ],
)
def test_a_name_is_drawn_as_text(name, drawn):
    assert plain(name) == drawn
    table = pd.DataFrame({"measure": [name], "variant": [name], "value": [1], "difference": [0]})
    assert comparison(table).png()
