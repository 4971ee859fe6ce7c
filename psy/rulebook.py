"""Reads the rules in data/*.toml into frozen, checked rule objects.

Each key of such a file is a table of a ``value``, its ``source`` and its ``status``; TOML has no null, so
the word ``"any"`` stands for None there. The table ``documents`` says what the letters of the sources mean.
A rule set is a frozen dataclass that inherits from `Checked` and has one annotated field for each key: the
data file holds the numbers and the class holds what is allowed.
"""

import dataclasses
import functools
import json
import os
import tomllib
import typing
from collections.abc import Callable, Mapping
from numbers import Integral
from pathlib import Path
from types import MappingProxyType, NoneType, UnionType
from typing import Annotated, Any, Generic, Literal, TypeVar

Rules = TypeVar("Rules")
# A described value is what a document says and no number uses.
Status = Literal["stated", "assumed", "switch", "described"]

# The values of all rule files as this version of psy was made with them.
PUBLISHED = "published.json"
# The variable that names the folder of a reader's own notebooks and rules in place of the current one.
FOLDER = "PSY_FOLDER"
# What is called with each rule book that is read.
on_read: list[Callable[["Rulebook[Any]"], None]] = []


@dataclasses.dataclass(frozen=True)
class Within:
    """In an annotation: the ends of a whole number, both allowed, or of the letters of a text.

    Examples
    --------
    >>> checked(201, Annotated[int, Within(ge=2, le=200)], "dice")
    Traceback (most recent call last):
    ValueError: dice = 201: must be a whole number from 2 to 200
    """

    ge: int | None = None
    le: int | None = None


Target = Annotated[int, Within(2, 6)]
Face = Annotated[int, Within(1, 6)]
Count = Annotated[int, Within(0)]
Positive = Annotated[int, Within(1)]
Text = Annotated[str, Within(1)]


class RuleError(ValueError):
    """A rule file that cannot be read: names the file, the key, the value and what is allowed."""


class MismatchError(ValueError):
    """Values of which each is allowed, but not all of them together."""


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
            object.__setattr__(self, name, checked(getattr(self, name), hint, name))


@dataclasses.dataclass(frozen=True)
class Entry(Checked):
    """One key of a rule file: its value, the place it comes from, and whether that place states it."""

    value: Any
    source: Text
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


def own_folder() -> Path:
    """Return the folder whose ``data/`` and ``notebooks/`` come before psy's.

    It is the one that ``PSY_FOLDER`` names, and otherwise the current one, or from within its ``notebooks/``,
    where their kernels run, the one above.
    """
    if named := os.environ.get(FOLDER):
        return Path(named)
    try:
        here = Path.cwd()
    except FileNotFoundError:  # somebody has deleted it
        return Path()
    return here.parent if here.name == "notebooks" else here


def data_file(name: str | Path) -> Path:
    """Return where a file of the rules is, such as ``"tft.toml"``: the reader's own one, or psy's."""
    own = own_folder() / "data" / name
    return own if own.is_file() else data_folder() / name


def data_files() -> dict[str, Path]:
    """Return where every file of psy's data is, by its name there: the reader's own one, or psy's."""
    files = [file for file in sorted(data_folder().rglob("*")) if file.is_file()]
    return {name: data_file(name) for name in (file.relative_to(data_folder()).as_posix() for file in files)}


def read(file: str | Path, kind: type[Rules]) -> Rulebook[Rules]:
    """Read one rule file into an object of the rule dataclass ``kind``.

    Parameters
    ----------
    file
        The name of a file of the rules, for which `data_file` looks, or a path.
    kind
        A frozen dataclass that inherits from `Checked`.

    Raises
    ------
    RuleError
        One sentence with the file, the key, the value found and what is allowed, for a wrong, missing or
        unknown key and for a value of the wrong type or out of range.
    """
    path = data_file(file)
    document = read_toml(path)
    try:
        documents = checked(document.pop("documents", {}), dict[str, str], "documents")
        _refuse_strangers(document, kind, "")
        entries = {key: checked(table, Entry, key) for key, table in document.items()}
        rules = checked({key: entry.value for key, entry in entries.items()}, kind)
    except (_FaultError, TypeError, ValueError) as problem:
        raise RuleError(f"{path.name}: {problem}") from None
    book = Rulebook(path.stem, rules, MappingProxyType(entries), MappingProxyType(documents))
    for told in on_read:
        told(book)
    return book


