"""Checks that every drawing function has to pass, whatever it draws."""

import io
import random
from itertools import product

from PIL import Image


def drawing_functions(*modules):
    """Return every function of the modules that returns a picture, or makes a function that does."""
    own = [(module, value) for module in modules for value in vars(module).values()]
    made_here = [value for module, value in own if getattr(value, "__module__", "") == module.__name__]
    return {value for value in made_here if "Picture" in str(value.__annotations__.get("return"))}


def combinations(values):
    """Return every combination of the values of each argument, as keyword arguments."""
    return [dict(zip(values, combination, strict=True)) for combination in product(*values.values())]


def some(values, number, seed=1):
    """Return a few of the combinations, the same each time, the extremes of all arguments among them."""
    every = combinations(values)
    picked = random.Random(seed).sample(every, min(number, len(every)))
    return [every[0], *picked, every[-1]]


def opened(png):
    """Return a PNG's pixels in full."""
    image = Image.open(io.BytesIO(png))
    assert image.format == "PNG"
    image.load()
    return image


def assert_draws_well(make, moves):
    """Check that a picture is readable, and the same whether its figure is new or has shown others before."""
    draw = make()
    assert moves
    pictures = {}
    for number, move in enumerate(moves):
        fresh = make()(**move)
        assert_readable(fresh)
        picture = draw(**move)
        pictures[number] = picture.png(packing=1)
        assert picture.text() == fresh.text(), move
        assert pictures[number] == fresh.png(packing=1), move
    back = draw(**moves[0])
    assert back.figure is picture.figure
    assert back.png(packing=1) == pictures[0]


def assert_readable(picture):
    """Check that a picture is a PNG of its figure's size, and has a sentence and a whole table."""
    width, height = picture.figure.get_size_inches() * picture.figure.dpi
    assert opened(picture.png()).size == (round(width), round(height))
    assert picture.sentence[0].isupper() or picture.sentence[0].isdigit()
    assert picture.sentence.endswith((".", "?"))
    assert picture.table.rows
    assert {len(row) for row in picture.table.rows} == {len(picture.table.columns)}
