"""A study worked out: its comparison, its sweeps, what matters most, and where things break even."""

import inspect
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from psy.study.break_even import BreakEven, Setting, break_even
from psy.study.compare import compare
from psy.study.file import Search, Study
from psy.study.sensitivity import one_at_a_time
from psy.study.sweep import sweep
from psy.study.variants import vary

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class Results:
    """What a study found.

    Parameters
    ----------
    study
        What was asked.
    comparison
        Each measure under each variant, as `psy.study.compare`.
    sweeps, inputs
        By measure, the table of its sweep over variants and axes, and that of one input at a time.
    searches
        Each break-even search with what it found, or with the error that came instead.
    """

    study: Study
    comparison: "pd.DataFrame"
    sweeps: Mapping[str, "pd.DataFrame"]
    inputs: Mapping[str, "pd.DataFrame"]
    searches: tuple[tuple[Search, BreakEven | str], ...]


def work_out(
    study: Study, *, cache: bool | str | Path = True, progress: bool = True, jobs: int = -1
) -> Results:
    """Work out a study; a point that fails is an error in its row, and the rest goes on.

    Parameters
    ----------
    study
        From `psy.study.read_study`.
    cache, progress, jobs
        As in `psy.study.sweep`.
    """
    how: dict[str, Any] = {"cache": cache, "progress": progress, "jobs": jobs}
    comparison = compare(study.variants, study.measures, **how)
    sweeps, inputs = {}, {}
    base = next(iter(study.variants.values()))
    for name, measure in study.measures.items():
        if axes := study.inputs(name, study.axes):
            sweeps[name] = sweep(measure, rules=study.variants, **(how | axes))
        if moved := study.inputs(name, study.one_at_a_time):
            inputs[name] = one_at_a_time(measure, rules=base, **(how | moved))
    searches = tuple((search, _searched(study, search)) for search in study.searches)
    return Results(study, comparison, sweeps, inputs, searches)


def _searched(study: Study, search: Search) -> BreakEven | str:
    rules = study.variants[search.variant or next(iter(study.variants))]

    def side(name: str | int, moves: bool) -> Any:
        if isinstance(name, int):
            return name
        return (
            partial(_at, study, name, search.setting, rules) if moves else study.measures[name](rules=rules)
        )

    try:
        first, second = side(search.measure, True), side(search.against, search.both)
        return break_even(first, second, search.low, search.high, search.fractions)
    except Exception as problem:
        return f"{type(problem).__name__}: {problem}"


def _at(study: Study, measure: str, setting: str, rules: Any, value: Setting) -> Any:
    """Return a measure at a value of the setting; a measure that does not take it stays as it is."""
    call: Any = study.measures[measure]
    if not study.takes(measure, setting):
        return call(rules=rules)
    if setting in inspect.signature(call).parameters:
        return call(rules=rules, **{setting: value})
    return call(rules=vary(rules, {setting: value}))
