"""Pictures of casting dice against deny dice: what takes effect, how to be hard to deny, a house rule."""

import functools
from collections.abc import Callable
from fractions import Fraction

from psy.exact.arguments import whole
from psy.view.cell_map import CellMap
from psy.view.deny import MOST_BONUS, charge_words, dice_words
from psy.view.numbers import chance_row, percent
from psy.view.picture import (
    BLUE,
    CHANCES,
    GREEN,
    ORANGE,
    RED,
    SKY,
    Picture,
    Table,
    new_figure,
    percent_axis,
    styled,
)
from psy.wh40k import casting_odds, denied_share, hard_to_deny_from, resolve, resolve_by_cost


@styled()
def resolve_map(most: int = 10, most_deny: int = 10) -> Callable[..., Picture]:
    """Return a drawing function of the chance that a power takes effect, by casting dice and deny dice.

    The function takes ``charge``, 1 to 4, ``bonus``, 0 to 3, and the framed ``dice``, 1 to ``most``, and
    ``deny_dice``, 0 to ``most_deny``.
    """
    figure, axes = new_figure(height=4.2)
    axes.set_title("Cast and not denied, in percent, if all deny dice are used on it")
    axes.set(xlabel="deny dice", ylabel="casting dice")
    numbers, against = range(1, most + 1), range(most_deny + 1)
    cells = CellMap(axes, against, numbers)

    def draw(charge: int, bonus: int, dice: int, deny_dice: int) -> Picture:
        whole("charge", charge, 1, 4), whole("bonus", bonus, 0, MOST_BONUS)
        whole("dice", dice, 1, most), whole("deny_dice", deny_dice, 0, most_deny)
        chances = _resolved(charge, bonus, most, most_deny)
        cells.show(
            [[float(chance) for chance in row] for row in chances],
            [[percent(chance, 0)[:-1] for chance in row] for row in chances],
        )
        cells.frame([(deny_dice, dice)])
        now, alone = chances[dice - 1][deny_dice], resolve(dice, charge, 0)
        rows = (
            chance_row("cast", alone),
            chance_row("cast and not denied", now),
            chance_row("of the casts, denied", denied_share(dice, charge, deny_dice, bonus)),
        )
        sentence = (
            f"{dice_words(dice)} cast a power of charge {charge} in {percent(alone)} of tests; against "
            f"{dice_words(deny_dice)} at +{bonus} it takes effect in {percent(now)}."
        )
        return Picture(figure, sentence, Table(CHANCES, rows))

    return draw


@functools.lru_cache
def _resolved(charge: int, bonus: int, most: int, most_deny: int) -> tuple[tuple[Fraction, ...], ...]:
    """Return the chances of the whole map, a row for each number of casting dice."""
    return tuple(
        tuple(resolve(dice, charge, against, bonus) for against in range(most_deny + 1))
        for dice in range(1, most + 1)
    )


