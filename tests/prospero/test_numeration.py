"""The phase against a plain recursion, its simulator, and the properties that the rules give it."""

from dataclasses import replace
from fractions import Fraction
from math import sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.plain_numeration import plain_numeration
from psy.prospero import (
    RULES,
    Coven,
    FirstMove,
    Policy,
    Table,
    WarpDeck,
    WillDeck,
    assumptions,
    choice_table,
    numeration,
    other_taken,
    outlook,
    simulate_numeration,
)
from psy.prospero.rules import WARP_CARDS, WILL_CARDS, OwnPoints
from psy.study import vary

points = st.integers(0, 1)
rule_sets = st.builds(
    lambda tide, defiant, unbreakable, ties, swap, model, reveals, first: replace(
        RULES,
        own_points=OwnPoints(tide, defiant, unbreakable),
        ties=ties,
        swap_worth=swap,
        model_worth=model,
        reveals=reveals,
        first_to_reveal=first,
    ),
    points,
    points,
    points,
    st.sampled_from(["cast", "repelled"]),
    points,
    points,
    st.integers(1, 3),
    st.sampled_from(["traitor", "loyalist"]),
)


def decks(cards, most):
    return st.lists(st.sampled_from(cards), max_size=most).map(
        lambda drawn: {card: drawn.count(card) for card in set(drawn)}
    )


tables = st.booleans().flatmap(
    lambda sisters: st.tuples(
        st.builds(Table, st.booleans(), st.just(sisters)),
        st.lists(
            st.builds(Coven, st.integers(1, 3), st.booleans(), st.booleans() if sisters else st.just(False)),
            min_size=1,
            max_size=2,
        ),
    )
)
values = st.lists(st.integers(0, 3), max_size=3)


@settings(max_examples=60, deadline=None, derandomize=True)
@given(decks(WARP_CARDS, 5), decks(WILL_CARDS, 5), values, tables, rule_sets, st.integers(0, 3))
def test_both_solvers_equal_a_plain_recursion(warp, will, worths, board, rules, attempts):
    table, covens = board
    plain = plain_numeration(warp, will, worths, covens, table, rules, attempts)
    arguments = (warp, will, worths, covens, table, rules, attempts)
    assert numeration(*arguments, exact=True).value == plain
    assert numeration(*arguments, exact=False).value == pytest.approx(float(plain), abs=1e-9)


@pytest.mark.parametrize(
    ("warp", "will", "coven", "table"),
    [
        pytest.param(
            {"flood": 1, "tide": 1, "siphon": 1, "mastery": 3, "vortex": 1},
            {"unbreakable": 1, "unbending": 2, "emperor": 2, "test": 2},
            Coven(2),
            Table(),
            id="seven cards a side",
        ),
        pytest.param(
            {"vortex": 3, "channelling": 4},
            {"test": 4, "silence": 4},
            Coven(3),
            Table(sisters=True),
            id="two kinds",
        ),
    ],
)
@pytest.mark.parametrize("worths", [[1, 1, 1], [3, 2, 1]], ids=["equal powers", "different powers"])
def test_larger_decks_equal_a_plain_recursion(warp, will, coven, table, worths):
    plain = plain_numeration(warp, will, worths, [coven], table, RULES, 3)
    assert numeration(warp, will, worths, coven, table, exact=True).value == plain
    assert numeration(warp, will, worths, coven, table, exact=False).value == pytest.approx(
        float(plain), abs=1e-9
    )


def test_default_decks():
    # Solved once in fractions (16 seconds): the float is the nearest to it.
    plan = numeration(WarpDeck(), WillDeck(), [1] * 5, Coven(3))
    assert not plan.exact
    assert plan.value == pytest.approx(float(Fraction(962442011997563, 623324782080000)), abs=1e-9)
    assert plan.first_moves == {FirstMove(power, 0) for power in range(5)}


@pytest.mark.parametrize(
    "policy",
    [
        pytest.param(Policy("one", "one", "one", "one", "one", "given"), id="one point always"),
        pytest.param(Policy("other", "other", "one", "other", "one", "given"), id="draws on the warp"),
    ],
)
def test_a_fixed_policy_is_exact_on_default_decks(policy):
    plan = numeration(WarpDeck(), WillDeck(), [3, 2, 1], Coven(3), policy=policy)
    assert plan.exact
    assert sum(one.cast * worth for one, worth in zip(outlook(plan), [3, 2, 1], strict=True)) == plan.value


