"""One picture and its controls: live with ipywidgets, or prepared for a report that runs no Python."""

import base64
import html
import json
import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import product
from math import prod
from typing import Any

import ipywidgets as widgets
from IPython.display import HTML, display
from PIL import Image

from psy.view import controls
from psy.view.chart import Chart
from psy.view.choices import Menu, Slider
from psy.view.live import Live
from psy.view.picture import Picture, packed

Draw = Callable[..., Picture]
# A picture's pixels, sentence and table; no pixels where the drawing refused.
Choice = Slider | Menu  # Of a drawing function in the old way.
Drawn = tuple[Image.Image | None, str, str]

# Set by psy.report while it runs a notebook for a page.
REPORTING = "PSY_REPORTING"
WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
# JupyterLab and a classroom show either the live controls or what is kept below them: what is kept steps
# aside for live controls; the note of a notebook opened again, that their model is gone, for what is kept.
LIVE, KEPT = "psy-live", "psy-kept"
ONE_OF_TWO = f"""<style>
.jp-OutputArea:has(.{LIVE}) > .jp-OutputArea-child:is(:has(.{KEPT}), :has(+ .jp-OutputArea-child .{KEPT})),
.jp-OutputArea:has(.{KEPT}):not(:has(.{LIVE})) > .jp-OutputArea-child:has(.jupyter-widgets)
{{ display: none; }}
</style>"""
# A report holds one picture for each combination of choices: about 6 kB each.
MOST_FRAMES = 400
# Packing takes about twice as long as drawing, and needs no Python: two threads keep up with the drawing.
PACKERS, WAITING = 2, 8


def explore(draw: Draw | controls.Picture[Any], **choices: Any) -> None:
    """Show what ``draw`` draws, with a control for each of the choices.

    Live, each control ranges over all its values and the picture is redrawn in place; a value that ``draw``
    refuses leaves the picture and says why in one sentence. While a report is made, the pictures of the
    choices' ``frames`` are drawn beforehand and shown by native HTML inputs, without Python; what ``draw``
    refuses is a sentence without a picture there.

    Parameters
    ----------
    draw
        Takes the choices by name and returns a `Picture`, always of the same figure.
    choices
        A `Slider` or `Menu` for each argument of ``draw``.

    Raises
    ------
    TypeError, ValueError
        If ``draw`` refuses the opening values; while a report is made, also if the choices' frames make more
        than 400 pictures.
    """
    if isinstance(draw, controls.Picture):
        _explore_chart(draw, draw.opened(choices))
    elif os.environ.get(REPORTING):
        display(HTML(prepared(draw, choices)))
    else:
        explorer = Explorer(draw, choices)
        _display_live(explorer.box, explorer.picture)


def _explore_chart(picture: controls.Picture[Any], opening: Mapping[str, controls.Opened]) -> None:
    if os.environ.get(REPORTING):
        from psy.view import prepared as page

        display(HTML(page.prepared(picture, opening)))
    else:
        live = Live(picture, opening)
        _display_live(live.box, live.chart)


class Explorer:
    """The live form: controls, a picture, and the sentence and table that go with it."""

    def __init__(self, draw: Draw, choices: Mapping[str, Choice]) -> None:
        self.draw = draw
        self.controls = {name: _control(choice) for name, choice in choices.items()}
        self.image = widgets.Image(
            format="png", layout=widgets.Layout(max_width="100%", align_self="flex-start")
        )
        self.words = widgets.HTML()
        self.refusal = widgets.HTML()
        self.show(draw(**{name: choice.value for name, choice in choices.items()}))
        for control in self.controls.values():
            control.observe(self._moved, names="value")
        panel = widgets.VBox([*self.controls.values(), self.refusal])
        self.box = widgets.VBox([panel, self.image, self.words])

    def redraw(self) -> None:
        """Draw the picture of the controls' values; a refusal is shown beside them instead."""
        values = {name: control.value for name, control in self.controls.items()}
        try:
            picture = self.draw(**values)
        except (TypeError, ValueError) as refusal:
            self.refusal.value = f"<p role='alert'>{html.escape(str(refusal))}</p>"
        else:
            self.show(picture)

    def show(self, picture: Picture) -> None:
        """Put a picture, its sentence and its table in the place of the last one."""
        self.picture = picture
        self.refusal.value = ""
        self.image.value = picture.png(packing=1)
        self.words.value = _words(picture)

    def _moved(self, _: Any) -> None:
        self.redraw()


def _control(choice: Choice) -> Any:
    look = {
        "description": choice.label,
        "tooltip": choice.label,  # Without one, JupyterLab shows the word null.
        "style": {"description_width": "11em"},
        "layout": widgets.Layout(width="32em"),
    }
    if isinstance(choice, Slider):
        return widgets.IntSlider(choice.value, choice.low, choice.high, **look)
    return widgets.Dropdown(options=choice.options, value=choice.value, **look)


