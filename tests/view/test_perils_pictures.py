"""Pictures of perils and of a whole game, over the positions of their controls."""

import itertools
import runpy
from dataclasses import replace
from fractions import Fraction

import pytest
from moves import assert_draws_well, assert_readable, combinations, some

from psy import wh40k
from psy.view import attrition, perils
from psy.view.numbers import percent
from psy.wh40k import RULES, casting_odds, perils_odds, powers_cast, wounds_after, wounds_left

LEADERSHIP = range(2, 13)
PAIN = tuple(perils.FEEL_NO_PAIN)
WOUNDS = range(1, 5)
CONTROLS = {
    perils.table_rows: {"leadership": LEADERSHIP, "feel_no_pain": PAIN},
    perils.effect_bars: {
        "leadership": LEADERSHIP,
        "wounds": WOUNDS,
        "models": (1, 2, 5, 10),
        "feel_no_pain": PAIN,
        "phase": perils.PHASES,
    },
    perils.lost_by_leadership: {"leadership": LEADERSHIP, "feel_no_pain": PAIN},
    perils.tables_side_by_side: {"leadership": LEADERSHIP, "wounds": WOUNDS, "feel_no_pain": PAIN},
    attrition.game_curve: {
        "dice": range(13),
        "tests": range(21),
        "wounds": WOUNDS,
        "leadership": (2, 9, 12),
        "feel_no_pain": ("none", "2+"),
    },
    attrition.risk_map: {"leadership": LEADERSHIP, "wounds": WOUNDS, "accepted": (1, 10, 50)},
    attrition.dice_that_pay: {"charge": range(1, 6), "tests": (1, 10, 15), "leadership": LEADERSHIP},
    attrition.brotherhood_curve: {
        "size": range(1, 7),
        "leadership": LEADERSHIP,
        "feel_no_pain": ("none", "5+"),
    },
}


@pytest.mark.parametrize("make", CONTROLS, ids=lambda make: make.__name__)
def test_every_position_is_drawn_afresh_and_reads(make):
    assert_draws_well(make, some(CONTROLS[make], 2))
    draw = make()
    for move in some(CONTROLS[make], 8, seed=2):
        assert_readable(draw(**move))


def test_rows_of_the_table_add_up_to_one_roll():
    draw = perils.table_rows()
    for move in combinations(CONTROLS[perils.table_rows]):
        rows = draw(**move).table.rows
        odds = perils_odds(move["leadership"], feel_no_pain=perils.feels(move["feel_no_pain"]))
        assert rows[-1][1:] == tuple(map(percent, perils.fates(odds).values()))
        assert sum(perils.fates(odds).values()) == 1
    one = [perils_odds(9, rules=perils.one_row(roll)) for roll in range(1, 7)]
    for chance in ("removed", "wound", "surge", "power_lost", "charges_drained"):
        assert sum(getattr(odds, chance) for odds in one) / 6 == getattr(perils_odds(9), chance)


def test_effects_are_the_odds_of_the_unit():
    draw = perils.effect_bars()
    for move in some(CONTROLS[perils.effect_bars], 60):
        odds = perils_odds(
            move["leadership"],
            [move["wounds"]] * move["models"],
            feel_no_pain=perils.feels(move["feel_no_pain"]),
            psychic_phase=move["phase"] == "in the psychic phase",
        )
        shown = {row[0]: row[2] for row in draw(**move).table.rows}
        assert shown["lost: removed or last wound"] == str(odds.lost)
        assert shown["no psyker left in the unit"] == str(odds.silenced)
        assert shown["charges are drained"] == str(odds.charges_drained)


def test_curves_by_leadership():
    # Issue 3 and the notebook: leadership 7 to 10, one wound and more.
    draw = perils.lost_by_leadership()
    shown = [[row[2] for row in draw(number).table.rows[:2]] for number in (7, 8, 9, 10)]
    assert shown == [["29/36", "5/72"], ["41/54", "5/108"], ["13/18", "1/36"], ["25/36", "1/72"]]


