"""One attempt, laid out: the states of each side between its cards, and where every card leads.

A side's states before its first card, after its first, and so on are lists; a `Stage` says for each of them
which groups of cards can come, how likely, and to which state of the next list each option leads.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from psy.prospero.numeration.cards import WillOption
from psy.prospero.numeration.sides import State, Turn, Turns, before_next

Whole = npt.NDArray[np.int64]
# This many states of a side are worked out at once: their worths stay in the processor's cache, which saves
# a third of the time of large phases.
BLOCK = 96


class Way(NamedTuple):
    """One option of a group of cards, from many states at once.

    ``after`` and ``dead`` are positions in the next list of states, or in the same list if the option draws.
    ``dead`` is None without a risk, and -1 where the coven's last model dies; there ``failed`` is the
    position among the states before the next attempt, or -1 if there can be none. ``swaps``: a power of the
    hand may be changed.
    """

    points: Whole
    casts: bool
    draws: bool
    swaps: bool
    worth: int
    after: Whole
    dead: Whole | None
    failed: Whole


class Branch(NamedTuple):
    """One group of cards: some states it can come from, its cards among all that are left, its options."""

    group: int
    rows: Whole
    cards: Whole
    deck: Whole
    ways: tuple[Way, ...]


class Stage(NamedTuple):
    """One card of one side: its branches by how many cards that draw are left, fewest first."""

    size: int
    levels: list[list[Branch]]

    def branches(self) -> Iterator[Branch]:
        """Yield the branches, those of fewer drawing cards first."""
        return (branch for level in self.levels for branch in level)

    def ways(self) -> Iterator[Way]:
        """Yield the options of all branches."""
        return (way for branch in self.branches() for way in branch.ways)


class States:
    """A list of states without repeats that may grow while it is read."""

    def __init__(self, states: Iterable[State] = ()) -> None:
        self.list: list[State] = []
        self._places: dict[State, int] = {}
        for state in states:
            self.place(state)

    def place(self, state: State | None) -> int:
        """Return the position of a state, which is added if it is new; -1 for None."""
        if state is None:
            return -1
        if state not in self._places:
            self._places[state] = len(self.list)
            self.list.append(state)
        return self._places[state]


@dataclass(frozen=True)
class Track:
    """One side through one attempt: its states before each of its cards and after the last."""

    lists: list[States]
    stages: list[Stage]

    @cached_property
    def most(self) -> tuple[int, int]:
        """The most points of one card of the side, and of all its cards that draw another."""
        most, drawn = 0, 0
        for stage in self.stages:
            for way in stage.ways():
                points = int(way.points.max())
                most, drawn = (most, max(drawn, points)) if way.draws else (max(most, points), drawn)
        drawing = max((len(stage.levels) - 1 for stage in self.stages), default=0)
        return most, drawn * drawing


def track(starts: Iterable[State], reveals: int, turns: Callable[[State], Turns], later: States) -> Track:
    """Lay out one side of an attempt from the states before it.

    Parameters
    ----------
    starts
        The states before the side's first card.
    reveals
        How many cards the side reveals, not counting those that cards draw.
    turns
        What may come from a state: each group of cards, with the turns of its options.
    later
        The states before the next attempt, to which those are added that a failed attempt leads to.
    """
    lists, stages = [States(starts)], []
    for _ in range(reveals):
        lists.append(States())
        stages.append(_stage(lists[-2], lists[-1], turns, later))
    return Track(lists, stages)


def _stage(now: States, after: States, turns: Callable[[State], Turns], later: States) -> Stage:
    """Lay out one card. An empty deck reveals nothing: the state stays as it is."""
    found: dict[tuple[int, int, int], list[tuple[int, int, int, tuple[Turn, ...]]]] = defaultdict(list)
    for row, state in enumerate(now.list):  # a card that draws adds to the list while it is read
        deck, cards = sum(state.cards), list(turns(state))
        level = sum(state.cards[group] for group, options in cards if options[0].option.draws)
        for group, options in cards:
            found[level, row // BLOCK, group].append((row, state.cards[group], deck, options))
            if options[0].option.draws:
                now.place(options[0].after)
        if not deck:
            found[0, row // BLOCK, -1].append((row, 1, 1, (Turn(WillOption(0), state),)))
    levels: dict[int, list[Branch]] = defaultdict(list)
    for level, block, group in sorted(found):
        entries = found[level, block, group]
        rows, cards_left, deck_left, options_left = zip(*entries, strict=True)
        ways = [_way(column, now, after, later) for column in zip(*options_left, strict=True)]
        levels[level].append(
            Branch(group, np.array(rows), np.array(cards_left), np.array(deck_left), tuple(ways))
        )
    return Stage(len(now.list), list(levels.values()))


def _way(column: Sequence[Turn], now: States, after: States, later: States) -> Way:
    first = column[0]
    risky = first.dead is not None
    goal = now if first.option.draws else after
    return Way(
        points=np.array([turn.option.points for turn in column]),
        casts=first.after is None,
        draws=first.option.draws,
        swaps=getattr(first.option, "swaps", False),
        worth=getattr(first.option, "worth", 0),
        after=np.array([goal.place(turn.after) for turn in column]),
        dead=np.array([-1 if turn.wiped else after.place(turn.dead) for turn in column]) if risky else None,
        failed=np.array(
            [later.place(before_next(turn.dead)) if turn.dead and turn.wiped else -1 for turn in column]
        ),
    )
