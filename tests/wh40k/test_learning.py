"""Powers known against roll-by-roll enumeration, published odds and a player who tries every choice."""

from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from psy.wh40k import (
    RULES,
    Discipline,
    Learner,
    chance_to_learn,
    eligible_powers,
    learn,
    plan_army,
    plan_learning,
)

CAPPED = replace(RULES, capped_by_mastery=True)
MIXED = (1, 1, 2, 2, 3, 3)


def roll_powers(mastery, costs, capped, known=frozenset()):
    """Roll one power after the other; a repeat, or a power that is too dear, is rolled again."""
    allowed = {n for n in range(1, 7) if n not in known and not (capped and costs[n - 1] > mastery)}
    if len(known) == mastery or not allowed:
        return {known: Fraction(1)}
    chances = {}
    for rolled in allowed:
        for powers, chance in roll_powers(mastery, costs, capped, known | {rolled}).items():
            chances[powers] = chances.get(powers, 0) + chance / len(allowed)
    return chances


@pytest.mark.parametrize("mastery", range(7))
@pytest.mark.parametrize("costs", [(1,) * 6, MIXED, (3,) * 6], ids=["all cheap", "mixed", "all dear"])
@pytest.mark.parametrize("rules", [RULES, CAPPED], ids=["any cost", "capped"])
def test_powers_equal_enumeration(mastery, costs, rules):
    die = learn(mastery, costs, rules)
    ours = {powers: Fraction(weight, die.denominator()) for powers, weight in die.items()}
    assert ours == roll_powers(mastery, costs, rules.capped_by_mastery)


@pytest.mark.parametrize("mastery", range(7))
@pytest.mark.parametrize("rules", [RULES, CAPPED], ids=["any cost", "capped"])
def test_chance_equals_enumeration(mastery, rules):
    rolled = roll_powers(mastery, MIXED, rules.capped_by_mastery)
    for size in range(7):
        for wanted in combinations(range(1, 7), size):
            expected = sum(chance for powers, chance in rolled.items() if powers & set(wanted))
            assert chance_to_learn(wanted, mastery, MIXED, rules) == expected


def test_published_odds():
    # W 0: mastery 2 finds a given power in 33.33 percent, two psykers of mastery 1 in 30.56.
    assert chance_to_learn(4, 2) == chance_to_learn({4}, [2]) == Fraction(1, 3)
    assert chance_to_learn(4, (1, 1)) == Fraction(11, 36)


def test_the_cap_helps_whoever_wants_a_cheap_power():
    assert chance_to_learn(1, 1, MIXED, CAPPED) == Fraction(1, 2)
    assert chance_to_learn(6, 1, MIXED, CAPPED) == 0


def test_edges_have_an_answer():
    assert dict(learn(0).items()) == {frozenset(): 1}
    assert dict(learn(6).items()) == {frozenset(range(1, 7)): 1}
    assert chance_to_learn((), 3) == chance_to_learn(1, 0) == chance_to_learn(1, ()) == 0
    assert eligible_powers(1, MIXED, CAPPED) == [1, 2]


# A player who tries every choice: powers are (discipline, number), the primaris is number 0.


def best_total(disciplines, mastery, worth, capped=False, gained=()):
    """Return what the best choices are worth, written from the words of the rule."""
    names = {name for name, _ in gained}
    final = set(gained) | ({(next(iter(names)), 0)} if len(names) == 1 else set())
    options = [worth(final)]
    for name, costs in disciplines.items() if len(gained) < mastery else ():
        rolls = [
            n for n in range(1, 7) if (name, n) not in gained and not (capped and costs[n - 1] > mastery)
        ]
        values = []
        for rolled in rolls:
            choices = [best_total(disciplines, mastery, worth, capped, (*gained, (name, rolled)))]
            if (name, 0) not in gained:
                choices.append(best_total(disciplines, mastery, worth, capped, (*gained, (name, 0))))
            values.append(max(choices))
        if rolls:
            options.append(sum(values, Fraction(0)) / len(rolls))
    return max(options)


values_of_six = st.tuples(*[st.integers(0, 4)] * 6)


