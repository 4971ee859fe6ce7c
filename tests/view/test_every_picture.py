"""Every picture of every topic: its charts are whole at some settings, and stay within their frame."""

import pkgutil
from importlib import import_module

import pytest
from charts import assert_chart, assert_within, settings

import psy.view
from psy.view.controls import Picture
from psy.view.figure import Drawing

TOPICS = [import_module(about.name) for about in pkgutil.walk_packages(psy.view.__path__, "psy.view.")]
FOUND = {each for topic in TOPICS for each in vars(topic).values() if isinstance(each, Picture)}
PICTURES = sorted(FOUND, key=repr)
# Each of its settings is a game of its own, worked out for seconds.
SLOW = {"hand_plan", "coven_map", "choice_map", "vortex_curve", "what_moves", "primarchs", "assumed_duels"}


@pytest.mark.parametrize("picture", PICTURES, ids=repr)
def test_charts_are_whole(picture):
    assert picture.__doc__
    drawing, kinds = Drawing(), set()
    for number, setting in enumerate(settings(picture, 3 if picture.name in SLOW else 10)):
        try:
            chart = picture(**setting)
        except ValueError:  # A refusal: a combination of values that has no picture.
            continue
        assert_chart(chart, setting)
        kinds.add(tuple(tuple(type(mark) for mark in panel.marks) for panel in chart.panels))
        if number < 3:
            assert_within(chart, setting, drawing)
    assert len(kinds) == 1, "a picture has the same marks at all settings, and is not refused at all"
