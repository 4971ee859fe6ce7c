"""Builds: only what changed is run, side by side, and no kernel outlives its build."""

import asyncio
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from importlib.metadata import requires
from pathlib import Path

import nbformat
import pytest
from nbformat.v4 import new_output
from small import DRAW, write

import psy
from psy.report import build
from psy.report import notebook as notebook_module
from psy.report.build import LIBRARIES
from psy.report.command import main
from psy.report.files import sealed, source_of
from psy.rulebook import FOLDER, data_folder

MARK = "from pathlib import Path\nwith Path({!r}).open('a') as file:\n    file.write('x')"


@pytest.fixture
def house(tmp_path, monkeypatch):
    """A folder for notebooks, one of which leaves a mark wherever it is run, and a copy of psy to change."""
    (tmp_path / "notebooks").mkdir()
    monkeypatch.setattr(notebook_module, "notebook_folders", lambda: [tmp_path / "notebooks"])
    write(tmp_path / "notebooks", "01_dots", MARK.format(str(tmp_path / "marks")))
    shutil.copytree(Path(psy.__file__).parent, tmp_path / "psy")
    shutil.copytree(data_folder(), tmp_path / "data")
    monkeypatch.setattr(psy, "__file__", str(tmp_path / "psy" / "__init__.py"))
    monkeypatch.setenv(FOLDER, str(tmp_path))
    return tmp_path


def report(house, *arguments):
    return main(["report", *arguments, "--out", str(house / "pages")])


def test_a_notebook_is_run_when_something_changed_and_not_otherwise(house, capsys):
    page = house / "pages" / "01_dots.html"
    assert report(house) == 0
    made = page.read_bytes()
    assert report(house) == 0
    assert (house / "marks").read_text() == "x"
    assert capsys.readouterr().out == f"{page}: made\n{page}: unchanged\n"
    with (house / "data" / "tft.toml").open("a") as file:
        file.write("# looked at again\n")
    assert report(house) == 0
    assert (house / "marks").read_text() == "xx"
    seal = rb'data-source="\w+" data-page="\w+"'
    assert re.sub(seal, b"", page.read_bytes()) == re.sub(seal, b"", made), "the same bytes again"


@pytest.fixture
def runs(house, monkeypatch):
    """The names of the notebooks as they would be run; each gets its page, without a kernel."""
    names = []

    def finish_all(jobs, **_):
        for job in jobs:
            names.append(job.notebook.name)
            job.finish(job.cells)
        return [None] * len(jobs)

    monkeypatch.setattr(build, "run_all", finish_all)
    assert report(house) == 0
    assert names == ["dots"]
    names.clear()
    return names


def rewrite(house, change):
    """Change the notebook's file."""
    path = house / "notebooks" / "01_dots.ipynb"
    notebook = nbformat.read(path, as_version=4)
    change(notebook)
    nbformat.write(notebook, path)


def append(path, text):
    path.write_text(path.read_text() + text)


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda house: append(house / "psy" / "tft" / "duel.py", "# \n"), id="code"),
        pytest.param(lambda house: append(house / "psy" / "report" / "page" / "page.css", " "), id="style"),
        pytest.param(
            lambda house: append(house / "psy" / "report" / "page" / "explore.js", " "), id="script"
        ),
        pytest.param(
            lambda house: append(house / "psy" / "report" / "page" / "page.html.j2", " "), id="page"
        ),
        pytest.param(lambda house: (house / "psy" / "new.py").touch(), id="new module"),
        pytest.param(lambda house: append(house / "data" / "studies" / "perils.toml", "# \n"), id="data"),
        pytest.param(
            lambda house: rewrite(house, lambda it: it.cells[1].update(source="1")), id="code of a cell"
        ),
        pytest.param(
            lambda house: rewrite(house, lambda it: it.cells[1].update(cell_type="raw")), id="kind of a cell"
        ),
        pytest.param(lambda house: rewrite(house, lambda it: it.cells.reverse()), id="order of cells"),
        pytest.param(lambda house: rewrite(house, lambda it: it.cells[0].metadata.clear()), id="tags"),
        pytest.param(
            lambda house: rewrite(house, lambda it: it.metadata.psy.update(title="Spots")), id="title"
        ),
    ],
)
def test_whatever_a_page_is_made_from_makes_it_anew(house, runs, change):
    change(house)
    assert report(house) == 0
    assert report(house) == 0
    assert runs == ["dots"]


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda house: None, id="nothing"),
        pytest.param(
            lambda house: rewrite(
                house,
                lambda it: it.cells[1].update(outputs=[new_output("stream", text="y")], execution_count=7),
            ),
            id="stored outputs",
        ),
        pytest.param(
            lambda house: rewrite(house, lambda it: it.metadata.update(language_info={"name": "python"})),
            id="what editors add",
        ),
        pytest.param(lambda house: (house / "psy" / "__pycache__" / "x.pyc").touch(), id="compiled code"),
        pytest.param(lambda house: (house / "psy" / "tft" / "duel.py").touch(), id="date of a file"),
    ],
)
def test_what_a_page_does_not_show_leaves_it(house, runs, change):
    (house / "psy" / "__pycache__").mkdir(exist_ok=True)
    change(house)
    assert report(house) == 0
    assert runs == []


