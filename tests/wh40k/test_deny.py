"""Deny the witch against slow enumeration, scipy-free identities, golden numbers and the rule's own words."""

from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import sqrt

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from psy.wh40k import (
    RULES,
    Unit,
    casting_odds,
    deny,
    deny_bonus,
    deny_counts,
    deny_gains,
    deny_table,
    resolve,
    simulate_deny,
)

PLAIN, LIBRARIAN = Unit(), Unit(mastery=2)
NULL_ROD = Unit(adamantium_will=True)
JOINS = replace(RULES, hood_joins_unit=True)


def enumerate_deny(charges, dice, bonus, rules=RULES):
    """Roll every result of the deny dice."""
    rolls = list(product(range(1, 7), repeat=dice))
    denied = sum(sum(face + bonus >= rules.deny_target for face in roll) >= charges for roll in rolls)
    return Fraction(denied, len(rolls))


def enumerate_resolve(dice, charge, deny_dice, bonus):
    """Roll every result of the caster's dice and then of the deny dice."""
    good = 0
    for roll in product(range(1, 7), repeat=dice):
        charges = sum(face >= 4 for face in roll)
        if charges >= charge:
            for answer in product(range(1, 7), repeat=deny_dice):
                good += deny_dice == 0 or sum(face + bonus >= 6 for face in answer) < charges
    return Fraction(good, 6 ** (dice + deny_dice))


@pytest.mark.parametrize("dice", range(6))
@pytest.mark.parametrize("charges", range(7))
@pytest.mark.parametrize("bonus", [0, 1, 2, 3, 5, 7])
def test_chance_equals_enumeration(charges, dice, bonus):
    assert deny(charges, dice, bonus) == enumerate_deny(charges, dice, bonus)


@pytest.mark.parametrize("target", range(2, 7))
def test_chance_under_another_target(target):
    rules = replace(RULES, deny_target=target)
    assert deny(2, 4, 1, rules) == enumerate_deny(2, 4, 1, rules)


@pytest.mark.parametrize("dice", [1, 8, 20, 100])
@pytest.mark.parametrize("bonus", range(4))
def test_chance_equals_icepool(dice, bonus):
    cancelled = dice @ icepool.d6.map(lambda face: int(face + bonus >= 6))
    assert [deny(charges, dice, bonus) for charges in range(1, 9)] == [
        cancelled.probability(">=", charges) for charges in range(1, 9)
    ]


@pytest.mark.parametrize(("dice", "charge"), [(0, 0), (1, 1), (2, 1), (3, 2), (4, 2), (3, 0)])
@pytest.mark.parametrize(("deny_dice", "bonus"), [(0, 0), (1, 0), (2, 1), (3, 2)])
def test_resolved_equals_enumeration(dice, charge, deny_dice, bonus):
    assert resolve(dice, charge, deny_dice, bonus) == enumerate_resolve(dice, charge, deny_dice, bonus)


def test_golden_numbers():
    # Issue 3: three charges against five dice at +2; four dice at charge 2 against six dice.
    assert deny(3, 5, 2) == Fraction(1, 2)
    assert resolve(4, 2, 6) == Fraction(11875, 20736)
    assert resolve(4, 2, 6, 2) == Fraction(43, 256)


def test_every_charge_must_be_cancelled_not_only_the_cost():
    # W 4 notes: four dice at charge 2 that score three must lose all three.
    assert deny(3, 2, 5) == 0
    assert deny(3, 3, 5) == 1


def test_edges_have_an_answer():
    assert deny(0, 0) == deny(0, 5) == 1
    assert deny(1, 0) == 0
    assert resolve(0, 0, 0) == 1
    assert resolve(5, 2, 0) == casting_odds(5, 2).success
    assert resolve(3, 4, 2) == 0
    assert deny_gains(2, 0) == ()


@given(charges=st.integers(0, 12), dice=st.integers(0, 24), bonus=st.integers(0, 6))
def test_more_dice_and_more_bonus_help_more_charges_do_not(charges, dice, bonus):
    chance = deny(charges, dice, bonus)
    assert 0 <= chance <= deny(charges, dice + 1, bonus)
    assert chance <= deny(charges, dice, bonus + 1)
    assert chance >= deny(charges + 1, dice, bonus)


@given(charges=st.integers(1, 8), dice=st.integers(0, 20), bonus=st.integers(0, 4))
def test_gains_sum_to_the_chance_and_name_the_decisive_die(charges, dice, bonus):
    gains = deny_gains(charges, dice, bonus)
    assert len(gains) == dice
    assert sum(gains) == deny(charges, dice, bonus)
    hit = Fraction(min(6, 1 + bonus), 6)
    for before, gain in enumerate(gains):
        # A die decides when the dice before it have cancelled all charges but one, and it cancels the last.
        all_but_one = deny(charges - 1, before, bonus) - deny(charges, before, bonus)
        assert gain == hit * all_but_one


def test_counts_are_the_chances_of_the_whole_table():
    counts = deny_counts(20, 20, 4)
    assert counts.shape == (4, 21, 21)
    for bonus, dice, charges in product(range(4), range(21), range(21)):
        assert Fraction(int(counts[bonus, dice, charges]), 6**dice) == deny(charges, dice, bonus)


