"""A psyker conjured now for the next phase, against both phases written out."""

from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb

import pytest

from psy.wh40k import RULES, Conjured, Power, mean_phase, plan_phase, plan_two_turns, policy_value

SUMMONING, BOLT, SMITE = Power("summoning", 1, 0), Power("bolt", 1, 1), Power("smite", 2, 3)


def hit(dice):
    return 1 - Fraction(1, 2**dice)


def test_a_mean_over_the_die():
    assert (
        mean_phase([BOLT], 1, 0, rules=replace(RULES, warp_charge_die=3))
        == sum(plan_phase([BOLT], roll + 1, roll).value for roll in (1, 2, 3)) / 3
    )


@pytest.mark.parametrize("mastery", [0, 2])
@pytest.mark.parametrize("conjured", [0, 1, 3])
def test_two_turns_equal_both_phases_written_out(mastery, conjured):
    # The die gives both sides one die in the second phase. Two powers in the first phase, one in the second.
    rules = replace(RULES, warp_charge_die=1)

    def denied(level):
        # One deny die against what was scored: it denies one charge only, in one of six.
        one = Fraction(level + 1, 2 ** (level + 1))
        return hit(level + 1) - one / 6

    gain = denied(mastery + conjured) - denied(mastery)
    options = [hit(now) * gain + (hit(3 - now) if now < 3 else 0) + denied(mastery) for now in range(4)]
    plan = plan_two_turns([SUMMONING, BOLT], (3, 0), [Conjured("summoning", conjured)], mastery, 0, rules)
    assert plan.gains[frozenset({"summoning"})] == gain
    assert plan.value == max(options)


def test_the_conjured_psykers_powers_are_tried_too():
    gains = [
        plan_two_turns([SUMMONING, BOLT], (4, 2), [Conjured("summoning", 1, powers)], 1, 1).gains
        for powers in ((SMITE,), ())
    ]
    knows, plain = (each[frozenset({"summoning"})] for each in gains)
    assert knows > plain > 0


def denied(charges, dice):
    good = sum(comb(dice, sixes) * 5 ** (dice - sixes) for sixes in range(charges, dice + 1))
    return Fraction(good, 6**dice)


def minimax(powers, pool, deny_pool, ending):
    """Try every power, number of dice and reply; what took effect decides what the end is worth."""

    @cache
    def value(untried, done, pool, deny_pool):
        best = ending(done)
        for name in untried:
            for dice in range(1, pool + 1):
                best = max(best, tried(name, dice, untried - {name}, done, pool - dice, deny_pool))
        return best

    def tried(name, dice, untried, done, pool, deny_pool):
        charge, worth = powers[name]
        total = Fraction(0)
        for charges in range(dice + 1):
            chance = Fraction(comb(dice, charges), 2**dice)
            if charges < charge:
                total += chance * value(untried, done, pool, deny_pool)
                continue
            total += chance * min(
                no * value(untried, done, pool, deny_pool - reply)
                + (1 - no) * (worth + value(untried, done | {name}, pool, deny_pool - reply))
                for reply in range(deny_pool + 1)
                for no in [denied(charges, reply)]
            )
        return total

    return value(frozenset(powers), frozenset(), pool, deny_pool)


@pytest.mark.parametrize("pools", [(4, 0), (5, 2), (3, 3)], ids=str)
@pytest.mark.parametrize("names", [("summoning", "rite"), ("summoning", "rite", "call")], ids=len)
@pytest.mark.parametrize("die", [1, 3])
def test_several_conjurations_equal_minimax(pools, names, die):
    rules = replace(RULES, warp_charge_die=die)
    psykers = {
        "summoning": Conjured("summoning", 1),
        "rite": Conjured("rite", 2, (SMITE,)),
        "call": Conjured("call", 0, (Power("claw", 1, 2),)),
    }
    powers = {"summoning": (1, 0), "rite": (2, Fraction(1, 2)), "call": (1, 0), "bolt": (1, 1)}
    powers = {name: worth for name, worth in powers.items() if name in (*names, "bolt")}

    @cache
    def second(done):
        known = {"bolt": (1, 1)}
        known |= {power.name: (power.charge, power.value) for name in done for power in psykers[name].powers}
        levels = 1 + sum(psykers[name].mastery for name in done)
        worths = [minimax(known, roll + levels, roll + 1, lambda _: 0) for roll in range(1, die + 1)]
        return Fraction(sum(worths), die)

    plan = plan_two_turns(
        [Power(name, *worth) for name, worth in powers.items()],
        pools,
        [psykers[name] for name in names],
        1,
        1,
        rules,
    )
    ending = {done: second(done) for size in range(4) for done in map(frozenset, combinations(names, size))}
    assert plan.gains == {done: worth - ending[frozenset()] for done, worth in ending.items()}
    assert plan.value == minimax(powers, *pools, lambda done: ending[done & set(names)])
    assert policy_value(plan.first, plan.first.policy) == plan.first.value


@pytest.mark.parametrize(
    ("powers", "conjured", "message"),
    [
        (
            [BOLT],
            ["summoning"],
            "conjured must name powers without options, spare or hit: one of ['bolt'], not 'summoning'",
        ),
        ([BOLT], ["bolt", "bolt"], "conjured must name different powers, not ['bolt', 'bolt']"),
        ([BOLT], ["bolt"] * 5, "the number of conjured psykers must be a whole number from 0 to 4, not 5"),
    ],
)
def test_bad_input_is_refused_in_one_sentence(powers, conjured, message):
    with pytest.raises(ValueError) as caught:  # noqa: PT011
        plan_two_turns(powers, (3, 0), [Conjured(name, 1) for name in conjured], 1, 1)
    assert str(caught.value) == message
