"""The notebooks as web pages for a classroom: what was asked for is checked, and the addresses are told."""

import errno
import os
import shutil
import socket
import tempfile

import psutil
from traitlets.config import Config

from psy.report.notebook import WrongCallError, all_notebooks
from psy.rulebook import FOLDER, own_folder

# Seconds after which the kernel of a page that has lost its connection is ended.
FORGOTTEN = 120
# Bytes that a live page takes, at most: its kernel with all that psy loads.
PAGE = 250_000_000
EVERYBODY = ("", "0.0.0.0", "::")


def serve(address: str, port: int, most: int | None, browser: bool) -> None:
    """Serve the notebooks, each in a kernel of its own for every visitor, until interrupted.

    Parameters
    ----------
    address
        Where to listen: ``localhost`` for this machine only, ``0.0.0.0`` for the network it is in.
    port
        The port, from 1 to 65535; the next free one if it is taken.
    most
        How many pages are live at a time, 1 or more; None for as many as fit into free memory. Who comes
        then is asked to wait, and let in as soon as somebody leaves a page.
    browser
        Whether to open the list in a browser.

    Raises
    ------
    WrongCallError
        If Voila is not installed, or any of these is not possible here.
    """
    if most is not None and most < 1:
        raise WrongCallError(f"--most={most}: at least 1 page has to be live")
    port = free_port(address, port)
    try:
        import voila  # noqa: F401
    except ImportError:
        raise WrongCallError("psy serve needs Voila: pip install 'psy[serve]', or '.[serve]' here") from None
    from psy.report.classroom import Classroom, Kernels, opened

    room = most or max(1, psutil.virtual_memory().available // PAGE)
    print(*board(address, port), f"Live pages at a time: {room}. Ctrl-C ends it.", sep="\n", flush=True)
    os.environ[FOLDER] = str(own_folder())
    with tempfile.TemporaryDirectory(prefix="psy-") as folder:
        for notebook in all_notebooks():
            shutil.copy(notebook.path, folder)
        settings = {
            "Voila": {
                "root_dir": folder,
                "ip": address,
                "port": port,
                "open_browser": browser,
                "log_level": "CRITICAL",
            },
            "VoilaConfiguration": {
                "classic_tree": True,
                "allow_template_override": "NO",
                "multi_kernel_manager_class": Kernels,
                "prelaunch_hook": opened,
            },
            "MappingKernelManager": {"cull_idle_timeout": FORGOTTEN, "cull_interval": 15},
            "Kernels": {"most": room},
        }
        Classroom.launch_instance([], config=Config(settings))


def free_port(address: str, port: int) -> int:
    """Return the first port from that one on at which this machine can listen at the address.

    Raises
    ------
    WrongCallError
        If there is no such port, the address is not this machine's, or it may not listen there.

    Examples
    --------
    >>> free_port("localhost", 65536)
    Traceback (most recent call last):
    psy.report.notebook.WrongCallError: --port=65536: a port is a whole number from 1 to 65535
    """
    if not 1 <= port <= 65535:
        raise WrongCallError(f"--port={port}: a port is a whole number from 1 to 65535")
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    for free in range(port, 65536):
        try:
            socket.create_server((address, free), family=family).close()
        except OSError as problem:
            if problem.errno == errno.EADDRINUSE:
                continue
            if problem.errno in (errno.EACCES, errno.EPERM):
                raise WrongCallError(f"--port={port}: you may not listen there; try 8866") from None
            raise WrongCallError(
                f"--ip={address}: this machine has no such address; try localhost or 0.0.0.0"
            ) from None
        return free
    raise WrongCallError(f"--port={port}: every port from there on is taken")


def board(address: str, port: int) -> list[str]:
    """Return what to write on the board: the addresses at which a classroom finds this machine.

    Examples
    --------
    >>> board("localhost", 8866)
    ['Open http://localhost:8866/ on this machine; --ip=0.0.0.0 lets in everyone in your network.']
    """
    if address not in EVERYBODY:
        here = f"http://{f'[{address}]' if ':' in address else address}:{port}/"
        if address in ("localhost", "127.0.0.1", "::1"):
            return [f"Open {here} on this machine; --ip=0.0.0.0 lets in everyone in your network."]
        return [f"Write on the board: {here}"]
    found = [
        one.address for each in psutil.net_if_addrs().values() for one in each if one.family == socket.AF_INET
    ]
    near = [address for address in found if not address.startswith(("127.", "169.254."))]
    return ["Write on the board:", *(f"    http://{name}:{port}/" for name in near or [socket.gethostname()])]
