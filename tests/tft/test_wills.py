"""Battles of wills by enumeration: goals, fighting again, automatic results, and which dice can be best."""

from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from slow_psionics import passes, wills

from psy.tft import RULES, battle_of_wills, best_battle_dice
from psy.tft.wills import GOALS, battles, chance_to_pass, worth_picking

AGAIN = replace(RULES, undecided="again")
AUTOMATIC = replace(RULES, automatic=True)
GOAL_VALUES = {
    "win": lambda win, lose: win,
    "not lose": lambda win, lose: 1 - lose,
    "win minus lose": lambda win, lose: win - lose,
}


@pytest.mark.parametrize("goal", GOALS)
@pytest.mark.parametrize("iqs", [(28, 30), (16, 12), (12, 16), (14, 14), (3, 40)])
@pytest.mark.parametrize(("fewer", "again"), [(0, False), (0, True), (1, False), (1, True)])
def test_the_dice_are_best_for_the_goal(goal, iqs, fewer, again):
    rules = AGAIN if again else RULES
    worths = {dice: GOAL_VALUES[goal](*wills(*iqs, fewer, dice, again)) for dice in range(1, 11)}
    best = tuple(dice for dice, worth in worths.items() if worth == max(worths.values()))
    assert best_battle_dice(*iqs, fewer, goal, rules) == best
    battle = battle_of_wills(*iqs, fewer, goal, rules)
    assert (battle.win, battle.lose) == wills(*iqs, fewer, best[0], again)
    assert battle.dice == best[0]


def test_goals_pick_different_dice():
    # IQ 28 starts against 30, which rolls a die fewer: nine dice to win; one not to lose: nothing happens.
    assert battle_of_wills(28, 30, 1, "win").dice == 9
    assert battle_of_wills(28, 30, 1, "win").win > 0
    assert battle_of_wills(28, 30, 1, "not lose")[:3] == (0, 0, 1)
    assert battle_of_wills(28, 30, 1, "win minus lose")[:3] == (0, 0, 1)


def test_rolls_until_a_battle_is_decided():
    assert battle_of_wills(16, 12).rolls == 1
    for iqs, fewer in product(product((8, 12, 16), repeat=2), (0, 1)):
        for battle in battles(*iqs, fewer, AGAIN.reading):
            decided = sum(wills(*iqs, fewer, battle.dice))
            assert battle.rolls == (1 / decided if decided else None)
    # Two sides that always pass never end it.
    assert battle_of_wills(14, 14, 1, rules=AGAIN)[:2] == (0, 0)
    assert battle_of_wills(14, 14, 1, rules=AGAIN).rolls is None


def test_automatic_results():
    # The issue: three dice against IQ 16 pass in all but 16 to 18.
    assert chance_to_pass(3, 16, 2) == Fraction(103, 108)
    assert chance_to_pass(3, 2, 2) == Fraction(10, 216)
    for dice, stat in product(range(6), (0, 1, 4, 7, 12, 40)):
        assert chance_to_pass(dice, stat, 2) == passes(dice, stat, automatic=True)
        assert chance_to_pass(dice, stat) == passes(dice, stat)
    win = passes(3, 16, True) * (1 - passes(3, 12, True))
    assert next(b for b in battles(16, 12, 0, AUTOMATIC.reading) if b.dice == 3).win == win


numbers = st.fractions(-3, 3, max_denominator=7)


@settings(max_examples=60, deadline=None)
@given(st.integers(3, 25), st.integers(3, 25), st.integers(0, 1), numbers, numbers, st.booleans())
def test_some_battle_worth_picking_is_best_whatever_the_ends_are_worth(mine, theirs, fewer, won, lost, again):
    every = battles(mine, theirs, fewer, (AGAIN if again else RULES).reading)
    few = worth_picking(every)
    assert set(few) <= set(every)
    assert max(b.win * won + b.lose * lost for b in few) == max(b.win * won + b.lose * lost for b in every)


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (
            lambda: battle_of_wills(12, 12, goal="luck"),
            ValueError,
            "goal must be one of 'win minus lose', 'win', 'not lose', not 'luck'",
        ),
        (
            lambda: battle_of_wills(12, 12, rules="house"),
            TypeError,
            "rules must be a Rules (of psy.tft.rules), not 'house'",
        ),
        (
            lambda: replace(RULES, most_contest_dice=201),
            ValueError,
            "most_contest_dice = 201: must be a whole number from 1 to 100",
        ),
        (
            lambda: replace(RULES, automatic_margin=3),
            ValueError,
            "automatic_margin = 3: must be a whole number from 0 to 2",
        ),
    ],
)
def test_bad_input_is_refused_in_one_sentence(call, error, message):
    with pytest.raises(error) as caught:
        call()
    assert str(caught.value) == message
