"""Pictures of studies: variants side by side, curves and heat maps of sweeps, and what matters most.

Names come from whoever wrote the study: they are drawn as the text that they are.
"""

import textwrap
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from psy.view.numbers import decimal
from psy.view.picture import (
    BLUE,
    GREEN,
    GREY,
    ORANGE,
    PURPLE,
    RED,
    SKY,
    Picture,
    Table,
    new_figure,
    styled,
)

if TYPE_CHECKING:
    import pandas as pd

COLOURS = (BLUE, ORANGE, GREEN, RED, PURPLE, SKY, GREY)
DASHES = ("-", "--", "-.", ":")
DIGITS = 4
_RESULTS = ("variant", "value", "error")


@styled()
def comparison(table: "pd.DataFrame") -> Picture:
    """Return the picture of `psy.study.compare`: a panel for each measure, a bar for each variant."""
    measures = list(dict.fromkeys(table["measure"]))
    variants = list(dict.fromkeys(table["variant"]))
    height = sum(0.55 + 0.3 * len(variants) for _ in measures)
    figure, panels = new_figure(width=7.2, height=0.4 + height, rows=len(measures), squeeze=False)
    for axes, measure in zip(panels[:, 0], measures, strict=True):
        rows = table[table["measure"] == measure]
        values = [0.0 if value is None else float(value) for value in rows["value"]]
        bars = axes.barh(range(len(rows)), values, color=[GREY, *[BLUE] * (len(rows) - 1)])
        axes.bar_label(bars, [f" {_number(value)}" for value in rows["value"]], fontsize=9)
        axes.set_yticks(range(len(rows)), [plain(name) for name in rows["variant"]])
        axes.set_title(plain(measure, 80), fontsize=10.5)
        axes.invert_yaxis()
        axes.margins(x=0.18)
        axes.grid(visible=False, axis="y")
    columns = ("measure", "variant", "value", "difference")
    cells = tuple(
        (row["measure"], row["variant"], _number(row["value"]), _number(row["difference"]))
        for row in rows_of(table)
    )
    return Picture(figure, _largest(table), Table(columns, cells))


def _largest(table: "pd.DataFrame") -> str:
    moved = [row for row in rows_of(table) if row["difference"]]
    if not moved:
        return "No variant changes any of the measures."
    most = max(moved, key=lambda row: abs(row["difference"]))
    way = "more" if most["difference"] > 0 else "less"
    return (
        f"The largest difference is in {most['measure']!r}: with {most['variant']!r} it is "
        f"{_number(most['value'])}, {_number(abs(most['difference']))} {way} than the base."
    )


