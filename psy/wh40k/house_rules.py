"""Rules that players argue about: the published ones and variants of them, by name."""

from collections.abc import Mapping
from dataclasses import replace

from psy.exact.arguments import one_of, whole
from psy.wh40k.rules import RULES, Effect, PerilsRule, Rules

_COUNTS = {1: "one", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six"}
_FACES = ("ones", "twos", "threes", "fours", "fives", "sixes")


def perils_words(rule: PerilsRule) -> str:
    """Return in words which dice bring perils.

    Examples
    --------
    >>> perils_words(PerilsRule(6, 2)), perils_words(PerilsRule(None, 2)), perils_words(PerilsRule(1, 1))
    ('two sixes', 'any double', 'a one')
    """
    if rule.face is None:
        return {1: "any die", 2: "any double"}.get(rule.count, f"{_COUNTS[rule.count]} alike")
    if rule.count == 1:
        return f"a {_COUNTS[rule.face]}"
    return f"{_COUNTS[rule.count]} {_FACES[rule.face - 1]}"


# The perils of a reader's choice: the published rule first, that of Daemonology, and perils on ones.
PERILS: Mapping[str, PerilsRule] = {
    perils_words(rule): rule
    for rule in (RULES.perils, RULES.daemonology_perils, PerilsRule(face=1, count=RULES.perils.count))
}


def house_rules(harness: int = RULES.harness, perils: str = perils_words(RULES.perils)) -> Rules:
    """Return the published rules with another harness target, 2 to 6, and one of the `PERILS`.

    Raises
    ------
    TypeError, ValueError
        If the target is out of its range, or the words are not among `PERILS`.

    Examples
    --------
    >>> house_rules() == RULES, house_rules(harness=3).harness
    (True, 3)
    """
    return replace(RULES, harness=harness, perils=PERILS[one_of("perils", perils, tuple(PERILS))])


_EASIER = max(2, RULES.harness - 1)
# Whole rule sets beside each other, the published one first.
RULE_SETS: Mapping[str, Rules] = {
    "published": RULES,
    f"harness on {_EASIER}+": replace(RULES, harness=_EASIER),
    "daemonology": replace(RULES, perils=RULES.daemonology_perils),
    "perils on ones": replace(RULES, perils=PerilsRule(face=1, count=RULES.perils.count)),
}


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
# Perils tables that designers argue about, the one in force first.
PERILS_TABLES: Mapping[str, Rules] = {
    "as it stands": RULES,
    "tests always passed": _settled("passed"),
    "tests always failed": _settled("failed"),
    f"tests on {_COUNTS.get(_MORE_DICE, _MORE_DICE)} dice": replace(RULES, leadership_dice=_MORE_DICE),
    "row 4 does nothing": with_row(4),
    "row 4 removes": with_row(4, "removed"),
    "always one wound": replace(
        RULES,
        perils_table=tuple(
            replace(row, always=("wound",), passed=(), failed=()) for row in RULES.perils_table
        ),
    ),
}
