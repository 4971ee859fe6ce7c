"""The pictures of casting over the range of their controls: numbers shown are psy.wh40k's."""

from fractions import Fraction

import pytest
from charts import numbers, settings, the

from psy.view import percent
from psy.view.marks import Cells
from psy.view.ordinary import table_row
from psy.view.wh40k import casting
from psy.wh40k import RULES, Cast, PerilsRule, best_dice, cast, casting_odds, simulate_cast
from psy.wh40k.house_rules import RULE_SETS, house_rules


@pytest.mark.parametrize("setting", settings(casting.odds_curve, 120), ids=str)
def test_odds_curve(setting):
    rules = house_rules(setting["harness"], setting["perils"])
    odds = [casting_odds(dice, setting["charge"], rules) for dice in range(21)]
    now, best = odds[setting["dice"]], max(each.clean for each in odds)
    chart = casting.odds_curve(**setting)
    for label, chance in (("success", "success"), ("clean success", "clean"), ("perils", "perils")):
        assert numbers(chart.named(label)) == {dice: getattr(each, chance) for dice, each in enumerate(odds)}
    assert numbers(chart.named("you")) == {setting["dice"]: now.clean}
    assert numbers(chart.named("best")) == {n: best for n, each in enumerate(odds) if each.clean == best}
    *shown, (label, *most) = chart.table.rows
    assert shown == [
        table_row("success", now.success, percent),
        table_row("clean success", now.clean, percent),
        table_row("perils", now.perils, percent),
    ]
    assert label.startswith("best clean success, ")
    assert ("", *most) == table_row("", best, percent)
    assert percent(now.clean) in chart.sentence


@pytest.mark.parametrize(
    ("dice", "charge", "sentence"),
    [
        # W, "Warp Charge Table": 50.00 at one die, 80.56 at four, without perils.
        (1, 1, "1 die at warp charge 1 cast cleanly in 50.00% of tests; 4 dice would make it 80.56%."),
        (4, 1, "4 dice at warp charge 1 cast cleanly in 80.56% of tests: no number of dice does better."),
        (0, 0, "0 dice at warp charge 0 cast cleanly in 100.00% of tests: no number of dice does better."),
    ],
)
def test_sentence_of_the_odds_curve(dice, charge, sentence):
    assert casting.odds_curve(dice, charge).sentence == sentence


def test_a_wrong_combination_has_an_answer():
    # Charge 4 with 3 dice is 0, not an error; nor are no dice at all.
    assert casting.odds_curve(3, 4).table.rows[0] == ("success", "0.00%", "0")
    assert casting.odds_curve(0, 1).table.rows[0] == ("success", "0.00%", "0")
    assert casting.joint_bars(0).table.rows == (("0", "100.00%", "0.00%", "100.00%"),)


@pytest.mark.parametrize("setting", settings(casting.joint_bars, 60), ids=str)
def test_joint_bars(setting):
    die = cast(setting["dice"], house_rules(setting["harness"], setting["perils"]))
    chart = casting.joint_bars(**setting)
    parts = [{n: die.probability(Cast(n, perils)) for n in range(setting["dice"] + 1)} for perils in (0, 1)]
    assert numbers(chart.named("without perils")) == parts[0]
    assert numbers(chart.named("with perils")) == parts[1]
    assert chart.named("with perils").bases == tuple(parts[0].values())
    assert [row[3] for row in chart.table.rows] == [percent(parts[0][n] + parts[1][n]) for n in parts[0]]
    assert f"{percent(sum(parts[1].values()))} of tests bring perils" in chart.sentence


@pytest.mark.parametrize("setting", settings(casting.charge_map), ids=str)
def test_charge_map(setting):
    rules = house_rules(**setting)
    clean = [[casting_odds(dice, charge, rules).clean for dice in range(1, 13)] for charge in range(1, 6)]
    chart = casting.charge_map(**setting)
    cells = the(Cells, chart)
    assert numbers(cells) == clean
    assert cells.words == tuple(tuple(percent(chance, 0)[:-1] for chance in row) for row in clean)
    assert list(cells.framed) == [
        (column, row)
        for row, chances in enumerate(clean)
        for column, chance in enumerate(chances)
        if chance == max(chances) > 0
    ]
    assert chart.table.rows[0][1:] == tuple(map(percent, clean[0]))
    assert f"{percent(max(clean[-1]))} with " in chart.sentence


def test_rules_side_by_side():
    assert list(RULE_SETS) == ["as they stand", "harness on 3+", "daemonology", "perils on ones"]
    assert RULE_SETS["as they stand"] == RULES
    assert RULE_SETS["perils on ones"].perils == PerilsRule(1, 2)
    for charge in range(1, 6):
        chart = casting.rules_side_by_side(charge)
        clean, perils = chart.panels
        for name, rules in RULE_SETS.items():
            odds = [casting_odds(dice, charge, rules) for dice in range(15)]
            assert numbers(clean.named(name)) == {n: each.clean for n, each in enumerate(odds)}
            assert numbers(perils.named(name)) == {n: each.perils for n, each in enumerate(odds)}


def test_rule_of_thumb():
    chart = casting.rule_of_thumb()
    for charge in range(1, 7):
        line = numbers(chart.named(f"warp charge {charge}"))
        assert line == {extra: casting_odds(2 * charge + extra, charge).clean for extra in range(-1, 7)}
        assert {dice - 2 * charge for dice in best_dice(charge)} <= set(chart.named("best").x)
    # The golden numbers: twice the charge and two for warp charge 1 to 3.
    assert "is the best number of dice for warp charge 1, 2, 3" in chart.sentence


@pytest.mark.parametrize("setting", settings(casting.simulated_beside_exact, 20, zeros=range(1, 5)), ids=str)
def test_simulated_beside_exact(setting):
    dice, trials = setting["dice"], 10 ** setting["zeros"]
    chart = casting.simulated_beside_exact(**setting)
    rolled = simulate_cast(dice, trials, setting["seed"]).charges
    exact, found = numbers(chart.named("exact")), numbers(chart.named("simulated"))
    assert found == {n: Fraction(int((rolled == n).sum()), trials) for n in range(dice + 1)}
    assert sum(found.values()) == sum(exact.values()) == 1
    for n, low in numbers(chart.named("two standard errors")).items():
        assert exact[n] == casting_odds(dice, n).success - casting_odds(dice, n + 1).success
        error = 2 * (found[n] * (1 - found[n]) / trials) ** 0.5
        assert low == pytest.approx(max(0, found[n] - error))
