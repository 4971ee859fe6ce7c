"""What `explore` hands to a notebook: live controls and what the file keeps, or the form of a page."""

import base64
import sys
from typing import Annotated

import pytest
from page_reader import PageReader

from psy.view import Slider, explore, picture
from psy.view.chart import REPORTING, Chart
from psy.view.explore import WIDGET_VIEW
from psy.view.prepared import prepared
from psy.view.shapes import curves


@picture
def dot(place: Annotated[int, Slider("place", 0, 10)] = 3) -> Chart:
    """A dot that refuses 7."""
    if place == 7:
        raise ValueError("place must not be 7")
    return curves("A dot", {"place": range(11)}, {"chance": [0] * 11}, f"The dot is at {place}.", at=place)


def shown(monkeypatch, **opening):
    """Return what explore hands to the notebook: the outputs, each with its options."""
    calls = []
    module = sys.modules[explore.__module__]  # Its name in psy.view is the function's.
    monkeypatch.setattr(module, "display", lambda data, **options: calls.append((data, options)))
    explore(dot, **opening)
    return calls


def test_live_a_still_picture_and_its_words_are_outputs_of_their_own_for_the_stored_notebook(monkeypatch):
    monkeypatch.delenv(REPORTING, raising=False)
    (view, _), (still, options), (words, _) = shown(monkeypatch, place=4)
    assert set(view) == {WIDGET_VIEW}
    assert set(still) == {"image/png", "text/plain"}
    assert base64.b64decode(still["image/png"]).startswith(b"\x89PNG")
    chart = dot(4)
    assert still["text/plain"] == options["metadata"]["image/png"]["alt"] == chart.sentence
    assert words["text/plain"] == chart.text()
    assert chart.sentence in PageReader(words["text/html"]).words
    assert chart.table.html() in words["text/html"]


def test_while_a_report_is_made_the_charts_are_prepared(monkeypatch):
    monkeypatch.setenv(REPORTING, "1")
    ((data, _),) = shown(monkeypatch, place=4)
    assert data.data == prepared(dot, {"place": 4})


@pytest.mark.parametrize("reporting", ["", "1"])
def test_why_there_is_no_picture_of_the_opening_values_stands_in_its_place(monkeypatch, reporting):
    monkeypatch.setenv(REPORTING, reporting)
    ((words, _),) = shown(monkeypatch, place=7)
    assert words.data == "*No picture: place must not be 7.*"


@pytest.mark.parametrize("reporting", ["", "1"])
def test_an_opening_value_beyond_its_control_is_an_error_of_the_notebook(monkeypatch, reporting):
    monkeypatch.setenv(REPORTING, reporting)
    with pytest.raises(ValueError, match="place must be a whole number from 0 to 10, not 11"):
        shown(monkeypatch, place=11)


def test_only_a_picture_can_be_explored():
    with pytest.raises(TypeError, match="picture must be a Picture"):
        explore(lambda place: place)
