"""Whom to attack: what one round with each target brings and costs, and what hangs on assumed profiles."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from psy.exact.arguments import instance
from psy.prospero.battle.rounds import battle
from psy.prospero.battle.squads import Model, Squad
from psy.prospero.battle.terms import TERMS, Terms
from psy.prospero.battle_rules import BATTLE_RULES, BattleRules

# Dice come in steps of two faces, lives in steps of one.
STEPS = {"life": 1, "armour die": 2, "die": 2}


class Exchange(NamedTuple):
    """One round between two squads: the mean number of models slain, and of models lost to the answer."""

    slain: Fraction
    lost: Fraction

    @property
    def gain(self) -> Fraction:
        """Models slain less models lost."""
        return self.slain - self.lost


# The exchanges with an assumed value a step lower, and a step higher.
Moved = tuple[Mapping[str, Exchange], Mapping[str, Exchange]]


def exchanges(
    attacker: Squad, targets: Mapping[str, Squad], terms: Terms = TERMS, rules: BattleRules = BATTLE_RULES
) -> dict[str, Exchange]:
    """Return what a round of attacks with each target brings and costs: both sides attack once.

    Parameters
    ----------
    attacker
        The squad that chooses a target.
    targets
        Squads of the other side, by name.
    terms
        Distance, order and re-rolls.

    Raises
    ------
    TypeError, ValueError
        If an argument is of the wrong kind, or a target is of the attacker's side.

    Examples
    --------
    A Veteran who goes first slays another with 5 of 36 attacks; the other answers in the rest:

    >>> from psy.prospero import squad
    >>> sons, wolves = squad("traitor", "veteran"), {"wolf": squad("loyalist", "veteran")}
    >>> exchanges(sons, wolves, Terms(order="traitor"))["wolf"].slain
    Fraction(5, 36)
    """
    instance("rules", rules, BattleRules)
    if not isinstance(targets, Mapping):
        raise TypeError(f"targets must be a mapping of name to squad, not {targets!r}")
    return {name: _exchange(attacker, target, terms, rules) for name, target in targets.items()}


def best_targets(found: Mapping[str, Exchange]) -> tuple[str, ...]:
    """Return all targets with the largest gain, by name."""
    most = max((one.gain for one in found.values()), default=None)
    return tuple(name for name, one in found.items() if one.gain == most)


def turned(now: Mapping[str, Exchange], moved: Mapping[str, Moved]) -> tuple[str, ...]:
    """Return the assumed values of which another would make another target best than any best one now."""
    best = set(best_targets(now))
    return tuple(name for name, pair in moved.items() if any(not best & {*best_targets(one)} for one in pair))


def if_assumed(
    attacker: Squad, targets: Mapping[str, Squad], terms: Terms = TERMS, rules: BattleRules = BATTLE_RULES
) -> dict[str, Moved]:
    """Return the exchanges as each assumed value of a profile alone is one step lower, and one higher.

    Only values that no source states are moved: a life by 1, at least to 1, and a die by two faces. Of all
    squads at once, as one model or weapon has one profile.

    Returns
    -------
    dict
        By the value, such as ``"life of geigor"``.

    Examples
    --------
    The profile of a Veteran and a bolter is stated, that of a chainsword is not:

    >>> from psy.prospero import squad
    >>> sons, wolves = squad("traitor", "veteran"), {"wolf": squad("loyalist", "veteran")}
    >>> list(if_assumed(sons, wolves))
    ['die of chainsword']
    """

    def at(what: str, name: str, way: int) -> dict[str, Exchange]:
        own, *others = (_stepped(one, what, name, way) for one in (attacker, *targets.values()))
        return exchanges(own, dict(zip(targets, others, strict=True)), terms, rules)

    moved = dict.fromkeys(value for one in (attacker, *targets.values()) for value in _assumed(one))
    return {f"{what} of {name}": (at(what, name, -1), at(what, name, 1)) for what, name in moved}


def _assumed(squad: Squad) -> Iterator[tuple[str, str]]:
    """Yield what of a squad's profiles no source states: what it is, and of what."""
    for model in squad.models:
        if model.kind.status == "assumed":
            yield "life", model.kind.name
            yield "armour die", model.kind.name
        for item in model.items:
            if item.status == "assumed" and item.use != "banner":
                yield "die", item.name


def _stepped(squad: Squad, what: str, name: str, way: int) -> Squad:
    """Return the squad with one value of a profile a step lower or higher."""
    return replace(
        squad, models=tuple(_other(model, what, name, way * STEPS[what]) for model in squad.models)
    )


def _other(model: Model, what: str, name: str, more: int) -> Model:
    kind = model.kind
    if what == "die":
        items = (replace(i, die=max(2, i.die + more)) if i.name == name else i for i in model.items)
        return replace(model, items=tuple(items))
    if kind.name != name:
        return model
    if what == "life":
        return replace(model, kind=replace(kind, life=max(1, kind.life + more)))
    return replace(model, kind=replace(kind, armour=max(2, kind.armour + more)))


@lru_cache(maxsize=4096)
def _exchange(attacker: Squad, target: Squad, terms: Terms, rules: BattleRules) -> Exchange:
    lost, slain = battle(attacker, target, 1, terms, rules).expected_slain[1]
    return Exchange(slain, lost)
