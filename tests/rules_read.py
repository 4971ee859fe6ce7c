"""Which rules a notebook reads while nbval runs it: ``pytest --nbval -p tests.rules_read notebooks``.

As a plugin it has every kernel watched, and at the end says which notebook reads a rule that it never names.
"""

import json
import os
import tempfile
from pathlib import Path

from psy.report.notebook import all_notebooks
from psy.study.reads import keys_read, watch
from psy.study.variants import BASES
from tests.rule_changes import rested_on
from tests.watched import watched


def start(folder):
    """Watch all rules, and after each cell write down what was read so far, with the cells that were run."""
    from IPython import get_ipython

    watch()
    cells = []

    def write(result):
        cells.append(result.info.raw_cell)
        read = {file: sorted(keys_read(file)) for file in BASES}
        (folder / f"{os.getpid()}.json").write_text(json.dumps({"cells": cells, "read": read}))

    get_ipython().events.register("post_run_cell", write)


def unnamed(notebook, folder):
    """Return the rules that a notebook read and does not name, or None if it was not run whole."""
    sources = [cell.source for cell in notebook.read().cells if cell.cell_type == "code"]
    traces = [json.loads(file.read_text()) for file in folder.glob("*.json")]
    read = next((trace["read"] for trace in traces if trace["cells"] == sources), None)
    if read is None:
        return None
    named = rested_on(sources[-1])
    return {file: sorted(set(keys) - set(named.get(file, ()))) for file, keys in read.items()}


def pytest_configure(config):
    if not hasattr(config, "workerinput"):  # The processes that run the notebooks inherit what is set here.
        config.watched = tempfile.TemporaryDirectory()
        os.environ.update(watched(Path(config.watched.name), __name__))


def pytest_sessionfinish(session, exitstatus):
    if hasattr(session.config, "watched") and exitstatus == 0:
        folder = Path(session.config.watched.name)
        found = {notebook.path.name: unnamed(notebook, folder) for notebook in all_notebooks()}
        session.config.wrong = {
            name: keys for name, keys in found.items() if keys is None or any(keys.values())
        }
        if session.config.wrong:
            session.exitstatus = 1


def pytest_terminal_summary(terminalreporter, config):
    for name, keys in getattr(config, "wrong", {}).items():
        said = "was not run whole" if keys is None else f"reads rules that it does not name: {keys}"
        terminalreporter.write_line(f"{name} {said}", red=True)


def pytest_unconfigure(config):
    if hasattr(config, "watched"):
        config.watched.cleanup()
