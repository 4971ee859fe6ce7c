"""A notebook in JupyterLab in a real browser, for the benchmark and for the browser tests."""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import nbformat
from nbformat import NotebookNode
from playwright.sync_api import Browser, Locator, Page, sync_playwright

# No prompts, no saving while somebody looks, and every cell in the page wherever it is scrolled to.
SETTINGS = {
    "apputils-extension/notification": {"fetchNews": "false", "checkForUpdates": False},
    "docmanager-extension/plugin": {"autosave": False},
    "notebook-extension/tracker": {"windowingMode": "none", "autoStartDefaultKernel": True},
}
FLAGS = ["--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run"]
PATIENCE = 120  # seconds to wait for what takes two on a quiet machine

# Notes, at every change and every frame, what a reader of this output sees of its picture.
WATCH = """output => {
  const page = output.closest(".jp-WindowedPanel-outer");
  const seen = window.seen = {pictures: [], heights: [], scrolled: []};
  const note = (list, value) => list.includes(value) || list.push(value);
  const look = () => {
    const heights = [...output.querySelectorAll("img")].map(image => image.getBoundingClientRect().height);
    note(seen.pictures, heights.filter(height => height > 0).length);
    note(seen.heights, heights.join());
    note(seen.scrolled, page.scrollTop);
  };
  new MutationObserver(look).observe(output, {childList: true, subtree: true, attributes: true});
  const everyFrame = () => { look(); requestAnimationFrame(everyFrame); };
  everyFrame();
}"""

CONNECTED = """async () => {
  const sessions = await (await fetch("/api/sessions")).json();
  return sessions.some(({kernel}) => kernel.connections && kernel.execution_state === "idle");
}"""


def chromium() -> str | None:
    """Return the path of the distribution's Chromium or Chrome, or None."""
    return next(filter(None, map(shutil.which, ("chromium", "google-chrome"))), None)


@contextmanager
def browser() -> Iterator[Browser]:
    """Start Chromium without a window, and without anything it does in the network by itself."""
    sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        chrome = playwright.chromium.launch(executable_path=chromium(), args=FLAGS + sandbox)
        try:
            yield chrome
        finally:
            chrome.close()


@contextmanager
def jupyterlab(
    cells: NotebookNode, options: Sequence[str] = (), environment: Mapping[str, str] = os.environ
) -> Iterator[str]:
    """Start JupyterLab on a copy of a notebook, apart from the user's own settings; give its address."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        folder = Path(name)
        (folder / "work").mkdir()
        nbformat.write(cells, folder / "work" / "notebook.ipynb")
        for plugin, values in SETTINGS.items():
            file = folder / "settings" / "@jupyterlab" / f"{plugin}.jupyterlab-settings"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(json.dumps(values))
        with open(folder / "log", "w") as log:
            command = [*_command(folder), *options]
            server = subprocess.Popen(command, env={**environment, **_places(folder)}, stderr=log)
        try:
            yield f"{_address(server, folder)}lab/tree/notebook.ipynb"
        finally:
            server.terminate()
            server.wait()


def _command(folder: Path) -> list[str]:
    options = ["--no-browser", "--allow-root", "--ServerApp.port=0", "--IdentityProvider.token="]
    return [sys.executable, "-m", "jupyterlab", *options, f"--ServerApp.root_dir={folder / 'work'}"]


def _places(folder: Path) -> dict[str, str]:
    places = {
        "JUPYTER_CONFIG_DIR": "config",
        "JUPYTER_RUNTIME_DIR": "runtime",
        "JUPYTERLAB_SETTINGS_DIR": "settings",
        "JUPYTERLAB_WORKSPACES_DIR": "workspaces",
        "IPYTHONDIR": "ipython",
    }
    return {name: str(folder / place) for name, place in places.items()}


def _address(server: subprocess.Popen, folder: Path) -> str:
    """Return the address that the server writes down once it listens."""
    note = folder / "runtime" / f"jpserver-{server.pid}.json"
    end = time.monotonic() + PATIENCE
    while server.poll() is None and time.monotonic() < end:
        try:
            return str(json.loads(note.read_text())["url"])
        except (FileNotFoundError, json.JSONDecodeError):
            time.sleep(0.1)
    raise RuntimeError(f"JupyterLab did not start:\n{(folder / 'log').read_text()}")


def open_and_run(chrome: Browser, address: str) -> Page:
    """Open the notebook, run all its cells and wait for the last one."""
    page = opened(chrome, address)
    page.get_by_role("menuitem", name="Run", exact=True).click()
    page.get_by_role("menuitem", name="Run All Cells", exact=True).click()
    _wait_until_run(page)
    return page


def opened(chrome: Browser, address: str) -> Page:
    """Open the notebook and wait for its kernel."""
    page = chrome.new_page(viewport={"width": 1200, "height": 1000})
    page.set_default_timeout(PATIENCE * 1000)
    page.goto(address)
    page.get_by_text(re.compile(r"Python 3.* \| Idle")).wait_for()
    page.wait_for_function(CONNECTED, polling=200)
    return page


def run_cell(cell: Locator) -> str:
    """Run one cell again and return the text it prints."""
    cell.locator(".jp-InputPrompt").click()
    cell.page.keyboard.press("Control+Enter")
    _wait_until_run(cell.page)
    return cell.locator(".jp-OutputArea-output").inner_text()


def _wait_until_run(page: Page) -> None:
    prompts = "[...document.querySelectorAll('.jp-CodeCell .jp-InputPrompt')]"
    page.wait_for_function(f"{prompts}.every(prompt => /[0-9]/.test(prompt.textContent))")


def slider(cell: Locator, label: str) -> Locator:
    """Return the handle of a live slider: what the keyboard moves."""
    return cell.locator(".widget-slider").filter(has_text=label).get_by_role("slider")
