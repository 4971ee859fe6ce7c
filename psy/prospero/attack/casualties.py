"""Damage over the lives of a squad: one model at a time, the wounded one first."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

from icepool import Die

from psy.exact.arguments import instance, several, whole
from psy.prospero.attack.damage import attack
from psy.prospero.battle_rules import BATTLE_RULES, BattleRules

MAX_MODELS = 12


class Casualties(NamedTuple):
    """Models slain, and the wounds on the next model in order; 0 when all are slain."""

    slain: int
    wounds_left: int


@dataclass(frozen=True)
class Losses:
    """The defender's best allocation of some damage.

    Parameters
    ----------
    worth
        The worth of the models slain.
    choices
        Every set of models slain, by number from 0, that is worth no more.
    """

    worth: int
    choices: tuple[tuple[int, ...], ...]


def allocate(damage: int, lives: Sequence[int], wounds: int = 0) -> Casualties:
    """Return what the damage does to models that take it in order.

    Rule: "Damage Dealt": a model takes damage until it is slain, then the next one; damage beyond the last
    model is lost.

    Parameters
    ----------
    damage
        Points of damage, 0 or more.
    lives
        The life of each model in the order in which they take damage, 1 or more each.
    wounds
        Wounds that the first model has already, less than its life.

    Raises
    ------
    TypeError, ValueError
        If a number is out of its range.

    Examples
    --------
    The source's example: 3 damage on Veterans of life 2 slays one and wounds another.

    >>> allocate(3, [2, 2, 2])
    Casualties(slain=1, wounds_left=1)
    """
    damage = whole("damage", damage)
    left = damage + _wounds(_lives_of(lives), wounds)
    for slain, life in enumerate(lives):
        if left < life:
            return Casualties(slain, left)
        left -= life
    return Casualties(len(lives), 0)


def casualties(
    attack_dice: Iterable[int],
    armour_dice: Iterable[int],
    lives: Sequence[int],
    reroll: str | None = None,
    *,
    wounds: int = 0,
    rules: BattleRules = BATTLE_RULES,
) -> Die[Casualties]:
    """Return the distribution of models slain and wounds left by one attack; see `attack` and `allocate`.

    Examples
    --------
    A d6 against a d6 and one model of life 2: slain by a critical hit, which is 5 of 36 rolls.

    >>> casualties([6], [6], [2]).probability(Casualties(1, 0))
    Fraction(5, 36)
    """
    instance("rules", rules, BattleRules)
    order, taken = _lives_of(lives), _wounds(lives, wounds)
    damage = attack(attack_dice, armour_dice, reroll, rules=rules)
    return shared_out(damage, order, taken)


def shared_out(damage: Die[int], lives: Sequence[int], wounds: int = 0) -> Die[Casualties]:
    """Return the distribution of casualties of some damage on models that take it in order.

    Examples
    --------
    >>> shared_out(Die([0, 2]), [2]).probability(Casualties(1, 0))
    Fraction(1, 2)
    """
    weights: dict[Casualties, int] = {}
    for points, ways in damage.items():
        outcome = allocate(points, lives, wounds)
        weights[outcome] = weights.get(outcome, 0) + ways
    return Die(weights)


def best_losses(damage: int, lives: Sequence[int], worths: Sequence[int], wounds: int = 0) -> Losses:
    """Return the defender's best choice of who takes the damage, worth being what he wants to lose least of.

    Rule: "Damage Dealt" lets the defender pick a model, who takes all damage until he is slain, and then the
    next; a model wounded before, which is the first one here, comes first.

    Parameters
    ----------
    damage
        Points of damage, 0 or more.
    lives, worths
        The life of each model, 1 or more, and its worth to the defender, 0 or more.
    wounds
        Wounds of the first model, less than its life.

    Raises
    ------
    TypeError, ValueError
        If a number is out of its range, lives and worths differ in number or are more than 12.

    Examples
    --------
    One damage on a Sister of life 1 and a Veteran of life 2: the Veteran takes it and nobody dies.

    >>> best_losses(1, lives=[1, 2], worths=[1, 1])
    Losses(worth=0, choices=((),))
    """
    damage = whole("damage", damage)
    left = list(_lives_of(lives))
    prices = [whole("worths", worth) for worth in several("worths", worths, "whole numbers")]
    if len(prices) != len(left) or len(left) > MAX_MODELS:
        raise ValueError(
            f"lives and worths must be equally many, at most {MAX_MODELS}, not {lives}, {worths}"
        )
    if taken := _wounds(lives, wounds):
        left[0] -= taken
    options = [
        slain
        for number in range(len(left) + 1)
        for slain in combinations(range(len(left)), number)
        if _possible(damage, left, slain, first=bool(taken))
    ]
    worth = min(sum(prices[model] for model in slain) for slain in options)
    return Losses(worth, tuple(slain for slain in options if sum(prices[model] for model in slain) == worth))


def _lives_of(lives: Sequence[int]) -> tuple[int, ...]:
    """Return the lives, or refuse them."""
    return tuple(whole("lives", life, 1) for life in several("lives", lives, "whole numbers"))


def _wounds(lives: Sequence[int], wounds: int) -> int:
    return whole("wounds", wounds, 0, lives[0] - 1 if lives else 0)


def _possible(damage: int, lives: Sequence[int], slain: Sequence[int], first: bool) -> bool:
    """Whether exactly these models can be slain; ``first``: model 0 must take damage before any other."""
    rest = damage - sum(lives[model] for model in slain)
    others = [life for model, life in enumerate(lives) if model not in slain]
    if not others:
        return rest >= 0
    if first and 0 not in slain:
        return not slain and rest < lives[0]
    return 0 <= rest < max(others)