@styled()
def curves(table: "pd.DataFrame", title: str = "") -> Picture:
    """Return the picture of a `psy.study.sweep` over one axis: a line for each variant."""
    (name,) = axes_of(table)
    figure, axes = new_figure()
    settings = list(dict.fromkeys(map(str, table[name])))
    groups = _by_variant(table)
    for place, (variant, rows) in enumerate(groups.items()):
        line = [float("nan") if value is None else float(value) for value in rows["value"]]
        style = {"color": COLOURS[place % len(COLOURS)], "linestyle": DASHES[place % len(DASHES)]}
        axes.plot(range(len(line)), line, marker="o", markersize=4, label=plain(variant), **style)
    step = -(-len(settings) // 15)
    axes.set_xticks(range(0, len(settings), step), [plain(text, 12) for text in settings[::step]])
    axes.set_title(plain(title, 70))
    axes.set(xlabel=plain(name))
    if len(groups) > 1:
        figure.legend(loc="outside lower left", ncols=2)
    cells = tuple(zip(settings, *(map(_number, rows["value"]) for rows in groups.values()), strict=True))
    return Picture(figure, _peaks(groups, name, title), Table((name, *groups), cells))


def _peaks(groups: "dict[str, pd.DataFrame]", name: str, title: str) -> str:
    peaks = []
    for variant, rows in groups.items():
        found = [(row["value"], row[name]) for row in rows_of(rows) if row["value"] is not None]
        if found:
            most, where = max(found, key=lambda pair: pair[0])
            words = f"{_number(most)} at {name} {where}"
            peaks.append(f"{words} ({variant})" if variant else words)
    return f"{_named(title)} is at most {'; '.join(peaks) or 'nothing: every point failed'}."


@styled()
def heat_map(table: "pd.DataFrame", title: str = "") -> Picture:
    """Return the picture of a `psy.study.sweep` over two axes: the first down, the second across."""
    down, across = axes_of(table)
    rows = list(dict.fromkeys(map(str, table[down])))
    columns = list(dict.fromkeys(map(str, table[across])))
    values = list(table["value"])
    grid = [values[start : start + len(columns)] for start in range(0, len(values), len(columns))]
    known = [float(value) for value in values if value is not None]
    low, high = min(known, default=0.0), max(known, default=1.0)
    figure, axes = new_figure(width=7.2, height=1.4 + 0.4 * min(len(rows), 15))
    numbers = [[float("nan") if value is None else float(value) for value in line] for line in grid]
    axes.imshow(numbers, "Blues", aspect="auto", vmin=low, vmax=high)
    axes.set_xticks(range(len(columns)), [plain(text, 12) for text in columns])
    axes.set_yticks(range(len(rows)), [plain(text, 20) for text in rows])
    axes.set_title(plain(title, 80))
    axes.set(xlabel=plain(across), ylabel=plain(down))
    axes.grid(visible=False)
    if len(values) <= 150:
        for place, value in enumerate(values):
            dark = value is not None and float(value) > (low + high) / 2
            style = {"ha": "center", "va": "center", "fontsize": 8.5, "color": "white" if dark else "black"}
            axes.text(place % len(columns), place // len(columns), _number(value, 2), **style)
    cells = tuple((name, *map(_number, line)) for name, line in zip(rows, grid, strict=True))
    ends = f"from {_number(_exact(low, values))} to {_number(_exact(high, values))}"
    sentence = f"{_named(title)} goes {ends} over {down} (down) and {across} (across)."
    return Picture(figure, sentence, Table((f"{down}, {across}", *columns), cells))


def _exact(number: float, values: list[Any]) -> Any:
    return next((value for value in values if value is not None and float(value) == number), None)


@styled()
def tornado(table: "pd.DataFrame", title: str = "") -> Picture:
    """Return the picture of `psy.study.one_at_a_time`: the inputs that move the measure most on top."""
    inputs = {name: _moves(table[table["input"] == name]) for name in dict.fromkeys(table["input"])}
    figure, axes = new_figure(width=7.2, height=1.3 + 0.42 * len(inputs))
    for place, moves in enumerate(inputs.values()):
        for end, colour, side in ((min(moves), ORANGE, "right"), (max(moves), BLUE, "left")):
            gap, setting = float(end[0]), end[1]
            if gap:
                axes.barh(place, gap, color=colour)
                words = {"va": "center", "ha": side, "fontsize": 9}
                axes.text(gap, place, f" {plain(setting, 16)} ", **words)
    axes.axvline(0, color=GREY)
    axes.set_yticks(range(len(inputs)), [plain(name, 30) for name in inputs])
    axes.invert_yaxis()
    axes.margins(x=0.15)
    axes.set_title(plain(title, 80))
    axes.set(xlabel="difference from the base")
    axes.grid(visible=False, axis="y")
    columns = ("input", "setting", "value", "difference")
    cells = tuple(
        (row["input"], str(row["setting"]), _number(row["value"]), _number(row["difference"]))
        for row in rows_of(table)
    )
    first, moves = next(iter(inputs.items()))
    swing = max(moves)[0] - min(moves)[0]
    sentence = f"{_named(title)} is moved most by {first}: by {_number(swing)} from end to end."
    if not swing:
        sentence = f"{_named(title)} is moved by none of the inputs."
    return Picture(figure, sentence, Table(columns, cells))


def _moves(rows: "pd.DataFrame") -> list[tuple[Any, str]]:
    """Return how far each setting of an input moves the measure; where it stays is among them."""
    moved = [
        (row["difference"], str(row["setting"])) for row in rows_of(rows) if row["difference"] is not None
    ]
    return [(Fraction(0), ""), *moved]


def axes_of(table: "pd.DataFrame") -> list[str]:
    """Return the names of the axes of a sweep, without the variant."""
    return [name for name in table.columns if name not in _RESULTS]


def _by_variant(table: "pd.DataFrame") -> "dict[str, pd.DataFrame]":
    if "variant" not in table:
        return {"": table}
    return {name: table[table["variant"] == name] for name in dict.fromkeys(table["variant"])}


def plain(text: str, width: int = 40) -> str:
    r"""Return a name as a figure may draw it: short, on one line, and no formula.

    Examples
    --------
    >>> plain("costs $5 or $6")
    'costs \\$5 or \\$6'
    """
    short = textwrap.shorten(str(text), width, placeholder="...")
    return ("\u200a" + short if short.startswith("_") else short).replace("$", r"\$")


def rows_of(table: "pd.DataFrame") -> list[dict[str, Any]]:
    """Return the rows of a table by the names of its columns."""
    rows: list[dict[str, Any]] = table.to_dict("records")  # type: ignore[assignment]
    return rows


def _named(title: str) -> str:
    return repr(title) if title else "The measure"


def _number(value: Any, digits: int = DIGITS) -> str:
    """Return a value as a decimal; nothing where there is none."""
    if value is None:
        return ""
    exact = Fraction(value)
    return str(exact) if exact.denominator == 1 else decimal(exact, digits)
