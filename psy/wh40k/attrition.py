"""Attrition: what the perils of many psychic tests leave of a psyker, or of a brotherhood."""

import functools
from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction
from math import comb, lcm, prod

from icepool import Die

from psy.exact.arguments import whole
from psy.wh40k.casting import MAX_DICE, casting_odds
from psy.wh40k.perils import models_of, perils
from psy.wh40k.rules import RULES, Rules

MOST_TESTS = 100
MOST_STATES = 2_000

Models = tuple[int, ...]
Counts = dict[Models, int]


def wounds_left(
    tests: Sequence[int],
    leadership: int,
    wounds: int | tuple[int, ...] | list[int] = 1,
    rules: Rules = RULES,
    *,
    feel_no_pain: int | None = None,
) -> Die[Models]:
    """Return what is left of a psyker, or of a brotherhood, after several psychic tests.

    Rule: W 2 and 3, R p. 25. The tests are taken one after the other until nobody is left. It is supposed
    that the dice are there, that a power lost to perils never leaves him without one to try, and that nothing
    else hurts him, the hits on the unit of a removed model included.

    Parameters
    ----------
    tests
        The dice thrown at each psychic test, in order; 0 to 100 dice, at most 100 tests.
    leadership, wounds, feel_no_pain
        As in `psy.wh40k.perils_odds`.
    rules
        When perils come, and what they do.

    Returns
    -------
    Die of tuple
        The wounds of each model still there, the fewest first; the empty tuple when none is.

    Raises
    ------
    TypeError, ValueError
        If an argument is of the wrong kind or out of its range, or the brotherhood is too large.

    Examples
    --------
    Two dice bring perils in 1 of 36; with leadership 9 and one wound, 13 of 18 of these are the end:

    >>> wounds_left([2], leadership=9).probability(())
    Fraction(13, 648)
    """
    thrown, models = _checked(tests, wounds)
    perils(leadership, rules, feel_no_pain=feel_no_pain)  # Checks them even where no test is taken.
    counts, _ = _after(thrown, models, leadership, feel_no_pain, rules)
    return Die(counts).simplify()


def powers_cast(
    tests: Sequence[int],
    charge: int,
    leadership: int,
    wounds: int | tuple[int, ...] | list[int] = 1,
    rules: Rules = RULES,
    *,
    feel_no_pain: int | None = None,
) -> Fraction:
    """Return how many powers a psyker casts on average before his perils end it.

    Rule: as in `wounds_left`. A test whose perils remove him still casts its power (R p. 25); a denied power
    counts as cast.

    Parameters
    ----------
    charge
        Warp charge of each power, 0 or more.
    tests, leadership, wounds, rules, feel_no_pain
        As in `wounds_left`.

    Raises
    ------
    TypeError, ValueError
        As in `wounds_left`.

    Examples
    --------
    Two dice work at warp charge 1 in 3 of 4; he takes the second test unless the first was his end.

    >>> powers_cast([2, 2], charge=1, leadership=9) == Fraction(3, 4) * (1 + Fraction(635, 648))
    True
    """
    thrown, models = _checked(tests, wounds)
    whole("charge", charge)
    perils(leadership, rules, feel_no_pain=feel_no_pain)
    # Each prefix's denominator divides the next one's, so that the sum needs one fraction at its end only.
    _, total = _after(thrown, models, leadership, feel_no_pain, rules)
    works = [casting_odds(dice, charge, rules).success for dice in thrown]
    scale = lcm(*(chance.denominator for chance in works))
    powers = 0
    for place, chance in enumerate(works):
        counts, denominator = _after(thrown[:place], models, leadership, feel_no_pain, rules)
        there = total - counts.get((), 0) * (total // denominator)
        powers += there * chance.numerator * (scale // chance.denominator)
    return Fraction(powers, total * scale)


def _checked(
    tests: Sequence[int], wounds: int | tuple[int, ...] | list[int]
) -> tuple[tuple[int, ...], Models]:
    if not isinstance(tests, Sequence):
        raise TypeError(f"tests must be a sequence of numbers of dice, not {tests!r}")
    whole("the number of tests", len(tests), 0, MOST_TESTS)
    models = models_of(wounds)
    states = min(prod(left + 1 for left in models), comb(len(models) + models[-1], len(models)))
    if states > MOST_STATES:
        raise ValueError(
            f"wounds {models!r} are too many: about {states:,} states, where {MOST_STATES:,} can be followed"
        )
    return tuple(whole("tests", dice, 0, MAX_DICE) for dice in tests), models


@functools.lru_cache(maxsize=1 << 14)
def _after(
    tests: tuple[int, ...], models: Models, leadership: int, feel_no_pain: int | None, rules: Rules
) -> tuple[Counts, int]:
    """Count the courses of events by what they leave, not to be changed, and all of them."""
    if not tests:
        return {models: 1}, 1
    before, total = _after(tests[:-1], models, leadership, feel_no_pain, rules)
    perilous = casting_odds(tests[-1], 0, rules).perils
    steps = {state: _suffer(state, leadership, feel_no_pain, rules) for state in before}
    scale = lcm(*(ways for _, ways in steps.values()))
    counts: Counts = defaultdict(int)
    for state, count in before.items():
        counts[state] += count * (perilous.denominator - perilous.numerator) * scale
        after, ways = steps[state]
        for left, weight in after.items():
            counts[left] += count * perilous.numerator * weight * (scale // ways)
    return {state: count for state, count in counts.items() if count}, total * perilous.denominator * scale


@functools.lru_cache(maxsize=1 << 12)
def _suffer(models: Models, leadership: int, feel_no_pain: int | None, rules: Rules) -> tuple[Counts, int]:
    """Count what one roll on the perils table makes of the models; a random one of them suffers it."""
    if not models:
        return {models: 1}, 1
    counts: Counts = defaultdict(int)
    die = perils(leadership, rules, feel_no_pain=feel_no_pain)
    for result, weight in die.items():
        for place, left in enumerate(models):
            after = 0 if result.removed else left - result.wound
            others = models[:place] + models[place + 1 :]
            counts[tuple(sorted((*others, after))) if after else others] += weight
    return dict(counts), die.denominator() * len(models)
