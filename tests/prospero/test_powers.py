"""The fifteen powers: what each is worth, who holds them, and what a round of them leaves of a squad."""

from collections import Counter, defaultdict
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product
from math import sqrt

import pytest

from psy.prospero import (
    BATTLE_RULES,
    POWERS,
    RULES,
    Assault,
    Casualties,
    Coven,
    Policy,
    Table,
    Terms,
    aftermath,
    allocate,
    attack,
    battle,
    bombardment,
    cast_law,
    casualties,
    chance_in_hand,
    cruel_illusion,
    inferno,
    model,
    numeration,
    phase_aftermath,
    power,
    power_worths,
    simulate_aftermath,
    simulate_numeration,
    squad,
    storm,
    strike,
)

VETERAN, PAIR = squad("loyalist", "veteran"), squad("loyalist", "custodian", "veteran")
SONS = squad("traitor", "veteran", ("veteran", "heavy bolter"))
SISTERS = squad("loyalist", "sister", "sister")


def test_fifteen_powers_three_of_each_cult():
    assert Counter(card.cult for card in POWERS.values()) == dict.fromkeys(
        ("pyrae", "corvidae", "athanaean", "pavoni", "raptora"), 3
    )
    assert power("prescience").counted == "first place"
    with pytest.raises(ValueError, match="name must be one of 'wings of fire'"):
        power("smite")


@pytest.mark.parametrize("cult", [None, "raptora", "corvidae"])
@pytest.mark.parametrize("wanted", [["inferno"], ["inferno", "prescience"], [*POWERS][:9], []], ids=len)
def test_chance_in_hand_by_listing_all_hands(wanted, cult):
    known = [name for name, card in POWERS.items() if card.cult == cult]
    others = [name for name in POWERS if name not in known]
    hands = [set(known) | set(drawn) for drawn in combinations(others, 5 - len(known))]
    assert chance_in_hand(wanted, cult) == Fraction(
        sum(bool(set(wanted) & hand) for hand in hands), len(hands)
    )


def test_worths_of_powers_that_attack():
    worths = power_worths(SONS, PAIR, distance=2, neighbours={"sisters": SISTERS}, fallen=model("terminator"))
    assert worths.keys() == POWERS.keys()
    assert worths["inferno"].damage == inferno([8, 6])
    assert worths["telekinetic bombardment"].damage == bombardment([8, 6])
    assert worths["bioelectrical storm"].damage == storm([8, 6]) + storm([6, 6])
    assert worths["precognitive precision"].damage == strike(SONS, PAIR, 2).damage
    assert worths["hyper-regeneration"].worth == model("terminator").kind.life
    assert {name for name, one in worths.items() if one.worth is None} == {
        name for name, card in POWERS.items() if card.counted == "moves"
    }
    assert {name for name, one in worths.items() if one.damage is not None} == {
        name for name, card in POWERS.items() if card.counted == "attack"
    }
    assert all(one.worth == one.damage.mean() for one in worths.values() if one.damage is not None)


def test_kine_shield_and_prescience_against_attacks_in_the_one_and_the_other_order():
    worths = power_worths(SONS, PAIR)
    bare, shielded = (attack([10, 6], [6, 6], how).mean() for how in (None, "kine shield"))
    assert worths["kine shield"].worth == bare - shielded

    def points(lives, end):
        return sum(lives[: end.slain]) + end.wounds_left

    def exchange(order):
        ends = battle(SONS, PAIR, 1, Terms(order=order, wounds="kept")).after[1]
        mean = sum(
            (points(PAIR.lives, theirs) - points(SONS.lives, ours)) * ways
            for (ours, theirs), ways in ends.items()
        )
        return Fraction(mean, ends.denominator())

    first, second = exchange("traitor"), exchange("loyalist")
    assert worths["prescience"].worth == (first - second) / 2 > 0
    ties = replace(BATTLE_RULES, initiative=replace(BATTLE_RULES.initiative, ties="traitor"))
    assert power_worths(SONS, PAIR, rules=ties)["prescience"].worth == (first - second) * Fraction(15, 36)


