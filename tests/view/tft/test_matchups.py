"""The pictures of one exchange: their numbers are those of `psy.tft`, and of its rules."""

from dataclasses import replace
from fractions import Fraction

import pytest
from charts import numbers, settings, the

from psy.exact import solve_matrix
from psy.study.examples import worked_example
from psy.study.measures.tft import attack_played, attack_share, exchange_value
from psy.tft import (
    RULES,
    Prices,
    best_modes,
    best_reply,
    comeback_cost,
    exchange,
    matchup,
    remedy,
    with_cost,
)
from psy.tft.readings import READINGS
from psy.view import decimal, percent, share
from psy.view.marks import Cells
from psy.view.tft import matchups
from psy.view.tft.matchups import ATTACKS, DEFENCES, EQUALS, FIRST, PAIRS
from psy.view.tft.words import psions


@pytest.mark.parametrize("pair", PAIRS)
def test_the_whole_table_is_the_matchup_and_its_solution(pair):
    table = matchup(*psions(PAIRS[pair]))
    game = solve_matrix(table.values.tolist())
    chart = matchups.whole_table(pair)
    shown = numbers(the(Cells, chart))
    for row, attack in zip(shown, ATTACKS, strict=True):
        for swing, defence in zip(row, DEFENCES, strict=True):
            affordable = attack in table.index and defence in table.columns
            assert swing == (table.loc[attack, defence] if affordable else None)
    assert f"Worth {decimal(game.value)} points" in chart.sentence
    sides = (
        (chart.panels[0].up, table.index, game.rows),
        (chart.panels[0].across, table.columns, game.columns),
    )
    for axis, names, mix in sides:
        labels = dict(label.rpartition(": ")[::2] for label in axis.names if ": " in label)
        played = {name: share(part) for name, part in zip(names, mix, strict=True) if part}
        assert {name.rpartition(" ")[0]: words for name, words in labels.items()} == played


@pytest.mark.parametrize("setting", settings(matchups.one_cell, 15), ids=str)
def test_a_cell_has_the_swings_of_the_exchange(setting):
    attacker, defender = psions(
        PAIRS[setting["pair"]] if isinstance(setting["pair"], str) else setting["pair"]
    )
    names = setting["attack"], setting["defence"]
    table = matchup(attacker, defender)
    if names[0] not in table.index or names[1] not in table.columns:
        with pytest.raises(ValueError, match="costs more than the points"):
            matchups.one_cell(**setting)
        return
    chart = matchups.one_cell(**setting)
    found = {}
    die = exchange(*names, attacker, defender)
    for outcome, weight in die.items():
        swing = outcome.attacker_pool - attacker.pool - outcome.defender_pool + defender.pool
        found[swing] = found.get(swing, 0) + Fraction(weight, die.denominator())
    assert {swing: chance for swing, chance in numbers(chart.named("")).items() if chance} == found
    mean = sum(swing * chance for swing, chance in found.items())
    assert mean == table.loc[names]
    assert decimal(mean) in chart.sentence


@pytest.mark.parametrize("pair", list(PAIRS)[:4])
def test_a_habit_gives_away_what_its_best_reply_gains(pair):
    chart = matchups.habits(pair)
    for name, replies, gives, _ in chart.table.rows:
        side, _, mode = name.partition(": ")
        reply = best_reply("defence" if side == "attack" else "attack", {mode: 1}, *psions(PAIRS[pair]))
        assert (replies, gives) == (" or ".join(reply.modes), decimal(reply.gain))
    bars = [size for panel in chart.panels for size in panel.marks[0].size]
    assert [decimal(size) for size in bars] == [row[2] for row in chart.table.rows]


def test_prices_of_harm_move_the_mixes():
    for dx, iq, brain in ((0, 0, 5), (10, 10, 10), (0, 10, 0)):
        best = best_modes(*psions(EQUALS), prices=Prices(dx=dx, iq=iq, brain_roll=brain))
        chart = matchups.harm_prices(dx, iq, brain)
        for panel, names, mix in zip(
            chart.panels, (ATTACKS, DEFENCES), (best.attack_mix, best.defence_mix), strict=True
        ):
            assert list(panel.named("with prices").size) == [mix.get(name, 0) for name in names]
        assert f"Worth {decimal(best.value)} points" in chart.sentence


def test_a_remedy_says_who_gains_and_what_else_moves():
    # The golden numbers: a mask that is not paid back and a stab for 3 bring the stab in at 1.9%; a
    # mask for 3 drives the mask out, and the attacker gains 29/42 of a point.
    mask = replace(RULES.defences[0], refunded=False)
    stab = tuple(replace(mode, cost=3) if mode.name == "mental stab" else mode for mode in RULES.attacks)
    rules = replace(RULES, attacks=stab, defences=(mask, *RULES.defences[1:]))
    chart = matchups.repriced("mental stab", 3, "never", EQUALS)
    best = best_modes(*psions(EQUALS), rules)
    assert chart.panels[0].named("changed").size == tuple(best.attack_mix.get(name, 0) for name in ATTACKS)
    assert percent(best.attack_mix["mental stab"], 1) == "1.9%"
    assert f"gains {decimal(best.value)} points" in chart.sentence
    assert "Mental stab has 1.93%" in chart.sentence
    chart = matchups.repriced("mask mind", 3, "never", EQUALS)
    assert "The attacker gains 0.69 points" in chart.sentence
    assert "mask mind leaves" in chart.sentence
    assert "Nobody gains" in matchups.repriced("psychic blast", 1, "as it is", FIRST).sentence


def test_pages_11_and_13_agree_on_prices():
    both, variants = psions(EQUALS), worked_example("mental_stab").variants
    settings = {
        "stab for 2": ("mental stab", 2, "as it is"),
        "stab for nothing": ("mental stab", 0, "as it is"),
        "mask is paid for": ("mask mind", 3, "never"),
    }
    for name, setting in settings.items():
        chart, rules = matchups.repriced(*setting, EQUALS), variants[name]
        found, gain = remedy(*both, rules), exchange_value(rules=rules) - exchange_value()
        assert (f"gains {decimal(gain)} points" if gain else "Nobody gains") in chart.sentence
        assert all(mode in chart.sentence for mode in found.entered + found.left)
        share = dict(zip(ATTACKS, chart.panels[0].named("changed").size, strict=True))["mental stab"]
        assert share == attack_share(rules=rules)
    price = comeback_cost("attack", "mental stab", [both])
    assert [
        cost for cost in range(5) if attack_played(rules=with_cost(RULES, "attack", "mental stab", cost))
    ] == [price]


def test_how_far_the_worth_hangs_on_what_is_assumed():
    chart = matchups.assumed_values(FIRST)
    shown = dict(zip(chart.panels[0].up.names, chart.panels[0].marks[0].size, strict=True))
    # The golden numbers: 0.203 with a die, 0.117 with two points, 0 with one.
    assert [decimal(shown[f"{name}"], 3) for name in ("as read here", "no defence: 2 points")] == [
        "0.203",
        "0.117",
    ]
    assert shown["no defence: 1 point"] == 0
    for name, value in shown.items():
        assert value == best_modes(*psions(FIRST), READINGS[name]).value
    assert f"of {len(READINGS) - 1} other readings" in chart.sentence.lower()


def test_one_psion_alone_is_refused():
    with pytest.raises(ValueError, match="psions must have two rows, the attacker and the defender, not 1"):
        matchups.habits(((12, 12, 20),))
