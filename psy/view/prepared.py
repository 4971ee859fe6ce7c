"""A picture in a page: every setting's chart, worked out beforehand, with native inputs and no Python.

Every distinct mark, sentence, row of a table and pair of axes is stored once, and all of it is compressed;
the page's script unpacks it and draws with the library of `psy.view.bundle`.
"""

import base64
import html
import json
from collections.abc import Iterable, Mapping
from itertools import product
from math import prod
from typing import Any

from psy.view import vega
from psy.view.bundle import packed
from psy.view.chart import Chart
from psy.view.controls import Control, Opened, Picture, Slider
from psy.view.figure import still

# A page holds a chart for each setting of a picture: at most so many.
MOST_SETTINGS = 6000

# How a page says that it has charts.
CHART = '<section class="chart'


def prepared(picture: Picture[Any], values: Mapping[str, Any]) -> str:
    """Return the page's form of a picture: inputs over all values of its controls, and all its charts.

    A control that names ``mailed`` values keeps only these, and the page says so. Without scripting the
    opening chart is there as a still picture, with its sentence and its table.

    Raises
    ------
    TypeError, ValueError
        If the picture refuses the opening values, or has too many settings even so.
    """
    opening = picture.opened(values)
    offered, left_out = _offered(picture, opening)
    first = picture(**{name: control.value for name, control in opening.items()})
    store = _Store()
    for setting in product(*offered.values()):
        store.add(_drawn(picture, dict(zip(offered, setting, strict=True))))
    places = {name: kept.index(_key(opening[name])) for name, kept in offered.items()}
    inputs = [_input(opening[name].control, offered[name], places[name]) for name in offered]
    words = [f"<p class='left-out'>{html.escape(left_out)}</p>"] if left_out else []
    return _section(first, store, "".join([*inputs, *words]), explored=True)


def chart_html(chart: Chart) -> str:
    """Return a chart in a page, without controls."""
    store = _Store()
    store.add(chart)
    return _section(chart, store, "", explored=False)


def _section(first: Chart, store: "_Store", inputs: str, *, explored: bool) -> str:
    image = base64.b64encode(still(first)).decode()
    sentence = html.escape(first.sentence)
    form = f'<form class="controls" hidden>{inputs}</form>' if inputs else ""
    return (
        f'{CHART}{" explore" * explored}">{form}'
        f'<figure><p class="title">{html.escape(first.title)}</p>'
        f'<img src="data:image/png;base64,{image}" alt="{sentence}">'
        f'<figcaption aria-live="polite">{sentence}</figcaption></figure>'
        f'<details class="numbers" open><summary>numbers</summary>'
        f"{_captioned(first)}</details>"
        f'<script type="text/plain">{packed(store.json())}</script></section>'
    )


def _captioned(chart: Chart) -> str:
    caption = f"<caption>{html.escape(chart.title)}</caption>"
    return chart.table.html().replace("<table>", f"<table>{caption}", 1)


def _key(opened: Opened) -> Any:
    """Return how a page calls a value: a sheet's rows by the name of their example."""
    examples = getattr(opened.control, "examples", None)
    if examples is None:
        return opened.value
    return next((name for name, rows in examples.items() if rows == opened.value), next(iter(examples)))


def _offered(
    picture: Picture[Any], opening: Mapping[str, Opened]
) -> tuple[dict[str, tuple[int | str, ...]], str]:
    """Return the values of each control that a page keeps, and a sentence about those it leaves out."""
    kept = {
        name: tuple(value for value in each.control.values if value in {*each.control.mailed, _key(each)})
        if each.control.mailed
        else each.control.values
        for name, each in opening.items()
    }
    if prod(map(len, kept.values())) > MOST_SETTINGS:
        raise ValueError(
            f"{picture.name} has more than {MOST_SETTINGS} settings: name mailed values of a control"
        )
    fewer = [each.label for name, each in opening.items() if len(kept[name]) < len(each.control.values)]
    return kept, f"Live, in the notebook, there are more values of: {', '.join(fewer)}." if fewer else ""


def _drawn(picture: Picture[Any], values: Mapping[str, Any]) -> Chart | str:
    try:
        return picture(**values)
    except (TypeError, ValueError) as refusal:
        return str(refusal)


class _Store:
    """Charts, each distinct part once: lists of parts by kind, and for each setting the places in them."""

    def __init__(self) -> None:
        self.places: dict[str, dict[str, int]] = {}
        self.settings: list[int] = []

    def add(self, drawn: Chart | str) -> None:
        """Add the next setting's chart, or the sentence that refuses it."""
        if isinstance(drawn, str):
            self.settings.append(self._place("charts", [self._place("sentences", drawn)]))
            return
        table = [self._place("rows", row) for row in (drawn.table.columns, *drawn.table.rows)]
        chart = [
            self._place("sentences", drawn.sentence),
            self._place("titles", drawn.title),
            self._place("tables", table),
            self._place("frames", [vega.frame(panel) for panel in drawn.panels]),
            self._place("told", _told(drawn)),
            [self._place("ends", vega.ends(panel)) for panel in drawn.panels],
            [[self._place("marks", vega.numbers(mark)) for mark in panel.marks] for panel in drawn.panels],
        ]
        self.settings.append(self._place("charts", chart))

    def _place(self, kind: str, part: Any) -> int:
        known = self.places.setdefault(kind, {})
        return known.setdefault(json.dumps(part, separators=(",", ":")), len(known))

    def json(self) -> str:
        """Return all of it as JSON."""
        parts = (f"{json.dumps(kind)}:[{','.join(known)}]" for kind, known in self.places.items())
        return (
            "{" + ",".join([*parts, f'"settings":{json.dumps(self.settings, separators=(",", ":"))}']) + "}"
        )


def _told(chart: Chart) -> dict[str, Any]:
    """Return what may differ between charts without new views: words, labels and the height in pixels."""
    return {
        "height": round(100 * chart.height),
        "panels": [vega.told(panel) for panel in chart.panels],
        "legend": vega.legend(chart.marks),
    }


def _input(control: Control, values: Iterable[int | str], place: int) -> str:
    label = html.escape(control.label)
    values = tuple(values)
    if not isinstance(control, Slider):
        options = "".join(
            f'<option value="{number}"{" selected" * (number == place)}>{html.escape(str(word))}</option>'
            for number, word in enumerate(values)
        )
        return f"<label><span>{label}</span><select>{options}</select></label>"
    words = html.escape(json.dumps(values))
    # The number beside a slider is for the eye: it belongs to the value that is spoken, not to the name.
    return (
        f'<label><span>{label}</span><input type="range" min="0" max="{len(values) - 1}" '
        f'value="{place}" data-values="{words}" aria-valuetext="{values[place]}">'
        f'<output aria-hidden="true">{values[place]}</output></label>'
    )
