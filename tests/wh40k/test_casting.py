"""Casting against slow enumeration, icepool, the published table and the rule's own properties."""

import csv
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import sqrt

import icepool
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from psy.rulebook import data_folder
from psy.wh40k import (
    RULES,
    Cast,
    PerilsRule,
    best_dice,
    cast,
    casting_odds,
    casting_table,
    odds_by_charge,
    simulate_cast,
)

ONES = replace(RULES, perils=PerilsRule(face=1, count=2))
DOUBLES = replace(RULES, perils=RULES.daemonology_perils)
SIXES = PerilsRule(face=6, count=2)

perils_rules = st.builds(PerilsRule, st.none() | st.integers(1, 6), st.integers(1, 6))
rule_sets = st.builds(
    lambda harness, perils: replace(RULES, harness=harness, perils=perils), st.integers(2, 6), perils_rules
)


def enumerate_cast(dice, rules):
    """Count every roll of the dice one by one, straight from the words of the rule."""
    weights = {}
    for roll in product(range(1, 7), repeat=dice):
        charges = sum(face >= rules.harness for face in roll)
        watched = range(1, 7) if rules.perils.face is None else [rules.perils.face]
        perils = any(roll.count(face) >= rules.perils.count for face in watched)
        weights[Cast(charges, perils)] = weights.get(Cast(charges, perils), 0) + 1
    return weights


class IcepoolCast(icepool.MultisetEvaluator):
    """The same rule in icepool's own terms: one face at a time, lowest first."""

    def __init__(self, rules):
        self.rules = rules

    def next_state(self, state, order, face, count):
        charges, perils = state or (0, False)
        watched = self.rules.perils.face in (None, face) and count >= self.rules.perils.count
        return Cast(charges + count * (face >= self.rules.harness), perils or watched)


@pytest.mark.parametrize("dice", range(6))
@pytest.mark.parametrize("harness", range(2, 7))
@pytest.mark.parametrize("face", [None, 1, 3, 6])
@pytest.mark.parametrize("count", [1, 2, 3])
def test_joint_distribution_equals_enumeration(dice, harness, face, count):
    rules = replace(RULES, harness=harness, perils=PerilsRule(face, count))
    assert dict(cast(dice, rules).items()) == enumerate_cast(dice, rules)


@pytest.mark.parametrize("dice", [1, 7, 20, 60])
@pytest.mark.parametrize("rules", [RULES, ONES, DOUBLES], ids=["sixes", "ones", "doubles"])
def test_joint_distribution_equals_icepool(dice, rules):
    assert cast(dice, rules) == IcepoolCast(rules).evaluate(icepool.d6.pool(dice))


def chance(die, event):
    """Return the probability of the outcomes for which the event is true."""
    return Fraction(sum(weight for outcome, weight in die.items() if event(outcome)), die.denominator())


def half_up(chance):
    """Return a chance in hundredths of a percent, a half rounded up."""
    return (chance * 10_000 + Fraction(1, 2)) // 1


def test_published_table():
    # W, "Warp Charge Table": 10 rows of 7 cells.
    with open(data_folder() / "wh40k_casting_table.csv", newline="") as file:
        published = list(csv.DictReader(file))
    computed = casting_table()
    cells = 0
    for row in published:
        dice = int(row.pop("dice"))
        for name, percent in row.items():
            charge, _, chance = name.rpartition(" ")
            column = (int(charge), chance) if charge else ("any", "perils")
            assert half_up(computed.loc[dice, column]) == int(percent.replace(".", "")), (dice, name)
            cells += 1
    assert cells == 70


@pytest.mark.parametrize(
    ("dice", "charge", "rules", "clean"),
    [
        pytest.param(2, 1, RULES, Fraction(13, 18), id="two dice, sixes"),
        pytest.param(2, 1, ONES, Fraction(3, 4), id="two dice, ones: a double one casts nothing anyway"),
        pytest.param(4, 2, ONES, Fraction(31, 48), id="four dice, ones"),
    ],
)
def test_clean_success_by_perils_rule(dice, charge, rules, clean):
    assert casting_odds(dice, charge, rules).clean == clean


