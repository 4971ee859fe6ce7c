"""Points worked on: here at first, and by many workers when there is much to do.

How many points a worker gets at once is left to joblib. Measured on 100,000 cheap points it took 209
microseconds a point, chunks of our own 263, and one process alone 157 on a machine whose two cores were busy.
"""

import math
import pickle
import time
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from numbers import Rational, Real
from typing import Any, NamedTuple

from psy.study.cache import Value
from psy.study.reads import all_read

# Starting the workers takes a second or two.
HERE_SECONDS = 1.0

# What floats of a measure are taken to be right to, of their size.
DIGITS = 1e-9

Measure = Callable[..., Any]


class Point(NamedTuple):
    """What a measure is called with: the rules, if it takes any, and the values of its other arguments."""

    rules: Any
    values: tuple[Any, ...]


class Failed(NamedTuple):
    """The error that came instead of a value."""

    error: str


class Task(NamedTuple):
    """A measure, and the names of the arguments whose values make a point."""

    measure: Measure
    names: tuple[str, ...]


def answer(task: Task, point: Point) -> Value | Failed:
    """Return the measure's value at a point; an error of any kind is an answer too.

    Examples
    --------
    >>> answer(Task(lambda dice: Fraction(1, dice), ("dice",)), Point(None, (0,)))
    Failed(error='ZeroDivisionError: Fraction(1, 0)')
    """
    try:
        arguments = dict(zip(task.names, point.values, strict=True))
        if point.rules is not None:
            arguments["rules"] = point.rules
        return number(task.measure(**arguments))
    except Exception as problem:
        return Failed(f"{type(problem).__name__}: {problem}")


def number(value: object) -> Value:
    """Return what a measure gave as a Fraction, or as the float that it is.

    Raises
    ------
    TypeError, ValueError
        If it is no number.
    """
    if isinstance(value, Fraction):
        return value
    if isinstance(value, bool) or not isinstance(value, Real):
        raise TypeError(f"a measure must return an integer, a Fraction or a float, not {value!r}")
    if isinstance(value, Rational):
        return Fraction(int(value.numerator), int(value.denominator))
    if not math.isfinite(value):
        raise ValueError(f"a measure must return a number, not {float(value)!r}")
    return float(value)


def difference(first: Value, second: Value) -> Value:
    """Return what the first is more than the second; floats that agree to nine digits are equal.

    Examples
    --------
    >>> difference(Fraction(1, 2), Fraction(1, 3)), difference(0.1 + 0.2, 0.3)
    (Fraction(1, 6), 0.0)
    """
    gap = first - second
    if isinstance(gap, float) and abs(gap) <= DIGITS * max(abs(float(first)), abs(float(second))):
        return 0.0
    return gap


def answers(task: Task, points: Sequence[Point], jobs: int = -1) -> Iterator[tuple[int, Value | Failed]]:
    """Yield the place and the answer of every point, in the order in which they are finished.

    Points are worked on in this process until they have taken a second; what is left then, unless it is
    little, is sent to workers. On a backend that `joblib.parallel_config` has set, all are sent.

    Parameters
    ----------
    task, points
        What is called, and with what.
    jobs
        How many processes: 1 for this one only, -1 for as many as there are cores or workers.
    """
    start, done = time.perf_counter(), 0
    here = jobs == 1 or not _chosen_backend()
    while done < len(points) and here:
        yield done, answer(task, points[done])
        done += 1
        seconds = time.perf_counter() - start
        here = jobs == 1 or min(seconds, seconds / done * (len(points) - done)) < HERE_SECONDS
    if done < len(points):
        yield from _sent(task, points, done, jobs)


def _sent(task: Task, points: Sequence[Point], done: int, jobs: int) -> Iterator[tuple[int, Value | Failed]]:
    from joblib import Parallel, delayed

    _check_sendable(task, points[done:])
    all_read(points[done].rules)
    calls = (delayed(_placed)(task, points[place], place) for place in range(done, len(points)))
    yield from Parallel(n_jobs=jobs, return_as="generator_unordered")(calls)


def _placed(task: Task, point: Point, place: int) -> tuple[int, Value | Failed]:
    """Return the place and the answer of a point: what a worker does."""
    return place, answer(task, point)


def _check_sendable(task: Task, points: Sequence[Point]) -> None:
    """Refuse what cannot be pickled: a cluster would wait for it for ever."""
    from joblib import wrap_non_picklable_objects

    try:
        pickle.dumps(wrap_non_picklable_objects((task, points)))
    except Exception as problem:
        said = f"{type(problem).__name__}: {problem}"
        raise TypeError(
            f"the measure and its arguments cannot be sent to workers ({said}): use jobs=1"
        ) from None


def _chosen_backend() -> bool:
    """Whether the caller has chosen who works, such as a cluster."""
    from joblib.parallel import BACKENDS, DEFAULT_BACKEND, get_active_backend

    return not isinstance(get_active_backend()[0], BACKENDS[DEFAULT_BACKEND])
