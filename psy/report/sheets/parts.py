"""A sheet as a value: its tables, the rules it holds for, and how its numbers are written."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from psy.view.numbers import percent


class Part(NamedTuple):
    """One table: its title, groups of columns as words and how many, columns, rows of text, and a note."""

    title: str
    groups: Sequence[tuple[str, int]]
    columns: Sequence[str]
    rows: Sequence[Sequence[str]]
    note: str = ""

    @property
    def first(self) -> int:
        """How many letters wide the first column is."""
        return 3 + max(map(len, (*self.columns[0].split(), *(row[0] for row in self.rows))))


@dataclass(frozen=True)
class Sheet:
    """What one side of paper holds.

    Parameters
    ----------
    title
        What it is about.
    game
        As the notebooks of the game call it.
    parts
        Its tables.
    holds_for
        The rules that its numbers were counted with, in a sentence or two.
    size
        Of its letters, in points.
    used
        The keys of the rules that they read, by the name of the rule file.
    """

    title: str
    game: str
    parts: tuple[Part, ...]
    holds_for: str
    size: int
    used: Mapping[str, Sequence[str]]


def whole(chance: Fraction) -> str:
    """Return a chance in whole percent without the sign; never none or all unless it is.

    Examples
    --------
    >>> [whole(Fraction(*chance)) for chance in ((1, 8), (0, 1), (1, 1000), (999, 1000))]
    ['13', '0', '<1', '>99']
    """
    text = percent(chance, 0).rstrip("%")
    if chance and text == "0":
        return "<1"
    return ">99" if chance < 1 and text == "100" else text
