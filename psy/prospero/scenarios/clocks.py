"""A clock: something that dice bring about, round by round, from the same state by the same step."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any

from icepool import Die

from psy.exact.arguments import whole
from psy.exact.chains import advance

MAX_ROUNDS = 100


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
    def before(self) -> tuple[Fraction, ...]:
        """The chance that it has come about before each round begins, from round 0."""
        return (Fraction(0), *self.done[:-1])

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
