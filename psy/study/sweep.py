"""Sweeps: one measure at every point of a grid, in parallel, remembered, and going on where it stopped."""

import time
import warnings
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from psy.study.cache import Cache, CacheError, Value, cache_folder
from psy.study.grid import Grid, name_of
from psy.study.identity import identity
from psy.study.points import Failed, Measure, Point, answers
from psy.study.reads import all_read

if TYPE_CHECKING:
    import pandas as pd

UNKNOWN = Failed("not worked out")
# So much work is lost at most when a sweep is killed, besides what is with the workers.
KEEP_SECONDS = 0.5


def sweep(
    measure: Measure,
    /,
    *,
    rules: Any = None,
    cache: bool | str | Path = True,
    progress: bool = True,
    jobs: int = -1,
    **axes: Iterable[Any],
) -> "pd.DataFrame":
    """Return a measure at every point of a grid.

    Answers are kept on disk by the version of psy, the rules, the measure and its arguments as soon as they
    are there, so a sweep that was interrupted goes on where it stopped. Errors are not kept: they are tried
    again. Within ``joblib.parallel_config(backend="dask")`` the same call runs on a dask cluster.

    Parameters
    ----------
    measure
        A function of plain arguments, and perhaps of ``rules``, that returns an integer, a Fraction or a
        float; `functools.partial` fixes other arguments.
    rules
        The rules to use, or several by name, which makes the variant an axis; by default those that the
        measure itself has.
    cache
        Whether answers are kept, and in which folder if not in `psy.study.cache.cache_folder`.
    progress
        Whether a bar shows the points as they are done, if they take more than a second.
    jobs
        How many processes: 1 for this one only, -1 for as many as there are cores or workers.
    axes
        The values of each axis: an argument of the measure, or a key of the rules, such as
        ``**{"perils.face": [1, 6]}``.

    Returns
    -------
    DataFrame
        One row for each point, the last column fastest: columns for ``variant`` if there are several, keys of
        the rules and arguments, then ``value`` (None after an error) and ``error`` (empty if there was none).

    Raises
    ------
    TypeError, ValueError
        Before any work starts, if an axis is none of the measure's, or empty, or there are more than a
        million points.
    CacheError
        Before any work starts, if the cache cannot be used. If it cannot be written to later, as on a full
        disk, there is a warning, and the rest is worked out without it.

    Examples
    --------
    >>> from psy.wh40k import deny
    >>> table = sweep(deny, charges=[1], dice=[1, 2], cache=False)
    >>> print(table.drop(columns="error").map(str).to_string(index=False))
    charges dice value
          1    1   1/6
          1    2 11/36
    """
    grid = Grid(measure, rules, axes)
    store = Cache(cache_folder() if cache is True else Path(cache), identity(measure)) if cache else None
    return grid.table(_answers(grid, store, progress, jobs))


def _answers(grid: Grid, store: Cache | None, progress: bool, jobs: int) -> list[Value | Failed]:
    """Return the answer at each point: what the cache knows, and the rest worked out now."""
    known = store.read() if store else {}
    found: list[Value | Failed] = []
    missing: list[int] = []
    waiting: list[Point] = []
    names: list[str] = []
    for place, (point, name) in enumerate(grid.points()):
        if isinstance(point, Point) and name not in known:
            missing.append(place)
            waiting.append(point)
            names.append(name)
        found.append(known.get(name, UNKNOWN) if isinstance(point, Point) else point)
    if known and len(waiting) < len(found):
        all_read(next(iter(grid.variants.values())))
    for fresh in _shown(grid, waiting, len(found), progress, jobs):
        kept = {names[at]: value for at, value in fresh.items() if not isinstance(value, Failed)}
        store = _kept(store, kept)
        for at, value in fresh.items():
            found[missing[at]] = value
    return found


def _shown(
    grid: Grid, waiting: list[Point], total: int, progress: bool, jobs: int
) -> Iterator[dict[int, Value | Failed]]:
    """Yield what half a second brought, by its place; when it is interrupted, what there is all the same."""
    from tqdm import tqdm

    done, since = total - len(waiting), time.perf_counter()
    bar = tqdm(desc=name_of(grid.measure), total=total, initial=done, disable=not progress, delay=1)
    fresh: dict[int, Value | Failed] = {}
    with bar:
        try:
            for at, value in answers(grid.task, waiting, jobs):
                fresh[at] = value
                if time.perf_counter() - since > KEEP_SECONDS:
                    bar.update(len(fresh))
                    given, fresh, since = fresh, {}, time.perf_counter()
                    yield given
        finally:
            if fresh:
                bar.update(len(fresh))
                yield fresh


def _kept(store: Cache | None, answers: Mapping[str, Value]) -> Cache | None:
    """Return the cache with the answers added; None, with a warning, where that is not possible any more."""
    try:
        if store:
            store.write(answers)
    except CacheError as problem:
        warnings.warn(f"answers are no longer kept: {problem}", stacklevel=4)
        return None
    return store