def test_counts_fit_at_the_largest_size():
    counts = deny_counts(24, 24, 6)
    assert int(counts[5, 24, 24]) == 6**24
    assert deny_counts(3, 0, 2).tolist() == [[[1, 0, 0, 0]], [[1, 0, 0, 0]]]
    assert deny_counts(2, 5, 0).shape == (0, 6, 3)


def test_table_is_in_fractions():
    table = deny_table(charges=[1, 3], dice=[0, 5], bonuses=[0, 2])
    assert table.loc[5, (2, 3)] == Fraction(1, 2)
    assert list(table.loc[0]) == [0, 0, 0, 0]


@pytest.mark.parametrize(
    ("bonus", "expected"),
    [
        pytest.param(deny_bonus(PLAIN), 0, id="plain unit"),
        pytest.param(deny_bonus(LIBRARIAN, 2), 1, id="psyker of the caster's mastery"),
        pytest.param(deny_bonus(LIBRARIAN, 1), 2, id="psyker of a higher mastery"),
        pytest.param(deny_bonus(NULL_ROD), 1, id="adamantium will"),
        pytest.param(deny_bonus(Unit(3, adamantium_will=True), 2), 3, id="everything"),
        pytest.param(deny_bonus(None), 0, id="no target"),
        pytest.param(deny_bonus(None, hood=LIBRARIAN), 0, id="no target and a hood"),
        pytest.param(deny_bonus(PLAIN, 1, LIBRARIAN, 12), 2, id="hood at 12 inches"),
        pytest.param(deny_bonus(PLAIN, 1, LIBRARIAN, 13), 0, id="hood at 13 inches"),
        pytest.param(deny_bonus(NULL_ROD, 3, LIBRARIAN, 5), 1, id="hood's unit instead of the target"),
        pytest.param(deny_bonus(NULL_ROD, 3, LIBRARIAN, 5, JOINS), 2, id="hood's bearer in the target"),
        pytest.param(deny_bonus(Unit(3, True), 2, LIBRARIAN, 5), 3, id="the target's own roll is better"),
    ],
)
def test_bonus_from_facts(bonus, expected):
    assert bonus == expected


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: deny(-1, 2), ValueError, "charges must be a whole number of at least 0, not -1"),
        (lambda: deny(1, 101), ValueError, "dice must be a whole number from 0 to 100, not 101"),
        (lambda: deny(1, True), TypeError, "dice must be a whole number from 0 to 100, not True"),
        (lambda: deny(1, 2, -1), ValueError, "bonus must be a whole number of at least 0, not -1"),
        (lambda: deny(1, 2, 0.5), TypeError, "bonus must be a whole number of at least 0, not 0.5"),
        (lambda: resolve(1, 1, -2), ValueError, "deny_dice must be a whole number from 0 to 100, not -2"),
        (lambda: resolve(-1, 1, 2), ValueError, "dice must be a whole number from 0 to 100, not -1"),
        (lambda: resolve(1, -1, 2), ValueError, "charge must be a whole number of at least 0, not -1"),
        (lambda: resolve(0, 1, 2, -1), ValueError, "bonus must be a whole number of at least 0, not -1"),
        (lambda: deny_gains(1, 101), ValueError, "dice must be a whole number from 0 to 100, not 101"),
        (lambda: deny_counts(25), ValueError, "charges must be a whole number from 0 to 24, not 25"),
        (lambda: deny_counts(4, 25), ValueError, "dice must be a whole number from 0 to 24, not 25"),
        (lambda: deny_counts(bonuses=-1), ValueError, "bonuses must be a whole number of at least 0, not -1"),
        (lambda: simulate_deny(1, -1, 0), ValueError, "trials must be a whole number of at least 0, not -1"),
        (lambda: Unit(mastery=-1), ValueError, "mastery must be a whole number of at least 0, not -1"),
        (lambda: Unit(1, adamantium_will=1), TypeError, "adamantium_will must be True or False, not 1"),
        (lambda: deny_bonus(3), TypeError, "target must be a Unit or None, not 3"),
        (lambda: deny_bonus(None, hood=1), TypeError, "hood must be a Unit or None, not 1"),
        (
            lambda: deny_bonus(PLAIN, 0),
            ValueError,
            "caster_mastery must be a whole number of at least 1, not 0",
        ),
        (
            lambda: deny_bonus(PLAIN, 1, PLAIN, -1),
            ValueError,
            "hood_inches must be a whole number of at least 0, not -1",
        ),
    ],
)
def test_bad_input_is_refused_in_one_sentence(call, error, message):
    with pytest.raises(error) as caught:
        call()
    assert str(caught.value) == message


@pytest.mark.parametrize(("dice", "bonus"), [(0, 0), (1, 0), (6, 1), (13, 2), (100, 3)])
def test_simulator_agrees_with_its_exact_twin(dice, bonus):
    # Each of at most 101 frequencies may stray by 5 standard errors: a false alarm once in 17,000 runs.
    trials = 100_000
    cancelled = simulate_deny(dice, trials, 11, bonus)
    for charges in range(dice + 1):
        chance = deny(charges, dice, bonus)
        allowed = 5 * sqrt(trials * chance * (1 - chance)) + (min(chance, 1 - chance) * trials < 1) * 5
        assert abs(int((cancelled >= charges).sum()) - trials * chance) <= allowed, charges
