"""Squads: what may be built, what is refused and why, and the dice that they bring."""

from dataclasses import replace
from fractions import Fraction

import pytest

from psy.prospero import (
    BATTLE_RULEBOOK,
    BATTLE_RULES,
    Casualties,
    SquadError,
    attack,
    casualties,
    model,
    sample_squads,
    squad,
    squad_matrix,
    strike,
)


def test_the_source_s_example_of_dice():
    # "Re-rolls", example: 2d6, d8 and d10 against three d6 and a Custodian's d8.
    sons = squad(
        "traitor", "veteran", "veteran", ("veteran", "heavy bolter"), ("veteran sergeant", "plasma pistol")
    )
    wolves = squad("loyalist", "veteran", "veteran", "custodian")
    assert sons.attack_dice(2) == (10, 8, 6, 6)
    assert wolves.armour_dice(4) == (8, 6, 6, 6)
    assert strike(sons, wolves, 2).expected_damage == Fraction(295303, 103680)


@pytest.mark.parametrize(
    ("distance", "dice"),
    [(1, (6, 6)), (2, (12, 8)), (3, (8, 6)), (4, (6,))],
    ids=["close combat", "meltagun and flamer", "flamer only and pistol", "bolter out of two"],
)
def test_weapons_reach_so_far(distance, dice):
    # The flamer's three zones are stated (Core Principles, Range); the meltagun's two are assumed.
    wolves = {
        1: [("veteran", "meltagun"), ("sister", "flamer")],
        2: [("veteran", "meltagun"), ("sister", "flamer")],
        3: [("veteran sergeant", "bolt pistol"), ("sister", "flamer")],
        4: ["veteran", ("sister", "flamer")],
    }
    assert squad("loyalist", *wolves[distance]).attack_dice(distance) == dice


def test_upgrades_are_one_for_each_weapon_and_never_more_than_the_dice():
    # Two claws are two weapons: they also upgrade a bolter's die.
    mixed = squad("traitor", ("terminator", "lightning claw"), "veteran")
    assert mixed.attack_dice() == (8, 8)
    assert squad("traitor", ("terminator", "lightning claw")).attack_dice() == (8,)
    assert mixed.armour_dice(1) == (8,)
    assert mixed.armour_dice(5) == (8, 6, 6, 6, 6)
    assert squad("traitor").attack_dice() == ()
    assert squad("traitor").armour_dice(2) == (6, 6)


def test_shields_are_armour():
    assert model("custodian").armour == 8
    assert model("custodian", "storm shield").armour == 10


def test_gear_not_named_is_standard():
    assert model("veteran", "legion vexilla").gear == ("bolter", "chainsword", "legion vexilla")
    assert model("terminator", "chainfist").gear == ("combat bolter", "chainfist")
    assert model("terminator", "reaper autocannon", "grenade harness").gear == (
        "reaper autocannon",
        "power fist",
        "grenade harness",
    )


@pytest.mark.parametrize(
    ("build", "message"),
    [
        (
            lambda: squad("traitor", "terminator", "terminator", "veteran"),
            "the models take 5 places of a zone, which has 4",
        ),
        (
            lambda: squad("loyalist", "terminator"),
            "the loyalist has no terminator; "
            "there are legion veterans, silent sisterhood, legio custodes, geigor",
        ),
        (
            lambda: squad("loyalist", ("veteran", "heavy bolter"), ("veteran", "heavy bolter")),
            "2 of veteran with heavy bolter are too many: the loyalist has at most 1",
        ),
        (
            lambda: squad("loyalist", ("veteran", "meltagun"), ("veteran", "plasma gun")),
            "2 of veteran with meltagun or plasma gun are too many: the loyalist has at most 1",
        ),
        (
            lambda: squad("loyalist", "veteran sergeant", "veteran sergeant"),
            "2 of veteran sergeant are too many: the loyalist has at most 1",
        ),
        (
            lambda: squad(
                "loyalist", ("veteran", "legion vexilla"), ("veteran", "heavy bolter", "legion vexilla")
            ),
            "2 of veteran with legion vexilla are too many: the loyalist has at most 1",
        ),
        (
            lambda: squad("traitor", "ahriman", "ahriman"),
            "2 of ahriman are too many: the traitor has at most 1",
        ),
        (
            lambda: model("sister", "power fist"),
            "a sister cannot carry power fist; it may have great sword; or bolter or flamer and combat knife",
        ),
        (
            lambda: model("veteran", "heavy bolter", "meltagun"),
            "a veteran cannot carry heavy bolter and meltagun; it may have bolter and chainsword; "
            "or heavy bolter and chainsword; or meltagun or plasma gun and chainsword; "
            "with legion vexilla on top",
        ),
        (
            lambda: model("primarch"),
            "'primarch' is no kind of model; there are veteran, veteran sergeant, sister, sister sergeant, "
            "terminator, terminator sergeant, custodian, shield-captain, ahriman, geigor",
        ),
    ],
    ids=lambda value: "" if callable(value) else value[:40],
)
def test_what_is_wrong_with_a_squad_is_said(build, message):
    with pytest.raises(SquadError) as caught:
        build()
    assert str(caught.value) == message


