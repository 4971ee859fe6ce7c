"""Pictures of what single cards are worth and how far the assumed deck counts can move the answer."""

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from psy.exact.arguments import one_of
from psy.prospero import RULES, Coven, Setting, card_values, make_ups, tornado
from psy.view.numbers import decimal, percent
from psy.view.numeration import TIES, house_rules, models_words
from psy.view.picture import BLUE, GREY, ORANGE, Picture, Table, new_figure, styled

if TYPE_CHECKING:
    import pandas as pd

PHASES = {"one attempt": 1, "three attempts": 3}
MAKE_UPS = 50
SEED = 8
BINS = np.linspace(0, 1, 21)


def setting(attempts: int, models: int = 2, ties: str = "cast") -> Setting:
    """Return a phase of equal powers worth 1 each from the assumed decks, no one else on the table.

    Of one attempt with one power, or of more attempts with a whole hand.
    """
    hand = 1 if attempts == 1 else RULES.powers_in_hand
    return Setting([1] * hand, Coven(models), rules=house_rules(ties), attempts=attempts)


@lru_cache
def cards(attempts: int) -> "pd.DataFrame":
    """Return what one card more or fewer is worth, in powers cast."""
    return card_values(setting(attempts))


@lru_cache
def random_make_ups(ties: str) -> "pd.DataFrame":
    """Return one attempt's chance for random make-ups of both decks, the same ones each time."""
    return make_ups(setting(1, ties=ties), MAKE_UPS, SEED)


@styled()
def card_bars() -> Callable[..., Picture]:
    """Return a drawing function of the worth of one card more and one fewer, for each card of both decks.

    The function takes ``phase`` (a name from `PHASES`). Everything is solved when the figure is made.
    """
    figure, axes = new_figure(height=5.2)
    axes.set_title("What is one card worth? (counts assumed)")
    names = [f"{deck}: {card}" for deck, card in cards(1).index]
    rows = np.arange(len(names))
    axes.set_yticks(rows, names)
    axes.invert_yaxis()
    axes.set(xlabel="change of the powers cast, in hundredths of one power", xlim=(-20, 20))
    axes.axvline(0, color=GREY)
    axes.axhline(6.5, color=GREY, linestyle=":")
    looks = {"one more": (BLUE, "", -0.2), "one fewer": (ORANGE, "//", 0.2)}
    bars = {
        name: axes.barh(
            rows + at, [0] * len(rows), 0.38, color=colour, hatch=hatch, label=name, animated=True
        )
        for name, (colour, hatch, at) in looks.items()
    }
    figure.legend(loc="outside lower left", ncols=2)
    for attempts in PHASES.values():
        cards(attempts)

    def draw(phase: str = "one attempt") -> Picture:
        worth = cards(PHASES[one_of("phase", phase, tuple(PHASES))])
        changes: list[list[float]] = [worth[column].tolist() for column in worth.columns]
        for group, column in zip(bars.values(), changes, strict=True):
            for bar, change in zip(group, column, strict=True):
                bar.set_width(100 * change)
        table = tuple(
            (name, _signed(more), _signed(fewer)) for name, more, fewer in zip(names, *changes, strict=True)
        )
        more = dict(zip(names, changes[0], strict=True))
        best, worst = max(more, key=more.__getitem__), min(more, key=more.__getitem__)
        sentence = (
            f"In {phase}, one card more of '{best}' helps the Traitor most, by {_signed(more[best])} powers; "
            f"of '{worst}' it costs him most, {_signed(more[worst])}."
        )
        return Picture(figure, sentence, Table(("card", *bars), table))

    return draw


def _chance(number: float) -> str:
    return percent(Fraction(number))


def _signed(change: float) -> str:
    word = decimal(Fraction(change), 4)
    return word if word.startswith("-") else f"+{word}"


@styled()
def range_bars(models: int = 2) -> Callable[..., Picture]:
    """Return a drawing function of how far each assumption can move the chance of one attempt.

    It takes no argument; everything is solved when the figure is made.
    """
    figure, axes = new_figure(height=5.2)
    table, value = tornado(setting(1, models)), setting(1, models).value()
    axes.set_title("How much hangs on each assumed value?")
    axes.set(xlabel="chance that one attempt casts", xlim=(0.5, 1))
    axes.xaxis.set_major_formatter(lambda at, _: f"{at:.0%}")
    axes.barh(table.index, table["high"] - table["low"], 0.6, left=table["low"], color=BLUE)
    axes.axvline(value, color=ORANGE, linewidth=2.5, label="as assumed")
    axes.invert_yaxis()
    figure.legend(loc="outside lower left")
    lows, highs = (map(_chance, table[end].tolist()) for end in ("low", "high"))
    rows = tuple(zip(map(str, table.index), lows, highs, strict=True))
    sentence = (
        f"With {models_words(models)} the assumed decks give {_chance(value)}; the widest range is "
        f"that of '{rows[0][0]}', from {rows[0][1]} to {rows[0][2]}."
    )
    return lambda: Picture(figure, sentence, Table(("assumed", "least", "most"), rows))


@styled()
def make_up_bars() -> Callable[..., Picture]:
    """Return a drawing function of the chance of one attempt over random make-ups of both decks.

    The function takes ``ties``. Everything is solved when the figure is made.
    """
    figure, axes = new_figure()
    axes.set_title(f"{MAKE_UPS} pairs of decks drawn at random beside the assumed one")
    axes.set(xlabel="chance that one attempt casts", ylabel="pairs of decks", xlim=(0.3, 1), ylim=(0, 40))
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:.0%}")
    bars = axes.bar(
        BINS[:-1] + 0.025, [0] * (len(BINS) - 1), 0.045, color=BLUE, label="pairs of decks", animated=True
    )
    here = axes.axvline(0, color=ORANGE, linewidth=2.5, animated=True, label="the assumed decks")
    figure.legend(loc="outside lower left", ncols=2)
    found = {word: (random_make_ups(word)["value"], setting(1, ties=word).value()) for word in TIES}

    def draw(ties: str = "cast") -> Picture:
        values, value = found[one_of("ties", ties, tuple(TIES))]
        for bar, count in zip(bars, np.histogram(values, BINS)[0], strict=True):
            bar.set_height(int(count))
        here.set_xdata([value, value])
        numbers = (*np.quantile(values, (0, 0.25, 0.5, 0.75, 1)).tolist(), value)
        names = ("least", "a quarter are below", "half are below", "three quarters are below", "most")
        rows = tuple(zip((*names, "the assumed decks"), map(_chance, numbers), strict=True))
        sentence = (
            f"With ties {ties}, half of the make-ups lie between {rows[1][1]} and {rows[3][1]}; "
            f"the assumed decks give {rows[5][1]}."
        )
        return Picture(figure, sentence, Table(("one attempt, 2 models", "chance"), rows))

    return draw
