"""Attacks against slow enumeration, the source's examples, and every choice of dice to roll again."""

from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product
from math import prod, sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from psy.prospero import BATTLE_RULES, AttackRule, Shown, attack, kine_shield, simulate_attack

PLAIN = replace(BATTLE_RULES, attack=replace(BATTLE_RULES.attack, critical_damage=1))
TIES = replace(BATTLE_RULES, attack=replace(BATTLE_RULES.attack, ties_hit=True))
HUGE = replace(BATTLE_RULES, attack=replace(BATTLE_RULES.attack, critical_damage=100))
EARLY = replace(
    BATTLE_RULES, attack=AttackRule(die=6, critical_at=3, damage=2, critical_damage=5, ties_hit=False)
)
RULE_SETS = pytest.mark.parametrize(
    "rules",
    [BATTLE_RULES, PLAIN, TIES, EARLY],
    ids=["published", "no criticals", "ties hit", "early criticals"],
)
few_dice = st.lists(st.integers(2, 12), max_size=3)


def damage(ours, theirs, rule):
    """The words of the rule: sort, pair by rank, higher hits, a high face is critical."""
    pairs = zip(sorted(ours, reverse=True), sorted(theirs, reverse=True), strict=False)
    hits = [face for face, armour in pairs if face > armour or (rule.ties_hit and face == armour)]
    return sum(rule.critical_damage if face >= rule.critical_at else rule.damage for face in hits)


def rolls(sizes):
    return list(product(*(range(1, size + 1) for size in sizes)))


def spread(roll, again, sizes):
    """Every result of rolling the dice in these places again."""
    return [
        tuple(new[again.index(place)] if place in again else face for place, face in enumerate(roll))
        for new in rolls([sizes[place] for place in again])
    ]


def subsets(places):
    return [again for number in range(places + 1) for again in combinations(range(places), number)]


def best_over_all_subsets(roll, sizes, value, better):
    """Return the results of the best set of dice to roll again, among all sets, and its expected value."""
    choices = [spread(roll, again, sizes) for again in subsets(len(sizes))]
    return better(
        ((Fraction(sum(map(value, results)), len(results)), results) for results in choices),
        key=lambda choice: choice[0],
    )


@RULE_SETS
@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        ([], []),
        ([6], []),
        ([6], [6]),
        ([12], [10]),
        ([6, 8], [10, 6]),
        ([6, 6, 6], [6, 6]),
        ([20, 2], [3, 4, 5]),
    ],
)
def test_damage_equals_enumeration(ours, theirs, rules):
    weights = {}
    for a, d in product(rolls(ours), rolls(theirs)):
        points = damage(a, d, rules.attack)
        weights[points] = weights.get(points, 0) + 1
    assert dict(attack(ours, theirs, rules=rules).items()) == weights


def test_one_die_each():
    # Issue 5, line 1.
    assert attack([6], [6]).probabilities() == (Fraction(7, 12), Fraction(5, 18), Fraction(5, 36))
    assert attack([12], [10]).probabilities() == (Fraction(11, 24), Fraction(1, 12), Fraction(11, 24))


def test_two_d6_d8_d10_against_three_d6_d8():
    # The dice of the source's example ("Re-rolls"); the numbers are from issue 5, line 1.
    die = attack([6, 6, 8, 10], [6, 6, 6, 8])
    assert die.mean() == Fraction(295303, 103680)
    assert die.probability(0) == Fraction(991669, 4976640)


def test_three_d6_against_two_without_criticals_is_risk():
    assert dict(attack([6] * 3, [6] * 2, rules=PLAIN).items()) == {0: 2275, 1: 2611, 2: 2890}


@pytest.mark.parametrize(
    ("ours", "theirs", "points"),
    [
        pytest.param((7, 5, 4, 3), (8, 3, 3, 1), 3, id="Damage Dealt, example"),
        pytest.param((8, 6, 5, 4), (6, 6, 4, 3), 4, id="Press the Attack, example"),
    ],
)
def test_worked_examples_of_the_source(ours, theirs, points):
    assert kine_shield(ours, theirs, [8, 8, 8, 8]).choices[0].expected == points
    assert damage(ours, theirs, BATTLE_RULES.attack) == points


@RULE_SETS
@pytest.mark.parametrize(
    ("ours", "theirs"), [([6], [6]), ([8, 6], [6, 4]), ([6, 6], [6, 6, 2]), ([4, 4, 6], [4, 4])]
)
def test_smoke_equals_enumeration(ours, theirs, rules):
    weights, scale = {}, prod(theirs)
    for a, d in product(rolls(ours), rolls(theirs)):
        results = spread(d, tuple(place for place, face in enumerate(d) if face == 1), theirs)
        for result in results:
            points = damage(a, result, rules.attack)
            weights[points] = weights.get(points, 0) + scale // len(results)
    assert dict(attack(ours, theirs, "smoke", rules=rules).items()) == weights


