"""Charts of studies: marks, sentence and table show the numbers of the study; names are shown as text."""

from fractions import Fraction
from itertools import product

import pandas as pd
import pytest
from charts import assert_chart, numbers, the

from psy.study import compare, one_at_a_time, sweep, vary
from psy.study.examples import decided
from psy.study.measures.spacehulk import auras_save
from psy.study.measures.tft import attack_worth
from psy.study.measures.wh40k import clean_success, perils
from psy.tft import RULES as TFT
from psy.tft import Psion, remedy
from psy.view import percent, study
from psy.view.figure import still
from psy.view.marks import Bars, Cells
from psy.view.study import comparison, curves, heat_map, plain, ruling, told, tornado
from psy.wh40k import RULES

VARIANTS = {"published": RULES, "three": vary(RULES, {"harness": 3})}
HOW = {"cache": False, "jobs": 1, "progress": False}


def failing(x=1, rules=RULES):
    return Fraction(6, x)


def by_hand(dice, charge, harness, is_perils):
    """Return the chance of a clean cast, by a list of all rolls."""
    rolls = list(product(range(1, 7), repeat=dice))
    clean = sum(sum(face >= harness for face in roll) >= charge and not is_perils(roll) for roll in rolls)
    return Fraction(clean, len(rolls))


def test_perils_rules_against_all_rolls():
    rules = {
        "as it stands": lambda roll: roll.count(6) >= 2,
        "any double": lambda roll: len(set(roll)) < len(roll),
        "double ones": lambda roll: roll.count(1) >= 2,
    }
    for charge, harness in ((1, 4), (2, 3), (3, 6)):
        chart = study.perils_rules(charge, harness)
        for name, is_perils in rules.items():
            shown = numbers(chart.named(name))
            assert [shown[n] for n in range(1, 6)] == [
                by_hand(n, charge, harness, is_perils) for n in range(1, 6)
            ]
            assert f"{percent(max(shown.values()), 0)} (" in chart.sentence
            best = {n for n, chance in shown.items() if chance == max(shown.values())}
            assert best <= set(chart.named("best").x)


def test_auras_against_all_rolls():
    cells = the(Cells, study.auras(2))
    for (row, number), cards in product(enumerate(range(1, 7)), range(5)):
        rolls = list(product(range(1, 7), repeat=cards))
        saved = sum(sum(face <= number for face in roll) >= 2 for roll in rolls)
        assert cells.values[row][cards] == Fraction(saved, len(rolls))
        assert cells.values[row][cards] < Fraction(1, 2) or any(
            at <= cards for at, to in cells.framed if to == row
        )


def test_a_stab_and_a_mask_agree_with_the_remedy():
    chart, equals = study.stab_and_mask(3), [Psion(12, 12, 20)] * 2
    changes = {
        "attacks.mental stab.cost": 2,
        "defences.mask mind.cost": 3,
        "defences.mask mind.refunded": False,
    }
    changed = vary(TFT, changes)
    swing = numbers(chart.named("attacker's swing, mask costs 3"))[2]
    assert (
        swing - numbers(chart.named("attacker's swing, mask as it stands"))[2]
        == remedy(*equals, changed).gain
    )
    assert numbers(chart.named("worth of the stab, mask costs 3"))[2] == attack_worth(rules=changed)


def test_comparison():
    table = compare(VARIANTS, [clean_success, perils], **HOW)
    chart = comparison(table, "clean_success")
    assert_chart(chart)
    assert chart.sentence == "With “three” “clean_success” moves most: from 0.8056 to 0.8557."
    assert chart.table.rows[1] == ("three", "0.8557", "0.0502")
    assert list(numbers(the(Bars, chart)).values()) == [
        by_hand(4, 1, harness, lambda roll: roll.count(6) >= 2) for harness in (4, 3)
    ]
    assert comparison(table, "perils").sentence == "No variant is known to change “perils”."


def test_curves_over_numbers_and_over_words():
    # Three dice and harness 3, by hand: (5**3 - 2**3 + 3 * 25) / 6**3 = 8/9.
    chart = curves(sweep(clean_success, rules=VARIANTS, dice=range(1, 4), **HOW), "clean")
    assert_chart(chart)
    assert "to 0.8889 with “three”." in chart.sentence
    assert numbers(chart.named("three"))[3] == Fraction(8, 9)
    assert numbers(chart.named("published"))[1] == Fraction(1, 2)
    words = curves(sweep(lambda side="up": Fraction(side == "up"), side=["up", "down"], **HOW), "a side")
    assert_chart(words)
    assert numbers(the(Bars, words)) == {0: 1, 1: 0}


def test_heat_map_and_tornado():
    table = sweep(auras_save, number=range(1, 7), cards=range(4), hits=[2], **HOW).drop(columns="hits")
    chart = heat_map(table, "two hits")
    assert_chart(chart)
    assert chart.sentence == "Over number (down) and cards (across), “two hits” goes from 0 to 1."
    assert chart.table.rows[2] == ("3", "0", "0", "0.2500", "0.5000")
    assert the(Cells, chart).values[2][3] == Fraction(1, 2)
    chart = tornado(one_at_a_time(clean_success, dice=[2, 8], charge=[3], **HOW), "clean success")
    assert_chart(chart)
    low = clean_success(charge=3)
    assert chart.sentence == (
        f"Of the inputs, charge moves “clean success” most: from {study.as_number(low)} to 0.8056."
    )
    assert dict(zip(("", *chart.table.columns[1:]), chart.table.rows[0], strict=True))["higher"] == "0.8056"
    unmoved = tornado(one_at_a_time(perils, harness=[3, 5], **HOW), "perils")
    assert unmoved.sentence.startswith("None of the inputs moves “perils”: it is 0.1319")


def test_points_that_failed_leave_gaps():
    lone = tornado(one_at_a_time(failing, x=[0, 1, 2], **HOW), "a share")
    assert lone.table.rows == (("x", "3", "6"),)
    line = curves(sweep(failing, x=[0, 1, 2], **HOW), "a share")
    assert line.sentence.endswith("goes from 3 to 6.")
    assert curves(sweep(failing, x=[0], **HOW)).sentence.endswith("nowhere: every point failed.")
    grid = heat_map(sweep(failing, x=[0, 1, 2], harness=[3, 4], **HOW), "a share")
    assert the(Cells, grid).values[0][0] is None
    for chart in (lone, line, grid):
        assert_chart(chart)
        assert still(chart)[:4] == b"\x89PNG"


@pytest.mark.parametrize("name", ["two\nlines", "$x$ $\\frac{$", "_hidden", "word " * 20, "a | b"])
def test_a_name_is_shown_as_text(name):
    rows = {"measure": [name] * 2, "variant": [name] * 2, "value": [1, 2], "difference": [0, 1]}
    chart = comparison(pd.DataFrame(rows), name)
    assert still(chart)
    assert len(set(chart.panels[0].up.names)) == 2
    assert "\n" not in plain(name)


def test_a_verdict_as_a_table_and_as_text():
    found = decided("perils")
    table = ruling(found)
    assert [row[:2] for row in table.rows] == [
        ("any double", "the caster's opponent"),
        ("double ones", "the caster"),
    ]
    assert found.recommendation in told(found).text
    assert all(f"| {row[0]} | {row[1]} |" in told(found).text for row in table.rows)
