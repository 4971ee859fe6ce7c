"""Reads the rules in data/*.toml into frozen, checked rule objects.

Each key of such a file is a table of a ``value``, its ``source`` and its ``status``; TOML has no null, so
the word ``"any"`` stands for None there. A rule set is a frozen dataclass that inherits from `Checked` and
has one annotated field for each key: the data file holds the numbers and the class holds what is allowed.
"""

import dataclasses
import re
import tomllib
import typing
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any, Generic, Literal, TypeVar

import msgspec
import msgspec.inspect

Rules = TypeVar("Rules")
Converted = TypeVar("Converted")
Status = Literal["stated", "assumed", "switch"]

Target = Annotated[int, msgspec.Meta(ge=2, le=6)]
Face = Annotated[int, msgspec.Meta(ge=1, le=6)]
Count = Annotated[int, msgspec.Meta(ge=0)]
Positive = Annotated[int, msgspec.Meta(ge=1)]


class RuleError(ValueError):
    """A rule file that cannot be read: names the file, the key, the value and what is allowed."""


def _hints(kind: Any) -> dict[str, Any]:
    return typing.get_type_hints(kind, include_extras=True)


class Checked:
    """Base of the rule dataclasses: every field is checked against its annotation when the object is made.

    Examples
    --------
    >>> @dataclasses.dataclass(frozen=True)
    ... class Casting(Checked):
    ...     harness: Target
    >>> Casting(harness=7)
    Traceback (most recent call last):
    ValueError: harness = 7: must be a whole number from 2 to 6
    """

    def __post_init__(self) -> None:
        for name, hint in _hints(type(self)).items():
            value = getattr(self, name)
            try:
                msgspec.convert(_plain(value), hint)
            except msgspec.ValidationError as problem:
                error = TypeError if "got `" in str(problem) else ValueError
                raise error(f"{name} = {value!r}: {_allowed(problem, hint)}") from None


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One key of a rule file: its value, the place it comes from, and whether that place states it."""

    value: Any
    source: Annotated[str, msgspec.Meta(min_length=1)]
    status: Status


@dataclasses.dataclass(frozen=True)
class Rulebook(Generic[Rules]):
    """The rules of one file, and where each of them comes from."""

    rules: Rules
    entries: Mapping[str, Entry]

    def assumed(self) -> tuple[str, ...]:
        """Return the names of the values that no source states."""
        return tuple(key for key, entry in self.entries.items() if entry.status == "assumed")


def data_folder() -> Path:
    """Return the folder of the rule files: beside the package in a checkout, inside it when installed."""
    package = Path(__file__).parent
    return next(folder for folder in (package / "data", package.parent / "data") if folder.is_dir())


def read(file: str | Path, kind: type[Rules]) -> Rulebook[Rules]:
    """Read one rule file into an object of the rule dataclass ``kind``.

    Parameters
    ----------
    file
        The name of a file in the data folder, or a path.
    kind
        A frozen dataclass that inherits from `Checked`.

    Raises
    ------
    RuleError
        One sentence with the file, the key, the value found and what is allowed, for a wrong, missing or
        unknown key and for a value of the wrong type or out of range.
    """
    path = data_folder() / file
    try:
        document = tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as problem:
        raise RuleError(f"{path.name}: not TOML: {problem}") from None
    entries = {key: _converted(path.name, key, table, Entry) for key, table in document.items()}
    values = {key: _without_any(entry.value) for key, entry in entries.items()}
    rules = _converted(path.name, "", values, kind)
    for key, allowed in _unknown_keys(values, rules):
        raise RuleError(f"{path.name}: {key} = {_at(values, key)!r}: unknown key; the keys are {allowed}")
    return Rulebook(rules, MappingProxyType(entries))


def _converted(file: str, key: str, values: Any, kind: type[Converted]) -> Converted:
    """Return ``values``, found in ``file`` below ``key``, as a checked object of the ``kind``."""
    try:
        return msgspec.convert(values, kind)
    except msgspec.ValidationError as problem:
        place = ".".join(_parts(problem))
        if missing := re.search(r"missing required field `(\w+)`", str(problem)):
            where = ".".join(filter(None, [key, place, missing[1]]))
            raise RuleError(
                f"{file}: {where}: missing key; here are {', '.join(_at(values, place))}"
            ) from None
        where = ".".join(filter(None, [key, place]))
        found = _at(values, place)
        raise RuleError(
            f"{file}: {where} = {'any' if found is None else found!r}: {_allowed(problem, kind)}"
        ) from None


def _parts(problem: msgspec.ValidationError) -> list[str]:
    """Return the keys and positions that lead to the place of a validation error."""
    return re.findall(r"\w+", str(problem).partition(" - at ")[2])


def _at(values: Any, key: str) -> Any:
    """Return the value at a dotted key, as far as the key can be followed."""
    for part in key.split("."):
        if isinstance(values, dict) and part in values:
            values = values[part]
        elif isinstance(values, list) and part.isdigit():
            values = values[int(part)]
    return values


def _unknown_keys(given: Any, built: Any, place: str = "") -> Iterator[tuple[str, str]]:
    """Yield the dotted keys of the file that no field of the built rules took up, with the keys there are."""
    if isinstance(given, list) and isinstance(built, tuple):
        for number, (item, made) in enumerate(zip(given, built, strict=True)):
            yield from _unknown_keys(item, made, f"{place}{number}.")
    elif isinstance(given, dict) and dataclasses.is_dataclass(built):
        for key, value in given.items():
            if key in _hints(type(built)):
                yield from _unknown_keys(value, getattr(built, key), f"{place}{key}.")
            else:
                yield place + key, ", ".join(_hints(type(built)))


def _without_any(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_any(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_without_any(item) for item in value]
    return None if value == "any" else value


def _plain(value: Any) -> Any:
    """Return the value as the plain data that msgspec checks, so that a nested rule object is checked too."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: _plain(getattr(value, field.name)) for field in dataclasses.fields(value)}
    return [_plain(item) for item in value] if isinstance(value, tuple) else value


