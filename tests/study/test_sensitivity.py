"""What matters most, and where things break even."""

from dataclasses import replace
from fractions import Fraction
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from psy.prospero import RULES as NUMERATION
from psy.study import break_even, one_at_a_time
from psy.study.break_even import simplest
from psy.study.measures.tft import swing_against_any
from psy.study.measures.wh40k import clean_success, perils
from psy.tft import RULES as PSIONICS
from psy.wh40k import RULES, casting_odds

small = st.fractions(min_value=-50, max_value=50, max_denominator=60)


def test_one_input_moves_at_a_time_and_the_largest_swing_comes_first():
    table = one_at_a_time(clean_success, dice=[2, 8], charge=[3], harness=[3, 5], jobs=1)
    base = casting_odds(4, 1).clean
    values = {
        ("dice", 2): casting_odds(2, 1).clean,
        ("dice", 8): casting_odds(8, 1).clean,
        ("charge", 3): casting_odds(4, 3).clean,
        ("harness", 3): casting_odds(4, 1, replace(RULES, harness=3)).clean,
        ("harness", 5): casting_odds(4, 1, replace(RULES, harness=5)).clean,
    }
    rows = table.to_dict("records")
    assert {(row["input"], row["setting"]): row["value"] for row in rows} == values
    assert all(row["difference"] == row["value"] - base for row in rows)
    assert list(dict.fromkeys(table["input"])) == ["charge", "dice", "harness"]
    assert dict(zip(table["input"], table["base"], strict=True)) == {"charge": 1, "dice": 4, "harness": 4}


def test_a_setting_that_fails_is_an_error_beside_the_others():
    table = one_at_a_time(partial(clean_success, dice=2), charge=[1, -1], jobs=1)
    assert table["difference"].tolist() == [0, None]
    assert table["error"][1].startswith("ValueError: charge must be a whole number")


def test_a_wrong_input_is_refused_before_any_work():
    with pytest.raises(ValueError, match="clean_success has no argument 'luck'"):
        one_at_a_time(clean_success, dice=[1], luck=[7])


def test_inputs_are_needed_and_one_rule_set():
    with pytest.raises(ValueError, match=r"^inputs must be at least one argument of the measure or key"):
        one_at_a_time(clean_success)
    with pytest.raises(TypeError, match=r"^rules must be one rule set, not "):
        one_at_a_time(clean_success, rules={"published": RULES}, dice=[1])


def test_many_inputs_are_many_rows_and_no_grid():
    inputs = {"dice": range(1, 50), "charge": range(50), "harness": range(2, 7), "perils.face": range(1, 7)}
    inputs |= {"perils.count": range(1, 7), "drain_die": range(2, 9)}
    assert len(one_at_a_time(clean_success, **inputs, jobs=1)) == sum(map(len, inputs.values()))


def test_floats_that_differ_by_their_rounding_are_equal():
    found = break_even(lambda x: 0.1 * x, lambda x: x / 10, 1, 9)
    assert found.equal == tuple(range(1, 10))
    assert found.between == ()
    table = one_at_a_time(lambda x=3: x * 0.1, x=[3, 4], jobs=1, cache=False)
    assert table["difference"].tolist() == [0.0, pytest.approx(0.1)]


def chances(dice):
    return casting_odds(dice, 2).clean


def tainted(dice):
    return casting_odds(dice, 2).perils


def test_whole_numbers_are_all_tried():
    found = break_even(chances, tainted, 0, 12)
    gaps = [chances(dice) - tainted(dice) for dice in range(13)]
    assert found.gaps == tuple(enumerate(gaps))
    assert found.equal == tuple(dice for dice, gap in enumerate(gaps) if gap == 0) == (0, 1)
    assert found.between == ((9, 10),)
    assert gaps[9] > 0 > gaps[10]
    assert str(found) == "equal at 0, 1; the lead changes between 9 and 10"


def test_none_is_reported_with_how_near_it_came():
    found = break_even(perils, 1, 0, 4)
    assert not found.found
    assert str(found) == (
        "none from 0 to 4: the second is greater at all 5 settings tried, by the least (125/144) at 4"
    )


def test_one_setting_is_a_range_too():
    assert break_even(perils, Fraction(1, 36), 2, 2).equal == (2,)
    assert not break_even(perils, 0, 2, 2).found


