"""The command line: exit statuses, one-line messages, and pages that are whole or untouched."""

import base64
import gzip
import html
import json
import re
import shutil
import signal
import subprocess
import sys
import time

import nbformat
import pytest
from small import DRAW, WORDS, write

from psy.report import notebook as notebook_module
from psy.report.command import main
from psy.report.files import outdated, write_whole
from psy.report.notebook import ReportError, WrongCallError, one_line

OLD = "<p>the page of yesterday</p>"


@pytest.fixture
def house(tmp_path, monkeypatch):
    """A folder of three small notebooks and one of pages, one page of yesterday for each."""
    folder = tmp_path / "notebooks"
    folder.mkdir()
    monkeypatch.setattr(notebook_module, "notebook_folders", lambda: [folder])
    write(folder, "01_good_dots", DRAW, WORDS, "print(place.value)")
    write(folder, "02_bad_cell", "# Words", "1 + 1", "here = 1\nhere // 0  # two\nlines", "print('after')")
    write(folder, "03_bad_formula", r"# Half of it: $\frac{1}{$", "1")
    pages = tmp_path / "pages"
    pages.mkdir()
    for name in ("01_good_dots", "02_bad_cell", "03_bad_formula"):
        (pages / f"{name}.html").write_text(OLD)
    return tmp_path


def report(house, *arguments):
    return main(["report", *arguments, "--out", str(house / "pages")])


def assert_pages_of_yesterday(house):
    pages = sorted((house / "pages").glob("[0-9]*"))
    assert [page.read_text() for page in pages] == [OLD] * 3
    assert not list((house / "pages").glob(".*")), "an unfinished file"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["god_dots"], "no notebook 'god_dots'; did you mean 'good_dots'?"),
        (["zzz"], "no notebook 'zzz'; there are good_dots, bad_cell, bad_formula"),
        (["good_dots", "zzz"], "no notebook 'zzz'; there are good_dots, bad_cell, bad_formula"),
        (["good_dots", "--set", "plaice=3"], "good_dots has no setting 'plaice'; did you mean 'place'?"),
        (["good_dots", "--set", "x=3"], "good_dots has no setting 'x'; there are place, word"),
        (["good_dots", "--set", "=3"], "good_dots has no setting ''; there are place, word"),
        (
            ["good_dots", "--set", "place=6"],
            "--set place=6: place must be a whole number from 0 to 5, not 6",
        ),
        (
            ["good_dots", "--set", "place=-1"],
            "--set place=-1: place must be a whole number from 0 to 5, not -1",
        ),
        (
            ["good_dots", "--set", "place=3.0"],
            "--set place=3.0: place must be a whole number from 0 to 5, not '3.0'",
        ),
        (
            ["good_dots", "--set", "place=4", "--set", "word=green"],
            "--set word=green: word must be one of 'red', 'dark blue', not 'green'",
        ),
        (["good_dots", "--set", "place"], "--set takes name=value, not 'place'"),
        (["--set", "place=3"], "--set goes with the name of one notebook"),
        (["good_dots", "bad_cell", "--set", "place=3"], "--set goes with the name of one notebook"),
    ],
)
def test_a_wrong_call_is_one_line_and_nothing_is_run(house, capsys, monkeypatch, arguments, message):
    monkeypatch.setattr("psy.report.build.run_all", lambda *_, **__: pytest.fail("a notebook was run"))
    assert report(house, *arguments) == 2
    said = capsys.readouterr()
    assert (said.out, said.err) == ("", f"psy: {message}\n")
    assert_pages_of_yesterday(house)


@pytest.mark.parametrize("arguments", [[], ["report", "--set"], ["reports"], ["report", "--loud"]])
def test_a_call_that_cannot_be_read_has_status_2(house, capsys, arguments):
    with pytest.raises(SystemExit) as caught:
        main(arguments)
    assert caught.value.code == 2
    assert "usage: psy" in capsys.readouterr().err
    assert_pages_of_yesterday(house)


def last_line(capsys):
    """Return what is said after the progress bar."""
    return re.split(r"[\r\n]", capsys.readouterr().err.strip())[-1]


def assert_outdated(house, name, why):
    """Check that the page of yesterday says so, and why, as the list does; the others are untouched."""
    page = house / "pages" / f"{name}.html"
    assert outdated(page.read_text()) == why
    assert page.read_text().endswith(OLD)
    listed = html.unescape((house / "pages" / "index.html").read_text())
    assert f"This page is out of date. {why}</p>" in listed
    page.write_text(OLD)
    assert_pages_of_yesterday(house)


