"""The pictures of casting over the whole range of their controls: numbers shown are psy.wh40k's."""

import re
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from moves import assert_draws_well, combinations, drawing_functions, some

from psy.view import casting, casting_compared, cells, chance_row, percent
from psy.view.casting import PERILS, house_rules
from psy.view.casting_compared import RULE_SETS
from psy.wh40k import RULES, Cast, PerilsRule, best_dice, cast, casting_odds, simulate_cast

HARNESS = range(2, 7)
DRAWINGS = {
    "odds_curve": {"dice": range(21), "charge": range(7), "harness": HARNESS, "perils": PERILS},
    "joint_bars": {"dice": range(13), "harness": HARNESS, "perils": PERILS},
    "charge_map": {"harness": HARNESS, "perils": PERILS},
    "rules_side_by_side": {"charge": range(7)},
    "rule_of_thumb": {},
    "simulated_beside_exact": {"dice": range(13), "zeros": range(5), "seed": (1, 2)},
}


def test_every_drawing_function_of_casting_is_tested_here():
    assert {function.__name__ for function in drawing_functions(casting, casting_compared)} == set(DRAWINGS)


@pytest.mark.parametrize("name", DRAWINGS)
def test_a_picture_is_readable_and_the_same_whatever_was_shown_before(name):
    make = getattr(casting if hasattr(casting, name) else casting_compared, name)
    assert_draws_well(make, some(DRAWINGS[name], 2))


def rows(picture):
    return list(picture.table.rows)


@pytest.mark.parametrize("perils", PERILS)
def test_odds_curve(perils):
    draw = casting.odds_curve()
    for charge, harness in product(range(7), HARNESS):
        rules = house_rules(harness, perils)
        curve = [casting_odds(dice, charge, rules) for dice in range(21)]
        best = max(odds.clean for odds in curve)
        for dice, now in enumerate(curve):
            picture = draw(dice, charge, harness, perils)
            *shown, (label, *most) = rows(picture)
            assert shown == [
                chance_row("success", now.success),
                chance_row("clean success", now.clean),
                chance_row("perils", now.perils),
            ]
            assert label.startswith("best clean success, ")
            assert ("", *most) == chance_row("", best)
            assert percent(now.clean) in picture.sentence
        success, clean, perils_line, marks, here = picture.figure.axes[0].get_lines()
        for line, name in ((success, "success"), (clean, "clean"), (perils_line, "perils")):
            assert list(line.get_xdata()) == list(range(21))
            assert list(line.get_ydata()) == [float(getattr(odds, name)) for odds in curve]
        assert tuple(marks.get_xdata()) == best_dice(charge, "clean", 20, rules)
        assert set(marks.get_ydata()) == {float(best)}
        assert set(here.get_xdata()) == {20}


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
    assert casting.odds_curve()(dice, charge).sentence == sentence


def test_a_wrong_combination_has_an_answer():
    # Charge 4 with 3 dice is 0, not an error; nor are no dice at all.
    assert rows(casting.odds_curve()(3, 4))[0] == ("success", "0.00%", "0")
    assert rows(casting.odds_curve()(0, 1))[0] == ("success", "0.00%", "0")
    assert rows(casting.joint_bars()(0)) == [("0", "100.00%", "0.00%", "100.00%")]


@pytest.mark.parametrize(
    ("draw", "values", "message"),
    [
        (casting.odds_curve, {"dice": 21, "charge": 2}, "dice must be a whole number from 0 to 20, not 21"),
        (
            casting.odds_curve,
            {"dice": 2, "charge": 2, "harness": 7},
            "harness = 7: must be a whole number from 2 to 6",
        ),
        (
            casting.odds_curve,
            {"dice": 2, "charge": 2, "perils": "none"},
            "perils must be one of 'two sixes', 'any double', 'two ones', not 'none'",
        ),
        (casting.joint_bars, {"dice": 13}, "dice must be a whole number from 0 to 12, not 13"),
        (
            casting_compared.simulated_beside_exact,
            {"dice": 13, "zeros": 2},
            "dice must be a whole number from 0 to 12, not 13",
        ),
    ],
)
def test_what_a_drawing_refuses(draw, values, message):
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        draw()(**values)


