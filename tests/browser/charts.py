"""Charts as a page has them: the numbers in its views, its sentence and its table, as psy has them."""

import pytest

from psy.view.marks import Bars, Boxes, Cells, Line, Points, Rule

# Put the inputs at one position after another, and return what is shown at each.
STATES = """async (section, positions) => {
  const it = section.exploration, states = [];
  const columns = (view, name) => view.data(name).map(row => ({...row}));
  for (const position of positions) {
    position?.forEach((place, number) => { it.inputs[number].value = place; });
    if (position) it.form.dispatchEvent(new Event("input"));
    for (let turn = 0; it.busy; turn++) await (turn < 9 ? null : new Promise(done => setTimeout(done)));
    const refused = section.querySelector("figure").classList.contains("refused");
    states.push({
      sentence: section.querySelector("figcaption").textContent,
      cells: refused ? [] : [...section.querySelectorAll(".numbers tr")].map(
        row => [...row.cells].map(cell => cell.textContent)),
      marks: refused ? [] : it.shown.look.panels.map((panel, place) => panel.marks.map((told, mark) =>
        [`m${mark}`, ...(told.sets > 1 ? [`m${mark}_links`] : [])].map(
          name => columns(it.views[place], name)))),
      ends: it.views.map(view => ["left", "right", "bottom", "top"].map(name => view.signal(name))),
    });
  }
  return states;
}"""


def states(section, positions):
    """Return what an exploration shows at each of the positions of its inputs; at None, as they are."""
    return section.evaluate(STATES, positions)


def expected(picture, values):
    """Return what a page has to show for these values: a chart's words and numbers, or a refusal."""
    try:
        chart = picture(**values)
    except (TypeError, ValueError) as refusal:
        return {"sentence": str(refusal), "cells": [], "marks": [], "ends": []}
    return {
        "sentence": chart.sentence,
        "cells": [list(row) for row in (chart.table.columns, *chart.table.rows)],
        "marks": [[columns_of(mark) for mark in panel.marks] for panel in chart.panels],
        "ends": [[end for both in panel.limits() for end in both] for panel in chart.panels],
    }


def assert_state(state, wanted, where=""):
    """Check that a page shows what psy says, every number of it, and all of it within the axes."""
    assert state["sentence"] == wanted["sentence"], where
    assert state["cells"] == wanted["cells"], where
    for panel, marks in zip(state["marks"], wanted["marks"], strict=True):
        for sets, columns in zip(panel, marks, strict=True):
            for rows, columns_by_name in zip(sets, columns, strict=True):
                for name, column in columns_by_name.items():
                    assert [row[name] for row in rows] == close_to(column), (where, name)
    for seen, needed in zip(state["ends"], wanted["ends"], strict=False):
        for end, limit, sign in zip(seen, needed, (1, -1, 1, -1), strict=True):
            assert sign * end <= sign * limit + 1e-5 * max(1, abs(limit)), where


def close_to(column):
    """Return what equals a column of words, or one of numbers in the six digits of a page."""
    return [
        each if each is None or isinstance(each, str) else pytest.approx(float(each), rel=1e-5, abs=1e-30)
        for each in column
    ]


def columns_of(mark):
    """Return the numbers and words of a mark, by the names that they have in a page."""
    match mark:
        case Line() | Points():
            return [{"x": mark.x, "y": mark.y}]
        case Bars():
            words = {"word": list(mark.words)} if mark.words else {}
            return [{"at": mark.at, "size": mark.size, **words}]
        case Rule():
            return [{"at": (mark.at,)}]
        case Cells():
            places = [(x, y) for y, row in enumerate(mark.values) for x in range(len(row))]
            framed = [float(place in mark.framed) for place in places]
            return [{"value": [value for row in mark.values for value in row], "framed": framed}]
        case Boxes():
            starts = [mark.at[link.start] for link in mark.links]
            boxes = {"x": [x for x, _ in mark.at], "word": ["\n".join(lines) for lines in mark.words]}
            return [boxes, {"x": [x for x, _ in starts], "word": [link.word for link in mark.links]}]
