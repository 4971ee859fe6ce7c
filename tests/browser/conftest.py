"""A real browser, and the page of the first notebook."""

import os
import subprocess
import sys

import pytest

from benchmarks import lab


@pytest.fixture(scope="package")
def browser():
    """Chromium, or the reason why these tests cannot run here."""
    if lab.chromium() is None:
        reason = "neither chromium nor google-chrome is on the path"
        if os.environ.get("PSY_REQUIRE_BROWSER"):
            pytest.fail(f"PSY_REQUIRE_BROWSER is set, but {reason}")
        pytest.skip(reason)
    with lab.browser() as chrome:
        yield chrome


@pytest.fixture(scope="package")
def report(tmp_path_factory):
    """The page as a reader gets it: made once, by the command, away from the browser's event loop."""
    folder = tmp_path_factory.mktemp("reports")
    command = [sys.executable, "-m", "psy", "report", "casting_odds", "--out", folder]
    made = subprocess.run(command, capture_output=True, text=True)
    assert made.returncode == 0, made.stderr
    return folder / "01_casting_odds.html"
