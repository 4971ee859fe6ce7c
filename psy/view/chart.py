"""A picture as a value: what it shows, as marks with exact numbers, the sentence that reads it and its table.

Charts know nothing of how they are drawn: `psy.view.figure` draws them with matplotlib, `psy.view.vega` in
pages. All charts of one picture have the same panels, with the same marks in the same order.
"""

import base64
import csv
import html
import io
import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from psy.view.marks import Bars, Cells, Mark, Number, reach, said

# Set by psy.report while it runs a notebook for a page.
REPORTING = "PSY_REPORTING"


@dataclass(frozen=True)
class Axis:
    """One axis of a panel.

    Parameters
    ----------
    label
        What is measured, with its unit.
    low, high
        The ends; None fits them to what is shown.
    names
        Words for 0, 1, 2 ... instead of numbers.
    percent
        Whether numbers are written as percentages.
    whole
        Whether only whole numbers are written.
    down
        Whether numbers grow downwards, or to the left.
    hidden
        Whether nothing of the axis is drawn.
    """

    label: str = ""
    low: Number | None = None
    high: Number | None = None
    names: tuple[str, ...] = ()
    percent: bool = False
    whole: bool = False
    down: bool = False
    hidden: bool = False


@dataclass(frozen=True)
class Panel:
    """Marks over a pair of axes: ``across`` from left to right, ``up`` from below."""

    marks: tuple[Mark, ...]
    across: Axis = Axis()
    up: Axis = Axis()
    title: str = ""

    def named(self, label: str) -> Mark:
        """Return the mark of that label, or raise a KeyError."""
        return named(self.marks, label)

    def limits(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """Return the ends of both axes, across and up: as the axes say, else so that everything fits."""
        reaches = [reach(mark) for mark in self.marks]
        across = [number for reach, _ in reaches for number in reach]
        up = [number for _, reach in reaches for number in reach]
        return _ends(self.across, across, self.tight(lying=False)), _ends(self.up, up, self.tight(lying=True))

    def tight(self, lying: bool) -> bool:
        """Return whether bars or cells stand along an axis: it ends where they do."""
        return any(
            isinstance(mark, Cells) or (isinstance(mark, Bars) and mark.lying is lying) for mark in self.marks
        )


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

    def csv(self) -> str:
        """Return the table as comma-separated values."""
        written = io.StringIO()
        csv.writer(written, lineterminator="\n").writerows([self.columns, *self.rows])
        return written.getvalue()

    def text(self) -> str:
        """Return the table as aligned lines."""
        lines = (self.columns, *self.rows)
        widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
        return "\n".join(
            "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
            for line in lines
        )


@dataclass(frozen=True)
class Chart:
    """A picture as data.

    Parameters
    ----------
    title
        The question that it answers.
    panels
        One or more, side by side.
    sentence
        What it says at these values, for reading and for hearing.
    table
        Its numbers.
    height
        Of the picture in inches, of which a hundred dots are drawn.
    width
        Of the picture in inches; a panel alone has 6.4, panels side by side 7.6 if it is 0.
    """

    title: str
    panels: tuple[Panel, ...]
    sentence: str
    table: Table
    height: float = 4.0
    width: float = 0

    @property
    def inches(self) -> float:
        """The width of the picture."""
        return self.width or (6.4 if len(self.panels) == 1 else 7.6)

    @property
    def marks(self) -> tuple[Mark, ...]:
        """The marks of all panels."""
        return tuple(mark for panel in self.panels for mark in panel.marks)

    def plus(self, *marks: Mark) -> "Chart":
        """Return the chart with more marks above those of its last panel: a reference line, words."""
        *others, last = self.panels
        return replace(self, panels=(*others, replace(last, marks=(*last.marks, *marks))))

    def named(self, label: str) -> Mark:
        """Return the mark of that label, the first where panels have one each, or raise a KeyError."""
        return named(self.marks, label)

    def _ipython_display_(self) -> None:
        """As the last line of a cell a chart shows itself, with its sentence and its table."""
        from psy.view.explore import show

        show(self)

    def _repr_mimebundle_(self, **_: Any) -> tuple[dict[str, str], dict[str, dict[str, str]]]:
        """Return the picture, its sentence as text alternative; in a page, all that draws it there."""
        # Only who looks at a chart needs matplotlib.
        if os.environ.get(REPORTING):
            from psy.view.prepared import chart_html

            return {"text/html": chart_html(self), "text/plain": self.text()}, {}
        from psy.view.figure import still

        image = base64.b64encode(still(self)).decode()
        return {"image/png": image, "text/plain": self.text()}, {"image/png": {"alt": self.sentence}}

    def text(self) -> str:
        """Return everything that the chart shows as plain text: sentence, table, and each mark's numbers."""
        shown = (said(mark) for mark in self.marks)
        return "\n".join([self.sentence, self.table.text(), *filter(None, shown)])


def named(marks: Sequence[Mark], label: str) -> Mark:
    """Return the first mark of that label, or raise a KeyError."""
    return {getattr(mark, "label", None): mark for mark in reversed(marks)}[label]


def _row(cells: tuple[str, ...]) -> str:
    first, *rest = map(html.escape, cells)
    return f'<th scope="row">{first}</th>' + "".join(f"<td>{cell}</td>" for cell in rest)


# What is left free between the outermost mark and an end that nobody named, as a share of the axis.
_ROOM = 0.04


def _ends(axis: Axis, numbers: Sequence[Number], tight: bool) -> tuple[float, float]:
    """Return the ends of an axis; a ``tight`` one ends where bars or cells end."""
    reach = [float(number) for number in numbers] or [0.0, 1.0]
    low, high = min(reach), max(reach)
    room = 0.0 if tight else _ROOM * (high - low or 1)
    ends = (low - room * (low != 0), high + room)
    if axis.low is not None:
        ends = (float(axis.low), ends[1])
    if axis.high is not None:
        ends = (ends[0], float(axis.high))
    return ends if ends[0] < ends[1] else (ends[0] - 0.5, ends[0] + 0.5)
