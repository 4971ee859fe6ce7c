"""A walk through the explorations of a notebook: what psy draws when each control is moved once.

The notebook's own cells make the drawing functions, without a page and without a kernel.
"""

import io
from contextlib import redirect_stdout
from unittest.mock import patch

import psy.view
from browser.charts import expected


def walk(notebook):
    """Return the explorations: the labels of the controls, and the steps.

    A step is a control's new value and what has to be shown then; in the first one nothing was moved.
    """
    return recorded(notebook, lambda picture, **opening: _walked(picture, picture.opened(opening)))


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


def recorded(notebook, note):
    """Run the notebook's cells and return what is noted of each call of `explore`, in their order.

    It is noted at once: a picture of the notebook itself may hang on names that later cells change.
    """
    calls, names = [], {"__name__": "__main__"}
    recorder = patch.object(
        psy.view, "explore", lambda picture, **opening: calls.append(note(picture, **opening))
    )
    with recorder, redirect_stdout(io.StringIO()):
        for cell in notebook.read().cells:
            if cell.cell_type == "code":
                exec(compile(cell.source, notebook.path.name, "exec"), names)
    return calls
