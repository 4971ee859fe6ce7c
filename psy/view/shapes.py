"""The shapes of psy's pictures, with the looks of the house: a topic says what is shown, never how.

Numbers come by name and stay exact; a shape chooses colours, dashes, hatches, ends of axes, the legend, and
the ordinary table, which ``table=`` replaces. The reader's own value (``at``) and the best one (``best``) are
marked in the same way on every picture; a picture that marks them at some settings gives an empty ``best`` at
the others. ``write`` says how numbers are written: `percent` for chances, `decimal` for points.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import cycle
from types import MappingProxyType
from typing import Any, Literal

from psy.view import ordinary
from psy.view.bar_shapes import bars, tornado
from psy.view.chart import Axis, Chart, Panel, Table
from psy.view.marks import Boxes, Cells, Line, Link, Mark, Number, Points, Rule
from psy.view.numbers import percent
from psy.view.ordinary import Along, Numbers, Series, Write
from psy.view.palette import BEST, SERIES, YOU

__all__ = ["bars", "beside", "cells", "curves", "flow", "tornado"]


def curves(
    title: str,
    x: Mapping[str, Numbers],
    y: Series,
    sentence: str,
    *,
    at: Number | None = None,
    best: Iterable[Number] | Literal["each"] | None = None,
    on: str = "",
    label: str = "chance",
    write: Write = percent,
    more: Iterable[tuple[str, ...]] = (),
    table: Table | None = None,
) -> Chart:
    """Return numbers over numbers, a line each.

    Parameters
    ----------
    x, y
        What is along the axis, by its label; and for each line its numbers there, or by their places.
    at, best
        The reader's own place, and the best places: on the line named ``on``, the first unless named; or
        ``"each"`` for the highest of each line.
    label
        What is measured.
    more
        Rows below those of the ordinary table, which has a row for each line at the reader's own place, or
        without one a row for each place.
    """
    ((across, places),) = x.items()
    lines = {name: ordinary.by_place(places, numbers) for name, numbers in y.items()}
    own = lines[on or next(iter(lines))]
    marks: list[Mark] = [
        Line(tuple(line), tuple(line.values()), name, look)
        for (name, line), look in zip(lines.items(), cycle(SERIES), strict=False)
    ]
    if best is not None:
        stars = [(place, own[place]) for place in best] if best != "each" else _peaks(lines)
        marks.append(Points(tuple(x for x, _ in stars), tuple(y for _, y in stars), "best", BEST))
    shown = ordinary.table_of(across, places, lines, label, write)
    if at is not None:
        marks += [Rule(at), Points((at,), (own[at],), "you", YOU)] if at in own else [Rule(at, label="you")]
        rows = (ordinary.table_row(name, line.get(at), write) for name, line in lines.items())
        shown = Table(("", label, "exactly"), (*rows, *more))
    panel = Panel(tuple(marks), Axis(across, whole=True), ordinary.measured_axis(label, write, lines))
    return Chart(title, (panel,), sentence, table or shown)


def cells(
    title: str,
    across: Along,
    down: Along,
    values: Sequence[Sequence[Any]],
    sentence: str,
    *,
    framed: Iterable[tuple[Any, Any]] = (),
    at: tuple[Any, Any] | None = None,
    words: Sequence[Sequence[str]] | None = None,
    write: Write = percent,
    most: Number | None = None,
    kinds: Mapping[str, str] = MappingProxyType({}),
    table: Table | None = None,
) -> Chart:
    """Return a map, the first row at the top; red to blue where some numbers are negative.

    Parameters
    ----------
    across, down
        The columns and rows by the label of their axis.
    values
        A number for each cell, in rows, None for no cell; or with ``kinds`` a name of one of them.
    framed, at
        Cells with a frame, such as the best, and the reader's own: each as (column, row).
    words
        What is written in the cells instead of their numbers.
    most
        The number of the darkest shade: 1, or the largest where numbers are no chances.
    kinds
        Colours by name, for cells that differ in kind.
    """
    ((over, columns),), ((beside, rows),) = across.items(), down.items()
    places = {kind: place for place, kind in enumerate(kinds)}
    numbers = tuple(tuple(places.get(value, value) for value in row) for row in values)
    known = [number for row in numbers for number in row if number is not None]
    most = most or (1 if write is percent else max(map(abs, known), default=1) or 1)
    least = -most if any(number < 0 for number in known) else 0
    if words is None:
        words = [["" if kinds or one is None else _short(one, write) for one in row] for row in numbers]
    texts = tuple(map(tuple, words))
    spots = tuple((list(columns).index(x), list(rows).index(y)) for x, y in framed)
    marks: list[Mark] = [Cells(numbers, texts, spots, least, most, tuple(kinds.items()))]
    if at is not None:
        x, y = list(columns).index(at[0]), list(rows).index(at[1])
        marks.append(Points((x,), (y,), "you", replace(YOU, size=24)))
    told = [[one or "" if kinds else ordinary.table_cell(one, write) for one in row] for row in values]
    lines = tuple((f"{name}", *row) for name, row in zip(rows, told, strict=True))
    axes = Axis(over, names=tuple(map(str, columns))), Axis(beside, names=tuple(map(str, rows)), down=True)
    table = table or Table((beside, *axes[0].names), lines)
    return Chart(
        title, (Panel(tuple(marks), *axes),), sentence, table, height=ordinary.height_of(len(rows), 0.4)
    )


def flow(
    title: str,
    columns: Sequence[Mapping[Any, tuple[str, ...]]],
    links: Iterable[tuple[Any, Any, float, str]],
    sentence: str,
    table: Table,
    tints: Mapping[Any, str],
) -> Chart:
    """Return boxes from left to right, with links between them.

    Parameters
    ----------
    columns
        For each column from left to right its boxes from the top: a key, and lines of text.
    links
        From the box of one key to that of another: the width of the line in points, and what happens on it.
    tints
        The colour of each box by its key.
    """
    keys = [key for column in columns for key in column]
    deepest = max(map(len, columns))
    spots = tuple(
        (number, ((len(column) - 1) / 2 - place) * deepest / len(column))
        for number, column in enumerate(columns)
        for place in range(len(column))
    )
    edges = tuple(Link(keys.index(one), keys.index(other), wide, word) for one, other, wide, word in links)
    words = tuple(lines for column in columns for lines in column.values())
    boxes = Boxes(spots, words, tuple(tints[key] for key in keys), edges, (0.64, 0.7))
    panel = Panel((boxes,), Axis(hidden=True), Axis(hidden=True))
    return Chart(title, (panel,), sentence, table, height=4.2, width=7.6)


def beside(title: str, charts: Sequence[Chart], sentence: str = "", table: Table | None = None) -> Chart:
    """Return charts side by side as the panels of one; axes of the same label have the same ends.

    The titles of the charts become those of the panels; sentence and table are those of the first chart
    unless others are given.
    """
    panels = [replace(panel, title=chart.title) for chart in charts for panel in chart.panels]
    for side, way in enumerate(("across", "up")):
        axes: list[Axis] = [getattr(panel, way) for panel in panels]
        if len({(axis.label, axis.names) for axis in axes}) == 1 and not axes[0].names:
            ends = [panel.limits()[side] for panel in panels]
            low, high = min(low for low, _ in ends), max(high for _, high in ends)
            same: Any = {way: replace(axes[0], low=low, high=high)}
            panels = [replace(panel, **same) for panel in panels]
    first = charts[0]
    height = max(chart.height for chart in charts)
    return Chart(title, tuple(panels), sentence or first.sentence, table or first.table, height)


def _peaks(lines: Mapping[str, Mapping[Number, Number]]) -> list[tuple[Number, Number]]:
    return [(x, y) for line in lines.values() for x, y in line.items() if y == max(line.values())]


def _short(number: Number, write: Write) -> str:
    return write(number, 0)[:-1] if write is percent else write(number, 1)
