"""The pictures of denying: numbers shown are counted from lists of rolls, and by psy.wh40k over grids."""

from fractions import Fraction
from itertools import product
from math import comb

import pytest
from charts import numbers, settings, the

from psy.view.marks import Cells
from psy.view.wh40k import deny as pictures
from psy.wh40k import RULES, casting_odds, resolve, resolve_by_cost


def slow_deny(charges, dice, bonus):
    """Return the chance that enough of the dice cancel."""
    faces = [face + bonus >= RULES.deny_target for face in range(1, 7)]
    hit = Fraction(sum(faces), 6)
    return sum(
        (comb(dice, n) * hit**n * (1 - hit) ** (dice - n) for n in range(charges, dice + 1)), Fraction(0)
    )


@pytest.mark.parametrize("setting", settings(pictures.deny_curve, 10), ids=str)
def test_chance_and_gain_of_each_die(setting):
    charges, bonus = setting["charges"], setting["bonus"]
    left, right = pictures.deny_curve(**setting).panels
    chance = {dice: slow_deny(charges, dice, bonus) for dice in range(21)}
    assert numbers(left.named("chance")) == chance
    gains = {die: chance[die] - chance[die - 1] for die in range(1, 21)}
    assert numbers(right.marks[0]) == gains


@pytest.mark.parametrize("bonus", range(4))
def test_map_of_denying(bonus):
    cells = the(Cells, pictures.deny_map(bonus))
    for row, charges in enumerate(range(1, 7)):
        chances = [slow_deny(charges, dice, bonus) for dice in range(1, 13)]
        assert list(cells.values[row]) == chances
        even = [place for place, chance in enumerate(chances) if chance >= Fraction(1, 2)][:1]
        assert [column for column, framed in cells.framed if framed == row] == even


def test_split_pool_and_targets():
    chart = pictures.split_pool(2, 1, 4, 0)
    assert numbers(chart.marks[0]) == {n: slow_deny(2, n, 0) + slow_deny(1, 4 - n, 0) for n in range(5)}
    chart = pictures.who_denies(2, 6, 1, 13)
    bonus = {
        "a plain unit": 0,
        "adamantium will": 1,
        "mastery 2, adamantium will": 3,
        "adamantium will, hood": 1,
    }
    for name, added in bonus.items():
        assert numbers(chart.marks[0])[list(pictures.TARGETS).index(name)] == slow_deny(2, 6, added)


@pytest.mark.parametrize(("charge", "bonus"), list(product((1, 3), (0, 2))))
def test_casting_against_denying(charge, bonus):
    cells = the(Cells, pictures.resolve_map(charge, bonus))
    for dice, against in ((1, 0), (4, 6), (10, 10)):
        assert cells.values[dice - 1][against] == resolve(dice, charge, against, bonus)
    chart = pictures.hard_to_deny(charge, 6, bonus)
    share = numbers(chart.named("of the casts, denied"))
    assert all(
        share[n] == 1 - resolve(n, charge, 6, bonus) / casting_odds(n, charge).success for n in (charge, 9)
    )
    for dice, chance in numbers(chart.named("one cast in ten")).items():
        assert chance <= Fraction(1, 10) < share.get(dice - 1, 1)
    chart = pictures.cost_or_all(charge, 6, bonus)
    assert numbers(chart.named("only the cost: a house rule"))[8] == resolve_by_cost(8, charge, 6, bonus)
