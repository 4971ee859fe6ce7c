"""Arguments of measures as a study file writes them, checked against the measure's own annotations."""

import inspect
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial
from typing import Any, get_type_hints

from psy.rulebook import checked
from psy.study.points import Measure


def called(entry: Any, known: Mapping[str, Measure], place: str) -> Measure:
    """Return a measure with its arguments, each checked against the measure's own annotation."""
    if not isinstance(entry, dict) or "measure" not in entry:
        raise TypeError(f"{place} = {entry!r}: must be a table of measure and its arguments")
    name = entry["measure"]
    if not isinstance(name, str) or name not in known:
        raise ValueError(f"{place}.measure = {name!r}: must be one of {', '.join(map(repr, known))}")
    may_be = annotations(known[name])
    arguments = {}
    for key, value in entry.items():
        if key != "measure":
            if key not in may_be:
                allowed = f"the arguments of {name} are {', '.join(may_be)}"
                raise ValueError(f"{place}.{key} = {value!r}: unknown key; {allowed}")
            arguments[key] = argument(value, may_be[key], f"{place}.{key}")
    takes = inspect.signature(known[name]).parameters
    missing = [
        key for key in may_be if takes[key].default is inspect.Parameter.empty and key not in arguments
    ]
    if missing:
        raise ValueError(f"{place}.{missing[0]}: missing key; {name} has no default for it")
    return partial(known[name], **arguments)


def annotations(measure: Callable[..., Any]) -> dict[str, Any]:
    """Return what a measure's annotations allow for each of its arguments, the rules left out."""
    written = get_type_hints(measure, include_extras=True)
    return {name: written.get(name, Any) for name in inspect.signature(measure).parameters if name != "rules"}


def argument(value: Any, hint: Any, place: str) -> Any:
    """Return an argument as its annotation asks; a fraction may be written as text, such as "1/3"."""
    if hint is not Fraction:
        return checked(value, hint, place)
    try:
        if isinstance(value, str) or type(value) is int:
            return Fraction(value)
    except (ValueError, ZeroDivisionError):
        pass
    raise ValueError(f"{place} = {value!r}: must be a whole number or a fraction in quotes, such as '1/3'")
