"""JupyterLab on the notebooks, in which looking at a notebook and running it leave its file as it was."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import nbformat
from ipykernel.ipkernel import IPythonKernel
from jupyter_server.services.contents.largefilemanager import AsyncLargeFileManager
from nbformat import NotebookNode

from psy.report.notebook import ABOUT, clean
from psy.rulebook import FOLDER, own_folder

# What JupyterLab is called with.
OPTIONS = (f"--ServerApp.contents_manager_class={__name__}.Notebooks",)


def lab(folder: Path) -> int:
    """Open JupyterLab on a folder of notebooks and return its exit status, when it ends."""
    return subprocess.call([sys.executable, "-m", "jupyterlab", *OPTIONS, str(folder)], env=environment())


def environment() -> dict[str, str]:
    """Return the environment in which a kernel says what to run before a cell that builds on others.

    The rules of the folder from which JupyterLab is started come first in its kernels.
    """
    paths = [str(Path(__file__).parent), *filter(None, [os.environ.get("JUPYTER_PATH")])]
    return {**os.environ, "JUPYTER_PATH": os.pathsep.join(paths), FOLDER: str(own_folder())}


class Notebooks(AsyncLargeFileManager):
    """Files as JupyterLab reads and writes them, psy's notebooks without what varies between runs.

    A notebook is written as `psy store` writes it, so that a run that comes to the same changes nothing in
    the file; and it is read with the description of Python that JupyterLab would add itself, and then ask
    whether to save a notebook that nobody has changed. Notebooks of other kinds are left alone.
    """

    async def get(self, path: str, *args: Any, **options: Any) -> dict[str, Any]:
        """Return a file; a notebook of psy with the description of this Python."""
        model: dict[str, Any] = await super().get(path, *args, **options)
        if _ours(model):
            model["content"].metadata["language_info"] = nbformat.from_dict(IPythonKernel.language_info)
        return model

    async def save(self, model: dict[str, Any], path: str = "") -> dict[str, Any]:
        """Write a file; a notebook of psy as it is stored."""
        if _ours(model):
            model = {**model, "content": _stored(nbformat.from_dict(model["content"]))}
        saved: dict[str, Any] = await super().save(model, path)
        return saved


def _stored(cells: NotebookNode) -> NotebookNode:
    """Clean a notebook, except for the marks of trust, by which Jupyter signs it but never writes."""
    marks = [cell.metadata.get("trusted") for cell in cells.cells]
    clean(cells)
    for cell, mark in zip(cells.cells, marks, strict=True):
        if mark is not None:
            cell.metadata["trusted"] = mark
    return cells


def _ours(model: dict[str, Any]) -> bool:
    content = model.get("content")
    if model.get("type") != "notebook" or not content:
        return False
    return set(ABOUT) <= set(content["metadata"].get("psy", ()))
