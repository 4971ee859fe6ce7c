"""Reads the rules in data/*.toml into frozen, checked rule objects.

Each key of such a file is a table of a ``value``, its ``source`` and its ``status``; TOML has no null, so
the word ``"any"`` stands for None there. The table ``documents`` says what the letters of the sources mean.
A rule set is a frozen dataclass that inherits from `Checked` and has one annotated field for each key: the
data file holds the numbers and the class holds what is allowed.
"""

import dataclasses
import functools
import json
import re
import tomllib
import typing
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType, UnionType
from typing import Annotated, Any, Generic, Literal, TypeVar

import msgspec
import msgspec.inspect

Rules = TypeVar("Rules")
Converted = TypeVar("Converted")
# A described value is what a document says and no number uses.
Status = Literal["stated", "assumed", "switch", "described"]

# The values of all rule files as this version of psy was made with them.
PUBLISHED = "published.json"
# What a page calls the values that are others in the file than were published.
CHANGED = "Changed from what was published"

Target = Annotated[int, msgspec.Meta(ge=2, le=6)]
Face = Annotated[int, msgspec.Meta(ge=1, le=6)]
Count = Annotated[int, msgspec.Meta(ge=0)]
Positive = Annotated[int, msgspec.Meta(ge=1)]


class RuleError(ValueError):
    """A rule file that cannot be read: names the file, the key, the value and what is allowed."""


# The annotations of a class, resolved once.
_hints: Callable[[Any], dict[str, Any]] = functools.cache(
    functools.partial(typing.get_type_hints, include_extras=True)
)


class Checked:
    """Base of the rule dataclasses: every field is checked against its annotation when the object is made.

    As in a rule file a list may stand for a tuple, a dict for a nested rule object and ``"any"`` for None.

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
            if not _checked_before(value, hint):
                object.__setattr__(self, name, checked(value, hint, name))


def _checked_before(value: Any, hint: Any) -> bool:
    """Whether the value is a rule object, or a tuple of them, that was checked when it was made."""
    if isinstance(value, tuple) and typing.get_origin(hint) is tuple:
        return all(_checked_before(item, typing.get_args(hint)[0]) for item in value)
    return isinstance(value, Checked) and type(value) is hint


class Entry(msgspec.Struct, frozen=True):
    """One key of a rule file: its value, the place it comes from, and whether that place states it."""

    value: Any
    source: Annotated[str, msgspec.Meta(pattern=r"\S")]
    status: Status


@dataclasses.dataclass(frozen=True)
class Rulebook(Generic[Rules]):
    """The rules of one file, and where each of them comes from."""

    name: str
    rules: Rules
    entries: Mapping[str, Entry]
    documents: Mapping[str, str]

    def changed(self) -> dict[str, Any]:
        """Return the values as they were published, of each key whose value in the file is another now."""
        text = (data_folder() / PUBLISHED).read_text(encoding="utf-8")
        published = json.loads(text).get(self.name, {})
        return {
            key: value
            for key, value in published.items()
            if key in self.entries and self.entries[key].value != value
        }

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
    document = read_toml(path)
    try:
        named = checked(document.pop("documents", {}), dict[str, Any], "documents")
        documents = {name: checked(words, str, f"documents.{name}") for name, words in named.items()}
        for key, table in document.items():
            _refuse_stranger(key, table, kind, key)
            checked(table, Entry, key)
        rules = checked({key: table["value"] for key, table in document.items()}, kind)
    except (TypeError, ValueError) as problem:
        raise RuleError(f"{path.name}: {problem}") from None
    entries = {key: Entry(**table) for key, table in document.items()}
    return Rulebook(path.stem, rules, MappingProxyType(entries), MappingProxyType(documents))


def read_toml(path: Path) -> dict[str, Any]:
    """Return what a TOML file holds.

    Raises
    ------
    RuleError
        One sentence with the file's name, if it cannot be read or is no TOML.
    """
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as problem:
        raise RuleError(f"{path.name}: cannot be read from {path.parent}: {problem.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as problem:
        raise RuleError(f"{path.name}: not TOML: {problem}") from None


def checked(value: Any, hint: Any, place: str = "") -> Any:
    """Return the ``value`` found at ``place`` as its annotation asks, or refuse it in one sentence.

    Raises
    ------
    TypeError, ValueError
        One sentence with the place, the value found and what is allowed.

    Examples
    --------
    >>> checked(7, Target, "variants.bold.harness")
    Traceback (most recent call last):
    ValueError: variants.bold.harness = 7: must be a whole number from 2 to 6
    """
    _refuse_strangers(value, hint, place)
    try:
        return msgspec.convert(_plain(value), hint)
    except msgspec.ValidationError as problem:
        missing = re.findall(r"missing required field `(\w+)`", str(problem))
        parts = [*_parts(problem), *missing]
        where = ".".join(filter(None, [place, *parts]))
        if missing:
            raise ValueError(f"{where}: missing key; {_allowed(parts, hint)}") from None
        if problem.__cause__:  # A nested rule object's own check names what it found.
            raise ValueError(" ".join(filter(None, [where, str(problem.__cause__)]))) from None
        error = TypeError if "got `" in str(problem) else ValueError
        raise error(f"{where} = {_at(value, parts)!r}: {_allowed(parts, hint)}") from None


def _refuse_strangers(value: Any, hint: Any, place: str) -> None:
    """Refuse a key that the class of its table has no field for; msgspec would pass over it."""
    if isinstance(value, list | tuple):
        for number, item in enumerate(value):
            _refuse_strangers(item, _inside(hint, str(number)), f"{place}.{number}")
    elif isinstance(value, dict) and (kind := _keyed(hint)):
        for key, item in value.items():
            where = ".".join(filter(None, [place, key]))
            _refuse_stranger(key, item, kind, where)
            _refuse_strangers(item, _inside(hint, key), where)


def _refuse_stranger(key: str, value: Any, kind: Any, where: str) -> None:
    if key not in _hints(kind):
        raise ValueError(f"{where} = {value!r}: unknown key; the keys are {', '.join(_hints(kind))}")


def _parts(problem: msgspec.ValidationError) -> list[str]:
    """Return the keys and positions that lead to the place of a validation error."""
    return re.findall(r"\w+", str(problem).partition(" - at ")[2])


def _at(value: Any, parts: list[str]) -> Any:
    """Return what is found at those keys and positions."""
    for part in parts:
        if isinstance(value, list | tuple):
            value = value[int(part)]
        else:
            value = value[part] if isinstance(value, dict) else getattr(value, part)
    return value


def _plain(value: Any) -> Any:
    """Return the value as the plain data that msgspec checks, so that a nested rule object is checked too."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: _plain(getattr(value, field.name)) for field in dataclasses.fields(value)}
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return None if value == "any" else value


