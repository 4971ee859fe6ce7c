"""Pictures of deny the witch: the chance of a deny roll, one more die, the pool split, and who rolls."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from psy.exact.arguments import one_of, whole
from psy.view.cell_map import CellMap
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
from psy.wh40k import RULES, Unit, best_die, deny, deny_bonus, deny_gains, fewest_dice

# The largest bonus that facts about a unit can add up to.
MOST_BONUS = 3


def dice_words(number: int) -> str:
    """Return a number of dice in words.

    Examples
    --------
    >>> dice_words(1), dice_words(2)
    ('1 die', '2 dice')
    """
    return f"{number} {'die' if number == 1 else 'dice'}"


def charge_words(number: int) -> str:
    """Return a number of charges in words.

    Examples
    --------
    >>> charge_words(1), charge_words(2)
    ('1 charge', '2 charges')
    """
    return f"{number} {'charge' if number == 1 else 'charges'}"


@styled()
def deny_curve(most: int = 20, most_charges: int = 6) -> Callable[..., Picture]:
    """Return a drawing function of the chance to deny over the deny dice, and of what each die adds.

    The function takes ``charges``, 1 to ``most_charges``, ``dice``, 0 to ``most``, and ``bonus``, 0 to 3.
    """
    figure, (left, right) = new_figure(width=7.6, columns=2)
    left.set_title("chance to deny, by charges")
    right.set_title("what each die adds")
    left.set(xlabel="deny dice", xlim=(0, most))
    percent_axis(left)
    right.set(xlabel="the first, second, ... deny die", xlim=(0.2, most + 0.8), ylim=(0, 0.36))
    right.yaxis.set_major_formatter(lambda value, _: f"{value:.0%}")
    looks = zip(range(1, 5), (SKY, GREEN, PURPLE, GREY), ("-", "--", "-.", ":"), strict=True)
    others = {
        charges: left.plot([], [], dash, color=color, label=f"{charges}", animated=True)[0]
        for charges, color, dash in looks
    }
    (chosen,) = left.plot([], [], color=BLUE, lw=2.5, marker="o", markersize=4, animated=True, label="chosen")
    (here,) = left.plot([], [], "o", color=RED, markersize=14, fillstyle="none", mew=2, animated=True)
    bars = right.bar(range(1, most + 1), [0] * most, animated=True)
    figure.legend(loc="outside lower left", ncols=5)

    def draw(charges: int, dice: int, bonus: int) -> Picture:
        charges, dice = whole("charges", charges, 1, most_charges), whole("dice", dice, 0, most)
        bonus = whole("bonus", bonus, 0, MOST_BONUS)
        for count, line in (*others.items(), (charges, chosen)):
            line.set_data(range(most + 1), [float(deny(count, each, bonus)) for each in range(most + 1)])
        now = deny(charges, dice, bonus)
        here.set_data([dice], [float(now)])
        gains, peak = deny_gains(charges, most + 1, bonus), best_die(charges, bonus)
        for die, bar in enumerate(bars, start=1):
            bar.set(
                height=float(gains[die - 1]), color=BLUE if die in peak else ORANGE if die > dice else SKY
            )
        rows = (
            chance_row(f"all {charges} denied" if charges > 1 else "denied", now),
            chance_row("the next die adds", gains[dice]),
            chance_row(
                f"the best die, number {' or '.join(map(str, peak))}, adds", _gain(charges, peak[0], bonus)
            ),
        )
        sentence = (
            f"{dice_words(dice)} at +{bonus} cancel {charge_words(charges)} in {percent(now)} of rolls; "
            f"one more adds {decimal(100 * gains[dice])} points."
        )
        return Picture(figure, sentence, Table(CHANCES, rows))

    return draw


def _gain(charges: int, die: int, bonus: int) -> Fraction:
    return deny_gains(charges, die, bonus)[-1]


@styled()
def deny_map(most_charges: int = 6, most_dice: int = 12) -> Callable[..., Picture]:
    """Return a drawing function of the chance to deny as a heat map; it takes ``bonus``, 0 to 3."""
    figure, axes = new_figure(height=3.6)
    charges, dice = range(1, most_charges + 1), range(1, most_dice + 1)
    axes.set_title("Chance to deny in percent; framed: an even chance")
    axes.set(xlabel="deny dice", ylabel="charges scored")
    cells = CellMap(axes, dice, charges)

    def draw(bonus: int) -> Picture:
        whole("bonus", bonus, 0, MOST_BONUS)
        chances = [[deny(charge, number, bonus) for number in dice] for charge in charges]
        cells.show(
            [[float(chance) for chance in row] for row in chances],
            [[percent(chance, 0)[:-1] if chance else "" for chance in row] for row in chances],
        )
        even = {charge: fewest_dice(charge, bonus) for charge in charges}
        cells.frame((number, charge) for charge, number in even.items() if number <= most_dice)
        rows = tuple(
            (f"{charge}", f"{even[charge]}", " or ".join(map(str, best_die(charge, bonus))))
            for charge in charges
        )
        sentence = (
            f"At +{bonus} an even chance takes {even[1]} dice against 1 charge, {even[2]} against 2 "
            f"and {even[3]} against 3."
        )
        return Picture(
            figure, sentence, Table(("charges", "dice for an even chance", "most useful die"), rows)
        )

    return draw


@styled()
def split_pool(most: int = 16) -> Callable[..., Picture]:
    """Return a drawing function of the powers denied when one pool is split between two powers.

    The function takes the charges of the ``first`` and the ``second`` power, 1 to 4, ``pool``, 0 to ``most``,
    and ``bonus``, 0 to 3.
    """
    figure, axes = new_figure(height=3.6)
    axes.set_title("Split the pool, or all on one?")
    axes.set(xlabel="deny dice for the first power; the rest is for the second", xlim=(-0.6, most + 0.6))
    axes.set(ylim=(0, 2.2), ylabel="powers denied on average")
    axes.set_xticks(range(0, most + 1, 2))
    own = axes.bar(range(most + 1), [0] * (most + 1), color=BLUE, animated=True, label="the first")
    rest = axes.bar(
        range(most + 1), [0] * (most + 1), color=SKY, hatch="//", animated=True, label="the second"
    )
    (best,) = axes.plot([], [], "*", color=RED, markersize=15, animated=True, label="best split")
    figure.legend(loc="outside lower left", ncols=3)

    def draw(first: int, second: int, pool: int, bonus: int) -> Picture:
        whole("first", first, 1, 4), whole("second", second, 1, 4), whole("bonus", bonus, 0, MOST_BONUS)
        pool = whole("pool", pool, 0, most)
        pairs = [(deny(first, dice, bonus), deny(second, pool - dice, bonus)) for dice in range(pool + 1)]
        for dice, (below, above) in enumerate(zip(own, rest, strict=True)):
            pair = pairs[dice] if dice <= pool else (Fraction(0), Fraction(0))
            below.set_height(float(pair[0]))
            above.set(y=float(pair[0]), height=float(pair[1]))
        peak = max(map(sum, pairs))
        splits = [dice for dice, pair in enumerate(pairs) if sum(pair) == peak]
        best.set_data(splits, [float(peak) + 0.07] * len(splits))
        rows = tuple(
            (f"{dice} and {pool - dice}", *map(percent, pair), decimal(sum(pair, Fraction(0)), 3))
            for dice, pair in enumerate(pairs)
        )
        sentence = (
            f"{dice_words(pool)} at +{bonus} against {charge_words(first)} and {charge_words(second)}: "
            f"best {_splits(splits, pool)}, which denies {decimal(peak, 3)} powers on average."
        )
        return Picture(figure, sentence, Table(("dice", "first denied", "second denied", "on average"), rows))

    return draw


def _splits(splits: list[int], pool: int) -> str:
    return " or ".join(f"{dice} and {pool - dice}" for dice in splits)


class Target(NamedTuple):
    """A unit that a power is aimed at, and whether a psychic hood may help it."""

    unit: Unit | None
    hood: Unit | None = None


LIBRARIAN = Unit(mastery=2)
# Whom a power may be aimed at, in the words on the picture.
TARGETS: Mapping[str, Target] = {
    "no unit of theirs": Target(None, LIBRARIAN),
    "a plain unit": Target(Unit()),
    "adamantium will": Target(Unit(adamantium_will=True)),
    "a psyker of mastery 2": Target(LIBRARIAN),
    "mastery 2, adamantium will": Target(Unit(2, adamantium_will=True)),
    "plain, hood of mastery 2": Target(Unit(), LIBRARIAN),
    "adamantium will, hood of mastery 2": Target(Unit(adamantium_will=True), LIBRARIAN),
}
# Whether a hood's bearer rolls in his own unit's stead, or joins the target: the two sources differ.
HOODS: Mapping[str, bool] = {"the hood's own unit rolls": False, "as if he joined the target": True}


@styled()
def who_denies(most: int = 12) -> Callable[..., Picture]:
    """Return a drawing function of the bonus and the chance to deny for each of `TARGETS`.

    The function takes ``charges``, 1 to 4, ``dice``, 0 to ``most``, ``caster`` (his mastery, 1 to 4),
    ``inches`` from the hood to the target, 0 to 24, and ``hoods``, a name from `HOODS`.
    """
    figure, axes = new_figure(height=3.6)
    places = range(len(TARGETS))
    axes.set_title("Whom is the power aimed at?")
    axes.set(xlim=(0, 1.04), xlabel="chance to deny")
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:.0%}")
    axes.set_yticks(places, list(TARGETS))
    axes.invert_yaxis()
    bars = axes.barh(places, [0] * len(TARGETS), animated=True)
    words = [axes.text(0, y, "", va="center", animated=True) for y in places]
    colours = (GREY, SKY, BLUE, GREEN)

    def draw(charges: int, dice: int, caster: int, inches: int, hoods: str) -> Picture:
        whole("charges", charges, 1, 4), whole("dice", dice, 0, most), whole("caster", caster, 1, 4)
        whole("inches", inches, 0, 24)
        rules = replace(RULES, hood_joins_unit=HOODS[one_of("hoods", hoods, tuple(HOODS))])
        rows, chances = [], []
        for (name, target), bar, word in zip(TARGETS.items(), bars, words, strict=True):
            bonus = deny_bonus(target.unit, caster, target.hood, inches, rules)
            chances.append(deny(charges, dice, bonus))
            bar.set(width=float(chances[-1]), color=colours[bonus])
            inside = chances[-1] > Fraction(3, 4)
            word.set(text=f"+{bonus}: {percent(chances[-1], 1)}", color="white" if inside else "black")
            word.set(x=float(chances[-1]) + (-0.01 if inside else 0.01), ha="right" if inside else "left")
            rows.append((name, f"+{bonus}", percent(chances[-1]), exactly(chances[-1])))
        sentence = (
            f"{dice_words(dice)} against {charge_words(charges)} from a caster of mastery {caster}: "
            f"{percent(chances[1])} for a plain unit, {percent(chances[5])} with the hood at {inches} inches."
        )
        return Picture(figure, sentence, Table(("target", "bonus", "chance", "exactly"), tuple(rows)))

    return draw
