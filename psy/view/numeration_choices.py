"""Pictures of the choices that cards give in a numeration phase, by totals and cards left."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING

from psy.exact.arguments import one_of, whole
from psy.prospero import RULES, Coven, choice_table, numeration
from psy.prospero.numeration.covens import ZONE_CAPACITY
from psy.view.cell_map import CellMap
from psy.view.numbers import decimal, percent
from psy.view.numeration import TIES, house_rules, whole_phase
from psy.view.picture import Picture, Table, new_figure, styled

if TYPE_CHECKING:
    import pandas as pd

# The option beside the one point, by the card that gives it.
OTHERS = {
    "vortex": "3 at a risk",
    "siphon": "the draw on the warp",
    "test": "3 for one more attempt",
    "unbending": "0 and the threat",
}
WHEN = {"the first of three attempts": 3, "the only attempt": 1}
# Whole points of worth for a power, so that a swap can be worth a tenth of it.
POWER_WORTH = 10
LEAST, MOST = -4, 6


@lru_cache(maxsize=64)
def choices(attempts: int, models: int, ties: str, swap: int = 0) -> "pd.DataFrame":
    """Return the choices of a phase's first attempt with full decks, gains in parts of a power's worth.

    The phase has one attempt, in which a swap by insights is worth so many tenths of a power, or three.
    """
    if attempts > 1:
        return choice_table(whole_phase(models, ties)[0])
    rules = replace(house_rules(ties), swap_worth=swap)
    plan = numeration(
        RULES.warp_deck, RULES.will_deck, [POWER_WORTH], Coven(models), rules=rules, attempts=1, exact=False
    )
    table = choice_table(plan)
    table["gain"] /= POWER_WORTH
    return table


class _ChoiceMap:
    """A map of differences by card of a side, blue where the other option is better and red where one is."""

    def __init__(self, title: str) -> None:
        self.figure, axes = new_figure(height=3.4)
        axes.set_title(title)
        axes.set(xlabel="warp total less will total so far")
        self.cells = CellMap(axes, range(LEAST, MOST + 1), range(1, 4), "RdBu")
        axes.set_yticks(range(1, 4), ["2 cards left", "1 card left", "last card"])

    def show(self, table: "pd.DataFrame") -> tuple[tuple[str, ...], ...]:
        """Show the gains of one card, in percent of a power; return the table's rows."""
        found = zip(*(table[name].tolist() for name in ("turned", "difference", "gain")), strict=True)
        gains = {(turned // 2, at): gain for turned, at, gain in found if LEAST <= at <= MOST}
        wide = range(LEAST, MOST + 1)
        shown = [[gains.get((own, difference), 0.0) for difference in wide] for own in range(3)]
        words = [[_points(gains[own, at]) if (own, at) in gains else "" for at in wide] for own in range(3)]
        self.cells.show([[_shade(gain) for gain in row] for row in shown], words)
        rows = []
        for own, name in enumerate(("2 cards left", "1 card left", "last card")):
            part = table[table["turned"] // 2 == own]
            rows.append((name, *map(percent, _taken(part))))
        return tuple(rows)


def _shade(gain: float) -> float:
    """Place a gain among the colours: half of a power's worth has the last one."""
    return 0.5 + max(-0.5, min(0.5, gain))


def _points(gain: float) -> str:
    word = decimal(Fraction(gain) * 100, 0)
    return "0" if word == "-0" else word


def _taken(table: "pd.DataFrame") -> tuple[Fraction, Fraction]:
    """Return how often a card comes up, and in what part of these times its other option is taken."""
    chance = Fraction(float(table["chance"].sum()))
    other = Fraction(float((table["chance"] * table["other"]).sum()))
    return chance, other / chance if chance else Fraction(0)


@styled()
def choice_map() -> Callable[..., Picture]:
    """Return a drawing function of what the other option of a card is worth beyond its one point.

    The function takes ``card`` (a name from `OTHERS`), ``when`` (from `WHEN`), ``models`` and ``ties``. All
    its phases are solved when the figure is made.
    """
    chart = _ChoiceMap("When to take the other option? (deck counts assumed)")
    for attempts, models, ties in product(WHEN.values(), range(1, ZONE_CAPACITY + 1), TIES):
        choices(attempts, models, ties)

    def draw(card: str, when: str, models: int, ties: str = "cast") -> Picture:
        one_of("card", card, tuple(OTHERS))
        whole("models", models, 1, ZONE_CAPACITY)
        table = choices(WHEN[one_of("when", when, tuple(WHEN))], models, one_of("ties", ties, tuple(TIES)))
        mine = table[table["card"] == card]
        rows = chart.show(mine)
        _, share = _taken(mine)
        sentence = (
            f"In {when} a card of {card} is used for {OTHERS[card]} in {percent(share)} of the times it "
            f"comes up; blue cells gain by it, red ones lose, in percent of a power."
        )
        return Picture(chart.figure, sentence, Table((f"{card}", "comes up", "other taken"), rows))

    return draw


@styled()
def insights_map() -> Callable[..., Picture]:
    """Return a drawing function of when insights is used to swap a power, by what the swap is worth.

    The function takes ``swap`` (tenths of the worth of the power that is tried, assumed) and ``ties``: one
    attempt by a coven of two.
    """
    chart = _ChoiceMap("When does insights swap a power? (worth assumed)")
    for swap, ties in product(range(1, 6), TIES):
        choices(1, 2, ties, swap)

    def draw(swap: int, ties: str = "cast") -> Picture:
        whole("swap", swap, 1, 5)
        table = choices(1, 2, one_of("ties", ties, tuple(TIES)), swap)
        mine = table[table["card"] == "insights"]
        rows = chart.show(mine)
        _, share = _taken(mine)
        sentence = (
            f"If a swap is worth {swap * 10}% of the power that is tried, insights is used for it "
            f"in {percent(share)} of the times it comes up."
        )
        return Picture(chart.figure, sentence, Table(("insights", "comes up", "swap taken"), rows))

    return draw
