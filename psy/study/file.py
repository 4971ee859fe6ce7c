"""Study files: a design question in TOML, checked in full before any work starts."""

import inspect
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any, Literal

from psy.rulebook import Checked, MismatchError, Rulebook, RuleError, Text, Within, checked, read_toml
from psy.study.arguments import annotations, argument, called
from psy.study.break_even import MAX_SETTINGS
from psy.study.grid import MAX_POINTS, Grid
from psy.study.measures import measures_of
from psy.study.points import Measure
from psy.study.variants import flat, rulebook, vary

# What the base is called: the rule file with all that is assumed and changed in it, or a base of its own.
AS_IT_STANDS, BASE = "as it stands", "base"


@dataclass(frozen=True)
class Span(Checked):
    """Whole numbers from ``low`` to ``high``, both included, in steps."""

    low: int
    high: int
    step: Annotated[int, Within(1)] = 1


@dataclass(frozen=True)
class Search(Checked):
    """A break-even search: where a measure is the same as another, or as a number.

    The setting moves both sides, or with ``both = false`` only the measure.
    """

    measure: Text
    against: Text | int
    setting: Text
    low: int
    high: int
    fractions: Annotated[int, Within(0, 1000)] = 0
    variant: Text | None = None
    both: bool = True


@dataclass(frozen=True)
class Aim(Checked):
    """What a study is to decide: the measure, who gains if it rises and who if it falls, and what is wanted.

    ``near`` is a number, which may be a fraction in quotes, that the measure should be near to.
    """

    measure: Text
    gains: str = ""
    loses: str = ""
    wanted: Literal["more", "less"] = "more"
    near: int | Text | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.near is not None:
            argument(self.near, Fraction, "near")


@dataclass(frozen=True)
class StudyFile(Checked):
    """The keys of a study file; what is within its tables is checked in turn."""

    title: Text
    rules: Literal["wh40k", "spacehulk", "prospero", "prospero_battles", "tft"]
    measures: dict[str, Any]
    question: str = ""
    base: dict[str, Any] | None = None
    variants: dict[str, Any] | None = None
    axes: dict[str, Any] | None = None
    one_at_a_time: dict[str, Any] | None = None
    break_even: tuple[Any, ...] = ()
    aim: Aim | None = None


@dataclass(frozen=True)
class Study:
    """A study, ready to be worked out.

    Parameters
    ----------
    title, question
        What it is called and what it asks, as text.
    published
        The published rules that it starts from, with their sources.
    variants
        The rule sets by name; the first is the base.
    measures
        The measures by name, with their own arguments.
    axes
        The values of the arguments and keys of the rules that are swept.
    one_at_a_time
        The values that inputs take in turn.
    searches
        The break-even searches.
    aim
        What it is to decide, if the file says so.
    """

    title: str
    question: str
    published: Rulebook[Any]
    variants: Mapping[str, Any]
    measures: Mapping[str, Measure]
    axes: Mapping[str, tuple[Any, ...]]
    one_at_a_time: Mapping[str, tuple[Any, ...]]
    searches: tuple[Search, ...]
    aim: Aim | None = None

    def takes(self, measure: str, name: str) -> bool:
        """Whether a measure depends on an input: an argument, or else a key of the rules."""
        if any(name in inspect.signature(one).parameters for one in self.measures.values()):
            return name in inspect.signature(self.measures[measure]).parameters
        return _is_key(self.variants, name)

    def inputs(self, measure: str, values: Mapping[str, tuple[Any, ...]]) -> dict[str, tuple[Any, ...]]:
        """Return those of the inputs that a measure takes."""
        return {
            name: value
            for name, value in values.items()
            if self.takes(measure, name) or self._takes_together(measure, value)
        }

    def _takes_together(self, measure: str, values: tuple[Any, ...]) -> bool:
        keys = [key for value in values if isinstance(value, Mapping) for key in value]
        return bool(keys) and all(self.takes(measure, key) for key in keys)


def read_study(file: str | Path, measures: Mapping[str, Measure] | None = None) -> Study:
    """Read a study file and check everything in it.

    Parameters
    ----------
    file
        The path of the file.
    measures
        Measures of your own by name, besides those of the rules.

    Raises
    ------
    RuleError
        One sentence with the file, the key, the value found and what is allowed.

    Examples
    --------
    >>> from psy.rulebook import data_folder
    >>> study = read_study(data_folder() / "studies" / "perils.toml")
    >>> list(study.variants)
    ['as it stands', 'any double', 'double ones']
    """
    path = Path(file)
    document = read_toml(path)
    try:
        return _study(document, measures or {})
    except (TypeError, ValueError) as problem:
        raise RuleError(f"{path.name}: {problem}") from None


def _study(document: dict[str, Any], own: Mapping[str, Measure]) -> Study:
    parts: StudyFile = checked(document, StudyFile)
    book = rulebook(parts.rules)
    known = {**measures_of(parts.rules), **own}
    measures = {name: called(entry, known, f"measures.{name}") for name, entry in parts.measures.items()}
    if not measures:
        raise ValueError(f"measures: must be a table of at least one measure; there are {', '.join(known)}")
    study = Study(
        parts.title,
        parts.question,
        book,
        MappingProxyType(_variants(parts, book.rules)),
        MappingProxyType(measures),
        MappingProxyType({}),
        MappingProxyType({}),
        tuple(_search(entry, f"break_even.{place}") for place, entry in enumerate(parts.break_even)),
        parts.aim,
    )
    if parts.aim and parts.aim.measure not in measures:
        raise ValueError(f"aim.measure = {parts.aim.measure!r}: must be one of {_names(measures)}")
    keys = [name for name in parts.axes or {} if _is_key(study.variants, name)]
    axes, moved = (
        MappingProxyType(
            {
                name: _values(study, name, entry, f"{key}.{name}", together)
                for name, entry in (table or {}).items()
            }
        )
        for key, table, together in (
            ("axes", parts.axes, len(keys) > 1),
            ("one_at_a_time", parts.one_at_a_time, False),
        )
    )
    study = replace(study, axes=axes, one_at_a_time=moved)
    _check_sizes(study)
    for place, search in enumerate(study.searches):
        _check_search(study, search, f"break_even.{place}")
    return study


