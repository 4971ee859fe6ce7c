"""A picture in a notebook with a kernel: its controls, what they move, its sentence and numbers."""

import html
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

import ipywidgets as widgets
import traitlets

from psy.view.chart import Chart
from psy.view.controls import Control, Opened, Picture, Rows, Sheet, Slider, Text
from psy.view.figure import Drawing

_LABEL = {"description_width": "11em"}
_WIDE = "32em"


class Live:
    """The live form of a picture: controls, the drawing, the sentence that reads it, and its numbers folded.

    Parameters
    ----------
    picture
        What is drawn.
    opening
        All its controls, at the values to begin with.

    Raises
    ------
    TypeError, ValueError
        If the picture refuses the opening values.
    """

    def __init__(self, picture: Picture[Any], opening: Mapping[str, Opened]) -> None:
        self.picture, self.opening = picture, opening
        self.controls = {name: _widget(each.control, each.value) for name, each in opening.items()}
        self.image = widgets.Image(
            format="png", layout=widgets.Layout(max_width="100%", align_self="flex-start")
        )
        self.words, self.numbers, self.refusal = widgets.HTML(), widgets.HTML(), widgets.HTML()
        self.hold = widgets.ToggleButton(
            description="Hold", tooltip="Keep this picture as a pale shape beneath the next ones"
        )
        self.reset = widgets.Button(description="Reset", tooltip="Back to the values at the start")
        self._drawing = Drawing()
        self._quiet = False
        self.show(picture(**{name: each.value for name, each in opening.items()}))
        for control in self.controls.values():
            control.observe(self._moved, names="value")
        self.hold.observe(self._held, names="value")
        self.reset.on_click(self._reset)
        folded = widgets.Accordion([self.numbers], titles=["numbers"], selected_index=None)
        rows = [*self.controls.values(), self.refusal]
        rows += [widgets.HBox([self.hold, self.reset])] if self.controls else []
        self.box = widgets.VBox([widgets.VBox(rows), self.image, self.words, folded])

    def redraw(self) -> None:
        """Draw the chart of the controls' values; a refusal is shown beside them instead."""
        try:
            chart = self.picture(**{name: control.value for name, control in self.controls.items()})
        except (TypeError, ValueError) as refusal:
            self.refusal.value = f"<p role='alert'>{html.escape(str(refusal))}</p>"
        else:
            self.show(chart)

    def show(self, chart: Chart) -> None:
        """Put a chart, its sentence and its numbers in the place of the last ones."""
        self.chart = chart
        self.image.value = self._drawing.png(chart)
        self.words.value = f"<p>{html.escape(chart.sentence)}</p>"
        link = f"data:text/csv;charset=utf-8,{quote(chart.table.csv())}"
        self.numbers.value = (
            f'{chart.table.html()}<p><a download="{self.picture.name}.csv" href="{link}">as CSV</a></p>'
        )
        self.refusal.value = ""

    def _moved(self, _: Any) -> None:
        if not self._quiet:
            self.redraw()

    def _held(self, _: Any) -> None:
        self._drawing.hold(self.chart if self.hold.value else None)
        self._moved(_)

    def _reset(self, _: Any) -> None:
        self._quiet = True
        for name, control in self.controls.items():
            control.value = self.opening[name].value
        self.hold.value = False
        self._quiet = False
        self._drawing.reset()
        self.redraw()


class _SheetGrid(widgets.VBox):  # type: ignore[misc]
    """A `Sheet` as a grid of fields: its named examples, a row of fields for each row, and one more row."""

    value = traitlets.Tuple()

    def __init__(self, sheet: Sheet, rows: Rows) -> None:
        self._sheet = sheet
        self._examples = widgets.Dropdown(
            options=[("", None), *sheet.examples.items()], description=sheet.label, tooltip=sheet.label
        )
        self._examples.observe(self._chosen, names="value")
        self._more = widgets.Button(description="one more", tooltip=f"One more row of {sheet.label}")
        self._more.on_click(lambda _: self._put((*self.value, self.value[-1])))
        super().__init__()
        self.observe(lambda _: self._build(), names="value")
        self.value = rows
        self._build()

    def _build(self) -> None:
        """Make the fields of all rows; their number or an example has changed."""
        shown: tuple[Any, ...] = self.children  # type: ignore[has-type]
        if shown and [self._row(row) for row in shown[2:-1]] == list(self.value):
            return
        heads = [widgets.Label(column.label, layout=_field()) for column in self._sheet.columns]
        rows = [self._fields(number, row) for number, row in enumerate(self.value)]
        self._more.disabled = len(rows) >= self._sheet.most
        self.children = (self._examples, widgets.HBox(heads), *rows, self._more)

    def _fields(self, number: int, row: tuple[int | str, ...]) -> widgets.HBox:
        fields = [_cell(column, cell) for column, cell in zip(self._sheet.columns, row, strict=True)]
        for field in fields:
            field.observe(self._typed, names="value")
        less = widgets.Button(description="remove", tooltip=f"Remove row {number + 1}", layout=_field())
        less.disabled = len(self.value) == 1
        less.on_click(lambda _: self._put(self.value[:number] + self.value[number + 1 :]))
        return widgets.HBox([*fields, less])

    def _row(self, row: widgets.HBox) -> tuple[int | str, ...]:
        return tuple(field.value for field in row.children[:-1])

    def _typed(self, _: Any) -> None:
        self._put(tuple(self._row(row) for row in self.children[2:-1]))

    def _chosen(self, change: Any) -> None:
        if change.new is not None:
            self._put(change.new)

    def _put(self, rows: Rows) -> None:
        self.value = rows


def _widget(control: Control, value: Any) -> Any:
    if isinstance(control, Sheet):
        return _SheetGrid(control, value)
    look = {
        "description": control.label,
        "tooltip": control.label,  # Without one, JupyterLab shows the word null.
        "style": _LABEL,
        "layout": widgets.Layout(width=_WIDE),
    }
    if isinstance(control, Slider):
        return widgets.IntSlider(value, control.low, control.high, **look)
    return widgets.Dropdown(options=control.values, value=value, **look)


def _cell(column: Any, value: Any) -> Any:
    look = {"tooltip": column.label, "layout": _field()}
    if isinstance(column, Text):
        return widgets.Text(value, continuous_update=False, **look)
    if isinstance(column, Slider):
        return widgets.BoundedIntText(value, column.low, column.high, **look)
    return widgets.Dropdown(options=column.values, value=value, **look)


def _field() -> Any:
    return widgets.Layout(width="8em")
