"""The pictures of powers known, compared with lists of all courses of the rolls."""

from fractions import Fraction
from itertools import combinations, product

import pytest
from charts import numbers, settings, the

from psy.view import percent
from psy.view.marks import Bars, Cells
from psy.view.wh40k import learning
from psy.wh40k import plan_learning
from psy.wh40k.sample_disciplines import EXAMPLES, armies, chance_of_all, disciplines_of


@pytest.mark.parametrize("setting", settings(learning.mastery_curve, 8), ids=str)
def test_the_chance_of_a_wanted_power(setting):
    chart, size, wanted = learning.mastery_curve(**setting), setting["size"], setting["wanted"]
    one, many = (numbers(chart.named(name)) for name in ("one psyker", "psykers of mastery 1"))
    for level in (1, 2, 3):
        sets = [set(known) for known in combinations(range(size), level)]
        rolled = [set(rolls) for rolls in product(range(size), repeat=level)]
        for found, courses in ((one, sets), (many, rolled)):
            assert found[level] == Fraction(sum(min(known) < wanted for known in courses), len(courses))
    assert numbers(chart.named("you")) == {setting["mastery"]: one[setting["mastery"]]}
    assert percent(one[setting["mastery"]], 0) in chart.sentence


@pytest.mark.parametrize(("levels", "first", "second"), [(1, 1, 0), (3, 2, 0), (3, 1, 1)])
def test_armies(levels, first, second):
    chart = learning.army_bars(levels, first, second)
    shown = list(numbers(the(Bars, chart)).values())
    assert shown == [chance_of_all(army, first, second) for army in armies(levels)]
    best = [army for army in armies(levels) if chance_of_all(army, first, second) == max(shown)]
    assert " or ".join(" + ".join(map(str, army)) for army in best) in chart.sentence


@pytest.mark.parametrize("setting", settings(learning.plan_grid, 12), ids=str)
def test_the_plan(setting):
    name, level, known = setting["disciplines"], setting["mastery"], learning.KNOWN[setting["known"]]
    given = disciplines_of(EXAMPLES[name] if isinstance(name, str) else name)
    if known and (level == 1 or known[0] >= len(given)):
        with pytest.raises(ValueError, match="leaves no roll"):
            learning.plan_grid(**setting)
        return
    chart = learning.plan_grid(**setting)
    shown, plan = the(Cells, chart), plan_learning(given, level)
    state = frozenset({(given[known[0]].name, known[1])}) if known else frozenset()
    rows = {row for _, row in shown.framed}
    assert {given[row].name for row in rows} == plan.policy.rolls(state)
    for (row, each), number in product(enumerate(given), range(1, 7)):
        kind = shown.kinds[shown.values[row][number - 1]][0]
        if (each.name, number) in state:
            assert kind == "roll again"
            continue
        swaps = plan.policy.swaps(state, each.name, number)
        assert kind == " or ".join("swap" if swap else "keep" for swap in sorted(swaps))
