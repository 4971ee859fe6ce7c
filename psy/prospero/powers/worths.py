"""What every power is worth in points of damage, dealt to Loyalists or kept from the coven."""

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from icepool import Die

from psy.exact.arguments import instance
from psy.prospero.attack.casualties import Casualties
from psy.prospero.battle.rounds import battle
from psy.prospero.battle.squads import CLOSE_COMBAT, Model, Squad
from psy.prospero.battle.strike import strike
from psy.prospero.battle.terms import Terms
from psy.prospero.battle_rules import BATTLE_RULES, BattleRules
from psy.prospero.powers.attacks import bombardment, inferno, storm
from psy.prospero.powers.cards import POWERS

SISTERS, NEVER_BACK = "silent sisterhood", "ahriman"


class PowerWorth(NamedTuple):
    """What a power is worth in points of damage; None if it rolls no dice and moves none.

    ``damage`` is the distribution of an attack, None for the powers that make none.
    """

    worth: Fraction | None
    damage: Die[int] | None = None


class Illusion(NamedTuple):
    """An attack that cruel illusion makes an enemy model do: the model by its place, whom it attacks."""

    model: int
    target: str
    damage: Die[int]


def power_worths(
    coven: Squad,
    target: Squad,
    distance: int = CLOSE_COMBAT,
    neighbours: Mapping[str, Squad] | None = None,
    fallen: Model | None = None,
    rules: BattleRules = BATTLE_RULES,
) -> dict[str, PowerWorth]:
    """Return what each of the fifteen powers is worth to a coven against one squad, in points of damage.

    Rule: C, Psychic Power Cards. Attacks count the damage that they roll. A kine shield counts what it keeps
    from the coven in one attack of the squad; prescience what going first for sure is worth in one exchange
    of attacks, over going first by the initiative; hyper-regeneration the life of the model that comes back.
    The powers that only move models or block moves and sight have no dice: their worth is a matter of the
    map, which is not in the source.

    Parameters
    ----------
    coven
        The Traitor squad that casts.
    target
        The Loyalist squad.
    distance
        Zones between them: 1 is close combat, 2 or more shooting.
    neighbours
        Loyalist squads in zones next to the target, by name, for the storm and for cruel illusion.
    fallen
        The model that hyper-regeneration brings back; without one it is worth nothing.

    Returns
    -------
    dict
        By the name of the power.

    Raises
    ------
    TypeError, ValueError
        If an argument is of the wrong kind, or a squad of the wrong side.

    Examples
    --------
    One Veteran against another in the next zone; an inferno is one die, like the Veteran's own attack:

    >>> from psy.prospero import squad
    >>> worths = power_worths(squad("traitor", "veteran"), squad("loyalist", "veteran"))
    >>> worths["inferno"].worth == worths["precognitive precision"].worth == Fraction(5, 9)
    True
    """
    instance("rules", rules, BattleRules)
    beside = _squads(coven, target, neighbours)
    struck = [target, *beside.values()]
    armour = {id(one): [model.armour for model in one.models] for one in struck}
    further = strike(coven, target, distance, rules=rules).damage
    illusion = cruel_illusion(target, beside, rules)
    found = {
        "inferno": _attack(inferno(armour[id(target)], rules=rules)),
        "telekinetic bombardment": _attack(bombardment(armour[id(target)], rules=rules)),
        "bioelectrical storm": _attack(_sum([storm(armour[id(one)], rules=rules) for one in struck])),
        "precognitive precision": _attack(further),
        "cruel illusion": _attack(illusion.damage if illusion else Die([0])),
        "hyper-regeneration": PowerWorth(_life(fallen)),
        "prescience": PowerWorth(_first_place(coven, target, distance, rules)),
        "kine shield": PowerWorth(_shielded(coven, target, distance, rules)),
    }
    return {name: found.get(name, PowerWorth(None)) for name in POWERS}


def cruel_illusion(
    zone: Squad, others: Mapping[str, Squad] | None = None, rules: BattleRules = BATTLE_RULES
) -> Illusion | None:
    """Return the best attack of one enemy model on its own side, by expected damage, or None.

    Rule: C, Cruel Illusion: one model in the zone attacks any squad, even its own but not itself, in close
    combat or by shooting; Sisters cannot be made to. Among its own it may use any of its weapons (our
    reading); other squads here stand in zones next to it.

    Parameters
    ----------
    zone
        The Loyalist squad.
    others
        Loyalist squads next to it, by name; its own is called ``"own squad"``.

    Examples
    --------
    >>> from psy.prospero import squad
    >>> print(cruel_illusion(squad("loyalist", "veteran")))
    None
    """
    instance("rules", rules, BattleRules)
    found = []
    for place, model in enumerate(zone.models):
        if model.kind.squad == SISTERS:
            continue
        one = Squad(zone.side, (model,), zone.die)
        rest = Squad(zone.side, (*zone.models[:place], *zone.models[place + 1 :]), zone.die)
        ways = [(name, CLOSE_COMBAT, other) for name, other in (others or {}).items()]
        if rest.models:
            ways = [("own squad", CLOSE_COMBAT, rest), ("own squad", CLOSE_COMBAT + 1, rest), *ways]
        found += [
            Illusion(place, name, strike(one, other, distance, rules=rules).damage)
            for name, distance, other in ways
        ]
    return max(found, key=lambda one: Fraction(one.damage.mean()), default=None)


def _squads(coven: Squad, target: Squad, neighbours: Mapping[str, Squad] | None) -> dict[str, Squad]:
    """Return the neighbours, or refuse squads of the wrong side."""
    if not isinstance(neighbours, Mapping | None):
        raise TypeError(f"neighbours must be a mapping of name to squad, not {neighbours!r}")
    beside = dict(neighbours or {})
    sides = {"coven": (coven, "traitor"), "target": (target, "loyalist")}
    sides |= {f"neighbours[{name!r}]": (one, "loyalist") for name, one in beside.items()}
    for name, (one, side) in sides.items():
        if instance(name, one, Squad).side != side:
            raise ValueError(f"{name} must be a squad of the {side}, not of the {one.side}")
    return beside


def _attack(damage: Die[int]) -> PowerWorth:
    return PowerWorth(Fraction(damage.mean()), damage)


def _sum(dice: list[Die[int]]) -> Die[int]:
    total: Die[int] = Die([0])
    for die in dice:
        total = total + die
    return total


def _life(fallen: Model | None) -> Fraction:
    if fallen is None:
        return Fraction(0)
    if instance("fallen", fallen, Model).kind.name == NEVER_BACK:
        raise ValueError(f"fallen must be another model: {NEVER_BACK} cannot be brought back")
    return Fraction(fallen.kind.life)


def _shielded(coven: Squad, target: Squad, distance: int, rules: BattleRules) -> Fraction:
    bare, shielded = (
        strike(target, coven, distance, how, rules).expected_damage for how in (None, "kine shield")
    )
    return bare - shielded


def _first_place(coven: Squad, target: Squad, distance: int, rules: BattleRules) -> Fraction:
    """Return what going first for sure adds to the damage dealt less the damage taken in one exchange."""

    def gain(order: str) -> Fraction:
        ends = battle(coven, target, 1, Terms(distance, order, wounds="kept"), rules).after[1]
        return Fraction(ends.map(lambda ours, theirs: _points(target, theirs) - _points(coven, ours)).mean())

    return gain("traitor") - gain("initiative")


def _points(squad: Squad, end: Casualties) -> int:
    return sum(squad.lives[: end.slain]) + end.wounds_left
