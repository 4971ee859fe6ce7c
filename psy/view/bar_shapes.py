"""The shapes of pictures that are made of bars: see `psy.view.shapes`."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from psy.view.chart import Axis, Chart, Panel, Table
from psy.view.marks import Bars, Mark, Number, Points, Rule
from psy.view.numbers import percent
from psy.view.ordinary import Along, Series, Write, by_place, height_of, looks_of, measured_axis, table_row
from psy.view.palette import FILLS, GREEN, GREY, PLAIN, Look

_ROOMY, _CROWDED = 8, 14
_WORDS = Fraction(1, 4)
_BASE = Look(GREY, width=1)


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
    least, most = min(map(min, ends.values())), max(map(max, ends.values()))
    room = Fraction(most - least) * _WORDS  # For what is written at the ends.
    panel = Panel(
        (*marks, Rule(centre, look=PLAIN)),
        replace(measured_axis(label, write, least - room), high=most + room),
        Axis(names=tuple(order), down=True),
    )
    table = table or Table(("", *sides), rows)
    return Chart(title, (panel,), sentence, table, height=height_of(len(order), 0.42))


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
    places = {name: by_place(keys, numbers) for name, numbers in sizes.items()}
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
    named, measured = Axis(along, names=texts, whole=numbers, down=lying), measured_axis(label, write, low)
    panel = Panel(tuple(marks), *((measured, named) if lying else (named, measured)))
    table = table or _table(along, keys, series, label, write, stack)
    return Chart(title, (panel,), sentence, table, height=height_of(len(keys), 0.42) if lying else 4.0)


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
        zip(series.items(), looks_of(FILLS, series), strict=True), start=1
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
    for number, ((name, sizes), look) in enumerate(zip(series.items(), looks_of(FILLS, series), strict=True)):
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
        rows = tuple(table_row(f"{key}", size, write) for key, size in zip(keys, sizes, strict=True))
        return Table((along, label, "exactly"), rows)
    columns = (along, *series, "together") if stack else (along, *series)
    lines = [[*part, sum(part)] if stack else list(part) for part in zip(*series.values(), strict=True)]
    return Table(columns, tuple((f"{key}", *map(write, line)) for key, line in zip(keys, lines, strict=True)))
