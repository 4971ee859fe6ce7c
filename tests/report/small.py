"""Small notebooks, made for a test."""

import nbformat
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

ABOUT = {"title": "Dots & <b>crosses", "question": "Where is the dot?", "game": "A game"}
SETTINGS = """from typing import Annotated
from psy.view import Menu, Slider, Table, picture
from psy.view.shapes import curves
@picture
def dot(
    place: Annotated[int, Slider("place", 0, 5)] = 3,
    word: Annotated[str, Menu("word", ("red", "dark blue"))] = "red",
):
    \"\"\"A dot.\"\"\"
    table = Table(("", "place"), (("dot", str(place)),))
    says = f"The {word} dot is at {place}."
    return curves("Dot", {"place": range(6)}, {"dot": [0] * 6}, says, at=place, table=table)
place = dot.control("place")
word = dot.control("word")"""
DRAW = """from psy.view import explore
explore(dot, place=place, word=word)"""
WORDS = r"""# Dots
A chance of $\frac{1}{2}$, and

$$\sum_{k=1}^{n} k < n^2$$
"""


def write(folder, name, *sources, about=ABOUT):
    """Write a notebook of a settings cell and the sources; one that begins with # and a blank is words."""
    cells = []
    for number, source in enumerate((SETTINGS, *sources)):
        make = new_markdown_cell if source.startswith("# ") else new_code_cell
        tags = ["settings"] if number == 0 else []
        cells.append(make(source, id=f"cell-{number}", metadata={"tags": tags}))
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    notebook = new_notebook(cells=cells, metadata={"psy": about, "kernelspec": kernel})
    nbformat.write(notebook, folder / f"{name}.ipynb")