def _words(shown: Picture | Chart) -> str:
    return f"<p>{html.escape(shown.sentence)}</p>{shown.table.html()}"


def _display_live(box: widgets.Widget, shown: Picture | Chart) -> None:
    """Show the controls, and what the file keeps of them: a still picture, its sentence and its table.

    Three outputs: the view of the controls, which lives only with a kernel; a picture; and words. In one
    output, a front end that saves the view and opens it again would show "model not found" and not the
    picture; and where only pictures are shown of an output that has one, as on a code host, the words would
    be missing. A front end shows all three, so the words bring a style that hides what is not needed.
    """
    box.add_class(LIVE)
    still, about = shown._repr_mimebundle_()
    display(_widget_view(box), raw=True)
    display({**still, "text/plain": shown.sentence}, metadata=about, raw=True)
    kept = f'<div class="{KEPT}">{_words(shown)}</div>{ONE_OF_TWO}'
    display({"text/html": kept, "text/plain": shown.text()}, raw=True)


def _widget_view(box: widgets.Widget) -> dict[str, Any]:
    return {WIDGET_VIEW: box._repr_mimebundle_()[WIDGET_VIEW]}


def prepared(draw: Draw, choices: Mapping[str, Choice]) -> str:
    """Return the report's form of an exploration: native inputs and a picture for each combination.

    Without scripting the picture, sentence and table of the opening values are there to read; the page's
    script reveals the inputs and swaps these three.

    Raises
    ------
    TypeError, ValueError
        If there are more than 400 combinations, or ``draw`` refuses the opening one.
    """
    frames: dict[str, Sequence[int | str]] = {name: choice.frames for name, choice in choices.items()}
    count = prod(map(len, frames.values()))
    if count > MOST_FRAMES:
        raise ValueError(f"a report holds at most {MOST_FRAMES} pictures of one exploration, not {count}")
    first = _frame(*_parts(draw(**{name: choice.value for name, choice in choices.items()})))
    names = ["-".join(map(str, places)) for places in product(*(range(len(frames[name])) for name in frames))]
    moves = (dict(zip(frames, values, strict=True)) for values in product(*frames.values()))
    drawn = dict(zip(names, _packed(_drawn(draw, values) for values in moves), strict=True))
    inputs = "".join(_input(choice, choice.frames.index(choice.value)) for choice in choices.values())
    return (
        f'<section class="explore"><form class="controls" hidden>{inputs}</form>'
        f'<figure><img src="data:image/png;base64,{first["image"]}" alt="{html.escape(first["words"])}">'
        f'<figcaption aria-live="polite">{html.escape(first["words"])}</figcaption></figure>'
        f'<div class="numbers">{first["table"]}</div>'
        f'<script type="application/json">{script_json(drawn)}</script></section>'
    )


def script_json(value: Any) -> str:
    """Return JSON that cannot end the script element it stands in."""
    return json.dumps(value).replace("<", "\\u003c")


def _drawn(draw: Draw, values: Mapping[str, int | str]) -> Drawn:
    try:
        return _parts(draw(**values))
    except (TypeError, ValueError) as refusal:
        return None, str(refusal), ""


def _parts(picture: Picture) -> Drawn:
    # Converted, the pixels are a copy, which the next picture of the figure does not change.
    return picture.image().convert("RGB"), picture.sentence, picture.table.html()


def _packed(drawn: Iterable[Drawn]) -> Iterator[dict[str, str]]:
    """Pack pictures in threads while the next ones are drawn."""
    waiting: deque[Future[dict[str, str]]] = deque()
    with ThreadPoolExecutor(PACKERS) as pool:
        for parts in drawn:
            waiting.append(pool.submit(_frame, *parts))
            if len(waiting) > WAITING:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()


def _frame(pixels: Image.Image | None, words: str, table: str) -> dict[str, str]:
    image = base64.b64encode(packed(pixels)).decode() if pixels else ""
    return {"image": image, "words": words, "table": table}


def _input(choice: Choice, place: int) -> str:
    label = html.escape(choice.label)
    if len(choice.frames) == 1:
        # Nothing to choose in the report; the hidden input only takes part in the frame's name.
        value = html.escape(str(choice.value))
        return f'<label><span>{label}</span><span>{value}</span><input type="hidden" value="0"></label>'
    if isinstance(choice, Menu):
        options = "".join(
            f'<option value="{number}"{" selected" * (number == place)}>{html.escape(word)}</option>'
            for number, word in enumerate(choice.frames)
        )
        return f"<label><span>{label}</span><select>{options}</select></label>"
    words = html.escape(json.dumps(choice.frames))
    # The number beside a slider is for the eye: it belongs to the value that is spoken, not to the name.
    return (
        f'<label><span>{label}</span><input type="range" min="0" max="{len(choice.frames) - 1}" '
        f'value="{place}" data-values="{words}" aria-valuetext="{choice.value}">'
        f'<output aria-hidden="true">{choice.value}</output></label>'
    )
