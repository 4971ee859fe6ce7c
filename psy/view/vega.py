"""Panels of charts as Vega-Lite specifications, and the numbers of their marks as the datasets of these.

A specification holds no numbers: the page's script puts them in, chart by chart, and draws as SVG, whose
colours the page's style sheet changes in the dark.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

from psy.view.chart import Axis, Panel
from psy.view.layers import DASHES, HATCHES, LETTERS, STROKED, flat, layers
from psy.view.marks import Bars, Boxes, Cells, Line, Mark, Number, Points, Rule, Spans, Words
from psy.view.palette import ink, shade, tint

# Columns of one dataset by name, all of one length.
Columns = dict[str, list[Any]]

# A fraction of more letters is sent as a decimal.
_SHORT = 24
_DIGITS = 6
_SIGNALS: dict[str, Any] = {
    **{"left": 0, "right": 1, "bottom": 0, "top": 1},
    **{"names_x": [], "names_y": [], "step_x": 1, "step_y": 1},
}


def number(value: Number) -> int | float | str:
    """Return a number as pages hold it: whole, a short fraction as text, or a decimal of six digits.

    Examples
    --------
    >>> number(Fraction(21, 32)), number(Fraction(4)), number(Fraction(1, 3**60))
    ('21/32', 4, 2.35898e-29)
    """
    if isinstance(value, Fraction | int):
        if value.denominator == 1 and len(str(value)) <= _SHORT:
            return int(value)
        if isinstance(value, Fraction) and len(str(value)) <= _SHORT:
            return str(value)
    rounded = float(f"{float(value):.{_DIGITS}g}")
    return int(rounded) if rounded.is_integer() and abs(rounded) < 1e15 else rounded


def frame(panel: Panel) -> dict[str, Any]:
    """Return what does not move in a panel: its title and its specification.

    Its signals ``left``, ``right``, ``bottom`` and ``top`` are the ends of its axes, ``names_x`` and
    ``names_y`` the words along them, ``step_x`` and ``step_y`` what lies between whole numbers; the datasets
    of mark 2 are called ``m2`` and, for the links of boxes, ``m2_links``.
    """
    found = layers(panel)
    sources = {layer["data"]["name"] for layer in found}
    return {
        "title": panel.title,
        "sticky": not flat(panel),
        "spec": {
            "$schema": "https://vega.github.io/schema/vega-lite/v6.json",
            "autosize": {"type": "none"},
            "params": [{"name": name, "value": value} for name, value in _SIGNALS.items()],
            "datasets": {name: [] for name in sorted(sources)},
            "layer": found,
            "config": _CONFIG,
        },
    }


def told(panel: Panel) -> dict[str, Any]:
    """Return what the page's script says of a panel: the words of its axes and the labels of its marks."""
    axes = [_about(axis, flat(panel)) for axis in (panel.across, panel.up)]
    return {"axes": axes, "marks": [_told(mark) for mark in panel.marks]}


def ends(panel: Panel) -> list[float]:
    """Return the ends of the axes: left, right, bottom, top."""
    return [float(f"{end:.{_DIGITS}g}") for both in panel.limits() for end in both]


def numbers(mark: Mark) -> list[Columns]:
    """Return the datasets of a mark, in columns of numbers (see `number`), words and colours."""
    match mark:
        case Line() | Points():
            return [{"x": _all(mark.x), "y": _all(mark.y)}]
        case Bars():
            columns: Columns = {"at": _all(mark.at), "size": _all(mark.size)}
            if any(mark.bases):
                columns["base"] = _all(mark.bases)
            if mark.words:
                columns["word"] = list(mark.words)
            if mark.colours:
                columns["fill"] = list(mark.colours)
            return [columns]
        case Spans():
            return [{"at": _all(mark.at), "low": _all(mark.low), "high": _all(mark.high)}]
        case Cells():
            return [_cells(mark)]
        case Rule():
            return [{"at": [number(mark.at)]}]
        case Words():
            return [{"x": _all(mark.x), "y": _all(mark.y), "word": list(mark.words)}]
        case Boxes():
            return [_boxes(mark), _links(mark)]


def _all(values: Iterable[Number]) -> list[int | float | str]:
    return [number(value) for value in values]


