"""Kernels that are watched while they run a notebook: a module of the tests is started with each of them."""

import os
from pathlib import Path

TESTS = Path(__file__).parent


def watched(folder: Path, module: str) -> dict[str, str]:
    """Return the environment of kernels that call the ``start`` of a module with a folder for its files."""
    startup = folder / "ipython" / "profile_default" / "startup"
    startup.mkdir(parents=True)
    # A module has names of its own: what a startup file defines would be the notebook's.
    (startup / "watch.py").write_text(
        f"__import__('sys').path[:0] = {[str(TESTS), str(TESTS.parent), str(TESTS / 'view')]!r}\n"
        f"__import__({module!r}, fromlist=['start']).start(__import__('pathlib').Path({str(folder)!r}))\n"
    )
    return {**os.environ, "IPYTHONDIR": str(folder / "ipython")}
