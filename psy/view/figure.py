"""Charts drawn with matplotlib: live, in stored notebooks, and as the still pictures of pages.

What stays of a picture is drawn once; only its marks are drawn at each move of a control. Drawing axes, ticks
and text takes most of the time of a picture, and a control has a twentieth of a second.
"""

import functools
import io
import textwrap
from dataclasses import replace
from pathlib import Path
from typing import Any

import matplotlib as mpl
import numpy as np
import numpy.typing as npt
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator
from PIL import Image

from psy.view.artists import artist, legend_of
from psy.view.chart import Axis, Chart, Panel
from psy.view.marks import Boxes, Cells

Ends = tuple[float, float]
DOTS = 100  # An inch of a picture.
_MOST_TICKS = 13
# The strength of a chart that is held as a ghost beneath the next ones.
_GHOST = 0.25
# Letters and paper around an entry of the legend and a letter of it, in pixels.
_ENTRY, _LETTER = 76, 7.6
_styled = functools.partial(mpl.rc_context, fname=Path(__file__).with_name("psy.mplstyle"))


class Drawing:
    """One picture as it is moved: a figure that no window holds, made at the first chart.

    A chart with other words on its axes or legend makes the figure new. The ends of its axes grow when a
    chart needs more room, and shrink only at `reset`, so that they stay still while a control moves.
    """

    def __init__(self) -> None:
        self._held: Chart | None = None
        self._still: object = None
        self._ground: Any = None

    def image(self, chart: Chart) -> Image.Image:
        """Return the pixels of a chart, valid until the next call."""
        self._fit(chart)
        if self._ground is None:
            self._draw_ground()
        self._canvas.restore_region(self._ground)
        self._draw_marks(chart)
        pixels = self._canvas.buffer_rgba()
        return Image.frombuffer("RGBA", self._canvas.get_width_height(), pixels, "raw", "RGBA", 0, 1)

    def png(self, chart: Chart, packing: int = 1) -> bytes:
        """Return a chart as PNG in 64 colours; ``packing`` from 1, quick, to 9, small."""
        return packed(self.image(chart), packing)

    def hold(self, chart: Chart | None) -> None:
        """Keep a chart as a pale ghost under the next ones, until another is held, or None."""
        self._held, self._ground = chart, None

    def reset(self) -> None:
        """Forget the chart that is held, and how far the axes have grown."""
        self._held = self._still = None

    def _fit(self, chart: Chart) -> None:
        """Make the figure if the chart's frame is new, and give it all the room that the chart needs."""
        if (still := _frame(chart)) != self._still:
            self._make(chart)
            self._still = still
        for panel, place in zip(chart.panels, range(len(self._panels)), strict=True):
            axes, artists = self._panels[place]
            for each, mark in zip(artists, panel.marks, strict=True):
                each.show(mark)
            ends = _with_words(panel, _wide_enough(panel.limits(), self._ends[place]), axes, artists)
            if ends != self._ends[place]:
                self._ends[place] = ends
                self._ground = None
                _set_ends(axes, panel, ends)

    @_styled()
    def _make(self, chart: Chart) -> None:
        width = chart.inches
        self._figure = Figure(figsize=(width, chart.height), dpi=DOTS, layout="constrained")
        self._canvas = FigureCanvasAgg(self._figure)
        if self._held is not None and _frame(self._held) != _frame(chart):
            self._held = None
        self._ground = None
        lines = textwrap.wrap(chart.title, int(width * 12.5))
        self._figure.suptitle("\n".join(lines), x=0.01, ha="left", fontsize=12)
        every = self._figure.subplots(1, len(chart.panels), squeeze=False)[0]
        self._panels = [
            (axes, [artist(axes, mark, 2 + number / 50) for number, mark in enumerate(panel.marks)])
            for axes, panel in zip(every, chart.panels, strict=True)
        ]
        self._ends: list[tuple[Ends, Ends] | None] = [None] * len(chart.panels)
        for axes, panel in zip(every, chart.panels, strict=True):
            _set_frame(axes, panel, 0.75 * DOTS * width / len(every))
            _set_ends(axes, panel, panel.limits())
        self._add_legend(chart)
        for part in self._figure.findobj(Artist.get_animated):
            part.set_in_layout(False)
        self._figure.draw_without_rendering()  # The words need to know how large the axes are.

    def _add_legend(self, chart: Chart) -> None:
        entries = dict(entry for mark in reversed(chart.marks) for entry in reversed(legend_of(mark)))
        if entries:
            names = list(reversed(entries))
            longest = max(map(len, names)) * _LETTER + _ENTRY
            columns = max(1, min(len(names), int(chart.inches * DOTS / longest)))
            handles = [entries[name] for name in names]
            self._figure.legend(handles, names, loc="outside lower left", ncols=columns)

    @_styled()
    def _draw_ground(self) -> None:
        self._canvas.draw()
        if self._held is not None:
            plain = np.array(self._canvas.buffer_rgba(), dtype=float)
            self._draw_marks(self._held)
            pixels = np.asarray(self._canvas.buffer_rgba())
            pixels[:] = plain + (pixels - plain) * _GHOST
        self._ground = self._canvas.copy_from_bbox(self._figure.bbox)

    def _draw_marks(self, chart: Chart) -> None:
        pen = self._canvas.get_renderer()
        for (axes, artists), panel in zip(self._panels, chart.panels, strict=True):
            for each, mark in zip(artists, panel.marks, strict=True):
                each.show(mark)
            for part in sorted(axes.findobj(Artist.get_animated, include_self=False), key=Artist.get_zorder):
                part.draw(pen)


