"""The layers of each mark in a specification of Vega-Lite: how marks look in pages."""

from collections.abc import Callable, Mapping
from typing import Any

from psy.view.chart import Axis, Panel
from psy.view.marks import Bars, Boxes, Cells, Line, Mark, Points, Rule
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


def layers(panel: Panel) -> list[Layer]:
    """Return the layers of all marks of a panel, from below, and the ring of the point looked at."""
    axes = _Axes(panel)
    ring = {"type": "point", "size": 320, "stroke": "black", "strokeWidth": 2, "fill": None, "opacity": 1}
    return [
        *(
            {**layer, "data": {"name": f"m{place}{layer.get('data', '')}"}}
            for place, mark in enumerate(panel.marks)
            for layer in _LAYERS[type(mark)](mark, axes)
        ),
        {"data": {"name": "focus"}, "mark": ring, "encoding": axes.encode(x="x", y="y")},
    ]


def flat(panel: Panel) -> bool:
    """Whether a panel is a map or a flow, whose axes have no grid and fit each chart."""
    return any(isinstance(mark, Cells | Boxes) for mark in panel.marks)


class _Axes:
    """The encodings of a panel, alike in all its layers, so that they share their axes."""

    def __init__(self, panel: Panel) -> None:
        self._channels: Layer = {
            "x": _axis(panel.across, "[left, right]", flat(panel)),
            "y": _axis(panel.up, "[bottom, top]", flat(panel)),
            "text": {"type": "nominal"},
            "color": {"type": "nominal", "scale": None},
            "strokeWidth": {"type": "quantitative", "scale": None},
        }

    def encode(self, **fields: str) -> Layer:
        """Return which column of the data says where a part is, or how it looks."""
        return {
            channel: {**self._channels.get(channel, {}), "field": field} for channel, field in fields.items()
        }


def _axis(axis: Axis, ends: str, bare: bool) -> Layer:
    look = {"title": axis.label or None, "grid": not (bare or axis.names)}
    if axis.percent:
        look["format"] = ".3~%"
    scale = {"domain": {"expr": ends}, "nice": False, "zero": False, "reverse": axis.down}
    return {"type": "quantitative", "axis": None if axis.hidden else look, "scale": scale}


def _line(mark: Line, axes: _Axes) -> list[Layer]:
    line = {"mark": {"type": "line", **_stroke(mark.look)}, "encoding": axes.encode(x="x", y="y", order="i")}
    return [line, *_points(mark, axes)]


def _points(mark: Line | Points, axes: _Axes) -> list[Layer]:
    near = {"type": "point", "filled": True, "size": _NEAR, "opacity": 0}
    looks = [_marker(mark.look)] if mark.look.marker else []
    return [{"mark": look, "encoding": axes.encode(x="x", y="y")} for look in (*looks, near)]


def _stroke(look: Look) -> Layer:
    return {"color": look.colour, "strokeWidth": look.width, "strokeDash": DASHES[look.dash]}


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


def _bars(mark: Bars, axes: _Axes) -> list[Layer]:
    along, reach = ("y", "x") if mark.lying else ("x", "y")
    place = {along: "low", f"{along}2": "high", reach: "from", f"{reach}2": "to"}
    fill = {"color": "fill"} if mark.colours else {}
    looks: list[Layer] = [{"type": "rect", "color": mark.look.colour}]
    if mark.look.hatch:
        looks.append({"type": "rect", "fill": HATCHES[mark.look.hatch]})
    layers = [{"mark": look, "encoding": axes.encode(**place, **fill)} for look in looks]
    if mark.words:
        sides = {"align": ("right", "left"), "dx": (-5, 5)}
        if not mark.lying:
            sides = {"baseline": ("top", "bottom"), "dy": (4, -3)}
        exprs = {name: {"expr": f"datum.size < 0 ? {one!r} : {two!r}"} for name, (one, two) in sides.items()}
        words = {along: "at", reach: "to", "text": "word"}
        layers.append({"mark": {"type": "text", **exprs}, "encoding": axes.encode(**words)})
    low, high = (f"datum.at {sign} {mark.thick / 2}" for sign in "-+")
    ends = {"low": low, "high": high, "from": "datum.base || 0", "to": "(datum.base || 0) + datum.size"}
    return [{"transform": _calculated(ends), **layer} for layer in layers]


def _calculated(sums: Mapping[str, str]) -> list[Layer]:
    return [{"calculate": calculation, "as": name} for name, calculation in sums.items()]


def _corners(room: tuple[float, float]) -> list[Layer]:
    """Return what calculates the sides of boxes of a width and height around their places."""
    ends = (("low", "-"), ("high", "+"))
    return _calculated(
        {
            f"{axis}{end}": f"datum.{axis} {sign} {size / 2}"
            for axis, size in zip("xy", room, strict=True)
            for end, sign in ends
        }
    )


_BOX = {"x": "xlow", "x2": "xhigh", "y": "ylow", "y2": "yhigh"}


def _map(mark: Cells, axes: _Axes) -> list[Layer]:
    corners = _corners((1, 1))
    cell = {"type": "rect", "stroke": "white", "strokeWidth": 1}
    frame = {"type": "rect", "fill": None, "stroke": RED, "strokeWidth": 3}
    layers: list[Layer] = [
        {"transform": corners, "mark": cell, "encoding": axes.encode(**_BOX, color="fill")},
        {"transform": [*corners, {"filter": "datum.framed"}], "mark": frame, "encoding": axes.encode(**_BOX)},
    ]
    if mark.words:
        words = axes.encode(x="x", y="y", text="word", color="ink")
        layers.insert(1, {"mark": {"type": "text", "baseline": "middle", "fontSize": 11}, "encoding": words})
    return layers


def _rule(mark: Rule, axes: _Axes) -> list[Layer]:
    side = "y" if mark.lying else "x"
    return [{"mark": {"type": "rule", **_stroke(mark.look)}, "encoding": axes.encode(**{side: "at"})}]


def _flow(mark: Boxes, axes: _Axes) -> list[Layer]:
    """Return links, boxes above them with their lines, and the words of links on paper of their own."""
    link = {"type": "rule", "color": "#9a9a9a"}
    ends = axes.encode(x="x", x2="x2", y="y", y2="y2", strokeWidth="width")
    box = {"type": "rect", "cornerRadius": 5}
    text: Layer = {"type": "text", "baseline": "middle"}
    lines: Layer = {"lineBreak": "\n", "lineHeight": 15, "color": "#111"}
    middle: Layer = {"dy": {"expr": "-7.5 * (split(datum.word, '\\n').length - 1)"}}
    looks: tuple[Layer, ...] = ({"stroke": "white", "strokeWidth": 4, "strokeJoin": "round"}, {})
    middles = _calculated({f"{axis}middle": f"(datum.{axis} + datum.{axis}2) / 2" for axis in "xy"})
    word: Layer = {"transform": middles, "encoding": axes.encode(x="xmiddle", y="ymiddle", text="word")}
    words = axes.encode(x="x", y="y", text="word")
    return [
        {"data": "_links", "mark": link, "encoding": ends},
        {"transform": _corners(mark.room), "mark": box, "encoding": axes.encode(**_BOX, color="fill")},
        {"mark": {**text, **lines, **middle}, "encoding": words},
        *({"data": "_links", "mark": {**text, **look}, **word} for look in looks),
    ]


_LAYERS: Mapping[type[Mark], Callable[[Any, _Axes], list[Layer]]] = {
    **{Line: _line, Points: _points, Bars: _bars, Cells: _map, Rule: _rule, Boxes: _flow}
}
