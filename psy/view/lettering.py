"""Short texts at places of a picture, drawn as outlines all at once.

As single texts of matplotlib they take thirty times as long.
"""

import functools
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
from matplotlib.axes import Axes
from matplotlib.collections import PathCollection
from matplotlib.path import Path
from matplotlib.textpath import TextPath
from matplotlib.transforms import Affine2D

_POINTS_PER_INCH = 72
# Of the height of letters: the middle of capitals above the line they stand on, and the way to the next line.
_MIDDLE, _NEXT_LINE = 0.36, 1.3
_SIDES = {"start": 0.0, "middle": 0.5, "end": 1.0}
Places = Sequence[tuple[float, float]]


class Lettering:
    """Texts at places that move with a control; a text may have several lines.

    Parameters
    ----------
    axes
        Where they are drawn.
    size
        Of the letters, in points.
    halo
        Whether paper is left free around the letters, so that they can be read across a line.
    """

    def __init__(self, axes: Axes, size: float = 9, order: float = 9, halo: bool = False) -> None:
        self._size, self._scale = size, axes.figure.dpi / _POINTS_PER_INCH
        self._layers = [self._layer(axes, order - 0.1, 4)] if halo else []
        self._layers.append(self._layer(axes, order, 0))
        self.show((), ())

    def show(
        self,
        places: Places,
        words: Sequence[str],
        colours: Sequence[str] | str = "black",
        sides: Sequence[str] | str = "middle",
        rise: float = 0,
        push: float = 0,
        size: float = 0,
    ) -> None:
        """Show a text at each place.

        Parameters
        ----------
        sides
            Which part of a text is at its place: start, middle or end.
        rise, push
            Points by which they stand above their places, and away from the side that is there.
        """
        each = [sides] * len(words) if isinstance(sides, str) else sides
        size = size or self._size
        self._paths = [outline(word, size, side, rise, push) for word, side in zip(words, each, strict=True)]
        self._places = np.array(places, dtype=float).reshape(-1, 2)
        for layer in self._layers:
            layer.set_paths(self._paths)
            layer.set_offsets(self._places)
        self._layers[-1].set_facecolor(colours if isinstance(colours, str) else list(colours))

    def needs(self) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
        """Return the places, and how many pixels each text takes to the left, right, below and above it."""
        drawn = [place for place, path in enumerate(self._paths) if len(np.asarray(path.vertices)) > 1]
        ends = [
            (*-corners.min(axis=0), *corners.max(axis=0))
            for corners in (np.asarray(self._paths[place].vertices) for place in drawn)
        ]
        return self._places[drawn], np.array(ends).reshape(-1, 4)[:, [0, 2, 1, 3]] * self._scale

    def _layer(self, axes: Axes, order: float, halo: float) -> PathCollection:
        layer = PathCollection(
            [], offset_transform=axes.transData, linewidths=halo, animated=True, zorder=order, clip_on=False
        )
        if halo:
            layer.set(edgecolor="white", facecolor="white")
        layer.set_transform(Affine2D().scale(self._scale))
        axes.add_collection(layer, autolim=False)
        return layer


@functools.lru_cache(maxsize=4096)
def outline(text: str, size: float, side: str = "middle", rise: float = 0, push: float = 0) -> Path:
    """Return the outline of a text in points, around its place."""
    lines = text.split("\n")
    middle = (len(lines) - 1) / 2
    parts = [_line(line, size) for line in lines if line.strip()]
    if not parts:
        return Path([(0, 0)])
    nudge = {"start": push, "middle": 0, "end": -push}[side]
    moved = []
    for number, part in enumerate(parts):
        left = nudge - _SIDES[side] * np.asarray(part.vertices)[:, 0].max()
        up = (middle - number) * _NEXT_LINE * size - _MIDDLE * size + rise
        moved.append(np.add(part.vertices, [left, up]))
    return Path(np.concatenate(moved), np.concatenate([part.codes for part in parts]))


@functools.lru_cache(maxsize=4096)
def _line(line: str, size: float) -> Path:
    """Return the outline of one line from 0 rightwards."""
    path = TextPath((0, 0), line.replace("$", r"\$"), size=size, usetex=False)
    points, codes = np.array(path.vertices), path.codes
    # The end of a closed curve is no point of it: it stays where the curve is, so that extents are right.
    ends = np.flatnonzero(codes == Path.CLOSEPOLY)
    points[ends] = points[ends - 1]
    return Path(points - [points[:, 0].min(), 0], codes)
