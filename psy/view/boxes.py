"""Boxes with a few lines of text, and lines between them: a flow that a reader follows."""

import functools
from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection, PathCollection
from matplotlib.patches import BoxStyle
from matplotlib.path import Path
from matplotlib.textpath import TextPath
from matplotlib.transforms import Affine2D

from psy.view.cells import POINTS_PER_INCH

Place = tuple[float, float]


class Boxes:
    """Boxes of one size at places that move with a control; all of them are drawn at once.

    Parameters
    ----------
    axes
        Where they are drawn.
    width, height
        The size of a box in points.
    size
        Size of the letters in points.
    """

    def __init__(self, axes: Axes, width: float, height: float, size: float = 9) -> None:
        self.size = size
        outline = BoxStyle.Round(pad=0, rounding_size=4)(-width / 2, -height / 2, width, height, 1)
        self._lines = LineCollection([], colors="#9a9a9a", animated=True, zorder=1)
        axes.add_collection(self._lines, autolim=False)
        self._boxes = self._shapes(axes, [outline], zorder=2)
        self._words = self._shapes(axes, [], zorder=3)

    def show(
        self,
        places: Sequence[Place],
        words: Sequence[tuple[str, ...]],
        colours: Sequence[tuple[float, float, float]],
    ) -> None:
        """Show a box of its colour, with its lines of text, at each place."""
        for shapes in (self._boxes, self._words):
            shapes.set_offsets(places)
        self._boxes.set_facecolor(list(colours))
        self._words.set_paths([_lines(lines, self.size) for lines in words])

    def join(self, ends: Sequence[tuple[Place, Place]], widths: Sequence[float]) -> None:
        """Draw a line of its width, in points, between each two places."""
        self._lines.set(segments=list(ends), linewidths=list(widths))

    @staticmethod
    def _shapes(axes: Axes, paths: Sequence[Path], zorder: float) -> PathCollection:
        shapes = PathCollection(
            paths, offset_transform=axes.transData, linewidths=0, animated=True, zorder=zorder, color="black"
        )
        shapes.set_transform(Affine2D().scale(axes.figure.dpi / POINTS_PER_INCH))
        axes.add_collection(shapes, autolim=False)
        return shapes


@functools.lru_cache(maxsize=1024)
def _lines(lines: tuple[str, ...], size: float) -> Path:
    """Return the outline of a few lines of text around their middle, one below the other."""
    middle = (len(lines) - 1) / 2
    shifts = [((middle - number) * 1.35 - 0.36) * size for number in range(len(lines))]
    outlines = [_line(line, size) for line in lines]
    moved = [np.add(outline.vertices, [0, shift]) for outline, shift in zip(outlines, shifts, strict=True)]
    return Path(np.concatenate(moved), np.concatenate([outline.codes for outline in outlines]))


@functools.lru_cache(maxsize=1024)
def _line(line: str, size: float) -> Path:
    """Return the outline of one line, its middle above the origin of its baseline."""
    outline = TextPath((0, 0), line, size=size)
    # The end of a closed curve is no point of it.
    drawn = np.asarray(outline.vertices)[np.not_equal(outline.codes, Path.CLOSEPOLY), 0]
    middle = (drawn.min() + drawn.max()) / 2
    return Path(np.subtract(outline.vertices, [middle, 0]), outline.codes)