@pytest.mark.parametrize("library", [*LIBRARIES, "python"])
def test_another_version_of_what_counts_and_draws_makes_a_page_anew(house, runs, monkeypatch, library):
    true = build.version
    monkeypatch.setattr(build, "version", lambda name: true(name) + ".1" * (name == library))
    if library == "python":
        monkeypatch.setattr(build.platform, "python_version", lambda: "3.99")
    assert report(house) == 0
    assert runs == ["dots"]


def test_every_dependency_that_counts_or_draws_is_part_of_a_page():
    needed = {re.match(r"[\w-]+", line)[0] for line in requires("psy") if "extra ==" not in line}
    assert needed - {"ipywidgets", "jupyterlab", "nbclient", "tqdm"} <= set(LIBRARIES)


def test_opening_values_are_part_of_a_page(house, runs):
    for options in (
        [],
        ["dots", "--set", "place=4"],
        ["dots", "--set", "place=4"],
        ["dots"],
        [],
        ["--fresh"],
    ):
        assert report(house, *options) == 0
    assert runs == ["dots", "dots", "dots"]
    assert report(house, "dots", "--set", "place=04") == 0
    assert report(house, "dots", "--set", "place=4") == 0
    assert len(runs) == 5, "the page says how it was called"


@pytest.mark.parametrize(
    "spoil",
    [
        pytest.param(lambda page: page[:-20], id="cut off"),
        pytest.param(lambda page: page.replace(b"<main>", b"<main> "), id="edited"),
        pytest.param(lambda page: page.replace(b"\n", b"\r\n"), id="other line ends"),
        pytest.param(lambda page: b"<p>another page</p>", id="foreign"),
        pytest.param(lambda page: b"\xff" + page, id="no text"),
        pytest.param(lambda page: b"", id="empty"),
        pytest.param(lambda page: re.sub(rb"<meta name=\"generator\".*\n", b"", page), id="no seal"),
    ],
)
def test_a_damaged_page_is_made_anew(house, runs, spoil):
    page = house / "pages" / "01_dots.html"
    whole = page.read_bytes()
    page.write_bytes(spoil(whole))
    assert report(house) == 0
    assert (runs, page.read_bytes()) == (["dots"], whole)


def test_a_seal_stands_near_the_top_and_holds_for_any_page(tmp_path):
    for page in ('<head>\n<meta charset="utf-8">\n<title>a</title>', "no head at all", "Ü\r\n"):
        (tmp_path / "page.html").write_bytes(sealed(page, "abc").encode())
        assert source_of(tmp_path / "page.html") == "abc"
    assert sealed('<head>\n<meta charset="utf-8">\n<p>', "abc").splitlines()[2].startswith("<meta name=")


