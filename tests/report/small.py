"""Small notebooks, made for a test."""

import nbformat
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

ABOUT = {"title": "Dots & <b>crosses", "question": "Where is the dot?", "game": "A game"}
SETTINGS = """from psy.view import Menu, Slider
place = Slider("place", 3, low=0, high=5)
word = Menu("word", "red", ("red", "dark blue"))"""
DRAW = """from psy.view import Picture, Table, explore
from psy.view.picture import new_figure
figure, axes = new_figure(2, 2)
(mark,) = axes.plot([0], [0.5], "o", animated=True)
def draw(place, word):
    mark.set_xdata([place])
    return Picture(figure, f"The {word} dot is at {place}.", Table(("", "place"), (("dot", str(place)),)))
explore(draw, place=place, word=word)"""
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