def test_best_play_is_best_against_fixed_habits():
    habits = ["one", "other", "behind"]
    arguments = (WarpDeck(), WillDeck(), [1, 1, 1], Coven(2))
    best = numeration(*arguments).value
    for habit in habits:
        traitor = Policy(insights=habit, siphon=habit, vortex=habit)
        loyalist = Policy(unbending=habit, test=habit)
        assert numeration(*arguments, policy=traitor).value <= best + 1e-9
        assert numeration(*arguments, policy=loyalist).value >= best - 1e-9


def test_first_moves_name_every_best_power():
    warp, will = {"mastery": 6}, {"emperor": 6}
    plan = numeration(warp, will, {"inferno": 2, "shield": 1, "storm": 2}, Coven(1), attempts=1)
    assert plan.first_moves == {FirstMove("inferno", 0), FirstMove("storm", 0)}
    assert numeration(warp, will, {}, Coven(1)).first_moves == frozenset()
    assert numeration(warp, will, [1], Coven(1), attempts=0).value == 0
    # Only a coven with a Terminator passes two Custodes' worth of will.
    two = numeration(
        {"mastery": 3}, {"emperor": 3}, [1], [Coven(4), Coven(1, elite=True)], Table(custodes=True)
    )
    assert (two.value, two.first_moves) == (1, {FirstMove(0, 1)})


def test_a_drawing_card_without_points_is_worth_nothing():
    small = numeration({"mastery": 4, "vortex": 2}, {"emperor": 4, "test": 2}, [1, 1], Coven(2), exact=True)
    more = {"mastery": 4, "vortex": 2, "tide": 5}, {"emperor": 4, "test": 2, "defiant": 3}
    assert numeration(*more, [1, 1], Coven(2), exact=True).value == small.value


@pytest.mark.parametrize(
    "change",
    [
        pytest.param({"rules": replace(RULES, ties="repelled")}, id="ties repelled"),
        pytest.param({"table": Table(custodes=True)}, id="custodes"),
        pytest.param({"coven": Coven(1)}, id="a small coven"),
        pytest.param({"attempts": 1}, id="one attempt"),
    ],
)
def test_what_helps_the_loyalist_lowers_the_value(change):
    usual = {"warp": RULES.warp_deck, "will": RULES.will_deck, "values": [1] * 5, "coven": Coven(3)}
    assert numeration(**usual | change).value < numeration(**usual).value


SIMULATED = {
    "default decks": {"values": [1] * 5, "coven": Coven(3)},
    "a price on models and swaps": {
        "values": [4, 2],
        "coven": [Coven(1), Coven(2, elite=True, near_sisters=True)],
        "table": Table(sisters=True),
        "rules": replace(RULES, model_worth=1, swap_worth=1),
        "attempts": 1,
    },
    "drawn cards with points": {
        "values": [2, 1],
        "coven": Coven(2),
        "rules": replace(RULES, own_points=OwnPoints(1, 0, 1)),
        "attempts": 2,
        "policy": Policy("one", "behind", "behind", "behind", "behind"),
    },
    "the loyalist first": {
        "values": [1, 1],
        "coven": Coven(3),
        "rules": replace(RULES, first_to_reveal="loyalist"),
    },
}


@pytest.mark.parametrize("case", SIMULATED.values(), ids=SIMULATED)
def test_simulator_agrees_with_the_plan(case):
    # Three means for each of four cases, each within 5 standard errors: a false alarm once in 100,000 runs.
    plan = numeration(WarpDeck(), WillDeck(), exact=False, **case)
    trials = 50_000
    seen = simulate_numeration(plan, trials, 11)
    ahead = outlook(plan)
    made = float(sum(one.made for one in ahead))
    cast = float(sum(one.cast for one in ahead))
    for array, mean in ((seen.worth, plan.value), (seen.attempts, made), (seen.cast, cast)):
        assert abs(array.mean() - mean) <= 5 * array.std() / sqrt(trials) + 1e-12
    again = simulate_numeration(plan, 1000, 11), simulate_numeration(plan, 1000, 11)
    assert (again[0].worth == again[1].worth).all()