def _cells(mark: Cells) -> Columns:
    columns: Columns = {"x": [], "y": [], "value": [], "fill": [], "ink": [], "framed": []}
    for row, values in enumerate(mark.values):
        for column, value in enumerate(values):
            fill = _fill(mark, value)
            cell = (column, row, None if value is None else number(value), fill, ink(fill))
            for name, part in zip(columns, (*cell, int((column, row) in mark.framed)), strict=True):
                columns[name].append(part)
    if mark.words:
        columns["word"] = [word for words in mark.words for word in words]
    if mark.colours:
        kinds = [name for name, _ in mark.colours]
        columns["kind"] = [None if value is None else kinds[int(value)] for value in columns["value"]]
    return columns


def _fill(mark: Cells, value: Number | None) -> str:
    if value is None:
        return "white"
    if mark.colours:
        return mark.colours[int(value)][1]
    low, high = float(mark.low), float(mark.high)
    return shade(mark.shades, (float(value) - low) / (high - low) if high > low else 0)


def _boxes(mark: Boxes) -> Columns:
    return {
        "x": _all(x for x, _ in mark.at),
        "y": _all(y for _, y in mark.at),
        "word": ["\n".join(lines) for lines in mark.words],
        "fill": [tint(name) for name in mark.tints],
    }


def _links(mark: Boxes) -> Columns:
    starts, stops = ([mark.at[end] for end in ends] for ends in _link_ends(mark))
    return {
        "x": _all(x for x, _ in starts),
        "y": _all(y for _, y in starts),
        "x2": _all(x for x, _ in stops),
        "y2": _all(y for _, y in stops),
        "width": _all(link.width for link in mark.links),
        "word": [link.word for link in mark.links],
    }


def _link_ends(mark: Boxes) -> tuple[list[int], list[int]]:
    return [link.start for link in mark.links], [link.end for link in mark.links]


def _about(axis: Axis, bare: bool) -> dict[str, Any]:
    whole = axis.whole or bare
    return {"label": axis.label, "names": list(axis.names), "percent": axis.percent, "whole": whole}


def _told(mark: Mark) -> dict[str, Any]:
    """Return how the numbers of a mark are said: its name, and the columns of the place and of the values."""
    lying = bool(getattr(mark, "lying", False))
    match mark:
        case Line() | Points():
            told: dict[str, Any] = {"at": "x", "values": ["y"]}
        case Bars():
            told = {"at": "at", "values": ["size"]}
        case Spans():
            told = {"at": "at", "values": ["low", "high"]}
        case Cells():
            told = {"cell": "kind" if mark.colours else "value"}
        case Rule():
            told = {"rule": "at"}
        case Words() | Boxes():
            told = {"words": "word", "room": mark.room[0]} if isinstance(mark, Boxes) else {}
    sets = 2 if isinstance(mark, Boxes) else 1
    return {"label": getattr(mark, "label", ""), "lying": lying, "sets": sets, **told}


_CONFIG = {
    "background": None,
    "font": "system-ui, sans-serif",
    "view": {"stroke": None},
    "aria": False,
    "text": {"fontSize": LETTERS, "color": "black"},
    "axis": {
        "labelFontSize": LETTERS,
        "titleFontSize": LETTERS + 1,
        "titleFontWeight": "normal",
        "labelColor": "black",
        "titleColor": "black",
        "gridColor": "#e4e4e4",
        "domainColor": "#888",
        "tickColor": "#888",
        "labelFlush": False,
        "labelLimit": 400,
        "titleLimit": 1000,
    },
}


def legend(marks: Sequence[Mark]) -> list[dict[str, Any]]:
    """Return what a legend shows: each label once, with the looks of the marks that bear it."""
    found: dict[str, dict[str, Any]] = {}
    for mark in marks:
        for label, entry in _entries(mark):
            if label:
                found.setdefault(label, {"label": label, "looks": []})["looks"].append(entry)
    return list(found.values())


def _entries(mark: Mark) -> list[tuple[str, dict[str, Any]]]:
    if isinstance(mark, Cells):
        return [(name, {"fill": colour}) for name, colour in mark.colours]
    look = getattr(mark, "look", None)
    if look is None:
        return []
    shown: dict[str, Any] = {}
    if isinstance(mark, Bars):
        shown = {"fill": look.colour, "hatch": HATCHES.get(look.hatch)}
    if isinstance(mark, Line | Rule | Spans):
        shown = {"line": look.colour, "width": look.width, "dash": DASHES[look.dash]}
    if isinstance(mark, Line | Points) and look.marker:
        shown["marker"] = {
            "shape": look.marker,
            "colour": look.colour,
            "open": look.open or look.marker in STROKED,
        }
    return [(mark.label, shown)]  # type: ignore[union-attr]
