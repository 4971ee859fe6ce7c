"""A slider in JupyterLab: from the key press to the new picture, `explore` beside `interact`."""

import sys
from statistics import median

from nbformat.v4 import new_code_cell, new_notebook
from playwright.sync_api import Locator

from benchmarks.lab import WATCH, browser, jupyterlab, open_and_run, run_cell, slider
from benchmarks.timing import Row

KERNELSPEC = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
MOVES = 100
WARM_UP = 20
PAUSE = 60  # milliseconds for the kernel to finish the move before

EXPLORE = """
from psy.view import explore
from psy.view.wh40k.casting import odds_curve
explore(odds_curve)
"""
# What one writes without psy.view: the same curves in a new figure at every move.
INTERACT = """
import ipywidgets, matplotlib.pyplot as plt
from psy.wh40k import best_dice, casting_odds

def curve(dice, charge):
    odds = [casting_odds(number, charge) for number in range(21)]
    best = best_dice(charge, "clean", 20)
    figure, axes = plt.subplots()
    for chance in ("success", "clean", "perils"):
        axes.plot([float(getattr(cell, chance)) for cell in odds], marker="o", label=chance)
    axes.plot(best, [float(odds[number].clean) for number in best], "*", markersize=16, label="best")
    axes.axvline(dice, linestyle=":")
    axes.set(title="What does one more die buy?", xlabel="dice thrown", ylabel="chance", ylim=(0, 1.04))
    axes.legend()
    plt.show()

ipywidgets.interact(curve, dice=ipywidgets.IntSlider(4, 0, 20), charge=ipywidgets.IntSlider(2, 0, 6));
"""
KERNEL = """
import psutil
print(psutil.Process().memory_info().rss, plt.get_fignums())
"""
# A loaded picture is on the screen with the next frame; the time of a key press is the browser's own.
CLOCK = """() => {
  document.addEventListener("keydown", event => {
    window.pressed = event.timeStamp;
    window.shown = null;
  }, true);
  document.addEventListener("load", event => {
    if (event.target.tagName === "IMG") requestAnimationFrame(() => { window.shown ??= performance.now(); });
  }, true);
}"""


def rows() -> list[Row]:
    """Return the comparisons of this module; what else must hold is printed."""
    cells = [new_code_cell(source.strip()) for source in (EXPLORE, INTERACT, KERNEL)]
    with browser() as chrome, jupyterlab(new_notebook(cells=cells, metadata=KERNELSPEC)) as address:
        page = open_and_run(chrome, address)
        page.set_viewport_size({"width": 1200, "height": 2000})
        page.evaluate(f"({CLOCK})()")
        explore, interact, kernel = page.locator(".jp-CodeCell").all()
        ours, peer = _in_turns(slider(explore, "dice thrown"), slider(interact, "dice"))
        _check_place(explore, kernel)
        _check_last_value(explore)
    print(f"explore: {_spread(ours)}; interact: {_spread(peer)}", file=sys.stderr)
    return [
        Row("key press to new picture", "interact", median(ours), median(peer), 3),
        Row("key press to new picture, median", "60 ms", median(ours), 0.06, 1),
        Row("key press to new picture, 95th of 100", "80 ms", _of_100(ours, 95), 0.08, 1),
    ]


def _in_turns(ours: Locator, peer: Locator) -> tuple[list[float], list[float]]:
    """Move both sliders in turns and return the seconds of the moves."""
    ours_times, peer_times = [], []
    for key in _moves(WARM_UP + MOVES):
        ours_times.append(_move(ours, key))
        peer_times.append(_move(peer, key))
    return ours_times[WARM_UP:], peer_times[WARM_UP:]


def _moves(count: int) -> list[str]:
    """Return the keys of ``count`` moves, ten up and ten down: every one makes a new picture."""
    return (["ArrowRight"] * 10 + ["ArrowLeft"] * 10) * (count // 20)


def _move(handle: Locator, key: str) -> float:
    """Press one key, wait for the new picture, and return the seconds between."""
    handle.focus()
    handle.page.wait_for_timeout(PAUSE)
    handle.page.keyboard.press(key)
    handle.page.wait_for_function("window.shown")
    return handle.page.evaluate("window.shown - window.pressed") / 1000


def _check_place(explore: Locator, kernel: Locator) -> None:
    """200 moves: one picture of one height at all times, nothing scrolled, nothing left in the kernel."""
    before = int(run_cell(kernel).split()[0])
    handle = slider(explore, "dice thrown")
    explore.page.set_viewport_size({"width": 1200, "height": 700})
    handle.focus()
    handle.evaluate("handle => handle.closest('.jp-WindowedPanel-outer').scrollTop = 50")
    explore.page.wait_for_timeout(1000)
    explore.locator(".jp-OutputArea").first.evaluate(WATCH)
    for key in _moves(200):
        _move(handle, key)
    seen = explore.page.evaluate("seen")
    after, _, figures = run_cell(kernel).partition(" ")
    growth = (int(after) - before) / 1e6
    _demand(seen["pictures"] == [1], f"pictures in place during 200 moves: {seen['pictures']}")
    _demand(len(seen["heights"]) == 1, f"heights of the picture: {seen['heights']}")
    _demand(len(seen["scrolled"]) == 1, f"scroll positions: {seen['scrolled']}")
    _demand(figures.strip() == "[]", f"figures left open: {figures.strip()}")
    _demand(growth < 20, f"growth of the kernel: {growth:.1f} MB")


def _check_last_value(explore: Locator) -> None:
    """30 changes as quick as keys go: the words and the number end on the last one."""
    handle = slider(explore, "dice thrown")
    last = int(handle.get_attribute("aria-valuetext")) + 6
    handle.focus()
    for key in ["ArrowRight"] * 13 + ["ArrowLeft"] * 12 + ["ArrowRight"] * 5:
        explore.page.keyboard.press(key)
    words = explore.locator("p").get_by_text(f"{last} dice at warp charge 2 ")
    words.wait_for()
    explore.page.wait_for_timeout(1000)
    _demand(words.is_visible(), f"30 quick changes end on the last value: {words.inner_text()}")


def _of_100(times: list[float], place: int) -> float:
    """Return the time within which so many of 100 moves are done."""
    return sorted(times)[len(times) * place // 100 - 1]


def _spread(times: list[float]) -> str:
    return f"median {median(times) * 1e3:.0f} ms, 95 of 100 within {_of_100(times, 95) * 1e3:.0f} ms"


def _demand(holds: bool, finding: str) -> None:
    print(finding, file=sys.stderr)
    if not holds:
        raise AssertionError(finding)
