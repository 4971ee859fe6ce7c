"""Whom to attack, what hangs on assumed profiles, and the siege joined, against slow counts."""

from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest

from psy.prospero import (
    BATTLE_RULES,
    RULES,
    Coven,
    Exchange,
    Power,
    Table,
    Terms,
    aftermath,
    best_targets,
    breach,
    cast_law,
    exchanges,
    if_assumed,
    numeration,
    phase_aftermath,
    sample_squads,
    squad,
    turned,
)

SON, WOLF = squad("traitor", "veteran"), squad("loyalist", "veteran")
SISTER = squad("loyalist", "sister")


def hit(ours, theirs):
    """Return the damage of one pair."""
    return 0 if ours <= theirs else 2 if ours >= 6 else 1


def test_one_against_one_by_all_rolls():
    # A Veteran has a life of 2 and strikes with a d6, a Sister one of 1 and a great sword, d8.
    found = exchanges(SON, {"wolf": WOLF, "sister": SISTER}, Terms(order="traitor"))
    for name, life, die in (("wolf", 2, 6), ("sister", 1, 8)):
        rolls = list(product(range(1, 7), repeat=2))
        dead = Fraction(sum(hit(*roll) >= life for roll in rolls), len(rolls))
        answers = list(product(range(1, die + 1), range(1, 7)))
        lost = (1 - dead) * Fraction(sum(hit(*roll) >= 2 for roll in answers), len(answers))
        assert found[name] == Exchange(dead, lost)
        assert found[name].gain == dead - lost
    assert best_targets(found) == ("sister",)
    assert best_targets({}) == ()


def test_an_assumed_value_alone_is_moved():
    targets = {"wolf": WOLF, "sister": SISTER}
    moved = if_assumed(SON, targets, Terms(order="traitor"))
    now = exchanges(SON, targets, Terms(order="traitor"))
    assert list(moved) == [
        "die of chainsword",
        "life of sister",
        "armour die of sister",
        "die of great sword",
    ]
    # A Sister of life 2 dies of a critical hit only, as a Veteran does; a life is never less than 1.
    low, high = moved["life of sister"]
    assert low == now
    assert high["sister"].slain == Fraction(5, 36)
    assert high["wolf"] == now["wolf"]
    # Against armour of d8 a d6 wins 15 of 48 rolls.
    assert moved["armour die of sister"][1]["sister"].slain == Fraction(15, 48)
    assert set(turned(now, moved)) <= set(moved)
    assert turned(now, {"life of sister": (now, {"wolf": Exchange(Fraction(1), Fraction(0)), **{}})}) == (
        "life of sister",
    )


def test_the_siege_is_the_phase_of_three_bombardments():
    target, coven, table = sample_squads("loyalist")["geigor and three veterans"], Coven(4), Table(True, True)
    found = breach(target, coven, table)
    plan = numeration(RULES.warp_deck, RULES.will_deck, [Power(1, models=4)] * 3, coven, table)
    whole = phase_aftermath(plan, target, ["telekinetic bombardment"] * 3)
    assert found.aftermath.chances == pytest.approx(whole.chances)
    assert found.expected_casts == pytest.approx(float(plan.value))
    three = sum(chance for course, chance in cast_law(plan).items() if sum(one.cast for one in course) == 3)
    assert found.casts[3] == pytest.approx(three)


def test_casts_and_damage_are_multiplied_out():
    rules = replace(BATTLE_RULES, siege_casts=1)
    found = breach(WOLF, Coven(1), battle_rules=rules)
    once = aftermath(WOLF, ["telekinetic bombardment"]).cleared
    assert float(found.aftermath.cleared) == pytest.approx(float(found.casts[1] * once))


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: exchanges(SON, [WOLF]), TypeError, "targets must be a mapping of name to squad"),
        (lambda: exchanges(SON, {"son": SON}), ValueError, "must be of different sides"),
        (lambda: exchanges(SON, {"x": None}), TypeError, "second must be"),
        (lambda: breach(WOLF, 4), TypeError, "coven must be"),
        (lambda: breach(None, Coven(4)), TypeError, "target must be"),
    ],
)
def test_refusals(call, error, message):
    with pytest.raises(error, match=message):
        call()
