"""Points worked on in chunks: here at first, and by many workers when there is much to do."""

import math
import pickle
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from fractions import Fraction
from numbers import Rational, Real
from typing import Any, NamedTuple

from psy.study.cache import Value
from psy.study.reads import all_read

# Sending a chunk to a worker costs a few milliseconds, and starting the workers a second or two.
CHUNK_SECONDS = 0.5
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


class Chunk(NamedTuple):
    """Points done: the place of the first, their answers in order, and the seconds they took."""

    start: int
    answers: list[Value | Failed]
    seconds: float


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


class Pace:
    """How many points make a chunk of about half a second, judged by the chunks so far."""

    def __init__(self) -> None:
        self.size, self.seconds, self._each = 1, 0.0, 0.0

    def note(self, chunk: Chunk) -> Chunk:
        """Take the time of a chunk into account."""
        done = len(chunk.answers)
        self.seconds += chunk.seconds
        self._each = chunk.seconds / done
        self.size = max(1, min(8 * done, int(CHUNK_SECONDS / max(self._each, 1e-9))))
        return chunk

    def stay(self, left: int) -> bool:
        """Whether what is left is too little, or too little known, to be sent to workers."""
        return min(self.seconds, left * self._each) < HERE_SECONDS


def chunks(task: Task, points: Sequence[Point], jobs: int = -1) -> Generator[Chunk, None, None]:
    """Yield the answers at all points, a chunk at a time, in the order in which they are finished.

    Points are worked on in this process until they have taken a second; what is left then, unless it is
    little, is sent to workers. On a backend that `joblib.parallel_config` has set, all are sent.

    Parameters
    ----------
    task, points
        What is called, and with what.
    jobs
        How many processes: 1 for this one only, -1 for as many as there are cores or workers.
    """
    pace, done, sent = Pace(), 0, jobs != 1
    while done < len(points) and not (sent and (_chosen_backend() or not pace.stay(len(points) - done))):
        chunk = yield from _here(task, points, range(done, min(done + pace.size, len(points))))
        pace.note(chunk)
        done += len(chunk.answers)
    if done < len(points):
        yield from _sent(task, points, done, pace, jobs)


def _here(task: Task, points: Sequence[Point], places: range) -> Generator[Chunk, None, Chunk]:
    """Work on a chunk in this process; when it is interrupted, what is done is handed over all the same."""
    answers: list[Value | Failed] = []
    start = time.perf_counter()
    try:
        for place in places:
            answers.append(answer(task, points[place]))
    finally:
        chunk = Chunk(places.start, answers, time.perf_counter() - start)
        if answers:
            yield chunk
    return chunk


def _sent(task: Task, points: Sequence[Point], done: int, pace: Pace, jobs: int) -> Iterator[Chunk]:
    from joblib import Parallel, delayed, effective_n_jobs

    _check_sendable(task, points[done:])
    all_read(points[done].rules)
    workers = effective_n_jobs(jobs)

    def calls() -> Iterator[Any]:
        start = done
        while start < len(points):
            fair = -(-(len(points) - start) // (2 * workers))
            end = start + min(pace.size, fair)
            yield delayed(work)(task, points[start:end], start)
            start = end

    parallel = Parallel(n_jobs=jobs, return_as="generator_unordered", batch_size=1)
    yield from map(pace.note, parallel(calls()))


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


def work(task: Task, points: Sequence[Point], start: int) -> Chunk:
    """Return the answers at some points: what a worker does."""
    clock = time.perf_counter()
    answers = [answer(task, point) for point in points]
    return Chunk(start, answers, time.perf_counter() - clock)


def _chosen_backend() -> bool:
    """Whether the caller has chosen who works, such as a cluster."""
    from joblib.parallel import BACKENDS, DEFAULT_BACKEND, get_active_backend

    return not isinstance(get_active_backend()[0], BACKENDS[DEFAULT_BACKEND])
