"""The numbers in the cells of a heat map."""

import functools
from collections.abc import Sequence
from fractions import Fraction

from matplotlib.axes import Axes
from matplotlib.collections import PathCollection
from matplotlib.path import Path
from matplotlib.textpath import TextPath
from matplotlib.transforms import Affine2D

from psy.view.numbers import percent

POINTS_PER_INCH = 72


class CellNumbers:
    """Short texts at fixed places, all drawn at once: as single texts they take thirty times as long.

    Parameters
    ----------
    axes
        The axes of the map.
    places
        Where each text is centred, in the units of the axes.
    size
        Size of the letters in points.
    """

    def __init__(self, axes: Axes, places: Sequence[tuple[float, float]], size: float = 9) -> None:
        self.size = size
        self._texts = PathCollection(
            [], offsets=places, offset_transform=axes.transData, linewidths=0, animated=True, zorder=3
        )
        self._texts.set_transform(Affine2D().scale(axes.figure.dpi / POINTS_PER_INCH))
        axes.add_collection(self._texts, autolim=False)

    def show(self, words: Sequence[str], colours: Sequence[str]) -> None:
        """Show one text, of one colour, at each place; an empty one shows nothing."""
        self._texts.set_paths([_centred(word, self.size) for word in words])
        self._texts.set_facecolor(list(colours))


@functools.lru_cache(maxsize=1024)
def _centred(word: str, size: float) -> Path:
    """Return the outline of a text around its middle."""
    if not word:
        return Path([(0, 0)])
    outline = TextPath((0, 0), word, size=size)
    # Path.get_extents follows every curve, which takes ten times as long; glyphs touch their control points.
    drawn = outline.vertices[outline.codes != Path.CLOSEPOLY]
    return Path(outline.vertices - (drawn.min(axis=0) + drawn.max(axis=0)) / 2, outline.codes)


def cell_percent(chance: Fraction) -> str:
    """Return a whole percentage without its sign, or nothing where it would be 0.

    Examples
    --------
    >>> cell_percent(Fraction(1, 200)), cell_percent(Fraction(1, 201))
    ('1', '')
    """
    return percent(chance, 0)[:-1] if chance >= Fraction(1, 200) else ""
