"""The page that lists the pages: each question with its answer and a picture, and a search over all."""

import base64
import html
import io
import json
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from types import MappingProxyType
from typing import Any

from jinja2 import Environment, FileSystemLoader
from markupsafe import Markup
from PIL import Image

from psy.report.files import PARTS, outdated
from psy.report.notebook import Notebook, ReportError, by_game
from psy.report.reading import Said, read_page
from psy.report.sheets.make import SHEETS, file_of

PICTURE = re.compile(r'<img\b[^>]*?src="data:image/png;base64,[^>]*>')
ATTRIBUTE = re.compile(r'\b(src|alt)="([^"]*)"')
# What `make site` puts beside the pages.
FURTHER = {
    "recipes.html": "How do I ask ...: ten short recipes in Python",
    "reference/index.html": "The reference of all public names",
}
NONE: Mapping[Path, object] = MappingProxyType({})
# Twice as many pixels as it takes on the page, for screens that show fine print.
SIZE = (360, 360)
NOTHING = Said("", "", ())


def index(notebooks: Sequence[Notebook], folder: Path, failed: Mapping[Path, object] = NONE) -> str:
    """Return the page that lists the notebooks whose page is in the folder, or should be and failed.

    A page that is out of date is said to be, with the reason. Pages of studies stand at the end. The words of
    all pages are within, so that a search needs nothing but this page.
    """
    entries = []
    for notebook in notebooks:
        path = folder / f"{notebook.path.stem}.html"
        if not path.is_file() and path not in failed:
            continue
        with suppress(ReportError):  # A notebook that cannot be read was named when its turn came.
            entries.append({**notebook.about(), **_page(path, failed.get(path))})
    studies = [_page(path, None) for path in sorted(folder.glob("study_*.html"))]
    parts = Environment(loader=FileSystemLoader(PARTS), autoescape=True, trim_blocks=True)
    texts = {name: Markup((PARTS / name).read_text(encoding="utf-8")) for name in ("page.css", "search.js")}
    return parts.get_template("index.html.j2").render(
        games=by_game(entries),
        studies=studies,
        further={file: title for file, title in FURTHER.items() if (folder / file).is_file()},
        sheets={game: _sheet(folder / file_of(name)) for name, game in SHEETS.items()},
        words=_words([*entries, *studies]),
        style=texts["page.css"],
        script=texts["search.js"],
    )


def _page(path: Path, problem: object) -> dict[str, Any]:
    """Return what the list shows of a page: nothing but the problem if it is not there."""
    if not path.is_file():
        return {"file": "", "picture": None, "outdated": f"There is no page: {problem}", "said": NOTHING}
    page = path.read_bytes().decode(errors="replace")
    why = outdated(page)
    outdated_words = f"This page is out of date. {why}" if why else ""
    return {
        "file": path.name,
        "picture": first_picture(page),
        "outdated": outdated_words,
        "said": read_page(page),
    }


def _sheet(path: Path) -> dict[str, str] | None:
    """Return the file of a sheet and why it is out of date, if it is; None where there is none."""
    if not path.is_file():
        return None
    return {"file": path.name, "outdated": outdated(path.read_text(encoding="utf-8", errors="replace")) or ""}


def _words(entries: Sequence[Mapping[str, Any]]) -> Markup:
    """Return the words of all pages for the search, by page and heading, as JSON that may stand in a page."""
    rows = [[entry["file"], entry["said"].title, entry["said"].sections] for entry in entries]
    text = json.dumps(rows, ensure_ascii=False, separators=(",", ":"))
    return Markup(text.replace("<", r"\u003c"))


def first_picture(page: str) -> dict[str, str] | None:
    """Return a small version of a page's first picture with its text alternative, if there is one."""
    found = PICTURE.search(page)
    if found is None:
        return None
    attributes = dict(ATTRIBUTE.findall(found[0]))
    try:
        image = Image.open(io.BytesIO(base64.b64decode(attributes["src"].partition(",")[2]))).convert("RGB")
    except (OSError, ValueError):  # A page that psy did not write.
        return None
    image.thumbnail(SIZE)
    packed = io.BytesIO()
    image.quantize(64).save(packed, "PNG", optimize=True)
    small = base64.b64encode(packed.getvalue()).decode()
    width, height = image.size
    words = html.unescape(attributes.get("alt", ""))
    return {"png": small, "alt": words, "width": str(width), "height": str(height)}
