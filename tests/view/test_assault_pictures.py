"""The pictures of close assault over the whole range of their controls: numbers are psy.spacehulk's."""

from fractions import Fraction
from itertools import product

import pytest
from moves import assert_draws_well, combinations, some

from psy.spacehulk import RULES, Policies, close_assault
from psy.view import assault as pictures
from psy.view import decimal, percent

DRAWINGS = {
    "bonus_bars": {
        "dice": (1, 2, 3),
        "against_dice": range(1, 5),
        "against_bonus": range(4),
        "rounds": (1, 2, 3),
    },
    "channel_worth": {"prize": range(7), "life": range(13), "against_dice": range(1, 5)},
    "parry_policies": {"against_dice": range(1, 5), "bonus": range(5)},
}


@pytest.mark.parametrize("name", DRAWINGS)
def test_a_picture_is_readable_and_the_same_whatever_was_shown_before(name):
    assert_draws_well(getattr(pictures, name), some(DRAWINGS[name], 2))


@pytest.mark.parametrize("name", DRAWINGS)
def test_what_is_assumed_is_marked(name):
    picture = getattr(pictures, name)()(**combinations(DRAWINGS[name])[0])
    assert "assumed" in picture.figure.axes[0].get_title(loc="left")


def test_bonus_bars_for_every_fight():
    draw = pictures.bonus_bars()
    for move in combinations(DRAWINGS["bonus_bars"]):
        dice, against_dice, against_bonus, rounds = move.values()
        picture = draw(**move)
        for bonus, (label, *shown) in enumerate(picture.table.rows):
            fight = close_assault(dice, 0, against_dice, against_bonus, [bonus], rounds=rounds)
            chances = [fight.probability(result) for result in pictures.RESULTS]
            assert label == f"+{bonus}"
            assert shown == [percent(chance) for chance in chances]
            bars = picture.figure.axes[0].patches[bonus::7]
            assert [bar.get_height() for bar in bars] == [float(chance) for chance in chances]
            assert bars[-1].get_y() + bars[-1].get_height() == pytest.approx(1)


def test_bonus_bars_show_the_golden_fight():
    # Issue 9, line 2: one die against three 25/144, one die +1 against three 49/144.
    rows = pictures.bonus_bars()(1, 3, 0, 1).table.rows
    assert rows[0][1:] == tuple(map(percent, (Fraction(25, 144), Fraction(1, 6), Fraction(95, 144))))
    assert rows[1][1:] == tuple(map(percent, (Fraction(49, 144), Fraction(215, 1296), Fraction(40, 81))))


def test_channel_worth_is_the_change_of_wins_and_losses():
    draw = pictures.channel_worth()
    plain = {against: close_assault(1, 0, against, 0) for against in range(1, 5)}
    for prize, life, against in product((0, 1, 3, 6), (0, 5, 8, 12), range(1, 5)):
        picture = draw(prize, life, against)
        good = set()
        for card, row in zip(RULES.cards, picture.table.rows, strict=True):
            fight = close_assault(1, card.bonus, against, 0)
            wins = fight.probability("win") - plain[against].probability("win")
            losses = plain[against].probability("lose") - fight.probability("lose")
            gain = prize * wins + life * losses
            assert row == (card.name, f"+{card.bonus}", decimal(gain), f"{card.value}")
            good |= {card.name} if gain > card.value else set()
        named = picture.sentence.removesuffix(".").partition("channel ")[2]
        assert set(named.split(", ")) == (good or {"none of them"})


def test_the_line_of_channel_worth_stays_within_the_picture():
    top = pictures.channel_worth()(6, 12, 4).figure.axes[0].get_ylim()[1]
    assert pictures.channel_gain(6, pictures.Worth(6, 0, -12), dice=1, against_dice=4) < top


def test_parry_policies_for_every_fight():
    draw = pictures.parry_policies()
    for against_dice, bonus in product(range(1, 5), range(5)):
        picture = draw(against_dice, bonus)
        balance = {}
        for parry, (_, *shown) in zip(pictures.PARRIES, picture.table.rows, strict=True):
            fight = close_assault(1, bonus, against_dice, 0, policies=Policies(parry=parry))
            win, tie, lose = (fight.probability(result) for result in pictures.RESULTS)
            assert shown == [percent(win), percent(tie), percent(lose), decimal(100 * (win - lose))]
            balance[parry] = win - lose
        assert balance["best"] == max(balance.values())


@pytest.mark.parametrize(
    ("name", "move", "message"),
    [
        ("bonus_bars", (1, 3, 0, 0), "rounds must be a whole number of at least 1, not 0"),
        ("bonus_bars", (-1, 3, 0, 1), "dice must be a whole number from 0 to 20, not -1"),
        ("channel_worth", (7, 1, 1), "prize must be a whole number from 0 to 6, not 7"),
        ("parry_policies", (21, 0), "against_dice must be a whole number from 0 to 20, not 21"),
    ],
)
def test_a_value_out_of_range_is_refused_by_name(name, move, message):
    with pytest.raises(ValueError, match=message):
        getattr(pictures, name)()(*move)
