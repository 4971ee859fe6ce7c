"""The points of a sweep: every rule set with every combination of arguments."""

import inspect
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import is_dataclass
from functools import partial
from hashlib import blake2b
from itertools import product
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from psy.study.cache import Value
from psy.study.identity import identity
from psy.study.points import Failed, Measure, Point, Task
from psy.study.variants import flat, vary

if TYPE_CHECKING:
    import pandas as pd

MAX_POINTS = 1_000_000
VARIANT = "variant"
# The columns of a table that are no axes.
_COLUMNS = (VARIANT, "value", "error")


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
        if taken := [axis for axis in self.axes if axis in _COLUMNS]:
            raise ValueError(f"axis {taken[0]} has the name of a column: call the argument something else")
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

    def _heads(self) -> list[tuple[Any, ...]]:
        """Return every variant's name with every combination of rule keys: what a block of points shares."""
        return list(product(self.variants, *(self.axes[key] for key in self.keys)))

    @property
    def task(self) -> Task:
        """What a worker needs to know besides the points."""
        return Task(self.measure, tuple(self._arguments()))

    def _arguments(self) -> dict[str, tuple[Any, ...]]:
        return {name: values for name, values in self.axes.items() if name not in self.keys}

    def points(self) -> Iterator[tuple[Point | Failed, str]]:
        """Yield each point with its name in the cache; an error where the rules cannot be made."""
        arguments = self._arguments()
        values = list(product(*arguments.values()))
        names = _names(arguments)
        for head in self._heads():
            rules, label = self._rules(*head)
            if isinstance(rules, Failed):
                yield from ((rules, "") for _ in values)
            else:
                yield from (
                    (Point(rules, value), label + name) for value, name in zip(values, names, strict=True)
                )

    def _rules(self, variant: str, *values: Any) -> tuple[Any, str]:
        """Return the rules of a variant at some values of the rule keys, or why they are not allowed."""
        rules, changes = self.variants[variant], dict(zip(self.keys, values, strict=True))
        try:
            rules = vary(rules, changes) if changes else rules
        except (TypeError, ValueError) as problem:
            return Failed(f"{type(problem).__name__}: {problem}"), ""
        return rules, _rules_identity(rules)

    def table(self, answers: Sequence[Value | Failed]) -> "pd.DataFrame":
        """Return the points and their answers as a table."""
        import pandas as pd

        arguments = self._arguments()
        names = [VARIANT, *self.keys, *arguments]
        rows = product(self._heads(), product(*arguments.values()))
        columns = zip(*((*head, *values) for head, values in rows), strict=True)
        table = {
            name: pd.Series(list(column), dtype=object if None in column else None)
            for name, column in zip(names, columns, strict=True)
        }
        if not self.shows_variant:
            del table[VARIANT]
        values = [None if isinstance(answer, Failed) else answer for answer in answers]
        errors = [answer.error if isinstance(answer, Failed) else "" for answer in answers]
        table |= {"value": pd.Series(values, dtype=object), "error": pd.Series(errors, dtype=object)}
        return pd.DataFrame(table)


def _names(arguments: Mapping[str, tuple[Any, ...]]) -> list[str]:
    """Return what tells each combination of arguments from others, the same for any order of the axes."""
    texts = [[f" {name}={identity(value)}" for value in values] for name, values in arguments.items()]
    order = sorted(range(len(texts)), key=list(arguments).__getitem__)
    in_order = itemgetter(*order) if len(order) > 1 else tuple
    return ["".join(in_order(combination)) for combination in product(*texts)]


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
        return identity(rules)
    text = f"{type(rules).__module__}.{type(rules).__qualname__} {list(flat(rules))}"
    return blake2b(text.encode(), digest_size=16).hexdigest()
