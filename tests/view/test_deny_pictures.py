"""The pictures of denying over their controls: numbers shown are psy.wh40k's."""

import re
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise, product

import pytest
from moves import assert_draws_well, some

from psy.view import deny as view
from psy.view import percent
from psy.view import resolve as view_resolve
from psy.view.deny import HOODS, TARGETS, best_die, fewest_dice
from psy.view.numbers import chance_row, decimal, exactly
from psy.view.resolve import denied_share, hard_to_deny_from, resolve_by_cost
from psy.wh40k import RULES, Cast, cast, casting_odds, deny, deny_bonus, deny_gains, resolve

BONUS = range(4)
DRAWINGS = {
    view.deny_curve: {"charges": range(1, 7), "dice": range(21), "bonus": BONUS},
    view.deny_map: {"bonus": BONUS},
    view.split_pool: {"first": range(1, 5), "second": range(1, 5), "pool": range(17), "bonus": BONUS},
    view.who_denies: {
        "charges": range(1, 5),
        "dice": range(13),
        "caster": range(1, 5),
        "inches": range(25),
        "hoods": tuple(HOODS),
    },
    view_resolve.resolve_map: {
        "charge": range(1, 5),
        "bonus": BONUS,
        "dice": range(1, 11),
        "deny_dice": range(11),
    },
    view_resolve.hard_to_deny: {"charge": range(1, 5), "deny_dice": range(13), "bonus": BONUS},
    view_resolve.cost_or_all: {"charge": range(1, 5), "deny_dice": range(13), "bonus": BONUS},
}


def rows(picture):
    return list(picture.table.rows)


@pytest.mark.parametrize("make", DRAWINGS, ids=lambda make: make.__name__)
def test_a_picture_is_readable_and_the_same_whatever_was_shown_before(make):
    assert_draws_well(make, some(DRAWINGS[make], 2))


def test_deny_curve():
    draw = view.deny_curve()
    for move in some(DRAWINGS[view.deny_curve], 40):
        picture, (charges, dice, bonus) = draw(**move), move.values()
        assert rows(picture)[0][1:] == chance_row("", deny(charges, dice, bonus))[1:]
        assert rows(picture)[1][1:] == chance_row("", deny_gains(charges, dice + 1, bonus)[-1])[1:]
        assert rows(picture)[2][1:] == chance_row("", max(deny_gains(charges, 60, bonus)))[1:]
        left, right = picture.figure.axes
        chances = [float(deny(charges, each, bonus)) for each in range(21)]
        assert list(left.get_lines()[-2].get_ydata()) == chances
        heights = [bar.get_height() for bar in right.patches]
        assert heights == pytest.approx([more - less for less, more in pairwise(chances)])


def test_the_most_useful_die_is_where_the_formula_says():
    # The n-th die decides where n - 1 dice cancel all but one: largest at (c - 1) / p and the next die.
    for charges, bonus in product(range(2, 7), BONUS):
        chance = Fraction(bonus + 1, 6)
        peak = (charges - 1) / chance
        gains = deny_gains(charges, 60, bonus)
        most = {die for die, gain in enumerate(gains, 1) if gain == max(gains)}
        assert set(best_die(charges, bonus)) == most
        assert most == ({int(peak), int(peak) + 1} if peak.denominator == 1 else {int(peak) + 1})


def test_deny_map():
    for bonus in BONUS:
        picture = view.deny_map()(bonus)
        (image,) = picture.figure.axes[0].get_images()
        chances = [[float(deny(charges, dice, bonus)) for dice in range(1, 13)] for charges in range(1, 7)]
        assert image.get_array().tolist() == chances
        for charges, (name, even, useful) in enumerate(rows(picture), start=1):
            assert name == str(charges)
            assert useful == " or ".join(map(str, best_die(charges, bonus)))
            fewest = int(even)
            assert deny(charges, fewest, bonus) >= Fraction(1, 2) > deny(charges, fewest - 1, bonus)
            assert fewest == fewest_dice(charges, bonus)


