"""A real browser, the pages of all notebooks, and what each page has to show."""

import fcntl
import os
import subprocess
import sys

import pytest

from benchmarks import lab
from browser.pages import opened, ready
from browser.walk import walks_of
from psy.report.notebook import all_notebooks
from tests.watched import watched

NOTEBOOKS = all_notebooks()


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
def built(browser, tmp_path_factory):
    """The folder of what is made once for all tests: the pages, and what each has to show."""
    shared = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        shared = shared.parent
    folder = shared / "built"
    with (shared / "built.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.exists():
            command = [sys.executable, "-m", "psy", "report", "--out", folder / "reports"]
            made = subprocess.run(
                command, capture_output=True, text=True, env=watched(folder, "browser.walk")
            )
            assert made.returncode == 0, made.stderr
    return folder


@pytest.fixture(scope="package")
def reports(built):
    """The folder of all pages as a reader gets them: made by the command."""
    return built / "reports"


@pytest.fixture(scope="package")
def walks(built):
    """What each page has to show, by notebook."""
    return {notebook.name: walks_of(notebook, built) for notebook in NOTEBOOKS}


@pytest.fixture(scope="package", params=NOTEBOOKS, ids=lambda notebook: notebook.path.stem)
def notebook(request):
    """Each notebook in turn."""
    return request.param


@pytest.fixture(scope="package")
def page_file(reports, notebook):
    """The page of the notebook."""
    return reports / f"{notebook.path.stem}.html"


@pytest.fixture(scope="package")
def opened_once(browser, page_file):
    """The page of the notebook, opened once for all tests."""
    with opened(browser, page_file) as page:
        yield ready(page)


@pytest.fixture
def page(opened_once):
    """The page of the notebook on a light screen, unless the test wants it otherwise."""
    opened_once.set_viewport_size({"width": 1280, "height": 720})
    opened_once.emulate_media(media="screen", color_scheme="light")
    return opened_once
