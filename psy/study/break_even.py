"""Where two things break even: the setting at which they are equal, or the news that there is none."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import floor

from psy.exact.arguments import rational, whole
from psy.study.cache import Value
from psy.study.points import difference, number

Setting = int | Fraction
Side = Callable[[Setting], Value] | Callable[[int], Value] | Callable[[Fraction], Value] | int | Fraction

MAX_SETTINGS = 100_000


@dataclass(frozen=True)
class BreakEven:
    """What a search for the break-even found.

    Parameters
    ----------
    equal
        The settings at which both sides are equal, in order.
    between
        Pairs of settings, next to each other or as near as the search went, between which the lead changes
        from one side to the other.
    gaps
        The first side minus the second at every setting that was tried, in order.
    """

    equal: tuple[Setting, ...]
    between: tuple[tuple[Setting, Setting], ...]
    gaps: tuple[tuple[Setting, Value], ...]

    @property
    def found(self) -> bool:
        """Whether the sides meet or change the lead anywhere."""
        return bool(self.equal or self.between)

    def __str__(self) -> str:
        low, high = self.gaps[0][0], self.gaps[-1][0]
        parts = [f"equal at {', '.join(map(str, self.equal))}"] if self.equal else []
        parts += [f"the lead changes between {before} and {after}" for before, after in self.between]
        if parts:
            return "; ".join(parts)
        leader = "first" if self.gaps[0][1] > 0 else "second"
        nearest = min(self.gaps, key=lambda tried: abs(Fraction(tried[1])))
        return (
            f"none from {low} to {high}: the {leader} is greater at all {len(self.gaps)} settings tried, "
            f"by the least ({abs(nearest[1])}) at {nearest[0]}"
        )


def break_even(first: Side, second: Side, low: Setting, high: Setting, fractions: int = 0) -> BreakEven:
    """Search for the settings that make two things equal.

    Parameters
    ----------
    first, second
        Functions of one number, the setting; or a number. Floats that agree to nine digits are equal.
    low, high
        The settings to search, both ends included.
    fractions
        0 to try every whole number. Otherwise the range is cut into so many equal steps, and wherever the
        lead changes within a step the setting is searched in fractions: exactly where the sides are straight
        lines there, and otherwise to a millionth of the range. What happens twice within a step is missed.

    Raises
    ------
    TypeError, ValueError
        If the range is empty or of the wrong kind, or has more than 100,000 settings.

    Examples
    --------
    Which harness target casts a charge of 1 with two dice in half of all tests, or nearest to it?

    >>> from dataclasses import replace
    >>> from psy.wh40k import RULES, casting_odds
    >>> def success(harness):
    ...     return casting_odds(2, 1, replace(RULES, harness=harness)).success
    >>> print(break_even(success, Fraction(1, 2), 2, 6))
    the lead changes between 5 and 6

    A life of how many points is worth a card of 3 that saves it in 2 cases of 7?

    >>> print(break_even(lambda life: life * Fraction(2, 7), 3, 0, 20, fractions=4))
    equal at 21/2
    """
    settings = _settings(low, high, whole("fractions", fractions, 0, MAX_SETTINGS))
    gaps: dict[Setting, Value] = {}

    def gap(setting: Setting) -> Value:
        if setting not in gaps:
            gaps[setting] = difference(_value(first, setting), _value(second, setting))
        return gaps[setting]

    between = []
    for before, after in pairwise(settings) if len(settings) > 1 else [(settings[0], settings[0])]:
        if gap(before) * gap(after) < 0:
            found = (
                _narrowed(gap, before, after, (high - low) / Fraction(10**6))
                if fractions
                else (before, after)
            )
            between += [found] if gap(found[0]) * gap(found[1]) < 0 else []
    tried = tuple(sorted(gaps.items()))
    return BreakEven(tuple(setting for setting, value in tried if value == 0), tuple(between), tried)


def _value(side: Side, setting: Setting) -> Value:
    return number(side(setting) if callable(side) else side)  # type: ignore[arg-type]


def _settings(low: Setting, high: Setting, fractions: int) -> list[Setting]:
    if fractions:
        start, end = rational("low", low), rational("high", high)
        steps: list[Setting] = [start + (end - start) * step / fractions for step in range(fractions + 1)]
    else:
        steps = list(range(whole("low", low, -(10**9), 10**9), whole("high", high, -(10**9), 10**9) + 1))
    if low > high or len(steps) > MAX_SETTINGS + 1:
        raise ValueError(
            f"low and high must have 1 to {MAX_SETTINGS} settings between them, not {low} to {high}"
        )
    return steps


def _narrowed(
    gap: Callable[[Setting], Value], low: Setting, high: Setting, width: Fraction
) -> tuple[Setting, Setting]:
    """Close in on a change of the lead: both ends are one setting if the sides are equal there."""
    while high - low > width:
        for guess in (_straight(gap, low, high), simplest(low, high), (Fraction(low) + high) / 2):
            if not low < guess < high:
                continue
            if gap(guess) == 0:
                return guess, guess
            low, high = (guess, high) if gap(guess) * gap(low) > 0 else (low, guess)
    return low, high


def _straight(gap: Callable[[Setting], Value], low: Setting, high: Setting) -> Fraction:
    """Return where a straight line through both ends is zero."""
    rise = Fraction(gap(high)) - Fraction(gap(low))
    guess = low - Fraction(gap(low)) * (high - low) / rise
    return guess if guess.denominator < 10**12 else guess.limit_denominator(10**9)


def simplest(low: Setting, high: Setting) -> Fraction:
    """Return the fraction of the smallest denominator strictly between two numbers.

    Examples
    --------
    >>> simplest(Fraction(3, 10), Fraction(2, 5))
    Fraction(1, 3)
    """
    below = floor(low)
    if below + 1 < high:
        return Fraction(below + 1)
    rest = Fraction(low) - below
    other = Fraction(high) - below
    if rest == 0:
        return below + Fraction(1, floor(1 / other) + 1)
    return below + 1 / simplest(1 / other, 1 / rest)
