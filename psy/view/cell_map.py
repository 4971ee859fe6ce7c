"""Heat maps over whole numbers: a colour, a word and perhaps a frame for each cell."""

from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt
from matplotlib.axes import Axes
from matplotlib.colors import Colormap

from psy.view.cells import CellNumbers
from psy.view.picture import ORANGE


class CellMap:
    """Cells in columns and rows, whose colours, words and frames move with a control.

    Parameters
    ----------
    axes
        Where it is drawn; the columns and rows become its ticks.
    columns, rows
        The whole numbers along the axes, without gaps; the first row is at the top.
    colours
        A colour map, or its name.
    most
        The value of its last colour; 0 has the first.
    """

    def __init__(
        self, axes: Axes, columns: range, rows: range, colours: str | Colormap = "Blues", most: float = 1
    ) -> None:
        axes.grid(visible=False)
        extent = (columns[0] - 0.5, columns[-1] + 0.5, rows[-1] + 0.5, rows[0] - 0.5)
        blank = [[0.0] * len(columns)] * len(rows)
        self._image = axes.imshow(
            blank, colours, extent=extent, vmin=0, vmax=most, aspect="auto", animated=True
        )
        axes.set(xticks=columns, yticks=rows)
        self._words = CellNumbers(axes, [(column, row) for row in rows for column in columns])
        (self._frames,) = axes.plot(
            [], [], "s", markersize=25, fillstyle="none", color=ORANGE, mew=2.5, animated=True, zorder=4
        )

    def show(self, values: Sequence[Sequence[float]], words: Sequence[Sequence[str]]) -> None:
        """Colour the cells by their values and write the words into them, row by row; "" leaves one empty."""
        self._image.set_data(values)
        written = [word for row in words for word in row]
        inks = self._inks(np.array(values, dtype=float).ravel())
        self._words.show(
            [word or "-" for word in written],
            [ink if word else "none" for word, ink in zip(written, inks, strict=True)],
        )

    def frame(self, cells: Iterable[tuple[int, int]]) -> None:
        """Put a frame around each of these cells, given by column and row."""
        marks = list(cells)
        self._frames.set_data(*zip(*marks, strict=True) if marks else ((), ()))

    def _inks(self, values: npt.NDArray[np.float64]) -> list[str]:
        """Choose black or white for each cell, whichever is read better on its colour."""
        light = self._image.to_rgba(values)[:, :3] @ [0.3, 0.59, 0.11]
        return ["black" if lightness > 0.55 else "white" for lightness in light]
