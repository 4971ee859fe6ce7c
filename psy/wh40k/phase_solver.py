"""Backward induction over a psychic phase, in whole numbers.

Every value is a whole multiple of one small fraction. Each die is rolled once, so with pools of a and b at
most 6 ** (a + b) rolls are still to come; each test may bring one roll on the perils table, and prices and
values are fractions known beforehand. Hence one common denominator serves all states, and no division leaves
a rest.

The values for all deny pools of a state lie side by side in the lanes of one integer, the empty pool first.
"""

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from math import gcd, lcm
from operator import mul
from typing import NamedTuple

from psy.exact.lanes import Lanes
from psy.wh40k.casting import FACES, cast
from psy.wh40k.deny import deny
from psy.wh40k.phase_game import Attempt, Game, Label, Position
from psy.wh40k.phase_reach import reached
from psy.wh40k.powers import Power
from psy.wh40k.rules import Rules

# What a test is worth once it is rolled: by the pool left, for failure, then for each number of charges from
# the power's own upwards; deny pools in lanes.
Settled = list[list[int]]
# What perils may change: the position that they lead to, and the charges drained from both pools.
Change = tuple[Position, int]


class Ways(NamedTuple):
    """How many of ``rolls`` fail, or score each number of charges from the power's own upwards.

    With ``tainted`` perils change the position or the pools, with ``plain`` they do not. The price is what
    perils and a failure cost on average.
    """

    plain: list[int]
    tainted: list[int]
    rolls: int
    price: int


class PsychicTest(NamedTuple):
    """A test that a position allows, ready to be valued for every number of dice."""

    settled: Settled
    changed: Settled
    ways: list[Ways]

    def value(self, left: int, dice: int) -> int:
        """Return what the test is worth with so many dice in all, ``left`` in the pool, before its price."""
        plain, tainted, rolls, _ = self.ways[dice]
        worth: int = sum(map(mul, plain, self.settled[left]))
        if self.changed:
            worth += sum(map(mul, tainted, self.changed[left]))
        return worth // rolls