def test_a_failing_cell_names_itself_and_the_old_page_is_out_of_date(house, capsys):
    assert report(house, "bad_cell") == 1
    why = "02_bad_cell.ipynb, cell 4 (here = 1): ZeroDivisionError: integer division or modulo by zero"
    assert last_line(capsys) == f"psy: {why}"
    assert_outdated(house, "02_bad_cell", why)


def test_an_error_without_a_word_names_its_line(house, capsys):
    write(house / "notebooks", "02_bad_cell", "odds = 1\nassert odds == 2")
    assert report(house, "bad_cell") == 1
    why = "02_bad_cell.ipynb, cell 2 (odds = 1): AssertionError: assert odds == 2"
    assert last_line(capsys) == f"psy: {why}"
    assert one_line(KeyError()) == "KeyError"


def test_a_cell_that_ends_its_kernel_names_itself(house, capsys):
    write(house / "notebooks", "04_dead_kernel", "1", "import os\nos._exit(1)")
    assert report(house, "dead_kernel") == 1
    assert last_line(capsys) == "psy: 04_dead_kernel.ipynb, cell 3 (import os): Kernel died"


def test_a_kernel_that_is_not_there_is_one_line_and_the_others_are_made(house, capsys):
    bad = house / "notebooks" / "02_bad_cell.ipynb"
    bad.write_text(bad.read_text().replace('"name": "python3"', '"name": "no such"'))
    assert report(house, "good_dots", "bad_cell") == 1
    assert last_line(capsys) == "psy: 02_bad_cell.ipynb, cell 1 (from typing import Annotated): " + (
        "there is no kernel 'no such'"
    )
    assert (house / "pages" / "01_good_dots.html").read_text() != OLD


def test_a_line_of_a_megabyte_holds_nothing_up(house):
    write(house / "notebooks", "04_long_line", "print('x' * 1_000_000, end='')\nprint('y' * 1_000_000)")
    assert main(["store", "long_line"]) == 0
    (output,) = nbformat.read(house / "notebooks" / "04_long_line.ipynb", 4).cells[1].outputs
    assert output.text == "x" * 1_000_000 + "y" * 1_000_000 + "\n"


def test_a_page_that_rests_on_changed_rules_says_so_at_its_top(house):
    shown = "({'text/plain': 'rules'}, {'psy': {'changed': True}})"
    said = f"type('Basis', (), {{'_repr_mimebundle_': lambda *_, **__: {shown}}})()"
    write(house / "notebooks", "04_changed", said)
    write(house / "notebooks", "05_published", "1 + 1")
    assert report(house, "changed", "published") == 0
    note = "Some rules were changed from what was published"
    assert note in (house / "pages" / "04_changed.html").read_text()
    assert note not in (house / "pages" / "05_published.html").read_text()


def test_a_wrong_formula_names_itself_and_the_old_page_is_out_of_date(house, capsys):
    assert report(house, "bad_formula") == 1
    said = last_line(capsys)
    assert said.startswith(r"psy: 03_bad_formula.ipynb, formula \frac{1}{: ")
    assert "\x1b" not in said
    assert_outdated(house, "03_bad_formula", said.removeprefix("psy: "))


def test_a_page_opens_at_the_values_that_were_set(house, capsys):
    assert report(house, "good_dots", "--set", "place=5", "--set", "word=dark blue") == 0
    said = capsys.readouterr()
    assert said.out == f"{house / 'pages' / '01_good_dots.html'}: made\n"
    assert "100%" in said.err, "a bar shows how far it is"
    page = (house / "pages" / "01_good_dots.html").read_text()
    assert 'alt="The dark blue dot is at 5."' in page
    assert "<code>psy report good_dots --set place=5 --set 'word=dark blue'</code>" in page
    assert "<title>Dots &amp; &lt;b&gt;crosses - psy</title>" in page
    assert page.count("<math") == 2
    packed = re.search(r'</details><script type="text/plain">(.*?)</script>', page)[1]
    charts = json.loads(gzip.decompress(base64.b64decode(packed)))
    assert len(charts["settings"]) == 6 * 2
    assert "The dark blue dot is at 5." in charts["sentences"]
    assert "frac{" not in page
    assert "ZeroDivisionError" not in page
    for loading in (r"<link[^>]+href=\"(?!data:)", r"src=\"(?!data:)", r"@import", r"url\(", r"<iframe"):
        assert not re.search(loading, page), loading
    assert [other.read_text() for other in sorted((house / "pages").glob("0[23]*"))] == [OLD] * 2
    index = (house / "pages" / "index.html").read_text()
    assert (
        '<h3><a href="01_good_dots.html?list">Dots &amp; &lt;b&gt;crosses</a></h3>\n'
        "<p><strong>Where is the dot?</strong></p>" in index
    )
    assert 'alt="The dark blue dot is at 5."' in index
    assert (house / "notebooks" / "01_good_dots.ipynb").read_text().count("outputs") == 3, "not written"


