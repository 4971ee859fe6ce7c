"""Thirty visitors of a classroom with room for four: each gets in, and each gives back what they took."""

import re
import socket
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

import nbformat
import psutil
import pytest
from nbformat.v4 import new_code_cell, new_notebook
from small import ABOUT

VISITORS, ROOM = 30, 4
# Seconds that all of them together may take on a busy machine.
PATIENCE = 240


@pytest.fixture(scope="module")
def classroom(tmp_path_factory):
    """The address of `psy serve` with a small notebook among the others, and its process."""
    tmp_path = tmp_path_factory.mktemp("classroom")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    (tmp_path / "notebooks").mkdir()
    cell = new_code_cell("print('the sum is', 20 + 22)")
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    notebook = new_notebook(cells=[cell], metadata={"psy": ABOUT, "kernelspec": kernel})
    nbformat.write(notebook, tmp_path / "notebooks" / "00_sum.ipynb")
    command = [sys.executable, "-m", "psy", "serve", "--no-browser", f"--port={port}", f"--most={ROOM}"]
    server = subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, text=True)
    yield f"http://127.0.0.1:{port}/", psutil.Process(server.pid)
    server.terminate()
    assert f"Live pages at a time: {ROOM}." in server.communicate()[0]


def kernels(server):
    """Return how many kernels are alive."""
    return sum("ipykernel" in " ".join(one.cmdline()) for one in server.children(recursive=True))


def visit(address, server):
    """Open the page, however often it is full, see its sum, and leave; return how many kernels there were."""
    end = time.monotonic() + PATIENCE
    while True:
        assert time.monotonic() < end, "somebody is left waiting"
        try:
            page = urlopen(f"{address}voila/render/00_sum.ipynb", timeout=PATIENCE)
            break
        except HTTPError as full:
            if "Yours opens by itself" not in full.read().decode():
                raise
        except URLError:  # it has not started yet
            pass
        time.sleep(1)
    text = page.read().decode()
    assert "the sum is 42" in text
    alive = kernels(server)
    token = re.search("_xsrf=([^;]+)", str(page.headers))[1]
    kernel = re.search(r'"kernelId": "([\w-]+)"', text)[1]
    leave = Request(f"{address}voila/api/shutdown/{kernel}", f"_xsrf={token}".encode())
    leave.add_header("Cookie", f"_xsrf={token}")
    assert urlopen(leave).status == 204
    return alive


def test_thirty_visitors_all_get_in_and_give_their_places_back(classroom):
    address, server = classroom
    assert visit(address, server) == 1
    with ThreadPoolExecutor(VISITORS) as visitors:
        alive = list(visitors.map(lambda _: visit(address, server), range(VISITORS)))
    assert len(alive) == VISITORS
    assert max(alive) <= ROOM
    assert kernels(server) == 0
    assert server.memory_info().rss < 300_000_000


def test_what_is_asked_by_a_strange_page_is_refused(classroom):
    address, server = classroom
    assert visit(address, server) == 1
    with pytest.raises(HTTPError, match="403"):  # without the token of a page
        urlopen(Request(f"{address}voila/api/shutdown/{'0' * 32}", b""))
    for host in ("localhost", socket.gethostname()):
        assert urlopen(Request(address, headers={"Host": host})).status == 200
    with pytest.raises(HTTPError, match="403"):
        urlopen(Request(address, headers={"Host": "evil.example"}))
