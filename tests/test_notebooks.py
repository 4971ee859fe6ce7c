"""The stored notebooks: clean, whole, run from top to bottom, and ready to become pages."""

import ast
import re
from itertools import pairwise
from math import prod

import nbformat
import pytest

from psy.report.html import PageExporter
from psy.report.notebook import Notebook, all_notebooks, psy_notebooks

NOTEBOOKS = all_notebooks()
every_notebook = pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda notebook: notebook.path.name)


def code_cells(notebook: Notebook):
    return [cell for cell in notebook.read().cells if cell.cell_type == "code"]


def test_every_file_is_a_numbered_notebook_of_a_name_of_its_own():
    assert NOTEBOOKS
    assert [notebook.path for notebook in NOTEBOOKS] == sorted(psy_notebooks().glob("*.ipynb"))
    for first, second in pairwise(NOTEBOOKS):
        assert first.path.name[:2] < second.path.name[:2], "two notebooks of one number"
    assert len({notebook.name for notebook in NOTEBOOKS}) == len(NOTEBOOKS)


@every_notebook
def test_it_says_what_it_asks(notebook):
    nbformat.validate(notebook.read())
    about = notebook.about()
    assert set(about) == {"title", "question", "game"}
    assert about["question"].endswith("?")
    first = notebook.read().cells[0]
    assert first.cell_type == "markdown"
    assert first.source.startswith(f"# {about['title']}\n\n**{about['question']}**")


@every_notebook
def test_it_is_stored_clean(notebook):
    assert notebook.path.stat().st_size < 1_000_000
    cells = notebook.read()
    assert set(cells.metadata) == {"kernelspec", "psy"}, "store it with: psy store"
    text = notebook.path.read_text(encoding="utf-8")
    assert not re.search(r'widget-view|widget-state|"widgets"', text)
    assert not re.search(r"/(home|tmp|work|root|Users)/", text), "a path of somebody's machine"
    for cell in cells.cells:
        assert set(cell.metadata) <= {"tags"}


@every_notebook
def test_it_was_run_from_top_to_bottom_without_an_error(notebook):
    cells = code_cells(notebook)
    assert [cell.execution_count for cell in cells] == list(range(1, len(cells) + 1))
    for cell in cells:
        for output in cell.outputs:
            assert output.output_type != "error", cell.source
            assert output.get("name") != "stderr", cell.source
            assert "No picture:" not in str(output.get("data")), "a picture refuses its opening values"
    assert any("image/png" in output.get("data", {}) for cell in cells for output in cell.outputs)


@every_notebook
def test_its_pictures_have_a_text_alternative(notebook):
    for cell in code_cells(notebook):
        for output in cell.outputs:
            if "image/png" in output.get("data", {}):
                alternative = output.metadata["image/png"]["alt"]
                assert output.data["text/plain"].startswith(alternative)


@every_notebook
def test_its_words_become_a_page(notebook):
    # A wrong formula raises here and not only after the notebook has run.
    exporter = PageExporter()
    words = [cell.source for cell in notebook.read().cells if cell.cell_type == "markdown"]
    page = "".join(exporter.markdown2html(None, source) for source in words)
    assert "<h1" in page
    assert "$" not in re.sub(r"<code>.*?</code>", "", page), "a formula that was not one"


@every_notebook
def test_its_settings_can_be_set_and_stay_within_a_page(notebook):
    tagged = [cell for cell in notebook.read().cells if "settings" in cell.metadata.get("tags", ())]
    assert len(tagged) == 1
    settings = notebook.settings()
    assert settings
    for opened in settings.values():
        for value in opened.control.values:
            examples = getattr(opened.control, "examples", {})
            assert opened.read(str(value)).value == examples.get(value, value)
    assert prod(len(opened.control.values) for opened in settings.values()) > 1


@every_notebook
def test_it_ends_with_exercises_and_what_it_rests_on(notebook):
    *cells, heading, last = notebook.read().cells
    assert heading.source.startswith("## What this page rests on")
    assert "rests_on(" in last.source
    shown = [data["text/html"] for data in data_of(cells) if 'class="exercise"' in data.get("text/html", "")]
    assert len(shown) >= 3
    for exercise in shown:
        (key,) = re.findall(r'data-keys="([^"]+)"', exercise)
        assert key != "[]"
        assert re.search(r'data-hint="[A-Z][^"]+[.?!]"', exercise)


def data_of(cells):
    """Yield all that the cells have shown, in its forms."""
    for cell in cells:
        for output in cell.get("outputs", []):
            yield output.get("data", {})


@every_notebook
def test_the_keys_of_its_exercises_are_computed(notebook):
    for cell in code_cells(notebook):
        for node in ast.walk(ast.parse(cell.source)):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Exercise":
                (key,) = (argument.value for argument in node.keywords if argument.arg == "key")
                assert any(isinstance(part, ast.Name) for part in ast.walk(key)), "typed, not computed"


@every_notebook
def test_its_headings_are_in_order(notebook):
    words = [cell.source for cell in notebook.read().cells if cell.cell_type == "markdown"]
    outside_code = re.sub(r"```.*?```", "", "\n\n".join(words), flags=re.DOTALL)
    levels = [len(marks) for marks in re.findall(r"^(#+) ", outside_code, re.MULTILINE)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    for above, below in pairwise(levels):
        assert below <= above + 1
