"""Pictures of balance studies: a sweep under sliders, already worked out, and who leads by how much."""

from collections.abc import Callable, Hashable
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from psy.exact.arguments import one_of
from psy.study import BreakEven
from psy.view.numbers import decimal, percent
from psy.view.picture import BLUE, GREY, ORANGE, Picture, Table, new_figure, percent_axis, styled
from psy.view.study import COLOURS, DASHES, axes_of, plain, rows_of

if TYPE_CHECKING:
    import pandas as pd

Write = Callable[[Any], str]


@styled()
def swept(
    table: "pd.DataFrame", along: str, lines: str = "variant", title: str = "", chance: bool = True
) -> Callable[..., Picture]:
    """Return a drawing function of a sweep: one axis from left to right, a line for each value of another.

    The function takes a value for each axis that is left, by name. It looks numbers up and works out none.

    Parameters
    ----------
    table
        What `psy.study.sweep` returned, ``variant`` among its axes if there are several.
    along, lines
        The axis across the picture, and the axis whose values are the lines.
    title
        What is measured.
    chance
        Whether the values are chances from 0 to 1, and not points or counts.

    Raises
    ------
    ValueError
        If there is no such axis; from the drawing function, if a value is not one that was swept.
    """
    names = [name for name in table.columns if name == "variant" or name in axes_of(table)]
    one_of("along", along, tuple(names))
    one_of("lines", lines, tuple(name for name in names if name != along))
    settings = {name: list(dict.fromkeys(table[name])) for name in names}
    others = [name for name in names if name not in (along, lines)]
    values = {tuple(row[name] for name in names): row["value"] for row in rows_of(table)}
    write: Write = percent if chance else decimal
    figure, axes = new_figure()
    curves, peaks = zip(
        *(_line(axes, place, lines, name) for place, name in enumerate(settings[lines])), strict=True
    )
    _frame(axes, [float(value) for value in values.values() if value is not None], chance)
    axes.set_xticks(range(len(settings[along])), [plain(text, 12) for text in settings[along]])
    axes.set(xlabel=plain(along), xlim=(-0.3, len(settings[along]) - 0.7))
    axes.set_title(plain(title, 70))
    figure.legend(loc="outside lower left", ncols=3)

    def draw(**chosen: Hashable) -> Picture:
        _check(chosen, {name: settings[name] for name in others})
        found = {}
        for curve, peak, line in zip(curves, peaks, settings[lines], strict=True):
            points = [values[_key(names, {**chosen, along: at, lines: line})] for at in settings[along]]
            curve.set_data(
                range(len(points)), [float("nan") if one is None else float(one) for one in points]
            )
            best = _most(points)
            peak.set_data([] if best is None else [best], [] if best is None else [float(points[best])])
            found[line] = (points, best)
        rows = [
            (
                str(at),
                *("" if points[place] is None else write(points[place]) for points, _ in found.values()),
            )
            for place, at in enumerate(settings[along])
        ]
        tops = [
            f"{write(points[best])} at {along} {settings[along][best]} ({lines} {line})"
            for line, (points, best) in found.items()
            if best is not None
        ]
        where = (
            f"With {', '.join(f'{name} {value}' for name, value in chosen.items())}, the" if chosen else "The"
        )
        sentence = f"{where} most is {'; '.join(tops) or 'unknown: every point failed'}."
        return Picture(figure, sentence, Table((along, *map(str, settings[lines])), tuple(rows)))

    return draw


def _line(axes: Any, place: int, lines: str, name: Any) -> tuple[Any, Any]:
    """Return a line and the ring around its highest point, both without data."""
    look = {"color": COLOURS[place % len(COLOURS)], "linestyle": DASHES[place % len(DASHES)]}
    label = plain(name if isinstance(name, str) else f"{lines} {name}")
    (curve,) = axes.plot([], [], marker="o", markersize=4, label=label, animated=True, **look)
    ring = {"markersize": 11, "markerfacecolor": "none", "markeredgecolor": look["color"]}
    (peak,) = axes.plot([], [], "o", animated=True, **ring)
    return curve, peak


def _frame(axes: Any, numbers: list[float], chance: bool) -> None:
    """Set limits that hold every point of the sweep, so that pictures can be compared."""
    if chance:
        percent_axis(axes)
        return
    low, high = min(numbers, default=0.0), max(numbers, default=1.0)
    room = (high - low or 1.0) * 0.08
    axes.set_ylim(low - room, high + room)


def _check(chosen: dict[str, Hashable], allowed: dict[str, list[Any]]) -> None:
    if set(chosen) != set(allowed):
        raise ValueError(
            f"the axes to choose are {', '.join(allowed) or 'none'}, not {', '.join(chosen) or 'none'}"
        )
    for name, value in chosen.items():
        if value not in allowed[name]:
            raise ValueError(f"{name} must be one of {', '.join(map(repr, allowed[name]))}, not {value!r}")


def _key(names: list[str], values: dict[str, Any]) -> tuple[Any, ...]:
    return tuple(values[name] for name in names)


def _most(points: list[Any]) -> int | None:
    """Return the place of the greatest value, the first of equals; None if every point failed."""
    known = [place for place, value in enumerate(points) if value is not None]
    return max(known, key=lambda place: points[place], default=None)


@styled()
def who_leads(found: BreakEven, first: str, second: str, setting: str) -> Picture:
    """Return the picture of `psy.study.break_even`: how far the first side leads at every setting tried."""
    figure, axes = new_figure(height=3.4)
    gaps = [float(gap) for _, gap in found.gaps]
    for side, colour, wins in ((first, BLUE, lambda gap: gap > 0), (second, ORANGE, lambda gap: gap < 0)):
        heights = [gap if wins(gap) else 0.0 for gap in gaps]
        axes.bar(range(len(gaps)), heights, color=colour, label=f"{plain(side)} is greater")
    axes.axhline(0, color=GREY)
    axes.set_xticks(range(len(gaps)), [str(at) for at, _ in found.gaps])
    axes.set(xlabel=plain(setting), ylabel="difference")
    axes.set_title(plain(f"{first} less {second}", 70))
    figure.legend(loc="outside lower left", ncols=2)
    sentence = f"Between {first} and {second}, over {setting}: {found}."
    rows = tuple((str(at), decimal(Fraction(gap), 4)) for at, gap in found.gaps)
    return Picture(figure, sentence, Table((setting, "difference"), rows))
