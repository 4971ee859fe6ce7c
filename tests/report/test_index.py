"""The list of pages: by game, with a picture where a page has one."""

import base64
import json
import re
from io import BytesIO

import pytest
from PIL import Image
from small import ABOUT, write

from psy.report.files import mark_outdated
from psy.report.index import first_picture, index
from psy.report.notebook import Notebook
from psy.report.reading import read_page
from psy.view.figure import still
from psy.view.wh40k.casting import odds_curve

LIVELY = 'psyker\'s <b>"odds"</b> & more'


@pytest.fixture
def house(tmp_path):
    """Five notebooks of two games, the second game's in between; one has no page and one cannot be read."""
    for name, game in (("01_a", "Z game"), ("02_b", "A game"), ("03_c", "Z game"), ("04_d", "No pages")):
        write(tmp_path, name, about={**ABOUT, "title": f"Title {name}", "game": game})
        (tmp_path / f"{name}.html").write_text("<p>no picture</p>")
    (tmp_path / "04_d.html").unlink()
    (tmp_path / "05_e.ipynb").write_text("{")
    (tmp_path / "05_e.html").write_bytes(b"\xff")
    return tmp_path


def listed(house):
    return index([Notebook(path) for path in sorted(house.glob("*.ipynb"))], house)


def test_pages_that_are_there_stand_under_their_game_in_the_order_of_the_notebooks(house):
    page = listed(house)
    headings = re.findall(r"<(h\d)>(?:<a href=\"[^\"]*\">)?([^<]*)", page)
    assert headings[1:] == [
        *[("h2", "Z game"), ("h3", "Title 01_a"), ("h3", "Title 03_c")],
        *[("h2", "A game"), ("h3", "Title 02_b")],
    ]
    assert headings[0][0] == "h1"
    assert (
        '<h3><a href="03_c.html?list">Title 03_c</a></h3>\n<p><strong>Where is the dot?</strong></p>' in page
    )
    assert "<img" not in page


def test_a_page_that_is_out_of_date_and_one_that_is_not_there_say_why(house):
    mark_outdated(house / "02_b.html", "cell 2: ValueError: of yesterday")
    mark_outdated(house / "02_b.html", "cell 3 (a < b): no & no")
    mark_outdated(house / "no such page.html", "gone")
    marked = (house / "02_b.html").read_text()
    assert marked.count("out of date") == 1
    assert marked.endswith("<p>no picture</p>")
    notebooks = [Notebook(path) for path in sorted(house.glob("*.ipynb"))]
    page = index(notebooks, house, {house / "04_d.html": "cell 4 is slow"})
    assert '<p class="changed">This page is out of date. cell 3 (a &lt; b): no &amp; no</p>' in page
    assert "<h3>Title 04_d</h3>" in page
    assert '<p class="changed">There is no page: cell 4 is slow</p>' in page
    assert page.count("out of date") == 1


ANSWERED = """<main><h1 id="Dots">Dots<a class="anchor-link" href="#Dots">P</a></h1>
<p class="in-short"><strong>In short:</strong> Two of <em>three</em>, &amp; no more.</p><p>Words.</p>
<details class="source"><summary>code</summary>hidden = 1</details>
<h2 id="By-hand,-%C3%BC">By hand, ü</h2><p class="title">A picture</p><form><label>slider</label></form>
<table><tr><td>cell</td></tr></table><section class="exercise"><p>How many?</p><details>42</details></section>
<script>"</h2>"</script></main><footer>made again</footer>"""


def test_a_page_is_read_without_its_code_tables_controls_and_answers():
    said = read_page(ANSWERED)
    assert (said.title, said.in_short) == ("Dots", "Two of three, & no more.")
    assert said.sections == (
        ("Dots", "Dots", "Two of three, & no more. Words."),
        ("By-hand,-%C3%BC", "By hand, ü", "A picture How many?"),
    )


def test_the_list_has_the_answer_of_each_page_the_words_of_all_and_studies_at_the_end(house):
    (house / "02_b.html").write_text(ANSWERED, encoding="utf-8")
    (house / "study_mine.html").write_text("<h1>Mine </script></h1><p>Said.</p>".replace("</s", "&lt;/s"))
    page = listed(house)
    assert "<p>Two of three, &amp; no more.</p>" in page
    assert '<h3><a href="study_mine.html?list">Mine &lt;/script&gt;</a></h3>' in page
    assert page.index("A game") < page.index("Your studies") < page.index("study_mine.html")
    (words,) = re.findall(r'<script type="application/json" id="words">(.*?)</script>', page)
    assert ["study_mine.html", "Mine </script>", [["", "Mine </script>", "Said."]]] in json.loads(words)
    assert "42" not in words
    assert "Your studies" not in listed_without_studies(house)


def listed_without_studies(house):
    (house / "study_mine.html").unlink()
    return listed(house)


@pytest.mark.parametrize("order", ['src="{0}" alt="{1}"', 'class="x" alt="{1}"\nsrc="{0}"'])
def test_a_page_is_shown_by_its_first_picture(house, order):
    png = base64.b64encode(still(odds_curve(dice=6, charge=3))).decode()
    words = LIVELY.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")
    first = order.format(f"data:image/png;base64,{png}", words)
    (house / "02_b.html").write_text(f"<p>a</p><img {first}><img src='data:image/png;base64,AA' alt='no'>")
    picture = first_picture((house / "02_b.html").read_text())
    assert picture["alt"] == LIVELY
    assert (picture["width"], picture["height"]) == ("360", "225")
    small = base64.b64decode(picture["png"])
    assert small.startswith(b"\x89PNG")
    assert len(small) < 15_000
    page = listed(house)
    (shown,) = re.findall(r"<img[^>]*>", page)
    assert 'alt="psyker&#39;s &lt;b&gt;&#34;odds&#34;&lt;/b&gt; &amp; more"' in shown
    assert picture["png"] in shown


def test_the_paper_of_a_small_picture_stays_white(house):
    png = base64.b64encode(still(odds_curve(dice=6, charge=3))).decode()
    (house / "02_b.html").write_text(f'<img src="data:image/png;base64,{png}" alt="">')
    small = base64.b64decode(first_picture((house / "02_b.html").read_text())["png"])
    assert Image.open(BytesIO(small)).convert("RGB").getpixel((0, 0)) == (255, 255, 255)
