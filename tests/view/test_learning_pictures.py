"""Pictures of powers known and of the plan, over the positions of their controls."""

import itertools
from fractions import Fraction

import pytest
from moves import assert_draws_well, assert_readable, some

from psy.view import learning, learning_plan
from psy.view.numbers import decimal, percent
from psy.wh40k import chance_to_learn, learn, plan_learning

LEVELS = range(1, 7)
VALUES = {"wanted": (0, 4, 8, 12), "steady": (0, 1, 3), "primaris": (0, 2, 4)}
CONTROLS = {
    learning.mastery_curve: {"mastery": LEVELS, "wanted": LEVELS},
    learning.wanted_bars: {"mastery": range(7), "wanted": LEVELS},
    learning.army_bars: {"total": range(1, 6), "wanted": LEVELS},
    learning.cap_bars: {"mastery": LEVELS, "costs": tuple(learning.COSTS)},
    learning.size_curve: {"size": range(4, 13), "wanted": range(1, 5)},
    learning_plan.plan_grid: {"mastery": (2, 3), **VALUES, "known": tuple(learning_plan.KNOWN)},
    learning_plan.strategies: {"mastery": (1, 2, 3), **VALUES},
    learning_plan.gamble_map: {"mastery": (1, 2)},
}


@pytest.mark.parametrize("make", CONTROLS, ids=lambda make: make.__name__)
def test_every_position_is_drawn_afresh_and_reads(make):
    assert_draws_well(make, some(CONTROLS[make], 2))
    draw = make()
    for move in some(CONTROLS[make], 8, seed=2):
        assert_readable(draw(**move))


def test_one_psyker_beside_several():
    draw = learning.mastery_curve()
    for level, wanted in itertools.product(LEVELS, LEVELS):
        one, several = (row[2] for row in draw(level, wanted).table.rows)
        assert one == str(chance_to_learn(range(1, wanted + 1), level))
        assert several == str(1 - Fraction(6 - wanted, 6) ** level)
    assert [row[2] for row in draw(2, 1).table.rows] == ["1/3", "11/36"]


def test_bars_of_wanted_powers_are_the_sets_counted():
    draw = learning.wanted_bars()
    for level, wanted in itertools.product(range(7), LEVELS):
        die = learn(level)
        for count, _, chance in draw(level, wanted).table.rows:
            number = int(count.split()[0])
            held = sum(
                weight for powers, weight in die.items() if len(powers & set(range(1, wanted + 1))) == number
            )
            assert chance == str(Fraction(held, die.denominator()))


def test_armies_are_all_ways_to_spread_the_levels():
    assert [len(list(learning.splits(total))) for total in range(6)] == [1, 1, 2, 3, 5, 7]
    draw = learning.army_bars()
    for total in range(1, 6):
        for army, _, chance in draw(total, 2).table.rows:
            levels = [int(level) for level in army.split(" + ")]
            assert sum(levels) == total
            assert chance == str(chance_to_learn((1, 2), levels))


def test_both_readings_of_the_cap():
    draw = learning.cap_bars()
    for level, (name, costs) in itertools.product(LEVELS, learning.COSTS.items()):
        free, capped = learning.READINGS.values()
        assert (free.capped_by_mastery, capped.capped_by_mastery) == (False, True)
        for number, charge, first, second in draw(level, name).table.rows:
            assert charge == str(costs[int(number) - 1])
            assert first == percent(chance_to_learn(int(number), level, costs, free))
            assert second == percent(chance_to_learn(int(number), level, costs, capped))


def test_one_wanted_power_is_mastery_by_size():
    draw = learning.size_curve()
    for size in range(4, 13):
        for level, row in enumerate(draw(size, 1).table.rows, start=1):
            assert row[2] == str(Fraction(level, size))


def test_a_row_of_the_grid_is_worth_what_its_cells_are():
    draw = learning_plan.plan_grid()
    for move in some(CONTROLS[learning_plan.plan_grid], 12):
        plan = learning_plan.sample_plan(*(move[name] for name in ("mastery", *VALUES)))
        known = learning_plan.KNOWN[move["known"]]
        means = {}
        for name in (learning_plan.GAMBLE, learning_plan.STEADY):
            rolled = [number for number in range(1, 7) if (name, number) not in known]
            values = [learning_plan.after_roll(plan, known, name, number)[1] for number in rolled]
            means[name] = sum(values) / Fraction(len(values))
        picture = draw(**move)
        assert picture.table.rows[-1][1:] == tuple(map(decimal, means.values()))
        best = plan.policy.rolls(known)
        if best:
            assert best == {name for name, mean in means.items() if mean == max(means.values())}
            assert max(means.values()) == plan.policy.value(known)


def test_the_plan_beats_one_discipline():
    draw = learning_plan.strategies()
    for move in some(CONTROLS[learning_plan.strategies], 12):
        mastery, *values = move.values()
        *alone, best = (Fraction(row[2]) for row in draw(**move).table.rows)
        each = learning_plan.sample_disciplines(*values)
        assert alone == [plan_learning([one], mastery).value for one in each]
        assert best == plan_learning(each, mastery).value >= max(alone)


def test_gamble_from():
    draw = learning_plan.gamble_map()
    assert [row[1] for row in draw(2).table.rows] == [
        "0 or more",
        "5 or more",
        "10 or more",
        "more than 12",
        "more than 12",
    ]
    assert draw(1).table.rows[2][1] == "11 or more"
    assert "roll on divination" in learning_plan.plan_grid()(1, 3, 1, 1).sentence


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: learning.mastery_curve()(7, 1), "mastery must be a whole number from 1 to 6, not 7"),
        (lambda: learning.wanted_bars()(2, 0), "wanted must be a whole number from 1 to 6, not 0"),
        (lambda: learning.army_bars()(6, 1), "total must be a whole number from 1 to 5, not 6"),
        (lambda: learning.cap_bars()(2, "1 1"), "costs must be one of '1 1 1 1 2 3'"),
        (lambda: learning.size_curve()(13, 1), "size must be a whole number from 4 to 12, not 13"),
        (lambda: learning_plan.plan_grid()(4, 1, 1, 1), "mastery must be a whole number from 1 to 3, not 4"),
        (
            lambda: learning_plan.plan_grid()(2, 13, 1, 1),
            "wanted must be a whole number from 0 to 12, not 13",
        ),
        (
            lambda: learning_plan.plan_grid()(1, 8, 1, 1, "telepathy 1"),
            "known must leave a roll: mastery 1 with 'telepathy 1' has none",
        ),
        (lambda: learning_plan.gamble_map()(3), "mastery must be a whole number from 1 to 2, not 3"),
    ],
)
def test_wrong_choices_are_refused_in_one_sentence(call, message):
    with pytest.raises(ValueError, match=message):
        call()
