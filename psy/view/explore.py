"""One picture and its controls: live with ipywidgets, or prepared for a report that runs no Python."""

import html
import os
from typing import Any

import ipywidgets as widgets
from IPython.display import HTML, Markdown, display

from psy.exact.arguments import instance
from psy.view.chart import REPORTING, Chart
from psy.view.controls import Picture
from psy.view.live import Live

WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
# JupyterLab and a classroom show either the live controls or what is kept below them: what is kept steps
# aside for live controls; the note of a notebook opened again, that their model is gone, for what is kept.
LIVE, KEPT = "psy-live", "psy-kept"
ONE_OF_TWO = f"""<style>
.jp-OutputArea:has(.{LIVE}) > .jp-OutputArea-child:is(:has(.{KEPT}), :has(+ .jp-OutputArea-child .{KEPT})),
.jp-OutputArea:has(.{KEPT}):not(:has(.{LIVE})) > .jp-OutputArea-child:has(.jupyter-widgets)
{{ display: none; }}
</style>"""


def explore(picture: Picture[Any], **opening: Any) -> None:
    """Show a picture with a control for each of its arguments.

    Live, each control ranges over all its values and the picture is redrawn in place; values that the picture
    refuses leave it as it is and say why in one sentence. While a report is made, the charts of all settings
    are worked out and shown by native HTML inputs, without Python. Where changed rules leave no answer to the
    opening values, the sentence that says why stands in the picture's place.

    Parameters
    ----------
    picture
        Made by `psy.view.controls.picture`.
    opening
        Opening values by the names of arguments, plain or as `Picture.control` makes them; the others open at
        their defaults.

    Raises
    ------
    TypeError, ValueError
        If an opening value is not one of its control's; while a report is made, also of too many settings.
    """
    opened = instance("picture", picture, Picture).opened(opening)
    try:
        picture(**{name: each.value for name, each in opened.items()})
    except ValueError as refusal:
        display(Markdown(f"*No picture: {refusal}.*"))
        return
    if os.environ.get(REPORTING):
        from psy.view.prepared import prepared

        display(HTML(prepared(picture, opened)))
    else:
        live = Live(picture, opened)
        _display_live(live.box, live.chart)


def show(shown: Chart) -> None:
    """Show a chart without controls: its picture, its sentence, and its table, folded away."""
    if os.environ.get(REPORTING):
        data, about = shown._repr_mimebundle_()
        display(data, metadata=about, raw=True)
        return
    numbers = f"<summary>numbers</summary>{shown.table.html()}"
    _display_kept(shown, f'{_sentence(shown)}<details class="numbers">{numbers}</details>')


def _sentence(shown: Chart) -> str:
    return f"<p>{html.escape(shown.sentence)}</p>"


def _display_kept(shown: Chart, words: str) -> None:
    """Show a picture, and its words in an output of their own: where a file is shown, one form of each is."""
    still, about = shown._repr_mimebundle_()
    display({**still, "text/plain": shown.sentence}, metadata=about, raw=True)
    display({"text/html": words, "text/plain": shown.text()}, raw=True)


def _display_live(box: widgets.Widget, shown: Chart) -> None:
    """Show the controls, and what the file keeps of them: a still picture, its sentence and its table.

    Three outputs: the view of the controls, which lives only with a kernel; a picture; and words. In one
    output, a front end that saves the view and opens it again would show "model not found" and not the
    picture; and where only pictures are shown of an output that has one, as on a code host, the words would
    be missing. A front end shows all three, so the words bring a style that hides what is not needed.
    """
    box.add_class(LIVE)
    display(_widget_view(box), raw=True)
    words = f"{_sentence(shown)}{shown.table.html()}"
    _display_kept(shown, f'<div class="{KEPT}">{words}</div>{ONE_OF_TWO}')


def _widget_view(box: widgets.Widget) -> dict[str, Any]:
    return {WIDGET_VIEW: box._repr_mimebundle_()[WIDGET_VIEW]}
