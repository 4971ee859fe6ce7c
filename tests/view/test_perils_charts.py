"""The pictures of perils: numbers shown are counts of the table's rows, and psy.wh40k's over a game."""

from fractions import Fraction
from itertools import product

import pytest
from charts import numbers, settings, the

from psy.view import percent
from psy.view.marks import Cells
from psy.view.wh40k import perils
from psy.wh40k import RULES, perils_odds, powers_cast, still_there, wounds_after
from psy.wh40k.perils_tables import PERILS_TABLES


def slow_fates(leadership, table=RULES.perils_table):
    """Return what becomes of a psyker, by a list of every row and leadership roll."""
    rolls = list(product(range(1, 7), repeat=RULES.leadership_dice))
    fates = dict.fromkeys(("removed", "a wound", "nothing", "a surge"), Fraction(0))
    for row, roll in product(table, rolls):
        effects = row.always + (row.passed if sum(roll) <= leadership else row.failed)
        named = [("removed", "removed"), ("wound", "a wound"), ("surge", "a surge")]
        fate = next((name for effect, name in named if effect in effects), "nothing")
        fates[fate] += Fraction(1, len(table) * len(rolls))
    return fates


@pytest.mark.parametrize("leadership", [2, 7, 9, 12])
def test_rows_of_the_table_and_of_other_tables(leadership):
    chart = perils.table_rows(leadership)
    for place, row in enumerate(RULES.perils_table):
        shown = {name: numbers(chart.named(name))[place] for name in slow_fates(leadership)}
        assert shown == slow_fates(leadership, [row])
    chart = perils.tables_side_by_side(leadership, 1)
    every = slow_fates(leadership)
    assert {name: numbers(chart.named(name))[0] for name in every} == every
    assert chart.table.rows[0][:-1] == ("as it stands", *map(percent, every.values()))
    assert chart.named("a surge").words[0] == f"lost {percent(every['removed'] + every['a wound'], 0)}"
    assert len(chart.table.rows) == len(PERILS_TABLES)


@pytest.mark.parametrize("setting", settings(perils.game_curve, 6), ids=str)
def test_a_whole_game(setting):
    chart = perils.game_curve(**setting)
    feels = perils.FEEL_NO_PAIN[setting["pain"]]
    for left in range(1, 5):
        line = numbers(chart.named("1 wound" if left == 1 else f"{left} wounds"))
        for tests in (0, 3, 20):
            assert line[tests] == still_there(
                tests, setting["dice"], setting["leadership"], left, feel_no_pain=feels
            )


def test_risk_within_a_limit_is_framed():
    chart = perils.risk_map(9, 2, 10)
    cells = the(Cells, chart)
    for row, dice in enumerate(range(2, 8)):
        risks = [1 - still_there(tests, dice, 9, 2) for tests in range(1, 11)]
        assert list(cells.values[row]) == risks
        within = sum(risk <= Fraction(1, 10) for risk in risks)
        assert ((within - 1, row) in cells.framed) == (within > 0)


def test_dice_that_pay_brotherhoods_and_leadership():
    chart = perils.dice_that_pay(2, 10, 9)
    means = {n: powers_cast([n] * 10, 2, 9, 2) / 10 for n in range(1, perils.MOST_DICE + 1)}
    assert numbers(chart.named("2 wounds")) == means
    assert (5, max(means.values())) in zip(chart.named("best").x, chart.named("best").y, strict=True)
    chart = perils.brotherhood_curve(3, 8)
    shared = numbers(chart.named("brotherhood of 3"))
    assert all(shared[n] == 1 - wounds_after(n, 8, [1, 1, 1]).probability(()) for n in (0, 1, 4))
    chart = perils.lost_by_leadership(9)
    for leadership in (2, 9, 12):
        assert numbers(chart.named("lost with 1 wound left"))[leadership] == perils_odds(leadership, 1).lost
