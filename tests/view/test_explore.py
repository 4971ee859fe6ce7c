"""Explorations without a browser: what a move of a control does, and what a report holds."""

import base64
import itertools
import json
import sys
import warnings

import pytest
from moves import opened
from old_curve import odds_curve
from page_reader import HOSTILE, PageReader

from psy.view import Menu, Picture, Slider, Table, explore
from psy.view.explore import MOST_FRAMES, REPORTING, WIDGET_VIEW, Explorer, prepared, script_json
from psy.view.picture import new_figure

DICE = Slider("dice thrown", 4, low=0, high=20, mailed=range(11))
CHARGE = Slider("warp charge", 2, low=0, high=6, mailed=range(1, 5))
PERILS = Menu("perils on", "two sixes", ("two sixes", "any double", "two ones"))
CHOICES = {"dice": DICE, "charge": CHARGE, "perils": PERILS}


def dot():
    """Return a drawing function of one dot that refuses 7 and breaks off at 8."""
    figure, axes = new_figure(2, 2)
    axes.set(xlim=(0, 10), ylim=(0, 1))
    (mark,) = axes.plot([0], [0.5], "o", animated=True)

    def draw(place, word=""):
        if place == 7:
            raise ValueError(f"place must not be 7, {HOSTILE}")
        mark.set_xdata([place])
        return Picture(figure, f"The dot is at {place} {word}.", Table(("", "place"), (("dot", str(place)),)))

    return draw


PLACE = Slider("place", 3, low=0, high=10)


def test_a_move_changes_picture_sentence_and_table_at_once():
    explorer = Explorer(odds_curve(), CHOICES)
    before = explorer.image.value
    assert opened(before).size == (640, 400)
    assert "4 dice at warp charge 2" in explorer.words.value
    explorer.controls["dice"].value = 3
    assert "<td>50.00%</td><td>1/2</td>" in explorer.words.value
    assert explorer.image.value != before
    explorer.controls["dice"].value = 4
    assert "<td>68.75%</td><td>11/16</td>" in explorer.words.value
    assert explorer.image.value == before
    explorer.controls["perils"].value = "any double"
    assert "<td>72.22%</td><td>13/18</td>" in explorer.words.value


def test_controls_range_over_all_values_and_open_where_the_choices_do():
    controls = Explorer(odds_curve(), CHOICES).controls
    assert (controls["dice"].min, controls["dice"].max, controls["dice"].value) == (0, 20, 4)
    assert controls["perils"].options == PERILS.options
    assert controls["perils"].value == "two sixes"
    assert [control.description for control in controls.values()] == [
        "dice thrown",
        "warp charge",
        "perils on",
    ]


def test_a_refusal_is_a_sentence_beside_the_old_picture_until_the_next_valid_move():
    explorer = Explorer(dot(), {"place": PLACE})
    explorer.controls["place"].value = 6
    picture, words = explorer.image.value, explorer.words.value
    explorer.controls["place"].value = 7
    assert (explorer.image.value, explorer.words.value) == (picture, words)
    reader = PageReader(explorer.refusal.value)
    assert reader.elements == [("p", {"role": "alert"})]
    assert reader.words == [f"place must not be 7, {HOSTILE}"]
    explorer.controls["place"].value = 8
    assert explorer.refusal.value == ""
    assert explorer.image.value != picture
    assert "The dot is at 8" in explorer.words.value