def test_store_writes_the_same_bytes_twice_and_nothing_that_lives_with_a_kernel(house):
    path = house / "notebooks" / "01_good_dots.ipynb"
    assert main(["store", "good_dots"]) == 0
    first = path.read_bytes()
    assert main(["store", "good_dots"]) == 0
    assert path.read_bytes() == first
    text = first.decode()
    for varying in (
        "widget-view",
        '"widgets"',
        'execution"',
        "iopub",
        "shell.execute",
        "language_info",
        "toolbar",
    ):
        assert varying not in text
    stored = nbformat.reads(text, as_version=4)
    nbformat.validate(stored)
    picture, words = stored.cells[1].outputs
    assert words.data["text/plain"].startswith("The red dot is at 3.\n")
    assert set(picture.data) == {"image/png", "text/plain"}
    assert picture.metadata == {"image/png": {"alt": "The red dot is at 3."}}
    assert [cell.get("execution_count") for cell in stored.cells] == [1, 2, None, 3]
    assert stored.cells[3].outputs[0].text == "3\n"
    assert stored.cells[0].metadata == {"tags": ["settings"]}
    assert stored.cells[0].source.endswith('word = dot.control("word")')


def test_store_leaves_a_notebook_that_fails_as_it_was(house, capsys):
    path = house / "notebooks" / "02_bad_cell.ipynb"
    before = path.read_bytes()
    assert main(["store", "bad_cell"]) == 1
    assert last_line(capsys).startswith("psy: 02_bad_cell.ipynb, cell 4 (here = 1): ZeroDivisionError: ")
    assert path.read_bytes() == before
    assert main(["store", "bad_sell"]) == 2
    assert last_line(capsys) == "psy: no notebook 'bad_sell'; did you mean 'bad_cell'?"


def test_list_names_questions_and_settings(house, capsys):
    assert main(["list"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[:3] == [
        "good_dots: Where is the dot?",
        "    --set place=...  place: 0 to 5 (opens at 3)",
        "    --set word=...  word: red | dark blue (opens at red)",
    ]
    assert len(lines) == 9


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        pytest.param(
            lambda path: path.write_text("{"), "01_good_dots.ipynb is no notebook: ", id="no notebook at all"
        ),
        pytest.param(
            lambda path: write(path.parent, path.stem, about={"title": "Dots", "game": "A game"}),
            "01_good_dots.ipynb: the notebook's metadata lack psy.question",
            id="no question",
        ),
        pytest.param(
            lambda path: path.write_text(path.read_text().replace("Slider(", "Slyder(")),
            "01_good_dots.ipynb, settings cell: NameError: name 'Slyder' is not defined",
            id="settings that fail",
        ),
    ],
)
def test_a_notebook_that_cannot_be_read_is_one_line(house, capsys, spoil, message):
    spoil(house / "notebooks" / "01_good_dots.ipynb")
    assert main(["list"]) == 1
    said = capsys.readouterr().err
    assert said.startswith(f"psy: {message}")
    assert said.count("\n") == 1


def test_an_unwritable_folder_is_one_line(house):
    (house / "file").write_text("in the way")
    with pytest.raises(ReportError, match=r"x\.html cannot be written: (Not a directory|File exists)$"):
        write_whole(house / "file" / "x.html", "page")


def test_a_wrong_call_is_a_kind_of_report_error():
    assert issubclass(WrongCallError, ReportError)


KILLED_WHILE_WRITING = """
import os, sys
from pathlib import Path
from psy.report import files

class Half:
    def __init__(self, file):
        self.file = file
    def __enter__(self):
        return self
    def __exit__(self, *_):
        self.file.close()
    def write(self, text):
        self.file.write(text[: len(text) // 2])
        self.file.flush()
        os.kill(os.getpid(), 9)

true_open = os.fdopen
os.fdopen = lambda *args, **kwargs: Half(true_open(*args, **kwargs))
files.write_whole(Path(sys.argv[1]), "a new page" * 1000)
"""


