"""The psychic test: warp charges harnessed and perils of the warp, out of one roll."""

import functools
from collections.abc import Iterable
from fractions import Fraction
from itertools import product
from math import comb
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt
from icepool import Die

from psy.exact.arguments import instance, one_of, several, whole
from psy.exact.pools import quiet_ways
from psy.exact.trials import sum_faces
from psy.wh40k.rules import RULES, Rules

if TYPE_CHECKING:
    import pandas as pd

FACES = 6
MAX_DICE = 100
MAX_TRIALS = 10**9


class Cast(NamedTuple):
    """One psychic test: the charges harnessed, and whether it brought perils of the warp."""

    charges: int
    perils: bool


class SimulatedCasts(NamedTuple):
    """Many psychic tests as arrays of shape ``(trials,)``."""

    charges: npt.NDArray[np.uint8]
    perils: npt.NDArray[np.bool_]


class CastingOdds(NamedTuple):
    """The chances of one psychic test, each from 0 to 1.

    Parameters
    ----------
    success
        At least the warp charge is harnessed, whatever else happens.
    clean
        Success without perils of the warp.
    perils
        Perils of the warp, whether or not the power is cast.
    """

    success: Fraction
    clean: Fraction
    perils: Fraction

    @property
    def tainted(self) -> Fraction:
        """Success that is paid for with perils."""
        return self.success - self.clean

    @property
    def failed(self) -> Fraction:
        """The power is not cast."""
        return 1 - self.success


def cast(dice: int, rules: Rules = RULES) -> Die[Cast]:
    """Return the joint distribution of charges harnessed and perils.

    Rule: W 2 and 3, R p. 25. Both come from the same dice, so neither may be worked out alone.

    Parameters
    ----------
    dice
        Dice thrown, 0 to 100.
    rules
        Only ``harness`` and ``perils`` are used.

    Returns
    -------
    Die of Cast
        Weights sum to ``6 ** dice``.

    Raises
    ------
    TypeError, ValueError
        If ``dice`` is no whole number from 0 to 100.

    Examples
    --------
    With two dice, the double six (1 of 36) is two charges and perils:

    >>> cast(2).probability(Cast(charges=2, perils=True))
    Fraction(1, 36)
    """
    dice, rules = whole("dice", dice, 0, MAX_DICE), instance("rules", rules, Rules)
    every, quiet = _all_exactly(dice, dice + 1, rules.harness), _quiet_exactly(dice, dice + 1, rules)
    weights = {Cast(charges, False): ways for charges, ways in enumerate(quiet)}
    weights |= {Cast(charges, True): every[charges] - ways for charges, ways in enumerate(quiet)}
    return Die({outcome: weight for outcome, weight in weights.items() if weight})


def casting_odds(dice: int, charge: int, rules: Rules = RULES) -> CastingOdds:
    """Return the chances of casting a power of one warp charge with a number of dice.

    Parameters
    ----------
    dice
        Dice thrown, 0 to 100.
    charge
        Warp charge of the power, 0 or more. A power of charge 0 is always cast.
    rules
        Only ``harness`` and ``perils`` are used.

    Raises
    ------
    TypeError, ValueError
        If ``dice`` or ``charge`` is out of its range.

    Examples
    --------
    Two dice at warp charge 1 (published: 75.00 and 72.22 percent):

    >>> odds = casting_odds(2, 1)
    >>> odds.success, odds.clean, odds.perils
    (Fraction(3, 4), Fraction(13, 18), Fraction(1, 36))
    """
    return odds_by_charge(dice, (charge,), rules)[0]


def odds_by_charge(dice: int, charges: Iterable[int], rules: Rules = RULES) -> list[CastingOdds]:
    """Return the chances of several warp charges with one number of dice: a row of the casting table.

    Parameters
    ----------
    dice
        Dice thrown, 0 to 100.
    charges
        Warp charges, each 0 or more.
    rules
        Only ``harness`` and ``perils`` are used.

    Raises
    ------
    TypeError, ValueError
        If ``dice`` or a charge is out of its range.

    Examples
    --------
    One die harnesses at least no charge for certain, and one on three faces of six:

    >>> [str(odds.success) for odds in odds_by_charge(1, (0, 1, 2))]
    ['1', '1/2', '0']
    """
    dice, rules = whole("dice", dice, 0, MAX_DICE), instance("rules", rules, Rules)
    costs = tuple(
        [min(whole("charge", charge), dice + 1) for charge in several("charges", charges, "warp charges")]
    )
    watched, rolls = FACES if rules.perils.face is None else 1, FACES**dice
    quiet = quiet_ways(dice, watched, FACES - watched, rules.perils.count)
    clean = _at_least(quiet, _quiet_exactly(dice, max(0, 0, *costs), rules))
    perils, success = Fraction(rolls - quiet, rolls), _success(dice, costs, rules.harness)
    return [
        CastingOdds(chance, Fraction(clean[cost], rolls), perils)
        for cost, chance in zip(costs, success, strict=True)
    ]


def casting_table(
    dice: Iterable[int] = range(1, 11), charges: Iterable[int] = (1, 2, 3), rules: Rules = RULES
) -> "pd.DataFrame":
    """Return the casting table, as the source prints it, in fractions.

    Returns
    -------
    DataFrame
        Indexed by dice; columns ``(charge, "success")``, ``(charge, "clean")`` and ``("any", "perils")``.

    Raises
    ------
    TypeError, ValueError
        If a number of dice or a charge is out of its range.

    Examples
    --------
    >>> str(casting_table(dice=[6]).loc[6, (3, "success")])
    '21/32'
    """
    import pandas as pd

    rows = [whole("dice", number, 0, MAX_DICE) for number in several("dice", dice, "numbers of dice")]
    costs = [whole("charge", charge) for charge in several("charges", charges, "warp charges")]
    cells = np.empty((len(rows), 2 * len(costs) + 1), dtype=object)
    for row, number in enumerate(rows):
        *cells_of_row, last = odds_by_charge(number, [*costs, 0], rules)
        cells[row] = [chance for odds in cells_of_row for chance in odds[:2]] + [last.perils]
    columns = [*product(costs, ("success", "clean")), ("any", "perils")]
    names = pd.MultiIndex.from_tuples(columns, names=["charge", "chance"])
    return pd.DataFrame(cells, index=pd.Index(rows, name="dice"), columns=names)


