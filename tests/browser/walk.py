"""A walk through the explorations of a notebook: what psy draws when each control is moved once.

The kernel that runs a notebook for its page takes the walk: a picture of the notebook itself may hang on
names that later cells change.
"""

import os
import pickle

import psy.view
from browser.charts import expected


def start(folder):
    """Take a walk at each call of `explore`, and after each cell write down those so far."""
    from IPython import get_ipython

    cells, walks, explore = [], [], psy.view.explore

    def walking(picture, **opening):
        walks.append(walk(picture, picture.opened(opening)))
        explore(picture, **opening)

    def write(result):
        cells.append(result.info.raw_cell)
        (folder / f"{os.getpid()}.pickle").write_bytes(pickle.dumps((cells, walks)))

    psy.view.explore = walking
    get_ipython().events.register("post_run_cell", write)


def walk(picture, opening):
    """Return the labels of the controls, and the steps.

    A step is a control's new value and what has to be shown then; in the first one nothing was moved.
    """
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


def walks_of(notebook, folder):
    """Return the walk that was taken through each exploration of a notebook when its page was made."""
    sources = [cell.source for cell in notebook.read().cells if cell.cell_type == "code"]
    taken = [pickle.loads(file.read_bytes()) for file in folder.glob("*.pickle")]
    return next(walks for cells, walks in taken if cells == sources)


def _place(opened):
    return [opened.control.check("value", value) for value in opened.control.values].index(opened.value)