def test_six_dice_at_charge_three():
    # W prints 65.63: 21/32 is 65.625, rounded half up.
    assert casting_odds(6, 3).success == Fraction(21, 32)
    assert half_up(Fraction(21, 32)) == 6563


def test_any_double_is_the_birthday_problem():
    chances = ["0", "1/6", "4/9", "13/18", "49/54", "319/324", "1"]
    assert [str(casting_odds(dice, 1, DOUBLES).perils) for dice in range(1, 8)] == chances


def test_three_sixes_on_six_dice():
    assert casting_odds(6, 1, replace(RULES, perils=PerilsRule(6, 3))).perils == Fraction(1453, 23328)


@pytest.mark.parametrize("charge", [1, 2, 3])
def test_best_clean_dice_are_twice_the_charge_and_two(charge):
    assert best_dice(charge) == (2 * charge + 2,)


def test_a_row_is_its_cells_in_the_order_asked():
    for dice, rules in [(0, RULES), (4, RULES), (9, replace(RULES, perils=RULES.daemonology_perils))]:
        charges = (3, 0, 12, 1, 1)
        assert odds_by_charge(dice, charges, rules) == [casting_odds(dice, cost, rules) for cost in charges]
    assert odds_by_charge(4, ()) == []


def test_best_dice_reports_every_tie():
    # Nothing can go wrong with 0 dice or 1 at charge 0; with perils on any single die only 0 dice are clean.
    assert best_dice(0) == (0, 1)
    assert best_dice(0, rules=replace(RULES, perils=PerilsRule(None, 1))) == (0,)
    assert best_dice(5, max_dice=4) == (0, 1, 2, 3, 4)
    assert best_dice(2, "success", max_dice=9) == (9,)


def test_edges_have_an_answer():
    assert dict(cast(0).items()) == {Cast(0, False): 1}
    assert casting_odds(3, 4).success == 0
    assert casting_odds(0, 0).clean == 1
    assert casting_odds(0, 10**9).success == 0
    assert casting_odds(100, 1, DOUBLES).perils == 1


@given(dice=st.integers(0, 30), charge=st.integers(0, 31), rules=rule_sets)
def test_odds_are_the_marginals_of_the_joint_distribution(dice, charge, rules):
    die = cast(dice, rules)
    assert die.denominator() == 6**dice
    odds = casting_odds(dice, charge, rules)
    assert odds.success == chance(die, lambda outcome: outcome.charges >= charge)
    assert odds.clean == chance(die, lambda outcome: outcome.charges >= charge and not outcome.perils)
    assert odds.perils == chance(die, lambda outcome: outcome.perils)
    assert odds.clean + odds.tainted + odds.failed == 1


@given(dice=st.integers(0, 40), charge=st.integers(0, 12), rules=rule_sets)
def test_more_dice_never_hurt_success_and_never_help_perils(dice, charge, rules):
    fewer, more = casting_odds(dice, charge, rules), casting_odds(dice + 1, charge, rules)
    assert more.success >= fewer.success
    assert more.perils >= fewer.perils
    assert casting_odds(dice, charge + 1, rules).clean <= fewer.clean <= fewer.success


