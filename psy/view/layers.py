"""The layers of each mark in a specification of Vega-Lite: how marks look in pages."""

from collections.abc import Callable, Mapping
from typing import Any

from psy.view.chart import Axis, Panel
from psy.view.marks import Bars, Boxes, Cells, Line, Mark, Points, Rule, Spans, Words
from psy.view.palette import RED, Look

Layer = dict[str, Any]

# Pixels in a point, as in matplotlib's pictures of a hundred dots an inch.
_PIXELS = 100 / 72
DASHES = {"-": [], "--": [7, 4], "-.": [8, 3, 2, 3], ":": [2, 3]}
_MARKERS = {
    **{"o": "circle", "s": "square", "D": "diamond", "^": "triangle-up", "v": "triangle-down", "P": "cross"},
    "x": "M-0.8,-0.8L0.8,0.8M-0.8,0.8L0.8,-0.8",
    "|": "M0,-1L0,1",
    "*": "M0,-1L0.225,-0.309L0.951,-0.309L0.363,0.118L0.588,0.809L0,0.382L-0.588,0.809L-0.363,0.118"
    "L-0.951,-0.309L-0.225,-0.309Z",
}
STROKED = ("x", "|")
# Patterns that the page defines.
HATCHES = {"//": "url(#slashes)", "..": "url(#dots)"}
# The place of a marker, for a mouse that is near it, in square pixels.
_NEAR = 220
LETTERS = 12


def layers(panel: Panel) -> list[Layer]:
    """Return the layers of all marks of a panel, from below, and the ring of the point looked at."""
    axes = _Axes(panel)
    found = [
        layer
        for place, mark in enumerate(panel.marks)
        for layer in _LAYERS[type(mark)](f"m{place}", mark, axes)
    ]
    return [*found, _focus(axes)]


def flat(panel: Panel) -> bool:
    """Whether a panel is a map or a flow, whose axes have no grid and fit each chart."""
    return any(isinstance(mark, Cells | Boxes) for mark in panel.marks)


class _Axes:
    """The two encodings of a panel, alike in all its layers, so that they share their axes."""

    def __init__(self, panel: Panel) -> None:
        self.across = _axis(panel.across, "left", "right", flat(panel))
        self.up = _axis(panel.up, "bottom", "top", flat(panel))

    def x(self, field: str) -> Layer:
        return {**self.across, "field": field}

    def y(self, field: str) -> Layer:
        return {**self.up, "field": field}

    def along(self, lying: bool, at: str, low: str, high: str) -> Layer:
        """Encode a place along one axis, and a reach along the other."""
        if lying:
            return {"y": self.y(at), "x": self.x(low), "x2": {"field": high}}
        return {"x": self.x(at), "y": self.y(low), "y2": {"field": high}}


def _axis(axis: Axis, low: str, high: str, bare: bool) -> Layer:
    look: Layer | None = {"title": axis.label or None, "grid": not (bare or axis.names)}
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
    stroke = {"color": look.colour, "strokeWidth": look.width, "strokeDash": DASHES[look.dash]}
    place = {"x": axes.x("x"), "y": axes.y("y")}
    line = {"mark": {"type": "line", **stroke}, "encoding": {**place, "order": {"field": "i"}}}
    return [{"data": {"name": name}, **line}, *_points(name, mark, axes)]


def _points(name: str, mark: Line | Points, axes: _Axes) -> list[Layer]:
    place = {"x": axes.x("x"), "y": axes.y("y")}
    near = {"type": "point", "filled": True, "size": _NEAR, "opacity": 0}
    layers = [_marker(mark.look)] if mark.look.marker else []
    return [{"data": {"name": name}, "mark": look, "encoding": place} for look in (*layers, near)]


def _marker(look: Look) -> Layer:
    hollow = look.open or look.marker in STROKED
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
        layers.append({"mark": {"type": "rect", "fill": HATCHES[mark.look.hatch]}, "encoding": encoding})
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
    look = {"color": mark.look.colour, "strokeWidth": mark.look.width, "strokeDash": DASHES[mark.look.dash]}
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
    look = {"color": mark.look.colour, "strokeWidth": mark.look.width, "strokeDash": DASHES[mark.look.dash]}
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
