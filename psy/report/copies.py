"""Copies of psy's notebooks and rules that a reader can edit: they come before psy's own in their folder."""

import shutil
from pathlib import Path

import psy
from psy.report.files import assert_writable
from psy.report.notebook import WrongCallError, psy_notebooks
from psy.rulebook import PUBLISHED, data_folder, own_folder

# What is no notebook, rule or study.
_LEFT_OUT = shutil.ignore_patterns(".*", PUBLISHED, "*.csv")


def copy_all(folder: Path) -> list[Path]:
    """Copy the notebooks and the rules into a folder and return where they are.

    Raises
    ------
    WrongCallError
        If the folder has either of them, or cannot be written to; nothing is copied then.
    """
    return _copied({folder / "notebooks": psy_notebooks(), folder / "data": data_folder()})


def notebooks_to_edit() -> Path:
    """Return the reader's own notebooks, or those of a checkout; from an installed psy they are copied.

    Raises
    ------
    WrongCallError
        If they cannot be copied into the folder.
    """
    own, published = own_folder() / "notebooks", psy_notebooks()
    if own.is_dir():
        return own
    if not published.is_relative_to(Path(psy.__file__).parent):
        return published
    print(f"{own}: copied from psy, to be edited")
    return _copied({own: published})[0]


def _copied(sources: dict[Path, Path]) -> list[Path]:
    for copy in sources:
        if copy.exists():
            raise WrongCallError(f"{copy} is there already; name another folder or move it away")
    for copy, source in sources.items():
        assert_writable(copy.parent)
        shutil.copytree(source, copy, ignore=_LEFT_OUT)
    return list(sources)
