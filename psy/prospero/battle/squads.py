"""Models, their gear, and the combat squads that stand together in one zone."""

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import product

from psy.exact.arguments import instance, one_of, several, whole
from psy.prospero.battle_rules import BATTLE_RULES, BattleRules, Gear, Loadout, ModelKind

SIDES = ("traitor", "loyalist")
CLOSE_COMBAT = 1


class SquadError(ValueError):
    """A model or squad that the rules do not allow: says what is wrong and what is allowed."""


@dataclass(frozen=True)
class Model:
    """One miniature with its gear.

    Parameters
    ----------
    kind
        What it is, with its life, armour, size and status.
    gear
        The names of what it carries; a name that is there twice is carried twice.
    loadout
        Which of the kind's loadouts it is, from 0.
    items
        The uses of its gear, with their dice.
    """

    kind: ModelKind
    gear: tuple[str, ...]
    loadout: int
    items: tuple[Gear, ...]

    @property
    def armour(self) -> int:
        """The armour die of the model: its own, or that of a better shield."""
        return max([self.kind.armour, *(item.die for item in self.items if item.use == "armour")])

    def weapon_dice(self, distance: int) -> tuple[int, ...]:
        """Return the die of each weapon that reaches a distance in zones, 1 being close combat."""
        use = "close combat" if distance == CLOSE_COMBAT else "shooting"
        return tuple(
            item.die
            for item in self.items
            if item.use == use and (item.reach is None or distance <= item.reach)
        )

    def assumed(self) -> tuple[str, ...]:
        """Return what of this model no source states: its kind, for life and armour, and gear with a die."""
        kind = [self.kind.name] * (self.kind.status == "assumed")
        gear = dict.fromkeys(
            item.name for item in self.items if item.status == "assumed" and item.use != "banner"
        )
        return (*kind, *gear)

    def __str__(self) -> str:
        return f"{self.kind.name} ({', '.join(self.gear)})"


@dataclass(frozen=True)
class Squad:
    """A combat squad: the models of one side in one zone, in the order in which they take damage.

    ``die`` is that of an attack or of armour without anything better.
    """

    side: str
    models: tuple[Model, ...]
    die: int = BATTLE_RULES.attack.die

    @property
    def lives(self) -> tuple[int, ...]:
        """The life of each model, in the order in which they take damage."""
        return tuple(model.kind.life for model in self.models)

    def attack_dice(self, distance: int = CLOSE_COMBAT) -> tuple[int, ...]:
        """Return the attack dice against a target some zones away, the largest first.

        Rule: "The Attack Roll": a d6 for each model, and each weapon with a better die upgrades one. A model
        without a weapon that reaches takes no part, which the source says of models without ranged weapons.

        Parameters
        ----------
        distance
            1 is close combat with an adjacent zone; 2 or more is shooting.

        Raises
        ------
        TypeError, ValueError
            If the distance is no whole number of at least 1.
        """
        distance = whole("distance", distance, CLOSE_COMBAT)
        weapons = [model.weapon_dice(distance) for model in self.models]
        fighters = [dice for dice in weapons if dice]
        return upgraded(len(fighters), [die for dice in fighters for die in dice], self.die)

    def armour_dice(self, dice: int) -> tuple[int, ...]:
        """Return the armour dice against so many attack dice, the largest first.

        Rule: "The Armour Roll": as many d6 as there are attack dice, one upgraded for each model with better
        armour, never more than there are dice.
        """
        return upgraded(whole("dice", dice), [model.armour for model in self.models], self.die)

    def without(self, slain: int) -> "Squad":
        """Return what is left when the first models are slain."""
        return replace(self, models=self.models[whole("slain", slain, 0, len(self.models)) :])

    def assumed(self) -> tuple[str, ...]:
        """Return what of this squad no source states, to be shown beside its results."""
        return tuple(dict.fromkeys(name for model in self.models for name in model.assumed()))


def model(kind: str, *gear: str, rules: BattleRules = BATTLE_RULES) -> Model:
    """Return a model with the gear named; what is not named is filled with the standard gear.

    Raises
    ------
    SquadError
        If there is no such kind, or it cannot carry this gear together.

    Examples
    --------
    >>> print(model("veteran"), model("veteran sergeant", "plasma pistol", "power fist"))
    veteran (bolter, chainsword) veteran sergeant (plasma pistol, power fist, chainsword)
    """
    instance("rules", rules, BattleRules)
    for word in gear:
        if not isinstance(word, str):
            raise TypeError(f"gear must be names, not {word!r}")
    names = tuple(known.name for known in rules.models)
    if kind not in names:
        raise SquadError(f"{kind!r} is no kind of model; there are {', '.join(names)}")
    found = rules.models[names.index(kind)]
    extras = [name for name in gear if name in found.extras]
    for number, loadout in enumerate(found.loadouts):
        filled = _filled(loadout, [name for name in gear if name not in extras])
        if filled and len(set(extras)) == len(extras):
            carried = (*filled, *extras)
            items = tuple(item for name in carried for item in rules.gear if item.name == name)
            return Model(found, carried, number, items)
    raise SquadError(f"a {kind} cannot carry {' and '.join(gear)}; it may have {_options(found)}")


