"""Armies over sample disciplines, by a list of all courses of their rolls."""

from fractions import Fraction
from itertools import combinations, product

from psy.wh40k import plan_army
from psy.wh40k.sample_disciplines import EXAMPLES, armies, chance_of_all, disciplines_of


def test_an_army_against_all_its_rolls():
    # Without a second discipline nobody has a choice that matters: all courses are listed.
    for army in armies(3):
        sets = [list(combinations(range(6), level)) for level in army]
        courses = [set().union(*course) for course in product(*sets)]
        assert chance_of_all(army, 2) == Fraction(sum({0, 1} <= known for known in courses), len(courses))
    assert chance_of_all((2,), 0) == 1
    assert plan_army(disciplines_of(EXAMPLES["one power wanted, of two"]), []).value == 0