@settings(max_examples=25, deadline=None)
@given(
    tables=st.lists(st.tuples(values_of_six, st.integers(0, 4)), min_size=1, max_size=2),
    mastery=st.integers(0, 2),
    goal=st.sampled_from(["total", "best"]),
    capped=st.booleans(),
)
def test_plan_equals_a_player_who_tries_every_choice(tables, mastery, goal, capped):
    disciplines = [
        Discipline(f"school {place}", values, primaris, MIXED)
        for place, (values, primaris) in enumerate(tables)
    ]
    worths = {(which.name, n): (which.primaris, *which.values)[n] for which in disciplines for n in range(7)}

    def worth(powers):
        known = [worths[power] for power in powers]
        return Fraction(sum(known) if goal == "total" else max(known, default=0))

    plan = plan_learning(disciplines, mastery, goal, CAPPED if capped else RULES)
    assert plan.value == best_total({which.name: MIXED for which in disciplines}, mastery, worth, capped)


@pytest.mark.parametrize("mastery", [1, 2, 3, 4])
def test_one_wanted_power_is_the_chance_to_learn_it(mastery):
    wanted = Discipline("telepathy", (0, 0, 0, 0, 0, 1))
    other = Discipline("biomancy", (0,) * 6)
    plan = plan_learning([wanted, other], mastery, goal="best")
    assert plan.value == chance_to_learn(6, mastery)
    assert plan.first_moves == {"telepathy"}


def test_focus_is_worth_the_primaris():
    # Every roll on the one discipline brings its primaris (2) besides three powers worth 1 each.
    plan = plan_learning([Discipline("pyromancy", (1,) * 6, primaris=2)], mastery=3)
    assert plan.value == 5


def test_a_wanted_primaris_is_taken_by_the_swap_when_another_discipline_is_mixed_in():
    pyromancy = Discipline("pyromancy", (0,) * 6, primaris=5)
    telepathy = Discipline("telepathy", (4,) * 6)
    plan = plan_learning([pyromancy, telepathy], mastery=2)
    assert plan.value == 9
    assert plan.first_moves == {"pyromancy", "telepathy"}
    assert plan.policy.swaps(frozenset(), "pyromancy", 1) == {True}


def test_lucky_rolls_change_the_discipline():
    # W 0 notes: the discipline of each roll is chosen when its turn comes.
    wanted = Discipline("telepathy", (3, 0, 0, 0, 0, 0))
    fallback = Discipline("biomancy", (1,) * 6)
    policy = plan_learning([wanted, fallback], mastery=2).policy
    assert policy.rolls(frozenset({("telepathy", 1)})) == {"biomancy"}


def test_nothing_to_gain_is_no_roll():
    plan = plan_learning([Discipline("telepathy", (0,) * 6)], mastery=2)
    assert (plan.value, plan.first_moves) == (0, frozenset())
    assert plan_learning([Discipline("telepathy", (1,) * 6)], mastery=0).value == 0


def test_disciplines_of_any_size():
    three = replace(RULES, discipline_size=3)
    assert learn(1, rules=three).probability(frozenset({2})) == Fraction(1, 3)
    assert chance_to_learn(1, 2, rules=three) == Fraction(2, 3)
    small, large = Discipline("small", (1, 0)), Discipline("large", (1, *(0,) * 9))
    assert plan_learning([small], 1).value == Fraction(1, 2)
    assert plan_learning([large, small], 1).first_moves == {"small"}
    assert plan_learning([large], 2).value == Fraction(1, 5)


WANTED = [Discipline("telepathy", (1, 0, 0, 0, 0, 0)), Discipline("biomancy", (1, 0, 0, 0, 0, 0))]


def test_an_army_of_two_psykers_wants_two_powers():
    # Issue 16, line 7.
    army = [Learner("a", 2), Learner("b", 2)]
    assert plan_army(WANTED, army).value == Fraction(19, 27)
    assert plan_army(WANTED, army, "all").value == Fraction(4, 27)