def test_a_fault_of_the_drawing_is_not_taken_for_a_refusal():
    explorer = Explorer(lambda place: dot()(place) if place < 9 else 1 // 0, {"place": PLACE})
    with pytest.raises(ZeroDivisionError):
        explorer.controls["place"].value = 9


@pytest.mark.parametrize("form", [Explorer, prepared])
def test_opening_values_that_are_refused_are_an_error_of_the_notebook(form):
    with pytest.raises(ValueError, match="place must not be 7"):
        form(dot(), {"place": PLACE.at(7)})


def test_words_are_shown_as_text():
    explorer = Explorer(dot(), {"place": PLACE, "word": Menu("word", HOSTILE, (HOSTILE, "plain"))})
    reader = PageReader(explorer.words.value)
    assert set(reader.names) == {"p", "table", "thead", "tbody", "tr", "th", "td"}
    assert reader.words[0] == f"The dot is at 3 {HOSTILE}."


def shown(monkeypatch, draw, **choices):
    """Return what explore hands to the notebook: the outputs, each with its options."""
    calls = []
    module = sys.modules[explore.__module__]  # Its name in psy.view is the function's.
    monkeypatch.setattr(module, "display", lambda data, **options: calls.append((data, options)))
    explore(draw, **choices)
    return calls


def test_live_a_still_picture_and_its_words_are_outputs_of_their_own_for_the_stored_notebook(monkeypatch):
    monkeypatch.delenv(REPORTING, raising=False)
    (view, _), (still, options), (words, _) = shown(monkeypatch, odds_curve(), **CHOICES)
    assert set(view) == {WIDGET_VIEW}
    assert set(still) == {"image/png", "text/plain"}
    assert opened(base64.b64decode(still["image/png"])).size == (640, 400)
    picture = odds_curve()(dice=4, charge=2)
    assert still["text/plain"] == options["metadata"]["image/png"]["alt"] == picture.sentence
    assert words["text/plain"] == picture.text()
    assert picture.sentence in PageReader(words["text/html"]).words
    assert picture.table.html() in words["text/html"]


def test_while_a_report_is_made_the_pictures_are_prepared(monkeypatch):
    monkeypatch.setenv(REPORTING, "1")
    draw = dot()
    ((data, _),) = shown(monkeypatch, draw, place=PLACE)
    assert data.data == prepared(draw, {"place": PLACE})


def parsed(page):
    reader = PageReader(page)
    (script,) = reader.scripts
    return reader, json.loads(script)


def test_a_report_holds_each_combination_of_the_mailed_values():
    choices = {"dice": DICE, "charge": CHARGE, "perils": PERILS}
    _, frames = parsed(prepared(odds_curve(), choices))
    assert len(frames) == 11 * 4 * 3
    for (dice, d), (charge, c), (perils, p) in itertools.product(
        [(0, 0), (4, 4), (10, 10)], [(1, 0), (4, 3)], [("two sixes", 0), ("two ones", 2)]
    ):
        picture = odds_curve()(dice, charge, perils=perils)
        frame = frames[f"{d}-{c}-{p}"]
        assert base64.b64decode(frame["image"]) == picture.png()
        assert frame["words"] == picture.sentence
        assert frame["table"] == picture.table.html()


def test_without_scripting_the_opening_picture_reads():
    page = prepared(odds_curve(), {"dice": DICE, "charge": CHARGE})
    reader, frames = parsed(page)
    (image,) = reader.find("img")
    opening = frames["4-1"]
    assert image == {"src": f"data:image/png;base64,{opening['image']}", "alt": opening["words"]}
    assert opening["words"] in reader.words
    assert opening["table"] in page
    assert "hidden" in reader.find("form")[0]


def test_inputs_open_where_the_choices_do_and_carry_their_labels():
    choices = {"dice": DICE.at(3), "charge": CHARGE, "perils": PERILS.at("any double")}
    reader, _ = parsed(prepared(odds_curve(), choices))
    dice, charge = reader.find("input")
    assert (dice["min"], dice["max"], dice["value"], dice["aria-valuetext"]) == ("0", "10", "3", "3")
    assert json.loads(charge["data-values"]) == [1, 2, 3, 4]
    assert (charge["value"], charge["aria-valuetext"]) == ("1", "2")
    assert [("selected" in option) for option in reader.find("option")] == [False, True, False]
    assert len(reader.find("label")) == 3
    assert {"dice thrown", "warp charge", "perils on"} <= set(reader.words)


def test_a_choice_of_one_is_shown_and_cannot_be_moved():
    only = Slider("harness target", 4, low=2, high=6, mailed=[4])
    reader, frames = parsed(prepared(odds_curve(), {"dice": DICE, "charge": CHARGE.at(2), "harness": only}))
    assert reader.find("input")[-1] == {"type": "hidden", "value": "0"}
    assert {key.rpartition("-")[2] for key in frames} == {"0"}


def test_what_the_rules_refuse_is_a_sentence_in_a_report():
    _, frames = parsed(prepared(dot(), {"place": PLACE}))
    assert frames["7"] == {"image": "", "words": f"place must not be 7, {HOSTILE}", "table": ""}
    assert frames["8"]["image"]


def test_too_many_pictures_are_refused_before_any_is_drawn():
    def never(**_):
        raise AssertionError("drawn")

    many = {name: Slider(name, 0, low=0, high=20) for name in "ab"}
    with pytest.raises(ValueError, match=f"at most {MOST_FRAMES} pictures of one exploration, not 441"):
        prepared(never, many)


def test_hostile_words_stay_words_in_a_report():
    page = prepared(
        dot(),
        {"place": Slider(HOSTILE, 3, low=3, high=4), "word": Menu(HOSTILE, HOSTILE, (HOSTILE, "plain"))},
    )
    reader, frames = parsed(page)
    assert reader.names.count("script") == reader.names.count("img") == 1
    assert "b" not in reader.names
    assert frames["0-0"]["words"] == f"The dot is at 3 {HOSTILE}."
    assert reader.find("img")[0]["alt"] == f"The dot is at 3 {HOSTILE}."
    assert reader.words.count(HOSTILE) == 3


def test_script_json_cannot_end_its_script():
    assert "<" not in script_json({HOSTILE: [HOSTILE]})
    assert json.loads(script_json({HOSTILE: [HOSTILE]})) == {HOSTILE: [HOSTILE]}


def test_many_moves_leave_no_figure_behind():
    with warnings.catch_warnings(action="error"):
        explorer = Explorer(dot(), {"place": PLACE})
        figure = explorer.picture.figure
        for place in itertools.islice(itertools.cycle(range(7)), 50):
            explorer.controls["place"].value = place
        assert explorer.picture.figure is figure
