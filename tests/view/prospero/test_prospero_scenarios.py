"""The pictures of Prospero's scenarios: the numbers shown, by counts of their own."""

from dataclasses import replace
from fractions import Fraction

import pytest
from charts import numbers

from psy.prospero import BATTLE_RULES, Coven, Table, ahriman_slain, breach, psychic_duel, race_to_statue
from psy.study import one_at_a_time
from psy.study.measures.prospero_battles import ahriman_awake
from psy.view import percent
from psy.view.prospero import scenarios
from psy.view.prospero.squads import WOLVES, built

AWAKE = "5: Ahriman is awake"


def test_clocks_are_those_of_the_issue():
    chart = scenarios.clocks(AWAKE, 12)
    line = numbers(chart.named(AWAKE))
    assert percent(line[12]) == "71.33%"
    assert line[8] == 0
    assert line[9] == Fraction(3, 4) ** 8
    assert numbers(chart.named("you")) == {12: line[12]}
    assert numbers(chart.named("1: a locked Loyalist was free to move"))[3] == Fraction(7, 8)
    assert numbers(chart.named("3: the target token stayed once"))[1] == Fraction(5, 12)
    assert numbers(chart.named("6: the primarchs gave a free power"))[1] == Fraction(11, 24)
    assert "by round 6, its last, in" in scenarios.clocks("6: the primarchs gave a free power", 20).sentence


def test_the_statue_with_the_first_squad():
    done = numbers(scenarios.statue_falls().named("march of 1"))
    # Issue 17: march 1, five zones, room for eight.
    assert [percent(done[n], 1) for n in (2, 3, 4, 5)] == ["34.0%", "75.7%", "93.2%", "98.4%"]
    for present, room in ((0, 4), (10, 12), (3, 0)):
        rules = replace(BATTLE_RULES, statue_attackers=room)
        chart = scenarios.statue_falls(present, room)
        for march in range(3):
            found = race_to_statue(present, march, rules=rules).done
            assert tuple(numbers(chart.named(f"march of {march}")).values()) == found


def test_the_siege():
    chart = scenarios.siege("Custodes and Sisters", WOLVES)
    end = breach(built("loyalist", WOLVES), Coven(4), Table(True, True))
    casts, slain = (numbers(panel.marks[0]) for panel in chart.panels)
    assert casts == end.casts
    assert sum(casts.values()) == pytest.approx(1)
    assert casts[3] == pytest.approx(0.056, abs=5e-4)
    assert slain == {n: end.aftermath.slain.get(n, 0) for n in range(5)}
    assert "1.29 on average" in chart.sentence


def test_ahriman():
    chart, awake = scenarios.ahriman(WOLVES, 1, 12), psychic_duel(20).before
    wolves = built("loyalist", WOLVES)
    assert numbers(chart.named("he is awake"))[12] == awake[12]
    for number in (1, 8, 9, 20):
        assert numbers(chart.named("one attack slays him"))[number] == ahriman_slain(number, wolves)
    assert f"awake in {percent(awake[12])} of games" in chart.sentence


def test_the_primarchs():
    chart = scenarios.primarchs("worths 5 to 1", 2)
    # Issue 17: 5.437 with the whole hand, 4.230 without the best.
    assert "worth 5.437; a Loyalist who wins the duel leaves 4.230, without worth 5" in chart.sentence
    worths = list(numbers(chart.named("")).values())
    assert worths[0] - worths[1] == 2
    free, robbed = Fraction(11, 24), float(min(worths[2:]))
    assert f"{float(free) * float(worths[0]) + float(1 - free) * robbed:.3f}." in chart.sentence


def test_levers_are_the_sensitivity_of_studies():
    def awake(rules=BATTLE_RULES):
        return ahriman_awake(12, rules)

    table = one_at_a_time(awake, cache=False, progress=False, jobs=1, **{"psychic_duel.end": [8, 10]})
    chart = scenarios.levers("5: Ahriman is awake in round 12", 1)
    shown = {row[0]: row[1:] for row in chart.table.rows}
    assert shown["end of the psychic duel"] == tuple(percent(Fraction(value)) for value in table["value"])
    statue = scenarios.levers("2: the Statue falls by round 3", 1)
    assert "nothing on red zones (assumed)" in statue.sentence
