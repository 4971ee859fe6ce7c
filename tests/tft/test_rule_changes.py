"""Rules that somebody changed: no defence, values at their ends, areas, remedies, what is assumed."""

from dataclasses import replace
from fractions import Fraction
from functools import partial

import pytest
from slow_psionics import slow_exchange

from psy.study import compare, one_at_a_time, vary
from psy.study.measures.tft import unequal_exchange_value
from psy.tft import (
    RULES,
    Prices,
    Psion,
    area_damage,
    area_use,
    assumed_variants,
    best_modes,
    cheaper_from,
    comeback_cost,
    duel,
    exact_duel,
    exchange,
    modes_of,
    pairings,
    remedy,
    swing,
    table_cells,
    unused_modes,
)
from psy.tft.rules import Undefended

TWELVE, STRONG, WEAK = Psion(12, 12, 20), Psion(16, 8, 20), Psion(10, 8, 20)
EMPTY = Psion(12, 12, 0)
CHANGES = [
    {"variants": ("cruel crush",)},
    {"variants": ("cruel crush", "area blast", "wide shield")},
    {"attacks.mental stab.cost": 2},
    {"attacks.mind melding.cost": 2},
    {"attacks.mental stab.cost": 0},
    {"defences.mask mind.cost": 2},
    {"defences.iron will trap.cost": 2},
    {"mask_refund_stacks": True},
    {"brain_roll_judged_by": "points lost"},
    {"undecided": "again"},
    {"automatic": True},
    {"most_contest_dice": 1},
    {"most_contest_dice": 100},
    {"penalty_turns": 0},
    *({f"no_defence.{mode.name}.dice": 2} for mode in RULES.attacks if not mode.of),
    *({f"cells.{place}.attacker_pays": 200} for place in range(25)),
    {"cells.5.damage.dice": 20},
    {"cells.11.contest.fewer": 3},
    {"cells.14.contest.pays": 200},
]


@pytest.mark.parametrize("changes", CHANGES, ids=str)
def test_every_changed_rule_is_played(changes):
    rules = vary(RULES, changes)
    first, second = Psion(13, 8, 6), Psion(11, 8, 4)
    best = best_modes(STRONG, WEAK, rules)
    assert best.regret == 0
    solved = duel(first, second, 2, rules)
    assert abs(solved.value - float(exact_duel(first, second, 2, rules))) <= solved.error + 1e-14
    outlook = solved.outlook()
    assert outlook.win - outlook.lose == pytest.approx(solved.value, abs=1e-9)
    assert len(table_cells(STRONG, WEAK, rules)) >= 25


def test_no_defence_decides_how_strong_the_strong_are():
    # The issue: 0.203 with a die, 0.117 with 2 points, 0 with 1.
    variants = assumed_variants()
    values = {name: best_modes(STRONG, WEAK, rules).value for name, rules in variants.items()}
    assert best_modes(STRONG, WEAK).value == Fraction(9692, 47777)
    assert round(float(values["no defence: 2 points"]), 3) == 0.117
    assert values["no defence: 1 point"] == 0
    assert RULES not in variants.values()
    table = compare({"published": RULES, **variants}, [unequal_exchange_value], cache=False, jobs=1)
    assert dict(zip(table.variant, table.value, strict=True)) == {"published": Fraction(9692, 47777)} | values


def test_an_assumed_value_is_moved_by_a_study():
    table = one_at_a_time(
        partial(unequal_exchange_value, attacker_iq=14),
        most_contest_dice=[1, 3],
        **{"no_defence.dominate ego.dice": [0]},
        cache=False,
        jobs=1,
    )
    for row in table.itertuples():
        assert (
            row.value == best_modes(replace(STRONG, iq=14), WEAK, vary(RULES, {row.input: row.setting})).value
        )


def test_no_defence_by_attack():
    # A stab that does 3 points to whoever does nothing; all else as it was.
    rules = vary(RULES, {"no_defence.mental stab": {"dice": 0, "plus": 3}})
    assert swing("mental stab", "nothing", TWELVE, TWELVE, rules) == 3 - 4
    assert swing("cortex crush", "nothing", TWELVE, TWELVE, rules) == Fraction(7, 2) - 6


