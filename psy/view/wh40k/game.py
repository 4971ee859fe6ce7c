"""The picture of a whole game of psychic phases: what is left of both sides."""

from fractions import Fraction
from typing import Annotated

from psy.view.chart import Chart, Table
from psy.view.controls import Slider, picture
from psy.view.numbers import decimal, percent
from psy.view.shapes import curves
from psy.view.words import plural
from psy.wh40k import Veteran, play_game

TURNS = 6
# What each psyker brings; assumed, and said so below the picture.
MASTERY, LEADERSHIP, POWERS = 2, 9, 2
OwnDice = Annotated[int, Slider("your dice at each power", 1, 8, mailed=(2, 4, 6))]
TheirDice = Annotated[int, Slider("their dice at each power", 1, 8, mailed=(2, 4, 6))]
Psykers = Annotated[int, Slider("psykers on each side", 1, 3, mailed=(1, 2))]
Wounds = Annotated[int, Slider("wounds of each", 1, 3, mailed=(1, 2))]
Fire = Annotated[int, Slider("percent of psykers shot in a turn", 0, 50, mailed=(0, 10, 25))]


@picture
def game_left(
    own_dice: OwnDice = 4, their_dice: TheirDice = 6, psykers: Psykers = 2, wounds: Wounds = 1, fire: Fire = 0
) -> Chart:
    """Show the mastery levels left of both sides over the turns of a game."""
    own, theirs = (
        [Veteran(MASTERY, LEADERSHIP, wounds, powers=POWERS, dice=dice)] * psykers
        for dice in (own_dice, their_dice)
    )
    shot = Fraction(fire, 100)
    game = play_game(own, theirs, TURNS, shot, shot)
    sides = {"you": game.own, "they": game.theirs}
    left = {name: [Fraction(levels.mean()) for levels in side.mastery] for name, side in sides.items()}
    ahead = game.more_left(TURNS)
    behind = 1 - ahead - Fraction((game.own.mastery[-1] - game.theirs.mastery[-1]).probability("==", 0))
    rows = tuple(
        (
            f"{turn}",
            *(decimal(levels[turn]) for levels in left.values()),
            *(decimal(side.dice[turn - 1]) if turn else "" for side in sides.values()),
        )
        for turn in range(TURNS + 1)
    )
    return curves(
        "What is left of both sides? (habits and fire assumed)",
        {"turns played": range(TURNS + 1)},
        {
            f"{name}, {dice} dice at each": left[name]
            for name, dice in zip(sides, (own_dice, their_dice), strict=True)
        },
        f"Of {plural(MASTERY * psykers, 'mastery level')} each, you have {decimal(left['you'][-1])} left "
        f"after {TURNS} turns and they {decimal(left['they'][-1])}; you have more in {percent(ahead, 0)} of "
        f"games, and they in {percent(behind, 0)}. You cast {decimal(game.own.casts, 1)} powers, and they "
        f"{decimal(game.theirs.casts, 1)}.",
        label="mastery levels left, on average",
        write=decimal,
        table=Table(("turn", "your levels", "their levels", "your pool", "their pool"), rows),
    )
