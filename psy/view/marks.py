"""The marks that charts are made of, each a value: lines, points, bars, cells, rules, boxes."""

from dataclasses import dataclass
from fractions import Fraction

from psy.view.palette import DOTTED, FILLS, SERIES, Look, shade

Number = int | float | Fraction


@dataclass(frozen=True)
class Line:
    """Numbers over numbers, joined by a line, with markers where the look has one.

    ``label`` is its name in the legend, none if empty.
    """

    x: tuple[Number, ...]
    y: tuple[Number, ...]
    label: str = ""
    look: Look = SERIES[0]


@dataclass(frozen=True)
class Points:
    """Numbers over numbers as markers that are not joined: the best, the reader's own, a scatter."""

    x: tuple[Number, ...]
    y: tuple[Number, ...]
    label: str = ""
    look: Look = SERIES[0]


@dataclass(frozen=True)
class Bars:
    """Bars of a size on a base at places along an axis, upright or ``lying``.

    Parameters
    ----------
    at, size
        The places, and the sizes: a negative size goes down, or to the left.
    base
        Where each bar begins; at 0 if empty.
    label, look
        The name in the legend and the look.
    words
        What is written at the end of each bar; nothing if empty.
    colours
        A colour for each bar instead of that of the look.
    lying
        Whether the bars lie, their places along the upright axis.
    thick
        The share of a unit that a bar takes.
    """

    at: tuple[Number, ...]
    size: tuple[Number, ...]
    base: tuple[Number, ...] = ()
    label: str = ""
    look: Look = FILLS[0]
    words: tuple[str, ...] = ()
    colours: tuple[str, ...] = ()
    lying: bool = False
    thick: float = 0.8

    @property
    def bases(self) -> tuple[Number, ...]:
        """Where each bar begins."""
        return self.base or (0,) * len(self.at)


@dataclass(frozen=True)
class Cells:
    """A map: a shade and a word in each cell, row by row; cells stand at 0, 1, 2 ... along both axes.

    Parameters
    ----------
    values
        The numbers that are shaded, in rows of equal length; None leaves a cell white.
    words
        What is written in each cell; "" leaves it empty.
    framed
        The cells with a frame around them, as (column, row), counted from 0: the best, or the reader's.
    low, high
        The numbers of the ends of the shades: blue ones, or from red to blue if ``low`` is negative.
    kinds
        Colours by name instead of shades: values are then places in it.
    """

    values: tuple[tuple[Number | None, ...], ...]
    words: tuple[tuple[str, ...], ...] = ()
    framed: tuple[tuple[int, int], ...] = ()
    low: Number = 0
    high: Number = 1
    kinds: tuple[tuple[str, str], ...] = ()

    @property
    def shades(self) -> str:
        """The name of its map of shades."""
        return "RdBu" if self.low < 0 else "Blues"

    def fill(self, value: Number | None) -> str:
        """Return the colour of a cell with this value."""
        if value is None:
            return "white"
        if self.kinds:
            return self.kinds[int(value)][1]
        low, high = float(self.low), float(self.high)
        return shade(self.shades, (float(value) - low) / (high - low) if high > low else 0)


@dataclass(frozen=True)
class Rule:
    """A line right across the picture at a number: the reader's own value, an even chance, nothing."""

    at: Number
    lying: bool = False
    label: str = ""
    look: Look = DOTTED


@dataclass(frozen=True)
class Link:
    """An edge between two boxes by their numbers: its width in points, and what happens on it."""

    start: int
    end: int
    width: float = 1
    word: str = ""


@dataclass(frozen=True)
class Boxes:
    """Boxes with lines of text at places, and links between them: a flow that a reader follows.

    ``tints`` are names of colours of the palette, one for each box; boxes are drawn in a pale tint of them.
    ``room`` is the width and height of a box in units of the axes.
    """

    at: tuple[tuple[Number, Number], ...]
    words: tuple[tuple[str, ...], ...]
    tints: tuple[str, ...]
    links: tuple[Link, ...] = ()
    room: tuple[float, float] = (0.8, 0.6)


Mark = Line | Points | Bars | Cells | Rule | Boxes


def reach(mark: Mark) -> tuple[list[Number], list[Number]]:
    """Return what a mark needs of both axes, across and up."""
    match mark:
        case Line() | Points():
            return list(mark.x), list(mark.y)
        case Bars():
            sizes = [*mark.bases, *(base + size for base, size in zip(mark.bases, mark.size, strict=True))]
            places: list[Number] = [at + end for at in mark.at for end in (-0.5, 0.5)]
            return (sizes, places) if mark.lying else (places, sizes)
        case Cells():
            return [-0.5, len(mark.values[0]) - 0.5], [-0.5, len(mark.values) - 0.5]
        case Rule():
            return ([], [mark.at]) if mark.lying else ([mark.at], [])
        case Boxes():
            half = [size / 2 for size in mark.room]
            return (
                [x + end for x, _ in mark.at for end in (-half[0], half[0])],
                [y + end for _, y in mark.at for end in (-half[1], half[1])],
            )


def said(mark: Mark) -> str:
    """Return the numbers of a mark as a line of text, for readers of plain text and for comparisons."""
    match mark:
        case Line() | Points():
            pairs = (f"{_short(x)}: {_short(y)}" for x, y in zip(mark.x, mark.y, strict=True))
            return f"{mark.label or 'line'} {{{', '.join(pairs)}}}"
        case Bars():
            pairs = (f"{_short(at)}: {_short(size)}" for at, size in zip(mark.at, mark.size, strict=True))
            return f"{mark.label or 'bars'} {{{', '.join(pairs)}}}"
        case Cells():
            rows = [" ".join("-" if value is None else _short(value) for value in row) for row in mark.values]
            return "cells\n" + "\n".join([*rows, f"framed {list(mark.framed)}"])
        case Boxes():
            return "\n".join(" | ".join(lines) for lines in mark.words)
    return ""


def _short(number: Number) -> str:
    """Return a number in four digits: more of a float may depend on the machine."""
    return f"{float(number):.4g}"