def squad(side: str, *models: str | Iterable[str] | Model, rules: BattleRules = BATTLE_RULES) -> Squad:
    """Return a combat squad, in the order in which its models take damage, or say what is wrong with it.

    Rule: "Squad Assembly" and "Zone Capacity". The models may belong to several squads of the force.

    Parameters
    ----------
    side
        ``"traitor"`` or ``"loyalist"``.
    models
        Each a name, a name with gear as in ``("veteran", "heavy bolter")``, or a `Model`.

    Raises
    ------
    SquadError
        If the side has no such models, or too many of a kind or option, or the zone is too small.

    Examples
    --------
    The source's example: two bolters, a heavy bolter and a plasma pistol.

    >>> example = squad("traitor", "veteran", "veteran", ("veteran", "heavy bolter"),
    ...                 ("veteran sergeant", "plasma pistol"))
    >>> example.attack_dice(distance=2), example.lives
    ((10, 8, 6, 6), (2, 2, 2, 2))
    """
    instance("rules", rules, BattleRules)
    one_of("side", side, SIDES)
    built = tuple(_model(given, rules) for given in models)
    places = sum(one.kind.size for one in built)
    if places > rules.zone_capacity:
        raise SquadError(f"the models take {places} places of a zone, which has {rules.zone_capacity}")
    squads = {force.squad: force.squads for force in rules.forces if force.side == side}
    for one in built:
        if one.kind.squad not in squads:
            raise SquadError(f"the {side} has no {one.kind.name}; there are {', '.join(squads)}")
    for (what, name, most), number in Counter(_limits(built)).items():
        allowed = most * squads[name]
        if number > allowed:
            raise SquadError(f"{number} of {what} are too many: the {side} has at most {allowed}")
    return Squad(side, built, rules.attack.die)


def sample_squads(side: str | None = None, rules: BattleRules = BATTLE_RULES) -> dict[str, Squad]:
    """Return the sample squads by name, of one side or of both; none that the rules no longer allow."""
    instance("rules", rules, BattleRules)
    if side is not None:
        one_of("side", side, SIDES)
    found = {}
    for sample in rules.sample_squads:
        if side in (None, sample.side):
            with suppress(SquadError):
                found[sample.name] = squad(sample.side, *sample.models, rules=rules)
    return found


def every_model(side: str, rules: BattleRules = BATTLE_RULES) -> dict[str, Model]:
    """Return every model of a side with every choice of weapons and shields, in words.

    What all models of a kind carry goes without saying; banners, which have no dice, are left out.

    Raises
    ------
    TypeError, ValueError
        If there is no such side.

    Examples
    --------
    >>> list(every_model("loyalist"))[:3]
    ['veteran: bolter', 'veteran: heavy bolter', 'veteran: meltagun']
    """
    instance("rules", rules, BattleRules)
    squads = {force.squad for force in rules.forces if force.side == one_of("side", side, SIDES)}
    return {
        _words(one): one for kind in rules.models if kind.squad in squads for one in _equipped(kind, rules)
    }


def _equipped(kind: ModelKind, rules: BattleRules) -> Iterator[Model]:
    """Yield the models of a kind, with each gear that fits and each extra that has a die."""
    dice = {gear.name for gear in rules.gear if gear.use != "banner"}
    extras = [(), *((extra,) for extra in kind.extras if extra in dice)]
    for loadout in kind.loadouts:
        for gear, extra in product(product(*loadout.places), extras):
            yield model(kind.name, *gear, *extra, rules=rules)


def _words(one: Model) -> str:
    """Return a model by its kind and what not every model of it carries."""
    certain = [{place[0] for place in loadout.places if len(place) == 1} for loadout in one.kind.loadouts]
    chosen = [name for name in dict.fromkeys(one.gear) if name not in set.intersection(*certain)]
    return ": ".join([one.kind.name, *([", ".join(chosen)] if chosen else [])])


def _model(given: str | Iterable[str] | Model, rules: BattleRules) -> Model:
    if isinstance(given, Model):
        return given
    if isinstance(given, str):
        return model(given, rules=rules)
    return model(*several("models", given, "words: a kind of model and its gear"), rules=rules)


def _filled(loadout: Loadout, gear: list[str]) -> tuple[str, ...] | None:
    """Return the gear of every place with the names put where they fit, or None if one does not fit."""
    wanted, filled = list(gear), []
    for place in loadout.places:
        chosen = next((name for name in wanted if name in place), None)
        if chosen:
            wanted.remove(chosen)
        filled.append(chosen or place[0])
    return None if wanted else tuple(filled)


def _options(kind: ModelKind) -> str:
    """Return all ways to equip the kind, in words."""
    ways = [" and ".join(" or ".join(place) for place in loadout.places) for loadout in kind.loadouts]
    return "; or ".join(ways) + "".join(f"; with {name} on top" for name in kind.extras)


def _limits(models: Iterable[Model]) -> Iterable[tuple[str, str, int]]:
    """Yield each limit that a model counts towards: what it is, the squad's name, how many a squad has."""
    for one in models:
        kind, loadout = one.kind, one.kind.loadouts[one.loadout]
        yield kind.name, kind.squad, kind.most
        if loadout.most is not None:
            what = " or ".join(loadout.places[0])
            yield f"{kind.name} with {what}", kind.squad, loadout.most
        for extra in set(one.gear) & set(kind.extras):
            yield f"{kind.name} with {extra}", kind.squad, 1


def upgraded(dice: int, better: Iterable[int], base: int) -> tuple[int, ...]:
    """Return so many dice, the best of the better ones in place of plain dice."""
    best = sorted((die for die in better if die > base), reverse=True)[:dice]
    return (*best, *[base] * (dice - len(best)))
