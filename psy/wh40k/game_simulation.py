"""A whole game of psychic phases played with random dice: the twin of `psy.wh40k.play_game`."""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from psy.exact.arguments import instance, several, whole
from psy.wh40k.brotherhood import models_of, strikes
from psy.wh40k.casting import MAX_TRIALS, simulate_cast
from psy.wh40k.game import MAX_TURNS
from psy.wh40k.rules import RULES, Rules
from psy.wh40k.veterans import GONE, Unit, Veteran

Trials = npt.NDArray[np.intp]


class SimulatedSide(NamedTuple):
    """For each trial, the mastery levels left of one side, and the powers that it cast."""

    mastery: npt.NDArray[np.int64]
    casts: npt.NDArray[np.int64]


def simulate_side(
    psykers: Sequence[Veteran],
    turns: int,
    trials: int,
    rng: "np.random.Generator | int",
    fire: float | Fraction = 0,
    fire_first: bool = False,
    rules: Rules = RULES,
) -> SimulatedSide:
    """Play many games of one side.

    Parameters
    ----------
    psykers, turns, rules
        As in `psy.wh40k.play_game`.
    trials
        How many games, 0 or more.
    rng
        A numpy generator, or a seed for a new one.
    fire
        The chance, 0 to 1, that enemy fire removes a psyker in one turn.
    fire_first
        Whether it comes before the side's own phase, as for the side that has the second phase.

    Raises
    ------
    TypeError, ValueError
        If an argument is of the wrong kind or out of its range.

    Examples
    --------
    Where all are removed before their first phase, nothing is cast:

    >>> simulate_side([Veteran(1, 9)], 1, 2, rng=1, fire=1, fire_first=True).casts.tolist()
    [0, 0]
    """
    given = [instance("psykers", each, Veteran) for each in several("psykers", psykers, "Veteran")]
    if not 0 <= fire <= 1:
        raise ValueError(f"fire must be a chance from 0 to 1, not {fire!r}")
    table = _Table(given, np.random.default_rng(rng), whole("trials", trials, 0, MAX_TRIALS), rules)
    for _ in range(whole("turns", turns, 0, MAX_TURNS)):
        if fire_first:
            table.under(fire)
        table.phase()
        if not fire_first:
            table.under(fire)
    return SimulatedSide(table.levels(), table.casts)


class _Table:
    """All games side by side: the state of each psyker of each, and the pools."""

    def __init__(self, psykers: list[Veteran], rng: np.random.Generator, trials: int, rules: Rules) -> None:
        self._psykers, self._rng, self._rules = psykers, rng, rules
        self._units: list[list[Unit]] = [
            [Unit(models_of(each.wounds, each.leadership), each.powers)] * trials for each in psykers
        ]
        self.casts = np.zeros(trials, dtype=np.int64)

    def levels(self) -> npt.NDArray[np.int64]:
        """Return the mastery levels left."""
        levels = np.zeros(len(self.casts), dtype=np.int64)
        for each, units in zip(self._psykers, self._units, strict=True):
            levels += each.mastery * np.array([bool(unit.models) for unit in units], dtype=np.int64)
        return levels

    def under(self, fire: float | Fraction) -> None:
        """Remove psykers at random."""
        for units in self._units:
            for trial in np.flatnonzero(self._rng.random(len(units)) < float(fire)):
                units[trial] = GONE

    def phase(self) -> None:
        """Roll the pools, and let each psyker try its powers."""
        rolls = self._rng.integers(1, self._rules.warp_charge_die, len(self.casts), endpoint=True)
        pools = self.levels() + rolls
        for psyker, units in zip(self._psykers, self._units, strict=True):
            untried = np.array([unit.powers for unit in units], dtype=np.int64)
            for _ in range(psyker.powers):
                dice = np.minimum(psyker.dice, pools)
                dice[(untried == 0) | (dice < psyker.charge)] = 0
                pools, untried = pools - dice, untried - (dice > 0)
                for number in np.unique(dice[dice > 0]):
                    trials = np.flatnonzero(dice == number)
                    rolled = simulate_cast(int(number), len(trials), self._rng, self._rules)
                    self.casts[trials] += rolled.charges >= psyker.charge
                    for trial in trials[rolled.perils]:
                        self._suffer(psyker, units, int(trial), pools, untried)

    def _suffer(self, psyker: Veteran, units: list[Unit], trial: int, pools: Trials, untried: Trials) -> None:
        """Roll on the perils table for one psyker of one game."""
        unit = units[trial]
        struck = strikes(unit.models, self._rules, psyker.feel_no_pain)
        strike = struck[self._rng.choice(len(struck), p=[float(each.chance) for each in struck])]
        pools[trial] = max(pools[trial] - strike.result.drained, 0)
        if not strike.after:
            units[trial], untried[trial] = GONE, 0
            return
        powers = unit.powers
        if strike.result.power_lost:
            untried[trial] -= self._rng.integers(powers) < untried[trial]
            powers -= 1
        units[trial] = Unit(strike.after, powers)
