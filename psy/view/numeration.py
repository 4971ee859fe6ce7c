"""Pictures of the numeration phase: the race of totals, the circumstances, and the phase as it is used up."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from itertools import product

from psy.exact.arguments import one_of, whole
from psy.prospero import (
    RULES,
    AttemptOutlook,
    Coven,
    NumerationPlan,
    Rules,
    WarpDeck,
    WillDeck,
    numeration,
    outlook,
)
from psy.prospero import Table as OnTable
from psy.prospero.numeration.covens import ZONE_CAPACITY
from psy.view.cell_map import CellMap
from psy.view.numbers import decimal, percent
from psy.view.picture import BLUE, GREEN, ORANGE, RED, SKY, Picture, Table, new_figure, percent_axis, styled

# Who else is on the table, by the words on the control; the last stands next to the coven.
TABLES: Mapping[str, OnTable] = {
    "neither": OnTable(),
    "Custodes": OnTable(custodes=True),
    "Sisters": OnTable(sisters=True),
    "Sisters next door": OnTable(sisters=True),
}
TIES: Mapping[str, Rules] = {
    "cast": replace(RULES, ties="cast"),
    "repelled": replace(RULES, ties="repelled"),
}
MOST_GIVEN = 3
# No deck of the controls can bring more points in one attempt.
MOST_WARP, MOST_WILL = 12, 9


def decks(vortex: int = 0, tide: int = 0, test: int = 0) -> tuple[WarpDeck, WillDeck]:
    """Return the assumed decks with cards exchanged, so that each keeps its 18.

    Parameters
    ----------
    vortex, tide, test
        How many vortex cards become mastery, tide cards channelling, test cards emperor; below 0 the other
        way round. From -3 to 3.

    Examples
    --------
    >>> warp, will = decks(vortex=2, test=-1)
    >>> warp["vortex"], warp["mastery"], will["test"], will["emperor"], sum(will.values())
    (1, 6, 4, 3, 18)
    """
    for name, given in (("vortex", vortex), ("tide", tide), ("test", test)):
        whole(name, given, -MOST_GIVEN, MOST_GIVEN)
    warp, will = dict(RULES.warp_deck), dict(RULES.will_deck)
    for deck, gone, come, given in (
        (warp, "vortex", "mastery", vortex),
        (warp, "tide", "channelling", tide),
        (will, "test", "emperor", test),
    ):
        deck[gone] -= given
        deck[come] += given
    return WarpDeck(**warp), WillDeck(**will)


def place(models: int, table: str) -> tuple[Coven, OnTable]:
    """Return a coven of so many Veterans and the table of one of the names in `TABLES`."""
    whole("models", models, 1, ZONE_CAPACITY)
    on_table = TABLES[one_of("table", table, tuple(TABLES))]
    return Coven(models, near_sisters=table == "Sisters next door"), on_table


def house_rules(ties: str) -> Rules:
    """Return the rules with ties that cast or repel."""
    return TIES[one_of("ties", ties, tuple(TIES))]


@lru_cache(maxsize=512)
def one_attempt(vortex: int, tide: int, test: int, models: int, table: str, ties: str) -> NumerationPlan:
    """Return the last attempt of a phase from full decks, both sides at their best."""
    coven, on_table = place(models, table)
    warp, will = decks(vortex, tide, test)
    return numeration(warp, will, [1], coven, on_table, house_rules(ties), attempts=1, exact=False)


@lru_cache(maxsize=16)
def whole_phase(models: int, ties: str) -> tuple[NumerationPlan, list[AttemptOutlook]]:
    """Return a phase with a hand of equal powers from the assumed decks, and what comes of each attempt."""
    hand = [1] * RULES.powers_in_hand
    plan = numeration(
        RULES.warp_deck, RULES.will_deck, hand, Coven(models), rules=house_rules(ties), exact=False
    )
    return plan, outlook(plan)


@styled()
def totals_race() -> Callable[..., Picture]:
    """Return a drawing function of the joint chances of both totals of one attempt, as a heat map.

    The function takes ``vortex``, ``tide`` and ``test`` (cards exchanged, see `decks`), ``models``, ``table``
    (a name from `TABLES`) and ``ties``.
    """
    figure, axes = new_figure(height=4.6)
    axes.set_title("Where do the totals of one attempt end? (deck counts assumed)")
    axes.set(xlabel="warp total", ylabel="will total")
    wide, high = range(MOST_WARP + 1), range(MOST_WILL + 1)
    cells = CellMap(axes, wide, high, most=0.2)
    axes.invert_yaxis()
    (border,) = axes.plot(
        [],
        [],
        color=ORANGE,
        linewidth=2.5,
        animated=True,
        zorder=5,
        label="right of the line the power is cast",
    )
    figure.legend(handles=[border], loc="outside lower left")

    def draw(
        vortex: int, tide: int, test: int, models: int, table: str = "neither", ties: str = "cast"
    ) -> Picture:
        plan = one_attempt(vortex, tide, test, models, table, ties)
        (attempt,) = outlook(plan)
        chances = [[0.0] * len(wide) for _ in high]
        ends = {
            "compared and cast": 0.0,
            "compared and repelled": 0.0,
            "cast at once": 0.0,
            "coven lost": 0.0,
        }
        for result, chance in attempt.results.items():
            if result.end == "compared":
                chances[result.will][result.warp] += float(chance)
                ends["compared and cast" if result.cast else "compared and repelled"] += float(chance)
            else:
                ends["cast at once" if result.end == "at once" else result.end] += float(chance)
        cells.show(chances, [[_word(chance) for chance in row] for row in chances])
        shift = -0.5 if ties == "cast" else 0.5
        corners = [(will + shift, edge) for will in high for edge in (will - 0.5, will + 0.5)]
        border.set_data(*zip(*corners, strict=True))
        rows = tuple((name, percent(Fraction(chance))) for name, chance in ends.items())
        sentence = (
            f"With {models_words(models)} the power is cast in {percent(Fraction(plan.value))} of attempts; "
            f"in {percent(Fraction(ends['cast at once']))} a flood or a siphon casts it at once."
        )
        return Picture(figure, sentence, Table(("how it ends", "chance"), rows))

    return draw


def _word(chance: float) -> str:
    """Return a chance in whole percent; a small one that is there as a 0."""
    return percent(Fraction(chance), 0).removesuffix("%") if chance > 0.0005 else ""


def models_words(models: int) -> str:
    """Return a number of models in words."""
    return f"{models} {'model' if models == 1 else 'models'} in the coven"


@styled()
def coven_lines() -> Callable[..., Picture]:
    """Return a drawing function of the chance of one attempt by models in the coven, a line for each table.

    The function takes ``test`` (cards exchanged, see `decks`) and ``ties``.
    """
    figure, axes = new_figure()
    axes.set_title("What do a model and a Sister change? (deck counts assumed)")
    models = range(1, ZONE_CAPACITY + 1)
    axes.set(xlabel="models in the coven", xticks=models)
    percent_axis(axes, "chance that one attempt casts")
    looks = zip(TABLES, (BLUE, GREEN, ORANGE, RED), ("o-", "s--", "^-.", "v:"), strict=True)
    lines = {
        table: axes.plot([], [], style, color=colour, label=table, animated=True)[0]
        for table, colour, style in looks
    }
    axes.set_xlim(0.8, ZONE_CAPACITY + 0.2)
    figure.legend(loc="outside lower left", ncols=4)
    for table, count, ties in product(TABLES, models, TIES):
        one_attempt(0, 0, 0, count, table, ties)

    def draw(ties: str = "cast") -> Picture:
        rows, values = [], {}
        for table, line in lines.items():
            values[table] = [Fraction(one_attempt(0, 0, 0, count, table, ties).value) for count in models]
            line.set_data(models, [float(value) for value in values[table]])
            rows.append((table, *map(percent, values[table])))
        free, near = values["neither"], values["Sisters next door"]
        sentence = (
            f"From 1 model to {ZONE_CAPACITY} it rises from {percent(free[0])} to {percent(free[-1])}; "
            f"Sisters next door take it down to {percent(near[0])} and {percent(near[-1])}."
        )
        columns = ("on the table", *(f"{count} {'model' if count == 1 else 'models'}" for count in models))
        return Picture(figure, sentence, Table(columns, tuple(rows)))

    return draw


@styled()
def phase_bars(most: int = RULES.powers_in_hand) -> Callable[..., Picture]:
    """Return a drawing function of a phase with five equal powers as it is used up, attempt by attempt.

    The function takes ``models`` and ``ties``. All its phases are solved when the figure is made.
    """
    figure, axes = new_figure()
    axes.set_title("How far does the phase get? (deck counts assumed)")
    numbers = range(1, most + 1)
    axes.set(xlabel="attempt of the phase", xticks=numbers)
    percent_axis(axes)
    looks = {
        "cast, the phase goes on": (BLUE, ""),
        "cast, the phase ends": (SKY, "//"),
        "repelled, the phase goes on": (ORANGE, ""),
        "repelled, the phase ends": (RED, "\\\\"),
    }
    bars = {
        name: axes.bar(numbers, [0] * most, color=colour, hatch=hatch, label=name, animated=True)
        for name, (colour, hatch) in looks.items()
    }
    figure.legend(loc="outside lower left", ncols=2)
    for count, ties in product(range(1, ZONE_CAPACITY + 1), TIES):
        whole_phase(count, ties)

    def draw(models: int, ties: str = "cast") -> Picture:
        whole("models", models, 1, ZONE_CAPACITY)
        plan, attempts = whole_phase(models, one_of("ties", ties, tuple(TIES)))
        rows = []
        for column, attempt in enumerate(attempts):
            parts, below = dict.fromkeys(bars, 0.0), 0.0
            for result, chance in attempt.results.items():
                word = "cast" if result.cast else "repelled"
                parts[f"{word}, the phase {'ends' if result.over else 'goes on'}"] += float(chance)
            for name, share in parts.items():
                bars[name][column].set(y=below, height=share)
                below += share
            rows.append((f"{column + 1}", *(percent(Fraction(share)) for share in (below, *parts.values()))))
        made = [percent(Fraction(attempt.made)) for attempt in attempts]
        sentence = (
            f"With {models_words(models)} the phase casts {decimal(Fraction(plan.value))} powers on average; "
            f"a second attempt is made in {made[1]} of phases, a third in {made[2]}."
        )
        return Picture(figure, sentence, Table(("attempt", "made", *bars), tuple(rows)))

    return draw
