"""Notes which keys of which rule files psy reads while a notebook runs; started with its kernel."""

import json
import os
import sys
from pathlib import Path

from IPython import get_ipython

from psy.study.variants import BASES, rulebook

read = {file: set() for file in BASES}
# These look at all keys, to show or to compare them, and use none.
ONLY_LOOKING = ("psy.rulebook", "psy.study.variants", "psy.study.identity", "psy.view.basis", "dataclasses")


def watch(file):
    """Note every key that is read of the rules of one file."""
    kind = type(rulebook(file).rules)
    keys = set(rulebook(file).entries)

    def noted(rules, name):
        caller = sys._getframe(1)
        module = caller.f_globals.get("__name__", "")
        if (
            name in keys
            and not module.startswith(ONLY_LOOKING)
            and not caller.f_code.co_name.startswith("__")
        ):
            read[file].add(name)
        return object.__getattribute__(rules, name)

    kind.__getattribute__ = noted


def start():
    """Watch all rules, and after each cell write down what was read so far, with the cells that were run."""
    for file in BASES:
        watch(file)
    shell = get_ipython()

    def write(*_):
        keys = {file: sorted(found) for file, found in read.items()}
        found = json.dumps({"cells": shell.user_ns["In"][1:], "read": keys})
        (Path(os.environ["PSY_TRACE"]) / f"{os.getpid()}.json").write_text(found)

    shell.events.register("post_run_cell", write)