def test_a_kill_while_a_page_is_written_leaves_the_old_one_whole(house):
    page = house / "pages" / "01_good_dots.html"
    run = subprocess.run([sys.executable, "-c", KILLED_WHILE_WRITING, page], check=False)
    assert run.returncode == -signal.SIGKILL
    assert page.read_text() == OLD
    (stale,) = set((house / "pages").iterdir()) - set((house / "pages").glob("*.html"))
    assert stale.name.startswith(".01_good_dots.html."), "hidden, and under no page's name"
    assert stale.read_text() == "a new page" * 500
    write_whole(page, "a new page")
    assert page.read_text() == "a new page"
    assert not stale.exists(), "what was killed is cleared away"


KILLED_WHILE_RUNNING = """
import sys
from pathlib import Path
from psy.report import notebook
from psy.report.command import main

notebook.notebook_folders = lambda: [Path(sys.argv[1]) / "notebooks"]
main(["report", "slow", "--out", sys.argv[1] + "/pages"])
"""


def test_a_kill_while_a_notebook_runs_leaves_the_old_page_whole(house):
    sign = house / "running"
    slow = f"import time, pathlib; pathlib.Path({str(sign)!r}).touch(); time.sleep(60)"
    write(house / "notebooks", "04_slow", slow)
    shutil.copy(house / "pages" / "01_good_dots.html", house / "pages" / "04_slow.html")
    build = subprocess.Popen(
        [sys.executable, "-c", KILLED_WHILE_RUNNING, str(house)], stderr=subprocess.DEVNULL
    )
    end = time.monotonic() + 120
    while not sign.exists() and build.poll() is None and time.monotonic() < end:
        time.sleep(0.05)
    build.kill()
    assert build.wait() == -signal.SIGKILL
    assert sign.exists()
    assert [page.read_text() for page in (house / "pages").iterdir()] == [OLD] * 4


def test_an_error_while_a_page_is_written_leaves_no_stale_file(house, monkeypatch):
    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("psy.report.files.os.replace", full)
    with pytest.raises(ReportError, match=r"01_good_dots\.html cannot be written: No space left"):
        write_whole(house / "pages" / "01_good_dots.html", "a new page")
    assert_pages_of_yesterday(house)


def test_lab_opens_own_notebooks_or_those_of_a_checkout_or_copies(tmp_path, monkeypatch, capsys):
    opened = []
    monkeypatch.setattr("psy.report.lab.lab", lambda folder: opened.append(folder) or 0)
    monkeypatch.setenv("PSY_FOLDER", str(tmp_path))
    assert main(["lab"]) == 0
    assert opened.pop() == notebook_module.psy_notebooks()
    installed = tmp_path / "installed" / "psy"
    (installed / "notebooks").mkdir(parents=True)
    write(installed / "notebooks", "01_dots", DRAW)
    monkeypatch.setattr("psy.__file__", str(installed / "__init__.py"))
    assert main(["lab"]) == main(["lab"]) == 0
    assert opened == [tmp_path / "notebooks"] * 2
    assert capsys.readouterr().out == f"{tmp_path / 'notebooks'}: copied from psy, to be edited\n"
    assert [path.name for path in (tmp_path / "notebooks").iterdir()] == ["01_dots.ipynb"]


def test_without_any_notebook_nothing_is_listed_and_that_is_no_success(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(notebook_module, "notebook_folders", lambda: [tmp_path / "notebooks"])
    for command in (["list"], ["report", "--out", str(tmp_path / "pages")], ["store"]):
        assert main(command) == 1
        assert capsys.readouterr() == ("", f"psy: there are no notebooks in {tmp_path / 'notebooks'}\n")
    assert not (tmp_path / "pages").exists()


def test_a_folder_that_cannot_be_written_to_is_refused_before_a_notebook_is_run(house, capsys, monkeypatch):
    monkeypatch.setattr("psy.report.build.run_all", lambda *_, **__: pytest.fail("a notebook was run"))
    (house / "file").touch()
    assert main(["report", "--out", str(house / "file")]) == 2
    assert capsys.readouterr() == ("", f"psy: {house / 'file'} cannot be written to: File exists\n")
