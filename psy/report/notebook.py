"""The notebooks: where they are, what each asks, which opening values can be set, and how one is run."""

import difflib
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, CellTimeoutError
from nbformat import NotebookNode
from tqdm import tqdm

from psy.view.choices import Menu, Slider
from psy.view.explore import REPORTING, WIDGET_VIEW

# The cell that makes the choices whose opening values can be set.
SETTINGS = "settings"
ABOUT = ("title", "question", "game")
# Seconds for one cell. A stuck kernel must not hold up a build for ever.
PATIENCE = 120


class ReportError(Exception):
    """What the person at the command line has to know, in one line."""


class WrongCallError(ReportError):
    """The call itself is wrong, so nothing was run."""


@dataclass(frozen=True)
class Notebook:
    """One notebook: a question, in words and pictures."""

    path: Path

    @property
    def name(self) -> str:
        """The file's name without its number: what ``psy report`` calls it."""
        return self.path.stem.partition("_")[2]

    def read(self) -> NotebookNode:
        """Return its cells, or say why it cannot be read."""
        try:
            cells: NotebookNode = nbformat.read(self.path, as_version=4)
        except (OSError, ValueError, nbformat.ValidationError) as problem:
            raise ReportError(f"{self.path.name} is no notebook: {one_line(problem)}") from None
        return cells

    def about(self) -> Mapping[str, str]:
        """Return its title, its question and its game."""
        about: Mapping[str, str] = self.read().metadata.get("psy", {})
        if missing := [key for key in ABOUT if not about.get(key)]:
            raise ReportError(f"{self.path.name}: the notebook's metadata lack psy.{missing[0]}")
        return about

    def settings(self) -> dict[str, Slider | Menu]:
        """Return the choices that its settings cell makes, by name."""
        made: dict[str, Any] = {}
        for cell in self.read().cells:
            if SETTINGS in cell.metadata.get("tags", ()):
                try:
                    exec(compile(cell.source, self.path.name, "exec"), made)
                except Exception as problem:
                    error = f"{type(problem).__name__}: {one_line(problem)}"
                    raise ReportError(f"{self.path.name}, settings cell: {error}") from None
        return {name: value for name, value in made.items() if isinstance(value, Slider | Menu)}


def one_line(problem: object) -> str:
    """Return the words of an error on one line."""
    return " ".join(str(problem).split())


def notebooks_folder() -> Path:
    """Return the folder of the notebooks, beside the package in a checkout."""
    return Path(__file__).parents[2] / "notebooks"


def all_notebooks() -> list[Notebook]:
    """Return every notebook in the order of its number."""
    return [Notebook(path) for path in sorted(notebooks_folder().glob("[0-9][0-9]_*.ipynb"))]


def find(name: str) -> Notebook:
    """Return the notebook of that name, or say which names are near.

    Raises
    ------
    WrongCallError
        If there is no such notebook.
    """
    known = {notebook.name: notebook for notebook in all_notebooks()}
    if name not in known:
        raise WrongCallError(f"no notebook {name!r}{_nearest(name, known)}")
    return known[name]


def set_values(notebook: Notebook, values: Mapping[str, str]) -> dict[str, Slider | Menu]:
    """Return the notebook's choices at the opening values that were typed.

    Raises
    ------
    WrongCallError
        For an unknown name, or a value that the choice does not allow.
    """
    settings = notebook.settings()
    changed = {}
    for name, text in values.items():
        if name not in settings:
            raise WrongCallError(f"{notebook.name} has no setting {name!r}{_nearest(name, settings)}")
        try:
            changed[name] = settings[name].read(text)
        except ValueError as problem:
            raise WrongCallError(f"--set {name}={text}: {problem}") from None
    return changed


def _nearest(name: str, known: Mapping[str, object]) -> str:
    near = difflib.get_close_matches(name, known, n=1)
    return f"; did you mean {near[0]!r}?" if near else f"; there are {', '.join(known) or 'none'}"


def run(
    notebook: Notebook, changed: Mapping[str, Slider | Menu], reporting: bool, progress: bool
) -> NotebookNode:
    """Run a notebook in a fresh kernel and return it with its outputs.

    Parameters
    ----------
    notebook
        The notebook; its file is not written.
    changed
        Choices that replace those of its settings cell.
    reporting
        Whether `psy.view.explore` prepares pictures for a page instead of live controls.
    progress
        Whether a bar shows the cells as they are run.

    Raises
    ------
    ReportError
        If a cell fails, takes too long or ends the kernel: the cell's number, its first line and the error.
    """
    cells = _with_settings(notebook.read(), changed)
    place = 0
    with (
        _environment(reporting),
        tqdm(total=len(cells.cells), desc=notebook.name, disable=not progress) as bar,
    ):

        def started(cell: NotebookNode, cell_index: int) -> None:
            nonlocal place
            place = cell_index
            bar.update(cell_index - bar.n)

        client = NotebookClient(
            cells,
            # The kernel's note that it listens on this machine only in plain text is not for our reader.
            extra_arguments=["--log-level=ERROR"],
            timeout=PATIENCE,
            coalesce_streams=True,  # printed lines arrive in pieces that differ from run to run
            resources={"metadata": {"path": str(notebook.path.parent)}},
            on_cell_start=started,
        )
        try:
            client.execute()
        except CellExecutionError as problem:
            error = f"{problem.ename}: {one_line(problem.evalue)}"
        except CellTimeoutError:
            error = f"takes longer than {PATIENCE} seconds"
        except RuntimeError as problem:  # The kernel died, or did not even start.
            error = one_line(problem)
        else:
            bar.update(len(cells.cells) - bar.n)
            return cells
    source = cells.cells[place].source.partition("\n")[0]
    raise ReportError(f"{notebook.path.name}, cell {place + 1} ({source}): {error}")


def _with_settings(cells: NotebookNode, changed: Mapping[str, Slider | Menu]) -> NotebookNode:
    """Return the cells with lines in the settings cell that move its choices to other opening values."""
    lines = [f"\n{name} = {name}.at({choice.value!r})" for name, choice in changed.items()]
    for cell in cells.cells:
        if SETTINGS in cell.metadata.get("tags", ()):
            cell.source += "".join(lines)
    return cells


def clean(cells: NotebookNode) -> str:
    """Return a notebook that was run as it is stored: the same text as long as nothing in it changed.

    Widgets live only with a kernel, so their state and views go; the still picture beside them stays.
    """
    cells.metadata = {key: cells.metadata[key] for key in ("kernelspec", "psy") if key in cells.metadata}
    for cell in cells.cells:
        cell.metadata = {key: value for key, value in cell.metadata.items() if key == "tags"}
        for output in cell.get("outputs", []):
            output.get("data", {}).pop(WIDGET_VIEW, None)
    text: str = nbformat.writes(cells)
    return text + "\n"


@contextmanager
def _environment(reporting: bool) -> Iterator[None]:
    """Let the kernel that is started within know whether a page is being made."""
    before = os.environ.pop(REPORTING, None)
    if reporting:
        os.environ[REPORTING] = "1"
    try:
        yield
    finally:
        os.environ.pop(REPORTING, None)
        if before is not None:
            os.environ[REPORTING] = before
