"""Live controls, in JupyterLab or in a classroom: moved by keyboard, and what is shown then."""

import base64

from playwright.sync_api import expect

from benchmarks.lab import slider
from psy.view.explore import LIVE

BYTES = """async image => {
  const bytes = new Uint8Array(await (await fetch(image.src)).arrayBuffer());
  return btoa(String.fromCharCode(...bytes));
}"""


def move(cell, label, value):
    """Press the arrow keys on a slider until it stands at a value."""
    handle = slider(cell, label)
    steps = value - int(handle.get_attribute("aria-valuetext"))
    handle.focus()
    for _ in range(abs(steps)):
        cell.page.keyboard.press("ArrowRight" if steps > 0 else "ArrowLeft")


def assert_shows(cell, picture):
    """Wait for a picture's sentence, and check that its numbers and its pixels stand with it."""
    live = cell.locator(f".{LIVE}")
    expect(live.get_by_text(picture.sentence, exact=True)).to_be_visible(timeout=60_000)
    table = cell.locator(".widget-html-content table").evaluate(
        "table => [...table.rows].map(row => [...row.cells].map(cell => cell.textContent))"
    )
    assert table == [list(row) for row in (picture.table.columns, *picture.table.rows)]
    assert cell.locator(".jp-OutputArea img:visible").count() == 1
    assert live.locator("img").evaluate(BYTES) == base64.b64encode(picture.png(packing=1)).decode()