def test_failures_are_a_line_each_and_the_other_notebooks_are_made(house, capsys):
    write(house / "notebooks", "02_bad_cell", "here = 1 // 0  # two\nlines")
    write(house / "notebooks", "03_bad_formula", r"# Half of it: $\frac{1}{$")
    write(house / "notebooks", "04_good_too", DRAW)
    (house / "notebooks" / "05_none.ipynb").write_text("{")
    (house / "pages").mkdir()
    (house / "pages" / "02_bad_cell.html").write_text("of yesterday")
    assert report(house) == 1
    said = capsys.readouterr()
    pages = house / "pages"
    assert said.out == f"{pages / '01_dots.html'}: made\n{pages / '04_good_too.html'}: made\n"
    assert [line[:40] for line in said.err.split("psy: ")[1:]] == [
        "02_bad_cell.ipynb, cell 2 (here = 1 // 0",
        r"03_bad_formula.ipynb, formula \frac{1}{:",
        "05_none.ipynb is no notebook: Notebook d",
    ]
    assert "100%" in said.err
    assert sorted(page.name for page in pages.iterdir()) == [
        *("01_dots.html", "02_bad_cell.html", "04_good_too.html", "index.html"),
    ]
    assert (pages / "02_bad_cell.html").read_text().endswith("of yesterday")
    listed = (pages / "index.html").read_text()
    assert re.findall(r"<h3>(<a href|[^<]+)", listed) == ["<a href"] * 2 + [
        "Dots &amp; &lt;b&gt;crosses",
        "<a href",
    ]
    assert listed.count("This page is out of date. 02_bad_cell.ipynb, cell 2 (here = 1 // 0") == 1
    assert listed.count("There is no page: 03_bad_formula.ipynb, formula") == 1
    assert listed.count("<img") == 1
    assert listed.count("<h2>") == 1
    assert main(["store", "bad_cell", "dots"]) == 1
    assert '"execution_count": 2' in (house / "notebooks" / "01_dots.ipynb").read_text()
    assert '"execution_count": 2' not in (house / "notebooks" / "02_bad_cell.ipynb").read_text()


MEET = """
import time
from importlib.metadata import requires
from pathlib import Path
Path({mine!r}).touch()
end = time.monotonic() + 60
while not Path({other!r}).exists():
    assert time.monotonic() < end, "run alone"
    time.sleep(0.02)"""


def test_notebooks_run_side_by_side(house, monkeypatch):
    monkeypatch.setattr("psy.report.kernels.cpu_count", lambda: 2)
    here, there = str(house / "here"), str(house / "there")
    write(house / "notebooks", "02_here", MEET.format(mine=here, other=there))
    write(house / "notebooks", "03_there", MEET.format(mine=there, other=here))
    assert report(house, "here", "there") == 0


@pytest.mark.parametrize("cores", [1, 3])
def test_there_are_as_many_kernels_as_cores_and_no_more(house, monkeypatch, cores):
    running, most = set(), []

    async def execute(job, *_):
        running.add(job.notebook.name)
        most.append(len(running))
        await asyncio.sleep(0.05)
        running.remove(job.notebook.name)

    monkeypatch.setattr("psy.report.kernels.cpu_count", lambda: cores)
    monkeypatch.setattr("psy.report.kernels._execute", execute)
    for number in range(2, 6):
        write(house / "notebooks", f"0{number}_number_{number}")
    assert report(house) == 0
    assert (len(most), max(most)) == (5, cores)


SLOW = """
import os, time
from pathlib import Path
Path({!r}, str(os.getpid())).touch()
time.sleep(60)"""
# A process that is started in the background may have been told to pass over Ctrl-C.
BUILD = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
from pathlib import Path
from psy.report import kernels, notebook
from psy.report.command import main

notebook.notebook_folders = lambda: [Path(sys.argv[1]) / "notebooks"]
kernels.cpu_count = lambda: 2
sys.exit(main(["report", "--out", sys.argv[1] + "/pages"]))
"""


def ended(process):
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return True
    return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] == "Z"


def wait_for(holds):
    end = time.monotonic() + 60
    while not holds() and time.monotonic() < end:
        time.sleep(0.05)
    return holds()


@pytest.mark.parametrize(("sign", "status"), [(signal.SIGINT, 130), (signal.SIGKILL, -signal.SIGKILL)])
def test_a_build_that_is_stopped_leaves_no_kernel_and_no_page(tmp_path, sign, status):
    for folder in ("notebooks", "kernels"):
        (tmp_path / folder).mkdir()
    for name in ("01_one", "02_two", "03_three"):
        write(tmp_path / "notebooks", name, SLOW.format(str(tmp_path / "kernels")))
    command = [sys.executable, "-c", BUILD, str(tmp_path)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as running:
        begun = tmp_path / "kernels"
        assert wait_for(lambda: len(list(begun.iterdir())) == 2 or running.poll() is not None)
        running.send_signal(sign)
        said = running.communicate()[1]
    assert running.returncode == status, said
    assert said.endswith("psy: stopped\n") == (sign == signal.SIGINT)
    assert "Traceback" not in said
    kernels = [int(mark.name) for mark in (tmp_path / "kernels").iterdir()]
    assert len(kernels) == 2
    assert wait_for(lambda: all(map(ended, kernels)))
    assert list((tmp_path / "pages").iterdir()) == []
