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
from psy.wh40k.phase_game import Attempt, Game, Label, Position, Power
from psy.wh40k.rules import Rules

# What a test is worth once it is rolled: by the pool left, for failure, then for each number of charges from
# the power's own upwards; deny pools in lanes.
Settled = list[list[int]]
# What perils may change: the position that they lead to, and the charges drained from both pools.
Change = tuple[Position, int]


class Ways(NamedTuple):
    """How many of ``rolls`` fail, or score each number of charges from the power's own upwards.

    With ``tainted`` perils change the position or the pools, with ``plain`` they do not.
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

    def value(self, pool: int, dice: int) -> int:
        """Return what the test is worth with so many of the dice, before its price; deny pools in lanes."""
        plain, tainted, rolls, _ = self.ways[dice]
        worth: int = sum(map(mul, plain, self.settled[pool - dice]))
        if self.changed:
            worth += sum(map(mul, tainted, self.changed[pool - dice]))
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
    """

    def __init__(self, game: Game, pool: int, deny_pool: int, deny_bonus: int, rules: Rules) -> None:
        self.game, self.pool, self.deny_pool = game, pool, deny_pool
        self.deny_bonus, self.rules = deny_bonus, rules
        self.attempts, self.most = _reachable(game, pool)
        fates = [fate for tests in self.attempts.values() for test in tests.values() for fate in test.fates]
        values = [Fraction(power.value) for power in game.powers.values()]
        prices = [fate.price for fate in fates] or [Fraction(0)]
        self._lots = lcm(*(fate.chance.denominator for fate in fates))
        self.scale = lcm(*(amount.denominator for amount in values + prices))
        self.scale *= self._lots ** len(values) * FACES ** (pool + deny_pool)
        most = sum(values, Fraction(1)) + len(values) * max(map(abs, prices))
        self.lanes = Lanes(deny_pool + 1, int(self.scale * most) * self._lots * FACES**pool)
        self._answers = {
            label: self._undenied(power, self.bonus(label)) for label, power in game.powers.items()
        }
        self._rolled = {label: self._rolls(power) for label, power in game.powers.items()}
        self._settled = lru_cache(maxsize=512)(self._settle)
        self.test = lru_cache(maxsize=512)(self._test)
        self.tables: dict[Position, list[int]] = {}
        for position in sorted(self.attempts, key=lambda position: len(self.attempts[position])):
            self.tables[position] = self._solve(position)

    def value(self, position: Position, pool: int, deny_pool: int) -> int:
        """Return the value of a state, at the scale of the solution."""
        return self.lanes.at(self.tables[position][pool], deny_pool)

    def move_value(self, position: Position, pool: int, deny_pool: int, label: Label, dice: int) -> int:
        """Return what a move is worth in a state, at the scale of the solution."""
        test = self.test(position, label)
        return self.lanes.at(test.value(pool, dice), deny_pool) - test.ways[dice].price

    def reply_values(
        self, position: Position, pool: int, deny_pool: int, label: Label, charges: int
    ) -> dict[int, int]:
        """Return what each reply to a cast power leaves: no deny dice, or enough to cancel all charges."""
        worth = self.scale * Fraction(self.game.powers[label].value)
        values = {0: self.value(position, pool, deny_pool) + int(worth)}
        for dice in range(charges, deny_pool + 1):
            undenied = 1 - deny(charges, dice, self.bonus(label), self.rules)
            values[dice] = self.value(position, pool, deny_pool - dice) + int(worth * undenied)
        return values

    def bonus(self, label: Label) -> int:
        """Return what is added to each die that denies a power."""
        own = self.game.powers[label].deny_bonus
        return self.deny_bonus if own is None else own

    def _solve(self, position: Position) -> list[int]:
        """Return the values of a position, once those of all positions after it are known."""
        table = [0] * (self.most[position] + 1)
        lanes = self.lanes
        for label in self.attempts[position]:
            test = self.test(position, label)
            for pool in range(1, len(table)):
                for dice in range(1, pool + 1):
                    price = test.ways[dice].price
                    cost, gain = max(price, 0) * lanes.ones, max(-price, 0) * lanes.ones
                    table[pool] = lanes.higher(table[pool] + cost, test.value(pool, dice) + gain) - cost
        return table

    def _test(self, position: Position, label: Label) -> PsychicTest:
        attempt, most = self.attempts[position][label], self.most[position]
        moved = {change: int(chance * self._lots) for change, chance in _changes(attempt).items()}
        price = sum((fate.chance * fate.price for fate in attempt.fates), Fraction(0))
        rolled = self._rolled[label][: most + 1]
        return PsychicTest(
            settled=self._settled(attempt.position, label),
            changed=self._mix(moved, label, most) if moved else [],
            ways=[self._ways(moved, int(self.scale * price), *sides) for sides in rolled],
        )

    def _ways(self, moved: Mapping[Change, int], price: int, clean: list[int], tainted: list[int]) -> Ways:
        """Share out the rolls with perils between those that change something and those that do not."""
        stays = self._lots - sum(moved.values())
        plain = [quiet * self._lots + taint * stays for quiet, taint in zip(clean, tainted, strict=True)]
        rolls = sum(clean) + sum(tainted)
        common = gcd(rolls * self._lots, *plain, *(tainted if moved else ()))
        return Ways(
            [count // common for count in plain],
            [count // common for count in tainted] if moved else [],
            rolls * self._lots // common,
            price * sum(tainted) // rolls,
        )

    def _settle(self, position: Position, label: Label) -> Settled:
        """Return what a test that ends in the position is worth, after the best answer to its charges."""
        most = self.most[position] + 1
        return [
            self._replied(values, label, most - pool) for pool, values in enumerate(self.tables[position])
        ]

    def _replied(self, values: int, label: Label, most: int) -> list[int]:
        lanes, answers = self.lanes, self._answers[label]
        undenied = values + answers[0][0]
        left = [lanes.raised(values, dice) for dice in range(lanes.count)]
        results = [values]
        for charges in range(self.game.powers[label].charge, most + 1):
            worst = undenied
            for dice in range(charges, self.deny_pool + 1):
                worst = lanes.lower(worst, left[dice] + answers[charges][dice])
            results.append(worst)
        return results

    def _mix(self, moved: Mapping[Change, int], label: Label, most: int) -> Settled:
        """Weigh what a test is worth over the changes that perils may bring."""
        drains = sorted({drained for _, drained in moved})
        mixed = []
        for pool in range(most):
            rows = []
            for drained in drains:
                weights = [weight for change, weight in moved.items() if change[1] == drained]
                settled = [
                    self._settled(change[0], label)[max(pool - drained, 0)]
                    for change in moved
                    if change[1] == drained
                ]
                columns = zip(*settled, strict=False)
                rows.append(
                    [self.lanes.trailed(sum(map(mul, weights, worths)), drained) for worths in columns]
                )
            mixed.append([sum(worths) for worths in zip(*rows, strict=False)])
        return mixed

    def _undenied(self, power: Power, bonus: int) -> list[list[int]]:
        """Return, by charges and deny dice, the value that a deny roll leaves to the caster.

        Lanes with too few deny dice are closed by the largest number; 0 charges stand for no deny roll.
        """
        worth, count = self.scale * Fraction(power.value), self.lanes.count
        answers = [[int(worth) * self.lanes.ones]]
        for charges in range(1, count):
            left = [
                int(worth * (1 - deny(charges, dice, bonus, self.rules))) if dice >= charges else 0
                for dice in range(count)
            ]
            answers.append(
                [
                    self.lanes.pack([self.lanes.largest] * dice + [value] * (count - dice))
                    for dice, value in enumerate(left)
                ]
            )
        return answers

    def _rolls(self, power: Power) -> list[tuple[list[int], list[int]]]:
        """Count the rolls of each number of dice without and with perils: failures, then by charges."""
        rules = power.casting_rules(self.rules)
        rolls = []
        for dice in range(self.pool + 1):
            counts = {tuple(outcome): weight for outcome, weight in cast(dice, rules).items()}
            sides = [
                [counts.get((charges, perils), 0) for charges in range(dice + 1)] for perils in (False, True)
            ]
            clean, tainted = ([sum(side[: power.charge]), *side[power.charge :]] for side in sides)
            rolls.append((clean, tainted))
        return rolls


def _reachable(game: Game, pool: int) -> tuple[dict[Position, Mapping[Label, Attempt]], dict[Position, int]]:
    """Find every position that may come up, its attempts, and the largest pool that may be left in it."""
    attempts: dict[Position, Mapping[Label, Attempt]] = {}
    most = {game.start: pool}
    waiting = [game.start]
    for position in waiting:
        attempts[position] = game.attempts(position)
        for attempt in attempts[position].values():
            for after in (attempt.position, *(fate.position for fate in attempt.fates)):
                if after not in most:
                    most[after] = max(most[position] - 1, 0)
                    waiting.append(after)
    return attempts, most


def _changes(attempt: Attempt) -> dict[Change, Fraction]:
    """Return the chance of everything that perils may change."""
    moved: dict[Change, Fraction] = {}
    for fate in attempt.fates:
        key = (fate.position, fate.drained)
        moved[key] = moved.get(key, Fraction(0)) + fate.chance
    moved.pop((attempt.position, 0), None)
    return moved
