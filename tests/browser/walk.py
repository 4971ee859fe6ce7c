"""A walk through the explorations of a notebook: what psy draws when each control is moved once.

The notebook's own cells make the drawing functions, without a page and without a kernel.
"""

import base64
import io
from contextlib import redirect_stdout
from unittest.mock import patch

import psy.view
from browser.charts import expected
from psy.view.controls import Picture


def walk(notebook):
    """Return the explorations: the labels of the controls, and the steps.

    A step is a control's new value and what has to be shown then; in the first one nothing was moved.
    """
    return [
        _walked(draw, draw.opened(choices))
        if isinstance(draw, Picture)
        else {"labels": [choice.label for choice in choices.values()], "steps": _steps(draw, choices)}
        for draw, choices in recorded(notebook)
    ]


def _walked(picture, opening):
    values = {name: opened.value for name, opened in opening.items()}
    steps = [(None, expected(picture, values))]
    for name, opened in opening.items():
        control = opened.control
        kept = [
            value for value in control.mailed or control.values if control.check(name, value) != opened.value
        ]
        if kept:
            after = [value for value in kept if control.values.index(value) > _place(opened)]
            values[name] = (after or kept[::-1])[0]
            steps.append((values[name], expected(picture, values)))
    labels = [opened.label for opened in opening.values()]
    return {"labels": labels, "steps": steps}


def _place(opened):
    return [opened.control.check("value", value) for value in opened.control.values].index(opened.value)


def recorded(notebook):
    """Run the notebook's cells and return the arguments of each call of `explore`, in their order."""
    calls, names = [], {"__name__": "__main__"}
    recorder = patch.object(psy.view, "explore", lambda draw, **choices: calls.append((draw, choices)))
    with recorder, redirect_stdout(io.StringIO()):
        for cell in notebook.read().cells:
            if cell.cell_type == "code":
                exec(compile(cell.source, notebook.path.name, "exec"), names)
    return calls


def _steps(draw, choices):
    """Move each control that can be moved to the value beside its opening one, and leave it there."""
    values = {name: choice.value for name, choice in choices.items()}
    steps = [(None, shown_for(draw, values))]
    for name, choice in choices.items():
        if len(choice.frames) > 1:
            place = choice.frames.index(choice.value)
            values[name] = choice.frames[place + 1 if place + 1 < len(choice.frames) else place - 1]
            steps.append((values[name], shown_for(draw, values)))
    return steps


def shown_for(draw, values):
    """Return what a page has to show for these values: a picture and its words, or a refusal."""
    try:
        picture = draw(**values)
    except (TypeError, ValueError) as refusal:
        return {"image": None, "sentence": str(refusal), "cells": []}
    return {
        "image": f"data:image/png;base64,{base64.b64encode(picture.png()).decode()}",
        "sentence": picture.sentence,
        "cells": [list(row) for row in (picture.table.columns, *picture.table.rows)],
    }