@given(dice=st.integers(0, 12), harness=st.integers(2, 6), count=st.integers(1, 6), face=st.integers(1, 6))
def test_faces_on_the_same_side_of_the_target_are_alike(dice, harness, count, face):
    twin = 6 if face >= harness else 1
    a, b = (replace(RULES, harness=harness, perils=PerilsRule(which, count)) for which in (face, twin))
    assert cast(dice, a) == cast(dice, b)


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: cast(-1), ValueError, "dice must be a whole number from 0 to 100, not -1"),
        (lambda: cast(101), ValueError, "dice must be a whole number from 0 to 100, not 101"),
        (lambda: cast(True), TypeError, "dice must be a whole number from 0 to 100, not True"),
        (lambda: cast(3.0), TypeError, "dice must be a whole number from 0 to 100, not 3.0"),
        (lambda: casting_odds(3, -1), ValueError, "charge must be a whole number of at least 0, not -1"),
        (lambda: casting_odds(3, "2"), TypeError, "charge must be a whole number of at least 0, not '2'"),
        (
            lambda: casting_table(dice=[1, 200]),
            ValueError,
            "dice must be a whole number from 0 to 100, not 200",
        ),
        (lambda: best_dice(1, "fast"), ValueError, "goal must be one of 'clean', 'success', not 'fast'"),
        (
            lambda: best_dice(1, max_dice=-1),
            ValueError,
            "max_dice must be a whole number from 0 to 100, not -1",
        ),
        (
            lambda: simulate_cast(2, -1, 0),
            ValueError,
            "trials must be a whole number from 0 to 1000000000, not -1",
        ),
        (lambda: replace(RULES, harness=7), ValueError, "harness = 7: must be a whole number from 2 to 6"),
        (lambda: PerilsRule(0, 2), ValueError, "face = 0: must be a whole number from 1 to 6 or 'any'"),
        (lambda: PerilsRule(6, True), TypeError, "count = True: must be a whole number from 1 to 100"),
    ],
)
def test_bad_input_is_refused_in_one_sentence(call, error, message):
    with pytest.raises(error) as caught:
        call()
    assert str(caught.value) == message


def test_numpy_integers_are_numbers():
    assert cast(np.int64(2)) == cast(2)


@pytest.mark.parametrize(
    "rules", [RULES, ONES, DOUBLES, replace(RULES, harness=2)], ids=["sixes", "ones", "doubles", "2+"]
)
@pytest.mark.parametrize("dice", [0, 1, 3, 6, 7, 13, 100])
def test_simulator_agrees_with_its_exact_twin(dice, rules):
    # Each of at most 202 frequencies may stray by 5 standard errors: a false alarm once in 8,000 runs.
    trials = 200_000
    rolled = simulate_cast(dice, trials, np.random.default_rng(7), rules)
    assert rolled.charges.shape == rolled.perils.shape == (trials,)
    exact = cast(dice, rules)
    for charges, perils in product(range(dice + 1), (False, True)):
        chance = exact.probability(Cast(charges, perils))
        seen = int(((rolled.charges == charges) & (rolled.perils == perils)).sum())
        allowed = 5 * sqrt(trials * chance * (1 - chance)) + (chance * trials < 1) * 5
        assert abs(seen - trials * chance) <= allowed, (charges, perils)


def test_simulator_repeats_with_the_same_seed():
    assert (simulate_cast(5, 1000, 3).charges == simulate_cast(5, 1000, 3).charges).all()
    assert (simulate_cast(5, 1000, 3).charges != simulate_cast(5, 1000, 4).charges).any()
    assert len(simulate_cast(5, 0, 3).charges) == 0


def test_best_dice_are_searched_for_until_they_are_proved():
    fives = replace(RULES, harness=5)
    assert best_dice(4, rules=fives) == (14,)
    assert best_dice(5, rules=fives) == best_dice(5, max_dice=40, rules=fives) == (17,)
    assert best_dice(5, max_dice=12, rules=fives) == (12,)
    ones = replace(RULES, harness=6, perils=PerilsRule(1, 2))
    assert best_dice(6, rules=ones) == best_dice(6, max_dice=100, rules=ones)


@pytest.mark.parametrize("count", [7, 12])
def test_perils_may_need_more_dice_than_a_die_has_faces(count):
    rules = replace(RULES, perils=PerilsRule(6, count))
    assert casting_odds(count, 0, rules).perils == Fraction(1, 6**count)
    assert casting_odds(count - 1, 0, rules).perils == 0
