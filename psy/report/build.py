"""Pages are made anew only when what they are made from has changed, and notebooks are stored."""

import hashlib
import json
import platform
import shlex
from collections.abc import Mapping, Sequence
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

from nbformat import NotebookNode

import psy
from psy.report.files import sealed, source_of, write_whole
from psy.report.kernels import Job, run_all
from psy.report.notebook import (
    ALONE,
    Neighbours,
    Notebook,
    ReportError,
    all_notebooks,
    clean,
    neighbours,
)
from psy.rulebook import data_files

if TYPE_CHECKING:
    from psy.view.controls import Opened

MADE, UNCHANGED = "made", "unchanged"
# What counts, draws and lays out a page, beside psy itself and Python.
LIBRARIES = (
    *("icepool", "numpy", "pandas", "joblib"),
    *("contourpy", "matplotlib", "pillow", "ipython"),
    *("jinja2", "math-core", "mistune", "nbconvert", "pygments", "vl-convert-python"),
)


def make_pages(
    notebooks: Sequence[Notebook],
    changed: "Mapping[str, Opened]",
    options: Sequence[str],
    folder: Path,
    fresh: bool,
) -> dict[Path, str | ReportError]:
    """Make the pages of notebooks and return what became of each: made, unchanged, or what went wrong.

    Parameters
    ----------
    notebooks
        The notebooks; those whose page would not change are not run.
    changed
        Choices that replace those of the settings cells.
    options
        How the command line said so, for the line that makes the page again.
    folder
        Where the pages are; the old page stays if its notebook fails.
    fresh
        Whether to run all of them.
    """
    around, beside = surroundings(), neighbours(all_notebooks())
    outcomes: dict[Path, str | ReportError] = {}
    jobs: dict[Path, Job] = {}
    for notebook in notebooks:
        path = folder / f"{notebook.path.stem}.html"
        remake = shlex.join(["psy", "report", notebook.name, *options])
        try:
            notebook.about()
            cells = notebook.opened(changed)
        except ReportError as problem:
            outcomes[path] = problem
            continue
        mine = beside.get(notebook.name, ALONE)
        source = _fingerprint(cells, remake, [*around, repr(mine)])
        outcomes[path] = UNCHANGED
        if fresh or source_of(path) != source:
            jobs[path] = Job(notebook, cells, partial(_write_page, notebook, path, source, remake, mine))
    return outcomes | _run(jobs)


def _run(jobs: Mapping[Path, Job]) -> dict[Path, str | ReportError]:
    problems = run_all(list(jobs.values()), reporting=True, prepare=_load_exporter)
    return {path: problem or MADE for path, problem in zip(jobs, problems, strict=True)}


def _load_exporter() -> None:
    from psy.report.html import exporter

    exporter()


def _write_page(
    notebook: Notebook, path: Path, source: str, remake: str, beside: Neighbours, cells: NotebookNode
) -> None:
    from psy.report.html import page

    try:
        made = page(cells, remake, beside)
    except ReportError as problem:
        raise ReportError(f"{notebook.path.name}, {problem}") from None
    write_whole(path, sealed(made, source))


def surroundings() -> list[str]:
    """Return what every page depends on: psy's files and data, Python, and the libraries' versions."""
    package = Path(psy.__file__).parent
    code = {
        str(file.relative_to(package)): file
        for file in sorted(package.rglob("*"))
        if file.is_file() and "__pycache__" not in file.parts
    }
    files = [
        f"{name} {hashlib.sha256(file.read_bytes()).hexdigest()}"
        for named in (code, data_files())
        for name, file in named.items()
    ]
    return [*files, platform.python_version(), *(f"{name} {version(name)}" for name in LIBRARIES)]


def _fingerprint(cells: NotebookNode, remake: str, around: Sequence[str]) -> str:
    """Return a digest of what a page is made from; stored outputs are not among it."""
    run = [
        (cell.cell_type, cell.source, cell.get("id"), cell.metadata.get("tags"), cell.get("attachments"))
        for cell in cells.cells
    ]
    about = [cells.metadata.get(key) for key in ("psy", "kernelspec")]
    text = json.dumps([run, about, remake, around], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


def store_all(notebooks: Sequence[Notebook]) -> list[ReportError]:
    """Run notebooks and write them back with their outputs and nothing that varies; return what went wrong.

    The file of one that fails stays as it was.
    """
    problems, jobs = [], []
    for notebook in notebooks:
        try:
            jobs.append(Job(notebook, notebook.read(), partial(_store, notebook)))
        except ReportError as problem:
            problems.append(problem)
    return [*problems, *filter(None, run_all(jobs, reporting=False))]


def _store(notebook: Notebook, cells: NotebookNode) -> None:
    write_whole(notebook.path, clean(cells))
