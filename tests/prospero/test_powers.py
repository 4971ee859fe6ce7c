"""The fifteen powers as data, and the damage that four of them deal or prevent."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from psy.prospero import POWERS, Coven, damage_worths, numeration, power


def test_three_powers_of_each_of_five_cults():
    assert len(POWERS) == 15
    assert Counter(card.cult for card in POWERS.values()) == dict.fromkeys(
        ["pyrae", "corvidae", "athanaean", "pavoni", "raptora"], 3
    )
    assert all(card.name and card.target and card.range and card.effect for card in POWERS.values())


def damage(attack, armour):
    """Damage of dice as they lie, paired from the highest."""
    pairs = zip(sorted(attack, reverse=True), sorted(armour, reverse=True), strict=False)
    return sum(1 + (hit >= 6) for hit, stop in pairs if hit > stop)


def mean_damage(attack_dice, armour_dice):
    rolls = list(product(*(range(1, die + 1) for die in [*attack_dice, *armour_dice])))
    total = sum(damage(roll[: len(attack_dice)], roll[len(attack_dice) :]) for roll in rolls)
    return Fraction(total, len(rolls))


def test_damage_equals_every_roll():
    # C, Psychic Power Cards: inferno, bombardment and storm.
    worths = damage_worths([6, 8], neighbours=[[6], [8, 6]])
    bombs = [mean_damage([8] * dice, ([8] + [6] * 3)[:dice]) for dice in (1, 2, 3)]
    assert worths == {
        "inferno": mean_damage([6, 6], [6, 8]),
        "telekinetic bombardment": (bombs[0] + 4 * bombs[1] + bombs[2]) / 6,
        "bioelectrical storm": 2 * mean_damage([8], [8]) + mean_damage([8], [6]),
    }


def test_a_kine_shield_prevents_what_the_best_re_roll_prevents():
    worths = damage_worths([6], incoming=([6], [6]))
    # One die: the defender rolls again when he is hit, and is hit again with the chance of that attack roll.
    again = Fraction(0)
    for hit, stop in product(range(1, 7), repeat=2):
        again += Fraction((hit > stop) * (1 + (hit >= 6)) * (hit - 1), 6 * 36)
    assert worths["kine shield"] == mean_damage([6], [6]) - again


def test_worths_are_values_for_a_phase():
    worths = damage_worths([6, 6, 6, 6], incoming=([6, 6, 8, 10], [6, 6, 6, 8]))
    plan = numeration({"mastery": 6}, {"emperor": 6}, worths, Coven(1), attempts=2)
    assert plan.value == sum(sorted(worths.values())[-2:])


def test_an_unknown_power_is_refused():
    with pytest.raises(ValueError, match=r"name must be one of 'wings of fire', .*, not 'fireball'"):
        power("fireball")
