"""The pictures of duels: their numbers are those of `psy.tft`, each from a duel of its own."""

from dataclasses import replace

import pytest
from charts import numbers, the

from psy.tft import RULES, Psion, duel
from psy.tft.readings import READINGS
from psy.view.marks import Cells
from psy.view.tft import duels
from psy.view.tft.duels import EQUALS, FIRST, LAST, PAIRS, duellists
from psy.view.tft.words import signed


@pytest.mark.parametrize(("pair", "mine", "theirs", "rounds"), [(FIRST, 10, 10, 10), (EQUALS, 8, 5, 2)])
def test_the_chance_to_attack_is_that_of_the_duel(pair, mine, theirs, rounds):
    chart = duels.attack_map(pair, mine, theirs, rounds)
    shown = numbers(the(Cells, chart))
    for own, other in ((mine, theirs), (3, 2), (12, 7), (5, 6)):
        alone = duel(*(replace(psion, pool=12) for psion in duellists(pair)), 2 * rounds)
        assert shown[own - 1][other - 1] == pytest.approx(alone.attack(0, "first", own, other)[0], abs=1e-8)
    assert numbers(chart.named("you")) == {theirs - 1: mine - 1}


def test_who_wins_is_the_outlook_of_a_duel_of_its_own():
    # The example: 32.6%, 47.0% and 20.4%, 16.1 exchanges, even at 11 points.
    chart = duels.who_wins(FIRST, 10, 10, 10)
    assert "wins 33%, draws 47% and loses 20% of duels; they last 16.1 exchanges" in chart.sentence
    assert chart.sentence.endswith("The other is even with 11.")
    assert chart.table.rows[9] == ("10", "32.61%", "46.98%", "20.41%", "100.00%")
    for mine, theirs, rounds in ((10, 10, 10), (7, 9, 3), (4, 2, 1)):
        chart = duels.who_wins(FIRST, mine, theirs, rounds)
        first, second = duellists(FIRST)
        outlook = duel(replace(first, pool=mine), replace(second, pool=theirs), 2 * rounds).outlook()
        shown = [numbers(chart.named(name))[theirs] for name in ("I win", "draw", "they win")]
        assert shown == pytest.approx([outlook.win, outlook.draw, outlook.lose], abs=1e-8)


def test_a_lead_over_time_has_the_golden_numbers():
    rows = {row[0]: row[1:] for row in duels.lead_over_time(40, 35).table.rows}
    assert (rows["20"], rows["40"][0], rows["80"][0]) == (("+0.004", "+0.006"), "+0.049", "+0.801")
    # 20 against 17 with 20 exchanges to go: attacking first and second.
    chart = duels.lead_over_time(20, 17)
    assert chart.table.rows[10] == ("20", "+0.095", "+0.115")
    second = duel(Psion(12, 12, 17), Psion(12, 12, 20)).value
    assert numbers(chart.named("they attack first"))[20] == pytest.approx(-second, abs=1e-8)


@pytest.mark.parametrize(("psi", "pool", "rounds"), [(12, 8, 10), (8, 5, 2)])
def test_one_more_is_the_difference_of_two_duels(psi, pool, rounds):
    chart, psion = duels.one_more(psi, rounds), Psion(12, psi, pool)
    better = Psion(12, psi, pool + 1), Psion(13, psi, pool), Psion(12, psi + 1, pool)
    value, *more = (duel(one, psion, 2 * rounds).value for one in (psion, *better))
    names = "one point of pool", "one of IQ", "one of PSI", "to attack first, not second"
    shown = [numbers(chart.named(name))[pool] for name in names]
    assert shown == pytest.approx([*(one - value for one in more), 2 * value], abs=1e-8)


def test_how_far_a_duel_hangs_on_what_is_assumed():
    chart = duels.assumed_duels(FIRST, 10, 10)
    shown = dict(zip(chart.panels[0].up.names, chart.panels[0].marks[0].size, strict=True))
    here = duel(*duellists(FIRST, 10)).value
    for name, rules in READINGS.items():
        alone = duel(*duellists(FIRST, 10), 20, rules).value
        assert shown.get(name, here) == pytest.approx(alone, abs=0.005 if name not in shown else 1e-8)
    slowed = duel(*duellists(FIRST, 10), 20, RULES, iq_penalties=True).value
    assert (LAST in shown) == (signed(slowed) != signed(here))


def test_what_is_refused():
    with pytest.raises(ValueError, match="psions must have two rows, the attacker and the defender, not 1"):
        duels.who_wins(((12, 12),))
    with pytest.raises(ValueError, match="mine must be a whole number from 1 to 12, not 13"):
        duels.who_wins(next(iter(PAIRS)), 13)
