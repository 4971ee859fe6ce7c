"""Many psychic tests in a row against a recursion over every die, written from the rules' words."""

from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import permutations, product
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from psy.wh40k import (
    RULES,
    casting_odds,
    perils_odds,
    perils_survived,
    powers_cast,
    still_there,
    wounds_after,
    wounds_left,
)

# The hits of a removal are tried further below.
NO_HITS = replace(RULES, hit_wounds_on="never")
ANY_DOUBLE = replace(NO_HITS, perils=RULES.daemonology_perils)


@cache
def rolled_perils(dice, any_double):
    """Count the rolls with two or more sixes, or with any double."""
    rolls = list(product(range(1, 7), repeat=dice))
    faces = range(1, 7) if any_double else [6]
    return Fraction(sum(any(roll.count(face) >= 2 for face in faces) for roll in rolls), len(rolls))


@cache
def fates(leadership, feel_no_pain):
    """Return the chances of removal, a wound and nothing, of every table, leadership and pain die."""
    counts = {"removed": 0, "wound": 0, "nothing": 0}
    for row, first, second, pain in product(range(1, 7), repeat=4):
        passed = first + second <= leadership
        if row == 1 and not passed:
            fate = "removed"
        else:
            hurt = row <= 4 or not passed
            fate = "wound" if hurt and not (feel_no_pain and pain >= feel_no_pain) else "nothing"
        counts[fate] += 1
    return {fate: Fraction(count, 6**4) for fate, count in counts.items()}


def play(tests, models, leadership, feel_no_pain, any_double, chance=Fraction(1)):
    """Yield every course of events as what is left and its chance."""
    if not tests or not models:
        yield tuple(sorted(models)), chance
        return
    bad = rolled_perils(tests[0], any_double)
    rest = (leadership, feel_no_pain, any_double)
    yield from play(tests[1:], models, *rest, chance * (1 - bad))
    for place, (fate, share) in product(range(len(models)), fates(leadership, feel_no_pain).items()):
        left = {"removed": 0, "wound": models[place] - 1, "nothing": models[place]}[fate]
        after = [*models[:place], left, *models[place + 1 :]]
        after = [wounds for wounds in after if wounds]
        yield from play(tests[1:], after, *rest, chance * bad * share / len(models))


def slowly(tests, models, *rest):
    chances = {}
    for left, chance in play(tests, list(models), *rest):
        chances[left] = chances.get(left, 0) + chance
    return {left: chance for left, chance in chances.items() if chance}


@pytest.mark.parametrize("tests", [(), (0,), (1, 1), (2,), (4, 3), (2, 5, 3)], ids=str)
@pytest.mark.parametrize("models", [(1,), (2,), (3,), (1, 1), (1, 2)], ids=str)
@pytest.mark.parametrize(("leadership", "feel_no_pain"), [(2, None), (9, None), (9, 5), (12, 2)])
@pytest.mark.parametrize("rules", [NO_HITS, ANY_DOUBLE], ids=["two sixes", "any double"])
def test_what_is_left_equals_every_course_of_events(tests, models, leadership, feel_no_pain, rules):
    die = wounds_left(tests, leadership, models, rules, feel_no_pain=feel_no_pain)
    ours = {left: Fraction(weight, die.denominator()) for left, weight in die.items()}
    assert ours == slowly(tests, models, leadership, feel_no_pain, rules is ANY_DOUBLE)


@pytest.mark.parametrize("models", [(1,), (2,), (1, 1)], ids=str)
@pytest.mark.parametrize("charge", [0, 1, 2])
def test_powers_cast_equals_every_course_of_events(models, charge):
    tests, expected = (4, 2, 5), Fraction(0)
    for place, dice in enumerate(tests):
        rolls = list(product(range(1, 7), repeat=dice))
        works = Fraction(sum(sum(face >= 4 for face in roll) >= charge for roll in rolls), len(rolls))
        expected += works * (1 - slowly(tests[:place], models, 8, None, False).get((), Fraction(0)))
    assert powers_cast(tests, charge, 8, models, NO_HITS) == expected


def strike(models, hit_wounds_on=2):
    """Yield what one roll on the table leaves of models of (wounds, leadership), told apart, by its words."""
    for place, (wounds, leadership) in enumerate(models):
        share = Fraction(1, len(models))
        others = (*models[:place], *models[place + 1 :])
        removed = fates(leadership, None)["removed"]
        for hits in range(1, 7):
            for left, chance in fall(others, hits, hit_wounds_on):
                yield left, share * removed / 6 * chance
        hurt = (*others, (wounds - 1, leadership)) if wounds > 1 else others
        yield hurt, share * fates(leadership, None)["wound"]
        yield models, share * fates(leadership, None)["nothing"]


def fall(models, hits, hit_wounds_on):
    """Yield what hits leave: a random order of the models, each of which takes wounds until it is gone."""
    orders = list(permutations(models))
    for order in orders:
        for roll, chance in wounding(hits, hit_wounds_on):
            left, wounds = [], roll
            for life, leadership in order:
                taken = min(life, wounds)
                wounds -= taken
                if life > taken:
                    left.append((life - taken, leadership))
            yield tuple(left), chance / len(orders)


def wounding(hits, hit_wounds_on):
    good = 0 if hit_wounds_on == "never" else 7 - hit_wounds_on
    for wounds in range(hits + 1):
        yield wounds, Fraction(comb(hits, wounds) * good**wounds * (6 - good) ** (hits - wounds), 6**hits)


