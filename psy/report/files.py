"""The files that are written: always whole, and a page says what it was made from."""

import hashlib
import html
import os
import re
import tempfile
from pathlib import Path

from psy.report.notebook import ReportError, WrongCallError, one_line

# The templates, the style and the scripts of pages.
PARTS = Path(__file__).parent / "page"
FIRST = '<meta charset="utf-8">\n'
SEAL = re.compile(r'<meta name="generator" content="psy" data-source="(\w+)" data-page="(\w+)">\n')
OUTDATED = re.compile(r'<p class="changed outdated"><strong>[^<]*</strong> (.*?)</p>\n', re.DOTALL)
# Named so by write_whole: hidden, and with the number of the process that writes.
UNFINISHED = re.compile(r"\..+\.(?:html|csv|ipynb)\.(\d+)\.\w+")


def assert_writable(folder: Path) -> None:
    """Make a folder if it is not there, and see that files can be written in it.

    Raises
    ------
    WrongCallError
        If not.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError as problem:
        raise WrongCallError(f"{folder} cannot be written to: {problem.strerror}") from None


def write_whole(path: Path, text: str) -> None:
    """Write a file so that at every moment either the old one or the new one is there, whole.

    What a killed process left unfinished in the folder goes.

    Raises
    ------
    ReportError
        If the file cannot be written there.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _remove_unfinished(path.parent)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.{os.getpid()}.")
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(text)
            os.chmod(name, 0o644)
            os.replace(name, path)
        except BaseException:
            os.unlink(name)
            raise
    except OSError as problem:
        raise ReportError(f"{path} cannot be written: {problem.strerror or one_line(problem)}") from None


def _remove_unfinished(folder: Path) -> None:
    for file in folder.iterdir():
        found = UNFINISHED.fullmatch(file.name)
        if found and not _runs(int(found[1])):
            file.unlink(missing_ok=True)


def _runs(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:  # somebody else's
        return True
    return True


def sealed(page: str, source: str) -> str:
    """Return a page with an element near its top that says what it was made from, and how it reads."""
    before, first, after = page.partition(FIRST)
    seal = f'<meta name="generator" content="psy" data-source="{source}" data-page="{_digest(page)}">\n'
    return before + first + seal + after


def source_of(path: Path) -> str | None:
    """Return what a page says it was made from; None for a page that psy did not write just so.

    Examples
    --------
    >>> source_of(Path("no such page.html"))
    """
    try:
        page = path.read_bytes().decode()
    except (OSError, UnicodeDecodeError):
        return None
    seal = SEAL.search(page)
    if seal is None or seal[2] != _digest(page.replace(seal[0], "", 1)):
        return None
    return seal[1]


def _digest(page: str) -> str:
    return hashlib.sha256(page.encode()).hexdigest()


def mark_outdated(path: Path, why: str) -> None:
    """Let a page say at its top that it is out of date, and why; nothing happens if there is no page.

    It is no longer the page that was sealed, so it is made anew at the next occasion.
    """
    try:
        page = OUTDATED.sub("", path.read_text(encoding="utf-8", errors="replace"))
    except OSError:
        return
    note = f'<p class="changed outdated"><strong>This page is out of date.</strong> {html.escape(why)}</p>\n'
    before, main, after = page.partition("<main>\n")
    write_whole(path, before + main + note + after if main else note + page)


def outdated(page: str) -> str | None:
    """Return why a page says that it is out of date, if it does.

    Examples
    --------
    >>> outdated("<p>a page</p>")
    """
    found = OUTDATED.search(page)
    return html.unescape(found[1]) if found else None
