"""What the shapes of pictures share: the ordinary axis, height and rows of a table."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from psy.view.chart import Axis
from psy.view.marks import Number
from psy.view.numbers import exactly, percent
from psy.view.palette import Look

Write = Callable[..., str]
Numbers = Sequence[Number]
Series = Mapping[str, Numbers | Mapping[Any, Number]]
# A named axis: its label, and what stands along it.
Along = Mapping[str, Sequence[Any]]


def by_place(places: Sequence[Any], numbers: Numbers | Mapping[Any, Number]) -> dict[Any, Number]:
    """Return the numbers by their place; a line may end before the axis does."""
    return dict(numbers) if isinstance(numbers, Mapping) else dict(zip(places, numbers, strict=False))


def looks_of(looks: Sequence[Look], things: Mapping[str, object]) -> list[Look]:
    """Return a look for each thing, in the order of the house."""
    return [looks[number % len(looks)] for number in range(len(things))]


def measured_axis(label: str, write: Write, low: Number | None) -> Axis:
    """Return the axis of what is measured, in percent where it is a chance."""
    return Axis(label, low=low, percent=write is percent)


def table_row(name: str, number: Number | None, write: Write) -> tuple[str, str, str]:
    """Return the ordinary row of a table: a name, its number, and that exactly."""
    exact = exactly(number) if isinstance(number, int | Fraction) else ""
    return name, table_cell(number, write), exact


def table_cell(number: Number | None, write: Write) -> str:
    """Return a number as it stands in a table, nothing where there is none."""
    return "" if number is None else write(number)


def height_of(rows: int, each: float) -> float:
    """Return the height in inches of a picture with so many rows, each so high."""
    return round(1.4 + each * rows, 2)
