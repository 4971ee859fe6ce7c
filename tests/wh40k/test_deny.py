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
    best_die,
    casting_odds,
    denied_share,
    deny,
    deny_bonus,
    deny_gains,
    fewest_dice,
    hard_to_deny_from,
    resolve,
    resolve_by_cost,
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


@pytest.mark.parametrize("target", [2, 5, 6])
@pytest.mark.parametrize("bonus", [0, 1, 3])
def test_best_die_is_the_one_with_the_largest_gain(target, bonus):
    rules = replace(RULES, deny_target=target)
    for charges in range(1, 7):
        gains = deny_gains(charges, 60, bonus, rules)
        largest = tuple(die for die, gain in enumerate(gains, start=1) if gain == max(gains))
        assert best_die(charges, bonus, rules) == largest


@pytest.mark.parametrize(
    "rules", [RULES, replace(RULES, deny_target=4, harness=5)], ids=["published", "other"]
)
def test_fewest_dice_and_shares_follow_their_words(rules):
    for charges, bonus in product(range(4), range(3)):
        fewest = fewest_dice(charges, bonus, Fraction(2, 3), rules)
        assert deny(charges, fewest, bonus, rules) >= Fraction(2, 3)
        assert fewest == 0 or deny(charges, fewest - 1, bonus, rules) < Fraction(2, 3)
    for charge in (1, 2):
        hard = hard_to_deny_from(charge, 5, 1, rules=rules)
        assert denied_share(hard, charge, 5, 1, rules) <= Fraction(1, 10)
        assert all(denied_share(n, charge, 5, 1, rules) > Fraction(1, 10) for n in range(charge, hard))
    assert denied_share(1, 2, 3, 0, rules) == 0
    assert resolve_by_cost(3, 1, 2, 0, rules) == casting_odds(3, 1, rules).success * (
        1 - deny(1, 2, 0, rules)
    )
    assert fewest_dice(1, 0, 0) == 0
    with pytest.raises(ValueError, match=r"^100 dice do not cancel 1 charges"):
        fewest_dice(1, 0, 1)
    with pytest.raises(ValueError, match=r"^100 dice are too few against 100 deny dice"):
        hard_to_deny_from(1, 100, 5)


def test_only_the_bearer_of_a_hood_joins_the_target():
    squad, bearer = Unit(mastery=2, adamantium_will=True), Unit(mastery=2)
    assert deny_bonus(PLAIN, 1, hood=squad, bearer=bearer, rules=JOINS) == 2
    assert deny_bonus(PLAIN, 1, hood=squad, bearer=bearer) == 3


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
        (
            lambda: simulate_deny(1, -1, 0),
            ValueError,
            "trials must be a whole number from 0 to 1000000000, not -1",
        ),
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
