"""The shapes: marks by name with the numbers given, the ordinary table, and always the same marks."""

from fractions import Fraction

import pytest
from charts import assert_chart, assert_within, numbers, the

from psy.view.chart import Table
from psy.view.marks import Bars, Boxes, Cells, Line, Link, Points, Rule
from psy.view.numbers import decimal
from psy.view.palette import BEST, GREEN, RED, SERIES, YOU
from psy.view.shapes import bars, beside, cells, curves, flow, tornado

HALF, THIRD = Fraction(1, 2), Fraction(1, 3)
PEOPLE = {"who": ("psyker", "warlord", "witch")}
DICE = {"dice thrown": range(4)}


@pytest.fixture(autouse=True)
def whole():
    """Every chart that a test hands over is whole and stays within its picture."""
    made = []
    yield made.append
    for chart in made:
        assert_chart(chart)
        assert_within(chart)


def test_curves(whole):
    y = {"success": (0, THIRD, HALF, 1), "perils": {2: THIRD, 3: HALF}}
    chart = curves("Why?", DICE, y, "So.", at=2, best=[3], on="perils", more=[("more", "1", "1")])
    whole(chart)
    assert numbers(chart.named("success")) == dict(enumerate(y["success"]))
    assert numbers(chart.named("perils")) == y["perils"]
    assert (chart.named("you"), chart.named("best")) == (
        Points((2,), (THIRD,), "you", YOU),
        Points((3,), (HALF,), "best", BEST),
    )
    assert [line.look for line in chart.marks if isinstance(line, Line)] == list(SERIES[:2])
    assert the(Rule, chart).at == 2
    assert chart.table == Table(
        ("", "chance", "exactly"),
        (("success", "50.00%", "1/2"), ("perils", "33.33%", "1/3"), ("more", "1", "1")),
    )
    (panel,) = chart.panels
    assert (panel.across.label, panel.across.whole, panel.up.percent, panel.up.low) == (
        "dice thrown",
        True,
        True,
        0,
    )


def test_curves_without_an_own_place_have_a_row_for_each(whole):
    chart = curves(
        "Why?", DICE, {"gain": (1, -2), "loss": (0, 1, 2, 3)}, "So.", label="wounds", write=decimal
    )
    whole(chart)
    assert chart.table.columns == ("dice thrown", "gain", "loss")
    assert chart.table.rows[1:3] == (("1", "-2.00", "1.00"), ("2", "", "2.00"))
    assert (chart.panels[0].up.percent, chart.panels[0].up.low) == (False, None)


def test_an_own_place_where_the_line_does_not_reach_is_a_line_across(whole):
    chart = curves("Why?", DICE, {"a": (HALF, 1), "b": (1, 1, 1, 1)}, "So.", at=3)
    whole(chart)
    assert chart.named("you") == Rule(3, label="you")


@pytest.mark.parametrize("lying", [False, True])
def test_bars_have_their_numbers_written_on_them(lying, whole):
    chart = bars("Who?", PEOPLE, {"": (HALF, THIRD, 0)}, "So.", best=["psyker"], at="witch", lying=lying)
    whole(chart)
    mark = the(Bars, chart)
    assert numbers(mark) == {0: HALF, 1: THIRD, 2: 0}
    assert mark.words == ("50.0%", "33.3%", "0.0%")
    assert mark.colours[0] == GREEN != mark.colours[1]
    assert chart.named("you").at == 2
    assert chart.named("best").x == ()
    assert chart.table.rows[1] == ("warlord", "33.33%", "1/3")
    assert mark.lying is lying


def test_bars_of_several_series_stand_beside_each_other(whole):
    chart = bars(
        "Who?",
        DICE,
        {"one": (1, -2, 3, 4), "two": {3: 3, 0: 0, 1: 1, 2: 2}},
        "So.",
        label="gain",
        write=decimal,
    )
    whole(chart)
    one, two = chart.named("one"), chart.named("two")
    assert [float(at) for at in one.at] == pytest.approx([-0.2, 0.8, 1.8, 2.8])
    assert [float(at) for at in two.at] == pytest.approx([0.2, 1.2, 2.2, 3.2])
    assert two.size == (0, 1, 2, 3)
    assert one.words == ()


