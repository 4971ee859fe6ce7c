"""Scenario clocks against closed forms and slow enumeration."""

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise, product
from math import comb

import icepool
import pytest

from psy.prospero import (
    BATTLE_RULES,
    RULES,
    Casualties,
    Coven,
    Powers,
    Token,
    WarpDeck,
    WillDeck,
    aftermath,
    ahriman_slain,
    arrivals,
    attack,
    blast,
    bombardment,
    campaign,
    inferno,
    lava_teleports,
    primarchs_duel,
    primarchs_phase,
    psychic_duel,
    race_to_statue,
    sample_squads,
    scenario_table,
    squad,
    statue,
    storm,
    strike,
    target_token,
)


def chances(die):
    return dict(zip(die.outcomes(), die.probabilities(), strict=True))


@pytest.mark.parametrize("zones", [0, 1, 3, 5])
@pytest.mark.parametrize("rounds", [0, 1, 2, 6])
def test_arrivals_are_capped_binomials(zones, rounds):
    # Scenario 2: each zone brings a Veteran with 1/2 each round, ten in all.
    dice = zones * rounds
    expected = {}
    for count in range(dice + 1):
        there = min(10, count)
        expected[there] = expected.get(there, Fraction(0)) + Fraction(comb(dice, count), 2**dice)
    clock = arrivals(zones, rounds)
    assert chances(clock.after[rounds]) == expected
    assert clock.done[rounds] == expected.get(10, 0)


def test_arrivals_by_default():
    # Five zones (assumed), six rounds: thirty coins, at least ten heads.
    clock = arrivals()
    assert clock.done[6] == Fraction(sum(comb(30, n) for n in range(10, 31)), 2**30)
    assert clock.expected[1] == Fraction(5, 2)
    assert sum(clock.exactly) == clock.done[6]


def test_arrival_target_may_be_certain_or_impossible():
    sure, never = (
        replace(BATTLE_RULES, arrivals=replace(BATTLE_RULES.arrivals, arrives_on=n)) for n in (1, 7)
    )
    assert arrivals(2, 5, sure).done == (0, 0, 0, 0, 0, 1)
    assert arrivals(2, 5, never).done[5] == 0


def test_statue_wounds_stay():
    # Two attacks of a d6 against a d6 in each of two rounds: the sum of four, capped at 5.
    one = attack([6], [6])
    clock = statue([[(6,), (6,)], [(6,), (6,)]])
    assert clock.done[2] == (4 @ one).probability(">=", 5)
    assert statue([]).done == (0,)
    assert statue([[]]).done == (0, 0)


@pytest.mark.parametrize("march", [0, 1, 2])
def test_race_to_the_statue_equals_enumeration_of_arrivals(march):
    zones, rounds, present, first = 2, 3, 1, 2
    bring = {0: Fraction(1, 4), 1: Fraction(1, 2), 2: Fraction(1, 4)}
    done = Fraction(0)
    for new in product(bring, repeat=rounds):
        chance = Fraction(1)
        for count in new:
            chance *= bring[count]
        damage = icepool.Die([0])
        for number in range(1, rounds + 1):
            there = (first if number > march else present) + sum(new[: max(0, number - march)])
            full, rest = divmod(min(8, there), 4)
            for models in [4] * full + [rest]:
                damage += attack([6] * models, [6] * models)
        done += chance * damage.probability(">=", 5)
    assert race_to_statue(present, march, zones, rounds, first).done[rounds] == done


def test_the_first_squad_stands_in_the_red_zones():
    # Issue 17: march 1, five zones, room for eight: fallen by round 2, 3, 4, 5.
    done = race_to_statue(march=1, zones=5).done
    assert [round(float(chance) * 100, 1) for chance in done[1:6]] == [0, 34.0, 75.7, 93.2, 98.4]
    assert race_to_statue(present=10, march=1).done == race_to_statue(march=0).done


