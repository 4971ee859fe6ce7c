"""Chances as whole weights, and one step of a chain of states in them."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from math import gcd, lcm
from typing import TypeVar

Start = TypeVar("Start")
End = TypeVar("End")


def whole_weights(chances: Mapping[End, Fraction]) -> dict[End, int]:
    """Return chances as whole numbers out of their common denominator.

    Examples
    --------
    >>> whole_weights({"cast": Fraction(1, 4), "denied": Fraction(1, 6), "failed": Fraction(7, 12)})
    {'cast': 3, 'denied': 2, 'failed': 7}
    """
    scale = lcm(*(chance.denominator for chance in chances.values()))
    return {end: int(chance * scale) for end, chance in chances.items()}


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