def slow_army(disciplines, learners, goal):
    """Try every order, discipline and swap, roll by roll; powers are (discipline, number), 0 the primaris."""
    worths = {(d.name, n): (d.primaris, *d.values)[n] for d in disciplines for n in range(len(d.values) + 1)}

    def final(army):
        if goal == "all":
            return Fraction(all(power in army for power, worth in worths.items() if worth))
        return Fraction(sum(worths.get(power, 0) for power in army))

    def start(left, army):
        if not left:
            return final(army)
        return max(
            roll(learner, (), [other for other in left if other is not learner], army) for learner in left
        )

    def roll(learner, gained, left, army):
        names = {name for name, _ in gained}
        focus = {(next(iter(names)), 0)} if len(names) == 1 else set()
        options = [start(left, army | set(gained) | focus | set(learner.known))]
        for each in disciplines if len(gained) < learner.mastery else ():
            if learner.disciplines is not None and each.name not in learner.disciplines:
                continue
            has = set(gained) | set(learner.known)
            rolls = [n for n in range(1, len(each.values) + 1) if (each.name, n) not in has]
            total = Fraction(0)
            for number in rolls:
                kept = roll(learner, (*gained, (each.name, number)), left, army)
                if (each.name, 0) not in has:
                    kept = max(kept, roll(learner, (*gained, (each.name, 0)), left, army))
                total += kept
            if rolls:
                options.append(total / len(rolls))
        return max(options)

    return start(list(learners), frozenset())


@pytest.mark.parametrize("goal", ["different", "all"])
@pytest.mark.parametrize(
    "learners",
    [
        [Learner("a", 1), Learner("b", 2)],
        [Learner("a", 2, disciplines=("second",)), Learner("b", 1)],
        [Learner("a", 1, known=frozenset({("first", 0), ("force", 1)})), Learner("b", 1)],
        [Learner("a", 0, known=frozenset({("first", 1)})), Learner("b", 2)],
    ],
)
def test_an_army_equals_one_that_tries_everything(goal, learners):
    disciplines = [Discipline("first", (3, 0, 1), primaris=1), Discipline("second", (2, 0), primaris=0)]
    assert plan_army(disciplines, learners, goal).value == slow_army(disciplines, learners, goal)


def test_the_powers_of_the_rulebooks_examples():
    # R p. 23: mastery 2, a focus and a force weapon are four powers; mastery 3 over two disciplines as well.
    stu = Learner("Stu", 2, known=frozenset({("force", 1)}))
    assert stu.powers_known({("telepathy", 3), ("telepathy", 5)}) == 4
    sara = Learner("Sara", 3, known=frozenset({("force", 1)}))
    assert sara.powers_known({("telepathy", 3), ("telepathy", 0), ("divination", 6)}) == 4


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: learn(7), ValueError, "mastery must be a whole number from 0 to 6, not 7"),
        (lambda: learn(True), TypeError, "mastery must be a whole number from 0 to 6, not True"),
        (lambda: learn(2, (1, 1)), ValueError, "costs must be 6 warp charges, one a power, not (1, 1)"),
        (lambda: learn(2, (0,) * 6), ValueError, "costs must be a whole number of at least 1, not 0"),
        (lambda: chance_to_learn(7, 2), ValueError, "wanted must be a whole number from 1 to 6, not 7"),
        (
            lambda: chance_to_learn(1, (2, 9)),
            ValueError,
            "mastery must be a whole number from 0 to 6, not 9",
        ),
        (lambda: Discipline(3, (0,) * 6), TypeError, "name must be a str (of builtins), not 3"),
        (
            lambda: Discipline("a", (0.5,) * 6),
            TypeError,
            "values must be an integer or a Fraction at least 0, not 0.5",
        ),
        (
            lambda: Discipline("a", (0,) * 5, costs=(1, 1)),
            ValueError,
            "costs must be 5 warp charges, one a power, not (1, 1)",
        ),
        (lambda: learn(2, costs=0), TypeError, "costs must be a list of warp charges, not 0"),
        (
            lambda: plan_learning([], 1),
            ValueError,
            "disciplines must be one or more with different names, not []",
        ),
        (
            lambda: plan_learning([Discipline("a", (0,) * 6)], 1, "most"),
            ValueError,
            "goal must be one of 'total', 'best', not 'most'",
        ),
        (
            lambda: plan_learning([Discipline(name, (0,) * 6) for name in "abcde"], 5),
            ValueError,
            "mastery 5 over 5 disciplines is too large: about 384,168 sets of powers, where 100,000 can be "
            "planned",
        ),
    ],
)
def test_bad_input_is_refused_in_one_sentence(call, error, message):
    with pytest.raises(error) as caught:
        call()
    assert str(caught.value) == message
