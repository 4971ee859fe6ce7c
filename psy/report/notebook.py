"""The notebooks: where they are, what each asks, which opening values can be set, and how one is stored."""

import difflib
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import nbformat
from nbformat import NotebookNode

import psy
from psy.rulebook import own_folder

if TYPE_CHECKING:  # psy.view loads matplotlib, and most runs do without it.
    from psy.view.controls import Opened

# The cell that makes the choices whose opening values can be set.
SETTINGS = "settings"
ABOUT = ("title", "question", "game")
# The last line of the first cell of a stored notebook; a page and a classroom go without it.
START = "*To move the controls: `psy lab` or `make lab`, and Run, Run All Cells in the menu.*"


class ReportError(Exception):
    """What the person at the command line has to know: a line, or one for each argument."""


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
        except (OSError, ValueError, AttributeError, nbformat.ValidationError) as problem:
            raise ReportError(f"{self.path.name} is no notebook: {one_line(problem)}") from None
        return cells

    def about(self) -> Mapping[str, str]:
        """Return its title, its question and its game."""
        about: Mapping[str, str] = self.read().metadata.get("psy", {})
        if missing := [key for key in ABOUT if not about.get(key)]:
            raise ReportError(f"{self.path.name}: the notebook's metadata lack psy.{missing[0]}")
        return about

    def settings(self) -> "dict[str, Opened]":
        """Return the choices that its settings cell makes, by name."""
        from psy.view.controls import Opened

        made: dict[str, Any] = {}
        for cell in self.read().cells:
            if SETTINGS in cell.metadata.get("tags", ()):
                try:
                    exec(compile(cell.source, self.path.name, "exec"), made)
                except Exception as problem:
                    error = f"{type(problem).__name__}: {one_line(problem)}"
                    raise ReportError(f"{self.path.name}, settings cell: {error}") from None
        return {name: value for name, value in made.items() if isinstance(value, Opened)}

    def opened(self, changed: "Mapping[str, Opened]") -> NotebookNode:
        """Return its cells with lines in the settings cell that move choices to other opening values."""
        cells = without_start(self.read())
        lines = [f"\n{name} = {name}.at({choice.value!r})" for name, choice in changed.items()]
        for cell in cells.cells:
            if SETTINGS in cell.metadata.get("tags", ()):
                cell.source += "".join(lines)
        return cells


def one_line(problem: object) -> str:
    """Return the words of an error on one line, or its kind if it has none."""
    return " ".join(str(problem).split()) or type(problem).__name__


def without_start(cells: NotebookNode) -> NotebookNode:
    """Take away what the first cell says about starting a notebook in JupyterLab."""
    if cells.cells:
        cells.cells[0].source = cells.cells[0].source.removesuffix(START).rstrip("\n")
    return cells


def psy_notebooks() -> Path:
    """Return the folder of psy's notebooks: beside the package in a checkout, inside it when installed."""
    package = Path(psy.__file__).parent
    inside = package / "notebooks"
    return inside if inside.is_dir() else package.parent / "notebooks"


def notebook_folders() -> list[Path]:
    """Return where notebooks are looked for: the reader's own come before psy's."""
    return [own_folder() / "notebooks", psy_notebooks()]


def all_notebooks() -> list[Notebook]:
    """Return every notebook in the order of its number; of one name, the one that comes first.

    Raises
    ------
    ReportError
        If there is none.
    """
    found: dict[str, Notebook] = {}
    for folder in notebook_folders():
        for path in sorted(folder.glob("[0-9][0-9]_*.ipynb")):
            found.setdefault(Notebook(path).name, Notebook(path))
    if not found:
        raise ReportError(f"there are no notebooks in {' or in '.join(map(str, notebook_folders()))}")
    return sorted(found.values(), key=lambda notebook: notebook.path.name)


class Neighbour(NamedTuple):
    """Another page: its file, and its title."""

    file: str
    title: str


class Neighbours(NamedTuple):
    """The pages before and after one in the list, where there are such."""

    before: Neighbour | None
    after: Neighbour | None


ALONE = Neighbours(None, None)


def neighbours(notebooks: Iterable[Notebook]) -> dict[str, Neighbours]:
    """Return the neighbours of each notebook's page, by its name; one that cannot be read has no page."""
    pages = {}
    for notebook in notebooks:
        with suppress(ReportError):
            pages[notebook.name] = Neighbour(f"{notebook.path.stem}.html", notebook.about()["title"])
    row = [None, *pages.values(), None]
    return {name: Neighbours(row[place], row[place + 2]) for place, name in enumerate(pages)}


def by_game(entries: Iterable[Mapping[str, Any]]) -> dict[str, list[Mapping[str, Any]]]:
    """Return what is said about notebooks under the ``game`` of each, in their order.

    Examples
    --------
    >>> by_game([{"game": "chess", "title": "Mate"}])
    {'chess': [{'game': 'chess', 'title': 'Mate'}]}
    """
    games: dict[str, list[Mapping[str, Any]]] = {}
    for entry in entries:
        games.setdefault(entry["game"], []).append(entry)
    return games


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


def set_values(notebook: Notebook, values: Mapping[str, str]) -> "dict[str, Opened]":
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


def clean(cells: NotebookNode) -> str:
    """Return a notebook that was run as it is stored: the same text as long as nothing in it changed.

    Widgets live only with a kernel, so their state and views go; the still picture below them stays. The
    first cell, if it is words, says at its end how to start.
    """
    from psy.view.explore import WIDGET_VIEW

    cells.metadata = {key: cells.metadata[key] for key in ("kernelspec", "psy") if key in cells.metadata}
    for cell in cells.cells:
        cell.metadata = {key: value for key, value in cell.metadata.items() if key == "tags"}
        if "outputs" in cell:
            cell.outputs = [output for output in cell.outputs if WIDGET_VIEW not in output.get("data", {})]
    if cells.cells and cells.cells[0].cell_type == "markdown":
        without_start(cells).cells[0].source += f"\n\n{START}"
    text: str = nbformat.writes(cells)
    return text + "\n"
