"""The phase: plans in fractions beside a million simulated phases, and beside plain recursion."""

from collections.abc import Callable
from fractions import Fraction
from functools import cache

import numpy as np

from benchmarks.timing import Row, ratio
from psy.wh40k import PhasePlan, Power, Prices, Psyker, cast, deny, plan_phase, plan_psykers, simulate_phase

POWERS = (
    Power("haste", 1, 1),
    Power("endurance", 1, 1),
    Power("smite", 2, 2),
    Power("vortex", 3, 3),
)
PSYKERS = (
    Psyker("Ahriman", 10, POWERS[1:3], wounds=3, prices=Prices(wound=1, psyker=2)),
    Psyker("Sorcerer", 9, POWERS[2:], wounds=2, prices=Prices(wound=1, psyker=2)),
)
TRIALS = 1_000_000


def plain_value(powers: tuple[Power, ...], pool: int, deny_pool: int) -> Fraction:
    """Return the value as one writes it down: recursion over states, remembered, in Fractions."""
    tests = {
        dice: [(outcome.charges, Fraction(weight, 6**dice)) for outcome, weight in cast(dice).items()]
        for dice in range(1, pool + 1)
    }

    @cache
    def value(untried: frozenset[Power], pool: int, deny_pool: int) -> Fraction:
        moves = [
            sum(
                chance * answered(power, charges, untried - {power}, pool - dice, deny_pool)
                for charges, chance in tests[dice]
            )
            for power in untried
            for dice in range(1, pool + 1)
        ]
        return max([Fraction(0), *moves])

    @cache
    def answered(
        power: Power, charges: int, untried: frozenset[Power], pool: int, deny_pool: int
    ) -> Fraction:
        if charges < power.charge:
            return value(untried, pool, deny_pool)
        return min(
            value(untried, pool, deny_pool - dice) + power.value * (1 - (deny(charges, dice) if dice else 0))
            for dice in (0, *range(charges, deny_pool + 1))
        )

    return value(frozenset(powers), pool, deny_pool)


def agrees(plan: PhasePlan, worth: np.ndarray) -> bool:
    """Whether the simulated mean is within 5 standard errors of the value."""
    return abs(worth.mean() - float(plan.value)) < 5 * worth.std() / len(worth) ** 0.5


def beside_simulation(name: str, solve: Callable[[], PhasePlan]) -> Row:
    plan = solve()
    return ratio(
        name,
        solve,
        lambda: simulate_phase(plan, TRIALS, 1),
        f"{TRIALS:,} simulated phases under the plan",
        1,
        agrees,
    )


def rows() -> list[Row]:
    """Return the comparisons of this module."""
    return [
        beside_simulation("plan_phase, 4 powers, 20 against 20", lambda: plan_phase(POWERS, 20, 20)),
        beside_simulation(
            "plan_phase, 4 powers, 20 against 20 at +1, priced perils",
            lambda: plan_phase(POWERS, 20, 20, 1, Fraction(1, 2)),
        ),
        beside_simulation("plan_psykers, 2 psykers, 12 against 8", lambda: plan_psykers(PSYKERS, 12, 8)),
        ratio(
            "plan_phase, 4 powers, 10 against 10",
            lambda: plan_phase(POWERS, 10, 10).value,
            lambda: plain_value(POWERS, 10, 10),
            "plain recursion in Fractions",
            5,
            lambda ours, peer: ours == peer,
            repeat=3,
        ),
    ]
