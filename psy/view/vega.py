"""Panels of charts as Vega-Lite specifications, and the numbers of their marks as the datasets of these.

A specification holds no numbers: the page's script puts them in, chart by chart, and draws as SVG, whose
colours the page's style sheet changes in the dark.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from psy.view.chart import Axis, Panel
from psy.view.marks import Bars, Boxes, Cells, Line, Mark, Number, Points, Rule, Spans, Words
from psy.view.palette import RED, Look, ink, shade, tint

# Columns of one dataset by name, all of one length.
Columns = dict[str, list[Any]]
Layer = dict[str, Any]

# Pixels in a point, as in matplotlib's pictures of a hundred dots an inch.
_PIXELS = 100 / 72
_DASHES = {"-": [], "--": [7, 4], "-.": [8, 3, 2, 3], ":": [2, 3]}
_MARKERS = {
    **{"o": "circle", "s": "square", "D": "diamond", "^": "triangle-up", "v": "triangle-down", "P": "cross"},
    "x": "M-0.8,-0.8L0.8,0.8M-0.8,0.8L0.8,-0.8",
    "|": "M0,-1L0,1",
    "*": "M0,-1L0.225,-0.309L0.951,-0.309L0.363,0.118L0.588,0.809L0,0.382L-0.588,0.809L-0.363,0.118"
    "L-0.951,-0.309L-0.225,-0.309Z",
}
_STROKED = ("x", "|")
# Patterns that the page defines.
_HATCHES = {"//": "url(#slashes)", "..": "url(#dots)"}
# A fraction of more letters is sent as a decimal.
_SHORT = 24
_DIGITS = 6
# The place of a marker, for a mouse that is near it, in square pixels.
_NEAR = 220
LETTERS = 12
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
    axes = _Axes(panel)
    layers = [
        layer
        for place, mark in enumerate(panel.marks)
        for layer in _LAYERS[type(mark)](f"m{place}", mark, axes)
    ]
    layers.append(_focus(axes))
    sources = {layer["data"]["name"] for layer in layers}
    return {
        "title": panel.title,
        "sticky": not _flat(panel),
        "spec": {
            "$schema": "https://vega.github.io/schema/vega-lite/v6.json",
            "autosize": {"type": "none"},
            "params": [{"name": name, "value": value} for name, value in _SIGNALS.items()],
            "datasets": {name: [] for name in sorted(sources)},
            "layer": layers,
            "config": _CONFIG,
        },
    }


def told(panel: Panel) -> dict[str, Any]:
    """Return what the page's script says of a panel: the words of its axes and the labels of its marks."""
    axes = [_about(axis, _flat(panel)) for axis in (panel.across, panel.up)]
    return {"axes": axes, "marks": [_told(mark) for mark in panel.marks]}


def _flat(panel: Panel) -> bool:
    return any(isinstance(mark, Cells | Boxes) for mark in panel.marks)


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


def _about(axis: Axis, flat: bool) -> dict[str, Any]:
    whole = axis.whole or flat
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


class _Axes:
    """The two encodings of a panel, alike in all its layers, so that they share their axes."""

    def __init__(self, panel: Panel) -> None:
        flat = _flat(panel)
        self.across = _axis(panel.across, "left", "right", flat)
        self.up = _axis(panel.up, "bottom", "top", flat)

    def x(self, field: str) -> Layer:
        return {**self.across, "field": field}

    def y(self, field: str) -> Layer:
        return {**self.up, "field": field}

    def along(self, lying: bool, at: str, low: str, high: str) -> Layer:
        """Encode a place along one axis, and a reach along the other."""
        if lying:
            return {"y": self.y(at), "x": self.x(low), "x2": {"field": high}}
        return {"x": self.x(at), "y": self.y(low), "y2": {"field": high}}


def _axis(axis: Axis, low: str, high: str, flat: bool) -> Layer:
    look: Layer | None = {"title": axis.label or None, "grid": not (flat or axis.names)}
    if axis.hidden:
        look = None
    elif look is not None:
        if axis.ticks:
            look["values"] = [float(tick) for tick in axis.ticks]
        if axis.percent:
            look["format"] = ".3~%"
    return {
        "type": "quantitative",
        "axis": look,
        "scale": {
            "domain": {"expr": f"[{low}, {high}]"},
            "nice": False,
            "zero": False,
            "reverse": axis.down,
        },
    }


def _line(name: str, mark: Line, axes: _Axes) -> list[Layer]:
    look = mark.look
    stroke = {"color": look.colour, "strokeWidth": look.width, "strokeDash": _DASHES[look.dash]}
    place = {"x": axes.x("x"), "y": axes.y("y")}
    line = {"mark": {"type": "line", **stroke}, "encoding": {**place, "order": {"field": "i"}}}
    return [{"data": {"name": name}, **line}, *_points(name, mark, axes)]


