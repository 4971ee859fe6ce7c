"""Pictures of one attack: one die each, upgraded dice, and damage over the lives of a squad."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache

import numpy as np
from matplotlib.colors import ListedColormap
from matplotlib.patches import Patch

from psy.exact.arguments import one_of, whole
from psy.prospero import BATTLE_RULES, BattleRules, allocate, attack
from psy.view.numbers import chance_row, decimal, exactly, percent
from psy.view.picture import (
    BLUE,
    CHANCES,
    GREEN,
    GREY,
    ORANGE,
    PURPLE,
    RED,
    SKY,
    Picture,
    Table,
    new_figure,
    percent_axis,
    styled,
)

Dice = tuple[int, ...]
# A hit is critical from this face on at the latest: no die has more than 12 faces.
NEVER = 13
SIZES: Mapping[str, int] = {"d6": 6, "d8": 8, "d10": 10, "d12": 12}
# Four dice a side: the pools of a full zone of Veterans with better and better weapons or armour.
ATTACKS: Mapping[str, Dice] = {
    "4d6": (6, 6, 6, 6),
    "3d6 and d8": (8, 6, 6, 6),
    "2d6, d8 and d10": (10, 8, 6, 6),
    "d6, d8 and 2d10": (10, 10, 8, 6),
}
ARMOURS: Mapping[str, Dice] = {"4d6": (6, 6, 6, 6), "3d6 and d8": (8, 6, 6, 6), "2d6 and 2d8": (8, 8, 6, 6)}


def dice_words(dice: Iterable[int]) -> str:
    """Return dice in words, the smallest first.

    Examples
    --------
    >>> dice_words([10, 6, 6]), dice_words([])
    ('2d6 + d10', 'none')
    """
    counted = sorted(Counter(dice).items())
    return " + ".join(f"{'' if number == 1 else number}d{size}" for size, number in counted) or "none"


def pools(attack_dice: str, armour_dice: str) -> tuple[Dice, Dice]:
    """Return the dice of the words from `ATTACKS` and `ARMOURS`."""
    return (
        ATTACKS[one_of("attack_dice", attack_dice, tuple(ATTACKS))],
        ARMOURS[one_of("armour_dice", armour_dice, tuple(ARMOURS))],
    )


@lru_cache(maxsize=16)
def critical_from(face: int) -> BattleRules:
    """Return the published rules with critical hits from another face on; `NEVER` is never."""
    rule = BATTLE_RULES.attack
    return replace(BATTLE_RULES, attack=replace(rule, critical_at=whole("critical", face, 2, NEVER)))


@styled()
def pair_map(most: int = 12) -> Callable[..., Picture]:
    """Return a drawing function of the damage of every roll of one attack die against one armour die.

    The function takes ``attack_die`` and ``armour_die`` (words from `SIZES`) and ``critical``, 2 to 13.
    """
    figure, axes = new_figure(width=6.0, height=4.8)
    axes.set_title("One die each: what does every roll do?")
    axes.set(xlabel="attack die", ylabel="armour die", xticks=range(1, most + 1), yticks=range(1, most + 1))
    axes.grid(visible=False)
    blank = np.full((most, most), np.nan)
    colours = ListedColormap(["#d0d0d0", SKY, RED])
    extent = (0.5, most + 0.5, 0.5, most + 0.5)
    cells = axes.imshow(
        blank, colours, extent=extent, vmin=-0.5, vmax=2.5, origin="lower", aspect="auto", animated=True
    )
    style = {"linestyle": "none", "color": "black", "markersize": 6, "mew": 0, "animated": True}
    words = [axes.plot([], [], marker=f"${points}$", **style)[0] for points in (1, 2)]
    names = ("no damage", "1 damage", "2 damage, critical")
    handles = [Patch(color=colours(number), label=name) for number, name in enumerate(names)]
    figure.legend(handles=handles, loc="outside lower left", ncols=3)

    def draw(attack_die: str, armour_die: str, critical: int = BATTLE_RULES.attack.critical_at) -> Picture:
        ours, theirs = (
            SIZES[one_of(name, die, tuple(SIZES))]
            for name, die in (("attack_die", attack_die), ("armour_die", armour_die))
        )
        rules = critical_from(critical)
        faces = range(1, most + 1)
        hits = {
            (column, row): rules.attack.of_pair(column, row)
            for column in faces[:ours]
            for row in faces[:theirs]
        }
        damage = blank.copy()
        for (column, row), hit in hits.items():
            damage[row - 1, column - 1] = hit
        cells.set_data(damage)
        for number, word in enumerate(words, start=1):
            places = [place for place, hit in hits.items() if hit == number]
            word.set_data(*zip(*places, strict=True) if places else ((), ()))
        die = attack([ours], [theirs], rules=rules)
        rows = tuple(chance_row(name, die.probability(number)) for number, name in enumerate(names))
        sentence = (
            f"A {attack_die} against a {armour_die}: {percent(die.probability(0))} of the {ours * theirs} "
            f"rolls do nothing, {percent(die.probability(2))} do two damage; "
            f"the mean is {exactly(die.mean())}."
        )
        return Picture(figure, sentence, Table(CHANCES, rows))

    return draw


@styled()
def upgrade_lines(dice: int = 4) -> Callable[..., Picture]:
    """Return a drawing function of the mean damage by attack dice upgraded, with and without criticals.

    The function takes ``armoured``, how many of the armour dice are d8, and ``critical``, 2 to 13.
    """
    figure, axes = new_figure()
    numbers = range(dice + 1)
    axes.set_title("What does a better weapon bring, and what does a critical hit?")
    axes.set(xlabel="attack dice upgraded, of four", ylabel="mean damage", xticks=numbers)
    axes.set(xlim=(-0.15, dice + 0.15), ylim=(0, 2 * dice))
    lines = {}
    looks = zip((8, 10, 12), (SKY, GREEN, PURPLE), "os^", strict=True)
    for size, colour, marker in looks:
        style = {"color": colour, "marker": marker, "animated": True}
        full = axes.plot([], [], label=f"upgraded to d{size}", **style)[0]
        lines[size] = full, axes.plot([], [], ":", **style)[0]
    axes.plot([], [], ":", color=GREY, label="without critical hits")
    figure.legend(loc="outside lower left", ncols=2)

    def draw(armoured: int, critical: int = BATTLE_RULES.attack.critical_at) -> Picture:
        armour = (8,) * whole("armoured", armoured, 0, dice) + (6,) * (dice - armoured)
        means, rows = {}, []
        for size, pair in lines.items():
            for line, face in zip(pair, (critical, NEVER), strict=True):
                rules = critical_from(face)
                mean = [
                    attack([size] * number + [6] * (dice - number), armour, rules=rules).mean()
                    for number in numbers
                ]
                line.set_data(numbers, [float(points) for points in mean])
                means[size, line] = mean
            now, plain = (means[size, line] for line in pair)
            rows.append((f"d{size}", *map(decimal, (now[1], now[dice], now[dice] - plain[dice]))))
        start = means[8, lines[8][0]][0]
        first = [means[size, pair[0]][1] - start for size, pair in lines.items()]
        sentence = (
            f"Against {dice_words(armour)} four d6 do {decimal(start)} damage; the first d8 adds "
            f"{decimal(first[0])}, a d10 {decimal(first[1])} and a d12 {decimal(first[2])}."
        )
        columns = ("upgrade", "one upgraded", "all four upgraded", "of which by criticals")
        return Picture(figure, sentence, Table(columns, tuple(rows)))

    return draw


@styled()
def casualty_bars(models: int = 4) -> Callable[..., Picture]:
    """Return a drawing function of one attack's damage, each bar coloured by the models that it slays.

    The function takes ``attack_dice`` (a word from `ATTACKS`), ``armour_dice`` (one from `ARMOURS`), the
    ``life`` of each of four models, 1 to 4, and the ``wounds`` that the first one has already.
    """
    figure, axes = new_figure()
    damage = range(9)
    axes.set_title("How many models does the damage slay?")
    axes.set(xlabel="damage of one attack", xticks=damage)
    percent_axis(axes)
    axes.set_ylim(0, 0.5)
    bars = axes.bar(damage, [0] * len(damage), 0.7, animated=True)
    words = [axes.text(points, 0, "", ha="center", animated=True) for points in damage]
    colours = ("#d0d0d0", SKY, BLUE, ORANGE, RED)
    handles = [Patch(color=colour, label=f"{slain} slain") for slain, colour in enumerate(colours)]
    figure.legend(handles=handles, loc="outside lower left", ncols=5)

    def draw(attack_dice: str, armour_dice: str, life: int, wounds: int) -> Picture:
        ours, theirs = pools(attack_dice, armour_dice)
        die, lives = attack(ours, theirs), (whole("life", life, 1, 4),) * models
        ends = [allocate(points, lives, wounds) for points in damage]
        chances = [die.probability(points) for points in damage]
        for end, chance, bar, word in zip(ends, chances, bars, words, strict=True):
            bar.set(height=float(chance), color=colours[end.slain])
            word.set(text=f"{end.slain}", y=float(chance) + 0.01)
        slain = sum((end.slain * chance for end, chance in zip(ends, chances, strict=True)), Fraction(0))
        left = sum((end.wounds_left * p for end, p in zip(ends, chances, strict=True)), Fraction(0))
        sentence = (
            f"With {attack_dice} against {armour_dice} and lives of {life}: mean damage "
            f"{decimal(die.mean())}, mean number slain {decimal(slain)}, and {decimal(left)} wounds that "
            f"heal at the end of the round."
        )
        rows = tuple(
            chance_row(
                f"{number} slain",
                sum((p for end, p in zip(ends, chances, strict=True) if end.slain == number), Fraction(0)),
            )
            for number in range(models + 1)
        )
        return Picture(figure, sentence, Table(CHANCES, rows))

    return draw