def after(models, number, hit_wounds_on=2):
    states = {tuple(sorted(models)): Fraction(1)}
    for _ in range(number):
        following = {}
        for state, chance in states.items():
            for left, share in strike(state, hit_wounds_on) if state else [((), Fraction(1))]:
                key = tuple(sorted(left))
                following[key] = following.get(key, 0) + chance * share
        states = following
    return states


@pytest.mark.parametrize("number", range(4))
@pytest.mark.parametrize(
    "models", [((1, 9),), ((2, 7),), ((1, 7), (1, 9)), ((1, 8), (2, 8), (1, 8)), ((2, 10), (1, 6))], ids=str
)
@pytest.mark.parametrize("hit_wounds_on", [2, 5, "never"])
def test_what_perils_leave_equals_every_course_of_events(number, models, hit_wounds_on):
    wounds, leadership = ([model[part] for model in models] for part in (0, 1))
    rules = replace(RULES, hit_wounds_on=hit_wounds_on)
    die = wounds_after(number, leadership, wounds, rules)
    slow = {}
    for state, chance in after(models, number, hit_wounds_on).items():
        lives = tuple(sorted(life for life, _ in state))
        slow[lives] = slow.get(lives, 0) + chance
    ours = {left: Fraction(weight, die.denominator()) for left, weight in die.items()}
    assert ours == {left: chance for left, chance in slow.items() if chance}
    survived = perils_survived(leadership, wounds, rules)
    assert survived.at_least(number + 1) == 1 - ours.get((), 0)


def test_golden_brotherhoods_and_lives():
    # Issue 16, lines 5 and 6.
    assert perils_odds(7, (1, 1)).silenced == Fraction(1353025, 20155392)
    assert perils_odds(9, (1,) * 5).silenced == Fraction(51875, 5038848)
    assert wounds_after(1, (7, 7), (1, 1)).probability(()) == Fraction(1353025, 20155392)
    assert perils_survived(9).mean == Fraction(18, 13)
    assert perils_survived(9, 2).mean == Fraction(459, 169)


@pytest.mark.parametrize(("leadership", "wounds"), [(9, 1), (7, 2), ((7, 9), (1, 1)), (8, (1,) * 4)])
def test_the_mean_is_the_sum_of_the_chances_to_live_on(leadership, wounds):
    survived = perils_survived(leadership, wounds)
    assert float(survived.mean) == pytest.approx(float(sum(survived.at_least(n) for n in range(1, 90))))


def test_harmless_perils_never_end():
    harmless = tuple(replace(row, always=(), passed=(), failed=()) for row in RULES.perils_table)
    assert perils_survived(9, rules=replace(RULES, perils_table=harmless)).mean == float("inf")


def test_still_there_is_what_is_left():
    assert still_there(3, 4, 9, 2) == 1 - wounds_left([4] * 3, 9, 2).probability(())
    assert still_there(0, 4, 9) == 1


@pytest.mark.parametrize("leadership", range(2, 13))
def test_one_sure_perils_is_one_roll_on_the_table(leadership):
    # Seven dice always show a double.
    gone = wounds_left([7], leadership, 1, ANY_DOUBLE).probability(())
    assert gone == perils_odds(leadership, 1).lost


def test_powers_of_charge_0_count_the_tests_taken():
    assert powers_cast([1] * 5, 0, 9) == 5
    assert powers_cast([7, 1], 0, 9, rules=ANY_DOUBLE) == 1 + (1 - perils_odds(9).lost)


@given(
    dice=st.integers(0, 12), number=st.integers(0, 8), wounds=st.integers(1, 4), leadership=st.integers(2, 12)
)
def test_a_wound_more_and_a_test_fewer_are_never_worse(dice, number, wounds, leadership):
    def gone(tests, left):
        return wounds_left([dice] * tests, leadership, left).probability(())

    assert gone(number, wounds) >= gone(number, wounds + 1)
    assert gone(number, wounds) <= gone(number + 1, wounds)
    assert powers_cast([dice] * number, 1, leadership, wounds) <= number * casting_odds(dice, 1).success


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: wounds_left(3, 9), TypeError, "tests must be a list of numbers of dice, not 3"),
        (lambda: wounds_left([-1], 9), ValueError, "tests must be a whole number from 0 to 100, not -1"),
        (
            lambda: wounds_left([1] * 101, 9),
            ValueError,
            "the number of tests must be a whole number from 0 to 100, not 101",
        ),
        (lambda: wounds_left([], 13), ValueError, "leadership must be a whole number from 2 to 12, not 13"),
        (lambda: powers_cast([], 1, 1), ValueError, "leadership must be a whole number from 2 to 12, not 1"),
        (lambda: powers_cast([2], -1, 9), ValueError, "charge must be a whole number of at least 0, not -1"),
        (lambda: wounds_left([2], 9, 11), ValueError, "wounds must be a whole number from 1 to 10, not 11"),
        (
            lambda: wounds_left([2], 9, [10] * 10),
            ValueError,
            "wounds [10, 10, 10, 10, 10, 10, 10, 10, 10, 10] are too many: about 184,756 states, "
            "where 2,000 can be followed",
        ),
    ],
)
def test_bad_input_is_refused_in_one_sentence(call, error, message):
    with pytest.raises(error) as caught:
        call()
    assert str(caught.value) == message