def _variants(parts: StudyFile, published: Any) -> dict[str, Any]:
    base = _changed(published, parts.base or {}, "base")
    first = BASE if parts.base else AS_IT_STANDS
    found = {first: base}
    for name, changes in (parts.variants or {}).items():
        if name == first:
            raise ValueError(f"variants.{name}: is the name of the base; choose another")
        found[name] = _changed(base, changes, f"variants.{name}")
    return found


def _changed(rules: Any, changes: Any, place: str) -> Any:
    if not isinstance(changes, dict):
        raise TypeError(f"{place} = {changes!r}: must be a table of changed keys of the rules")
    return vary(rules, changes, place)


def _values(study: Study, name: str, entry: Any, place: str, together: bool) -> tuple[Any, ...]:
    """Return the values of an axis: a list, or a span of whole numbers."""
    if isinstance(entry, dict):
        span = checked(entry, Span, place)
        entry = list(range(span.low, min(span.high, span.low + MAX_POINTS * span.step) + 1, span.step))
    if not isinstance(entry, list) or not entry:
        raise ValueError(f"{place} = {entry!r}: must be a list of values, or a table of low, high, step")
    takers = [measure for measure in study.measures if study.takes(measure, name)]
    if (
        not takers
        and place.startswith("one_at_a_time.")
        and all(isinstance(one, dict) and one for one in entry)
    ):
        return tuple(_changes(study, one, f"{place}.{at}") for at, one in enumerate(entry))
    if not takers:
        raise ValueError(f"{place}: unknown axis; {_inputs(study)}")
    return tuple(
        _value(study, takers, name, value, f"{place}.{at}", together) for at, value in enumerate(entry)
    )


def _changes(study: Study, changes: dict[str, Any], place: str) -> dict[str, Any]:
    """Return arguments and keys of the rules that are changed together, each as its takers ask."""
    takers = [name for name in study.measures if all(study.takes(name, key) for key in changes)]
    if not takers:
        raise ValueError(f"{place} = {changes!r}: no measure takes all of these; {_inputs(study)}")
    found = {key: _value(study, takers, key, value, f"{place}.{key}", True) for key, value in changes.items()}
    keys = {key: value for key, value in found.items() if _is_key(study.variants, key)}
    vary(next(iter(study.variants.values())), keys, place)
    return found


def _value(study: Study, takers: list[str], name: str, value: Any, place: str, together: bool = False) -> Any:
    """Return a value as its takers ask; what keys that are moved ``together`` make is seen at each point."""
    found = value
    for taker in takers:
        measure: Any = study.measures[taker]
        may_be = annotations(measure.func)
        if name in may_be:
            found = argument(found, may_be[name], place)
        else:
            try:
                vary(next(iter(study.variants.values())), {name: found})
            except (TypeError, ValueError) as problem:
                if not (together and isinstance(problem, MismatchError)):
                    raise type(problem)(f"{place}: {problem}") from None
    return found


def _inputs(study: Study) -> str:
    arguments = {key for measure in study.measures.values() for key in annotations(measure.func)}  # type: ignore[attr-defined]
    return f"the arguments of the measures are {', '.join(sorted(arguments))}; or a key of the rules"


def _names(table: Mapping[str, Any]) -> str:
    return ", ".join(map(repr, table))


def _is_key(variants: Mapping[str, Any], name: str) -> bool:
    return any(f"{path}.".startswith(f"{name}.") for path, _ in flat(next(iter(variants.values()))))


def _check_sizes(study: Study) -> None:
    """Refuse sweeps that are too large, and measures that do not get all their arguments."""
    for name, measure in study.measures.items():
        try:
            Grid(measure, study.variants, study.inputs(name, study.axes))
        except (TypeError, ValueError) as problem:
            raise type(problem)(f"axes: {problem}") from None


def _search(entry: Any, place: str) -> Search:
    found: Search = checked(entry, Search, place)
    return found


def _check_search(study: Study, search: Search, place: str) -> None:
    for key, name in (("measure", search.measure), ("against", search.against)):
        if isinstance(name, str) and name not in study.measures:
            raise ValueError(f"{place}.{key} = {name!r}: must be one of {_names(study.measures)}")
    if search.variant is not None and search.variant not in study.variants:
        raise ValueError(f"{place}.variant = {search.variant!r}: must be one of {_names(study.variants)}")
    sides = [search.measure, *([search.against] if search.both and isinstance(search.against, str) else [])]
    takers = [name for name in sides if study.takes(name, search.setting)]
    if not takers:
        raise ValueError(f"{place}.setting = {search.setting!r}: unknown setting; {_inputs(study)}")
    if not 0 <= search.high - search.low <= MAX_SETTINGS:
        raise ValueError(
            f"{place}.high = {search.high}: must be from {search.low} to {search.low + MAX_SETTINGS}"
        )
    for end in ("low", "high"):
        _value(study, takers, search.setting, getattr(search, end), f"{place}.{end}")