def test_the_traitor_s_two_squads_have_two_heavy_bolters():
    two = squad("traitor", ("veteran", "heavy bolter"), ("veteran", "heavy bolter"), "veteran sergeant")
    assert two.attack_dice(5) == (8, 8, 6)


def test_side_and_distance_are_checked():
    with pytest.raises(ValueError, match="side must be one of 'traitor', 'loyalist', not 'chaos'"):
        squad("chaos")
    with pytest.raises(ValueError, match="distance must be a whole number of at least 1, not 0"):
        squad("traitor", "veteran").attack_dice(0)


def test_the_slain_leave_in_order():
    left = squad("loyalist", "veteran", "geigor").without(1)
    assert [one.kind.name for one in left.models] == ["geigor"]
    assert left.without(1).lives == ()


def test_assumed_values_are_named():
    assert squad("traitor", "veteran").assumed() == ("chainsword",)
    assert squad("loyalist", ("sister", "flamer")).assumed() == ("sister", "flamer", "combat knife")
    assert {"gear", "models", "initiative", "red_zones"} <= set(BATTLE_RULEBOOK.assumed())


def test_every_name_in_the_data_is_known():
    gear = {item.name for item in BATTLE_RULES.gear}
    kinds = {kind.squad for kind in BATTLE_RULES.models} | {kind.name for kind in BATTLE_RULES.models}
    for kind in BATTLE_RULES.models:
        assert {name for loadout in kind.loadouts for place in loadout.places for name in place} <= gear
        assert set(kind.extras) <= gear
    assert {force.squad for force in BATTLE_RULES.forces} <= kinds
    for scenario in BATTLE_RULES.scenarios:
        assert {*scenario.loyalist, *scenario.traitor} <= kinds


def test_matrix_cells_are_single_strikes():
    sons, wolves = sample_squads("traitor"), sample_squads("loyalist")
    assert len(sons) == 5
    assert len(wolves) == 6
    table = squad_matrix(sons, wolves, distance=2)
    for name, son in sons.items():
        for other, wolf in wolves.items():
            ours = son.attack_dice(2)
            theirs = wolf.armour_dice(len(ours))
            result = casualties(ours, theirs, wolf.lives)
            assert table.loc[name, ("damage", other)] == attack(ours, theirs).mean()
            assert table.loc[name, ("slain", other)] == sum(
                end.slain * result.probability(end) for end in result.outcomes()
            )
            assert table.loc[name, ("cleared", other)] == result.probability(Casualties(len(wolf.models), 0))


def test_a_squad_that_cannot_shoot_does_nothing():
    claws = sample_squads()["terminators with claws"]
    result = strike(claws, sample_squads()["space wolves with bolters"], distance=2)
    assert result.attack_dice == ()
    assert result.expected_damage == 0
    assert result.cleared == 0


def test_rules_can_be_varied():
    shields = tuple(
        replace(item, die=12) if item.name == "storm shield" else item for item in BATTLE_RULES.gear
    )
    assert model("custodian", "storm shield", rules=replace(BATTLE_RULES, gear=shields)).armour == 12
