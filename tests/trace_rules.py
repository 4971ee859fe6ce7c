"""Writes down which keys of which rule files were read while a notebook ran; started with its kernel."""

import json
import os
from pathlib import Path

from IPython import get_ipython

from psy.study.reads import keys_read, watch
from psy.study.variants import BASES


def start():
    """Watch all rules, and after each cell write down what was read so far, with the cells that were run."""
    watch()
    shell = get_ipython()

    def write(*_):
        keys = {file: sorted(keys_read(file)) for file in BASES}
        found = json.dumps({"cells": shell.user_ns["In"][1:], "read": keys})
        (Path(os.environ["PSY_TRACE"]) / f"{os.getpid()}.json").write_text(found)

    shell.events.register("post_run_cell", write)
