"""Sheets become pages: each is made again only when something that it depends on has changed."""

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from jinja2 import Environment, FileSystemLoader
from markupsafe import Markup

import psy
from psy.report.build import MADE, UNCHANGED, surroundings
from psy.report.files import PARTS, sealed, source_of, write_whole
from psy.report.notebook import Notebook, ReportError, one_line
from psy.study.variants import in_words, rulebook

if TYPE_CHECKING:  # It counts and writes numbers, for which psy.view is loaded; most runs do without.
    from psy.report.sheets.parts import Sheet

# The sheets by the name of their module, with the game as its notebooks call it.
SHEETS: Mapping[str, str] = {
    "wh40k": "Warhammer 40,000, 7th edition",
    "spacehulk": "Space Hulk",
    "prospero": "The Horus Heresy: Burning of Prospero",
    "tft": "The Fantasy Trip",
}


def file_of(name: str) -> str:
    """Return the name of a sheet's file.

    Examples
    --------
    >>> file_of("tft")
    'sheet_tft.html'
    """
    return f"sheet_{name}.html"


def make_sheets(notebooks: Iterable[Notebook], folder: Path, fresh: bool) -> dict[Path, str | ReportError]:
    """Make the sheet of every game of the notebooks; return what became of each, as `make_pages` does."""
    source = hashlib.sha256(repr(surroundings()).encode()).hexdigest()
    outcomes: dict[Path, str | ReportError] = {}
    for name in _named(notebooks):
        path = folder / file_of(name)
        outcomes[path] = UNCHANGED
        if fresh or source_of(path) != source:
            outcomes[path] = _make(name, path, source)
    return outcomes


def listed_sheets(notebooks: Iterable[Notebook]) -> list[str]:
    """Return a line for the sheet of every game of the notebooks."""
    return [
        f"sheet_{name}: one printed page for the table, made with the pages of {SHEETS[name]}"
        for name in _named(notebooks)
    ]


def _named(notebooks: Iterable[Notebook]) -> list[str]:
    games = set()
    for notebook in notebooks:
        with suppress(ReportError):  # A notebook that cannot be read is named with its page.
            games.add(notebook.about()["game"])
    return [name for name, game in SHEETS.items() if game in games]


def _make(name: str, path: Path, source: str) -> str | ReportError:
    try:
        write_whole(path, sealed(page(import_module(f"psy.report.sheets.{name}").sheet()), source))
    except ReportError as problem:
        return problem
    except (TypeError, ValueError) as problem:  # Rules that somebody changed can refuse a table.
        return ReportError(f"the sheet of {SHEETS[name]}: {one_line(problem)}")
    return MADE


def page(sheet: "Sheet") -> str:
    """Return a sheet as a page of its own: black on white, on one side of A4."""
    parts = Environment(loader=FileSystemLoader(PARTS), autoescape=True, trim_blocks=True)
    return parts.get_template("sheet.html.j2").render(
        sheet=sheet,
        basis=list(_basis(sheet.used)),
        links=Markup((PARTS / "links.js").read_text(encoding="utf-8")),
        version=psy.__version__,
    )


def _basis(used: Mapping[str, Iterable[str]]) -> Iterator[str]:
    """Say what of the rules is assumed, and what is not as it was published."""
    pairs = [(rulebook(name), key) for name, keys in used.items() for key in keys]
    if assumed := [in_words(key) for book, key in pairs if book.entries[key].status == "assumed"]:
        yield f"Assumed, because no source states it: {', '.join(assumed)}."
    switches = [(key, entry.value) for book, key in pairs if (entry := book.entries[key]).status == "switch"]
    if switches:
        said = ", ".join(f"{in_words(key)}: {_plain(value)}" for key, value in switches)
        yield f"Switches, where the sources differ or are silent: {said}."
    if changed := [in_words(key) for book, key in pairs if key in book.changed()]:
        yield f"Changed from what was published: {', '.join(changed)}."


def _plain(value: object) -> str:
    return {"True": "yes", "False": "no"}.get(str(value), str(value))