def test_other_tables_are_what_they_are_called():
    draw = perils.tables_side_by_side()
    for leadership, wounds in itertools.product(LEADERSHIP, (1, 2)):
        lost = {row[0]: row[-1] for row in draw(leadership, wounds).table.rows}
        assert lost["published"] == percent(perils_odds(leadership, wounds).lost)
        assert lost["tests always passed"] == percent(perils_odds(12, wounds).lost)
        assert lost["tests always failed"] == ("100.00%" if wounds == 1 else "16.67%")
        assert lost["always one wound"] == ("100.00%" if wounds == 1 else "0.00%")
    assert perils.TABLES["row 4 removes"].perils_table[3].always == ("removed",)
    assert perils.TABLES["published"] is RULES


def test_game_curve_shows_what_is_left():
    draw = attrition.game_curve()
    for move in some(CONTROLS[attrition.game_curve], 20):
        rows = dict(draw(**move).table.rows)
        pain = perils.feels(move["feel_no_pain"])
        left = wounds_left([move["dice"]] * move["tests"], move["leadership"], 2, feel_no_pain=pain)
        assert rows["still there, 2 wounds"] == percent(1 - left.probability(()))
        calm = (1 - casting_odds(move["dice"], 0).perils) ** move["tests"]
        assert rows["no perils at all"] == percent(calm)


def test_one_wound_is_a_power_of_one_test():
    each = casting_odds(4, 0).perils * perils_odds(9, 1).lost
    assert [attrition.still_there(tests, 4, 9, 1) for tests in range(12)] == [
        (1 - each) ** tests for tests in range(12)
    ]


def test_framed_tests_are_the_most_within_the_risk():
    draw = attrition.risk_map()
    for leadership, wounds, accepted in itertools.product((7, 9, 12), WOUNDS, (1, 10, 50)):
        for dice, most, _ in draw(leadership, wounds, accepted).table.rows:
            risks = [
                1 - attrition.still_there(tests, int(dice), leadership, wounds) for tests in range(1, 11)
            ]
            within = sum(risk <= Fraction(accepted, 100) for risk in risks)
            assert most == {0: "no", 10: "10 or more"}.get(within, str(within))


def test_stars_are_the_dice_that_cast_the_most():
    draw = attrition.dice_that_pay()
    for charge, tests in itertools.product((1, 2, 3), (1, 10, 15)):
        for wounds, row in zip(WOUNDS, draw(charge, tests, 9).table.rows, strict=True):
            means = [powers_cast([dice] * tests, charge, 9, wounds) for dice in range(1, 11)]
            best = means.index(max(means)) + 1
            assert row[1] == f"{best} dice"


@pytest.mark.parametrize("number", range(5))
def test_perils_for_certain_follow_the_table(number):
    lost = perils_odds(9).lost
    assert attrition.after_perils(number, 9, [1]) == (1 - lost) ** number
    assert attrition.after_perils(number, 9, [1] * 4) == 1 - wounds_after(number, 9, [1] * 4).probability(())


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: perils.table_rows()(13), "leadership must be a whole number from 2 to 12, not 13"),
        (lambda: perils.table_rows()(9, "1+"), "feel_no_pain must be one of 'none', '6\\+'"),
        (lambda: perils.effect_bars()(9, 11), "wounds must be a whole number from 1 to 10, not 11"),
        (lambda: perils.effect_bars()(9, 1, 0), "models must be a whole number from 1 to 10, not 0"),
        (lambda: attrition.game_curve()(4, 21, 1, 9), "tests must be a whole number from 0 to 20, not 21"),
        (lambda: attrition.risk_map()(9, 5, 10), "wounds must be a whole number from 1 to 4, not 5"),
        (lambda: attrition.risk_map()(9, 1, 0), "accepted must be a whole number from 1 to 99, not 0"),
        (lambda: attrition.dice_that_pay()(0, 10, 9), "charge must be a whole number from 1 to 5, not 0"),
        (lambda: attrition.brotherhood_curve()(7, 9), "size must be a whole number from 1 to 6, not 7"),
    ],
)
def test_wrong_choices_are_refused_in_one_sentence(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_perils_suffered_are_certain_whatever_the_rule_for_daemonology(monkeypatch):
    milder = replace(wh40k.RULES, daemonology_perils=wh40k.PerilsRule(face=6, count=3))
    monkeypatch.setattr(wh40k, "RULES", milder)
    after_perils = runpy.run_path(attrition.__file__)["after_perils"]
    assert after_perils(1, 9, [1]) == 1 - perils_odds(9, 1).lost
