"""Powers written as the rows of a table, a few examples, and the variants that designers try on them.

A row is ``(psyker, power, target or level, warp charge, worth, deny bonus, worth with a charge to spare,
cost of a failure, roll to hit)``; a roll of 1 stands for a power that needs none. Whatever the examples hold
is assumed: no source says what a power is worth.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from psy.exact.arguments import instance, several, whole
from psy.wh40k.casting import FACES
from psy.wh40k.powers import Option, Power
from psy.wh40k.rules import RULES, Rules

Row = tuple[int | str, ...]
# What stands for no target.
NONE = "-"
# What stands for no roll to hit.
SURE = 1


def _plain(power: str, charge: int, worth: int, bonus: int = 0, psyker: str = "seer") -> Row:
    return psyker, power, NONE, charge, worth, bonus, 0, 0, SURE


_HASTE, _VEIL, _BOLT, _VORTEX = (
    _plain("haste", 1, 1),
    _plain("veil", 1, 1),
    _plain("bolt", 2, 2),
    _plain("vortex", 3, 3),
)
EXAMPLES: Mapping[str, tuple[Row, ...]] = {
    "four plain powers": (_HASTE, _VEIL, _BOLT, _VORTEX),
    "one great power": (_HASTE, _VEIL, _BOLT, _plain("vortex", 3, 6)),
    "a choice of target": (
        ("seer", "curse", "squad", 1, 2, 0, 0, 0, SURE),
        ("seer", "curse", "warlord", 1, 3, 2, 0, 0, SURE),
        _HASTE,
        _BOLT,
    ),
    "a choice of level": (
        ("seer", "beam", "level 1", 1, 1, 0, 0, 0, SURE),
        ("seer", "beam", "level 2", 2, 3, 0, 0, 0, SURE),
        _HASTE,
        _VEIL,
    ),
    "a focussed witchfire": (("seer", "lance", NONE, 1, 1, 1, 3, 0, SURE), _HASTE, _BOLT),
    "a shot that may miss": (("seer", "spear", NONE, 1, 4, 1, 0, 0, 4), _HASTE, _BOLT),
    "a failure that hurts": (("seer", "vortex", NONE, 3, 4, 0, 0, 2, SURE), _BOLT, _HASTE),
    "the same blessing twice": (
        ("seer", "might", "guard", 1, 2, 0, 0, 0, SURE),
        ("sage", "might", "guard", 1, 2, 0, 0, 0, SURE),
        _BOLT,
    ),
    "two psykers": (
        _HASTE,
        _BOLT,
        _plain("veil", 1, 1, psyker="sage"),
        _plain("curse", 2, 3, 1, psyker="sage"),
    ),
    "force and three powers": (_plain("force", 1, 2), _plain("curse", 1, 2, 1), _HASTE, _BOLT),
    "five powers": (_HASTE, _VEIL, _BOLT, _plain("beam", 2, 3, 1), _VORTEX),
}


def powers_of(rows: Sequence[Row], added: int = 0) -> list[Power]:
    """Return the powers of a table: rows of one psyker and power are its targets or levels.

    A power of two psykers on one target counts once (W 2 and 5); without a target it counts twice.

    Parameters
    ----------
    rows
        As above, one or more.
    added
        What is added to every deny bonus, 0 or more.

    Raises
    ------
    TypeError, ValueError
        If ``rows`` is no list of rows of nine cells, or `Power` refuses one.

    Examples
    --------
    >>> [(power.name, len(power.options)) for power in powers_of(EXAMPLES["a choice of level"])]
    [('beam', 2), ('haste', 0), ('veil', 0)]
    """
    whole("added", added)
    groups: dict[tuple[Any, Any], list[Row]] = {}
    for row in several("rows", rows, "rows"):
        if not isinstance(row, tuple) or len(row) != 9:
            raise ValueError(f"rows must have nine cells each, not {row!r}")
        groups.setdefault(row[:2], []).append(row[2:])
    owned = len({psyker for psyker, _ in groups}) > 1
    return [_power(psyker if owned else None, name, ways, added) for (psyker, name), ways in groups.items()]


def _power(psyker: str | None, name: str, ways: list[Any], added: int) -> Power:
    """Return a power with one way to cast it, or with an option for each."""
    taken = [
        Option(
            target,
            charge,
            worth,
            bonus + added,
            spare={1: spare} if spare else {},
            failed=failed,
            hit=Fraction(FACES + 1 - roll, FACES),
            unit=None if target == NONE else target,
        )
        for target, charge, worth, bonus, spare, failed, roll in ways
    ]
    power = Power(name, 1, 0, options=tuple(taken), psyker=psyker)
    return power if taken[1:] else power.choices[taken[0].name]


def variants(powers: Sequence[Power], rules: Rules = RULES) -> dict[str, tuple[list[Power], Rules]]:
    """Return what designers try on a phase, by name: the powers and the rules of each, first as they are.

    A relic lets the first power's charges come on 2 or more; and the first power, once cast, gives its
    psyker, who knows the last power too, a die of their own for every power of a friend that takes effect.

    Raises
    ------
    TypeError, ValueError
        If ``powers`` holds no `Power`.

    Examples
    --------
    >>> list(variants([Power("haste", 1, 1)]))[:2]
    ['the rules as they are', 'the phase ends at a failure']
    """
    given = [instance("powers", power, Power) for power in several("powers", powers, "Power")]
    if not given:
        raise ValueError("powers must be one or more")
    first, easier = given[0], max(2, instance("rules", rules, Rules).harness - 1)
    ends = not rules.ends_at_failure
    friends = [replace(each, psyker=f"friend {number}") for number, each in enumerate(given[1:-1])]
    helped = [replace(first, psyker="seer", gains=1), *friends]
    helped += [replace(each, psyker="seer") for each in given[1:][-1:]]
    return {
        "the rules as they are": (given, rules),
        f"the phase {'ends' if ends else 'goes on'} at a failure": (
            given,
            replace(rules, ends_at_failure=ends),
        ),
        f"charges on {easier}+": (given, replace(rules, harness=easier)),
        "the first power on 2+": ([replace(first, harness=2), *given[1:]], rules),
        "the first power brings dice": (helped, rules),
        "perils as for Daemonology": (given, replace(rules, perils=rules.daemonology_perils)),
    }
