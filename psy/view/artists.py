"""What draws each mark with matplotlib: made once for a picture, moved to the mark of each later chart."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection, PolyCollection
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from psy.view.lettering import Lettering
from psy.view.marks import Bars, Boxes, Cells, Line, Mark, Number, Points, Rule
from psy.view.palette import GREY, RED, Look, ink, tint

# Sizes of letters in points, of which a picture has 100 pixels for 72.
_LETTERS, _SMALL, _SMALLEST = 10, 9, 8
_BETWEEN = 3.5  # Points between the end of a bar and its word.
Shape = npt.NDArray[np.float64]


class _MarkArtist:
    """What draws a mark: made once, and moved by its ``show``; ``words`` need room on the axes."""

    words: Sequence[Lettering] = ()

    def show(self, mark: Any) -> None:
        """Move to this mark."""
        raise NotImplementedError


class _LineArtist(_MarkArtist):
    """A line, or with ``Points`` its markers alone."""

    def __init__(self, axes: Axes, mark: Line | Points, order: float) -> None:
        self._line = Line2D([], [], animated=True, zorder=order, clip_on=False, **_line_look(mark))
        axes.add_line(self._line)

    def show(self, mark: Line | Points) -> None:
        """Move to this mark."""
        self._line.set_data(_floats(mark.x), _floats(mark.y))


class _BarsArtist(_MarkArtist):
    """Bars as one collection, so that their number may change, with a word at the end of each."""

    def __init__(self, axes: Axes, mark: Bars, order: float) -> None:
        self._bars = _polygons(axes, order, linewidths=0)
        self._bars.set(hatch=mark.look.hatch or None, edgecolor="white" if mark.look.hatch else "none")
        self.words = [Lettering(axes, _LETTERS)]

    def show(self, mark: Bars) -> None:
        """Move to this mark."""
        at, base = _floats(mark.at), _floats(mark.bases)
        end = base + _floats(mark.size)
        half = mark.thick / 2
        corners = np.array([[base, at - half], [end, at - half], [end, at + half], [base, at + half]])
        self._bars.set_verts(list(np.moveaxis(corners if mark.lying else corners[:, ::-1], 2, 0)))
        self._bars.set_facecolor(list(mark.colours) or mark.look.colour)
        if not mark.words:
            self.words[0].show((), ())
        elif mark.lying:
            sides = ["end" if size < 0 else "start" for size in mark.size]
            self.words[0].show(list(zip(end, at, strict=True)), mark.words, sides=sides, push=_BETWEEN)
        else:
            rise = _BETWEEN + _LETTERS / 2
            below = min(mark.size, default=0) < 0 and max(mark.size) <= 0
            self.words[0].show(list(zip(at, end, strict=True)), mark.words, rise=-rise if below else rise)


class _CellsArtist(_MarkArtist):
    """A map: its shades, the words in it, and frames around some cells."""

    def __init__(self, axes: Axes, mark: Cells, order: float) -> None:
        self._width = axes.bbox.width
        self._cells = _polygons(axes, order, edgecolor="white", linewidths=0.7)
        self._frames = _polygons(axes, order + 0.1, facecolor="none", edgecolor=RED, linewidths=2.2)
        self._frames.set_clip_on(False)
        self._letters = Lettering(axes, _SMALL)

    def show(self, mark: Cells) -> None:
        """Move to this mark."""
        places = [(x, y) for y, row in enumerate(mark.values) for x in range(len(row))]
        fills = [mark.fill(value) for row in mark.values for value in row]
        self._cells.set_verts([_square(*place, 0.5, 0.5) for place in places])
        self._cells.set_facecolor(fills)
        self._frames.set_verts([_square(*place, 0.47, 0.47) for place in mark.framed])
        words = [word for row in mark.words for word in row]
        longest = max(map(len, " ".join(words).split()), default=0)
        size = _SMALL if longest * 0.9 * _SMALL < self._width / len(mark.values[0]) else _SMALLEST
        self._letters.show(places if words else (), words, list(map(ink, fills)), size=size)


class _RuleArtist(_MarkArtist):
    """A line right across the picture."""

    def __init__(self, axes: Axes, mark: Rule, order: float) -> None:
        draw = axes.axhline if mark.lying else axes.axvline
        line = draw(0, animated=True, zorder=order, **_line_look(mark))
        self._move = line.set_ydata if mark.lying else line.set_xdata

    def show(self, mark: Rule) -> None:
        """Move to this mark."""
        self._move([float(mark.at)] * 2)


class _BoxesArtist(_MarkArtist):
    """Boxes with lines of text, and links whose words stand on the edges."""

    def __init__(self, axes: Axes, mark: Boxes, order: float) -> None:
        self._links = LineCollection([], colors="#8c8c8c", animated=True, zorder=order)
        axes.add_collection(self._links, autolim=False)
        self._boxes = _polygons(axes, order + 0.1, linewidths=5, joinstyle="round")
        self._texts = Lettering(axes, _SMALL)
        self._edges = Lettering(axes, _SMALL, halo=True)
        self.words = [self._edges]

    def show(self, mark: Boxes) -> None:
        """Move to this mark."""
        places = [(float(x), float(y)) for x, y in mark.at]
        # The round joints of the outline are as wide as the line, so the box itself is a little smaller.
        half = (0.48 * mark.room[0], 0.46 * mark.room[1])
        self._boxes.set_verts([_square(*place, *half) for place in places])
        tints = [tint(name) for name in mark.tints]
        self._boxes.set(facecolor=tints, edgecolor=tints)
        self._texts.show(places, ["\n".join(lines) for lines in mark.words])
        ends = [(places[link.start], places[link.end]) for link in mark.links]
        self._links.set(segments=ends, linewidths=[link.width for link in mark.links])
        worded = [(link.word, end) for link, end in zip(mark.links, ends, strict=True) if link.word]
        middles = [((x + u) / 2, (y + v) / 2) for _, ((x, y), (u, v)) in worded]
        self._edges.show(middles, [word for word, _ in worded], GREY)


_ARTISTS: dict[type, Any] = {
    Line: _LineArtist,
    Points: _LineArtist,
    Bars: _BarsArtist,
    Cells: _CellsArtist,
    Rule: _RuleArtist,
    Boxes: _BoxesArtist,
}


def artist(axes: Axes, mark: Mark, order: float) -> _MarkArtist:
    """Return what draws marks of this kind and look; later ones lie above earlier ones."""
    made: _MarkArtist = _ARTISTS[type(mark)](axes, mark, order)
    return made


def legend_of(mark: Mark) -> list[tuple[str, Artist]]:
    """Return the entries of a mark in the legend: its own label, or the kinds of a map."""
    match mark:
        case Cells():
            return [(name, Patch(facecolor=colour)) for name, colour in mark.kinds]
        case Boxes():
            return []
        case Bars():
            fill = mark.look
            look: dict[str, Any] = {"facecolor": fill.colour, "hatch": fill.hatch or None, "linewidth": 0}
            handle: Artist = Patch(edgecolor="white" if mark.look.hatch else None, **look)
        case _:
            handle = Line2D([], [], **_line_look(mark, largest=11))
    return [(mark.label, handle)] if mark.label else []


def _line_look(mark: Line | Points | Rule, largest: float = 99) -> dict[str, Any]:
    """Return the look of a line or marker in matplotlib's words."""
    look: Look = mark.look
    return {
        "color": look.colour,
        "linestyle": "" if isinstance(mark, Points) else look.dash,
        "linewidth": look.width,
        "marker": ""
        if isinstance(mark, Rule)
        else (look.marker or ("o" if isinstance(mark, Points) else "")),
        "markersize": min(look.size, largest),
        "fillstyle": "none" if look.open else "full",
        "markeredgewidth": 2 if look.open or look.marker in "x|" else 0.8,
    }


def _polygons(axes: Axes, order: float, **look: Any) -> PolyCollection:
    polygons = PolyCollection([], animated=True, zorder=order, **look)
    axes.add_collection(polygons, autolim=False)
    return polygons


def _square(x: float, y: float, wide: float, high: float) -> Shape:
    return np.array([(x - wide, y - high), (x + wide, y - high), (x + wide, y + high), (x - wide, y + high)])


def _floats(numbers: tuple[Number, ...]) -> Shape:
    return np.array([float(number) for number in numbers])
