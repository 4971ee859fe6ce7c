"""One page, from the call to the file, beside its notebook executed by nbclient: at most 1.2 times the time.

Every run is a process of its own, so the time to load each side counts. The first peer draws all pictures of
a page, as psy does; the second runs the notebook as it stands, with one picture for each exploration.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from timeit import timeit

from benchmarks.timing import Row
from psy.report.kernels import REPORTING
from psy.report.notebook import find

NAME = "casting_odds"
RUNS = 5
BARE = """
import sys, nbformat
from nbclient import NotebookClient
cells = nbformat.read(sys.argv[1], as_version=4)
NotebookClient(cells, extra_arguments=["--log-level=ERROR"], timeout=600).execute()
"""


def ours(folder: str) -> None:
    _run(["-m", "psy", "report", NAME, "--fresh", "--out", folder], {})


def as_for_a_page() -> None:
    _run(["-c", BARE, str(find(NAME).path)], {REPORTING: "1"})


def as_it_stands() -> None:
    _run(["-c", BARE, str(find(NAME).path)], {})


def _run(arguments: list[str], environment: dict[str, str]) -> None:
    command = [sys.executable, *arguments]
    subprocess.run(command, env={**os.environ, **environment}, check=True, capture_output=True)


def rows() -> list[Row]:
    with tempfile.TemporaryDirectory() as folder:
        ways = (lambda: ours(folder), as_for_a_page, as_it_stands)
        ours(folder)
        if not (Path(folder) / f"{find(NAME).path.stem}.html").exists():
            raise AssertionError("no page was made")
        # In turns, so that a busy minute of the machine falls on all of them.
        times = [[timeit(way, number=1) for way in ways] for _ in range(RUNS)]
    page, prepared, plain = map(median, zip(*times, strict=True))
    return [
        Row(f"the page of {NAME}", "executed as for a page", page, prepared, 1 / 1.2),
        # No goal: this one draws none of the pictures that a reader of the page can move to.
        Row(f"the page of {NAME}", "executed as it stands", page, plain, 0),
    ]
