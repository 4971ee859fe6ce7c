"""Pictures of both players' choices in a psychic phase: deny dice, ways to cast without a plan, chance."""

import functools
from collections.abc import Callable, Mapping
from fractions import Fraction

import numpy as np

from psy.exact.arguments import one_of, whole
from psy.view.numbers import decimal, percent
from psy.view.phase import CHARGES, DENY_POOL, POOL, solve_ahead, solved
from psy.view.picture import (
    BLUE,
    GREEN,
    GREY,
    ORANGE,
    PURPLE,
    RED,
    SKY,
    Picture,
    Table,
    new_figure,
    percent_axis,
    styled,
)
from psy.view.wh40k.words import charge_words, dice_words
from psy.wh40k import PhaseState, deny, natural_policies, policy_value, simulate_phase


def reply_values(power: str, charges: int, own: int, theirs: int) -> Mapping[int, Fraction]:
    """Return what each reply to the first power of a phase leaves to the caster, at +0.

    Parameters
    ----------
    power
        The power that was cast; the three others are still to come.
    charges
        The charges scored, at least the power's warp charge.
    own, theirs
        The dice left to both sides after the test.

    Examples
    --------
    Nothing follows a last die, so 1 point is denied in 1 of 6 by the one die there is.

    >>> {dice: str(left) for dice, left in reply_values("haste", 1, own=0, theirs=1).items()}
    {0: '1', 1: '5/6'}
    """
    policy = solved().policy
    power = one_of("power", power, tuple(CHARGES))
    charges = whole("charges", charges, CHARGES[power])
    rest = frozenset(CHARGES) - {power}
    return policy.reply_values(PhaseState(rest, own, theirs), power, charges)


@styled()
def reply_bars() -> Callable[..., Picture]:
    """Return a drawing function of what each number of deny dice takes from the caster.

    The function takes the ``power`` that was cast first, the ``charges`` scored, and the dice left after the
    test: ``own``, 0 to 11, and ``theirs``, 0 to 12.
    """
    solve_ahead([0])
    figure, axes = new_figure(height=3.8)
    axes.set_title("They cast: how many dice to deny with? (values assumed)")
    numbers = range(DENY_POOL + 1)
    axes.set(xlabel="deny dice used now", ylabel="taken from the caster, in points", xticks=numbers)
    axes.set(xlim=(-0.7, DENY_POOL + 0.7), ylim=(-1, 1.3))
    axes.axhline(0, color=GREY, lw=1)
    bars = axes.bar(numbers, [0] * len(numbers), animated=True)
    (stars,) = axes.plot([], [], "*", color=GREEN, markersize=15, animated=True, label="best")
    axes.plot([], [], "s", color=BLUE, label="better than no die")
    axes.plot([], [], "s", color=ORANGE, label="worse: the dice are missed later")
    figure.legend(loc="outside lower left", ncols=3)

    def draw(power: str, charges: int, own: int, theirs: int) -> Picture:
        whole("own", own, 0, POOL - 1), whole("theirs", theirs, 0, DENY_POOL)
        left = reply_values(power, charges, own, theirs)
        taken = {dice: left[0] - worth for dice, worth in left.items()}
        best = [dice for dice, points in taken.items() if points == max(taken.values())]
        for dice, bar in enumerate(bars):
            points = taken.get(dice, Fraction(0))
            bar.set(height=float(points), color=BLUE if points > 0 else ORANGE)
        stars.set_data(best, [float(taken[dice]) + 0.05 for dice in best])
        rows = tuple(
            (f"{dice}", percent(deny(charges, dice)), decimal(worth, 3), decimal(taken[dice], 3))
            for dice, worth in left.items()
        )
        sentence = (
            f"After {power} with {charge_words(charges)}, {dice_words(own)} left to the caster and {theirs} "
            f"deny dice: the best reply uses {' or '.join(map(str, best))}."
        )
        return Picture(figure, sentence, Table(("deny dice", "denied", "left to the caster", "taken"), rows))

    return draw


# The ways to cast that are compared, and the pools of the opponent at which they are.
CASTERS = ("as planned", "two per charge", "all in one", "greedy")
AGAINST = range(0, DENY_POOL + 1, 3)
LOWEST_POOL = 4


@functools.lru_cache(maxsize=256)
def caster_value(caster: str, own: int, theirs: int) -> Fraction:
    """Return what the plain phase is worth to a caster of `CASTERS` whose opponent sees through him.

    Examples
    --------
    Two dice never cast vortex, and bring perils, half a point, in 1 of 36:

    >>> caster_value("all in one", 2, 0), caster_value("as planned", 2, 0)
    (Fraction(-1, 72), Fraction(1, 1))
    """
    plan = solved().at(own, theirs)
    if one_of("caster", caster, CASTERS) == "as planned":
        return plan.value
    return policy_value(plan, natural_policies(plan)[caster])


