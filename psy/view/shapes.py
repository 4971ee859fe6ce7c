"""The shapes of psy's pictures, with the looks of the house: a topic says what is shown, never how.

Numbers come by name and stay exact; a shape chooses colours, dashes, hatches, ends of axes, the legend, and
the ordinary table, which ``table=`` replaces. The reader's own value (``at``) and the best one (``best``) are
marked in the same way on every picture; a picture that marks them at some settings gives an empty ``best`` at
the others. ``write`` says how numbers are written: `percent` for chances, `decimal` for points.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from psy.view.chart import Axis, Chart, Panel, Table
from psy.view.marks import Bars, Boxes, Cells, Line, Link, Mark, Number, Points, Rule
from psy.view.numbers import exactly, percent
from psy.view.palette import BEST, FILLS, GREEN, GREY, PLAIN, SERIES, YOU, Look

Write = Callable[..., str]
Numbers = Sequence[Number]
Series = Mapping[str, Numbers | Mapping[Any, Number]]
# A named axis: its label, and what stands along it.
Along = Mapping[str, Sequence[Any]]
_ROOMY, _CROWDED = 8, 14
_BASE = Look(GREY, width=1)


def curves(
    title: str,
    x: Mapping[str, Numbers],
    y: Series,
    sentence: str,
    *,
    at: Number | None = None,
    best: Iterable[Number] | None = None,
    on: str = "",
    label: str = "chance",
    write: Write = percent,
    looks: Mapping[str, Look] | None = None,
    more: Iterable[tuple[str, ...]] = (),
    table: Table | None = None,
) -> Chart:
    """Return numbers over numbers, a line each.

    Parameters
    ----------
    x, y
        What is along the axis, by its label; and for each line its numbers there, or by their places.
    at, best
        The reader's own place, and the best places: on the line named ``on``, the first unless named.
    label
        What is measured.
    looks
        Looks of lines by name, where those of the house must not change with the number of lines.
    more
        Rows below those of the ordinary table, which has a row for each line at the reader's own place, or
        without one a row for each place.
    """
    ((across, places),) = x.items()
    lines = {name: _by_place(places, numbers) for name, numbers in y.items()}
    own = lines[on or next(iter(lines))]
    marks: list[Mark] = [
        Line(tuple(line), tuple(line.values()), name, (looks or {}).get(name, look))
        for (name, line), look in zip(lines.items(), _looks(SERIES, lines), strict=True)
    ]
    if best is not None:
        best = tuple(best)
        marks.append(Points(best, tuple(own[place] for place in best), "best", BEST))
    if at is not None:
        marks += [Rule(at), Points((at,), (own[at],), "you", YOU)] if at in own else [Rule(at, label="you")]
        rows: list[tuple[str, ...]] = [_row(name, line.get(at), write) for name, line in lines.items()]
        columns: tuple[str, ...] = ("", label, "exactly")
    else:
        rows = [(f"{place}", *(_cell(line.get(place), write) for line in lines.values())) for place in places]
        columns = (across, *lines)
    low = 0 if all(number >= 0 for line in lines.values() for number in line.values()) else None
    panel = Panel(tuple(marks), Axis(across, whole=True), _measured(label, write, low))
    return Chart(title, (panel,), sentence, table or Table(columns, (*rows, *more)))


def bars(
    title: str,
    names: Along,
    sizes: Series,
    sentence: str,
    *,
    at: Any = None,
    best: Iterable[Any] | None = None,
    label: str = "chance",
    write: Write = percent,
    words: Sequence[str] | None = None,
    table: Table | None = None,
) -> Chart:
    """Return upright bars at names or numbers; those of several series stand beside each other.

    The names of series stand in the legend, "" in none. A series alone has its numbers written on its bars,
    while there is room; ``words`` are written instead.
    """
    return _bars(
        title, names, sizes, sentence, at, best, (label, write, words, table), lying=False, stack=False
    )


def lying(
    title: str,
    names: Along,
    sizes: Series,
    sentence: str,
    *,
    at: Any = None,
    best: Iterable[Any] | None = None,
    label: str = "chance",
    write: Write = percent,
    words: Sequence[str] | None = None,
    table: Table | None = None,
) -> Chart:
    """Return bars that lie, from the top down: for long names."""
    return _bars(
        title, names, sizes, sentence, at, best, (label, write, words, table), lying=True, stack=False
    )


def stacked(
    title: str,
    names: Along,
    parts: Series,
    sentence: str,
    *,
    at: Any = None,
    label: str = "chance",
    write: Write = percent,
    words: Sequence[str] | None = None,
    table: Table | None = None,
    lying: bool = False,
) -> Chart:
    """Return bars whose parts are stacked on each other, upright or lying; ``words`` stand at their ends."""
    return _bars(
        title, names, parts, sentence, at, None, (label, write, words, table), lying=lying, stack=True
    )


def tornado(
    title: str,
    ends: Mapping[str, tuple[Number, Number]],
    centre: Number,
    sentence: str,
    *,
    sides: tuple[str, str] = ("low", "high"),
    label: str = "chance",
    write: Write = percent,
    words: Mapping[str, tuple[str, str]] | None = None,
    table: Table | None = None,
) -> Chart:
    """Return what each thing alone does to a number: a bar to either side, the longest at the top.

    ``ends`` are the numbers at the two ``sides``, ``words`` what is written there instead of them.
    """
    order = sorted(ends, key=lambda name: abs(float(ends[name][1]) - float(ends[name][0])), reverse=True)
    places = tuple(range(len(order)))
    marks: list[Mark] = []
    for side, look in ((0, FILLS[1]), (1, FILLS[0])):
        sizes = tuple(ends[name][side] - centre for name in order)
        written = tuple(
            (words[name] if words else [write(end, 1) for end in ends[name]])[side] for name in order
        )
        marks.append(Bars(places, sizes, (centre,) * len(order), sides[side], look, written, lying=True))
    rows = tuple((name, *(write(end) for end in ends[name])) for name in order)
    panel = Panel(
        (*marks, Rule(centre, look=PLAIN)),
        _measured(label, write, None),
        Axis(names=tuple(order), down=True),
    )
    table = table or Table(("", *sides), rows)
    return Chart(title, (panel,), sentence, table, height=_high(len(order), 0.42))


def cells(
    title: str,
    across: Along,
    down: Along,
    values: Sequence[Sequence[Any]],
    sentence: str,
    *,
    framed: Iterable[tuple[Any, Any]] = (),
    at: tuple[Any, Any] | None = None,
    words: Sequence[Sequence[str]] | None = None,
    write: Write = percent,
    shades: str = "",
    most: Number | None = None,
    kinds: Mapping[str, str] | None = None,
    table: Table | None = None,
) -> Chart:
    """Return a map, the first row at the top.

    Parameters
    ----------
    across, down
        The columns and rows by the label of their axis.
    values
        A number for each cell, in rows, None for no cell; or with ``kinds`` a name of one of them.
    framed, at
        Cells with a frame, such as the best, and the reader's own: each as (column, row).
    words
        What is written in the cells instead of their numbers.
    shades, most
        The colours of numbers: blue, or ``"RdBu"``, red to blue, which is chosen if some are negative. And
        the number of the darkest shade: 1, or the largest where numbers are no chances.
    kinds
        Colours by name, for cells that differ in kind.
    """
    ((over, columns),), ((beside, rows),) = across.items(), down.items()
    places = {name: place for place, name in enumerate(kinds or ())}
    numbers = tuple(
        tuple(places[value] if kinds and value is not None else value for value in row) for row in values
    )
    known = [number for row in numbers for number in row if number is not None]
    largest = most or (1 if write is percent else max(map(abs, known), default=1) or 1)
    both = shades == "RdBu" or (not shades and any(number < 0 for number in known))
    if words is None:
        words = [["" if value is None or kinds else _short(value, write) for value in row] for row in numbers]
    spots = tuple((list(columns).index(column), list(rows).index(row)) for column, row in framed)
    marks: list[Mark] = [
        Cells(
            numbers,
            tuple(map(tuple, words)),
            spots,
            shades or ("RdBu" if both else "Blues"),
            -largest if both else 0,
            largest,
            tuple((kinds or {}).items()),
        )
    ]
    if at is not None:
        spot = list(columns).index(at[0]), list(rows).index(at[1])
        marks.append(Points((spot[0],), (spot[1],), "you", replace(YOU, size=24)))
    shown = [[kind or "" for kind in row] for row in values] if kinds else words
    ordinary = Table(
        (beside, *map(str, columns)), tuple((f"{n}", *row) for n, row in zip(rows, shown, strict=True))
    )
    panel = Panel(
        tuple(marks),
        Axis(over, names=tuple(map(str, columns))),
        Axis(beside, names=tuple(map(str, rows)), down=True),
    )
    return Chart(title, (panel,), sentence, table or ordinary, height=_high(len(rows), 0.4))


def flow(
    title: str,
    columns: Sequence[Mapping[Any, tuple[str, ...]]],
    links: Iterable[tuple[Any, Any, float, str]],
    sentence: str,
    table: Table,
    *,
    tints: Mapping[Any, str] | None = None,
    legend: Mapping[str, str] | None = None,
    height: float = 4.6,
    width: float = 7.6,
) -> Chart:
    """Return boxes from left to right, with links between them.

    Parameters
    ----------
    columns
        For each column from left to right its boxes from the top: a key, and lines of text.
    links
        From the box of one key to that of another: the width of the line in points, and what happens on it.
    tints, legend
        Colours of boxes by their key, and what a colour means.
    """
    keys = [key for column in columns for key in column]
    deepest = max(map(len, columns))
    spots = [
        (number, (len(column) - 1) / 2 * deepest / len(column) - place * deepest / len(column))
        for number, column in enumerate(columns)
        for place in range(len(column))
    ]
    edges = tuple(Link(keys.index(one), keys.index(other), wide, word) for one, other, wide, word in links)
    words = tuple(lines for column in columns for lines in column.values())
    colours = tuple((tints or {}).get(key, "#d0d0d0") for key in keys)
    boxes = Boxes(tuple(spots), words, colours, edges, (0.64, 0.7))
    keyed = tuple(
        Points((), (), name, Look(colour, "", "s", size=11)) for name, colour in (legend or {}).items()
    )
    panel = Panel((boxes, *keyed), Axis(hidden=True), Axis(hidden=True))
    return Chart(title, (panel,), sentence, table, height, width)


def beside(title: str, charts: Sequence[Chart], sentence: str = "", table: Table | None = None) -> Chart:
    """Return charts side by side as the panels of one; axes of the same label have the same ends.

    The titles of the charts become those of the panels; sentence and table are those of the first chart
    unless others are given.
    """
    panels = [replace(panel, title=chart.title) for chart in charts for panel in chart.panels]
    for side, way in enumerate(("across", "up")):
        axes: list[Axis] = [getattr(panel, way) for panel in panels]
        if len({(axis.label, axis.names) for axis in axes}) == 1 and not axes[0].names:
            ends = [panel.limits()[side] for panel in panels]
            low, high = min(low for low, _ in ends), max(high for _, high in ends)
            same = replace(axes[0], low=low, high=high)
            panels = [
                replace(panel, across=same) if way == "across" else replace(panel, up=same)
                for panel in panels
            ]
    first = charts[0]
    height = max(chart.height for chart in charts)
    return Chart(title, tuple(panels), sentence or first.sentence, table or first.table, height)


def _bars(
    title: str,
    names: Along,
    sizes: Series,
    sentence: str,
    at: Any,
    best: Iterable[Any] | None,
    written: tuple[str, Write, Sequence[str] | None, Table | None],
    *,
    lying: bool,
    stack: bool,
) -> Chart:
    ((along, keys),) = names.items()
    label, write, words, table = written
    places = {name: _by_place(keys, numbers) for name, numbers in sizes.items()}
    series = {name: [line[key] for key in keys] for name, line in places.items()}
    wanted = None if best is None else set(best)
    chosen = None if wanted is None else [key in wanted for key in keys]
    if words is None and len(series) == 1 and (lying or len(keys) <= _CROWDED):
        (alone,) = series.values()
        words = [
            write(size, 1 if lying or len(keys) <= _ROOMY or write is not percent else 0) for size in alone
        ]
    numbers = _in_order(keys)
    spots = tuple(keys) if numbers else tuple(range(len(keys)))
    marks = _stack(spots, series, words, lying) if stack else _group(spots, series, words, lying, chosen)
    low = 0 if all(size >= 0 for numbers in series.values() for size in numbers) else None
    marks.append(Rule(0, lying=not lying, look=_BASE))
    if at is not None:
        marks.append(Rule(spots[list(keys).index(at)], lying, "you"))
    texts = () if numbers else tuple(map(str, keys))
    named, measured = Axis(along, names=texts, whole=numbers, down=lying), _measured(label, write, low)
    panel = Panel(tuple(marks), *((measured, named) if lying else (named, measured)))
    table = table or _table(along, keys, series, label, write, stack)
    return Chart(title, (panel,), sentence, table, height=_high(len(keys), 0.42) if lying else 4.0)


def _in_order(keys: Sequence[Any]) -> bool:
    """Return whether bars stand at whole numbers without gaps."""
    return all(isinstance(key, int) for key in keys) and list(keys) == list(
        range(keys[0], keys[0] + len(keys))
    )


def _stack(
    spots: tuple[int, ...], series: Mapping[str, list[Number]], words: Sequence[str] | None, lying: bool
) -> list[Mark]:
    marks: list[Mark] = []
    base: list[Number] = [0] * len(next(iter(series.values())))
    for number, ((name, part), look) in enumerate(
        zip(series.items(), _looks(FILLS, series), strict=True), start=1
    ):
        ends = tuple(words or ()) if number == len(series) else ()
        marks.append(Bars(spots, tuple(part), tuple(base), name, look, ends, lying=lying))
        base = [low + more for low, more in zip(base, part, strict=True)]
    return marks


def _group(
    spots: tuple[int, ...],
    series: Mapping[str, list[Number]],
    words: Sequence[str] | None,
    lying: bool,
    best: Sequence[bool] | None,
) -> list[Mark]:
    thick = 0.8 / len(series)
    marks: list[Mark] = []
    for number, ((name, sizes), look) in enumerate(zip(series.items(), _looks(FILLS, series), strict=True)):
        shift = Fraction(2 * number + 1 - len(series), 2) * Fraction(4, 5) / len(series)
        at = tuple(spot + shift for spot in spots)
        colours = tuple(GREEN if chosen else look.colour for chosen in best) if best else ()
        marks.append(
            Bars(at, tuple(sizes), (), name, look, tuple(words or ()), colours, lying=lying, thick=thick)
        )
    if best is not None:
        marks.append(Points((), (), "best", Look(GREEN, "", "s", size=11)))
    return marks


def _table(
    along: str, keys: Sequence[Any], series: Mapping[str, list[Number]], label: str, write: Write, stack: bool
) -> Table:
    if len(series) == 1:
        ((_, sizes),) = series.items()
        rows = tuple(_row(f"{key}", size, write) for key, size in zip(keys, sizes, strict=True))
        return Table((along, label, "exactly"), rows)
    columns = (along, *series, "together") if stack else (along, *series)
    lines = [[*part, sum(part)] if stack else list(part) for part in zip(*series.values(), strict=True)]
    return Table(columns, tuple((f"{key}", *map(write, line)) for key, line in zip(keys, lines, strict=True)))


def _by_place(places: Sequence[Any], numbers: Numbers | Mapping[Any, Number]) -> dict[Any, Number]:
    """Return the numbers by their place; a line may end before the axis does."""
    return dict(numbers) if isinstance(numbers, Mapping) else dict(zip(places, numbers, strict=False))


def _looks(looks: Sequence[Look], things: Mapping[str, object]) -> list[Look]:
    return [looks[number % len(looks)] for number in range(len(things))]


def _measured(label: str, write: Write, low: Number | None) -> Axis:
    return Axis(label, low=low, percent=write is percent)


def _row(name: str, number: Number | None, write: Write) -> tuple[str, str, str]:
    exact = exactly(number) if isinstance(number, int | Fraction) else ""
    return name, _cell(number, write), exact


def _cell(number: Number | None, write: Write) -> str:
    return "" if number is None else write(number)


def _short(number: Number, write: Write) -> str:
    return write(number, 0)[:-1] if write is percent else write(number, 1)


def _high(rows: int, each: float) -> float:
    return round(1.4 + each * rows, 2)
