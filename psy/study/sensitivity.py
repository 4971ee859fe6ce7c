"""What matters most: one input moved at a time, the others left as they are."""

import inspect
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from psy.study.compare import differences
from psy.study.grid import Grid
from psy.study.points import Measure
from psy.study.sweep import sweep
from psy.study.variants import flat

if TYPE_CHECKING:
    import pandas as pd


def one_at_a_time(
    measure: Measure,
    /,
    *,
    rules: Any = None,
    cache: bool | str | Path = True,
    progress: bool = True,
    jobs: int = -1,
    **inputs: Iterable[Any],
) -> "pd.DataFrame":
    """Return a measure as each input takes other values in turn: the numbers of a tornado.

    Parameters
    ----------
    measure
        A function whose arguments all have defaults, or are fixed by `functools.partial`: its base.
    rules
        The rule set of the base; by default the one that the measure itself has.
    cache, progress, jobs
        As in `psy.study.sweep`.
    inputs
        The values of each argument or key of the rules that is moved; the base value need not be among them.

    Returns
    -------
    DataFrame
        ``input``, ``base`` (its value there, None if the rules have it only in parts), ``setting``,
        ``value``, ``difference`` from the base, ``error``; the inputs that move the measure most come first.

    Raises
    ------
    TypeError, ValueError
        As `psy.study.sweep`; the rules must be one rule set.

    Examples
    --------
    >>> from psy.wh40k import deny
    >>> def denied(charges=1, dice=2, bonus=0):
    ...     return deny(charges, dice, bonus)
    >>> table = one_at_a_time(denied, bonus=[1], dice=[1, 6], cache=False)
    >>> print(table.drop(columns="error").map(str).to_string(index=False))
    input base setting       value  difference
     dice    2       1         1/6       -5/36
     dice    2       6 31031/46656 16775/46656
    bonus    0       1         5/9         1/4
    """
    import pandas as pd

    if isinstance(rules, Mapping):
        raise TypeError(f"rules must be one rule set, not {rules!r}")
    if not inputs:
        raise ValueError("inputs must be at least one argument of the measure or key of the rules")
    # All wrong inputs are refused before any work starts.
    moved_values = {name: Grid(measure, rules, {name: values}).axes[name] for name, values in inputs.items()}
    how: dict[str, Any] = {"rules": rules, "cache": cache, "progress": progress, "jobs": jobs}
    base = sweep(measure, **how)["value"].iloc[0]
    tables = []
    for name, values in moved_values.items():
        moved: dict[str, Any] = {name: values}
        table = sweep(measure, **how, **moved).rename(columns={name: "setting"})
        table.insert(0, "input", name)
        table.insert(1, "base", pd.Series([_base(measure, rules, name)] * len(table), dtype=object))
        table["setting"] = table["setting"].astype(object)
        table.insert(4, "difference", differences(table["value"], base))
        tables.append(table)
    tables.sort(key=_swing, reverse=True)
    return pd.concat(tables, ignore_index=True)


def _base(measure: Measure, rules: Any, name: str) -> Any:
    """Return the value of an input where nothing is moved."""
    takes = inspect.signature(measure).parameters
    if name in takes:
        return takes[name].default
    return dict(flat(takes["rules"].default if rules is None else rules)).get(name)


def _swing(table: "pd.DataFrame") -> Any:
    """Return how far an input moves the measure: from the least to the most, the base among them."""
    moves = [0, *(gap for gap in table["difference"] if gap is not None)]
    return max(moves) - min(moves)