@pytest.mark.parametrize(
    "attack", ["psychic blast", "area blast", "mind melding", "dominate ego", "cruel crush"]
)
def test_only_the_blast_reaches_minds_without_a_pool(attack):
    die = exchange(attack, "nothing", TWELVE, EMPTY)
    chances = {tuple(outcome): Fraction(weight, die.denominator()) for outcome, weight in die.items()}
    slow = {}
    for outcome, chance in slow_exchange(attack, "nothing", TWELVE, EMPTY).items():
        slow[outcome] = slow.get(outcome, 0) + chance
    assert chances == slow
    hurt = sum(chance * outcome[-1] for outcome, chance in chances.items())
    assert hurt == (Fraction(7, 2) if "blast" in attack else 0)
    worth = swing(attack, "nothing", TWELVE, EMPTY, prices=Prices(figure_damage=2))
    cost = next(mode.cost for mode in RULES.attacks if mode.name == attack)
    assert worth == 2 * hurt - cost


def test_an_empty_pool_chooses_nothing_even_where_a_mode_is_free():
    free = vary(RULES, {"attacks.mental stab.cost": 0, "defences.mask mind.cost": 0})
    assert [mode.name for mode in modes_of(EMPTY, "attack", free)] == ["nothing"]
    assert [mode.name for mode in modes_of(EMPTY, "defence", free)] == ["nothing"]


def test_points_that_cannot_be_paid_do_not_make_a_duel_too_large():
    rules = vary(RULES, {"cells.8.attacker_pays": 200})
    assert duel(Psion(12, 12, 12), Psion(12, 12, 12), 20, rules).values.shape == (21, 13, 13)


def test_the_cells_of_the_table():
    cells = table_cells(TWELVE, TWELVE)
    assert [(cell.attack, cell.defence) for cell in cells] == [(c.attack, c.defence) for c in RULES.cells]
    costs = {mode.name: mode.cost for mode in (*RULES.attacks, *RULES.defences)}
    for cell in cells:
        assert (cell.attack_cost, cell.defence_cost) == (costs[cell.attack], costs[cell.defence])
        assert cell.swing == swing(cell.attack, cell.defence, TWELVE, TWELVE) == cell.swings.mean()
        slow = {}
        for outcome, chance in slow_exchange(cell.attack, cell.defence, TWELVE, TWELVE).items():
            slow[outcome[0] - outcome[1]] = slow.get(outcome[0] - outcome[1], 0) + chance
        assert {gap: cell.swings.probability(gap) for gap in cell.swings if cell.swings.quantity(gap)} == slow
        assert (cell.dice > 0) == (
            cell.attack == "dominate ego" and cell.defence in ("brain barrier", "iron will trap")
        )
    assert len(table_cells(TWELVE, Psion(12, 12, 1))) == 15


def test_a_price_of_a_penalty_to_dx_is_counted_once():
    plain = swing("psychic blast", "brain barrier", TWELVE, TWELVE)
    assert swing("psychic blast", "brain barrier", TWELVE, TWELVE, prices=Prices(dx=1)) == plain + 1


def test_when_an_area_is_worth_its_cost():
    assert (cheaper_from("area blast"), cheaper_from("wide shield")) == (4, 2)
    assert area_use("area blast", 3) == (12, 12)
    assert cheaper_from("area blast", vary(RULES, {"attacks.area blast.cost": 28})) is None
    assert cheaper_from("area blast", vary(RULES, {"attacks.area blast.cost": 27})) == 7
    crowd = [(replace(TWELVE, pool=9), "brain barrier"), (EMPTY, "nothing"), (TWELVE, "iron will trap")]
    lost, hurt = area_damage("area blast", TWELVE, crowd)
    assert (lost, hurt) == (1 + Fraction(10, 6) + 5 + Fraction(15, 6), Fraction(7, 2))
    with pytest.raises(ValueError, match=r"^figures must be a whole number from 0 to 7, not 8$"):
        area_use("area blast", 8)
    with pytest.raises(
        ValueError, match=r"^name must be one of 'area blast', 'wide shield', not 'mental stab'$"
    ):
        cheaper_from("mental stab")


