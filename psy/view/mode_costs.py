"""A picture of the modes of The Fantasy Trip that nobody needs, and what cost would bring each back."""

import functools
from collections.abc import Callable, Mapping

from psy.tft import balance, menu, pairings
from psy.tft.balance import Pairing
from psy.view.picture import BLUE, GREY, ORANGE, RED, Picture, Table, new_figure, styled

# Attackers of IQ 8 and 16 against defenders of the same and of PSI 8, with 6 or 20 points.
GRID = pairings(iqs=(8, 16), psis=(8,), pools=(6, 20))


@functools.lru_cache
def comebacks(pairings: tuple[Pairing, ...] = GRID) -> Mapping[tuple[str, str], int | None]:
    """Return, for each mode that no equilibrium plays, the highest cost at which one does."""
    return balance.comebacks(pairings)


@styled()
def comeback_costs() -> Callable[..., Picture]:
    """Return a drawing function of the cost that would bring each unused mode back; it takes no arguments."""
    figure, axes = new_figure(height=3.8)
    axes.set_title("What may a mode cost? (secret choice: assumed)")
    axes.set(xlabel="cost in points", xlim=(-0.4, 6.6))
    modes = [(side, mode) for side in ("attack", "defence") for mode in menu(side) if mode.name != "nothing"]
    axes.set_yticks(range(len(modes)), [f"{mode.name} ({side})" for side, mode in modes])
    axes.invert_yaxis()
    played, new = [], []
    for y, (side, mode) in enumerate(modes):
        if (side, mode.name) not in comebacks():
            played.append((mode.cost, y))
            continue
        cost = comebacks()[side, mode.name]
        axes.plot(mode.cost, y, "o", color=GREY, fillstyle="none", markersize=9)
        if cost is not None:
            axes.annotate(
                "", (cost + 0.1, y), (mode.cost - 0.1, y), arrowprops={"arrowstyle": "->", "color": ORANGE}
            )
            new.append((cost, y))
    axes.plot([], [], "o", color=GREY, fillstyle="none", markersize=9, label="published, unused")
    for points, colour, marker, label in (
        (played, BLUE, "o", "published, played"),
        (new, RED, "*", "dearest played"),
    ):
        axes.plot(*zip(*points, strict=True), marker, color=colour, markersize=11, label=label)
    figure.legend(loc="outside lower left", ncols=3)

    def draw() -> Picture:
        rows = tuple(
            (
                f"{mode.name} ({side})",
                f"{mode.cost}",
                f"{mode.cost}"
                if (side, mode.name) not in comebacks()
                else _cost_words(comebacks()[side, mode.name]),
            )
            for side, mode in modes
        )
        changes = ", ".join(f"{name} at {_cost_words(cost)}" for (_, name), cost in comebacks().items())
        sentence = (
            f"Over {len(GRID)} pairs of psions, modes that no best mix plays come back cheaper: {changes}."
        )
        return Picture(figure, sentence, Table(("mode", "published cost", "played up to"), rows))

    return draw


def _cost_words(cost: int | None) -> str:
    return "no cost" if cost is None else f"{cost}"
