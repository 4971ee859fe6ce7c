"""Measures of the psychic phase have the checked values, and follow the rules."""

from dataclasses import replace
from fractions import Fraction

import pytest

from psy.study.measures import measures_of
from psy.wh40k import RULES, Conjured, Power, Veteran, plan_two_turns, play_game

MEASURES = measures_of("wh40k")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        # Issue 16, lines 1, 3, 5, 6 and 7.
        ("choice_of_target", Fraction(5125, 2304)),
        ("choice_of_level", Fraction(2723, 1152)),
        ("same_blessing_twice", Fraction(247, 144)),
        ("nobody_left", Fraction(1353025, 20155392)),
        ("perils_until_gone", Fraction(18, 13)),
        ("wanted_powers_known", Fraction(19, 27)),
    ],
)
def test_checked_values(name, value):
    assert MEASURES[name]() == value


def test_a_game_and_two_turns():
    game = play_game([Veteran(2, 9, 1, dice=6)] * 2, [], 3, 0, Fraction(1, 5)).own
    asked = {"dice": 6, "wounds": 1, "turns": 3, "fire": Fraction(1, 5)}
    assert MEASURES["casts_of_a_game"](**asked) == game.casts
    assert MEASURES["mastery_left"](**asked) == Fraction(game.mastery[-1].mean())
    powers = [Power("haste", 1, 1), Power("bolt", 2, 1), Power("rite 1", 1, 0), Power("rite 2", 1, 0)]
    psykers = [Conjured("rite 1", 1), Conjured("rite 2", 2)]
    assert (
        MEASURES["two_turns"](conjured=(1, 2), pool=4, deny_pool=1, mastery=1)
        == plan_two_turns(powers, (4, 1), psykers, 1, 1).value
    )


def test_they_follow_the_rules():
    easier = replace(RULES, harness=2)
    assert MEASURES["casts_of_a_game"](rules=easier) > MEASURES["casts_of_a_game"]()
    assert MEASURES["wanted_powers_known"](rules=replace(RULES, discipline_size=1)) == 2