def test_more_zones_and_a_shorter_march_never_hurt():
    done = [[race_to_statue(0, march, zones).done[6] for march in (0, 1, 2)] for zones in (1, 3, 5)]
    assert all(row[0] >= row[1] >= row[2] for row in done)
    assert all(low[0] <= high[0] for low, high in pairwise(done))


def test_target_token_is_a_trinomial():
    # Scenario 3: 15 of 36 stays, 15 of 36 moves, 6 of 36 is taken away.
    clock = target_token(rounds=2)
    assert clock.after[1].probability(Token(1, 0, 0)) == Fraction(15, 36)
    assert clock.after[1].probability(Token(0, 0, 1)) == Fraction(6, 36)
    assert clock.after[2].probability(Token(1, 1, 0)) == 2 * Fraction(15, 36) ** 2
    assert target_token().done[8] == 1 - Fraction(7, 12) ** 8


@pytest.mark.parametrize("rounds", [7, 8, 10, 20])
def test_psychic_duel_is_a_negative_binomial(rounds):
    # Scenario 5: 45 of 60 rolls of a d10 and a d6 are a rise; eight rises from 1 to 9.
    rises = sum(ours >= theirs for ours, theirs in product(range(1, 11), range(1, 7)))
    assert rises == 45
    won = sum(Fraction(comb(rounds, n) * 3**n, 4**rounds) for n in range(8, rounds + 1))
    assert psychic_duel(rounds).done[rounds] == won


def test_psychic_duel_round_by_round():
    clock = psychic_duel(2)
    assert chances(clock.after[2]) == {1: Fraction(1, 16), 2: Fraction(6, 16), 3: Fraction(9, 16)}


def test_ahriman_is_awake_in_the_round_after_the_duel_is_won():
    # Issue 17: awake in round 12 is won by round 11.
    clock = psychic_duel(12)
    assert clock.before[12] == clock.done[11]
    assert round(float(clock.before[12]) * 100, 2) == 71.33
    assert clock.before[0] == 0
    wolves = sample_squads()["geigor and three veterans"]
    alone = strike(wolves, squad("traitor", "ahriman")).cleared
    assert [ahriman_slain(n, wolves) for n in (1, 8)] == [1, 1]
    awake = psychic_duel(11).done[11]
    assert ahriman_slain(12, wolves) == (1 - awake) + awake * alone


@pytest.mark.parametrize(
    "chances",
    [[1], [Fraction(1, 3)] * 2, [Fraction(1, 2)] * 6, [Fraction(n, 7) for n in range(1, 7)]],
    ids=len,
)
def test_campaign_by_listing_all_courses(chances):
    won = Fraction(0)
    for course in product([0, 1], repeat=len(chances)):
        share = Fraction(1)
        for win, chance in zip(course, chances, strict=True):
            share *= chance if win else 1 - chance
        wins = sum(course)
        won += share * (2 * wins > len(course) or (2 * wins == len(course) and course[-1]))
    assert campaign(chances) == won


def test_a_phase_of_the_last_scenario_by_hand():
    # Masteries of an elite coven beat emperors without Custodes: all three attempts succeed.
    rules = replace(RULES, warp_deck=WarpDeck(0, 0, 0, 0, 18, 0, 0), will_deck=WillDeck(0, 0, 0, 18, 0, 0))
    phase = primarchs_phase([5, 3, 2, 1], [4, 0], Coven(1, elite=True), rules=rules)
    assert phase.whole == 10
    assert phase.without == {0: 6, 1: 8, 2: 9, 3: 10}
    assert phase.taken == (0,)
    assert phase.value == Fraction(11, 24) * 12 + Fraction(13, 24) * 6


def test_primarchs_duel_is_a_binomial():
    # Scenario 6: 66 of 144 rolls of two d12 are higher for the Traitor.
    clock = primarchs_duel()
    for free in range(7):
        chance = comb(6, free) * Fraction(11, 24) ** free * Fraction(13, 24) ** (6 - free)
        assert clock.after[6].probability(Powers(free, 6 - free)) == chance
    assert clock.done[6] == 1 - Fraction(13, 24) ** 6