def _allowed(parts: list[str], hint: Any) -> str:
    """Say what is allowed where the error is: the whole range, not only the end that was passed."""
    for part in parts:
        hint = _inside(hint, part)
    return f"must be {_phrase(msgspec.inspect.type_info(hint))}"


def _phrase(kind: msgspec.inspect.Type) -> str:
    match kind:
        case msgspec.inspect.UnionType():
            return " or ".join(map(_phrase, kind.types))
        case msgspec.inspect.IntType():
            return f"a whole number{_range(kind.ge, kind.le)}"
        case msgspec.inspect.StrType():
            return "text, not empty" if kind.pattern else "text"
        case msgspec.inspect.LiteralType():
            return "one of " + ", ".join(map(repr, kind.values))
        case msgspec.inspect.NoneType():
            return "'any'"
        case msgspec.inspect.BoolType():
            return "true or false"
        case msgspec.inspect.VarTupleType():
            return f"a list, each item {_phrase(kind.item_type)}"
        case msgspec.inspect.DictType():
            return "a table"
        case msgspec.inspect.DataclassType() | msgspec.inspect.StructType():
            return "a table of " + ", ".join(field.name for field in kind.fields)
    return "a value"


def _range(low: float | None, high: float | None) -> str:
    if low is None or high is None:
        return f" of at least {low}" * (low is not None) + f" of at most {high}" * (high is not None)
    return f" from {low} to {high}"


def _keyed(hint: Any) -> Any:
    """Return the class whose fields are the keys of a table, if the annotation is of a table."""
    options = typing.get_args(hint) if typing.get_origin(hint) in (typing.Union, UnionType) else (hint,)
    return next((kind for kind in options if dataclasses.is_dataclass(kind) or _is_struct(kind)), None)


def _is_struct(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct)


def _inside(hint: Any, part: str) -> Any:
    """Return the annotation of a field, or of a sequence's items."""
    if kind := _keyed(hint):
        return _hints(kind)[part]
    return next(iter(typing.get_args(hint)), Any)