def test_cruel_illusion_takes_the_best_attack():
    # The Custodian's spear (d10) against the Veteran beats the Veteran's chainsword against a d8.
    best = cruel_illusion(PAIR)
    assert (best.model, best.target) == (0, "own squad")
    assert best.damage == attack([10], [6])
    assert cruel_illusion(SISTERS) is None
    assert cruel_illusion(VETERAN, {"sisters": SISTERS}).target == "sisters"
    assert cruel_illusion(VETERAN, {"custodian": squad("loyalist", "custodian")}).damage == attack([6], [8])


def slow_aftermath(target, dice_of, attacks):
    """List damage and casualties attack by attack, in dicts of Fractions."""
    ends = {Casualties(0, 0): Fraction(1)}
    for blow in attacks:
        after = defaultdict(Fraction)
        for (slain, wounds), chance in ends.items():
            left = target.models[slain:]
            die = dice_of(blow, [one.armour for one in left])
            for points, part in zip(die.outcomes(), die.probabilities(), strict=True):
                more = allocate(points, [one.kind.life for one in left], wounds)
                after[Casualties(slain + more.slain, more.wounds_left)] += chance * part
        ends = dict(after)
    return {end: chance for end, chance in ends.items() if chance}


def dice_of(blow, armour):
    if isinstance(blow, Assault):
        ours = blow.attacker.attack_dice(blow.distance)
        better = sorted((die for die in armour if die > 6), reverse=True)[: len(ours)]
        return attack(ours, better + [6] * (len(ours) - len(better)))
    powers = {"inferno": inferno, "bioelectrical storm": storm, "telekinetic bombardment": bombardment}
    return powers[blow](armour)


BLOWS = ["inferno", "bioelectrical storm", "telekinetic bombardment", Assault(SONS), Assault(SONS, 2)]


@pytest.mark.parametrize("attacks", [[], *product(BLOWS, repeat=2), BLOWS], ids=len)
def test_wounds_are_kept_between_attacks_of_one_round(attacks):
    end = aftermath(PAIR, attacks)
    assert {e: c for e, c in end.chances.items() if c} == slow_aftermath(PAIR, dice_of, attacks)
    assert sum(end.damage.values()) == sum(end.slain.values()) == 1
    assert end.expected_damage == sum(points * chance for points, chance in end.damage.items())
    assert end.model_slain(0) >= end.model_slain(1) == end.cleared
    assert end.die().probability(Casualties(2, 0)) == end.cleared


WARP = {"flood": 1, "insights": 1, "mastery": 3, "vortex": 1}
WILL = {"unbreakable": 1, "emperor": 2, "test": 2}
VALUES = {"inferno": 3, "storm": 2, "precision": 1}
HURT = {"inferno": "inferno", "storm": "bioelectrical storm", "precision": Assault(SONS, 2)}


@pytest.mark.parametrize("policy", [Policy(powers="given"), Policy()], ids=["given", "best"])
@pytest.mark.parametrize("reroll", [None, "smoke"])
def test_the_simulated_phase_agrees_with_the_aftermath(policy, reroll):
    # Each of at most 21 frequencies in four cases may stray by 5 standard errors: a false alarm once in
    # 20,000 runs.
    plan = numeration(WARP, WILL, VALUES, Coven(2), exact=True, policy=policy)
    after, trials = [Assault(SONS)], 60_000
    end = phase_aftermath(plan, PAIR, HURT, after, reroll)
    assert sum(end.chances.values()) == 1
    seen = simulate_aftermath(plan, PAIR, HURT, trials, 7, after, reroll)
    courses = simulate_numeration(plan, trials, 8).courses
    counted = [
        (end.damage, Counter(seen.damage.tolist())),
        (end.slain, Counter(seen.slain.tolist())),
        (cast_law(plan), courses),
    ]
    for exact, counts in counted:
        assert set(counts) <= set(exact)
        for outcome, chance in exact.items():
            error = sqrt(float(chance * (1 - chance)) / trials)
            assert abs(counts.get(outcome, 0) / trials - float(chance)) <= 5 * error
    again = simulate_aftermath(plan, PAIR, HURT, 100, 7, after, reroll).damage
    assert again.tolist() == simulate_aftermath(plan, PAIR, HURT, 100, 7, after, reroll).damage.tolist()