def _allowed(problem: msgspec.ValidationError, hint: Any) -> str:
    """Say what is allowed where the error is: the whole range, not only the end that was passed."""
    for part in _parts(problem):
        hint = _inside(hint, part)
    bounds = msgspec.inspect.type_info(hint)
    kinds = bounds.types if isinstance(bounds, msgspec.inspect.UnionType) else (bounds,)
    if not all(isinstance(kind, _PHRASED) for kind in kinds):
        message = str(problem).partition(" - at ")[0]
        return message[:1].lower() + message[1:]
    return "must be " + " or ".join(map(_phrase, kinds))


_PHRASED = (
    msgspec.inspect.IntType,
    msgspec.inspect.NoneType,
    msgspec.inspect.LiteralType,
    msgspec.inspect.BoolType,
)


def _phrase(kind: Any) -> str:
    if isinstance(kind, msgspec.inspect.IntType):
        ends = [f"from {kind.ge}" if kind.le is not None else f"of at least {kind.ge}"] * (
            kind.ge is not None
        )
        return " ".join(["a whole number", *ends, *[f"to {kind.le}"] * (kind.le is not None)])
    if isinstance(kind, msgspec.inspect.LiteralType):
        return "one of " + ", ".join(map(repr, kind.values))
    return "'any'" if isinstance(kind, msgspec.inspect.NoneType) else "true or false"


def _inside(hint: Any, part: str) -> Any:
    """Return the annotation of a field, of a mapping's values or of a sequence's items."""
    options = [option for option in typing.get_args(hint) if dataclasses.is_dataclass(option)]
    kind = options[0] if options and typing.get_origin(hint) is not tuple else hint
    if dataclasses.is_dataclass(kind) or (isinstance(kind, type) and issubclass(kind, msgspec.Struct)):
        return _hints(kind).get(part, Any)
    arguments = [argument for argument in typing.get_args(hint) if argument is not ...]
    return arguments[-1] if arguments else hint
