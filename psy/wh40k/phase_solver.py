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


# The value that each deny roll leaves to the caster, by charges, then by deny dice; all deny pools in lanes.
Answers = list[list[int]]


class Tried(NamedTuple):
    """A power with an option taken, as the solver needs it, for every number of dice and of charges.

    Parameters
    ----------
    power
        It.
    rolls
        By dice, the rolls without and with perils: failures, then those of each number of charges.
    answers, nothing
        What deny rolls leave of its worth, and of nothing where its like is in force.
    denied
        By charges and deny dice, the deny rolls that cancel all.
    """

    power: Power
    rolls: list[tuple[list[int], list[int]]]
    answers: Answers
    nothing: Answers
    denied: list[list[int]]


class _PsychicTest(NamedTuple):
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
        self._tried = {
            (label, option): self._prepared(chosen)
            for label, power in game.powers.items()
            for option, chosen in power.choices.items()
        }
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
        worth = self.scale * (power.worth(charges) if self.game.stacks(position, power) else 0)
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
            test, own = self._test(attempt), attempt.own
            for pool in range(len(table)):
                for shared in range(0 if own else 1, pool + 1) if attempt.shared else range(1):
                    price = test.ways[own + shared].price
                    cost, gain = max(price, 0) * lanes.ones, max(-price, 0) * lanes.ones
                    value = test.value(pool - shared, own + shared)
                    table[pool] = lanes.higher(table[pool] + cost, value + gain) - cost
        return table

    def _test(self, attempt: Attempt) -> _PsychicTest:
        merged = self.game.merged
        position, key = merged(attempt.position), (attempt.label, attempt.option)
        tried = self._tried[key]
        moved: dict[Change, int] = {}
        for fate in attempt.fates:
            change = (merged(fate.position), fate.drained)
            moved[change] = moved.get(change, 0) + int(fate.chance * self._lots)
        moved.pop((position, 0), None)
        price = sum((fate.chance * fate.price for fate in attempt.fates), Fraction(0))
        amounts = int(self.scale * price), int(self.scale * Fraction(tried.power.failed))
        settled = self._settled(position, *key)
        rolls = tried.rolls[: len(settled) + attempt.own + 1]
        return _PsychicTest(
            settled=settled,
            changed=self._mix(moved, *key, len(settled)) if moved else [],
            ways=[self._ways(moved, amounts, *sides) for sides in rolls],
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

    def _settle(self, position: Position, label: Label, option: str | None) -> Settled:
        """Return what a test that ends in the position is worth, after the best answer to its charges."""
        merged, game, tried = self.game.merged, self.game, self._tried[label, option]
        denied, failed = self.tables[position], self.tables[merged(game.failed(position))]
        effect = self.tables[merged(game.cast(position, label, tried.power))]
        answers = tried.answers if game.stacks(position, tried.power) else tried.nothing
        most = self.pool + game.most_gained
        return [
            [failure, *self._replied(stays, goes, range(tried.power.charge, most - pool + 1), answers, tried)]
            for pool, (stays, goes, failure) in enumerate(zip(denied, effect, failed, strict=False))
        ]

    def _replied(self, stays: int, goes: int, scored: range, answers: Answers, tried: Tried) -> list[int]:
        """Return what each number of charges is worth after the best reply.

        What follows is worth ``stays`` if the power is denied and ``goes`` if it takes effect.
        """
        lanes = self.lanes
        left = [lanes.raised(goes, dice) for dice in range(lanes.count)]
        lost = left if stays == goes else [lanes.raised(stays, dice) for dice in range(lanes.count)]
        results = []
        for charges in scored:
            answer = answers[charges]
            worst = goes + answer[0]
            for dice in range(charges, lanes.count):
                after = left[dice]
                if stays != goes:
                    rolls, bad = FACES**dice, tried.denied[charges][dice]
                    after = (lost[dice] * bad + after * (rolls - bad)) // rolls
                worst = lanes.lower(worst, after + answer[dice])
            results.append(worst)
        return results

    def _mix(self, moved: Mapping[Change, int], label: Label, option: str | None, most: int) -> Settled:
        """Weigh what a test is worth over the changes that perils may bring."""
        drains = sorted({drained for _, drained in moved})
        mixed = []
        # A position that also comes up earlier in the phase has larger pools than what perils here lead to.
        lengths = [len(self._settled(position, label, option)) for position, _ in moved]
        for pool in range(min([most, *lengths])):
            rows = []
            for drained in drains:
                changes = {change[0]: weight for change, weight in moved.items() if change[1] == drained}
                settled = [
                    self._settled(position, label, option)[max(pool - drained, 0)] for position in changes
                ]
                columns = zip(*settled, strict=False)
                weights = list(changes.values())
                rows.append(
                    [self.lanes.trailed(sum(map(mul, weights, worths)), drained) for worths in columns]
                )
            mixed.append([sum(worths) for worths in zip(*rows, strict=False)])
        return mixed

    def _prepared(self, power: Power) -> Tried:
        """Count the rolls of each number of dice, and pack what deny rolls leave of each worth."""
        most, bonus = self.pool + self.game.most_gained, self.bonus(power)
        rolls, rules = [], power.casting_rules(self.rules)
        for dice in range(most + 1):
            counts = {tuple(outcome): weight for outcome, weight in cast(dice, rules).items()}
            sides = [
                [counts.get((charges, perils), 0) for charges in range(dice + 1)] for perils in (False, True)
            ]
            clean, tainted = ([sum(side[: power.charge]), *side[power.charge :]] for side in sides)
            rolls.append((clean, tainted))
        denied = [
            [int(deny(charges, dice, bonus, self.rules) * FACES**dice) for dice in range(self.lanes.count)]
            for charges in range(most + 1)
        ]
        worths = [int(self.scale * power.worth(charges)) for charges in range(most + 1)]
        return Tried(
            power, rolls, self._undenied(worths, denied), self._undenied([0] * len(worths), denied), denied
        )

    def _undenied(self, worths: list[int], denied: list[list[int]]) -> Answers:
        """Return the value that a deny roll leaves to the caster, by charges and deny dice.

        Lanes with too few deny dice are closed by the largest number; no deny dice leave all of it.
        """
        pack, count, closed = self.lanes.pack, self.lanes.count, self.lanes.largest
        return [
            [
                pack([closed] * dice + [worth * (FACES**dice - bad) // FACES**dice] * (count - dice))
                if dice
                else worth * self.lanes.ones
                for dice, bad in enumerate(row)
            ]
            for worth, row in zip(worths, denied, strict=True)
        ]