def test_one_cast_that_is_sure_and_one_that_is_impossible():
    sure = numeration({"mastery": 3}, {}, {"inferno": 1}, Coven(1), attempts=1)
    assert phase_aftermath(sure, VETERAN, HURT).chances == aftermath(VETERAN, ["inferno"]).chances
    near = Coven(1, near_sisters=True)
    never = numeration({"mastery": 3}, {"silence": 3}, {"inferno": 1}, near, Table(sisters=True), attempts=1)
    assert phase_aftermath(never, VETERAN, HURT).chances == {Casualties(0, 0): 1}


def test_the_siege_joined_with_the_assumed_decks():
    everybody = Table(custodes=True, sisters=True)
    plan = numeration(RULES.warp_deck, RULES.will_deck, [1] * 3, Coven(4), everybody, exact=False)
    end = phase_aftermath(plan, PAIR, ["telekinetic bombardment"] * 3)
    assert sum(end.chances.values()) == pytest.approx(1)
    most = aftermath(PAIR, ["telekinetic bombardment"] * 3)
    assert 0 < end.cleared < most.cleared
    assert end.expected_damage < 1.286 * aftermath(PAIR, ["telekinetic bombardment"]).expected_damage


def test_smoke_helps_against_powers_and_shots_only():
    for blow in ("inferno", Assault(SONS, 2)):
        assert aftermath(PAIR, [blow], "smoke").expected_damage < aftermath(PAIR, [blow]).expected_damage
    assert aftermath(PAIR, [Assault(SONS)], "smoke") == aftermath(PAIR, [Assault(SONS)])
    shield = aftermath(SONS, [Assault(PAIR)], "kine shield").chances
    assert shield == dict(
        zip(
            *(lambda die: (die.outcomes(), die.probabilities()))(
                casualties([10, 6], [6, 6], SONS.lives, "kine shield")
            ),
            strict=True,
        )
    )


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: aftermath(PAIR, ["smite"]), ValueError, "attacks must be one of 'inferno'"),
        (lambda: aftermath(SONS, ["inferno"]), ValueError, "it is made on Loyalists only"),
        (lambda: aftermath(PAIR, [], "kine shield"), ValueError, "it covers Traitor models only"),
        (lambda: aftermath(PAIR, "inferno"), TypeError, "attacks must be a list"),
        (lambda: aftermath("pair", []), TypeError, "target must be a Squad"),
        (lambda: inferno([6], "kine shield"), ValueError, "it covers Traitor models only"),
        (lambda: Terms(traitor_reroll="smoke"), ValueError, "it helps against shots and powers only"),
        (lambda: Terms(loyalist_reroll="kine shield"), ValueError, "it covers Traitor models only"),
        (lambda: Terms(traitor_reroll="kine sheild"), ValueError, "traitor_reroll must be one of"),
        (lambda: strike(SONS, PAIR, 1, "smoke"), ValueError, "it helps against shots and powers only"),
        (lambda: power_worths(PAIR, SONS), ValueError, "coven must be a squad of the traitor"),
        (lambda: power_worths(SONS, PAIR, fallen=model("ahriman")), ValueError, "cannot be brought back"),
        (lambda: chance_in_hand("inferno", "magnus"), ValueError, "cult must be one of"),
        (lambda: phase_aftermath(None, PAIR, {}), TypeError, "plan must be a NumerationPlan"),
        (lambda: simulate_aftermath(None, PAIR, {}, 1, 1), TypeError, "plan must be a NumerationPlan"),
        (lambda: simulate_aftermath(None, PAIR, ["smite"], 1, 1), ValueError, "attacks must be one of"),
    ],
)
def test_refusals(call, error, message):
    with pytest.raises(error) as caught:
        call()
    assert message in str(caught.value)
