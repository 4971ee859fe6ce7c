"""Battles against a recursion over single strikes, their invariants, and the simulator."""

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from math import sqrt

import numpy as np
import pytest

from psy.prospero import (
    BATTLE_RULES,
    Casualties,
    Standing,
    Terms,
    allocate,
    attack,
    battle,
    best_order,
    chance_to_go_first,
    initiative,
    sample_squads,
    simulate_battle,
    squad,
)

SONS = squad("traitor", ("terminator", "lightning claw"), "veteran")
WOLVES = squad("loyalist", "sister", ("veteran", "meltagun"), "veteran")
TERMS = [
    Terms(),
    Terms(distance=2),
    Terms(wounds="kept"),
    Terms(order="traitor"),
    Terms(distance=2, order="loyalist", traitor_reroll="kine shield", loyalist_reroll="smoke"),
]
TERMS_IDS = ["close combat", "shooting", "wounds kept", "traitor first", "loyalist first, re-rolls"]


def recursion(first, second, rounds, terms):
    """Follow every attack of every round, damage by damage, from the words of the rules."""
    ends = {}

    def hit(attacker, target, gone, state):
        ours = attacker.without(gone).attack_dice(terms.distance)
        left = target.without(state.slain)
        die = attack(ours, left.armour_dice(len(ours)), terms.reroll(target.side))
        for points, chance in zip(die.outcomes(), die.probabilities(), strict=True):
            more = allocate(points, left.lives, state.wounds_left)
            yield Casualties(state.slain + more.slain, more.wounds_left), chance

    def follow(ours, theirs, chance, left):
        if not left:
            ends[Standing(ours, theirs)] = ends.get(Standing(ours, theirs), Fraction(0)) + chance
            return
        for leads in (True, False):
            share = (
                Fraction(1, 2)
                if terms.order == "initiative"
                else Fraction(terms.order == (first if leads else second).side)
            )
            if not share:
                continue
            if leads:
                trades = [
                    (mine, yours, a * b)
                    for yours, a in hit(first, second, ours.slain, theirs)
                    for mine, b in hit(second, first, yours.slain, ours)
                ]
            else:
                trades = [
                    (mine, yours, a * b)
                    for mine, a in hit(second, first, theirs.slain, ours)
                    for yours, b in hit(first, second, mine.slain, theirs)
                ]
            for mine, yours, part in trades:
                if terms.wounds == "cleared":
                    mine, yours = (Casualties(end.slain, 0) for end in (mine, yours))
                follow(mine, yours, chance * share * part, left - 1)

    follow(Casualties(0, 0), Casualties(0, 0), Fraction(1), rounds)
    return ends


@pytest.mark.parametrize("terms", TERMS, ids=TERMS_IDS)
@pytest.mark.parametrize("rounds", [0, 1, 2])
def test_chain_equals_recursion(terms, rounds):
    die = battle(SONS, WOLVES, rounds, terms).after[rounds]
    assert dict(zip(die.outcomes(), die.probabilities(), strict=True)) == recursion(
        SONS, WOLVES, rounds, terms
    )


def test_one_veteran_against_another_by_hand():
    # Within a round only a critical hit kills, 5 of 36; the second to attack does so only if he still stands.
    duel = battle(squad("traitor", "veteran"), squad("loyalist", "veteran"), 3)
    kill = Fraction(5, 36)
    once = Fraction(1, 2) * kill * (1 + 1 - kill)
    assert duel.odds[1] == (once, once, (1 - kill) ** 2)
    assert duel.odds[3].undecided == (1 - kill) ** 6
    assert duel.expected_slain[1] == (once, once)
    assert duel.survivors(1).probability((1, 1)) == (1 - kill) ** 2


@pytest.mark.parametrize("terms", TERMS, ids=TERMS_IDS)
def test_odds_sum_to_one_and_only_get_more_decided(terms):
    odds = battle(SONS, WOLVES, 6, terms).odds
    assert all(sum(after) == 1 for after in odds)
    assert all(
        before.first_gone <= after.first_gone and before.second_gone <= after.second_gone
        for before, after in pairwise(odds)
    )


def test_exchanging_the_squads_exchanges_the_odds():
    there, back = (battle(*pair, 4).odds[4] for pair in ((SONS, WOLVES), (WOLVES, SONS)))
    assert (there.first_gone, there.second_gone) == (back.second_gone, back.first_gone)