def _points(name: str, mark: Line | Points, axes: _Axes) -> list[Layer]:
    place = {"x": axes.x("x"), "y": axes.y("y")}
    near = {"type": "point", "filled": True, "size": _NEAR, "opacity": 0}
    layers = [_marker(mark.look)] if mark.look.marker else []
    return [{"data": {"name": name}, "mark": look, "encoding": place} for look in (*layers, near)]


def _marker(look: Look) -> Layer:
    hollow = look.open or look.marker in _STROKED
    return {
        "type": "point",
        "shape": _MARKERS[look.marker],
        "size": round((look.size * _PIXELS) ** 2),
        "fill": "transparent" if hollow else look.colour,
        "stroke": look.colour if hollow else None,
        "strokeWidth": 2,
        "opacity": 1,
    }


def _bars(name: str, mark: Bars, axes: _Axes) -> list[Layer]:
    half = mark.thick / 2
    found = (f"datum.at - {half}", f"datum.at + {half}", "datum.base || 0", "(datum.base || 0) + datum.size")
    sides = ("low", "high", "from", "to")
    spans = [{"calculate": sum_, "as": side} for sum_, side in zip(found, sides, strict=True)]
    ends = ("from", "to", "low", "high") if mark.lying else ("low", "high", "from", "to")
    place = dict(zip(("x", "x2", "y", "y2"), ends, strict=True))
    encoding = {
        "x": axes.x(place["x"]),
        "x2": {"field": place["x2"]},
        "y": axes.y(place["y"]),
        "y2": {"field": place["y2"]},
    }
    fill = {"color": {"field": "fill", "type": "nominal", "scale": None}} if mark.colours else {}
    layers = [{"mark": {"type": "rect", "color": mark.look.colour}, "encoding": {**encoding, **fill}}]
    if mark.look.hatch:
        layers.append({"mark": {"type": "rect", "fill": _HATCHES[mark.look.hatch]}, "encoding": encoding})
    if mark.words:
        layers.extend(_bar_words(mark.lying, axes))
    return [{"data": {"name": name}, "transform": spans, **layer} for layer in layers]


def _bar_words(lying: bool, axes: _Axes) -> list[Layer]:
    word = {"field": "word", "type": "nominal"}
    place = {"x": axes.x("to"), "y": axes.y("at")} if lying else {"x": axes.x("at"), "y": axes.y("to")}
    if lying:
        look = {
            "align": {"expr": "datum.size < 0 ? 'right' : 'left'"},
            "dx": {"expr": "datum.size < 0 ? -5 : 5"},
        }
    else:
        look = {"baseline": {"expr": "datum.size < 0 ? 'top' : 'bottom'"}}
        look["dy"] = {"expr": "datum.size < 0 ? 4 : -3"}
    return [{"mark": {"type": "text", **look}, "encoding": {**place, "text": word}}]


def _spans(name: str, mark: Spans, axes: _Axes) -> list[Layer]:
    look = {"color": mark.look.colour, "strokeWidth": mark.look.width, "strokeDash": _DASHES[mark.look.dash]}
    tick = {"type": "tick", "orient": "vertical" if mark.lying else "horizontal", "size": 9}
    thick = {"color": mark.look.colour, "thickness": mark.look.width, "strokeDash": look["strokeDash"]}
    ends: list[Layer] = [
        {
            "mark": {**tick, **thick},
            "encoding": {
                "x": axes.x(end if mark.lying else "at"),
                "y": axes.y("at" if mark.lying else end),
            },
        }
        for end in ("low", "high")
    ]
    whole: Layer = {"mark": {"type": "rule", **look}, "encoding": axes.along(mark.lying, "at", "low", "high")}
    return [{"data": {"name": name}, **layer} for layer in (whole, *ends)]


def _map(name: str, mark: Cells, axes: _Axes) -> list[Layer]:
    corners = [
        {"calculate": f"datum.{axis} {sign} 0.5", "as": axis + end}
        for axis in "xy"
        for sign, end in (("-", "low"), ("+", "high"))
    ]
    place = {
        "x": axes.x("xlow"),
        "x2": {"field": "xhigh"},
        "y": axes.y("ylow"),
        "y2": {"field": "yhigh"},
    }
    fill = {"color": {"field": "fill", "type": "nominal", "scale": None}}
    framed = [*corners, {"filter": "datum.framed"}]
    frame = {"type": "rect", "fill": None, "stroke": RED, "strokeWidth": 3}
    cell = {"type": "rect", "stroke": "white", "strokeWidth": 1}
    layers: list[Layer] = [{"transform": corners, "mark": cell, "encoding": {**place, **fill}}]
    if mark.words:
        layers.append(_cell_words(axes))
    layers.append({"transform": framed, "mark": frame, "encoding": place})
    return [{"data": {"name": name}, **layer} for layer in layers]


