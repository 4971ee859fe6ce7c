"""Panels of charts as Vega-Lite specifications, and the numbers of their marks as the datasets of these.

A specification holds no numbers: the page's script puts them in, chart by chart, and draws as SVG, whose
colours the page's style sheet changes in the dark.
"""

import json
from collections.abc import Iterable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from psy.view.chart import Axis, Panel
from psy.view.layers import DASHES, HATCHES, STROKED, flat, layers
from psy.view.marks import Bars, Boxes, Cells, Line, Mark, Number, Points, Rule
from psy.view.palette import ink, tint

# Columns of one dataset by name, all of one length.
Columns = dict[str, list[Any]]

# The looks of charts in pages.
_CONFIG = json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8"))
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
            base = _all(mark.base) if any(mark.base) else []
            more: Columns = {"base": base, "word": list(mark.words), "fill": list(mark.colours)}
            shown = {name: column for name, column in more.items() if column}
            return [{"at": _all(mark.at), "size": _all(mark.size), **shown}]
        case Cells():
            return [_cells(mark)]
        case Rule():
            return [{"at": [number(mark.at)]}]
        case Boxes():
            texts = zip(mark.at, mark.words, mark.tints, strict=True)
            boxes = [(*_all(place), "\n".join(lines), tint(name)) for place, lines, name in texts]
            ends = [(link, (*mark.at[link.start], *mark.at[link.end], link.width)) for link in mark.links]
            links = [(*_all(places), link.word) for link, places in ends]
            return [_columns("x y word fill", boxes), _columns("x y x2 y2 width word", links)]


def _all(values: Iterable[Number]) -> list[int | float | str]:
    return [number(value) for value in values]


def _columns(names: str, rows: Sequence[tuple[Any, ...]]) -> Columns:
    return {name: [row[place] for row in rows] for place, name in enumerate(names.split())}


def _cells(mark: Cells) -> Columns:
    rows = [
        (x, y, None if value is None else number(value), mark.fill(value), int((x, y) in mark.framed))
        for y, row in enumerate(mark.values)
        for x, value in enumerate(row)
    ]
    columns = _columns("x y value fill framed", rows)
    columns["ink"] = list(map(ink, columns["fill"]))
    if mark.words:
        columns["word"] = [word for words in mark.words for word in words]
    if mark.kinds:
        columns["kind"] = [None if kind is None else mark.kinds[kind][0] for kind in columns["value"]]
    return columns


def _about(axis: Axis, bare: bool) -> dict[str, Any]:
    whole = axis.whole or bare
    return {"label": axis.label, "names": list(axis.names), "percent": axis.percent, "whole": whole}


def _told(mark: Mark) -> dict[str, Any]:
    """Return how the numbers of a mark are said: its name, and the columns of the place and of the value."""
    told = {"label": getattr(mark, "label", "")}
    match mark:
        case Line() | Points():
            return {**told, "at": "x", "value": "y"}
        case Bars():
            return {**told, "at": "at", "value": "size", "lying": mark.lying}
        case Cells():
            return {**told, "cell": "kind" if mark.kinds else "value"}
        case Boxes():
            return {**told, "words": "word", "room": mark.room[0], "sets": 2}
    return told


def legend(marks: Sequence[Mark]) -> list[dict[str, Any]]:
    """Return what a legend shows: each label once, with the looks of the marks that bear it."""
    found: dict[str, dict[str, Any]] = {}
    for mark in marks:
        for label, entry in _entries(mark):
            found.setdefault(label, {"label": label, "looks": []})["looks"].append(entry)
    return list(found.values())


def _entries(mark: Mark) -> list[tuple[str, dict[str, Any]]]:
    """Return the entries of a mark in the legend: its own label, or the kinds of a map."""
    look: dict[str, Any] = {}
    match mark:
        case Cells():
            return [(name, {"fill": colour}) for name, colour in mark.kinds]
        case Bars():
            look = {"fill": mark.look.colour, "hatch": HATCHES.get(mark.look.hatch)}
        case Line() | Rule():
            look = {"line": mark.look.colour, "width": mark.look.width, "dash": DASHES[mark.look.dash]}
    if isinstance(mark, Line | Points) and (marker := mark.look.marker):
        hollow = mark.look.open or marker in STROKED
        look["marker"] = {"shape": marker, "colour": mark.look.colour, "open": hollow}
    return [(label, look)] if (label := getattr(mark, "label", "")) else []
