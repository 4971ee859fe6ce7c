"""Charts drawn with matplotlib: each mark is there, moves, and stays within the picture."""

import hashlib
import io
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction

import matplotlib as mpl
import numpy as np
import pytest
from charts import assert_within, settings
from every_mark import EVERY
from PIL import Image

from psy.view.chart import Axis, Chart, Panel, Table
from psy.view.figure import Drawing, packed, still
from psy.view.marks import Bars, Boxes, Cells, Line, Link, Points, Rule
from psy.view.palette import BLUE, RED, Look, tint
from psy.view.wh40k.casting import odds_curve

HALF = Fraction(1, 2)
TEN = Axis(low=0, high=10)
KINDS = (("one", BLUE), ("other", RED))


def chart(*marks, across=TEN, up=TEN, title=""):
    return Chart(title, (Panel(marks, across, up),), "It is so.", Table(("", "n"), (("a", "1"),)))


def pixels(drawing, drawn):
    """Return the colours of a chart as an array of rows and columns."""
    return np.array(drawing.image(drawn).convert("RGB"), dtype=int)


def middle(image, colour):
    """Return where pixels of a colour are on the average, in shares of the picture from its left and foot."""
    wanted = np.array([int(colour[start : start + 2], 16) for start in (1, 3, 5)])
    rows, columns = np.nonzero((np.abs(image - wanted) < 12).all(axis=2))
    assert len(rows), f"no {colour}"
    high, wide, _ = image.shape
    return columns.mean() / wide, 1 - rows.mean() / high


# Each mark low and to the left, and high and to the right of the same axes.
MOVES = {
    "line": (Line((0, 1), (1, 2)), Line((7, 8, 9), (8, 9, 9))),
    "points": (Points((1, 2), (1, 2)), Points((8,), (9,))),
    "bars": (Bars((1, 2), (1, 2)), Bars((7, 8, 9), (3, 3, 3), (6, 6, 6))),
    "lying bars": (Bars((1,), (2,), lying=True), Bars((8, 9), (3, 3), (6, 6), lying=True)),
    "cells": (Cells(((0, 1), (None, None)), kinds=KINDS), Cells(((None, None), (1, 0)), kinds=KINDS)),
    "rule": (Rule(2, look=Look(BLUE)), Rule(8, look=Look(BLUE))),
    "lying rule": (Rule(2, True, look=Look(BLUE)), Rule(8, True, look=Look(BLUE))),
    "boxes": (Boxes(((1, 1),), (("a",),), (BLUE,)), Boxes(((9, 9),), (("b",),), (BLUE,))),
}


@pytest.mark.parametrize("name", MOVES)
def test_a_mark_moves_and_leaves_nothing_behind(name):
    low, high = MOVES[name]
    axes = {"across": Axis(), "up": Axis()} if name == "cells" else {}
    drawing, colour = Drawing(), tint(BLUE) if name == "boxes" else BLUE
    first, then = pixels(drawing, chart(low, **axes)), pixels(drawing, chart(high, **axes))
    (x, y), (u, v) = middle(first, colour), middle(then, colour)
    assert x < u - 0.2 or name == "lying rule"
    assert y < v - 0.2 or name == "rule"
    assert (then == pixels(Drawing(), chart(high, **axes))).all()
    assert (first == pixels(drawing, chart(low, **axes))).all()


def test_a_number_axis_that_is_down_grows_downwards():
    point = Points((2,), (2,), look=Look(BLUE, marker="o"))
    assert middle(pixels(Drawing(), chart(point)), BLUE)[1] < 0.5
    assert middle(pixels(Drawing(), chart(point, up=replace(TEN, down=True))), BLUE)[1] > 0.5


def test_cells_are_framed_and_left_white():
    cells = Cells(((0, 1), (None, HALF)), (("0", "100"), ("", "50")), ((1, 0),))
    drawn = chart(cells, across=Axis(names=("a", "b")), up=Axis(names=("c", "d"), down=True))
    image = pixels(Drawing(), drawn)
    x, y = middle(image, RED)
    assert min(x, y) > 0.5
    high, wide, _ = image.shape
    assert (image[int(high * 0.75), int(wide * 0.15)] == 255).all(), "a cell without a number is paper"


