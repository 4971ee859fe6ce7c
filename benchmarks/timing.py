"""Times two ways to the same answer in turns and reports the ratio of their medians."""

from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from timeit import timeit
from typing import TypeVar

Ours = TypeVar("Ours")
Peer = TypeVar("Peer")


@dataclass(frozen=True)
class Row:
    """One comparison: median seconds of both, and how many times as long the peer takes."""

    name: str
    peer_name: str
    ours: float
    peer: float
    goal: float

    @property
    def ratio(self) -> float:
        """The peer's time over ours."""
        return self.peer / self.ours

    @property
    def met(self) -> bool:
        """Whether the ratio reaches its goal."""
        return self.ratio >= self.goal


def ratio(
    name: str,
    ours: Callable[[], Ours],
    peer: Callable[[], Peer],
    peer_name: str,
    goal: float,
    same: Callable[[Ours, Peer], bool],
    repeat: int = 5,
) -> Row:
    """Time ``ours`` and ``peer`` in turns after one unmeasured run, whose answers must be the ``same``."""
    if not same(ours(), peer()):
        raise AssertionError(f"{name}: our answer differs from that of {peer_name}")
    ours_times, peer_times = [], []
    for _ in range(repeat):
        ours_times.append(timeit(ours, number=1))
        peer_times.append(timeit(peer, number=1))
    return Row(name, peer_name, median(ours_times), median(peer_times), goal)
