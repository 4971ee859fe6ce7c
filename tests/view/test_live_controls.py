"""Pictures in a notebook with a kernel: what a move of a control does, without a browser."""

import csv
import io
import re
from typing import Annotated
from urllib.parse import unquote

import pytest
from page_reader import HOSTILE, PageReader

from psy.view.chart import Axis, Chart, Panel, Table
from psy.view.controls import Menu, Sheet, Slider, Text, picture
from psy.view.figure import Drawing
from psy.view.live import Live
from psy.view.marks import Points
from psy.view.wh40k.casting import odds_curve

SHEET = Sheet(
    "dots",
    (Text("name"), Slider("height", 0, 9), Menu("side", ("left", "right"))),
    {"one": (("a", 1, "left"),), "two": (("a", 1, "left"), ("b", 2, "right"))},
    most=3,
)


@picture
def dot(
    place: Annotated[int, Slider("place", 0, 10)] = 3,
    dots: Annotated[tuple[tuple[int | str, ...], ...], SHEET] = SHEET.examples["two"],
) -> Chart:
    """Dots; 7 is refused, and at 8 there is a fault."""
    if place == 7:
        raise ValueError(f"place must not be 7, {HOSTILE}")
    heights = tuple(row[1] for row in dots)
    mark = Points((place // (place != 8),) * len(dots), heights)
    panel = Panel((mark,), Axis(low=0, high=10), Axis(low=0, high=10))
    return Chart("Dots", (panel,), f"At {place}: {HOSTILE}.", Table(("", HOSTILE), (("dot", f"{place}"),)))


def live(shown, **values):
    return Live(shown, shown.opened(values))


def test_a_move_changes_picture_sentence_and_numbers():
    shown = live(odds_curve, charge=2)
    before = shown.image.value
    assert before == Drawing().png(odds_curve())
    shown.controls["dice"].value = 3
    assert shown.image.value != before
    assert shown.words.value == f"<p>{odds_curve(3).sentence}</p>"
    assert odds_curve(3).table.html() in shown.numbers.value
    shown.controls["dice"].value = 4
    assert shown.image.value == before


def test_controls_range_over_all_their_values_and_open_where_the_notebook_says():
    controls = live(odds_curve, dice=6, perils=odds_curve.control("perils", "any double")).controls
    assert (controls["dice"].min, controls["dice"].max, controls["dice"].value) == (0, 20, 6)
    assert controls["perils"].options == odds_curve.controls["perils"].values
    assert controls["perils"].value == "any double"
    assert [control.description for control in controls.values()] == [
        "dice thrown",
        "warp charge",
        "harness target",
        "perils on",
    ]


def test_a_refusal_stands_beside_the_old_picture_until_the_next_valid_move():
    shown = live(dot, place=6)
    before = shown.image.value, shown.words.value
    shown.controls["place"].value = 7
    assert (shown.image.value, shown.words.value) == before
    reader = PageReader(shown.refusal.value)
    assert reader.elements == [("p", {"role": "alert"})]
    assert reader.words == [f"place must not be 7, {HOSTILE}"]
    shown.controls["place"].value = 9
    assert shown.refusal.value == ""
    with pytest.raises(ZeroDivisionError):
        shown.controls["place"].value = 8
    with pytest.raises(ValueError, match="place must not be 7"):
        live(dot, place=7)


def test_words_are_text_and_the_numbers_are_a_file():
    shown = live(dot)
    assert PageReader(shown.words.value).words == [f"At 3: {HOSTILE}."]
    reader = PageReader(shown.numbers.value)
    assert set(reader.names) == {"table", "thead", "tbody", "tr", "th", "td", "p", "a"}
    data = re.search(r'href="data:text/csv;charset=utf-8,([^"]*)"', shown.numbers.value).group(1)
    assert list(csv.reader(io.StringIO(unquote(data)))) == [["", HOSTILE], ["dot", "3"]]


def test_hold_keeps_a_ghost_and_reset_goes_back_to_the_start():
    shown = live(odds_curve)
    start = shown.image.value
    shown.controls["dice"].value = 9
    plain = shown.image.value
    shown.controls["dice"].value = 4
    shown.hold.value = True
    shown.controls["dice"].value = 9
    assert shown.image.value != plain
    shown.reset.click()
    assert (shown.hold.value, shown.controls["dice"].value) == (False, 4)
    assert shown.image.value == start


def test_a_sheet_is_a_grid_of_fields():
    shown = live(dot)
    grid = shown.controls["dots"]
    examples, _, first, second, more = grid.children
    assert [field.value for field in first.children[:-1]] == ["a", 1, "left"]
    second.children[1].value = 5
    assert grid.value == (("a", 1, "left"), ("b", 5, "right"))
    assert shown.chart.marks[0].y == (1, 5)
    more.click()
    assert len(grid.value) == 3
    assert more.disabled
    grid.children[2].children[-1].click()
    assert grid.value == (("b", 5, "right"), ("b", 5, "right"))
    examples.value = SHEET.examples["one"]
    assert shown.chart.marks[0].y == (1,)
    grid.children[2].children[0].value = " "
    assert "name in row 1 of dots must be a text" in shown.refusal.value
    shown.reset.click()
    assert grid.value == SHEET.examples["two"]
    assert shown.refusal.value == ""
