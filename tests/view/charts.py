"""What the tests of pictures read charts with, and the checks that every chart has to pass.

A topic's test compares marks by name with counts of its own:
``numbers(chart.named("success")) == {dice: chance for ...}``.
"""

import random
from itertools import product
from math import prod

import numpy as np

from psy.view.chart import Chart
from psy.view.figure import Drawing
from psy.view.marks import Bars, Boxes, Cells, Line, Points, reach


def settings(picture, most=40, seed=1, **only):
    """Return settings of a picture: all of them, or a few, the opening one and all controls' ends among them.

    ``only`` names the values of some of its controls.
    """
    values = {name: only.get(name, control.values) for name, control in picture.controls.items()}
    if prod(map(len, values.values())) <= most:
        return [dict(zip(values, each, strict=True)) for each in product(*values.values())]
    pick = random.Random(seed)
    opening = {name: only[name][0] if name in only else default for name, default in picture.defaults.items()}
    ends = [{name: each[place] for name, each in values.items()} for place in (0, -1)]
    few = [{name: pick.choice(each) for name, each in values.items()} for _ in range(most - 3)]
    return [opening, *ends, *few]


def assert_within(chart, where="", drawing=None):
    """Check that nothing is cut by the edge of the picture: a frame of paper is left all around it."""
    pixels = np.array((drawing or Drawing()).image(chart).convert("RGB"))
    edges = (pixels[:2], pixels[-2:], pixels[:, :2], pixels[:, -2:])
    assert all((edge == 255).all() for edge in edges), where


def assert_chart(chart, where=""):
    """Check that a chart is whole: a sentence, a full table, even marks within the ends of the axes."""
    assert isinstance(chart, Chart), where
    assert chart.title, where
    assert chart.sentence.endswith((".", "?")), where
    assert chart.sentence[0].isupper() or chart.sentence[0].isdigit(), where
    assert chart.table.rows, where
    assert {len(row) for row in chart.table.rows} == {len(chart.table.columns)}, where
    assert all(isinstance(cell, str) for row in chart.table.rows for cell in row), where
    assert chart.marks, where
    hash(chart)
    for panel in chart.panels:
        for mark in panel.marks:
            assert_mark(mark, where)
            for (low, high), numbers in zip(panel.limits(), reach(mark), strict=True):
                assert all(low - 1e-9 <= number <= high + 1e-9 for number in numbers), (
                    where,
                    mark,
                    low,
                    high,
                )


def assert_mark(mark, where=""):
    """Check that what belongs together in a mark is equally long."""
    match mark:
        case Line() | Points():
            assert len(mark.x) == len(mark.y), where
        case Bars():
            for each in (mark.base, mark.words, mark.colours):
                assert len(each) in (0, len(mark.at)), where
            assert len(mark.at) == len(mark.size), where
        case Cells():
            assert len({len(row) for row in mark.values}) == 1, where
            assert {len(row) for row in mark.words} <= {len(mark.values[0])}, where
        case Boxes():
            assert len(mark.at) == len(mark.words) == len(mark.tints), where


def numbers(mark):
    """Return what a mark shows: the exact number at each place, or the rows of a map."""
    match mark:
        case Line() | Points():
            return dict(zip(mark.x, mark.y, strict=True))
        case Bars():
            return dict(zip(mark.at, mark.size, strict=True))
        case Cells():
            return [list(row) for row in mark.values]
    raise TypeError(mark)


def the(kind, chart):
    """Return the only mark of a kind in a chart."""
    (mark,) = (mark for mark in chart.marks if isinstance(mark, kind))
    return mark