def test_going_first_and_keeping_wounds_help():
    first, rolled, last = (
        battle(SONS, WOLVES, 4, Terms(order=who)).odds[4] for who in ("traitor", "initiative", "loyalist")
    )
    assert first.second_gone > rolled.second_gone > last.second_gone
    kept = battle(SONS, WOLVES, 4, Terms(wounds="kept")).odds[4]
    assert kept.undecided < rolled.undecided


def test_an_empty_squad_is_gone_from_the_start():
    assert battle(squad("traitor"), WOLVES, 2).odds == ((1, 0, 0),) * 3
    assert battle(squad("traitor"), squad("loyalist"), 1).odds == ((1, 1, 0),) * 2


def test_best_order_is_the_best_of_all_orders_and_protects_the_fist():
    sons = squad("traitor", ("veteran sergeant", "plasma pistol", "power fist"), "veteran", "veteran")
    orders, worth = best_order(sons, WOLVES, 4)
    names = {tuple(one.kind.name for one in order.models) for order in orders}
    assert names == {("veteran", "veteran", "veteran sergeant")}
    odds = battle(sons, WOLVES, 4).odds[4]
    assert worth > odds.second_gone - odds.first_gone


def test_initiative_by_ties():
    # Issue 5 and RULES: ties are rolled again; 21 of 36 if they go to one side.
    assert initiative().probability("traitor") == Fraction(1, 2)
    ties = replace(BATTLE_RULES, initiative=replace(BATTLE_RULES.initiative, ties="loyalist"))
    assert initiative(ties).probability("loyalist") == Fraction(21, 36)
    assert chance_to_go_first("traitor", 0) == 0
    assert chance_to_go_first("loyalist", 2, ties) == 1 - Fraction(15, 36) ** 2
    odds = battle(SONS, WOLVES, 1, rules=ties).odds[1]
    assert odds.first_gone > battle(SONS, WOLVES, 1).odds[1].first_gone


@pytest.mark.parametrize("terms", TERMS, ids=TERMS_IDS)
def test_simulator_agrees_with_the_chain(terms):
    # Each of some 40 frequencies may stray by 5 standard errors: a false alarm once in 40,000 runs.
    trials, rounds = 40_000, 3
    seen = simulate_battle(SONS, WOLVES, rounds, trials, np.random.default_rng(11), terms)
    exact = battle(SONS, WOLVES, rounds, terms)
    assert seen.first_slain.shape == seen.second_slain.shape == (rounds + 1, trials)
    for number in range(rounds + 1):
        die = exact.after[number].map(lambda first, second: (first.slain, second.slain))
        for (ours, theirs), chance in zip(die.outcomes(), die.probabilities(), strict=True):
            count = int(((seen.first_slain[number] == ours) & (seen.second_slain[number] == theirs)).sum())
            allowed = 5 * sqrt(trials * chance * (1 - chance)) + 5 * (chance * trials < 1)
            assert abs(count - trials * chance) <= allowed


def test_simulator_repeats_with_the_same_seed():
    once, again = (simulate_battle(SONS, WOLVES, 2, 500, 3) for _ in range(2))
    assert (once.first_slain == again.first_slain).all()
    assert simulate_battle(SONS, WOLVES, 2, 0, 3).first_slain.shape == (3, 0)


def test_ten_rounds_of_full_squads_keep_whole_numbers():
    squads = sample_squads()
    odds = battle(squads["thousand sons with heavy weapons"], squads["geigor and three veterans"], 10).odds
    assert sum(odds[10]) == 1


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: battle(SONS, SONS, 1), "the squads must be of different sides, not both of the traitor"),
        (lambda: battle(SONS, WOLVES, 101), "rounds must be a whole number from 0 to 100, not 101"),
        (lambda: Terms(distance=0), "distance must be a whole number of at least 1, not 0"),
        (lambda: Terms(wounds="some"), "wounds must be one of 'cleared', 'kept', not 'some'"),
        (
            lambda: battle(SONS, WOLVES, 1, Terms(traitor_reroll="any")),
            "traitor_reroll must be one of 'kine shield', 'smoke', not 'any'",
        ),
    ],
)
def test_bad_input_is_refused_in_one_sentence(call, message):
    with pytest.raises(ValueError, match="must be") as caught:
        call()
    assert str(caught.value) == message
