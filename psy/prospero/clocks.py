"""A clock: something that dice bring about, round by round, from the same state by the same step."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import gcd, lcm
from typing import Any, TypeVar

from icepool import Die

from psy.exact.arguments import whole

MAX_ROUNDS = 100
Start = TypeVar("Start")
End = TypeVar("End")


@dataclass(frozen=True)
class Clock:
    """Something that the dice of a scenario bring about, round by round.

    Parameters
    ----------
    after
        Where things stand after each round, from round 0.
    done
        The chance that it has come about by the end of each round, from round 0.
    """

    after: tuple[Die[Any], ...]
    done: tuple[Fraction, ...]

    @property
    def expected(self) -> tuple[Fraction, ...]:
        """The mean after each round, where what is counted is a number."""
        return tuple(die.mean() for die in self.after)

    @property
    def exactly(self) -> tuple[Fraction, ...]:
        """The chance that it comes about in each round, from round 0."""
        return tuple(now - before for now, before in zip(self.done, (Fraction(0), *self.done), strict=False))


def whole_rounds(rounds: int) -> int:
    """Return the rounds, or refuse them."""
    return whole("rounds", rounds, 0, MAX_ROUNDS)


def run_clock(start: Any, step: Callable[[Any], Die[Any]], rounds: int, done: Callable[[Any], bool]) -> Clock:
    """Let a state change by the same dice each round."""
    once = cache(step)
    dice: list[Die[Any]] = [Die([start])]
    for _ in range(rounds):
        dice.append(Die(advance(dice[-1], once)))
    chances = [Fraction(sum(w for state, w in die.items() if done(state)), die.denominator()) for die in dice]
    return Clock(tuple(dice), tuple(chances))


def advance(ways: Mapping[Start, int], step: Callable[[Start], Mapping[End, int]]) -> dict[End, int]:
    """Return the ways to each state one step later, without their common factor; faster than ``Die.map``.

    Examples
    --------
    A coin that is tossed again on tails, which is 0:

    >>> advance({0: 1, 1: 1}, lambda heads: {0: 1, 1: 1} if heads == 0 else {1: 1})
    {0: 1, 1: 3}
    """
    ends = [(number, step(state)) for state, number in ways.items()]
    totals = [sum(end.values()) for _, end in ends]
    common = lcm(*totals)
    after: dict[End, int] = {}
    for (number, end), total in zip(ends, totals, strict=True):
        share = number * (common // total)
        for state, more in end.items():
            after[state] = after.get(state, 0) + share * more
    factor = gcd(*after.values())
    return {state: number // factor for state, number in after.items()}
