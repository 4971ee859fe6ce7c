"""Matchups, best modes and balance: hand-worked cells, proofs by regret, habits, prices, comebacks."""

from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from slow_psionics import ATTACKS, COST, DEFENCES, mean_gap, slow_exchange

from psy.tft import (
    RULES,
    Prices,
    Psion,
    balance,
    best_modes,
    best_reply,
    comeback_cost,
    matchup,
    pairings,
    played_modes,
    swing,
    unused_modes,
)

TWELVE = Psion(iq=12, psi=12, pool=20)
stats = st.integers(6, 18)
psions = st.builds(Psion, stats, stats, st.integers(0, 25))
mixes = st.lists(st.integers(0, 5), min_size=6, max_size=6).filter(any)


def slow_swing(attack, defence, attacker, defender):
    chances = slow_exchange(attack, defence, attacker, defender)
    return mean_gap(chances) - attacker.pool + defender.pool


@pytest.mark.parametrize(
    ("attacker", "defender"),
    [(TWELVE, TWELVE), (Psion(16, 9, 20), Psion(12, 7, 5)), (Psion(9, 9, 5), Psion(14, 14, 2))],
    ids=["equals", "strong against short pool", "weak against shorter pool"],
)
def test_every_swing_equals_the_table_written_out(attacker, defender):
    table = matchup(attacker, defender)
    assert list(table.index) == [name for name in ATTACKS if COST[name] <= attacker.pool]
    assert list(table.columns) == [name for name in DEFENCES if COST[name] <= defender.pool]
    for attack, defence in product(table.index, table.columns):
        assert table.loc[attack, defence] == slow_swing(attack, defence, attacker, defender)
        assert isinstance(table.loc[attack, defence], Fraction)


@pytest.mark.parametrize(
    ("attack", "defence", "expected"),
    [
        # Cost of the attack, cost of the defence, mean damage; all from the table of post 4.
        pytest.param("mind melding", "thought fortress", -1 + 1 + Fraction(9, 2), id="1d+1 on a fortress"),
        pytest.param("mind melding", "psychic shield", -1 - 2 + 2 - 2, id="two points to the shield"),
        pytest.param("cortex crush", "iron will trap", -6 - 5 + 5 - 5, id="five points to the trap"),
        pytest.param("mental stab", "mask mind", -4, id="the mask is free"),
        pytest.param("cortex crush", "brain barrier", -6 + 1 + Fraction(1 + 2, 6), id="1d-4"),
        pytest.param("psychic blast", "brain barrier", -4 + 1 + Fraction(1 + 2 + 3 + 4, 6), id="1d-2"),
        pytest.param(
            "dominate ego", "psychic shield", -2 + 2 + Fraction(1 + 1 + 1 + 2 + 3 + 4, 6), id="1d-2, 1+"
        ),
        pytest.param("dominate ego", "mask mind", -2 + 1 + 1, id="one point, PSI 12 cannot fail two dice"),
        pytest.param("nothing", "iron will trap", 5, id="a trap for nobody"),
    ],
)
def test_swings_by_hand(attack, defence, expected):
    assert swing(attack, defence, TWELVE, TWELVE) == expected


def test_an_empty_pool_can_only_do_nothing():
    empty = replace(TWELVE, pool=0)
    assert matchup(empty, empty).to_dict() == {"nothing": {"nothing": 0}}
    solution = best_modes(empty, empty)
    assert (solution.value, solution.attack_mix, solution.defence_mix) == (0, {"nothing": 1}, {"nothing": 1})


@settings(max_examples=40, deadline=None)
@given(psions, psions)
def test_best_modes_prove_themselves(attacker, defender):
    solution, table = best_modes(attacker, defender), matchup(attacker, defender)
    assert solution.regret == 0
    assert sum(solution.rows) == sum(solution.columns) == 1
    assert solution.attacks == tuple(table.index)
    assert solution.defences == tuple(table.columns)
    for row in table.to_numpy():
        assert sum(row * solution.columns) <= solution.value
    for column in table.to_numpy().T:
        assert sum(column * solution.rows) >= solution.value
    assert not set(solution.dominated_attacks) & set(solution.attack_mix)
    assert not set(solution.dominated_defences) & set(solution.defence_mix)


def test_equals_are_content_to_hide():
    solution = best_modes(TWELVE, TWELVE)
    assert solution.value == 0
    assert solution.defence_mix == {"mask mind": 1}
    assert not solution.unique
    assert solution.dominated_attacks == ("psychic blast", "mental stab", "cortex crush")


def test_prices_count_harm():
    prices = Prices(dx=2, iq=3, brain_roll=Fraction(1, 2), brain_modifier=Fraction(1, 4))
    plain, priced = matchup(TWELVE, TWELVE), matchup(TWELVE, TWELVE, prices=prices)
    gains = (priced - plain).stack()
    # A stab's roll at -2 is worth 1/2 - 2/4 = 0.
    assert gains[("mental stab", "psychic shield")] == 0
    assert gains[("psychic blast", "brain barrier")] == 2
    assert gains[("psychic blast", "iron will trap")] == 3
    assert (
        gains[("cortex crush", "mask mind")] == gains[("cortex crush", "thought fortress")] == Fraction(1, 6)
    )
    assert (gains != 0).sum() == 4


