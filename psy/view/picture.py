"""A picture with the sentence that reads it and the table of its numbers."""

import base64
import functools
import html
import io
from dataclasses import dataclass
from typing import Any

import matplotlib as mpl
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from PIL import Image

# Okabe and Ito's palette: told apart by people with any colour vision. In grey ORANGE meets SKY, and GREEN,
# RED and PURPLE meet: where only these differ, a picture needs another sign as well.
BLUE, ORANGE, GREEN, RED, PURPLE, SKY, GREY = (
    "#0072B2",
    "#E69F00",
    "#009E73",
    "#D55E00",
    "#CC79A7",
    "#56B4E9",
    "#595959",
)
# Around each function that makes a figure: the look of all of psy's pictures.
styled = functools.partial(
    mpl.rc_context,
    {
        "font.size": 10.5,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.titlelocation": "left",
        "axes.titlesize": 12,
        "axes.grid": True,
        "grid.color": "#e4e4e4",
        "axes.axisbelow": True,
        "legend.frameon": False,
    },
)


class StillCanvas(FigureCanvasAgg):
    """Draws once what stays of a figure, and anew only the artists made with ``animated=True``.

    Drawing axes, ticks and text takes most of the time of a picture; a control has a tenth of a second.
    """

    _moving: list[Artist] | None = None

    def image(self) -> Image.Image:
        """Return the pixels of the figure as it is now, valid until the next call."""
        if self._moving is None:
            self.draw()
            self._moving = sorted(self.figure.findobj(Artist.get_animated), key=Artist.get_zorder)
            self._background = self.copy_from_bbox(self.figure.bbox)
        self.restore_region(self._background)
        for artist in self._moving:
            artist.draw(self.get_renderer())
        return Image.frombuffer("RGBA", self.get_width_height(), self.buffer_rgba(), "raw", "RGBA", 0, 1)


def new_figure(
    width: float = 6.4, height: float = 4.0, columns: int = 1, rows: int = 1, **shared: Any
) -> tuple[Figure, Any]:
    """Return a figure that no window and no registry holds, and its axes, one or an array.

    An artist that moves with a control is made with ``animated=True``; the rest is drawn once.
    """
    figure = Figure(figsize=(width, height), dpi=100, layout="constrained")
    StillCanvas(figure)
    return figure, figure.subplots(rows, columns, **shared)


def percent_axis(axes: Axes, label: str = "chance") -> None:
    """Let the vertical axis show chances from 0 to 1 as percentages."""
    axes.set(ylim=(0, 1.04), ylabel=label)
    axes.yaxis.set_major_formatter(lambda value, _: f"{value:.0%}")


@dataclass(frozen=True)
class Table:
    """A small table of text: the names of its columns, and its rows."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def html(self) -> str:
        """Return the table as HTML, every cell as text; a column without a name has no header."""
        head = "".join(
            f'<th scope="col">{html.escape(name)}</th>' if name else "<td></td>" for name in self.columns
        )
        body = "".join(f"<tr>{_row(row)}</tr>" for row in self.rows)
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"

    def text(self) -> str:
        """Return the table as aligned lines."""
        lines = (self.columns, *self.rows)
        widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
        return "\n".join(
            "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
            for line in lines
        )


def _row(cells: tuple[str, ...]) -> str:
    first, *rest = map(html.escape, cells)
    return f'<th scope="row">{first}</th>' + "".join(f"<td>{cell}</td>" for cell in rest)


def packed(image: Image.Image, packing: int = 6) -> bytes:
    """Return pixels as PNG in 64 colours; ``packing`` from 1, quick, to 9, small."""
    png = io.BytesIO()
    colours = image.convert("RGB").quantize(64, method=Image.Quantize.FASTOCTREE)
    _whiten(colours)
    colours.save(png, "PNG", compress_level=packing)
    return png.getvalue()


def _whiten(colours: Image.Image) -> None:
    """Make the paper, which is the colour of the corner, pure white again after the choice of 64 colours."""
    palette = colours.getpalette() or []
    paper = 3 * int(colours.getpixel((0, 0)))  # type: ignore[arg-type]
    palette[paper : paper + 3] = [255, 255, 255]
    colours.putpalette(palette)


CHANCES = ("", "chance", "exactly")


@dataclass(frozen=True)
class Picture:
    """What a drawing function returns: the figure, the sentence that reads it, and its numbers.

    The sentence is also the figure's text alternative. As the last line of a cell a picture shows itself.
    """

    figure: Figure
    sentence: str
    table: Table

    def image(self) -> Image.Image:
        """Return the figure's pixels; what does not move between pictures of one figure is drawn once."""
        canvas = self.figure.canvas
        assert isinstance(canvas, StillCanvas)
        return canvas.image()

    def png(self, packing: int = 6) -> bytes:
        """Return the figure as PNG in 64 colours; ``packing`` from 1, quick, to 9, small."""
        return packed(self.image(), packing)

    def text(self) -> str:
        """Return the sentence and the table as plain text."""
        return f"{self.sentence}\n{self.table.text()}"

    def _repr_mimebundle_(self, **_: Any) -> tuple[dict[str, str], dict[str, dict[str, str]]]:
        image = base64.b64encode(self.png()).decode()
        return {"image/png": image, "text/plain": self.text()}, {"image/png": {"alt": self.sentence}}
