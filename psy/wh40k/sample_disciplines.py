"""Disciplines written as the rows of a table, a few examples, and the armies that mastery levels make.

A row is ``(name, worth of the primaris, worth of power 1, worth of power 2, ...)``, as many powers as a
discipline has under the published rules. The names are made up, and whatever the examples hold is assumed.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache

from psy.exact.arguments import several, whole
from psy.wh40k.army import Learner, plan_army
from psy.wh40k.learning_plan import Discipline
from psy.wh40k.rules import RULES

Row = tuple[int | str, ...]


def _row(name: str, primaris: int, *worths: int) -> Row:
    """Return a row of as many powers as a discipline has: the last worth stands for further ones."""
    size = RULES.discipline_size
    return name, primaris, *(*worths, *worths[-1:] * size)[:size]


_STONE = _row("stone", 2, 1)
EXAMPLES: Mapping[str, tuple[Row, ...]] = {
    "a gamble or a steady hand": (_row("fire", 1, 8, 1, 1, 0), _STONE),
    "a good primaris": (_row("fire", 3, 6, 1, 1, 0), _STONE),
    "one power wanted, of two": (_row("fire", 0, 1, 0), _row("water", 0, 1, 1, 0)),
    "three disciplines": (_row("fire", 1, 8, 1, 1, 0), _row("water", 1, 4, 4, 0), _STONE),
}


def disciplines_of(rows: Sequence[Row]) -> list[Discipline]:
    """Return the disciplines of a table.

    Raises
    ------
    TypeError, ValueError
        If ``rows`` is no list of rows, or `Discipline` refuses one.

    Examples
    --------
    >>> disciplines_of([("stone", 2, 1, 1, 1)])
    [Discipline(name='stone', values=(1, 1, 1), primaris=2, costs=None)]
    """
    given = [several("rows", row, "cells") for row in several("rows", rows, "rows")]
    return [Discipline(name, tuple(worths), primaris) for name, primaris, *worths in given]


def armies(levels: int, most: int | None = None) -> Iterator[tuple[int, ...]]:
    """Yield every way to spread mastery levels over psykers, the highest first.

    Parameters
    ----------
    levels
        All together, 0 or more.
    most
        The highest of a psyker; None for no limit.

    Examples
    --------
    >>> list(armies(3)), list(armies(3, most=2))
    ([(3,), (2, 1), (1, 1, 1)], [(2, 1), (1, 1, 1)])
    """
    if whole("levels", levels) == 0:
        yield ()
    for level in range(min(levels, levels if most is None else whole("most", most)), 0, -1):
        yield from ((level, *rest) for rest in armies(levels - level, level))


@lru_cache(maxsize=1024)
def chance_of_all(army: tuple[int, ...], first: int, second: int = 0) -> Fraction:
    """Return the chance that an army learns some powers of one discipline and some of another, all of them.

    Rule: as in `plan_army`: each psyker sees what those before them rolled.

    Parameters
    ----------
    army
        The mastery level of each psyker.
    first, second
        How many powers are wanted of each discipline, up to its size.

    Raises
    ------
    TypeError, ValueError
        If an argument is of the wrong kind or out of its range, or the army is too large.

    Examples
    --------
    >>> chance_of_all((1, 1), 1), chance_of_all((2, 2), 1, 1)
    (Fraction(11, 36), Fraction(4, 27))
    """
    size = RULES.discipline_size
    wanted = [
        Discipline(name, tuple(int(number < count) for number in range(size)))
        for name, count in (("one", first), ("another", second))
        if whole("wanted", count, 0, size)
    ]
    if not wanted:
        return Fraction(1)
    return plan_army(wanted, [Learner(f"{number}", level) for number, level in enumerate(army)], "all").value
