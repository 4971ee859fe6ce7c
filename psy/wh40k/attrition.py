"""Attrition: what the perils of many psychic tests leave of a psyker, or of a brotherhood."""

import functools
import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb, lcm, prod

from icepool import Die

from psy.exact.arguments import instance, several, whole
from psy.exact.chains import whole_weights
from psy.wh40k.brotherhood import Models, Numbers, models_of, strikes
from psy.wh40k.casting import MAX_DICE, casting_odds
from psy.wh40k.rules import RULES, Rules

MAX_TESTS = 100
MAX_STATES = 2_000

Counts = dict[Models, int]


def wounds_left(
    tests: Sequence[int],
    leadership: Numbers,
    wounds: Numbers = 1,
    rules: Rules = RULES,
    *,
    feel_no_pain: int | None = None,
) -> Die[tuple[int, ...]]:
    """Return what is left of a psyker, or of a brotherhood, after several psychic tests.

    Rule: W 2 and 3, R p. 25. The tests are taken one after the other until nobody is left. It is supposed
    that the dice are there, that a power lost to perils never leaves it without one to try, and that nothing
    hurts it but perils and the hits on the unit of a removed model.

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
    chances = tuple(casting_odds(dice, 0, rules).perils for dice in _thrown(tests))
    return _die(_after(chances, _unit(wounds, leadership, rules), feel_no_pain, rules)[0])


def wounds_after(
    perils: int,
    leadership: Numbers,
    wounds: Numbers = 1,
    rules: Rules = RULES,
    *,
    feel_no_pain: int | None = None,
) -> Die[tuple[int, ...]]:
    """Return what is left of a psyker, or of a brotherhood, after several rolls on the perils table.

    Rule: W 3, R p. 25; see `psy.wh40k.brotherhood.strikes` for the hits on a brotherhood.

    Parameters
    ----------
    perils
        How many times perils of the warp strike, 0 to 100; once nobody is left they change nothing.
    leadership, wounds, rules, feel_no_pain
        As in `psy.wh40k.perils_odds`.

    Returns
    -------
    Die of tuple
        As in `wounds_left`.

    Raises
    ------
    TypeError, ValueError
        As in `wounds_left`.

    Examples
    --------
    With leadership 9 one roll ends a psyker with one wound in 13 of 18; of two models, hardly ever both:

    >>> wounds_after(1, 9).probability(()), float(wounds_after(1, 9, (1, 1)).probability(())) < 1 / 36
    (Fraction(13, 18), True)
    """
    perils = whole("perils", perils, 0, MAX_TESTS)
    return _die(_after((Fraction(1),) * perils, _unit(wounds, leadership, rules), feel_no_pain, rules)[0])


def still_there(
    tests: int,
    dice: int,
    leadership: Numbers,
    wounds: Numbers = 1,
    rules: Rules = RULES,
    *,
    feel_no_pain: int | None = None,
) -> Fraction:
    """Return the chance that a psyker is still there after several psychic tests of as many dice each.

    Parameters
    ----------
    tests
        How many tests, 0 to 100.
    dice
        The dice thrown at each, 0 to 100.
    leadership, wounds, rules, feel_no_pain
        As in `wounds_left`.

    Raises
    ------
    TypeError, ValueError
        As in `wounds_left`.

    Examples
    --------
    >>> still_there(1, 2, leadership=9)
    Fraction(635, 648)
    """
    thrown = [dice] * whole("tests", tests, 0, MAX_TESTS)
    left = wounds_left(thrown, leadership, wounds, rules, feel_no_pain=feel_no_pain)
    return 1 - Fraction(left.probability(()))


@dataclass(frozen=True)
class PerilsSurvived:
    """How many rolls on the perils table a psyker, or a unit of them, takes; the last one ends it.

    Parameters
    ----------
    mean
        On average; infinity if it may live for ever.
    """

    mean: Fraction | float
    _models: Models
    _feel_no_pain: int | None
    _rules: Rules

    def at_least(self, number: int) -> Fraction:
        """Return the chance that it takes at least so many, 0 to 101: that fewer did not end it.

        Raises
        ------
        TypeError, ValueError
            If ``number`` is out of its range.

        Examples
        --------
        >>> perils_survived(9, wounds=1).at_least(2)
        Fraction(5, 18)
        """
        before = max(whole("number", number, 0, MAX_TESTS + 1) - 1, 0)
        counts, total = _after((Fraction(1),) * before, self._models, self._feel_no_pain, self._rules)
        return 1 - Fraction(counts.get((), 0), total)


def perils_survived(
    leadership: Numbers, wounds: Numbers = 1, rules: Rules = RULES, *, feel_no_pain: int | None = None
) -> PerilsSurvived:
    """Return how many rolls on the perils table a psyker, or a unit of them, takes before nobody is left.

    Rule: W 3, R p. 25. The last roll counts.

    Parameters
    ----------
    leadership, wounds, rules, feel_no_pain
        As in `psy.wh40k.perils_odds`.

    Raises
    ------
    TypeError, ValueError
        As in `wounds_left`.

    Examples
    --------
    Leadership 9, one wound: 13 of 18 rolls are the end.

    >>> perils_survived(9, wounds=1).mean
    Fraction(18, 13)
    """
    models = _unit(wounds, leadership, rules)
    return PerilsSurvived(_mean(models, feel_no_pain, rules), models, feel_no_pain, rules)


@functools.lru_cache(maxsize=1 << 12)
def _mean(models: Models, feel_no_pain: int | None, rules: Rules) -> Fraction | float:
    """Return the mean number of rolls: each step leaves the unit as it is or makes it weaker."""
    if not models:
        return Fraction(0)
    counts, total = _suffer(models, feel_no_pain, rules)
    stays = counts.get(models, 0)
    if stays == total:
        return math.inf
    rest = sum(
        (weight * _mean(after, feel_no_pain, rules) for after, weight in counts.items() if after != models),
        Fraction(0),
    )
    return (total + rest) / (total - stays)


def powers_cast(
    tests: Sequence[int],
    charge: int,
    leadership: Numbers,
    wounds: Numbers = 1,
    rules: Rules = RULES,
    *,
    feel_no_pain: int | None = None,
) -> Fraction:
    """Return how many powers a psyker casts on average before his perils end it.

    Rule: as in `wounds_left`. A test whose perils remove it still casts its power (R p. 25); a denied power
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
    Two dice work at warp charge 1 in 3 of 4; the second test is taken unless the first was the end.

    >>> powers_cast([2, 2], charge=1, leadership=9) == Fraction(3, 4) * (1 + Fraction(635, 648))
    True
    """
    thrown, models = _thrown(tests), _unit(wounds, leadership, rules)
    whole("charge", charge)
    chances = tuple(casting_odds(dice, 0, rules).perils for dice in thrown)
    # Each prefix's denominator divides the next one's, so that the sum needs one fraction at its end only.
    _, total = _after(chances, models, feel_no_pain, rules)
    works = [casting_odds(dice, charge, rules).success for dice in thrown]
    scale = lcm(*(chance.denominator for chance in works))
    powers = 0
    for place, chance in enumerate(works):
        counts, denominator = _after(chances[:place], models, feel_no_pain, rules)
        there = total - counts.get((), 0) * (total // denominator)
        powers += there * chance.numerator * (scale // chance.denominator)
    return Fraction(powers, total * scale)


def _thrown(tests: Sequence[int]) -> list[int]:
    thrown = several("tests", tests, "numbers of dice")
    whole("the number of tests", len(thrown), 0, MAX_TESTS)
    return [whole("tests", dice, 0, MAX_DICE) for dice in thrown]


def _unit(wounds: Numbers, leadership: Numbers, rules: Rules) -> Models:
    """Return the models of a unit, unless there are too many states of them."""
    instance("rules", rules, Rules)
    models = models_of(wounds, leadership)
    most = models[-1].wounds
    states = prod(left + 1 for left, _ in models)
    if len({model.leadership for model in models}) == 1:
        states = min(states, comb(len(models) + most, most))
    if states > MAX_STATES:
        raise ValueError(
            f"wounds {wounds!r} are too many: about {states:,} states, where {MAX_STATES:,} can be followed"
        )
    return models


def _die(counts: Counts) -> Die[tuple[int, ...]]:
    lives: dict[tuple[int, ...], int] = defaultdict(int)
    for models, count in counts.items():
        lives[tuple(model.wounds for model in models)] += count
    return Die(lives).simplify()


@functools.lru_cache(maxsize=1 << 14)
def _after(
    chances: tuple[Fraction, ...], models: Models, feel_no_pain: int | None, rules: Rules
) -> tuple[Counts, int]:
    """Count the courses of events by what they leave, not to be changed, and all of them.

    The chances are those of perils at one test after the other.
    """
    if not chances:
        strikes(models, rules, feel_no_pain)  # Checks feel no pain even where no test is taken.
        return {models: 1}, 1
    before, total = _after(chances[:-1], models, feel_no_pain, rules)
    perilous = chances[-1]
    steps = {state: _suffer(state, feel_no_pain, rules) for state in before}
    scale = lcm(*(ways for _, ways in steps.values()))
    counts: Counts = defaultdict(int)
    for state, count in before.items():
        counts[state] += count * (perilous.denominator - perilous.numerator) * scale
        after, ways = steps[state]
        for left, weight in after.items():
            counts[left] += count * perilous.numerator * weight * (scale // ways)
    return {state: count for state, count in counts.items() if count}, total * perilous.denominator * scale


@functools.lru_cache(maxsize=1 << 12)
def _suffer(models: Models, feel_no_pain: int | None, rules: Rules) -> tuple[Counts, int]:
    """Count what one roll on the perils table makes of the models."""
    if not models:
        return {models: 1}, 1
    chances: dict[Models, Fraction] = defaultdict(Fraction)
    for strike in strikes(models, rules, feel_no_pain):
        chances[strike.after] += strike.chance
    ways = whole_weights(chances)
    return ways, sum(ways.values())
