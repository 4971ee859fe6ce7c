"""What the shapes of pictures share: the ordinary axis, height and table."""

from collections.abc import Callable, Collection, Mapping, Sequence
from fractions import Fraction
from typing import Any

from psy.view.chart import Axis, Table
from psy.view.marks import Number
from psy.view.numbers import exactly, percent

Write = Callable[..., str]
Numbers = Sequence[Number]
Line = Mapping[Any, Number]
Series = Mapping[str, Numbers | Line]
# A named axis: its label, and what stands along it.
Along = Mapping[str, Collection[Any]]


def by_place(places: Collection[Any], numbers: Numbers | Line) -> Line:
    """Return the numbers by their place; a line may end before the axis does."""
    return dict(numbers) if isinstance(numbers, Mapping) else dict(zip(places, numbers, strict=False))


def measured_axis(label: str, write: Write, lines: Mapping[str, Line]) -> Axis:
    """Return the axis of what is measured: in percent where it is a chance, from 0 where nothing is less."""
    low = None if any(number < 0 for line in lines.values() for number in line.values()) else 0
    return Axis(label, low=low, percent=write is percent)


def table_of(
    along: str, places: Collection[Any], series: Series, label: str = "", write: Write = percent
) -> Table:
    """Return the ordinary table: a row for each place; a line alone stands there exactly too."""
    lines = {name: by_place(places, numbers) for name, numbers in series.items()}
    if len(lines) == 1:
        (line,) = lines.values()
        return Table((along, label, "exactly"), tuple(table_row(f"{n}", line.get(n), write) for n in places))
    rows = ((f"{n}", *(table_cell(line.get(n), write) for line in lines.values())) for n in places)
    return Table((along, *lines), tuple(rows))


def table_row(name: str, number: Number | None, write: Write) -> tuple[str, str, str]:
    """Return a row of a table: a name, its number, and that exactly."""
    exact = exactly(number) if isinstance(number, int | Fraction) else ""
    return name, table_cell(number, write), exact


def table_cell(number: Number | None, write: Write) -> str:
    """Return a number as it stands in a table, nothing where there is none."""
    return "" if number is None else write(number)


def height_of(rows: int, each: float) -> float:
    """Return the height in inches of a picture with so many rows, each so high."""
    return round(1.4 + each * rows, 2)