def best_dice(
    charge: int, goal: str = "clean", max_dice: int | None = None, rules: Rules = RULES
) -> tuple[int, ...]:
    """Return every number of dice that has the best chance of the goal.

    A clean success is never likelier than no perils, which more dice make rarer: so the search ends where no
    larger number can be better.

    Parameters
    ----------
    charge
        Warp charge of the power, 0 or more.
    goal
        ``"clean"`` (success without perils) or ``"success"``.
    max_dice
        The most dice that may be thrown, 0 to 100; None: as many as it takes, up to 100.

    Raises
    ------
    TypeError, ValueError
        If an argument is of the wrong kind or out of its range.

    Examples
    --------
    At warp charge 1, four dice are best without perils:

    >>> best_dice(1)
    (4,)
    """
    goal = one_of("goal", goal, ("clean", "success"))
    charge = whole("charge", charge)
    most = MAX_DICE if max_dice is None else whole("max_dice", max_dice, 0, MAX_DICE)
    chances: list[Fraction] = []
    for dice in range(most + 1):
        odds = casting_odds(dice, charge, rules)
        if goal == "clean" and chances and 1 - odds.perils < max(chances):
            break
        chances.append(odds.clean if goal == "clean" else odds.success)
    best = max(chances)
    return tuple(dice for dice, chance in enumerate(chances) if chance == best)


def simulate_cast(
    dice: int, trials: int, rng: "np.random.Generator | int", rules: Rules = RULES
) -> SimulatedCasts:
    """Roll many psychic tests; the simulated twin of `cast`.

    Parameters
    ----------
    dice
        Dice thrown in each trial, 0 to 100.
    trials
        How many tests are rolled, 0 or more.
    rng
        A numpy generator, or a seed for a new one: the same seed gives the same rolls.
    rules
        Only ``harness`` and ``perils`` are used.

    Returns
    -------
    SimulatedCasts
        Arrays ``charges`` and ``perils`` of shape ``(trials,)``.

    Raises
    ------
    TypeError, ValueError
        If ``dice`` or ``trials`` is out of its range.

    Examples
    --------
    >>> simulate_cast(0, trials=3, rng=1).charges.tolist()
    [0, 0, 0]
    """
    dice, rules = whole("dice", dice, 0, MAX_DICE), instance("rules", rules, Rules)
    # Each watched face counts up in a byte of its own from 128 - count: the byte's top bit is set as soon as
    # `count` dice show it. The lowest byte counts charges. With at most 100 dice no byte can overflow.
    watched = [face for face in range(1, FACES + 1) if rules.perils.face in (None, face)]
    start = sum((128 - rules.perils.count) << 8 * byte for byte in range(1, len(watched) + 1))
    alarm = sum(128 << 8 * byte for byte in range(1, len(watched) + 1))
    points = [int(face >= rules.harness) for face in range(1, FACES + 1)]
    for byte, face in enumerate(watched, start=1):
        points[face - 1] += 1 << 8 * byte
    trials = whole("trials", trials, 0, MAX_TRIALS)
    charges, perils = np.empty(trials, dtype=np.uint8), np.empty(trials, dtype=np.bool_)
    done = 0
    for sums in sum_faces(points, dice, trials, rng, start):
        part = slice(done, done + len(sums))
        charges[part], perils[part] = sums & 0xFF, (sums & alarm) != 0
        done += len(sums)
    return SimulatedCasts(charges, perils)


def _all_exactly(dice: int, most: int, harness: int) -> list[int]:
    """Count all the rolls of exactly 0, 1, 2, ... charges, of fewer than ``most``."""
    good, bad = FACES + 1 - harness, harness - 1
    return [comb(dice, hits) * good**hits * bad ** (dice - hits) for hits in range(most)]


def _quiet_exactly(dice: int, most: int, rules: Rules) -> list[int]:
    """Count the rolls without perils of exactly 0, 1, 2, ... charges, of fewer than ``most``."""
    face, count, good = rules.perils.face, rules.perils.count, FACES + 1 - rules.harness
    watched_good = good if face is None else int(face >= rules.harness)
    watched_bad = FACES - good if face is None else 1 - watched_good
    free_good, free_bad = good - watched_good, FACES - good - watched_bad
    return [
        comb(dice, hits)
        * quiet_ways(hits, watched_good, free_good, count)
        * quiet_ways(dice - hits, watched_bad, free_bad, count)
        for hits in range(most)
    ]


@functools.lru_cache(maxsize=1 << 12)
def _success(dice: int, costs: tuple[int, ...], harness: int) -> list[Fraction]:
    """Return the chance of at least so many charges for each cost: all perils rules share them."""
    rolls = FACES**dice
    left = _at_least(rolls, _all_exactly(dice, max(0, 0, *costs), harness))
    return [Fraction(left[cost], rolls) for cost in costs]


def _at_least(total: int, exactly: list[int]) -> list[int]:
    """Return how many rolls of all have at least 0, 1, 2, ... charges."""
    left = [total]
    for ways in exactly:
        total -= ways
        left.append(total)
    return left