def test_split_pool():
    draw = view.split_pool()
    for move in some(DRAWINGS[view.split_pool], 30):
        picture, (first, second, pool, bonus) = draw(**move), move.values()
        sums = []
        for dice, row in enumerate(rows(picture)):
            pair = deny(first, dice, bonus), deny(second, pool - dice, bonus)
            sums.append(sum(pair))
            assert row == (f"{dice} and {pool - dice}", *map(percent, pair), decimal(sum(pair), 3))
        assert len(sums) == pool + 1
        assert f"which denies {decimal(max(sums), 3)} powers" in picture.sentence
        stars = picture.figure.axes[0].get_lines()[0].get_xdata()
        assert [dice for dice, total in enumerate(sums) if total == max(sums)] == list(stars)


def test_who_denies():
    draw = view.who_denies()
    for move in some(DRAWINGS[view.who_denies], 40):
        picture = draw(**move)
        rules = replace(RULES, hood_joins_unit=HOODS[move["hoods"]])
        for (name, target), row in zip(TARGETS.items(), rows(picture), strict=True):
            bonus = deny_bonus(target.unit, move["caster"], target.hood, move["inches"], rules)
            chance = deny(move["charges"], move["dice"], bonus)
            assert row == (name, f"+{bonus}", percent(chance), exactly(chance))


def test_resolve_map_and_hard_to_deny():
    map_of, curve_of = view_resolve.resolve_map(), view_resolve.hard_to_deny()
    for charge, bonus in product(range(1, 5), (0, 2)):
        picture = map_of(charge, bonus, 4, 6)
        (image,) = picture.figure.axes[0].get_images()
        expected = [[float(resolve(n, charge, d, bonus)) for d in range(11)] for n in range(1, 11)]
        assert image.get_array().tolist() == expected
        assert rows(picture)[1] == chance_row("cast and not denied", resolve(4, charge, 6, bonus))
        picture = curve_of(charge, 6, bonus)
        for name, *shown in rows(picture):
            odds = casting_odds(int(name), charge)
            assert shown == list(
                map(percent, (odds.success, resolve(int(name), charge, 6, bonus), odds.perils))
            )
        hard = hard_to_deny_from(charge, 6, bonus)
        assert denied_share(hard, charge, 6, bonus) <= Fraction(1, 10)
        assert all(denied_share(n, charge, 6, bonus) > Fraction(1, 10) for n in range(charge, hard))


def test_share_of_the_casts_denied_is_weighed_over_the_charges():
    for dice, charge, against in product(range(7), range(1, 4), range(5)):
        scored = [(c, weight) for (c, _), weight in cast(dice).items() if c >= charge]
        total = sum(weight for _, weight in scored)
        denied = sum(weight * deny(c, against) for c, weight in scored)
        assert denied_share(dice, charge, against) == (Fraction(denied) / total if total else 0)


def test_cost_or_all():
    picture = view_resolve.cost_or_all()(2, 6, 2)
    for name, alone, everything, cost in rows(picture):
        dice = int(name)
        success = sum(cast(dice).probability(Cast(c, p)) for c in range(2, dice + 1) for p in (False, True))
        assert alone == percent(success)
        assert everything == percent(resolve(dice, 2, 6, 2))
        assert cost == percent(success * (1 - deny(2, 6, 2)))
    assert resolve_by_cost(4, 2, 0) == resolve(4, 2, 0)


@pytest.mark.parametrize(
    ("make", "values", "message"),
    [
        (view.deny_curve, (7, 2, 0), "charges must be a whole number from 1 to 6, not 7"),
        (view.split_pool, (1, 1, 17, 0), "pool must be a whole number from 0 to 16, not 17"),
        (view.who_denies, (1, 1, 1, 25, "x"), "inches must be a whole number from 0 to 24, not 25"),
        (view_resolve.resolve_map, (2, 4, 1, 1), "bonus must be a whole number from 0 to 3, not 4"),
    ],
)
def test_what_a_drawing_refuses(make, values, message):
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        make()(*values)
