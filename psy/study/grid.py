"""The points of a sweep: every rule set with every combination of arguments."""

import inspect
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import is_dataclass
from functools import partial
from hashlib import sha256
from itertools import product
from typing import TYPE_CHECKING, Any

from psy.study.chunks import Answer, Measure, Point
from psy.study.identity import value_identity
from psy.study.variants import flat, vary

if TYPE_CHECKING:
    import pandas as pd

MAX_POINTS = 1_000_000
VARIANT = "variant"


class Grid:
    """The points of a sweep, checked before any work starts.

    Parameters
    ----------
    measure
        A function of plain arguments, and perhaps of ``rules``.
    rules
        One rule object, several by name, or None for those that the measure has.
    axes
        The values of each axis: an argument of the measure, or a key of the rules.

    Raises
    ------
    TypeError, ValueError
        If an axis is none of the measure's, or empty, or the grid has more than a million points.
    """

    def __init__(self, measure: Measure, rules: Any, axes: Mapping[str, Iterable[Any]]) -> None:
        takes = inspect.signature(measure).parameters
        self.measure = measure
        self.axes = {name: _values(name, values) for name, values in axes.items()}
        self.variants = _variants(measure, takes, rules)
        self.shows_variant = isinstance(rules, Mapping)
        self.keys = [name for name in self.axes if name not in takes or name == "rules"]
        self._check(takes)

    def _check(self, takes: Mapping[str, inspect.Parameter]) -> None:
        name, some = name_of(self.measure), next(iter(self.variants.values()))
        known = [argument for argument in takes if argument != "rules"]
        for key in self.keys:
            if some is None or not any(f"{path}.".startswith(f"{key}.") for path, _ in flat(some)):
                allowed = f"the arguments are {', '.join(known)}" + "; or a key of the rules" * (
                    some is not None
                )
                raise ValueError(f"{name} has no argument {key!r}: {allowed}")
        missing = [one for one in known if takes[one].default is takes[one].empty and one not in self.axes]
        if missing:
            raise TypeError(f"{name} needs a value for {', '.join(missing)}: make it an axis or use partial")
        size = len(self)
        if size > MAX_POINTS:
            raise ValueError(
                f"{name} would be worked out at {size:,} points: at most {MAX_POINTS:,} in a sweep"
            )

    def __len__(self) -> int:
        return len(self.variants) * math.prod(map(len, self.axes.values()))

    def _places(self) -> Iterable[tuple[int, ...]]:
        """Return for each point the place of its variant and of its value on each axis, last axis fastest."""
        return product(*map(range, (len(self.variants), *map(len, self.axes.values()))))

    def points(self) -> tuple[list[Point | Answer], list[str]]:
        """Return the points and their names in the cache; where rules cannot be made there is an error."""
        names = sorted(name for name in self.axes if name not in self.keys)
        order = list(self.axes)
        texts = {name: [f"{name}={value_identity(value)}" for value in self.axes[name]] for name in names}
        columns = [(name, order.index(name) + 1) for name in names]
        keys = [order.index(key) + 1 for key in self.keys]
        made: dict[tuple[int, ...], tuple[Any, str]] = {}
        points: list[Point | Answer] = []
        labels = []
        for places in self._places():
            which = (places[0], *(places[key] for key in keys))
            if which not in made:
                made[which] = self._rules(which)
            rules, label = made[which]
            if isinstance(rules, Answer):
                points.append(rules)
            else:
                points.append(Point(rules, {name: self.axes[name][places[at]] for name, at in columns}))
            labels.append(" ".join([label, *(texts[name][places[at]] for name, at in columns)]))
        return points, labels

    def _rules(self, which: tuple[int, ...]) -> tuple[Any, str]:
        """Return the rules of a variant at some values of the rule axes, or why they are not allowed."""
        rules = list(self.variants.values())[which[0]]
        changes = {key: self.axes[key][place] for key, place in zip(self.keys, which[1:], strict=True)}
        try:
            rules = vary(rules, changes) if changes else rules
        except (TypeError, ValueError) as problem:
            return Answer(None, f"{type(problem).__name__}: {problem}"), ""
        return rules, _rules_identity(rules)

    def table(self, answers: Sequence[Answer]) -> "pd.DataFrame":
        """Return the points and their answers as a table."""
        import pandas as pd

        lists = {VARIANT: tuple(self.variants), **self.axes}
        columns = zip(*self._places(), strict=True)
        table = {
            name: pd.Series([values[place] for place in places])
            for (name, values), places in zip(lists.items(), columns, strict=True)
        }
        if not self.shows_variant:
            del table[VARIANT]
        table["value"] = pd.Series([answer.value for answer in answers], dtype=object)
        table["error"] = pd.Series([answer.error for answer in answers], dtype=object)
        return pd.DataFrame(table)


def name_of(measure: Any) -> str:
    """Return the name of a measure."""
    while isinstance(measure, partial):
        measure = measure.func
    return str(getattr(measure, "__name__", measure))


def _values(name: str, values: Iterable[Any]) -> tuple[Any, ...]:
    if isinstance(values, str) or not isinstance(values, Iterable):
        raise TypeError(f"axis {name} must be a list of values, not {values!r}")
    found = tuple(values)
    if not found:
        raise ValueError(f"axis {name} must have at least one value")
    return found


def _variants(measure: Measure, takes: Mapping[str, inspect.Parameter], rules: Any) -> dict[str, Any]:
    """Return the rule sets by name; None where the measure takes no rules."""
    if rules is not None and "rules" not in takes:
        raise TypeError(f"{name_of(measure)} takes no rules: give it an argument of that name")
    if isinstance(rules, Mapping) and not rules:
        raise ValueError("rules must be at least one rule set")
    if isinstance(rules, Mapping):
        return dict(rules)
    if rules is None and "rules" in takes:
        rules = takes["rules"].default
        if rules is inspect.Parameter.empty:
            raise TypeError(f"{name_of(measure)} needs rules")
    return {"": rules}


def _rules_identity(rules: Any) -> str:
    if not is_dataclass(rules):
        return value_identity(rules)
    text = f"{type(rules).__module__}.{type(rules).__qualname__} {list(flat(rules))}"
    return sha256(text.encode()).hexdigest()
