"""What matters most: one input moved at a time, the others left as they are."""

import inspect
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from psy.study.compare import differences
from psy.study.grid import Grid, name_of
from psy.study.points import Measure
from psy.study.sweep import sweep
from psy.study.variants import flat, vary

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
        Under any other name each value is a table of arguments and keys that are changed together, such as
        a card for another: ``**{"a vortex more": [{"warp_deck.vortex": 4, "warp_deck.mastery": 3}]}``.

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
    moves = {name: list(_moves(measure, rules, name, values)) for name, values in inputs.items()}
    how: dict[str, Any] = {"rules": rules, "cache": cache, "progress": progress, "jobs": jobs}
    base = sweep(measure, **how)["value"].iloc[0]
    tables = []
    for name, moved in moves.items():
        found = [sweep(move.measure, **(how | {"rules": move.rules}), **move.axes) for move in moved]
        table = pd.concat([one.iloc[:, -2:] for one in found], ignore_index=True)
        settings = [setting for move in moved for setting in move.settings]
        table.insert(0, "input", name)
        table.insert(1, "base", pd.Series([_base(measure, rules, name)] * len(table), dtype=object))
        table.insert(2, "setting", pd.Series(settings, dtype=object))
        table.insert(4, "difference", differences(table["value"], base))
        tables.append(table)
    tables.sort(key=_swing, reverse=True)
    return pd.concat(tables, ignore_index=True)


class _Move(NamedTuple):
    """What is swept to move one input: its settings as they are shown, and where they are worked out."""

    measure: Measure
    rules: Any
    axes: dict[str, Any]
    settings: tuple[Any, ...]


def _moves(measure: Measure, rules: Any, name: str, values: Iterable[Any]) -> Iterator[_Move]:
    """Yield one sweep for an argument or a key, and one for each table of changes that are made together."""
    tables: Any = tuple(values) if not isinstance(values, str) and isinstance(values, Iterable) else values
    if not _is_together(measure, rules, name, tables):
        axes = Grid(measure, rules, {name: tables}).axes
        yield _Move(measure, rules, dict(axes), axes[name])
        return
    takes = inspect.signature(measure).parameters
    for changes in tables:
        own = {key: value for key, value in changes.items() if key in takes and key != "rules"}
        keys = {key: value for key, value in changes.items() if key not in own}
        if keys and "rules" not in takes:
            raise ValueError(f"{name_of(measure)} has no argument {next(iter(keys))!r} and takes no rules")
        varied = vary(takes["rules"].default if rules is None else rules, keys, name) if keys else rules
        said = ", ".join(f"{key} {value}" for key, value in changes.items())
        yield _Move(partial(measure, **own) if own else measure, varied, {}, (said,))


def _is_together(measure: Measure, rules: Any, name: str, values: Any) -> bool:
    """Whether an input is neither an argument nor a key of the rules, but tables of changes of them."""
    takes = inspect.signature(measure).parameters
    some = rules if rules is not None or "rules" not in takes else takes["rules"].default
    known = name in takes or any(f"{path}.".startswith(f"{name}.") for path, _ in flat(some))
    return not known and bool(values) and all(isinstance(value, Mapping) and value for value in values)


def _base(measure: Measure, rules: Any, name: str) -> Any:
    """Return the value of an input where nothing is moved."""
    takes = inspect.signature(measure).parameters
    if name in takes:
        return takes[name].default
    if "rules" not in takes:
        return None
    return dict(flat(takes["rules"].default if rules is None else rules)).get(name)


def _swing(table: "pd.DataFrame") -> Any:
    """Return how far an input moves the measure: from the least to the most, the base among them."""
    moves = [0, *(gap for gap in table["difference"] if gap is not None)]
    return max(moves) - min(moves)
