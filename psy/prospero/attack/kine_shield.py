"""The Kine Shield for one pair of rolls on the table: what each re-roll is worth, and why the best one is."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby, product
from typing import NamedTuple

from psy.exact.arguments import instance, several, whole
from psy.prospero.attack.damage import LARGEST, dice_sizes
from psy.prospero.battle_rules import BATTLE_RULES, AttackRule, BattleRules


class Shown(NamedTuple):
    """A die on the table: its size and the face that it shows."""

    size: int
    face: int


@dataclass(frozen=True)
class Choice:
    """One way to use the shield.

    Parameters
    ----------
    again
        The armour dice rolled again.
    expected
        The expected damage afterwards.
    through
        The chance that each attack die, from the highest, still gets through.
    """

    again: tuple[Shown, ...]
    expected: Fraction
    through: tuple[Fraction, ...]


@dataclass(frozen=True)
class KineShield:
    """Every sensible way to use the shield on one pair of rolls.

    Parameters
    ----------
    attack
        The faces of the attack dice that count, from the highest.
    armour
        The armour dice, from the highest face.
    choices
        The first rolls nothing again; the others roll the lowest dice of each size.
    """

    attack: tuple[int, ...]
    armour: tuple[Shown, ...]
    choices: tuple[Choice, ...]

    @property
    def best(self) -> tuple[Choice, ...]:
        """All choices with the least expected damage, those with the fewest dice first."""
        least = min(choice.expected for choice in self.choices)
        equal = [choice for choice in self.choices if choice.expected == least]
        return tuple(sorted(equal, key=lambda choice: len(choice.again)))

    def explain(self) -> str:
        """Say which dice to roll again, what that saves, and what each attack die then does."""
        kept, best = self.choices[0], self.best[0]
        if not best.again:
            return f"Keep all dice: the damage is {kept.expected}, and every re-roll expects as much or more."
        dice = ", ".join(f"the d{die.size} showing {die.face}" for die in best.again)
        pairs = "; ".join(
            f"{face}: {'hit' if before else 'stopped'} before, {after} after"
            for face, before, after in zip(self.attack, kept.through, best.through, strict=False)
        )
        tied = f" {len(self.best) - 1} other choices are as good." if len(self.best) > 1 else ""
        return (
            f"Roll again {dice}: the expected damage falls from {kept.expected} to {best.expected} "
            f"(about {float(best.expected):.3f}). Chance of each attack die to get through: {pairs}.{tied}"
        )


def kine_shield(
    attack_roll: Iterable[int],
    armour_roll: Sequence[int],
    armour_dice: Sequence[int],
    rules: BattleRules = BATTLE_RULES,
) -> KineShield:
    """Return what each choice of armour dice to roll again is worth once both rolls are on the table.

    Rule: C, Kine Shield: any armour dice may be rolled again, once. Of two dice of one size only the lower
    need be considered: to keep the higher one instead leaves every sorted result at least as good.

    The attack die of rank r gets through if fewer than r armour dice reach its face, so the expected damage
    is a sum over the ranks of a chance that counts dice and never lists rolls.

    Parameters
    ----------
    attack_roll
        The faces of the attack dice, 1 to 20.
    armour_roll, armour_dice
        The faces of the armour dice, and the size of each in the same order.
    rules
        Only ``attack`` is used.

    Raises
    ------
    TypeError, ValueError
        If a face or a size is not allowed, or the armour dice and faces differ in number.

    Examples
    --------
    A 4 against a 1 on a d6: rolled again, the armour die stops it with 4, 5 or 6.

    >>> kine_shield([4], [1], [6]).best
    (Choice(again=(Shown(size=6, face=1),), expected=Fraction(1, 2), through=(Fraction(1, 2),)),)
    """
    instance("rules", rules, BattleRules)
    faces, rolled = (
        several(name, roll, "faces")
        for name, roll in (("attack_roll", attack_roll), ("armour_roll", armour_roll))
    )
    attack = sorted((whole("attack_roll", face, 1, LARGEST) for face in faces), reverse=True)
    sizes = [
        dice_sizes("armour_dice", [size])[0] for size in several("armour_dice", armour_dice, "sizes of dice")
    ]
    if len(rolled) != len(sizes):
        raise ValueError(f"armour_roll must show {len(sizes)} dice, one for each size, not {len(rolled)}")
    armour = [
        Shown(size, whole(f"armour_roll of a d{size}", face, 1, size))
        for size, face in zip(sizes, rolled, strict=True)
    ]
    armour.sort(key=lambda die: (-die.face, die.size))
    counted = tuple(attack[: len(armour)])
    choices = tuple(_choice(counted, armour, again, rules.attack) for again in _choices(armour))
    return KineShield(counted, tuple(armour), choices)


def _choices(armour: Sequence[Shown]) -> list[tuple[Shown, ...]]:
    """Return the lowest dice of each size, in every number."""
    by_size = [sorted(dice) for _, dice in groupby(sorted(armour), key=lambda die: die.size)]
    lowest = product(*([dice[:number] for number in range(len(dice) + 1)] for dice in by_size))
    return [tuple(die for dice in parts for die in dice) for parts in lowest]


def _choice(
    attack: Sequence[int], armour: Sequence[Shown], again: tuple[Shown, ...], rule: AttackRule
) -> Choice:
    kept = list(armour)
    for die in again:
        kept.remove(die)
    through = tuple(
        _chance_of_fewer(rank, face + rule.ties_hit, kept, again) for rank, face in enumerate(attack, start=1)
    )
    points = rule.points(max(attack, default=1))
    worth = (chance * points[face - 1] for chance, face in zip(through, attack, strict=True))
    return Choice(again, sum(worth, Fraction(0)), through)


def _chance_of_fewer(number: int, face: int, kept: Sequence[Shown], again: Sequence[Shown]) -> Fraction:
    """Return the chance that fewer than ``number`` armour dice show ``face`` or more."""
    sure = sum(die.face >= face for die in kept)
    chances = [Fraction(1)]
    for die in again:
        reach = Fraction(max(0, die.size + 1 - face), die.size)
        chances = [
            stay * (1 - reach) + rise * reach
            for stay, rise in zip([*chances, Fraction(0)], [Fraction(0), *chances], strict=True)
        ]
    return sum(chances[: max(0, number - sure)], Fraction(0))
