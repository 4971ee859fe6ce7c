"""Perils of the warp against an enumeration written from the table's words."""

from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from psy.wh40k import RULES, Perils, perils, perils_odds


@cache
def enumerate_perils(leadership, feel_no_pain=None, in_phase=True):
    """Roll the table, the leadership test, feel no pain, the drain and the hits, all told apart."""
    weights = {}
    for row, first, second, pain, drain, hits in product(
        range(1, 7), range(1, 7), range(1, 7), range(1, 7), range(1, 4), range(1, 7)
    ):
        passed = first + second <= leadership
        hurt = row in (2, 3, 4) or (row == 1 and passed) or (row in (5, 6) and not passed)
        removed = row == 1 and not passed
        result = Perils(
            wound=hurt and not (feel_no_pain is not None and pain >= feel_no_pain),
            removed=removed,
            power_lost=row == 2,
            drained=drain if row == 3 and in_phase else 0,
            surge=row == 6 and passed,
            hits=hits if removed else 0,
        )
        weights[result] = weights.get(result, 0) + 1
    total = 6**5 * 3
    return {result: Fraction(weight, total) for result, weight in weights.items()}


def chances(die):
    return {outcome: Fraction(weight, die.denominator()) for outcome, weight in die.items()}


def test_hits_fall_on_the_others_of_the_unit():
    # A house table whose row 1 brings hits after a passed test, too: a psyker alone is safe from its own.
    first, *rest = RULES.perils_table
    rules = replace(RULES, perils_table=(replace(first, passed=("unit hits",)), *rest))
    alone = perils_odds(9, 1, rules)
    assert alone.silenced == alone.lost
    # Of two equal models the other may fall, but the one that was struck stays.
    assert perils_odds(9, (1, 1), rules).silenced == perils_odds(9, (1, 1)).silenced


@pytest.mark.parametrize("leadership", range(2, 13))
@pytest.mark.parametrize("feel_no_pain", [None, 2, 5])
@pytest.mark.parametrize("in_phase", [True, False], ids=["in the psychic phase", "outside it"])
def test_joint_distribution_equals_enumeration(leadership, feel_no_pain, in_phase):
    die = perils(leadership, feel_no_pain=feel_no_pain, psychic_phase=in_phase)
    assert chances(die) == enumerate_perils(leadership, feel_no_pain, in_phase)


def removed_all(result, models):
    """Return the chance that the hits of a removal take the other model of two."""
    others = sum(models) - max(models) if len(models) == 2 else 99
    return sum(
        Fraction(comb(result.hits, wounds) * 5**wounds, 6**result.hits)
        for wounds in range(others, result.hits + 1)
    )


@pytest.mark.parametrize("leadership", [2, 7, 9, 10, 12])
@pytest.mark.parametrize("wounds", [1, 2, 10, (1, 1), (2, 2), (3, 3)])
@pytest.mark.parametrize("feel_no_pain", [None, 5])
def test_odds_equal_enumeration(leadership, wounds, feel_no_pain):
    odds = perils_odds(leadership, wounds, feel_no_pain=feel_no_pain)
    models = wounds if isinstance(wounds, tuple) else (wounds,)
    expected = dict.fromkeys(
        ["removed", "wound", "lost", "silenced", "power_lost", "charges_drained", "surge", "unharmed"],
        Fraction(0),
    )
    for result, chance in enumerate_perils(leadership, feel_no_pain).items():
        for model in models:
            share = chance / len(models)
            lost = result.removed or (result.wound and model == 1)
            expected["removed"] += share * result.removed
            expected["wound"] += share * result.wound
            expected["lost"] += share * lost
            expected["silenced"] += share * ((lost and len(models) == 1) or removed_all(result, models))
            expected["power_lost"] += share * result.power_lost
            expected["charges_drained"] += share * (result.drained > 0)
            expected["surge"] += share * result.surge
            expected["unharmed"] += share * (not result.wound and not result.removed)
    assert {name: getattr(odds, name) for name in expected} == expected


def test_golden_numbers():
    # Issue 3: leadership 9, one wound.
    odds = perils_odds(9, wounds=1)
    assert odds.lost == Fraction(13, 18)
    assert odds.removed == Fraction(1, 36)


def test_a_leadership_of_12_never_fails_and_of_2_passes_on_snake_eyes():
    assert perils_odds(12).removed == 0
    assert perils_odds(12).surge == Fraction(1, 6)
    assert perils_odds(2).removed == Fraction(1, 6) * Fraction(35, 36)


def test_drain_and_hits_are_dice():
    odds = perils_odds(7)
    assert odds.drained.probability(3) == Fraction(1, 18)
    assert odds.hits.probability(6) == odds.removed / 6
    outside = perils_odds(7, psychic_phase=False)
    assert outside.charges_drained == 0
    assert outside.wound == odds.wound


def test_feel_no_pain_may_be_forbidden_and_saves_no_removed_psyker():
    forbidden = replace(RULES, feel_no_pain_allowed=False)
    assert perils(8, forbidden, feel_no_pain=3) == perils(8)
    assert perils_odds(8, feel_no_pain=2).removed == perils_odds(8).removed


@given(leadership=st.integers(2, 11), wounds=st.integers(1, 9), feel_no_pain=st.none() | st.integers(2, 6))
def test_a_better_psyker_is_lost_less_often(leadership, wounds, feel_no_pain):
    odds = perils_odds(leadership, wounds, feel_no_pain=feel_no_pain)
    assert odds.lost >= perils_odds(leadership + 1, wounds, feel_no_pain=feel_no_pain).lost
    assert odds.lost >= perils_odds(leadership, wounds + 1, feel_no_pain=feel_no_pain).lost
    assert odds.lost <= perils_odds(leadership, wounds).lost
    assert odds.removed + odds.wound + odds.unharmed == 1


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: perils_odds(1), ValueError, "leadership must be a whole number from 2 to 12, not 1"),
        (lambda: perils_odds(13), ValueError, "leadership must be a whole number from 2 to 12, not 13"),
        (lambda: perils_odds(True), TypeError, "leadership must be a whole number from 2 to 12, not True"),
        (lambda: perils_odds(9, 0), ValueError, "wounds must be a whole number from 1 to 10, not 0"),
        (lambda: perils_odds(9, (1, 11)), ValueError, "wounds must be a whole number from 1 to 10, not 11"),
        (lambda: perils_odds(9, "3"), TypeError, "wounds must be a whole number from 1 to 10, not '3'"),
        (
            lambda: perils_odds(9, ()),
            ValueError,
            "wounds must be a whole number from 1 to 10 or one such number for each model, not none",
        ),
        (
            lambda: perils_odds(9, feel_no_pain=7),
            ValueError,
            "feel_no_pain must be a whole number from 2 to 6, not 7",
        ),
        (lambda: perils(9, psychic_phase=1), TypeError, "psychic_phase must be True or False, not 1"),
        (
            lambda: replace(RULES, perils_table=RULES.perils_table[:5]),
            ValueError,
            "perils_table has rows for [1, 2, 3, 4, 5]: must be one row for each roll from 1 to 6",
        ),
    ],
)
def test_bad_input_is_refused_in_one_sentence(call, error, message):
    with pytest.raises(error) as caught:
        call()
    assert str(caught.value) == message