@styled()
def hard_to_deny(most: int = 16) -> Callable[..., Picture]:
    """Return a drawing function of what the caster's dice buy against a deny roll, and what they cost.

    The function takes ``charge``, 1 to 4, ``deny_dice``, 0 to 12, and ``bonus``, 0 to 3.
    """
    figure, axes = new_figure()
    axes.set_title("How many dice make a power hard to deny?")
    axes.set(xlabel="casting dice", xlim=(0, most))
    axes.set_xticks(range(0, most + 1, 2))
    percent_axis(axes)
    style = {"animated": True, "marker": "o", "markersize": 4}
    (cast_line,) = axes.plot([], [], color=SKY, label="cast", **style)
    (lasting,) = axes.plot([], [], color=BLUE, lw=2.5, label="cast and not denied", **style)
    (share_line,) = axes.plot([], [], color=ORANGE, linestyle="-.", label="of the casts, denied", **style)
    (perils,) = axes.plot([], [], color=RED, linestyle="--", label="perils of the warp", **style)
    (mark,) = axes.plot([], [], "*", color=GREEN, markersize=16, animated=True, label="1 cast in 10")
    figure.legend(loc="outside lower left", ncols=3)

    def draw(charge: int, deny_dice: int, bonus: int) -> Picture:
        whole("charge", charge, 1, 4), whole("deny_dice", deny_dice, 0, 12)
        whole("bonus", bonus, 0, MOST_BONUS)
        odds = [casting_odds(dice, charge) for dice in range(most + 1)]
        last = [resolve(dice, charge, deny_dice, bonus) for dice in range(most + 1)]
        shares = [denied_share(dice, charge, deny_dice, bonus) for dice in range(charge, most + 1)]
        cast_line.set_data(range(most + 1), [float(each.success) for each in odds])
        perils.set_data(range(most + 1), [float(each.perils) for each in odds])
        lasting.set_data(range(most + 1), [float(each) for each in last])
        share_line.set_data(range(charge, most + 1), [float(each) for each in shares])
        hard = hard_to_deny_from(charge, deny_dice, bonus)
        mark.set_data(*([[hard], [float(shares[hard - charge])]] if hard <= most else [[], []]))
        rows = tuple(
            (f"{dice}", percent(odds[dice].success), percent(last[dice]), percent(odds[dice].perils))
            for dice in range(charge, min(2 * charge + 6, most) + 1)
        )
        sentence = (
            f"Against {dice_words(deny_dice)} at +{bonus} a power of charge {charge} is hard to deny from "
            f"{dice_words(hard)} on: no more than one cast in ten is denied, and "
            f"{percent(casting_odds(hard, charge).perils)} of such tests bring perils."
        )
        return Picture(figure, sentence, Table(("dice", "cast", "and not denied", "perils"), rows))

    return draw


@styled()
def cost_or_all(most: int = 14) -> Callable[..., Picture]:
    """Return a drawing function of a power's chance where all charges must be cancelled, or only its cost.

    The function takes ``charge``, 1 to 4, ``deny_dice``, 0 to 12, and ``bonus``, 0 to 3.
    """
    figure, axes = new_figure(height=3.6)
    axes.set_title("Must all charges be cancelled, or only the cost?")
    axes.set(xlabel="casting dice", xlim=(0, most))
    axes.set_xticks(range(0, most + 1, 2))
    percent_axis(axes, "cast and not denied")
    style = {"animated": True, "marker": "o", "markersize": 4}
    (alone,) = axes.plot([], [], color=SKY, linestyle=":", label="no deny roll", **style)
    (everything,) = axes.plot([], [], color=BLUE, label="all charges: published", **style)
    (cost,) = axes.plot([], [], color=RED, linestyle="--", label="only the cost: house rule", **style)
    figure.legend(loc="outside lower left", ncols=3)

    def draw(charge: int, deny_dice: int, bonus: int) -> Picture:
        whole("charge", charge, 1, 4), whole("deny_dice", deny_dice, 0, 12)
        whole("bonus", bonus, 0, MOST_BONUS)
        numbers = range(most + 1)
        curves = (
            [resolve(dice, charge, 0) for dice in numbers],
            [resolve(dice, charge, deny_dice, bonus) for dice in numbers],
            [resolve_by_cost(dice, charge, deny_dice, bonus) for dice in numbers],
        )
        for line, curve in zip((alone, everything, cost), curves, strict=True):
            line.set_data(numbers, [float(chance) for chance in curve])
        gap = max(numbers, key=lambda dice: curves[1][dice] - curves[2][dice])
        sentence = (
            f"Against {dice_words(deny_dice)} at +{bonus} and a power of {charge_words(charge)} the rules "
            f"differ by at most {percent(curves[1][gap] - curves[2][gap])}, at {dice_words(gap)}."
        )
        rows = tuple(
            (f"{dice}", *(percent(curve[dice]) for curve in curves)) for dice in range(2, most + 1, 2)
        )
        columns = ("casting dice", "no deny roll", "all charges", "only the cost")
        return Picture(figure, sentence, Table(columns, rows))

    return draw
