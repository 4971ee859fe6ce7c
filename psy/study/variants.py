"""Variants: a base rule set and a few changed keys."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from importlib import import_module
from typing import Any, TypeVar

from psy.exact.arguments import one_of
from psy.rulebook import Rulebook, checked

Rules = TypeVar("Rules")

# The rule sets that a study can start from, by the name of their file: the game, and its rule book there.
BASES: Mapping[str, tuple[str, str]] = {
    "wh40k": ("psy.wh40k", "RULEBOOK"),
    "spacehulk": ("psy.spacehulk", "RULEBOOK"),
    "prospero": ("psy.prospero", "RULEBOOK"),
    "prospero_battles": ("psy.prospero", "BATTLE_RULEBOOK"),
    "tft": ("psy.tft", "RULEBOOK"),
}


def rulebook(base: str) -> Rulebook[Any]:
    """Return the published rules that go by the name of their file, such as ``"wh40k"``.

    Raises
    ------
    TypeError, ValueError
        If there are no such rules.

    Examples
    --------
    >>> rulebook("wh40k").rules.harness
    4
    """
    game, name = BASES[one_of("base", base, tuple(BASES))]
    book: Rulebook[Any] = getattr(import_module(game), name)
    return book


def vary(rules: Rules, changes: Mapping[str, Any], place: str = "") -> Rules:
    """Return the rules with a few keys changed: all changes are made, then they are checked as a file is.

    Parameters
    ----------
    rules
        Any rule object of any game.
    changes
        New values by key. A key may be a path with dots; a table changes only the keys that it names; in a
        list of tables a row goes by its ``name``, if no other has it, or by its place from 0.
    place
        Where the changes stand in a file, for the message.

    Raises
    ------
    TypeError, ValueError
        For an unknown key, or a value of the wrong type or out of range: the key, the value and what is
        allowed.

    Examples
    --------
    >>> from psy import tft, wh40k
    >>> vary(wh40k.RULES, {"perils": {"face": 1}}).perils
    PerilsRule(face=1, count=2)
    >>> from psy import prospero
    >>> vary(prospero.RULES, {"warp_deck.mastery": 5, "warp_deck.vortex": 2}).warp_deck["vortex"]
    2
    >>> vary(tft.RULES, {"attacks.mental stab.cost": 3}).attacks[3].cost
    3
    """
    merged: Any = rules
    for path, value in changes.items():
        change = value
        for part in reversed(path.split(".")):
            change = {part: change}
        merged = _merged(merged, change, place)
    return checked(merged, type(rules), place)  # type: ignore[no-any-return]


def _merged(old: Any, change: Any, place: str) -> Any:
    """Return the old value with the change laid over it, as plain data where they meet."""
    if not isinstance(change, Mapping):
        return change
    where = f"{place}." if place else ""
    if is_dataclass(old) or isinstance(old, dict):
        new = _parts(old)
        return new | {key: _merged(new.get(key), value, f"{where}{key}") for key, value in change.items()}
    if isinstance(old, tuple | list):
        rows = list(old)
        for key, value in change.items():
            row = _row(old, key, f"{where}{key}", value)
            rows[row] = _merged(rows[row], value, f"{where}{key}")
        return rows
    return dict(change)


def _parts(table: Any) -> dict[str, Any]:
    """Return the parts of a rule object by name, or those of a table that changes were laid over before."""
    return (
        table if isinstance(table, dict) else {part.name: getattr(table, part.name) for part in fields(table)}
    )


def _row(rows: Sequence[Any], key: str, place: str, value: Any) -> int:
    """Return the place of the row that goes by a name, or by its place."""
    names = _row_names(rows)
    if key in names:
        return names.index(key)
    if key.isdecimal() and int(key) < len(rows):
        return int(key)
    raise ValueError(f"{place} = {value!r}: unknown row; the rows are {', '.join(names)}")


def _row_names(rows: Sequence[Any]) -> list[str]:
    """Return what the rows of a list go by: their names if no two share one, otherwise their places."""
    tables = [_parts(row) if is_dataclass(row) or isinstance(row, dict) else {} for row in rows]
    names = [str(table.get("name", "")) for table in tables]
    return names if len({*names} - {""}) == len(rows) else list(map(str, range(len(rows))))


def flat(rules: Any, place: str = "") -> Iterator[tuple[str, Any]]:
    """Yield the path and the value of every single number, word and list of the rules, in their order.

    Examples
    --------
    >>> from psy import wh40k
    >>> list(flat(wh40k.RULES))[:3]
    [('harness', 4), ('perils.face', 6), ('perils.count', 2)]
    """
    if is_dataclass(rules):
        parts = [(field.name, getattr(rules, field.name)) for field in fields(rules)]
    elif isinstance(rules, tuple) and any(map(is_dataclass, rules)):
        parts = list(zip(_row_names(rules), rules, strict=True))
    else:
        yield place, rules
        return
    for name, part in parts:
        yield from flat(part, f"{place}.{name}" if place else name)


def differences(published: Any, rules: Any) -> dict[str, tuple[Any, Any]]:
    """Return by path what two rule sets of one kind have differently: first and second value.

    What only one of them has, such as a row of a list, is None in the other.

    Examples
    --------
    >>> from psy import wh40k
    >>> differences(wh40k.RULES, vary(wh40k.RULES, {"harness": 3}))
    {'harness': (4, 3)}
    """
    old, new = dict(flat(published)), dict(flat(rules))
    return {
        path: (old.get(path), new.get(path))
        for path in dict.fromkeys([*old, *new])
        if old.get(path) != new.get(path) or (path in old) != (path in new)
    }


def in_words(key: str) -> str:
    """Return a key of the rules as it stands in sentences.

    Examples
    --------
    >>> in_words("deck_parts"), in_words("statue.life")
    ('deck parts', 'statue, life')
    """
    return key.replace("_", " ").replace(".", ", ")