@RULE_SETS
@pytest.mark.parametrize(
    ("ours", "theirs"), [([6], [6]), ([8, 6], [6, 4]), ([6], [6, 4]), ([5, 4], [4, 4, 2])]
)
def test_kine_shield_is_the_best_of_all_subsets(ours, theirs, rules):
    total = Fraction(0)
    for a, d in product(rolls(ours), rolls(theirs)):
        least, _ = best_over_all_subsets(d, theirs, lambda r, a=a: damage(a, r, rules.attack), min)
        shown = kine_shield(a, d, theirs, rules)
        assert shown.best[0].expected == least
        total += least
    die = attack(ours, theirs, "kine shield", rules=rules)
    assert die.mean() == total / prod([*ours, *theirs])
    assert die.denominator() == prod(ours) * prod(theirs) ** 2


def test_kine_shield_distribution_equals_enumeration():
    # Fewest dice among equally good choices: the subsets are listed in that order, and min takes the first.
    ours, theirs, weights = [6, 5], [4, 4], {}
    for a, d in product(rolls(ours), rolls(theirs)):
        _, results = best_over_all_subsets(d, theirs, lambda r, a=a: damage(a, r, BATTLE_RULES.attack), min)
        for result in results:
            points = damage(a, result, BATTLE_RULES.attack)
            weights[points] = weights.get(points, 0) + 16 // len(results)
    assert dict(attack(ours, theirs, "kine shield").items()) == weights


@pytest.mark.parametrize("first", ["attacker", "defender"])
@pytest.mark.parametrize("reroll", [None, "kine shield", "smoke"])
@pytest.mark.parametrize(("ours", "theirs"), [([4, 3], [3, 2]), ([6], [6]), ([3], [4, 2]), ([4, 4], [4])])
def test_rerolls_of_both_sides_equal_backward_enumeration(ours, theirs, reroll, first):
    rule = replace(BATTLE_RULES.attack, critical_at=3)

    def attacker(a, d, value):
        return best_over_all_subsets(a, ours, lambda r: value(r, d), max)[0]

    def defender(a, d, value):
        if reroll == "kine shield":
            return best_over_all_subsets(d, theirs, lambda r: value(a, r), min)[0]
        again = tuple(p for p, face in enumerate(d) if face == 1) if reroll else ()
        results = spread(d, again, theirs)
        return Fraction(sum(value(a, r) for r in results), len(results))

    before, after = (attacker, defender) if first == "attacker" else (defender, attacker)
    final = {(a, d): damage(a, d, rule) for a, d in product(rolls(ours), rolls(theirs))}
    late = {(a, d): after(a, d, lambda *pair: final[pair]) for a, d in final}
    early = sum(before(a, d, lambda *pair: late[pair]) for a, d in final)
    die = attack(
        ours, theirs, reroll, attack_reroll="any", first=first, rules=replace(BATTLE_RULES, attack=rule)
    )
    assert die.mean() == Fraction(early, len(final))


@given(ours=few_dice, theirs=few_dice)
@settings(max_examples=30)
def test_every_reroll_helps_its_side(ours, theirs):
    plain, smoke, shield = (attack(ours, theirs, how).mean() for how in (None, "smoke", "kine shield"))
    assert shield <= smoke <= plain
    assert plain <= attack(ours, theirs, attack_reroll="any").mean()


@given(ours=few_dice, theirs=few_dice, size=st.integers(2, 11))
def test_a_larger_attack_die_never_hurts(ours, theirs, size):
    assert attack([*ours, size], theirs).mean() <= attack([*ours, size + 1], theirs).mean()
    assert attack(ours, [*theirs, size]).mean() >= attack(ours, [*theirs, size + 1]).mean() or len(
        theirs
    ) >= len(ours)


def test_four_dice_of_any_size_are_worked_out():
    assert attack([12] * 4, [10, 8, 8, 6], "kine shield").mean() < attack([12] * 4, [10, 8, 8, 6]).mean()


def test_kine_shield_explains_itself():
    # 5 and 4 against 6 and 1: keep the 6. With both rolled again, 5 gets through unless a die shows 5 or 6
    # (16/36 that none does), and 4 unless both show 4 or more (27/36): 43/36.
    shown = kine_shield([4, 5], [1, 6], [6, 6])
    assert shown.attack == (5, 4)
    assert shown.armour == (Shown(6, 6), Shown(6, 1))
    assert [choice.expected for choice in shown.choices] == [1, Fraction(1, 2), Fraction(43, 36)]
    assert shown.best[0].again == (Shown(6, 1),)
    assert shown.best[0].through == (0, Fraction(1, 2))
    assert shown.explain() == (
        "Roll again the d6 showing 1: the expected damage falls from 1 to 1/2 (about 0.500). Chance of each "
        "attack die to get through: 5: stopped before, 0 after; 4: hit before, 1/2 after."
    )
    assert kine_shield([1], [6], [6]).explain() == (
        "Keep all dice: the damage is 0, and every re-roll expects as much or more."
    )