class Solution:
    """The value of every state of a phase under best play of both sides.

    Parameters
    ----------
    game
        What may be tried.
    pool, deny_pool
        The largest pools; all smaller ones are solved too.
    deny_bonus
        For powers without one of their own.
    rules
        The rules of casting and of denying.

    Raises
    ------
    ValueError
        If the phase is too large to finish.
    """

    def __init__(self, game: Game, pool: int, deny_pool: int, deny_bonus: int, rules: Rules) -> None:
        self.game, self.pool, self.deny_pool = game, pool, deny_pool
        self.deny_bonus, self.rules = deny_bonus, rules
        self.attempts, self.most = reached(game, pool, deny_pool)
        self.scale, largest = self._scaled()
        self.lanes = Lanes(deny_pool + 1, largest)
        self._answers: dict[tuple[Fraction, int], list[list[int]]] = {}
        self._rolled: dict[tuple[Rules, int], list[tuple[list[int], list[int]]]] = {}
        self._settled = lru_cache(maxsize=512)(self._settle)
        self._tests = lru_cache(maxsize=512)(self._test)
        self.tables: dict[Position, list[int]] = {}
        for position in sorted(self.attempts, key=game.left):
            self.tables[position] = self._solve(position)

    def most_of(self, position: Position) -> int:
        """Return the largest pool that may be left in a position; -1 if it cannot come up."""
        try:
            return self.most.get(self.game.merged(position), -1)
        except (TypeError, AttributeError, ValueError, KeyError):
            return -1

    def value(self, position: Position, pool: int, deny_pool: int) -> int:
        """Return the value of a state, at the scale of the solution."""
        return self.lanes.at(self.tables[self.game.merged(position)][pool], deny_pool)

    def move_value(self, attempt: Attempt, pool: int, deny_pool: int, shared: int) -> int:
        """Return what an attempt is worth with so many dice of the pool, at the scale of the solution."""
        test, dice = self._tests(attempt), attempt.own + shared
        return self.lanes.at(test.value(pool - shared, dice), deny_pool) - test.ways[dice].price

    def reply_values(
        self, position: Position, pool: int, deny_pool: int, label: Label, power: Power, charges: int
    ) -> dict[int, int]:
        """Return what each reply to a cast power leaves: no deny dice, or enough to cancel all charges."""
        cast_position = self.game.cast(position, label, power)
        worth = self.scale * self._worth(position, power, charges)
        values = {}
        for dice in (0, *range(charges, deny_pool + 1)):
            left = deny_pool - dice
            denied = deny(charges, dice, self.bonus(power), self.rules)
            effect = self.value(cast_position, pool, left) + worth
            values[dice] = int(denied * self.value(position, pool, left) + (1 - denied) * effect)
        return values

    def bonus(self, power: Power) -> int:
        """Return what is added to each die that denies a power."""
        return self.deny_bonus if power.deny_bonus is None else power.deny_bonus

    def _scaled(self) -> tuple[int, int]:
        """Return the scale of all values, and the largest number that the lanes must hold."""
        tests = [attempt for attempts in self.attempts.values() for attempt in attempts]
        fates = {fate for attempt in tests for fate in attempt.fates}
        powers = {attempt.power for attempt in tests}
        prices = [fate.price for fate in fates] or [Fraction(0)]
        amounts = [Fraction(worth) * power.hit for power in powers for worth in power.worths]
        amounts += [Fraction(power.failed) for power in powers]
        self._lots = lcm(*(fate.chance.denominator for fate in fates))
        thrown = self.pool + self.game.most_gained
        rolls = min(len(self.game.powers), thrown)
        scale: int = lcm(*(amount.denominator for amount in amounts + prices))
        scale *= self._lots**rolls * FACES ** (thrown + self.deny_pool)
        most = sum((power.most for power in self.game.powers.values()), Fraction(1))
        most += rolls * max(map(abs, prices))
        return scale, int(scale * most) * max(self._lots * FACES**thrown, FACES**self.deny_pool)

    def _solve(self, position: Position) -> list[int]:
        """Return the values of a position, once those of all positions after it are known."""
        table = [0] * (self.most[position] + 1)
        lanes = self.lanes
        for attempt in self.attempts[position]:
            test, own = self._tests(attempt), attempt.own
            for pool in range(len(table)):
                for shared in range(0 if own else 1, pool + 1) if attempt.shared else range(1):
                    price = test.ways[own + shared].price
                    cost, gain = max(price, 0) * lanes.ones, max(-price, 0) * lanes.ones
                    value = test.value(pool - shared, own + shared)
                    table[pool] = lanes.higher(table[pool] + cost, value + gain) - cost
        return table

    def _test(self, attempt: Attempt) -> PsychicTest:
        merged = self.game.merged
        position, power = merged(attempt.position), attempt.power
        moved: dict[Change, int] = {}
        for fate in attempt.fates:
            key = (merged(fate.position), fate.drained)
            moved[key] = moved.get(key, 0) + int(fate.chance * self._lots)
        moved.pop((position, 0), None)
        price = sum((fate.chance * fate.price for fate in attempt.fates), Fraction(0))
        amounts = int(self.scale * price), int(self.scale * Fraction(power.failed))
        label = attempt.label
        settled = self._settled(position, label, power)
        dice = len(settled) + attempt.own
        return PsychicTest(
            settled=settled,
            changed=self._mix(moved, label, power, len(settled)) if moved else [],
            ways=[self._ways(moved, amounts, *sides) for sides in self._rolls(power)[: dice + 1]],
        )

    def _ways(
        self, moved: Mapping[Change, int], amounts: tuple[int, int], clean: list[int], tainted: list[int]
    ) -> Ways:
        """Share out the rolls with perils between those that change something and those that do not."""
        stays = self._lots - sum(moved.values())
        plain = [quiet * self._lots + taint * stays for quiet, taint in zip(clean, tainted, strict=True)]
        rolls = sum(clean) + sum(tainted)
        common = gcd(rolls * self._lots, *plain, *(tainted if moved else ()))
        price, failed = amounts
        return Ways(
            [count // common for count in plain],
            [count // common for count in tainted] if moved else [],
            rolls * self._lots // common,
            (price * sum(tainted) + failed * (clean[0] + tainted[0])) // rolls,
        )

    def _settle(self, position: Position, label: Label, power: Power) -> Settled:
        """Return what a test that ends in the position is worth, after the best answer to its charges."""
        merged, game = self.game.merged, self.game
        denied, failed = self.tables[position], self.tables[merged(game.failed(position))]
        effect = self.tables[merged(game.cast(position, label, power))]
        most = self.pool + game.most_gained
        worths = [self._worth(position, power, charges) for charges in range(most + 1)]
        return [
            [failure, *self._replied(stays, goes, worths[: most - pool + 1], power)]
            for pool, (stays, goes, failure) in enumerate(zip(denied, effect, failed, strict=False))
        ]

    def _worth(self, position: Position, power: Power, charges: int) -> Fraction:
        return power.worth(charges) if self.game.stacks(position, power) else Fraction(0)

    def _replied(self, denied: int, effect: int, worths: list[Fraction], power: Power) -> list[int]:
        """Return what each number of charges from the power's cost upwards is worth, after the best reply.

        What follows is worth ``denied`` or ``effect``; the worths are by charges.
        """
        lanes, bonus = self.lanes, self.bonus(power)
        kept = [lanes.raised(effect, dice) for dice in range(lanes.count)]
        lost = kept if denied == effect else [lanes.raised(denied, dice) for dice in range(lanes.count)]
        results = []
        for charges in range(power.charge, len(worths)):
            answers = self._undenied(worths[charges], bonus)
            worst = effect + answers[0][0]
            for dice in range(charges, self.deny_pool + 1):
                left = kept[dice]
                if denied != effect:
                    rolls = FACES**dice
                    bad = int(deny(charges, dice, bonus, self.rules) * rolls)
                    left = (lost[dice] * bad + left * (rolls - bad)) // rolls
                worst = lanes.lower(worst, left + answers[charges][dice])
            results.append(worst)
        return results

    def _mix(self, moved: Mapping[Change, int], label: Label, power: Power, most: int) -> Settled:
        """Weigh what a test is worth over the changes that perils may bring."""
        drains = sorted({drained for _, drained in moved})
        mixed = []
        for pool in range(most):
            rows = []
            for drained in drains:
                changes = {change[0]: weight for change, weight in moved.items() if change[1] == drained}
                settled = [
                    self._settled(position, label, power)[max(pool - drained, 0)] for position in changes
                ]
                columns = zip(*settled, strict=False)
                weights = list(changes.values())
                rows.append(
                    [self.lanes.trailed(sum(map(mul, weights, worths)), drained) for worths in columns]
                )
            mixed.append([sum(worths) for worths in zip(*rows, strict=False)])
        return mixed

    def _undenied(self, worth: Fraction, bonus: int) -> list[list[int]]:
        """Return, by charges and deny dice, the value that a deny roll leaves to the caster.

        Lanes with too few deny dice are closed by the largest number; 0 charges stand for no deny roll.
        """
        if (worth, bonus) in self._answers:
            return self._answers[worth, bonus]
        whole, count = int(self.scale * worth), self.lanes.count
        answers = [[whole * self.lanes.ones]]
        for charges in range(1, count):
            left = [
                int(whole * (1 - deny(charges, dice, bonus, self.rules))) if dice >= charges else 0
                for dice in range(count)
            ]
            answers.append(
                [
                    self.lanes.pack([self.lanes.largest] * dice + [value] * (count - dice))
                    for dice, value in enumerate(left)
                ]
            )
        self._answers[worth, bonus] = answers
        return answers

    def _rolls(self, power: Power) -> list[tuple[list[int], list[int]]]:
        """Count the rolls of each number of dice without and with perils: failures, then by charges."""
        key = (power.casting_rules(self.rules), power.charge)
        if key not in self._rolled:
            rolls = []
            for dice in range(self.pool + self.game.most_gained + 1):
                counts = {tuple(outcome): weight for outcome, weight in cast(dice, key[0]).items()}
                sides = [
                    [counts.get((charges, perils), 0) for charges in range(dice + 1)]
                    for perils in (False, True)
                ]
                clean, tainted = ([sum(side[: power.charge]), *side[power.charge :]] for side in sides)
                rolls.append((clean, tainted))
            self._rolled[key] = rolls
        return self._rolled[key]
