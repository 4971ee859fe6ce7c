"""Voila as a classroom: a kernel for each visitor, and as many at a time as there is room for."""

import socket
from pathlib import Path
from typing import Any

from joblib import cpu_count
from jupyter_server.services.kernels.kernelmanager import AsyncMappingKernelManager
from nbformat import NotebookNode
from tornado.httputil import HTTPServerRequest
from tornado.routing import Matcher
from tornado.web import HTTPError, RequestHandler
from traitlets import Int
from voila.app import Voila
from voila.tornado.handler import TornadoVoilaHandler

from psy.report.files import PARTS
from psy.report.notebook import all_notebooks, by_game, without_start

TEMPLATES = Path(__file__).parent
# Seconds after which somebody for whom there was no room is let in, if there is room then.
AGAIN = 5
# Pages that are opened at a time: opened all together, the first of a class would be there with the last.
OPENING = 2 * cpu_count()


class _FullError(Exception):
    """There is no room for another kernel."""


class Kernels(AsyncMappingKernelManager):
    """The kernels of all visitors."""

    most = Int(config=True)
    opening = 0
    _starting = 0

    def assert_room(self) -> None:
        """Raise an error if there is no room for another kernel, or many are about to fill it."""
        if len(self) + self._starting >= self.most or self.opening > OPENING:
            raise _FullError

    async def start_kernel(self, **options: Any) -> str:  # type: ignore[override]
        """Start a kernel if there is room for one."""
        self.assert_room()
        self._starting += 1
        try:
            # That it listens on this machine only in plain text is not for the teacher.
            kernel: str = await super().start_kernel(extra_arguments=["--log-level=ERROR"], **options)
        finally:
            self._starting -= 1
        return kernel


class _Visit(TornadoVoilaHandler):  # type: ignore[misc]
    """A notebook is opened."""

    async def get(self, path: str) -> None:
        """Show the notebook, or ask to wait."""
        self.kernel_manager.opening += 1
        try:
            self.kernel_manager.assert_room()
            await super().get(path)
        except _FullError:
            self.set_status(503)
            self.set_header("Retry-After", str(AGAIN))
            self.write(self.get_template("full.html").render(seconds=AGAIN, base_url=self.base_url))
        finally:
            self.kernel_manager.opening -= 1


class _StrangeHost(Matcher):
    """Matches what was asked of a name that is not this machine's.

    Somebody else's page could have its own name lead here, and then read what it asks for. An address in
    numbers leads nowhere else.
    """

    def __init__(self) -> None:
        name = socket.gethostname().lower()
        self.names = {"localhost", name, f"{name}.local", socket.getfqdn().lower()}

    def match(self, request: HTTPServerRequest) -> dict[str, Any] | None:
        """Return an empty dict for a strange name, and otherwise None, as tornado asks."""
        host = request.host_name.strip("[]")
        return None if host in self.names or not host.strip("0123456789.") or ":" in host else {}


class _Refused(RequestHandler):
    """What was asked of a strange name."""

    def prepare(self) -> None:
        """Refuse it."""
        raise HTTPError(403, f"{self.request.host_name} is no name of this machine")


class Classroom(Voila):  # type: ignore[misc]
    """Voila with psy's looks, a limit of kernels and a check of whom a request was meant for."""

    def setup_template_dirs(self) -> None:
        """Look for templates here first, and for the looks of pages where these are."""
        super().setup_template_dirs()
        self.template_paths[:0] = [str(TEMPLATES), str(PARTS)]

    def init_settings(self) -> dict[str, Any]:
        """Let the list know the notebooks."""
        settings: dict[str, Any] = super().init_settings()
        games = by_game({"file": notebook.path.name, **notebook.about()} for notebook in all_notebooks())
        settings["voila_jinja2_env"].globals["games"] = games
        return settings

    def init_handlers(self) -> list[Any]:
        """Refuse strange names first, and put the limit of kernels in the place of Voila's own answer."""
        handlers: list[Any] = [(_StrangeHost(), _Refused)]
        for pattern, handler, *options in super().init_handlers():
            handlers.append((pattern, _Visit if handler is TornadoVoilaHandler else handler, *options))
        return handlers


def opened(visit: _Visit, notebook: NotebookNode, cwd: str) -> None:
    """Let a page carry the notebook's title and not its file name, nor how to start JupyterLab.

    A page that is left asks for its kernel to be ended, for which it needs the token of a cookie. The cookie
    is set when the token is first looked at, which Voila itself never does.
    """
    _ = visit.xsrf_token
    without_start(notebook)
    notebook.metadata["title"] = f"{notebook.metadata['psy']['title']} - psy"
