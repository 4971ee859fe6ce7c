"""Perils tables that players argue about: the one in force and variants of it, by name."""

from collections.abc import Mapping
from dataclasses import replace

from psy.exact.arguments import whole
from psy.wh40k.rules import RULES, Effect, Rules


def with_row(roll: int, *effects: Effect) -> Rules:
    """Return rules whose perils table has other effects in one row, whatever the leadership test says.

    Raises
    ------
    ValueError
        If the roll or an effect is none of the table.

    Examples
    --------
    >>> with_row(4, "removed").perils_table[3].always
    ('removed',)
    """
    whole("roll", roll, 1, 6)
    rows = (
        replace(row, always=effects, passed=(), failed=()) if row.roll == roll else row
        for row in RULES.perils_table
    )
    return replace(RULES, perils_table=tuple(rows))


def one_row(roll: int) -> Rules:
    """Return rules whose perils table has one row only, that of the given roll, 1 to 6.

    Examples
    --------
    >>> {row.always for row in one_row(4).perils_table} == {RULES.perils_table[3].always}
    True
    """
    (row,) = (row for row in RULES.perils_table if row.roll == whole("roll", roll, 1, 6))
    return replace(RULES, perils_table=tuple(replace(row, roll=each) for each in range(1, 7)))


def _settled(which: str) -> Rules:
    """Return rules in which every leadership test is ``"passed"`` or ``"failed"`` without a roll."""
    rows = RULES.perils_table
    settled = (replace(row, always=row.always + getattr(row, which), passed=(), failed=()) for row in rows)
    return replace(RULES, perils_table=tuple(settled))


_MORE_DICE = RULES.leadership_dice + 1 if RULES.leadership_dice < 3 else 1
_DICE = {1: "one die", 2: "two dice", 3: "three dice"}
# Perils tables that designers argue about, the one in force first.
PERILS_TABLES: Mapping[str, Rules] = {
    "as it stands": RULES,
    "tests always passed": _settled("passed"),
    "tests always failed": _settled("failed"),
    f"tests on {_DICE[_MORE_DICE]}": replace(RULES, leadership_dice=_MORE_DICE),
    "row 4 does nothing": with_row(4),
    "row 4 removes": with_row(4, "removed"),
    "always one wound": replace(
        RULES,
        perils_table=tuple(
            replace(row, always=("wound",), passed=(), failed=()) for row in RULES.perils_table
        ),
    ),
}