def read_toml(path: Path) -> dict[str, Any]:
    """Return what a TOML file holds; a byte-order mark at its start is passed over.

    Raises
    ------
    RuleError
        One sentence with the file's name, if it cannot be read or is no TOML.
    """
    try:
        return tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as problem:
        raise RuleError(f"{path.name}: cannot be read from {path.parent}: {problem.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as problem:
        raise RuleError(f"{path.name}: not TOML: {problem}") from None


class _FaultError(Exception):
    """What is wrong, as data: where, which kind of fault, what was found, and the annotation it misses."""

    def __init__(
        self, place: str, kind: Literal["missing", "unknown", "type", "value"], hint: Any, found: Any
    ):
        self.place, self.kind, self.hint, self.found = place, kind, hint, found

    def __str__(self) -> str:
        """Say it in one sentence."""
        match self.kind:
            case "missing":
                return f"{self.place}: missing key; must be {_phrase(self.hint)}"
            case "unknown":
                keys = ", ".join(_hints(self.hint))
                return f"{self.place} = {self.found!r}: unknown key; the keys are {keys}"
        return f"{self.place} = {self.found!r}: must be {_phrase(self.hint)}"


def checked(value: Any, hint: Any, place: str = "") -> Any:
    """Return the ``value`` found at ``place`` as its annotation asks, or refuse it in one sentence.

    Raises
    ------
    TypeError, ValueError
        One sentence with the place, the value found and what is allowed; a `MismatchError` if
        values do not go together.

    Examples
    --------
    >>> checked(7, Target, "variants.bold.harness")
    Traceback (most recent call last):
    ValueError: variants.bold.harness = 7: must be a whole number from 2 to 6
    """
    try:
        return _fitted(value, hint, place)
    except _FaultError as fault:
        raise (TypeError if fault.kind == "type" else ValueError)(str(fault)) from None


def _fitted(value: Any, hint: Any, place: str) -> Any:
    """Return the value as its annotation asks, or raise what is wrong with it."""
    if type(value).__module__ == "numpy" and getattr(value, "ndim", None) == 0:
        value = value.item()
    origin, inside = typing.get_origin(hint), typing.get_args(hint)
    if dataclasses.is_dataclass(hint):
        return _object(value, hint, place)
    if origin is Annotated:
        return _within(value, hint, place)
    if origin in (typing.Union, UnionType):
        return _either(value, hint, place)
    if origin is Literal and value in inside and type(value) in map(type, inside):
        return value
    if origin is tuple and isinstance(value, list | tuple):
        return tuple(_fitted(item, inside[0], f"{place}.{number}") for number, item in enumerate(value))
    if origin is dict and isinstance(value, Mapping):
        return {key: _fitted(item, inside[1], _path(place, key)) for key, item in value.items()}
    if hint is int and type(value) is not bool and isinstance(value, Integral):
        return int(value)
    if hint is Any or (hint in (bool, str) and isinstance(value, hint)):
        return value
    another = origin is Literal and type(value) in map(type, inside)
    raise _FaultError(place, "value" if another else "type", hint, value)


def _object(value: Any, kind: Any, place: str) -> Any:
    """Return an object of that class as it is, as it was checked when it was made; make one of a table."""
    if isinstance(value, kind):
        return value
    if not isinstance(value, Mapping) or dataclasses.is_dataclass(value):
        raise _FaultError(place, "type", kind, value)
    _refuse_strangers(value, kind, place)
    hints = _hints(kind)
    for field in dataclasses.fields(kind):
        needed = field.default is field.default_factory is dataclasses.MISSING
        if needed and field.name not in value:
            raise _FaultError(_path(place, field.name), "missing", hints[field.name], None)
    parts = {key: _fitted(item, hints[key], _path(place, key)) for key, item in value.items()}
    try:
        return kind(**parts)
    except (TypeError, ValueError) as problem:  # The class's own check names what it found.
        raise MismatchError(f"{place} {problem}".strip()) from None


def _refuse_strangers(table: Mapping[str, Any], kind: Any, place: str) -> None:
    for key, value in table.items():
        if key not in _hints(kind):
            raise _FaultError(_path(place, key), "unknown", kind, value)


def _within(value: Any, hint: Any, place: str) -> Any:
    """Return a number or a text that keeps the ends of its annotation."""
    kind, ends = typing.get_args(hint)[:2]
    try:
        fitted = _fitted(value, kind, place)
    except _FaultError as fault:
        raise _FaultError(place, fault.kind, hint, value) from None
    size = len(fitted.strip()) if isinstance(fitted, str) else fitted
    if (ends.ge is not None and size < ends.ge) or (ends.le is not None and size > ends.le):
        raise _FaultError(place, "value", hint, value)
    return fitted


def _either(value: Any, hint: Any, place: str) -> Any:
    """Return the value as the first of several annotations that fits; a fault deeper inside is the one."""
    options = typing.get_args(hint)
    if NoneType in options and (value is None or (isinstance(value, str) and value == "any")):
        return None
    faults: list[_FaultError] = []
    for option in options:
        try:
            return _fitted(value, option, place)
        except _FaultError as fault:
            faults.append(fault)
    for inner in faults:
        if inner.place != place:
            raise inner
    raise _FaultError(place, "value" if any(one.kind == "value" for one in faults) else "type", hint, value)


def _path(place: str, key: str) -> str:
    return f"{place}.{key}" if place else key


def _phrase(hint: Any) -> str:
    """Say what an annotation allows: the whole range, not only the end that was passed."""
    origin, inside = typing.get_origin(hint), typing.get_args(hint)
    if dataclasses.is_dataclass(hint):
        return "a table of " + ", ".join(_hints(hint))
    if origin is Annotated:
        return f"{_phrase(inside[0])}{_range(inside[1])}" if inside[0] is int else "text, not empty"
    if origin in (typing.Union, UnionType):
        return " or ".join(map(_phrase, inside))
    if origin is Literal:
        return "one of " + ", ".join(map(repr, inside))
    if origin is tuple:
        return f"a list, each item {_phrase(inside[0])}"
    plain = {int: "a whole number", str: "text", bool: "true or false", dict: "a table", NoneType: "'any'"}
    return plain.get(origin or hint, "a value")


def _range(ends: Within) -> str:
    if ends.ge is None or ends.le is None:
        least = f" of at least {ends.ge}" if ends.ge is not None else ""
        return least + (f" of at most {ends.le}" if ends.le is not None else "")
    return f" from {ends.ge} to {ends.le}"