def test_dear_brain_damage_brings_the_cruel_crush():
    rules = replace(RULES, variants=("cruel crush",))
    assert "cruel crush" not in best_modes(TWELVE, TWELVE, rules).attack_mix
    eager = best_modes(TWELVE, TWELVE, rules, Prices(brain_roll=20, brain_modifier=20))
    assert "cruel crush" in eager.attack_mix


@settings(max_examples=30, deadline=None)
@given(mixes, st.sampled_from(["attack", "defence"]))
def test_a_habit_never_pays(weights, side):
    names = DEFENCES if side == "attack" else ATTACKS
    habit = {name: Fraction(weight, sum(weights)) for name, weight in zip(names, weights, strict=True)}
    reply = best_reply(side, habit, TWELVE, TWELVE)
    table, value = matchup(TWELVE, TWELVE), best_modes(TWELVE, TWELVE).value
    if side == "attack":
        worths = {attack: sum(table.loc[attack, name] * habit[name] for name in names) for attack in ATTACKS}
        best = max(worths.values())
    else:
        worths = {d: sum(table.loc[name, d] * habit[name] for name in names) for d in DEFENCES}
        best = min(worths.values())
    assert reply.value == best
    assert reply.modes == tuple(name for name, worth in worths.items() if worth == best)
    assert reply.gain == abs(best - value)
    assert reply.gain >= 0


def test_no_gain_against_the_equilibrium_itself():
    solution = best_modes(Psion(16, 12, 9), Psion(10, 8, 12))
    who = Psion(16, 12, 9), Psion(10, 8, 12)
    assert best_reply("attack", solution.defence_mix, *who).gain == 0
    assert best_reply("defence", solution.attack_mix, *who).gain == 0


def test_unused_modes_and_their_comebacks():
    pairs = [(TWELVE, TWELVE), (Psion(16, 12, 20), Psion(8, 8, 20))]
    assert set(unused_modes("attack", pairs)) | set(played_modes("attack", pairs)) == set(ATTACKS)
    for side, names in (("attack", ATTACKS), ("defence", DEFENCES)):
        for name in unused_modes(side, pairs):
            assert all(name not in balance._played(side, *pair, RULES, Prices()) for pair in pairs)
            for pair in pairs:
                solution = best_modes(*pair)
                assert name not in (solution.attack_mix if side == "attack" else solution.defence_mix)
        assert set(names) >= set(played_modes(side, pairs))


@pytest.mark.parametrize(("name", "cost"), [("cortex crush", 4), ("dominate ego", 2), ("mental stab", 0)])
def test_comeback_cost_is_the_first_that_works(name, cost):
    pairs = [(TWELVE, TWELVE)]
    assert comeback_cost("attack", name, pairs) == cost
    for price in range(COST[name], cost - 1, -1):
        modes = tuple(replace(m, cost=price) if m.name == name else m for m in RULES.attacks)
        rules = replace(RULES, attacks=modes)
        assert (name in played_modes("attack", pairs, rules)) is (price == cost)


def test_pairings_vary_what_matters():
    grid = pairings(iqs=[8, 12], psis=[9, 10, 11], pools=[5, 6])
    assert len(grid) == len(set(grid)) == 4 * 12
    assert {attacker.psi for attacker, _ in grid} == {9}


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: Prices(dx=0.5), TypeError, "dx must be an integer or a Fraction, not 0.5"),
        (
            lambda: best_reply("attack", {"mask mind": Fraction(1, 2)}, TWELVE, TWELVE),
            ValueError,
            "habit must have chances that sum to 1, not 1/2",
        ),
        (
            lambda: best_reply("defence", {"nothing": -1}, TWELVE, TWELVE),
            ValueError,
            "habit must be an integer or a Fraction at least 0, not -1",
        ),
        (
            lambda: best_reply("defence", {"mental stab": 1}, replace(TWELVE, pool=2), TWELVE),
            ValueError,
            "habit must be one of 'mind melding', 'dominate ego', 'nothing', not 'mental stab'",
        ),
        (
            lambda: best_reply("both", {}, TWELVE, TWELVE),
            ValueError,
            "side must be one of 'attack', 'defence', not 'both'",
        ),
        (
            lambda: comeback_cost("attack", "area blast", []),
            ValueError,
            "name must be one of 'psychic blast', 'mind melding', 'dominate ego', 'mental stab', "
            "'cortex crush', 'nothing', not 'area blast'",
        ),
    ],
)
def test_bad_input_is_refused_in_one_sentence(call, error, message):
    with pytest.raises(error) as caught:
        call()
    assert str(caught.value) == message