# By hand from the table: a stab that costs c swings -c, 9/2 - c, 1 - c, 11/2 - c, 1 - c against the defences.
def test_the_cost_at_which_a_stab_is_as_good_as_melding():
    def stab(cost):
        modes = tuple(
            replace(mode, cost=cost) if mode.name == "mental stab" else mode for mode in PSIONICS.attacks
        )
        return swing_against_any("mental stab", rules=replace(PSIONICS, attacks=modes))

    assert [stab(cost) for cost in range(4)] == [Fraction(12, 5) - cost for cost in range(4)]
    melding = swing_against_any("mind melding")
    assert melding == Fraction(22, 15)
    assert break_even(stab, melding, 0, 10).between == ((0, 1),)


@given(root=small, slope=small.filter(bool), low=small, width=small.filter(lambda x: x > 0))
def test_a_straight_line_is_solved_exactly_in_fractions(root, slope, low, width):
    found = break_even(lambda x: slope * (x - root), 0, low, low + width, fractions=3)
    assert found.equal == ((root,) if low <= root <= low + width else ())
    assert found.between == ()


@given(st.integers(2, 400).filter(lambda n: int(n**0.5) ** 2 != n))
def test_a_root_that_is_no_fraction_is_closed_in_on(square):
    found = break_even(lambda x: x * x, square, 0, 20, fractions=1)
    ((low, high),) = found.between
    assert low * low < square < high * high
    assert high - low <= Fraction(20, 10**6)
    assert found.equal == ()


def test_several_roots_are_all_found_when_the_steps_tell_them_apart():
    found = break_even(lambda x: (x - 1) * (3 * x - 7) * (x - 4), 0, 0, 5, fractions=5)
    assert found.equal == (1, Fraction(7, 3), 4)


@given(small, small)
def test_the_simplest_fraction_between_two(one, other):
    low, high = sorted((one, other))
    if low == high:
        return
    found = simplest(low, high)
    assert low < found < high
    below = range(1, found.denominator)
    assert not any(low < Fraction(int(low * n // 1) + 1, n) < high for n in below), "none simpler"


@pytest.mark.parametrize(
    ("low", "high", "fractions", "error", "message"),
    [
        (3, 2, 0, ValueError, "low and high must have 1 to 100000 settings between them, not 3 to 2"),
        (
            0,
            100_001,
            0,
            ValueError,
            "low and high must have 1 to 100000 settings between them, not 0 to 100001",
        ),
        (0.5, 2, 0, TypeError, "low must be a whole number from -1000000000 to 1000000000, not 0.5"),
        (0.5, 2, 2, TypeError, "low must be an integer or a Fraction, not 0.5"),
        (0, 2, -1, ValueError, "fractions must be a whole number from 0 to 100000, not -1"),
    ],
)
def test_a_wrong_range_is_refused(low, high, fractions, error, message):
    with pytest.raises(error) as caught:
        break_even(perils, 0, low, high, fractions)
    assert str(caught.value) == message


def deck_sum(bonus=0, rules=NUMERATION):
    return 100 * rules.warp_deck["mastery"] + rules.warp_deck["vortex"] + bonus


def test_a_card_goes_for_another_and_arguments_move_with_it():
    deck = NUMERATION.warp_deck
    swap = {"warp_deck.mastery": deck["mastery"] + 1, "warp_deck.vortex": deck["vortex"] - 1}
    table = one_at_a_time(
        deck_sum, **{"a mastery for a vortex": [swap, {**swap, "bonus": 7}], "bonus": [5]}, jobs=1
    )
    assert table["input"].tolist() == ["a mastery for a vortex"] * 2 + ["bonus"]
    assert table["difference"].tolist() == [99, 106, 5]
    assert table["setting"][1] == "warp_deck.mastery 5, warp_deck.vortex 2, bonus 7"
    with pytest.raises(ValueError, match=r"^lever.warp_deck WarpDeck must have 18 cards, not 19|warp_deck"):
        one_at_a_time(deck_sum, lever=[{"warp_deck.mastery": deck["mastery"] + 1}])
    with pytest.raises(ValueError, match="has no argument 'harness' and takes no rules"):
        one_at_a_time(lambda x=1: x, lever=[{"harness": 3}])