def still(chart: Chart, packing: int = 6) -> bytes:
    """Return one chart as PNG."""
    return Drawing().png(chart, packing)


def packed(image: Image.Image, packing: int) -> bytes:
    """Return pixels as PNG in 64 colours; ``packing`` from 1, quick, to 9, small."""
    png = io.BytesIO()
    colours = image.convert("RGB").quantize(64, method=Image.Quantize.FASTOCTREE)
    # The paper, which is the colour of the corner, is pure white again after the choice of 64 colours.
    palette = colours.getpalette() or []
    paper = 3 * int(colours.getpixel((0, 0)))  # type: ignore[arg-type]
    palette[paper : paper + 3] = [255, 255, 255]
    colours.putpalette(palette)
    colours.save(png, "PNG", compress_level=packing)
    return png.getvalue()


def _frame(chart: Chart) -> object:
    """Return what of a chart does not move: a chart with another frame needs another figure."""
    kept = ("label", "look", "lying", "shades", "kinds")
    panels = [
        (
            panel.title,
            *(replace(axis, low=None, high=None) for axis in (panel.across, panel.up)),
            [(type(mark), *(getattr(mark, name, None) for name in kept)) for mark in panel.marks],
        )
        for panel in chart.panels
    ]
    return chart.title, chart.height, chart.inches, panels


def _set_frame(axes: Axes, panel: Panel, room: float) -> None:
    """Write what stays of a panel; ``room`` is about how wide it is in pixels."""
    axes.set_title(panel.title)
    flat = any(isinstance(mark, Cells | Boxes) for mark in panel.marks)
    for axis, about, spine in ((axes.xaxis, panel.across, "bottom"), (axes.yaxis, panel.up, "left")):
        axis.set_label_text(about.label)
        axis.grid(visible=not (flat or about.names or about.hidden or panel.tight(lying=spine == "left")))
        if about.percent:
            axis.set_major_formatter(lambda value, _: f"{100 * value:.4g}%")
        if about.names:
            names = about.names if spine == "left" else _wrapped(about.names, room)
            axis.set_ticks(range(len(about.names)), names)
            axis.set_tick_params(length=0)
        elif about.whole:
            axis.set_major_locator(MaxNLocator(_MOST_TICKS, integer=True, steps=[1, 2, 5, 10]))
        if about.hidden:
            axis.set_visible(False)
            axes.spines[spine].set_visible(False)


def _wrapped(names: tuple[str, ...], room: float) -> list[str]:
    """Return names on lines of which the longest fits below its place, if its words do."""
    letters = max(
        int(room / len(names) / _LETTER), *(len(word) for name in names for word in name.split()), 1
    )
    return [textwrap.fill(name, letters) for name in names]


def _set_ends(axes: Axes, panel: Panel, ends: tuple[Ends, Ends]) -> None:
    across, up = (
        each[::-1] if about.down else each for each, about in zip(ends, (panel.across, panel.up), strict=True)
    )
    # Numbers written on an axis can lie outside its ends, and would move them.
    axes.set(xlim=across, ylim=up, autoscale_on=False)


def _wide_enough(ends: tuple[Ends, Ends], before: tuple[Ends, Ends] | None) -> tuple[Ends, Ends]:
    if before is None:
        return ends
    across, up = ((min(new[0], old[0]), max(new[1], old[1])) for new, old in zip(ends, before, strict=True))
    return across, up


def _with_words(panel: Panel, ends: tuple[Ends, Ends], axes: Axes, artists: Any) -> tuple[Ends, Ends]:
    """Return ends so wide that the words of the marks stand within them."""
    result = []
    for place, (axis, size) in enumerate(zip((panel.across, panel.up), axes.bbox.size, strict=True)):
        low, high = ends[place]
        for words in (letters for each in artists for letters in each.words):
            places, needs = words.needs()
            if len(places):
                low, high = _around(
                    axis, (low, high), places[:, place], needs[:, 2 * place : 2 * place + 2] / size
                )
        result.append((low, high))
    return result[0], result[1]


def _around(axis: Axis, ends: Ends, places: npt.NDArray[np.float64], shares: npt.NDArray[np.float64]) -> Ends:
    """Return ends around texts that take these shares of the axis before and behind their places."""
    low, high = ends
    before, behind = shares.T[::-1] if axis.down else shares.T
    for _ in range(3):  # Each end moves the other's texts a little.
        short = (places + behind * (high - low) > high + 1e-9) & (behind < 0.9)
        if short.any():
            high = max(high, float(((places - behind * low) / (1 - behind))[short].max()))
        short = (places - before * (high - low) < low - 1e-9) & (before < 0.9)
        if short.any():
            low = min(low, float(((places - before * high) / (1 - before))[short].min()))
    return low, high
