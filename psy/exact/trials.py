"""Seeded trials: many rolls of a pool at once, as arrays."""

from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

# Drawing one of all results of a few dice costs about as much as drawing one die; this many results at most.
_RESULTS = 1300
# Trials that are worked on at once, so that their sums stay in the processor's cache.
_CHUNK = 1 << 15


def sum_faces(
    points: Sequence[int], dice: int, trials: int, rng: "np.random.Generator | int", start: int = 0
) -> Iterator[npt.NDArray[np.uint64]]:
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
    ndarray of uint64
        The sums, modulo 2**64, of some trials; ``trials`` of them in all.

    Examples
    --------
    A coin whose faces are both worth 3, thrown twice:

    >>> [sums.tolist() for sums in sum_faces([3, 3], dice=2, trials=4, rng=1)]
    [[6, 6, 6, 6]]
    """
    rng = np.random.default_rng(rng)
    blocks = _blocks(np.array(points, dtype=np.uint64), dice)
    for first in range(0, trials, _CHUNK):
        sums = np.full(min(_CHUNK, trials - first), start, dtype=np.uint64)
        for block in blocks:
            sums += block[rng.integers(len(block), size=len(sums), dtype=np.uint16)]
        yield sums


def _blocks(face: npt.NDArray[np.uint64], dice: int) -> list[npt.NDArray[np.uint64]]:
    """Share the dice out over as few draws as can be, and list the sums of every result of each draw."""
    largest = max(1, int(np.log(_RESULTS) / np.log(max(2, len(face)))))
    draws = -(-dice // largest)
    sizes = [dice // draws + (draw < dice % draws) for draw in range(draws)]
    results = [np.zeros(1, dtype=np.uint64)]
    while len(results) <= max(sizes, default=0):
        results.append(np.add.outer(results[-1], face).ravel())
    return [results[size] for size in sizes]
