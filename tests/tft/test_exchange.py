"""Exchanges and battles of wills against the table written out by hand, and the table's own numbers."""

from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from slow_psionics import ATTACKS, COST, DEFENCES, passes, slow_exchange, wills

from psy.tft import (
    RULEBOOK,
    RULES,
    Exchange,
    Psion,
    battle_odds,
    battle_of_wills,
    best_battle_dice,
    exchange,
    menu,
    modes_of,
)

STACKS = replace(RULES, mask_refund_stacks=True)
ALL_ATTACKS = [*ATTACKS, "area blast", "cruel crush"]
ALL_DEFENCES = [*DEFENCES, "wide shield"]
TWELVE = Psion(iq=12, psi=12, pool=20)

stats = st.integers(3, 20)
psions = st.builds(Psion, stats, stats, st.integers(0, 30))


def chances(die):
    return {tuple(outcome): Fraction(weight, die.denominator()) for outcome, weight in die.items()}


@pytest.mark.parametrize("rules", [RULES, STACKS], ids=["refund is the price", "refund stacks"])
@pytest.mark.parametrize(
    "pools", [(20, 20), (12, 6), (13, 7), (10, 5), (6, 3), (7, 8), (2, 1), (1, 2), (0, 0)]
)
@pytest.mark.parametrize(("iqs", "psi"), [((12, 12), 12), ((16, 12), 7), ((9, 14), 4)])
def test_every_cell_equals_the_table_written_out(pools, iqs, psi, rules):
    attacker, defender = Psion(iqs[0], 10, pools[0]), Psion(iqs[1], psi, pools[1])
    cells = 0
    for attack, defence in product(ALL_ATTACKS, ALL_DEFENCES):
        if COST[attack] <= pools[0] and COST[defence] <= pools[1]:
            die = exchange(attack, defence, attacker, defender, rules)
            slow = slow_exchange(attack, defence, attacker, defender, rules is STACKS)
            assert chances(die) == slow, (attack, defence)
            assert all(isinstance(outcome, Exchange) for outcome in die)
            cells += 1
    assert cells > 0


def test_costs_are_those_of_the_source():
    assert {mode.name: mode.cost for mode in (*RULES.attacks, *RULES.defences)} | {"nothing": 0} == COST
    assert [mode.name for mode in menu("attack")] == ATTACKS
    assert [mode.name for mode in menu("defence")] == DEFENCES


def test_every_cell_names_its_place():
    assert len(RULES.cells) == 25
    for cell in RULES.cells:
        assert cell.source == f"table, row {cell.attack.title()}, column {cell.defence.title()}"
        assert cell.words
    assert RULEBOOK.assumed() == ("no_defence", "most_contest_dice", "automatic_margin")


@pytest.mark.parametrize(
    ("attack", "defence", "roll", "modifier"),
    [
        pytest.param("mental stab", "psychic shield", Fraction(1, 6), -2, id="stab on a shield: a 6 at -2"),
        pytest.param("cortex crush", "mask mind", Fraction(1, 3), 0, id="crush on a mask: 5 or more"),
        pytest.param("cruel crush", "mask mind", Fraction(1, 2), 2, id="cruel crush: 4 and one more, at +2"),
        pytest.param("cruel crush", "brain barrier", Fraction(0), 0, id="no roll in that cell"),
    ],
)
def test_brain_damage_rolls(attack, defence, roll, modifier):
    # Post 4, the table and the optional rule of mode 5.
    die = exchange(attack, defence, TWELVE, TWELVE)
    assert sum(die.probability(outcome) for outcome in die if outcome.brain_roll) == roll
    assert {outcome.brain_modifier for outcome in die if outcome.brain_roll} <= {modifier}
    assert all(outcome.brain_modifier == 0 for outcome in die if not outcome.brain_roll)


def test_brain_damage_by_points_lost():
    # A crush for 5 or 6 on a pool of 5, one of them spent on the mask: 4 are there to lose.
    weak = replace(TWELVE, pool=5)
    lost = replace(RULES, brain_roll_judged_by="points lost")
    assert any(outcome.brain_roll for outcome in exchange("cortex crush", "mask mind", TWELVE, weak))
    assert not any(
        outcome.brain_roll for outcome in exchange("cortex crush", "mask mind", TWELVE, weak, lost)
    )