def _cell_words(axes: _Axes) -> Layer:
    return {
        "mark": {"type": "text", "baseline": "middle"},
        "encoding": {
            "x": axes.x("x"),
            "y": axes.y("y"),
            "text": {"field": "word", "type": "nominal"},
            "color": {"field": "ink", "type": "nominal", "scale": None},
        },
    }


def _rule(name: str, mark: Rule, axes: _Axes) -> list[Layer]:
    look = {"color": mark.look.colour, "strokeWidth": mark.look.width, "strokeDash": _DASHES[mark.look.dash]}
    place = {"y": axes.y("at")} if mark.lying else {"x": axes.x("at")}
    return [{"data": {"name": name}, "mark": {"type": "rule", **look}, "encoding": place}]


def _words(name: str, mark: Words, axes: _Axes) -> list[Layer]:
    align = {"start": "left", "middle": "center", "end": "right"}[mark.anchor]
    look = {"type": "text", "align": align, "baseline": "middle", "color": mark.colour, "lineBreak": "\n"}
    place = {"x": axes.x("x"), "y": axes.y("y"), "text": {"field": "word", "type": "nominal"}}
    return [{"data": {"name": name}, "mark": look, "encoding": place}]


def _flow(name: str, mark: Boxes, axes: _Axes) -> list[Layer]:
    sides = [
        {"calculate": f"datum.{axis} {sign} {size / 2}", "as": axis + end}
        for axis, size in zip("xy", mark.room, strict=True)
        for sign, end in (("-", "low"), ("+", "high"))
    ]
    place = {"x": axes.x("xlow"), "x2": {"field": "xhigh"}, "y": axes.y("ylow"), "y2": {"field": "yhigh"}}
    fill = {"color": {"field": "fill", "type": "nominal", "scale": None}}
    word = {"field": "word", "type": "nominal"}
    lines = {"lineBreak": "\n", "lineHeight": 15, "baseline": "middle"}
    middle = {"dy": {"expr": "-7.5 * (split(datum.word, '\\n').length - 1)"}, "color": "#111"}
    boxes: list[Layer] = [
        {
            "transform": sides,
            "mark": {"type": "rect", "cornerRadius": 5},
            "encoding": {**place, **fill},
        },
        {
            "mark": {"type": "text", **lines, **middle},
            "encoding": {"x": axes.x("x"), "y": axes.y("y"), "text": word},
        },
    ]
    between = [{"data": {"name": f"{name}_links"}, **layer} for layer in _edges(axes, word)]
    return [between[0], *({"data": {"name": name}, **box} for box in boxes), *between[1:]]


def _edges(axes: _Axes, word: Layer) -> list[Layer]:
    middles = [{"calculate": f"(datum.{axis} + datum.{axis}2) / 2", "as": f"{axis}middle"} for axis in "xy"]
    ends = {"x": axes.x("x"), "x2": {"field": "x2"}, "y": axes.y("y"), "y2": {"field": "y2"}}
    width = {"strokeWidth": {"field": "width", "type": "quantitative", "scale": None}}
    place = {"x": axes.x("xmiddle"), "y": axes.y("ymiddle"), "text": word}
    looks: tuple[Layer, ...] = ({"stroke": "white", "strokeWidth": 4, "strokeJoin": "round"}, {})
    texts: list[Layer] = [
        {
            "transform": middles,
            "mark": {"type": "text", "baseline": "middle", **look},
            "encoding": place,
        }
        for look in looks
    ]
    return [{"mark": {"type": "rule", "color": "#9a9a9a"}, "encoding": {**ends, **width}}, *texts]


def _focus(axes: _Axes) -> Layer:
    """Return the ring around the point that is looked at."""
    look = {"type": "point", "size": 320, "stroke": "black", "strokeWidth": 2, "fill": None, "opacity": 1}
    return {"data": {"name": "focus"}, "mark": look, "encoding": {"x": axes.x("x"), "y": axes.y("y")}}


_LAYERS: Mapping[type[Mark], Callable[[str, Any, _Axes], list[Layer]]] = {
    **{Line: _line, Points: _points, Bars: _bars, Spans: _spans, Cells: _map},
    **{Rule: _rule, Words: _words, Boxes: _flow},
}

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
        shown = {"fill": look.colour, "hatch": _HATCHES.get(look.hatch)}
    if isinstance(mark, Line | Rule | Spans):
        shown = {"line": look.colour, "width": look.width, "dash": _DASHES[look.dash]}
    if isinstance(mark, Line | Points) and look.marker:
        shown["marker"] = {
            "shape": look.marker,
            "colour": look.colour,
            "open": look.open or look.marker in _STROKED,
        }
    return [(mark.label, shown)]  # type: ignore[union-attr]
