"""Pictures of balance studies: they show the numbers of the sweep and of the search, at every position."""

from fractions import Fraction

import pytest
from moves import assert_draws_well, assert_readable, combinations

from psy.study import break_even, sweep, vary
from psy.view.balance import swept, who_leads
from psy.view.numbers import decimal, percent
from psy.wh40k import RULES, casting_odds

VARIANTS = {"published": RULES, "perils on ones": vary(RULES, {"perils.face": 1})}
QUICK = {"cache": False, "progress": False, "jobs": 1}
DICE = range(1, 6)
CHOICES = {"harness": (3, 4), "charge": (1, 2, 3)}


def clean(dice=2, charge=1, rules=RULES):
    return casting_odds(dice, charge, rules).clean


@pytest.fixture(scope="module")
def casts():
    return sweep(clean, rules=VARIANTS, dice=DICE, **CHOICES, **QUICK)


def test_every_position_shows_the_numbers_of_the_engine(casts):
    draw = swept(casts, "dice", title="clean cast")
    for move in combinations(CHOICES):
        picture = draw(**move)
        assert_readable(picture)
        assert picture.table.columns == ("dice", "published", "perils on ones")
        changed = [vary(rules, {"harness": move["harness"]}) for rules in VARIANTS.values()]
        lines = [[clean(dice, move["charge"], rules) for dice in DICE] for rules in changed]
        assert picture.table.rows == tuple(
            (str(dice), *map(percent, values))
            for dice, values in zip(DICE, zip(*lines, strict=True), strict=True)
        )
        for name, values in zip(VARIANTS, lines, strict=True):
            best = DICE[values.index(max(values))]
            assert f"{percent(max(values))} at dice {best} (variant {name})" in picture.sentence
    assert_draws_well(lambda: swept(casts, "dice"), combinations(CHOICES))


def test_any_two_axes_make_the_picture(casts):
    picture = swept(casts, "charge", "dice")(variant="published", harness=4)
    assert picture.table.columns == ("charge", *map(str, DICE))
    assert picture.table.rows[0][2] == percent(clean(2, 1))


def test_points_may_be_negative_and_a_failed_point_is_a_gap():
    def halves(at=0, side="up"):
        return Fraction(6, at) * (1 if side == "up" else -1)

    table = sweep(halves, at=[0, 1, 2], side=["up", "down"], **QUICK)
    picture = swept(table, "at", "side", chance=False)()
    assert picture.table.rows == (("0", "", ""), ("1", "6.00", "-6.00"), ("2", "3.00", "-3.00"))
    assert picture.sentence == "The most is 6.00 at at 1 (side up); -3.00 at at 2 (side down)."
    lost = swept(sweep(halves, at=[0], side=["up"], **QUICK), "at", "side", chance=False)()
    assert lost.sentence == "The most is unknown: every point failed."
    assert_readable(lost)


def test_wrong_choices_are_refused_in_one_sentence(casts):
    with pytest.raises(ValueError, match=r"^along must be one of 'variant', .*, not 'colour'$"):
        swept(casts, "colour")
    with pytest.raises(ValueError, match=r"^lines must be one of .*, not 'dice'$"):
        swept(casts, "dice", "dice")
    draw = swept(casts, "dice")
    with pytest.raises(ValueError, match=r"^the axes to choose are harness, charge, not harness$"):
        draw(harness=3)
    with pytest.raises(ValueError, match=r"^charge must be one of 1, 2, 3, not 4$"):
        draw(harness=3, charge=4)


def test_who_leads_shows_every_gap_of_the_search():
    found = break_even(lambda dice: clean(dice, 2), Fraction(1, 2), 0, 9)
    picture = who_leads(found, "clean cast", "half", "dice")
    assert_readable(picture)
    assert picture.table.rows == tuple((str(n), decimal(clean(n, 2) - Fraction(1, 2), 4)) for n in range(10))
    assert picture.sentence == f"Between clean cast and half, over dice: {found}."