def test_refund_stacks_only_where_the_table_says_so():
    def pools(attack, rules):
        return {outcome.defender_pool for outcome in exchange(attack, "mask mind", TWELVE, TWELVE, rules)}

    assert pools("mental stab", RULES) == {20}
    assert pools("mental stab", STACKS) == {21}
    assert pools("nothing", STACKS) == {20}


@pytest.mark.parametrize("fewer", [0, 1])
@pytest.mark.parametrize("iqs", list(product([6, 9, 12, 14, 16, 20], repeat=2)))
def test_battle_of_wills_equals_convolution(iqs, fewer):
    best = max((wills(*iqs, fewer, dice) for dice in range(1, 11)), key=lambda odds: odds[0] - odds[1])
    assert battle_of_wills(*iqs, fewer)[:2] == best


def test_best_dice_of_battles():
    # The issue: IQ 16 starts against 12; at 14 against 14 on a die fewer nobody can win.
    assert battle_of_wills(16, 12).dice == 4
    assert battle_of_wills(16, 12, fewer=1).dice == 5
    assert battle_of_wills(14, 14, fewer=1)[:2] == (0, 0)
    assert best_battle_dice(14, 14) == tuple(range(1, 11))


def test_fighting_on_shares_out_the_undecided():
    again = replace(RULES, undecided="again")
    battle = battle_of_wills(16, 12, rules=again)
    assert battle.win + battle.lose == 1
    best = max(
        Fraction(win - lose, win + lose)
        for win, lose in (battle_odds(16, 12, dice) for dice in range(1, 11))
        if win + lose
    )
    assert battle.win - battle.lose == best
    assert battle_of_wills(14, 14, fewer=1, rules=again)[:2] == (0, 0)


@settings(max_examples=50, deadline=None)
@given(stats, stats, st.integers(1, 12), st.integers(0, 1))
def test_battle_odds_are_products(starter, other, dice, fewer):
    win, lose = battle_odds(starter, other, dice, fewer)
    assert win == passes(dice, starter) * (1 - passes(dice - fewer, other))
    assert lose == (1 - passes(dice, starter)) * passes(dice - fewer, other)


@settings(max_examples=60, deadline=None)
@given(psions, psions, st.data())
def test_points_are_never_made(attacker, defender, data):
    attack = data.draw(st.sampled_from(modes_of(attacker, "attack")))
    defence = data.draw(st.sampled_from(modes_of(defender, "defence")))
    die = exchange(attack.name, defence.name, attacker, defender)
    for outcome in die:
        assert outcome.attacker_pool >= 0 <= outcome.defender_pool
        assert outcome.attacker_pool + outcome.defender_pool <= attacker.pool + defender.pool


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: Psion(-1, 12, 5), ValueError, "iq must be a whole number from 0 to 200, not -1"),
        (lambda: Psion(12, 12.0, 5), TypeError, "psi must be a whole number from 0 to 200, not 12.0"),
        (lambda: Psion(12, 12, True), TypeError, "pool must be a whole number from 0 to 200, not True"),
        (
            lambda: exchange("mental stab", "nothing", Psion(12, 12, 3), TWELVE),
            ValueError,
            "attack 'mental stab' costs 4, and the pool holds only 3",
        ),
        (
            lambda: exchange("stare", "nothing", TWELVE, TWELVE),
            ValueError,
            "attack must be one of 'psychic blast', 'mind melding', 'dominate ego', 'mental stab', "
            "'cortex crush', 'area blast', 'cruel crush', 'nothing', not 'stare'",
        ),
        (lambda: menu("both"), ValueError, "side must be one of 'attack', 'defence', not 'both'"),
        (lambda: battle_odds(12, 12, 0), ValueError, "dice must be a whole number from 1 to 200, not 0"),
        (
            lambda: battle_of_wills(12, -3),
            ValueError,
            "other_iq must be a whole number from 0 to 200, not -3",
        ),
        (
            lambda: best_battle_dice(12, 12, fewer=11),
            ValueError,
            "fewer must be a whole number from 0 to 10, not 11",
        ),
        (
            lambda: replace(RULES, variants=("mask",)),
            ValueError,
            "variants must be of area blast, cruel crush, wide shield, not ('mask',)",
        ),
        (
            lambda: replace(RULES, cells=RULES.cells[1:]),
            ValueError,
            "cells must hold every attack against every defence once, not [('psychic blast', 'mask mind')]",
        ),
    ],
)
def test_bad_input_is_refused_in_one_sentence(call, error, message):
    with pytest.raises(error) as caught:
        call()
    assert str(caught.value) == message
