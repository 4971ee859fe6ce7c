"""A clock: something that dice bring about, round by round, from the same state by the same step."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any

from icepool import Die

from psy.exact.arguments import whole
from psy.exact.chains import advance

MAX_ROUNDS = 10_000


@dataclass(frozen=True)
class Clock:
    """Something that dice bring about, round by round.

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


def run_clock(start: Any, step: Callable[[Any], Die[Any]], rounds: int, done: Callable[[Any], bool]) -> Clock:
    """Let a state change by the same dice each round.

    The mean rounds until a state that stays are icepool's ``Die([start]).mean_time_to_absorb(step)``.

    Parameters
    ----------
    start
        The state before the first round.
    step
        What a round makes of a state: a `Die` of states.
    rounds
        How many rounds, 0 to 10,000. Exact fractions grow with each: a few states take a minute for 10,000.
    done
        Whether a state is one in which it has come about.

    Raises
    ------
    TypeError, ValueError
        If the rounds are no whole number from 0 to 10,000.

    Examples
    --------
    A coin is tossed each round until heads, 1, comes:

    >>> clock = run_clock(0, lambda heads: Die([0, 1]) if heads == 0 else Die([1]), 2, bool)
    >>> print(*clock.done)
    0 1/2 3/4
    """
    once = cache(step)
    dice: list[Die[Any]] = [Die([start])]
    for _ in range(whole("rounds", rounds, 0, MAX_ROUNDS)):
        dice.append(Die(advance(dice[-1], once)))
    chances = [Fraction(sum(w for state, w in die.items() if done(state)), die.denominator()) for die in dice]
    return Clock(tuple(dice), tuple(chances))
