"""The picture of a whole game holds what psy.wh40k finds for the same psykers."""

from fractions import Fraction

import pytest
from charts import numbers, settings

from psy.view.wh40k.game import TURNS, game_left
from psy.wh40k import Veteran, play_game


@pytest.mark.parametrize("setting", settings(game_left, 4), ids=str)
def test_lines_are_the_mean_levels_left(setting):
    chart = game_left(**setting)
    fire = Fraction(setting["fire"], 100)
    own, theirs = (
        [Veteran(2, 9, setting["wounds"], powers=2, dice=setting[dice])] * setting["psykers"]
        for dice in ("own_dice", "their_dice")
    )
    game = play_game(own, theirs, TURNS, fire, fire)
    for name, dice, side in (("you", "own_dice", game.own), ("they", "their_dice", game.theirs)):
        line = chart.named(f"{name}, {setting[dice]} dice at each")
        assert numbers(line) == {turn: Fraction(side.mastery[turn].mean()) for turn in range(TURNS + 1)}
    assert len(chart.table.rows) == TURNS + 1