@pytest.mark.parametrize(("sign", "side"), [(1, 1), (-1, 0)])
def test_words_make_room_for_themselves(sign, side):
    words = ("a rather long word", "another rather long word")
    long = Bars((0, 1), (sign, 2 * sign), words=words, lying=True)
    drawing = Drawing()
    assert_within(chart(long, across=Axis(), up=Axis(names=("x", "y"))), drawing=drawing)
    ends = drawing._ends[0][0]
    assert abs(ends[1 - side]) < 0.1
    assert sign * ends[side] > 2.3


def test_what_is_cut_is_found():
    names = ("m" * 99, "w" * 99)
    cut = chart(Bars((0, 1), (1, 2), lying=True), across=Axis(), up=Axis(names=names))
    with pytest.warns(UserWarning, match="constrained_layout"), pytest.raises(AssertionError):
        assert_within(cut)


def test_boxes_have_links_whose_words_stand_on_the_edges():
    boxes = Boxes(((0, 0), (2, 0)), (("one",), ("two", "lines")), (BLUE, RED), (Link(0, 1, 3, "cast"),))
    image = pixels(Drawing(), chart(boxes, across=Axis(hidden=True), up=Axis(hidden=True)))
    edge = middle(image, "#8c8c8c")
    assert edge[0] == pytest.approx(0.5, abs=0.05)


@pytest.mark.parametrize("picture", EVERY, ids=lambda picture: picture.name)
def test_every_mark_and_look_stays_within_the_picture(picture):
    drawing = Drawing()
    for setting in settings(picture, 6):
        try:
            drawn = picture(**setting)
        except ValueError:
            continue
        assert_within(drawn, drawing=drawing)
        width, height = Image.open(io.BytesIO(drawing.png(drawn))).size
        assert (width, height) == (round(100 * drawn.inches), round(100 * drawn.height))


def test_axes_grow_when_they_must_and_shrink_at_a_reset():
    short, long = (chart(Line((0, 1), (0, most)), across=Axis(), up=Axis(low=0)) for most in (1, 5))
    drawing = Drawing()
    first = drawing.png(short)
    assert drawing.png(long) == Drawing().png(long)
    assert drawing.png(short) != first, "the axes stay as they were"
    drawing.reset()
    assert drawing.png(short) == first


def test_a_chart_that_is_held_stays_as_a_pale_ghost():
    drawing = Drawing()
    here, there = (chart(Points((at,), (at,), look=Look(BLUE, marker="o", size=12))) for at in (2, 8))
    plain = pixels(drawing, there)
    drawing.hold(here)
    held = pixels(drawing, there)
    changed = (held != plain).any(axis=2)
    assert changed.any()
    assert held[changed].min() > 160, "it is pale"
    drawing.hold(None)
    assert (pixels(drawing, there) == plain).all()
    drawing.hold(here)
    pixels(drawing, replace(there, title="Another"))
    assert (pixels(drawing, there) == plain).all(), "a chart of another frame cannot lie beneath"


def test_a_png_is_the_same_twice_and_in_another_process():
    code = (
        "import hashlib, sys; from psy.view.figure import still; "
        "from psy.view.wh40k.casting import odds_curve; "
        "print(hashlib.sha256(still(odds_curve(6, 3))).hexdigest(), 'matplotlib.pyplot' in sys.modules)"
    )
    run = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout
    before = dict(mpl.rcParams)
    assert run.split() == [hashlib.sha256(still(odds_curve(6, 3))).hexdigest(), "False"]
    assert dict(mpl.rcParams) == before, "the looks are put on for psy's pictures only"


def test_paper_is_white_in_64_colours():
    image = Image.open(io.BytesIO(packed(Drawing().image(odds_curve()), 6)))
    assert len(image.convert("RGB").getcolors()) <= 64
    assert image.convert("RGB").getpixel((0, 0)) == (255, 255, 255)
