"""Live controls, in JupyterLab or in a classroom: moved by keyboard, and what is shown then."""

from playwright.sync_api import expect

from benchmarks.lab import slider
from psy.view.explore import LIVE

# The size of a picture, and how many pixels in a hundred are not of its paper.
SEEN = """image => {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
  const pen = canvas.getContext("2d");
  pen.drawImage(image, 0, 0);
  const dots = pen.getImageData(0, 0, canvas.width, canvas.height).data;
  let inked = 0;
  for (let at = 0; at < dots.length; at += 4) inked += dots[at] + dots[at + 1] + dots[at + 2] < 720;
  return [canvas.width, canvas.height, 400 * inked / dots.length];
}"""


def move(cell, label, value):
    """Press the arrow keys on a slider until it stands at a value."""
    handle = slider(cell, label)
    steps = value - int(handle.get_attribute("aria-valuetext"))
    handle.focus()
    for _ in range(abs(steps)):
        cell.page.keyboard.press("ArrowRight" if steps > 0 else "ArrowLeft")


def assert_shows(cell, chart):
    """Wait for a chart's sentence, and check that its numbers, and a picture of its size, stand with it."""
    live = cell.locator(f".{LIVE}")
    expect(live.get_by_text(chart.sentence, exact=True)).to_be_visible(timeout=60_000)
    table = cell.locator(".widget-html-content table").evaluate(
        "table => [...table.rows].map(row => [...row.cells].map(cell => cell.textContent))"
    )
    assert table == [list(row) for row in (chart.table.columns, *chart.table.rows)]
    assert cell.locator(".jp-OutputArea img:visible").count() == 1
    width, height, inked = live.locator("img").evaluate(SEEN)
    assert (width, height) == (round(100 * chart.inches), round(100 * chart.height))
    assert 2 < inked < 60
