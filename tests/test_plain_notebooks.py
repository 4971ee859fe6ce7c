"""The stored notebooks as others show them: converted by plain nbconvert, and what a code host can render."""

import re
from html.parser import HTMLParser

import pytest
from nbconvert import HTMLExporter

from psy.report.notebook import all_notebooks

NOTEBOOKS = all_notebooks()
every_notebook = pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda notebook: notebook.path.name)
# What a front end says instead of what it cannot show.
LOST = re.compile(
    r"model not found|Error displaying widget|Loading widget|Error creating|Traceback|widget-view",
    re.IGNORECASE,
)


class Words(HTMLParser):
    """Collects the text of a page, and how many pictures and tables it has."""

    def __init__(self, page):
        super().__init__(convert_charrefs=True)
        self.texts, self.pictures, self.tables, self._passing = [], 0, 0, 0
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self._passing += tag in ("script", "style")
        self.tables += tag == "table"
        self.pictures += tag == "img" and dict(attrs)["src"].startswith("data:image/png;base64,")

    def handle_endtag(self, tag):
        self._passing -= tag in ("script", "style")

    def handle_data(self, data):
        if not self._passing:
            self.texts.append(data)


def pictures(notebook):
    """Yield for each picture its cell's outputs, and its place among them."""
    for cell in notebook.read().cells:
        for place, output in enumerate(cell.get("outputs", [])):
            if "image/png" in output.get("data", {}):
                yield cell.outputs, place


@every_notebook
def test_each_picture_is_followed_by_its_sentence_and_its_table(notebook):
    assert list(pictures(notebook))
    for outputs, place in pictures(notebook):
        picture, words = outputs[place : place + 2]
        sentence = picture.metadata["image/png"]["alt"]
        # A code host shows one form of an output, and it shows a picture before words.
        assert set(picture.data) == {"image/png", "text/plain"}
        read = Words(words.data["text/html"])
        assert "".join(read.texts).startswith(sentence)
        assert read.tables == 1


@every_notebook
def test_nbconvert_as_it_comes_shows_pictures_sentences_and_tables_and_no_error(notebook):
    page, _ = HTMLExporter().from_notebook_node(notebook.read())
    read = Words(page)
    text = " ".join("".join(read.texts).split())
    assert not LOST.search(text), LOST.search(text)
    shown = list(pictures(notebook))
    assert read.pictures == len(shown)
    assert read.tables >= len(shown)
    for outputs, place in shown:
        assert " ".join(outputs[place].metadata["image/png"]["alt"].split()) in text
    outputs = [output for cell in notebook.read().cells for output in cell.get("outputs", [])]
    kinds = {kind for output in outputs for kind in output.get("data", {})}
    assert kinds <= {"image/png", "text/html", "text/markdown", "text/plain"}


@every_notebook
def test_its_own_html_needs_no_script_to_be_read(notebook):
    for cell in notebook.read().cells:
        for output in cell.get("outputs", []):
            words = re.sub(
                r"<(script|style).*?</\1>", "", output.get("data", {}).get("text/html", "x"), flags=re.S
            )
            assert "".join(Words(words).texts).strip()
