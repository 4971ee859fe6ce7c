"""Pictures of powers known: chances by mastery, armies, the cap, the size of a discipline."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction

from psy.exact.arguments import one_of, whole
from psy.view.numbers import chance_row, decimal, percent
from psy.view.picture import (
    BLUE,
    CHANCES,
    GREEN,
    GREY,
    ORANGE,
    PURPLE,
    RED,
    Picture,
    Table,
    new_figure,
    percent_axis,
    styled,
)
from psy.wh40k import RULES, Rules, chance_to_learn, learn

SIZE = RULES.discipline_size
# Warp charges of six powers in made-up disciplines, by the words on the control; all assumed.
COSTS: Mapping[str, tuple[int, ...]] = {
    "1 1 1 1 2 3": (1, 1, 1, 1, 2, 3),
    "1 1 2 2 3 3": (1, 1, 2, 2, 3, 3),
    "2 2 2 3 3 3": (2, 2, 2, 3, 3, 3),
}
# The two readings of the switch, as their documents have them.
READINGS: Mapping[str, Rules] = {
    "any cost (W)": replace(RULES, capped_by_mastery=False),
    "capped by mastery (R)": replace(RULES, capped_by_mastery=True),
}


@styled()
def mastery_curve() -> Callable[..., Picture]:
    """Return a drawing function of the chance to know a wanted power, over mastery levels.

    The function takes ``mastery``, 1 to 6, and ``wanted``, how many of the six powers are wanted, 1 to 6.
    """
    figure, axes = new_figure()
    levels = range(1, SIZE + 1)
    axes.set_title("One psyker, or several of mastery 1?")
    axes.set(xlabel="mastery levels in all", xticks=levels, xlim=(0.8, SIZE + 0.2))
    percent_axis(axes, "chance to know a wanted power")
    (one,) = axes.plot([], [], color=BLUE, marker="o", animated=True, label="one psyker")
    (many,) = axes.plot([], [], "--", color=GREEN, marker="s", animated=True, label="psykers of mastery 1")
    ring = {"color": RED, "markersize": 15, "fillstyle": "none", "mew": 2}
    (here,) = axes.plot([], [], "o", animated=True, label="you", **ring)
    figure.legend(loc="outside lower left", ncols=3)

    def draw(mastery: int, wanted: int) -> Picture:
        whole("mastery", mastery, 1, SIZE)
        powers = range(1, whole("wanted", wanted, 1, SIZE) + 1)
        alone = [chance_to_learn(powers, level) for level in levels]
        shared = [chance_to_learn(powers, [1] * level) for level in levels]
        one.set_data(levels, [float(chance) for chance in alone])
        many.set_data(levels, [float(chance) for chance in shared])
        now, other = alone[mastery - 1], shared[mastery - 1]
        here.set_data([mastery], [float(now)])
        sentence = (
            f"A psyker of mastery {mastery} knows {_one_of(wanted)} in {percent(now)} of games; "
            f"of {mastery} psykers of mastery 1, somebody does in {percent(other)}."
        )
        rows = (chance_row(f"one of mastery {mastery}", now), chance_row(f"{mastery} of mastery 1", other))
        return Picture(figure, sentence, Table(CHANCES, rows))

    return draw


def _one_of(wanted: int) -> str:
    return "the wanted power" if wanted == 1 else f"at least one of {wanted} wanted powers"


@styled()
def wanted_bars() -> Callable[..., Picture]:
    """Return a drawing function of how many of the wanted powers a psyker rolls on one discipline.

    The function takes ``mastery``, 0 to 6, and ``wanted``, 1 to 6.
    """
    figure, axes = new_figure(height=3.6)
    counts = range(SIZE + 1)
    axes.set_title("How many of the wanted powers?")
    axes.set(xlabel="wanted powers known", xticks=counts)
    percent_axis(axes)
    bars = axes.bar(counts, [0] * len(counts), color=BLUE, animated=True)
    words = [axes.text(count, 0, "", ha="center", animated=True) for count in counts]

    def draw(mastery: int, wanted: int) -> Picture:
        powers = frozenset(range(1, whole("wanted", wanted, 1, SIZE) + 1))
        known = learn(mastery).map(lambda rolled: len(rolled & powers))
        rows = []
        for count, bar, word in zip(counts, bars, words, strict=True):
            chance = Fraction(known.probability(count))
            bar.set_height(float(chance))
            word.set(y=float(chance) + 0.015, text=percent(chance, 1) if chance else "")
            if chance:
                rows.append(chance_row(f"{count} of {wanted}", chance))
        none, every = Fraction(known.probability(0)), Fraction(known.probability(wanted))
        sentence = (
            f"Mastery {mastery} knows at least one of {wanted} wanted in {percent(1 - none)}, "
            f"all in {percent(every)}, and {decimal(Fraction(known.mean()))} on average."
        )
        return Picture(figure, sentence, Table(CHANCES, tuple(rows)))

    return draw


def splits(total: int, most: int | None = None) -> Iterator[tuple[int, ...]]:
    """Yield every way to spread mastery levels over psykers, the highest first.

    Examples
    --------
    >>> list(splits(3))
    [(3,), (2, 1), (1, 1, 1)]
    """
    if total == 0:
        yield ()
    for level in range(min(total, most or total), 0, -1):
        yield from ((level, *rest) for rest in splits(total - level, level))


@styled()
def army_bars(most: int = 5) -> Callable[..., Picture]:
    """Return a drawing function of the chance that somebody knows a wanted power, for each kind of army.

    The function takes ``total``, the mastery levels of the army, 1 to ``most``, and ``wanted``, 1 to 6.
    """
    figure, axes = new_figure(height=3.6)
    places = range(len(list(splits(most))))
    axes.set_title("How to spread the mastery levels of an army?")
    axes.set(xlim=(-0.42, 1.25), ylim=(len(places) - 0.4, -0.6), xlabel="chance that somebody knows it")
    axes.set_xticks([0, 0.25, 0.5, 0.75, 1], ["0%", "25%", "50%", "75%", "100%"])
    axes.set_yticks([])
    axes.spines["left"].set_visible(False)
    bars = axes.barh(places, [0] * len(places), color=BLUE, animated=True)
    names = [axes.text(-0.02, place, "", va="center", ha="right", animated=True) for place in places]
    words = [axes.text(0, place, "", va="center", animated=True) for place in places]

    def draw(total: int, wanted: int) -> Picture:
        armies = list(splits(whole("total", total, 1, most)))
        powers = range(1, whole("wanted", wanted, 1, SIZE) + 1)
        chances = [chance_to_learn(powers, army) for army in armies]
        for place in places:
            shown = place < len(armies)
            chance = chances[place] if shown else Fraction(0)
            bars[place].set_width(float(chance))
            names[place].set_text(_army(armies[place]) if shown else "")
            words[place].set(x=float(chance) + 0.015, text=percent(chance, 1) if shown else "")
        sentence = (
            f"{total} mastery {'level' if total == 1 else 'levels'}: somebody knows {_one_of(wanted)} in "
            f"{percent(chances[0])} if one psyker has them all, "
            f"and in {percent(chances[-1])} if each has one."
        )
        rows = [chance_row(_army(army), chance) for army, chance in zip(armies, chances, strict=True)]
        return Picture(figure, sentence, Table(("mastery levels", *CHANCES[1:]), tuple(rows)))

    return draw


def _army(levels: tuple[int, ...]) -> str:
    return " + ".join(map(str, levels))


@styled()
def cap_bars() -> Callable[..., Picture]:
    """Return a drawing function of each power's chance to be known under both readings of the cap.

    The function takes ``mastery``, 1 to 6, and ``costs`` (a word from `COSTS`, which is assumed).
    """
    figure, axes = new_figure(height=3.8)
    numbers = range(1, SIZE + 1)
    axes.set_title("Both readings of the cap (warp charges: assumed)")
    axes.set(xlabel="power", xticks=numbers)
    percent_axis(axes, "chance to know it")
    axes.set_ylim(0, 1.14)
    looks = zip(READINGS, (-0.2, 0.2), ({"color": BLUE}, {"color": ORANGE, "hatch": "//"}), strict=True)
    bars = {
        name: axes.bar([n + shift for n in numbers], [0] * SIZE, 0.4, animated=True, label=name, **look)
        for name, shift, look in looks
    }
    words = [axes.text(number, 1.06, "", ha="center", fontsize=9.5, animated=True) for number in numbers]
    figure.legend(loc="outside lower left", ncols=2)

    def draw(mastery: int, costs: str) -> Picture:
        whole("mastery", mastery, 1, SIZE)
        charges = COSTS[one_of("costs", costs, tuple(COSTS))]
        chances = {
            name: [chance_to_learn(number, mastery, charges, rules) for number in numbers]
            for name, rules in READINGS.items()
        }
        for name, heights in chances.items():
            for bar, chance in zip(bars[name], heights, strict=True):
                bar.set_height(float(chance))
        for word, charge in zip(words, charges, strict=True):
            word.set_text(f"charge {charge}")
        free, capped = chances.values()
        sentence = (
            f"Mastery {mastery} knows each power in {percent(free[0])} without the cap; with it, power 1 "
            f"of charge {charges[0]} in {percent(capped[0])} "
            f"and power 6 of charge {charges[-1]} in {percent(capped[-1])}."
        )
        rows = [
            (f"{number}", f"{charge}", percent(first), percent(second))
            for number, charge, first, second in zip(numbers, charges, free, capped, strict=True)
        ]
        return Picture(figure, sentence, Table(("power", "charge (assumed)", *READINGS), tuple(rows)))

    return draw


def sized(size: int) -> Rules:
    """Return rules with another number of powers in a discipline."""
    return replace(RULES, discipline_size=size)


@styled()
def size_curve(least: int = 4, most: int = 12) -> Callable[..., Picture]:
    """Return a drawing function of the chance to know a wanted power over sizes of a discipline.

    The function takes ``size``, ``least`` to ``most`` powers, which is marked, and ``wanted``, 1 to 4.
    """
    figure, axes = new_figure()
    sizes = range(least, most + 1)
    axes.set_title("What if a discipline had another size? (6 as published)")
    axes.set(xlabel="powers in the discipline", xticks=sizes, xlim=(least - 0.2, most + 0.2))
    percent_axis(axes, "chance to know a wanted power")
    looks = zip((1, 2, 3, 4), (PURPLE, BLUE, GREEN, ORANGE), ("-", "--", "-.", ":"), "osD^", strict=True)
    lines = {
        level: axes.plot([], [], dash, color=color, marker=mark, label=f"mastery {level}", animated=True)[0]
        for level, color, dash, mark in looks
    }
    here = axes.axvline(least, color=GREY, linestyle=":", animated=True)
    figure.legend(loc="outside lower left", ncols=4)

    def draw(size: int, wanted: int) -> Picture:
        size, powers = whole("size", size, least, most), range(1, whole("wanted", wanted, 1, least) + 1)
        chances = {
            level: [chance_to_learn(powers, level, (1,) * number, sized(number)) for number in sizes]
            for level in lines
        }
        for level, line in lines.items():
            line.set_data(sizes, [float(chance) for chance in chances[level]])
        here.set_xdata([size, size])
        rows = [chance_row(f"mastery {level}", chances[level][size - least]) for level in lines]
        sentence = (
            f"In a discipline of {size} powers, mastery 2 knows {_one_of(wanted)} in {rows[1][1]}, "
            f"against {percent(chance_to_learn(powers, 2))} in one of 6."
        )
        return Picture(figure, sentence, Table(CHANCES, tuple(rows)))

    return draw