def test_stacked_parts_stand_on_each_other(whole):
    parts = {"wound": (HALF, THIRD, 0), "death": (THIRD, HALF, 1)}
    chart = bars("What?", PEOPLE, parts, "So.", lying=True, words=("a", "b", "c"), stack=True)
    whole(chart)
    assert chart.named("death").base == parts["wound"]
    assert (chart.named("wound").words, chart.named("death").words) == ((), ("a", "b", "c"))
    assert chart.table == Table(
        ("who", "wound", "death", "together"),
        (
            ("psyker", "50.00%", "33.33%", "83.33%"),
            ("warlord", "33.33%", "50.00%", "83.33%"),
            ("witch", "0.00%", "100.00%", "100.00%"),
        ),
    )


def test_tornado_has_the_longest_at_the_top(whole):
    chart = tornado("What moves it?", {"small": (THIRD, HALF), "large": (0, 1)}, HALF, "So.")
    whole(chart)
    assert chart.panels[0].up.names == ("large", "small")
    assert numbers(chart.named("low")) == {0: -HALF, 1: THIRD - HALF}
    assert numbers(chart.named("high")) == {0: HALF, 1: 0}
    assert chart.named("low").words == ("0.0%", "33.3%")


def test_cells(whole):
    values = ((HALF, THIRD), (0, None))
    chart = cells("Where?", {"dice": (4, 5)}, {"charge": (1, 2)}, values, "So.", framed=[(5, 1)], at=(4, 2))
    whole(chart)
    mark = the(Cells, chart)
    assert (numbers(mark), mark.words) == ([[HALF, THIRD], [0, None]], (("50", "33"), ("0", "")))
    assert mark.framed == ((1, 0),)
    assert (mark.low, mark.high, mark.shades) == (0, 1, "Blues")
    assert (chart.named("you").x, chart.named("you").y) == ((0,), (1,))
    assert chart.table == Table(("charge", "4", "5"), (("1", "50.00%", "33.33%"), ("2", "0.00%", "")))


def test_cells_of_both_signs_and_of_kinds(whole):
    along = {"dice": (4, 5)}, {"charge": (1,)}
    both = cells("Where?", *along, [[-3, 2]], "So.", write=decimal)
    kinds = cells("Where?", *along, [["risky", None]], "So.", kinds={"safe": GREEN, "risky": RED})
    whole(both)
    whole(kinds)
    assert (the(Cells, both).shades, the(Cells, both).low, the(Cells, both).high) == ("RdBu", -3, 3)
    assert the(Cells, kinds).values == ((1, None),)
    assert the(Cells, kinds).kinds == (("safe", GREEN), ("risky", RED))
    assert kinds.table.rows == (("1", "risky", ""),)


def test_flow(whole):
    columns = [{"start": ("12 v 8",)}, {"cast": ("it works",), "failed": ("nothing",)}]
    links = [("start", "cast", 3, "69%"), ("start", "failed", 1, "31%")]
    table = Table(("", "chance"), (("cast", "69%"),))
    chart = flow("What then?", columns, links, "So.", table, {"start": RED, "cast": GREEN, "failed": RED})
    whole(chart)
    boxes = the(Boxes, chart)
    assert boxes.at[0][0] == 0 < boxes.at[1][0]
    assert boxes.at[1][1] > boxes.at[0][1] > boxes.at[2][1]
    assert boxes.links == (Link(0, 1, 3, "69%"), Link(0, 2, 1, "31%"))
    assert boxes.tints[1] == GREEN != boxes.tints[0]


def test_charts_beside_each_other_have_one_scale_for_one_measure(whole):
    charts = [curves(name, DICE, {"a": (0, high)}, "So.") for name, high in (("left", HALF), ("right", 1))]
    both = beside("Which?", charts)
    whole(both)
    left, right = both.panels
    assert (left.title, right.title) == ("left", "right")
    assert left.limits()[1] == right.limits()[1]
    assert both.table == charts[0].table


def test_marks_are_the_same_whatever_is_best():
    charts = [curves("Why?", DICE, {"a": (0, 1, 0, 0)}, "So.", at=1, best=best) for best in ([], [1])]
    charts += [charts[0].plus(Rule(HALF, lying=True))]
    kinds = [[type(mark) for mark in chart.marks] for chart in charts]
    assert kinds[0] == kinds[1] == kinds[2][:-1]