def test_joint_bars():
    draw = casting.joint_bars()
    for move in combinations(DRAWINGS["joint_bars"]):
        die = cast(move["dice"], house_rules(move["harness"], move["perils"]))
        picture = draw(**move)
        expected, clean, tainted = [], [], []
        for charges in range(13):
            clean.append(die.probability(Cast(charges, False)))
            tainted.append(die.probability(Cast(charges, True)))
            expected.append((str(charges), *map(percent, (clean[-1], tainted[-1], clean[-1] + tainted[-1]))))
        assert rows(picture) == expected[: move["dice"] + 1]
        bars = picture.figure.axes[0].patches
        assert [bar.get_height() for bar in bars] == [*map(float, clean), *map(float, tainted)]
        assert [bar.get_y() for bar in bars[13:]] == list(map(float, clean))
        assert f"{percent(sum(tainted))} of tests bring perils" in picture.sentence


def test_charge_map(monkeypatch):
    shown = []
    monkeypatch.setattr(cells.CellNumbers, "show", lambda _, words, colours: shown.append(words))
    draw = casting.charge_map()
    for move in combinations(DRAWINGS["charge_map"]):
        rules = house_rules(**move)
        picture = draw(**move)
        (image,) = picture.figure.axes[0].get_images()
        clean = [[casting_odds(dice, charge, rules).clean for dice in range(1, 13)] for charge in range(1, 6)]
        assert image.get_array().tolist() == [list(map(float, row)) for row in clean]
        assert shown.pop() == [percent(chance, 0).rstrip("%") for row in clean for chance in row]
        assert [row[2] for row in rows(picture)] == [percent(max(row)) for row in clean]
        (frames,) = picture.figure.axes[0].get_lines()
        marked = sorted(zip(frames.get_ydata(), frames.get_xdata(), strict=True))
        assert marked == [
            (charge, dice)
            for charge, row in enumerate(clean, start=1)
            for dice, chance in enumerate(row, start=1)
            if chance == max(row) > 0
        ]


def test_rules_side_by_side():
    assert list(RULE_SETS) == ["published", "harness on 3+", "daemonology", "perils on ones"]
    assert RULE_SETS["published"] == RULES
    assert RULE_SETS["perils on ones"].perils == PerilsRule(1, 2)
    draw = casting_compared.rules_side_by_side()
    for charge in range(7):
        picture = draw(charge)
        left, right = picture.figure.axes
        for place, (name, rules) in enumerate(RULE_SETS.items()):
            odds = [casting_odds(dice, charge, rules) for dice in range(15)]
            peak = max(odds, key=lambda cell: cell.clean)
            row = rows(picture)[place]
            assert (row[0], row[2], row[3]) == (name, percent(peak.clean), percent(peak.perils))
            assert list(left.get_lines()[place].get_ydata()) == [float(cell.clean) for cell in odds]
            assert list(right.get_lines()[place].get_ydata()) == [float(cell.perils) for cell in odds]


def test_rule_of_thumb():
    picture = casting_compared.rule_of_thumb()()
    for charge, (name, best, *chances) in enumerate(rows(picture), start=1):
        assert name == str(charge)
        assert best == " or ".join(map(str, best_dice(charge))) + " dice"
        odds = [casting_odds(2 * charge + extra, charge).clean for extra in range(4)]
        assert chances == list(map(percent, odds))
    assert len(rows(picture)) == 6
    # The golden numbers: twice the charge and two for warp charge 1 to 3.
    assert [row[1] for row in rows(picture)[:3]] == ["4 dice", "6 dice", "8 dice"]


def test_simulated_beside_exact():
    draw = casting_compared.simulated_beside_exact()
    for move in combinations(DRAWINGS["simulated_beside_exact"]):
        dice, trials = move["dice"], 10 ** move["zeros"]
        picture = draw(**move)
        rolled = simulate_cast(dice, trials, move["seed"]).charges
        assert len(rows(picture)) == dice + 1
        assert sum(np.bincount(rolled)) == trials
        for charges, (name, exact, simulated) in enumerate(rows(picture)):
            assert name == str(charges)
            assert exact == percent(
                casting_odds(dice, charges).success - casting_odds(dice, charges + 1).success
            )
            assert simulated == percent(Fraction(int((rolled == charges).sum()), trials))
