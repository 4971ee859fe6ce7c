"""The shapes of psy's pictures, with the looks of the house: a topic says what is shown, never how.

Numbers come by name and stay exact; a shape chooses colours, dashes, hatches, ends of axes, the legend, and
the ordinary table, which ``table=`` replaces. The reader's own value (``at``) and the best one (``best``) are
marked in the same way on every picture; a picture that marks them at some settings gives an empty ``best`` at
the others. ``write`` says how numbers are written: `percent` for chances, `decimal` for points.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from psy.view.bar_shapes import bars, lying, stacked, tornado
from psy.view.chart import Axis, Chart, Panel, Table
from psy.view.marks import Boxes, Cells, Line, Link, Mark, Number, Points, Rule
from psy.view.numbers import percent
from psy.view.ordinary import (
    Along,
    Numbers,
    Series,
    Write,
    by_place,
    height_of,
    looks_of,
    measured_axis,
    table_cell,
    table_row,
)
from psy.view.palette import BEST, SERIES, YOU, Look

__all__ = ["bars", "beside", "cells", "curves", "flow", "lying", "stacked", "tornado"]


def curves(
    title: str,
    x: Mapping[str, Numbers],
    y: Series,
    sentence: str,
    *,
    at: Number | None = None,
    best: Iterable[Number] | None = None,
    on: str = "",
    label: str = "chance",
    write: Write = percent,
    looks: Mapping[str, Look] | None = None,
    more: Iterable[tuple[str, ...]] = (),
    table: Table | None = None,
) -> Chart:
    """Return numbers over numbers, a line each.

    Parameters
    ----------
    x, y
        What is along the axis, by its label; and for each line its numbers there, or by their places.
    at, best
        The reader's own place, and the best places: on the line named ``on``, the first unless named.
    label
        What is measured.
    looks
        Looks of lines by name, where those of the house must not change with the number of lines.
    more
        Rows below those of the ordinary table, which has a row for each line at the reader's own place, or
        without one a row for each place.
    """
    ((across, places),) = x.items()
    lines = {name: by_place(places, numbers) for name, numbers in y.items()}
    own = lines[on or next(iter(lines))]
    marks: list[Mark] = [
        Line(tuple(line), tuple(line.values()), name, (looks or {}).get(name, look))
        for (name, line), look in zip(lines.items(), looks_of(SERIES, lines), strict=True)
    ]
    if best is not None:
        best = tuple(best)
        marks.append(Points(best, tuple(own[place] for place in best), "best", BEST))
    if at is not None:
        marks += [Rule(at), Points((at,), (own[at],), "you", YOU)] if at in own else [Rule(at, label="you")]
        rows: list[tuple[str, ...]] = [table_row(name, line.get(at), write) for name, line in lines.items()]
        columns: tuple[str, ...] = ("", label, "exactly")
    else:
        rows = [
            (f"{place}", *(table_cell(line.get(place), write) for line in lines.values())) for place in places
        ]
        columns = (across, *lines)
    low = 0 if all(number >= 0 for line in lines.values() for number in line.values()) else None
    panel = Panel(tuple(marks), Axis(across, whole=True), measured_axis(label, write, low))
    return Chart(title, (panel,), sentence, table or Table(columns, (*rows, *more)))


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
    shades: str = "",
    most: Number | None = None,
    kinds: Mapping[str, str] | None = None,
    table: Table | None = None,
) -> Chart:
    """Return a map, the first row at the top.

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
    shades, most
        The colours of numbers: blue, or ``"RdBu"``, red to blue, which is chosen if some are negative. And
        the number of the darkest shade: 1, or the largest where numbers are no chances.
    kinds
        Colours by name, for cells that differ in kind.
    """
    ((over, columns),), ((beside, rows),) = across.items(), down.items()
    places = {name: place for place, name in enumerate(kinds or ())}
    numbers = tuple(
        tuple(places[value] if kinds and value is not None else value for value in row) for row in values
    )
    known = [number for row in numbers for number in row if number is not None]
    largest = most or (1 if write is percent else max(map(abs, known), default=1) or 1)
    both = shades == "RdBu" or (not shades and any(number < 0 for number in known))
    if words is None:
        words = [["" if value is None or kinds else _short(value, write) for value in row] for row in numbers]
    spots = tuple((list(columns).index(column), list(rows).index(row)) for column, row in framed)
    marks: list[Mark] = [
        Cells(
            numbers,
            tuple(map(tuple, words)),
            spots,
            shades or ("RdBu" if both else "Blues"),
            -largest if both else 0,
            largest,
            tuple((kinds or {}).items()),
        )
    ]
    if at is not None:
        spot = list(columns).index(at[0]), list(rows).index(at[1])
        marks.append(Points((spot[0],), (spot[1],), "you", replace(YOU, size=24)))
    shown = [[kind or "" for kind in row] for row in values] if kinds else words
    ordinary = Table(
        (beside, *map(str, columns)), tuple((f"{n}", *row) for n, row in zip(rows, shown, strict=True))
    )
    panel = Panel(
        tuple(marks),
        Axis(over, names=tuple(map(str, columns))),
        Axis(beside, names=tuple(map(str, rows)), down=True),
    )
    return Chart(title, (panel,), sentence, table or ordinary, height=height_of(len(rows), 0.4))


def flow(
    title: str,
    columns: Sequence[Mapping[Any, tuple[str, ...]]],
    links: Iterable[tuple[Any, Any, float, str]],
    sentence: str,
    table: Table,
    *,
    tints: Mapping[Any, str] | None = None,
    legend: Mapping[str, str] | None = None,
    height: float = 4.6,
    width: float = 7.6,
) -> Chart:
    """Return boxes from left to right, with links between them.

    Parameters
    ----------
    columns
        For each column from left to right its boxes from the top: a key, and lines of text.
    links
        From the box of one key to that of another: the width of the line in points, and what happens on it.
    tints, legend
        Colours of boxes by their key, and what a colour means.
    """
    keys = [key for column in columns for key in column]
    deepest = max(map(len, columns))
    spots = [
        (number, (len(column) - 1) / 2 * deepest / len(column) - place * deepest / len(column))
        for number, column in enumerate(columns)
        for place in range(len(column))
    ]
    edges = tuple(Link(keys.index(one), keys.index(other), wide, word) for one, other, wide, word in links)
    words = tuple(lines for column in columns for lines in column.values())
    colours = tuple((tints or {}).get(key, "#d0d0d0") for key in keys)
    boxes = Boxes(tuple(spots), words, colours, edges, (0.64, 0.7))
    keyed = tuple(
        Points((), (), name, Look(colour, "", "s", size=11)) for name, colour in (legend or {}).items()
    )
    panel = Panel((boxes, *keyed), Axis(hidden=True), Axis(hidden=True))
    return Chart(title, (panel,), sentence, table, height, width)


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
            same = replace(axes[0], low=low, high=high)
            panels = [
                replace(panel, across=same) if way == "across" else replace(panel, up=same)
                for panel in panels
            ]
    first = charts[0]
    height = max(chart.height for chart in charts)
    return Chart(title, tuple(panels), sentence or first.sentence, table or first.table, height)


def _short(number: Number, write: Write) -> str:
    return write(number, 0)[:-1] if write is percent else write(number, 1)
