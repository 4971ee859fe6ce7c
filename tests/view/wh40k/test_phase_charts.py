"""The pictures of a psychic phase: boxes, maps and bars hold what psy.wh40k finds for powers made by hand."""

from fractions import Fraction

import pytest
from charts import numbers, settings, the

from psy.view.marks import Bars, Boxes, Cells
from psy.view.wh40k import phase
from psy.wh40k import STOP, Move, PhaseState, Power, deny, plan_phase, policy_value, visits
from psy.wh40k.sample_powers import EXAMPLES

FOUR = [Power("haste", 1, 1), Power("veil", 1, 1), Power("bolt", 2, 2), Power("vortex", 3, 3)]
SOME = ("four plain powers", "a choice of target", "the same blessing twice")


def plain(own, theirs, bonus=0, price=1):
    return plan_phase(FOUR, own, theirs, bonus, price)


@pytest.mark.parametrize("setting", settings(phase.plan_tree, 8, powers=SOME), ids=str)
def test_the_tree_follows_the_plan(setting):
    chart = phase.plan_tree(**setting)
    boxes, own, theirs = the(Boxes, chart), setting["own"], setting["theirs"]
    plan = phase.solved(phase.plan_tree.control("powers", setting["powers"]).value, setting["price"]).at(
        own, theirs
    )
    first = plan.policy(plan.policy.start)
    assert boxes.words[0][0] == f"{own} v {theirs} (100%)"
    assert phase.move_words(first) in chart.sentence
    open_states = [state for state in visits(plan) if state.pool and state.position]
    assert len(chart.table.rows) == len(open_states)
    spent = {0, *plan.policy.best_replies(plan.policy.start, first).values()}
    assert {link.word for link in boxes.links if link.start == 0} <= {
        f"deny {n}" if n else "no deny" for n in spent
    }
    for link in boxes.links:  # An edge leads on by the dice thrown in the box and those that deny.
        (before, *_, thrown), (after, *_) = boxes.words[link.start], boxes.words[link.end]
        pools, left = (list(map(int, words.split(" (")[0].split(" v "))) for words in (before, after))
        denied = 0 if link.word == "no deny" else int(link.word.split()[1])
        assert left == [pools[0] - int(thrown.split()[0]), pools[1] - denied]


@pytest.mark.parametrize(("own", "theirs", "price"), [(5, 3, 0), (10, 6, 1)])
def test_first_moves_against_each_move_played_out(own, theirs, price):
    plan, shown = (
        plain(own, theirs, price=price),
        the(Cells, phase.first_moves(own=own, theirs=theirs, price=price)),
    )
    for row, power in enumerate(FOUR):
        for dice in (1, 3, own):
            move = Move(power.name, dice)
            worth = policy_value(
                plan, lambda state, move=move: move if state == plan.policy.start else plan.policy(state)
            )
            assert shown.values[row][dice - 1] == (plan.value - worth) / 7
        assert shown.values[row][own:] == (None,) * (12 - own)
    best = {
        (move.dice - 1, [power.name for power in FOUR].index(move.power))
        for move in plan.first_moves - {STOP}
    }
    assert set(shown.framed) == best


def test_the_map_of_openings():
    shown = the(Cells, phase.opening_map(own=7))
    kinds = [name for name, _ in shown.kinds]
    for own, theirs in ((1, 0), (4, 5), (7, 9), (12, 12)):
        move = Move(kinds[shown.values[own - 1][theirs]], int(shown.words[own - 1][theirs]))
        assert move in plain(own, theirs).first_moves


@pytest.mark.parametrize(("own", "theirs", "spare"), [(10, 6, 0), (12, 8, 1), (10, 12, 0)])
def test_replies_against_a_sum_by_hand(own, theirs, spare):
    plan = plain(own, theirs)
    move = plan.policy(plan.policy.start)
    power, rest = (
        next(each for each in FOUR if each.name == move.power),
        [p for p in FOUR if p.name != move.power],
    )
    charges, later = power.charge + spare, plan_phase(rest, own - move.dice, theirs, perils_cost=1).policy

    def left(dice):
        after = later.value(PhaseState(later.start.position, own - move.dice, theirs - dice))
        return after + power.value * (1 - deny(charges, dice) if dice else 1)

    shown = numbers(the(Bars, phase.reply_bars(own=own, theirs=theirs, spare=spare)))
    assert shown == {dice: left(0) - left(dice) if dice >= charges else 0 for dice in range(theirs + 1)}


def test_their_dice_and_bonus():
    chart = phase.deny_curves(own=8)
    for bonus in range(3):
        line = numbers(chart.named(f"their bonus +{bonus}"))
        assert [line[theirs] for theirs in (0, 3, 12)] == [
            plain(8, theirs, bonus).value for theirs in (0, 3, 12)
        ]


def test_a_refused_reply_and_an_opening_where_nothing_is_gained():
    with pytest.raises(
        ValueError, match="The plan begins with haste with 1 die, which cannot score 2 charges"
    ):
        phase.reply_bars(own=12, theirs=12, spare=1)
    dear = ((*EXAMPLES["four plain powers"][3][:4], 0, 0, 0, 6, 1),)
    assert phase.opening(phase.solved(dear).at(3, 0)).power == "vortex"
    assert phase.plan_tree(powers=dear, own=3, theirs=0).sentence.startswith(
        "3 dice against 0: begin with stop"
    )
    with pytest.raises(ValueError, match="worth something"):
        phase.first_moves(powers=dear)
    assert phase.solved(dear).value == Fraction(0)
