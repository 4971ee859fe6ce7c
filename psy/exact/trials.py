"""Seeded trials: many rolls of a pool at once, as arrays."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import sqrt

import numpy as np
import numpy.typing as npt

# Drawing one of all results of a few dice costs about as much as drawing one die; this many results at most.
_RESULTS = 1300
# Trials that are worked on at once, so that their rows stay in the processor's cache.
_CHUNK = 1 << 16

Sums = npt.NDArray[np.unsignedinteger]


def chunks(trials: int) -> Iterator[slice]:
    """Yield the parts of an array of trials that are worked on at once."""
    for first in range(0, trials, _CHUNK):
        yield slice(first, min(first + _CHUNK, trials))


def dice_in_a_draw(faces: int) -> int:
    """Return how many like dice one draw among all their results rolls at once, 1 or more."""
    return max(1, int(np.log(_RESULTS) / np.log(max(2, faces))))


def sum_faces(
    points: Sequence[int], dice: int, trials: int, rng: "np.random.Generator | int", start: int = 0
) -> Iterator[Sums]:
    """Roll ``dice`` like dice in each trial and add up the points of the faces that they show.

    Parameters
    ----------
    points
        The points of each face, 0 or more; its length is the number of faces.
    dice
        How many dice are rolled in each trial.
    trials
        How many trials.
    rng
        A numpy generator, or a seed for a new one.
    start
        What each sum begins with.

    Yields
    ------
    ndarray of unsigned integers
        The sums of some trials; ``trials`` of them in all.

    Examples
    --------
    A coin whose faces are both worth 3, thrown twice:

    >>> [sums.tolist() for sums in sum_faces([3, 3], dice=2, trials=4, rng=1)]
    [[6, 6, 6, 6]]
    """
    rng = np.random.default_rng(rng)
    largest = dice_in_a_draw(len(points))
    # The smallest numbers that hold the sums: the time goes into moving them.
    sort = np.min_scalar_type(start + dice * max(points, default=0))
    # A draw of few dice has room for those of more trials than one.
    together = max(1, largest // max(1, dice))
    draws = [_together(sums, together) for sums in _draws(np.array(points, dtype=sort), dice, largest)]
    for part in chunks(trials):
        wanted = part.stop - part.start
        sums = np.full((-(-wanted // together), together), start, dtype=sort)
        for results in draws:
            drawn = rng.integers(len(results), size=len(sums), dtype=np.uint16)
            sums += results.take(drawn, axis=0, mode="wrap")
        yield sums.ravel()[:wanted]


def _draws(face: Sums, dice: int, largest: int) -> list[Sums]:
    """Share the dice out over as few draws as can be, and list the sums of every result of each draw."""
    draws = -(-dice // largest)
    sizes = [dice // draws + (draw < dice % draws) for draw in range(draws)]
    results = [np.zeros(1, dtype=face.dtype)]
    while len(results) <= max(sizes, default=0):
        results.append(np.add.outer(results[-1], face).ravel())
    return [results[size] for size in sizes]


def _together(results: Sums, trials: int) -> Sums:
    """List the sums of several trials, in rows, for every result of one draw for all of them."""
    places = np.indices((len(results),) * trials).reshape(trials, -1)
    return results[places.T]


def standard_error(share: Fraction, trials: int) -> float:
    """Return the standard error of a share that was found in so many trials.

    Examples
    --------
    >>> standard_error(Fraction(1, 2), 100)
    0.05
    """
    return sqrt(share * (1 - share) / trials)
