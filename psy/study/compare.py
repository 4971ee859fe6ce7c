"""Variants side by side: what each measure is under each rule set, and how far that is from the base."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from psy.study.grid import name_of
from psy.study.points import Measure, difference
from psy.study.sweep import sweep

if TYPE_CHECKING:
    import pandas as pd


def compare(
    variants: Mapping[str, Any],
    measures: Mapping[str, Measure] | Iterable[Measure],
    *,
    cache: bool | str | Path = True,
    progress: bool = True,
    jobs: int = -1,
) -> "pd.DataFrame":
    """Return every measure under every variant.

    Parameters
    ----------
    variants
        Rule objects of one game by name; the first is the base.
    measures
        Functions of ``rules`` by name, or just functions, which have names; other arguments need defaults, or
        `functools.partial`.
    cache, progress, jobs
        As in `psy.study.sweep`.

    Returns
    -------
    DataFrame
        One row for each measure and variant: ``measure``, ``variant``, ``value``, ``difference`` from the
        base, and ``error``, empty where there is a value.

    Raises
    ------
    TypeError, ValueError
        If there is no variant, two measures share a name, or a measure needs more than rules.

    Examples
    --------
    >>> from dataclasses import replace
    >>> from psy.wh40k import RULES, casting_odds
    >>> def clean(rules):
    ...     return casting_odds(2, 1, rules).clean
    >>> variants = {"published": RULES, "harness on 3+": replace(RULES, harness=3)}
    >>> print(compare(variants, [clean], cache=False).map(str).drop(columns="error").to_string(index=False))
    measure       variant value difference
      clean     published 13/18          0
      clean harness on 3+ 31/36       5/36
    """
    import pandas as pd

    tables = []
    for name, measure in named(measures).items():
        table = sweep(measure, rules=variants, cache=cache, progress=progress, jobs=jobs)
        table.insert(0, "measure", name)
        table.insert(3, "difference", differences(table["value"], table["value"].iloc[0]))
        tables.append(table)
    if not tables:
        raise ValueError("measures must be at least one function")
    return pd.concat(tables, ignore_index=True)


def named(measures: Mapping[str, Measure] | Iterable[Measure]) -> dict[str, Measure]:
    """Return measures by name.

    Raises
    ------
    ValueError
        If two functions share a name.
    """
    if isinstance(measures, Mapping):
        return dict(measures)
    found: dict[str, Measure] = {}
    for measure in measures:
        name = name_of(measure)
        if name in found:
            raise ValueError(f"two measures are called {name!r}: give them names")
        found[name] = measure
    return found


def differences(values: "Iterable[Any]", base: Any) -> "pd.Series[Any]":
    """Return what each value has more than the base, floats to nine digits; None where either has none."""
    import pandas as pd

    gaps = [None if value is None or base is None else difference(value, base) for value in values]
    return pd.Series(gaps, dtype=object)
