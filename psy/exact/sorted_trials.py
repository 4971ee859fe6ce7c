"""Seeded rolls of mixed pools, sorted and paired by rank: the simulated twin of `sorted_pairs`."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby, pairwise

import numpy as np
import numpy.typing as npt

from psy.exact.trials import dice_in_a_draw

Faces = list[npt.NDArray[np.uint8]]


def roll(sizes: Sequence[int], trials: int, rng: np.random.Generator) -> Faces:
    """Roll dice in each trial: one row of faces for each die, in the order of the sizes.

    Dice of one size are drawn together, several in one draw, which is faster than one after the other.

    Examples
    --------
    >>> [row.tolist() for row in roll([1, 1], trials=3, rng=np.random.default_rng(1))]
    [[1, 1, 1], [1, 1, 1]]
    """
    places = sorted(range(len(sizes)), key=lambda place: sizes[place])
    rows: Faces = []
    for size, like in groupby(sizes[place] for place in places):
        left = len(list(like))
        while left:
            faces = _results(size, left)
            result = rng.integers(faces.shape[1], size=trials, dtype=np.uint16).astype(np.intp)
            rows.extend(row.take(result) for row in faces)
            left -= len(faces)
    return [row for _, row in sorted(zip(places, rows, strict=True), key=lambda pair: pair[0])]


@lru_cache(maxsize=64)
def _results(size: int, dice: int) -> npt.NDArray[np.uint8]:
    """Return every result of as many like dice as one draw can choose among, one row for each die."""
    together = min(dice, dice_in_a_draw(size))
    faces = np.indices((size,) * together, dtype=np.uint8).reshape(together, -1) + np.uint8(1)
    faces.flags.writeable = False
    return faces


def sort_high_to_low(rows: Faces) -> Faces:
    """Sort the faces of every trial, the highest into the first row; the rows given are used up.

    A network of comparisons sorts all trials at once, where numpy would sort one trial after another.

    Examples
    --------
    >>> rows = [np.array(faces, dtype=np.uint8) for faces in ([1, 5], [3, 2], [2, 6])]
    >>> [row.tolist() for row in sort_high_to_low(rows)]
    [[3, 6], [2, 5], [1, 2]]
    """
    rows = list(rows)
    spare = np.empty_like(rows[0]) if rows else np.empty(0, dtype=np.uint8)
    for low, high in _network(len(rows)):
        np.minimum(rows[low], rows[high], out=spare)
        np.maximum(rows[low], rows[high], out=rows[low])
        rows[high], spare = spare, rows[high]
    return rows


def score(
    first: Faces, second: Faces, points: Sequence[int], ties_win: bool, trials: int
) -> npt.NDArray[np.uint8]:
    """Return the points that the first pool wins in each trial; both are sorted from high to low.

    The points never fall with the face, and those of all pairs together are less than 256.

    Examples
    --------
    >>> rows = [np.array([face], dtype=np.uint8) for face in (6, 4, 2)]
    >>> score(rows, rows[1:], points=[1, 1, 1, 1, 1, 2], ties_win=False, trials=1).tolist()
    [3]
    """
    steps = [(face, np.uint8(high - low)) for face, (low, high) in enumerate(pairwise([0, *points]), start=1)]
    total = np.zeros(trials, dtype=np.uint8)
    for ours, theirs in zip(first, second, strict=False):
        won = (ours >= theirs if ties_win else ours > theirs).view(np.uint8)
        for face, step in steps:
            if step:
                reached = won & (ours >= face).view(np.uint8) if face > 1 else won
                total += reached if step == 1 else reached * step
    return total


def _network(rows: int) -> Iterator[tuple[int, int]]:
    """Yield the comparisons of Batcher's merge-exchange sort (Knuth 5.2.2, algorithm M)."""
    top = 1 << max(0, (rows - 1).bit_length() - 1)
    step = top
    while step:
        merge, offset, distance = top, 0, step
        while True:
            for low in range(rows - distance):
                if low & step == offset:
                    yield low, low + distance
            if merge == step:
                break
            distance, merge, offset = merge - step, merge >> 1, step
        step >>= 1