def test_kine_shield_reports_every_tie():
    # Nothing gets through a 1 whatever the armour shows.
    assert [choice.again for choice in kine_shield([1], [3], [6]).best] == [(), (Shown(6, 3),)]


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: attack([1], [6]), ValueError, "attack_dice must be a whole number from 2 to 20, not 1"),
        (lambda: attack([6], [21]), ValueError, "armour_dice must be a whole number from 2 to 20, not 21"),
        (lambda: attack([True], []), TypeError, "attack_dice must be a whole number from 2 to 20, not True"),
        (
            lambda: attack(6, [6]),
            TypeError,
            "attack_dice must be a list of sizes of dice, not 6",
        ),
        (lambda: attack([6] * 41, []), ValueError, "attack_dice must be at most 40 dice, not 41"),
        (
            lambda: attack([6], [6], "shield"),
            ValueError,
            "reroll must be one of 'kine shield', 'smoke', not 'shield'",
        ),
        (
            lambda: attack([6], [6], attack_reroll="ones"),
            ValueError,
            "attack_reroll must be one of 'any', not 'ones'",
        ),
        (
            lambda: attack([6], [6], first="traitor"),
            ValueError,
            "first must be one of 'attacker', 'defender', not 'traitor'",
        ),
        (
            lambda: attack([6] * 17, [6], "smoke"),
            ValueError,
            "smoke is worked out for at most 16 dice a side, not 17 and 1",
        ),
        (
            lambda: attack([12, 10, 8, 6], [10, 8, 6, 6], "kine shield", attack_reroll="any"),
            ValueError,
            "re-rolls by choice of both sides of 4 against 4 dice are too many to work out: 2.7e+08 re-rolls "
            "to weigh, at most 1e+08",
        ),
        (
            lambda: attack([12] * 8, [12] * 8, "kine shield"),
            ValueError,
            "re-rolls by choice of 8 against 8 dice are too many to work out: "
            "9.5e+09 pairs of rolls, at most 3e+07, and 7.9e+25 ways, at most 5e+18",
        ),
        (
            lambda: kine_shield([6], [7], [6]),
            ValueError,
            "armour_roll of a d6 must be a whole number from 1 to 6, not 7",
        ),
        (
            lambda: kine_shield([6], [1, 2], [6]),
            ValueError,
            "armour_roll must show 1 dice, one for each size, not 2",
        ),
        (
            lambda: kine_shield([0], [], []),
            ValueError,
            "attack_roll must be a whole number from 1 to 20, not 0",
        ),
        (
            lambda: simulate_attack([6] * 3, [6] * 3, 1, 1, rules=HUGE),
            ValueError,
            "the damage of one simulated attack must be at most 255, not up to 300",
        ),
        (
            lambda: replace(BATTLE_RULES.attack, critical_damage=0),
            ValueError,
            "critical_damage = 0: must be at least the damage, 1",
        ),
    ],
)
def test_bad_input_is_refused_in_one_sentence(call, error, message):
    with pytest.raises(error) as caught:
        call()
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("ours", "theirs", "how"),
    [
        ([6, 6, 8, 10], [6, 6, 6, 8], {}),
        ([6] * 12, [8] * 12, {}),
        ([20, 2], [3, 3, 3], {"rules": EARLY}),
        ([6], [], {}),
        ([6, 8], [6, 4], {"reroll": "smoke"}),
        ([6, 8, 6], [6, 8, 8], {"reroll": "kine shield"}),
        ([6, 8], [6, 4], {"reroll": "kine shield", "attack_reroll": "any"}),
        ([6, 8], [6, 4], {"reroll": "smoke", "attack_reroll": "any", "first": "defender"}),
        ([6, 8], [6, 4], {"attack_reroll": "any", "rules": TIES}),
    ],
    ids=str,
)
def test_simulator_agrees_with_its_exact_twin(ours, theirs, how):
    # Each of at most 25 frequencies may stray by 5 standard errors: a false alarm once in 60,000 runs.
    trials = 200_000
    rolled = simulate_attack(ours, theirs, trials, np.random.default_rng(5), **how)
    exact = attack(ours, theirs, **how)
    assert set(np.unique(rolled).tolist()) <= set(exact.outcomes())
    for points, chance in zip(exact.outcomes(), exact.probabilities(), strict=True):
        allowed = 5 * sqrt(trials * chance * (1 - chance)) + 5 * (chance * trials < 1)
        assert abs(int((rolled == points).sum()) - trials * chance) <= allowed, points


def test_simulator_repeats_with_the_same_seed():
    assert (simulate_attack([6] * 3, [8] * 3, 900, 3) == simulate_attack([6] * 3, [8] * 3, 900, 3)).all()
    assert (simulate_attack([6] * 3, [8] * 3, 900, 3) != simulate_attack([6] * 3, [8] * 3, 900, 4)).any()
    assert len(simulate_attack([6], [6], 0, 3, "kine shield")) == 0