def test_lava_teleports():
    clock = lava_teleports()
    assert clock.done == tuple(1 - Fraction(5, 6) ** n for n in range(6))
    assert clock.after[5].probability(2) == comb(5, 2) * Fraction(1, 6) ** 2 * Fraction(5, 6) ** 3
    certain = replace(BATTLE_RULES, lava=replace(BATTLE_RULES.lava, dies_on=6))
    assert lava_teleports(3, certain).after[3].probability(3) == 1


@pytest.mark.parametrize("armour", [[6], [8, 6], [10, 8, 8], []], ids=str)
def test_bombardment_mixes_one_two_and_three_dice(armour):
    # C, Raptora: a d6, 1 -> d8, 2 to 5 -> 2d8, 6 -> 3d8.
    pools = [[*sorted(armour, reverse=True), 6, 6, 6][:dice] for dice in (1, 2, 3)]
    parts = [attack([8] * dice, pool) for dice, pool in zip((1, 2, 3), pools, strict=True)]
    for points in range(7):
        mixed = (
            parts[0].probability(points) + 4 * parts[1].probability(points) + parts[2].probability(points)
        ) / 6
        assert bombardment(armour).probability(points) == mixed


def test_storm_inferno_and_blast():
    assert storm([6, 8]) == attack([8], [8])
    assert blast([6]) == attack([8], [6])
    assert inferno([6, 8, 6]) == attack([6, 6, 6], [8, 6, 6])
    assert inferno([]).probability(0) == 1
    assert storm([6], "smoke").mean() < storm([6]).mean()


def test_two_bombardments_one_after_the_other():
    target, expected = squad("loyalist", "custodian", "veteran"), {}
    for first, a in chances(bombardment([8, 6])).items():
        # The Custodian has life 3 and the Veteran life 2; once he is slain his d8 is gone.
        second = bombardment([8, 6] if first < 3 else [6] if first < 5 else [])
        for points, b in chances(second).items():
            total = min(5, first + points)
            end = (0, total) if total < 3 else (1, total - 3) if total < 5 else (2, 0)
            expected[Casualties(*end)] = expected.get(Casualties(*end), Fraction(0)) + a * b
    assert chances(aftermath(target, ["telekinetic bombardment"] * 2).die()) == expected


def test_scenario_table_has_all_six():
    table = scenario_table()
    assert list(table.index) == [1, 2, 3, 4, 5, 6]
    assert list(table.columns) == ["name", "rounds", "loyalist", "traitor", "powers", "ends", "dice"]
    assert list(table["rounds"]) == ["no limit", "6", "8", "no limit", "no limit", "6"]
    assert not table.isna().any().any()
    shorter = replace(BATTLE_RULES, target_token=replace(BATTLE_RULES.target_token, rounds=5))
    assert scenario_table(shorter).loc[3, "rounds"] == "5"


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: arrivals(zones=-1), "zones must be a whole number from 0 to 100, not -1"),
        (lambda: psychic_duel(10_001), "rounds must be a whole number from 0 to 10000, not 10001"),
        (lambda: lava_teleports(-1), "teleports must be a whole number from 0 to 10000, not -1"),
        (lambda: race_to_statue(march=-1), "march must be a whole number of at least 0, not -1"),
        (lambda: campaign([]), "chances must be those of at least one scenario, not of none"),
        (
            lambda: ahriman_slain(1, squad("traitor")),
            "attacker must be a squad of the loyalist, not of the traitor",
        ),
        (lambda: bombardment([5, 0]), "armour_dice must be a whole number from 2 to 20, not 0"),
    ],
)
def test_bad_input_is_refused_in_one_sentence(call, message):
    with pytest.raises(ValueError, match="must be") as caught:
        call()
    assert str(caught.value) == message