def test_the_remedy_for_a_dead_mode_is_costed():
    # The issue: a mask for 1 without refund and a stab for 3 bring the stab in at 1.9%.
    paid = {"defences.mask mind.refunded": False}
    found = remedy(TWELVE, TWELVE, vary(RULES, paid | {"attacks.mental stab.cost": 3}))
    assert round(float(found.after.attack_mix["mental stab"]), 3) == 0.019
    assert "mental stab" in found.entered
    assert "mask mind" not in found.left
    assert found.gain == found.after.value > 0
    # A mask for 3 drives the mask out, and brings no stab in.
    found = remedy(TWELVE, TWELVE, vary(RULES, paid | {"defences.mask mind.cost": 3}))
    assert found.left == ("mask mind",)
    assert "mental stab" not in found.entered
    assert remedy(TWELVE, TWELVE, RULES).entered == remedy(TWELVE, TWELVE, RULES).left == ()


def test_default_pairings_and_a_mode_that_no_cost_brings_back():
    assert pairings()[0] == (Psion(8, 8, 6), Psion(8, 8, 6))
    assert pairings()[-1] == (Psion(16, 8, 20), Psion(16, 14, 20))
    assert len(pairings()) == len(set(pairings())) == 6 * 12
    poor = [(Psion(12, 12, 0), Psion(12, 12, 3))]
    assert comeback_cost("attack", "mental stab", poor) is None
    assert "mental stab" in unused_modes("attack", poor)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        (
            {"no_defence": RULES.no_defence[1:]},
            "no_defence must hold every attack once, not ['psychic blast']",
        ),
        (
            {"no_defence": (*RULES.no_defence, Undefended("stare", 1))},
            "no_defence must hold every attack once, not ['stare']",
        ),
        (
            {"attacks": (*RULES.attacks, replace(RULES.attacks[5], name="burst", of="storm"))},
            "attacks must be forms of another attack, not burst",
        ),
        (
            {"attacks": (*RULES.attacks, RULES.attacks[5])},
            "attacks must have names of their own, not ['psychic blast', 'mind melding', 'dominate ego', "
            "'mental stab', 'cortex crush', 'area blast', 'cruel crush', 'area blast']",
        ),
        (
            {
                "most_contest_dice": 1,
                "cells": tuple(
                    replace(cell, contest=replace(cell.contest, fewer=2)) if cell.contest else cell
                    for cell in RULES.cells
                ),
            },
            "most_contest_dice must be at least 2, which a cell takes off, not 1",
        ),
    ],
)
def test_rules_that_do_not_fit_together_are_refused(changes, message):
    with pytest.raises(ValueError, match=r"\S") as caught:
        replace(RULES, **changes)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: best_modes(TWELVE, TWELVE, rules={}), "rules must be a Rules (of psy.tft.rules), not {}"),
        (lambda: best_modes("me", TWELVE), "attacker must be a Psion (of psy.tft.rules), not 'me'"),
        (lambda: duel(TWELVE, None), "second must be a Psion (of psy.tft.rules), not None"),
        (lambda: exact_duel(1, TWELVE, 1), "first must be a Psion (of psy.tft.rules), not 1"),
        (
            lambda: exchange("nothing", "nothing", 3, TWELVE),
            "attacker must be a Psion (of psy.tft.rules), not 3",
        ),
        (
            lambda: swing("nothing", "nothing", TWELVE, TWELVE, "x"),
            "rules must be a Rules (of psy.tft.rules), not 'x'",
        ),
        (
            lambda: area_damage("area blast", TWELVE, 3),
            "targets must be a list of psions with their defences, not 3",
        ),
    ],
)
def test_objects_of_the_wrong_kind_are_refused(call, message):
    with pytest.raises(TypeError) as caught:
        call()
    assert str(caught.value) == message


def test_dice_of_a_battle_may_be_given():
    found = exchange("dominate ego", "brain barrier", STRONG, WEAK, dice=3)
    assert found != exchange("dominate ego", "brain barrier", STRONG, WEAK)
    with pytest.raises(ValueError, match=r"^dice must be one of 1, 2, .* 10, not 11$"):
        exchange("dominate ego", "brain barrier", STRONG, WEAK, dice=11)
    with pytest.raises(ValueError, match=r"^dice must be None, as there is no battle, not 3$"):
        exchange("mental stab", "brain barrier", STRONG, WEAK, dice=3)