@styled()
def casters_by_pool() -> Callable[..., Picture]:
    """Return a drawing function of the plan beside ways to cast without one; it takes ``own``, 4 to 12."""
    for own, theirs, name in (
        (o, t, n) for o in range(LOWEST_POOL, POOL + 1) for t in AGAINST for n in CASTERS
    ):
        caster_value(name, own, theirs)
    figure, axes = new_figure()
    axes.set_title("The plan beside ways without one (values assumed)")
    axes.set(xlabel="their dice", ylabel="worth to the caster", xticks=AGAINST, ylim=(0, 4.4))
    looks = zip(CASTERS, (BLUE, GREEN, ORANGE, PURPLE), ("-", "--", "-.", ":"), "osD^", strict=True)
    lines = {
        name: axes.plot([], [], dash, color=color, marker=marker, animated=True, label=name, lw=2)[0]
        for name, color, dash, marker in looks
    }
    axes.set_xlim(-0.3, DENY_POOL + 0.3)
    figure.legend(loc="outside lower left", ncols=4)

    def draw(own: int) -> Picture:
        own = whole("own", own, LOWEST_POOL, POOL)
        worth = {name: [caster_value(name, own, theirs) for theirs in AGAINST] for name in CASTERS}
        for name, line in lines.items():
            line.set_data(AGAINST, [float(value) for value in worth[name]])
        second = max(CASTERS[1:], key=lambda name: worth[name][-1])
        sentence = (
            f"With {own} dice against {DENY_POOL} the plan is worth {decimal(worth[CASTERS[0]][-1])} points, "
            f"{second}, the next best, {decimal(worth[second][-1])}."
        )
        rows = tuple(
            (f"{theirs}", *(decimal(worth[name][place], 3) for name in CASTERS))
            for place, theirs in enumerate(AGAINST)
        )
        return Picture(figure, sentence, Table(("their dice", *CASTERS), rows))

    return draw


@styled()
def simulated_phases() -> Callable[..., Picture]:
    """Return a drawing function of what simulated phases of 12 dice against 8 were worth.

    The function takes ``caster``, one of `CASTERS`, ``zeros`` (10 to that power phases, 2 to 4) and ``seed``.
    The opponent denies as planned, so a caster without a plan may do a little better than if he were seen
    through.
    """
    figure, axes = new_figure()
    axes.set_title("What one phase brings: 12 dice against 8 (values assumed)")
    worths = np.arange(-2, 7.5, 0.5)
    axes.set(xlabel="worth to the caster", xlim=(-2.4, 7.4))
    percent_axis(axes, "share of the phases")
    axes.set_ylim(0, 0.65)
    bars = axes.bar(worths, np.zeros(len(worths)), width=0.4, color=SKY, animated=True, label="simulated")
    exact = axes.axvline(0, color=BLUE, animated=True, label="exact mean, seen through")
    mean = axes.axvspan(
        0, 1, color=RED, alpha=0.35, animated=True, label="simulated mean, two standard errors"
    )
    figure.legend(loc="outside lower left", ncols=2)
    plan = solved().at(POOL, 8)
    casters = {"as planned": None, **natural_policies(plan)}

    def draw(caster: str, zeros: int, seed: int) -> Picture:
        trials = 10 ** whole("zeros", zeros, 2, 4)
        value = caster_value(caster, POOL, 8)
        worth = simulate_phase(plan, trials, whole("seed", seed), casters[caster])
        places = np.clip(np.rint(2 * worth).astype(int) + 4, 0, len(worths) - 1)
        counts = np.bincount(places, minlength=len(worths))
        for bar, count in zip(bars, counts, strict=True):
            bar.set_height(count / trials)
        exact.set_xdata([float(value)] * 2)
        error = 2 * worth.std() / np.sqrt(trials)
        mean.set(x=worth.mean() - error, width=2 * error)
        nothing = Fraction(int((worth <= 0).sum()), trials)
        sentence = (
            f"{trials:,} phases cast {caster}: {worth.mean():.2f} points on average, give or take "
            f"{error:.2f}; the exact value is {decimal(value)}."
        )
        rows = (
            ("simulated mean", f"{worth.mean():.3f}"),
            ("two standard errors", f"{error:.3f}"),
            ("exact, if the opponent sees through it", decimal(value, 3)),
            ("phases that bring nothing, or less", percent(nothing, 1)),
        )
        return Picture(figure, sentence, Table(("", "points"), rows))

    return draw