def test_assumptions_keep_the_decks_whole():
    moves = assumptions()
    for name, ways in moves.items():
        for changes in ways.values():
            rules = vary(RULES, changes)
            assert rules != RULES, name
            assert sum(rules.warp_deck.values()) == sum(rules.will_deck.values()) == 18
    # Neither card brings points, and another follows at once: the deck plays as without it.
    assert moves["warp: tide"].keys() == {"one fewer", "one more"}
    assert "warp: mastery" not in moves, "exchanged with the tide already"
    assert assumptions(replace(RULES, ties="repelled"))["a tie"] == {"cast": {"ties": "cast"}}
    assert assumptions(power=4)["worth of a model"]["half a power more"] == {"model_worth": 2}


def test_each_first_move_is_worth_what_it_alone_brings_in_the_last_attempt():
    # Without a test that gives one more attempt nothing comes after the only one.
    warp, will = {"vortex": 2, "channelling": 2, "siphon": 1}, {"silence": 2, "emperor": 2, "unbending": 1}
    covens, table = [Coven(1), Coven(3)], Table(sisters=True)
    hand = {"storm": {"wolves": 3, "sisters": 3}, "shield": 2, "fire": 1}
    plan = numeration(warp, will, hand, covens, table, attempts=1)
    assert plan.exact
    assert {(move.power, move.coven, move.target): worth for move, worth in plan.move_worths.items()} == {
        (power, place, target): numeration(warp, will, {power: worth}, coven, table, attempts=1).value
        for power, worth in hand.items()
        for place, coven in enumerate(covens)
        for target in (worth if isinstance(worth, dict) else [""])
    }
    best = [move for move, worth in plan.move_worths.items() if worth == plan.value]
    assert plan.first_moves == frozenset(best) != frozenset(plan.move_worths)


def test_other_options_taken_by_their_chance():
    plan = numeration(
        {"vortex": 2, "siphon": 1, "mastery": 3}, {"test": 2, "unbending": 1, "emperor": 2}, [1, 1], Coven(2)
    )
    table = choice_table(plan)
    for card, share in other_taken(plan).items():
        mine = [row for row in table.itertuples() if card in row.card.split(", ")]
        assert share == pytest.approx(sum(r.chance * r.other for r in mine) / sum(r.chance for r in mine))
    assert other_taken(numeration({"mastery": 3}, {}, [1], Coven(1))) == {}


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (
            lambda: numeration({}, {}, [-1], Coven(1)),
            ValueError,
            "values[0] must be an integer or a Fraction at least 0, not -1",
        ),
        (
            lambda: numeration({}, {}, {"inferno": 0.5}, Coven(1)),
            TypeError,
            "values['inferno'] must be an integer or a Fraction at least 0, not 0.5",
        ),
        (
            lambda: numeration({}, {}, "five", Coven(1)),
            TypeError,
            "values must be a sequence or a mapping of power to worth, not 'five'",
        ),
        (
            lambda: numeration({}, {}, [1], Coven(1), attempts=-1),
            ValueError,
            "attempts must be a whole number from 0 to 100, not -1",
        ),
        (
            lambda: Policy(test="three"),
            ValueError,
            "test = 'three': must be one of 'best', 'one', 'other', 'behind'",
        ),
        (
            lambda: simulate_numeration(numeration({}, {}, [1], Coven(1)), -1, 1),
            ValueError,
            "trials must be a whole number from 0 to 100000000, not -1",
        ),
        (
            lambda: numeration(
                dict.fromkeys(WARP_CARDS, 20), dict.fromkeys(WILL_CARDS, 20), range(9), Coven(4)
            ),
            ValueError,
            "the warp deck leaves 7,973,721 different rests, at most 50,000 can be told apart",
        ),
    ],
)
def test_bad_input_is_refused_in_one_sentence(call, error, message):
    with pytest.raises(error) as caught:
        call()
    assert str(caught.value) == message
