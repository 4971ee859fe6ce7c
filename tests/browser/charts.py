"""Charts as a page has them: the numbers in its views, its sentence and its table, as psy has them."""

import pytest

from psy.view.marks import Bars, Boxes, Cells, Line, Points, Rule, Spans, Words

# Put the inputs at one position after another, and return what is shown at each.
STATES = """async (section, positions) => {
  const it = section.exploration, states = [];
  const columns = (view, name) => view.data(name).map(row => ({...row}));
  for (const position of positions) {
    position.forEach((place, number) => { it.inputs[number].value = place; });
    if (it.form) it.form.dispatchEvent(new Event("input"));
    while (it.busy) await new Promise(done => setTimeout(done));
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
    """Return what an exploration shows at each of the positions of its inputs."""
    return section.evaluate(STATES, positions)


def assert_state(state, picture, values):
    """Check that a page shows what psy says for these values, every number of it."""
    try:
        chart = picture(**values)
    except (TypeError, ValueError) as problem:
        refusal = str(problem)
    else:
        refusal = ""
    if refusal:
        assert (state["sentence"], state["marks"]) == (refusal, []), values
        return
    assert state["sentence"] == chart.sentence, values
    assert state["cells"] == [list(row) for row in (chart.table.columns, *chart.table.rows)], values
    assert len(state["marks"]) == len(chart.panels)
    for shown, ends, panel in zip(state["marks"], state["ends"], chart.panels, strict=True):
        assert_marks(shown, panel.marks, values)
        (left, right), (bottom, top) = panel.limits()
        for seen, needed, sign in zip(ends, (left, right, bottom, top), (1, -1, 1, -1), strict=True):
            assert sign * seen <= sign * needed + 1e-5 * max(1, abs(needed)), (values, panel.title)


def assert_marks(shown, marks, values):
    for sets, mark in zip(shown, marks, strict=True):
        for rows, expected in zip(sets, columns_of(mark), strict=True):
            for name, column in expected.items():
                seen = [row[name] for row in rows]
                if any(isinstance(each, str) for each in column):
                    assert seen == column, (values, mark)
                else:
                    assert seen == [
                        each if each is None else pytest.approx(float(each), rel=1e-5, abs=1e-30)
                        for each in column
                    ], (values, mark, name)


def columns_of(mark):
    """Return the numbers and words of a mark, by the names that they have in a page."""
    match mark:
        case Line() | Points():
            return [{"x": mark.x, "y": mark.y}]
        case Bars():
            words = {"word": list(mark.words)} if mark.words else {}
            return [{"at": mark.at, "size": mark.size, **words}]
        case Spans():
            return [{"at": mark.at, "low": mark.low, "high": mark.high}]
        case Rule():
            return [{"at": (mark.at,)}]
        case Words():
            return [{"x": mark.x, "y": mark.y, "word": list(mark.words)}]
        case Cells():
            places = [(x, y) for y, row in enumerate(mark.values) for x in range(len(row))]
            framed = [float(place in mark.framed) for place in places]
            return [{"value": [value for row in mark.values for value in row], "framed": framed}]
        case Boxes():
            starts = [mark.at[link.start] for link in mark.links]
            boxes = {"x": [x for x, _ in mark.at], "word": ["\n".join(lines) for lines in mark.words]}
            return [boxes, {"x": [x for x, _ in starts], "word": [link.word for link in mark.links]}]
