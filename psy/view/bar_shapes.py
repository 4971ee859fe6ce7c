"""The shapes of pictures that are made of bars: see `psy.view.shapes`."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import cycle
from typing import Any

from psy.view.chart import Axis, Chart, Panel, Table
from psy.view.marks import Bars, Mark, Number, Points, Rule
from psy.view.numbers import percent
from psy.view.ordinary import Along, Line, Series, Write, by_place, height_of, measured_axis, table_of
from psy.view.palette import FILLS, GREEN, GREY, PLAIN, Look

_ROOMY, _CROWDED = 8, 14
_WORDS = Fraction(1, 4)
_BASE = Look(GREY, width=1)
_THICK = Fraction(4, 5)


def bars(
    title: str,
    names: Along,
    sizes: Series,
    sentence: str,
    *,
    lying: bool = False,
    stack: bool = False,
    at: Any = None,
    best: Collection[Any] | None = None,
    label: str = "chance",
    write: Write = percent,
    words: Sequence[str] | None = None,
    table: Table | None = None,
) -> Chart:
    """Return bars at names or numbers, upright, or ``lying`` from the top down for long names.

    The bars of several series stand beside each other, or on each other in a ``stack``. The names of series
    stand in the legend, "" in none. A series alone has its numbers written at the ends of its bars, while
    there is room; ``words`` are written there instead.
    """
    ((along, keys),) = ((along, tuple(keys)) for along, keys in names.items())
    lines = {name: by_place(keys, numbers) for name, numbers in sizes.items()}
    if words is None and len(lines) == 1 and (lying or len(keys) <= _CROWDED):
        digits = [1 if lying or len(keys) <= _ROOMY else 0] if write is percent else []
        words = [write(line[key], *digits) for line in lines.values() for key in keys]
    spots, texts = _spots(keys)
    marks: list[Mark] = [*_bars(lines, keys, spots, best, words, lying=lying, stack=stack)]
    if best is not None:
        marks.append(Points((), (), "best", Look(GREEN, "", "s", size=11)))
    marks.append(Rule(0, lying=not lying, look=_BASE))
    if at is not None:
        marks.append(Rule(spots[keys.index(at)], lying, "you"))
    named = Axis(along, names=texts, whole=not texts, down=lying)
    measured = measured_axis(label, write, lines)
    across, up = (measured, named) if lying else (named, measured)
    if stack:
        lines["together"] = {key: sum(line[key] for line in lines.values()) for key in keys}
    table = table or table_of(along, keys, lines, label, write)
    height = height_of(len(keys), 0.42) if lying else 4.0
    return Chart(title, (Panel(tuple(marks), across, up),), sentence, table, height)


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
    marks: list[Mark] = [Rule(centre, look=PLAIN)]
    for side, look in ((1, FILLS[0]), (0, FILLS[1])):
        sizes = tuple(ends[name][side] - centre for name in order)
        written = tuple(words[name][side] if words else write(ends[name][side], 1) for name in order)
        bases = (centre,) * len(order)
        marks.insert(0, Bars(tuple(range(len(order))), sizes, bases, sides[side], look, written, lying=True))
    least, most = min(map(min, ends.values())), max(map(max, ends.values()))
    room = Fraction(most - least) * _WORDS  # For what is written at the ends.
    measured = Axis(label, low=least - room, high=most + room, percent=write is percent)
    panel = Panel(tuple(marks), measured, Axis(names=tuple(order), down=True))
    lines = {side: {name: ends[name][number] for name in order} for number, side in enumerate(sides)}
    table = table or table_of("", order, lines, label, write)
    return Chart(title, (panel,), sentence, table, height=height_of(len(order), 0.42))


def _bars(
    lines: Mapping[str, Line],
    keys: Sequence[Any],
    spots: Sequence[int],
    best: Collection[Any] | None,
    words: Sequence[str] | None,
    *,
    lying: bool,
    stack: bool,
) -> Iterator[Bars]:
    """Return the bars of each line: on those before it in a stack, else beside them; words at the last."""
    base: tuple[Number, ...] = (0,) * len(keys)
    thick = _THICK if stack else _THICK / len(lines)
    for number, ((name, line), look) in enumerate(zip(lines.items(), cycle(FILLS), strict=False), start=1):
        shift = 0 if stack else thick * Fraction(2 * number - 1 - len(lines), 2)
        places, sizes = tuple(spot + shift for spot in spots), tuple(line[key] for key in keys)
        ends = tuple(words or ()) if number == len(lines) else ()
        tints = () if best is None else tuple(GREEN if key in best else look.colour for key in keys)
        yield Bars(places, sizes, base, name, look, ends, tints, lying, float(thick))
        if stack:
            base = tuple(low + size for low, size in zip(base, sizes, strict=True))


def _spots(keys: Sequence[Any]) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """Return where bars stand, and their names: at whole numbers without gaps they stand there, unnamed."""
    if all(isinstance(key, int) for key in keys) and list(keys) == list(range(keys[0], keys[-1] + 1)):
        return tuple(keys), ()
    return tuple(range(len(keys))), tuple(map(str, keys))
