"""Pictures that have, together, every mark, every look and every kind of axis: for both renderers."""

from dataclasses import replace
from fractions import Fraction
from typing import Annotated

from psy.view.chart import Axis, Chart, Panel, Table
from psy.view.controls import Menu, Slider, picture
from psy.view.marks import Bars, Boxes, Cells, Line, Link, Points, Rule
from psy.view.palette import BEST, BLUE, FILLS, GREY, ORANGE, PURPLE, RED, SERIES, YOU, Look

Dice = Annotated[int, Slider("dice thrown", 0, 12)]
KINDS = ("plain", "odd")


def chart(title, panels, sentence, rows=((("one", "1"),)), **size):
    """Return a chart whose table has two columns."""
    return Chart(title, tuple(panels), sentence, Table(("", "number"), tuple(rows)), **size)


@picture
def curves(dice: Dice = 4, kind: Annotated[str, Menu("kind", KINDS)] = "plain") -> Chart:
    """Lines, points and rules over axes of percentages; the odd kind refuses no dice, and is rarer."""
    if kind == "odd" and dice == 0:
        raise ValueError("with no dice nothing is odd")
    base = Fraction(1, 2) if kind == "plain" else Fraction(1, 30)
    places = tuple(range(13))
    lines = [
        Line(places, tuple((1 - (1 - base) ** n) / (1 + s) for n in places), f"line {s + 1}", SERIES[s])
        for s in range(7)
    ]
    here = (1 - (1 - base) ** dice) / 3
    marks = (
        *lines,
        Points((dice,), (here,), "yours", YOU),
        Points((12,), (lines[0].y[12],), "the best", BEST),
        Rule(dice, label="your dice"),
        Rule(Fraction(1, 2), lying=True, label="an even chance", look=Look(GREY, "--", width=1)),
    )
    across = Axis("dice thrown", whole=True)
    panel = Panel(marks, across, Axis("chance of success", low=0, percent=True))
    rows = [(name, str(line.y[dice])) for name, line in zip("abcdefg", lines, strict=True)]
    return chart("What does one more die buy, and what does it cost?", [panel], f"{dice} dice, {kind}.", rows)


@picture
def bars(dice: Dice = 6) -> Chart:
    """Stacked bars with hatches beside lying bars of both signs with words."""
    places = tuple(range(dice + 1))
    parts, base = [], (Fraction(0),) * (dice + 1)
    for part, look in enumerate(FILLS):
        size = tuple(Fraction(n + 1, (part + 2) * (dice + 5)) for n in places)
        parts.append(Bars(places, size, base, f"part {part + 1}", look))
        base = tuple(one + other for one, other in zip(base, size, strict=True))
    gains = (Fraction(dice, 3), Fraction(-2, 3), Fraction(7, 2))
    words = tuple(f"{float(gain):+.2f}" for gain in gains)
    names = ("a shield of kinetic force", "smite", "the last of all")
    lying = Bars((0, 1, 2), gains, words=words, colours=(BLUE, RED, ORANGE), lying=True)
    left = Panel(tuple(parts), Axis("warp charges"), Axis("chance", percent=True), "How many")
    right = Panel((lying, Rule(0)), Axis("gain in wounds"), Axis(names=names, down=True), "How much")
    rows = [(name, word) for name, word in zip(names, words, strict=True)]
    return chart("Two panels side by side", [left, right], f"{dice} dice in stacks.", rows)


@picture
def cells(size: Annotated[int, Slider("size", 1, 9)] = 6) -> Chart:
    """A map with words and frames beside one of kinds, and one of both signs."""
    values = tuple(tuple(Fraction(x + y, 2 * size) for x in range(size)) for y in range(size))
    words = tuple(tuple(f"{float(value):.0%}" for value in row) for row in values)
    shaded = Cells(values, words, framed=((0, 0), (size - 1, size - 1)))
    kinds = (("safe", "#cfe8df"), ("risky", "#f6dfb4"), ("deadly", "#f3c9b0"))
    kind = Cells(tuple(tuple((x * y) % 3 for x in range(3)) for y in range(3)), kinds=kinds)
    both = Cells(((-1, Fraction(1, 2)), (None, 1)), (("-1", "+1/2"), ("", "+1")), low=-1)
    names = tuple(f"die {n}" for n in range(size))
    panels = [
        Panel((shaded,), Axis("charge", names=names), Axis("dice thrown", down=True), "Shades"),
        Panel((kind,), Axis(names=("a", "b", "c")), Axis(names=("low", "middle", "high")), "Kinds"),
        Panel((both,), Axis("x"), Axis("y"), "Both signs"),
    ]
    return chart("What is best where?", panels, f"{size} by {size} cells.", width=9)


@picture
def flow(steps: Annotated[int, Slider("steps", 1, 3)] = 3) -> Chart:
    """Boxes with links and words on them."""
    places = [(0, 1)] + [(step, y) for step in range(1, steps + 1) for y in (0, 2)]
    words = tuple((f"box {n}", f"chance {Fraction(1, n + 1)}", "no more") for n in range(len(places)))
    links = [Link(0, 1, 4, "cast 3/4"), Link(0, 2, 1, "denied 1/4")]
    links += [Link(n, n + 2, 2, f"step {n}") for n in range(1, len(places) - 2)]
    tints = tuple((BLUE, ORANGE, PURPLE)[n % 3] for n in range(len(places)))
    boxes = Boxes(tuple(places), words, tints, tuple(links), (0.62, 0.7))
    panel = Panel((boxes,), Axis(hidden=True), Axis(hidden=True))
    return chart("What may happen?", [panel], f"{steps} steps.", height=3.6)


@picture
def rare(dice: Dice = 3) -> Chart:
    """Numbers too long for a short fraction, and hardly any difference between them."""
    chances = tuple(Fraction(1, 7) ** (n + dice) for n in range(1, 20))
    line = Line(tuple(range(1, 20)), chances, look=replace(SERIES[1], marker=""))
    return chart("How rare?", [Panel((line,), Axis("n"), Axis("chance", percent=True))], f"{dice}.")


EVERY = (curves, bars, cells, flow, rare)
