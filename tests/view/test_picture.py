"""A picture: pixels, sentence and table."""

import matplotlib as mpl
import pytest
from moves import opened
from old_curve import odds_curve
from page_reader import HOSTILE, PageReader

from psy.view import Picture, Table
from psy.view.picture import CHANCES, RED, new_figure, styled


def dot(place=0.5, **figure):
    """Return a picture of one red dot that moves over still axes."""
    canvas, axes = new_figure(**figure)
    axes.set(xlim=(0, 1), ylim=(0, 1))
    axes.plot([place], [0.5], "o", color=RED, animated=True)
    return Picture(canvas, HOSTILE, Table(("", "<chance>"), ((HOSTILE, "1"), ("b & c", "12.5%"))))


@pytest.mark.parametrize("packing", [1, 6, 9])
@pytest.mark.parametrize(("width", "height"), [(6.4, 4.0), (3.0, 2.5)])
def test_png_is_a_picture_of_the_figures_size(packing, width, height):
    image = opened(dot(width=width, height=height).png(packing))
    assert image.size == (round(100 * width), round(100 * height))
    assert image.mode == "P"
    pixels = image.convert("RGB")
    assert pixels.getpixel((0, 0)) == (255, 255, 255)
    assert any(r > 180 and g < 120 and b < 60 for _, (r, g, b) in pixels.getcolors(10**6))


def test_an_animated_artist_moves_and_is_wiped_away():
    picture = dot(0.2)
    (line,) = picture.figure.axes[0].get_lines()
    before = picture.png()
    line.set_xdata([0.8])
    moved = picture.png()
    assert moved == dot(0.8).png() != before
    line.set_xdata([0.2])
    assert picture.png() == before


def test_a_look_is_put_on_for_psys_pictures_only():
    before = dict(mpl.rcParams)
    with styled():
        assert mpl.rcParams["axes.spines.top"] is False
    odds_curve()(6, 3).png()
    assert dict(mpl.rcParams) == before


def test_table_is_text_whatever_it_holds():
    picture = dot()
    reader = PageReader(picture.table.html())
    assert set(reader.names) == {"table", "thead", "tbody", "tr", "th", "td"}
    assert reader.words == ["<chance>", HOSTILE, "1", "b & c", "12.5%"]


def test_table_as_lines():
    table = Table(CHANCES, (("success", "68.75%", "11/16"), ("perils", "13.19%", "")))
    assert table.text() == ("         chance  exactly\nsuccess  68.75%  11/16\nperils   13.19%")
    assert Table(("a", "b"), ()).text() == "a  b"


def test_a_picture_shows_itself_with_its_sentence_as_text_alternative():
    data, about = dot()._repr_mimebundle_(include=None, exclude=None)
    assert set(data) == {"image/png", "text/plain"}
    assert about == {"image/png": {"alt": HOSTILE}}
    assert data["text/plain"].splitlines()[0] == HOSTILE
