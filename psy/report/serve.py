"""The notebooks as web pages for a classroom, under Voila: pictures, live controls and no code."""

from pathlib import Path
from typing import Any

from markupsafe import Markup
from nbformat import NotebookNode
from traitlets.config import Config

from psy.report.files import PARTS
from psy.report.notebook import WrongCallError, all_notebooks, by_game, notebooks_folder, without_start

CLASSROOM = Path(__file__).parent / "classroom"
# Seconds after which the kernel of a page that nobody looks at any more is ended.
FORGOTTEN = 600


def serve(address: str, port: int, browser: bool) -> None:
    """Serve the notebooks, each in a kernel of its own for every visitor, until interrupted.

    Parameters
    ----------
    address
        Where to listen: ``localhost`` for this machine only, ``0.0.0.0`` for the network it is in.
    port
        The port; the next free one if it is taken.
    browser
        Whether to open the list in a browser.

    Raises
    ------
    WrongCallError
        If Voila is not installed.
    """
    try:
        from voila.app import Voila
    except ImportError:
        raise WrongCallError(
            "psy serve needs Voila; install it with psy's extra: pip install '.[serve]'"
        ) from None

    class Classroom(Voila):  # type: ignore[misc]
        def setup_template_dirs(self) -> None:
            super().setup_template_dirs()
            self.template_paths.insert(0, str(CLASSROOM))

        def init_settings(self) -> dict[str, Any]:
            settings: dict[str, Any] = super().init_settings()
            settings["voila_jinja2_env"].globals["psy"] = _list()
            return settings

    settings = {
        "Voila": {
            "root_dir": str(notebooks_folder()),
            "ip": address,
            "port": port,
            "open_browser": browser,
        },
        "VoilaConfiguration": {
            "classic_tree": True,
            "allow_template_override": "NO",
            "prelaunch_hook": _with_title,
        },
        "MappingKernelManager": {"cull_idle_timeout": FORGOTTEN, "cull_interval": 60},
    }
    Classroom.launch_instance([], config=Config(settings))


def _list() -> dict[str, Any]:
    """Return what the list of notebooks shows, and its looks."""
    games = by_game({"file": notebook.path.name, **notebook.about()} for notebook in all_notebooks())
    return {"games": games, "style": Markup((PARTS / "page.css").read_text(encoding="utf-8"))}


def _with_title(_: Any, notebook: NotebookNode, cwd: str) -> None:
    """Let the page carry the notebook's title and not its file name, nor how to start JupyterLab."""
    without_start(notebook)
    notebook.metadata["title"] = f"{notebook.metadata['psy']['title']} - psy"
