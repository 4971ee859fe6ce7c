"""What is left of a squad after several attacks in one round, and after a whole numeration phase."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from icepool import Die

from psy.exact.arguments import instance, one_of, several, whole
from psy.exact.chains import whole_weights
from psy.prospero.attack.casualties import Casualties, casualties, shared_out
from psy.prospero.attack.damage import REROLLS
from psy.prospero.battle.squads import CLOSE_COMBAT, Squad
from psy.prospero.battle_rules import BATTLE_RULES, BattleRules
from psy.prospero.numeration.outlook import cast_law
from psy.prospero.numeration.plan import NumerationPlan
from psy.prospero.powers.attacks import PSYCHIC_ATTACKS, psychic_attack

Chance = Fraction | float
UNHURT = Casualties(0, 0)


class Assault(NamedTuple):
    """An attack by a squad: the one of its attack phase, or a further one by precognitive precision.

    With a squad of one model it is the attack that cruel illusion makes the model do.
    """

    attacker: Squad
    distance: int = CLOSE_COMBAT


Blow = str | Assault


@dataclass(frozen=True)
class Aftermath:
    """What is left of a squad: the chance of every end, in fractions or, of a plan in floats, in floats.

    Parameters
    ----------
    target
        The squad as it was.
    chances
        By the models slain and the wounds of the next one.
    """

    target: Squad
    chances: Mapping[Casualties, Chance]

    @property
    def damage(self) -> dict[int, Chance]:
        """The chance of every number of points of damage taken; none are counted on those slain."""
        lives = self.target.lives
        return self._by(lambda end: sum(lives[: end.slain]) + end.wounds_left)

    @property
    def slain(self) -> dict[int, Chance]:
        """The chance of every number of models slain."""
        return self._by(lambda end: end.slain)

    @property
    def expected_damage(self) -> Chance:
        """The mean points of damage taken."""
        return sum((points * chance for points, chance in self.damage.items()), Fraction(0))

    @property
    def expected_slain(self) -> Chance:
        """The mean number of models slain."""
        return sum((number * chance for number, chance in self.slain.items()), Fraction(0))

    @property
    def cleared(self) -> Chance:
        """The chance that nobody is left."""
        return self.slain.get(len(self.target.models), Fraction(0))

    def model_slain(self, number: int) -> Chance:
        """Return the chance that a model is slain, by its place from 0 in the order of damage."""
        place = whole("number", number, 0, len(self.target.models) - 1)
        return sum((chance for slain, chance in self.slain.items() if slain > place), Fraction(0))

    def die(self) -> "Die[Casualties]":
        """Return the ends as a Die; only if they are in fractions."""
        exact = {end: instance("chances", chance, Fraction) for end, chance in self.chances.items()}
        return Die(whole_weights(exact))

    def _by(self, number: Callable[[Casualties], int]) -> dict[int, Chance]:
        found: dict[int, Chance] = {}
        for end, chance in self.chances.items():
            found[number(end)] = found.get(number(end), Fraction(0)) + chance
        return dict(sorted(found.items()))


def aftermath(
    target: Squad,
    attacks: Iterable[Blow],
    reroll: str | None = None,
    wounds: int = 0,
    rules: BattleRules = BATTLE_RULES,
) -> Aftermath:
    """Return what several attacks in one round leave of a squad, one after the other, wounds kept.

    Rule: "Damage Dealt" and "Consolidation Phase": wounds stay until the end of the round, a wounded model
    takes damage first, and the slain no longer lend their armour.

    Parameters
    ----------
    target
        The squad; its models take damage in order.
    attacks
        In the order in which they come: the name of a power that attacks a zone, or an `Assault`, which may
        be a shot or close combat.
    reroll
        ``"smoke"`` on the tormented ground, which helps against powers and shots and not in close combat;
        ``"kine shield"`` for Traitors.
    wounds
        Of the first model before.

    Raises
    ------
    TypeError, ValueError
        If an argument is of the wrong kind, a power makes no attack or cannot be turned on this side.

    Examples
    --------
    An inferno on one Veteran of life 2 kills with 5 of 36 rolls and wounds with 10; then 15 are enough:

    >>> from psy.prospero import squad
    >>> veteran = squad("loyalist", "veteran")
    >>> aftermath(veteran, ["inferno"]).cleared, aftermath(veteran, ["inferno", "inferno"]).cleared
    (Fraction(5, 36), Fraction(145, 432))
    """
    instance("rules", rules, BattleRules)
    blows = _checked(target, several("attacks", attacks, "names of powers and assaults"), reroll, rules)
    lives = target.lives
    before = Casualties(0, whole("wounds", wounds, 0, lives[0] - 1 if lives else 0))
    ends: dict[Casualties, Chance] = {before: Fraction(1)}
    for blow in blows:
        ends = _struck(target, blow, ends, reroll, rules)
    return Aftermath(target, ends)


def phase_aftermath(
    plan: NumerationPlan,
    target: Squad,
    attacks: Mapping[str, Blow] | Sequence[Blow],
    then: Iterable[Blow] = (),
    reroll: str | None = None,
    rules: BattleRules = BATTLE_RULES,
) -> Aftermath:
    """Return what a numeration phase, and the attacks after it, leave of a squad: decks and dice together.

    Parameters
    ----------
    plan
        The phase as both sides play it; its values say what the Traitor wants most.
    target
        The squad at which every power is aimed; its models take damage in order.
    attacks
        What each power of the plan, by its name or place, does to the squad if it is cast: the name of a
        power that attacks a zone, or an `Assault`. Powers left out do not hurt it.
    then
        Attacks that follow in the same round, shots or close combat.
    reroll
        As in `aftermath`.

    Raises
    ------
    TypeError, ValueError
        As `aftermath`.

    Examples
    --------
    Two infernos of which the first is surely cast and the second cannot be tried:

    >>> from psy.prospero import Coven, numeration, squad
    >>> plan = numeration({"mastery": 3}, {}, {"inferno": 1}, Coven(1), attempts=1)
    >>> phase_aftermath(plan, squad("loyalist", "veteran"), {"inferno": "inferno"}).cleared
    Fraction(5, 36)
    """
    instance("plan", plan, NumerationPlan)
    named, after = checked_phase(target, attacks, then, reroll, rules)
    shares = {(*blows, *after): chance for blows, chance in blows_cast(plan, named).items()}
    return any_of(target, shares, reroll, rules)


def blows_cast(plan: NumerationPlan, attacks: Mapping[Any, Blow]) -> dict[tuple[Blow, ...], Chance]:
    """Return the chance of every list of attacks that a phase brings; ``attacks`` as in `phase_aftermath`.

    Examples
    --------
    >>> from psy.prospero import Coven, numeration
    >>> plan = numeration({"mastery": 3}, {}, {"inferno": 1}, Coven(1), attempts=1)
    >>> blows_cast(plan, {"inferno": "inferno"})
    {('inferno',): Fraction(1, 1)}
    """
    shares: dict[tuple[Blow, ...], Chance] = {}
    for course, chance in cast_law(plan).items():
        blows = tuple(attacks[one.power] for one in course if one.cast and one.power in attacks)
        shares[blows] = shares.get(blows, Fraction(0)) + chance
    return shares


def any_of(
    target: Squad,
    shares: Mapping[tuple[Blow, ...], Chance],
    reroll: str | None = None,
    rules: BattleRules = BATTLE_RULES,
) -> Aftermath:
    """Return what is left of a squad if one of several lists of attacks comes, each with its chance.

    Examples
    --------
    >>> from psy.prospero import squad
    >>> half = Fraction(1, 2)
    >>> any_of(squad("loyalist", "veteran"), {(): half, ("inferno",): half}).cleared
    Fraction(5, 72)
    """
    ends: dict[Casualties, Chance] = {}
    for blows, chance in shares.items():
        for end, part in aftermath(target, blows, reroll, rules=rules).chances.items():
            ends[end] = ends.get(end, Fraction(0)) + chance * part
    return Aftermath(target, ends)


def checked_phase(
    target: Squad,
    attacks: Mapping[str, Blow] | Sequence[Blow],
    then: Iterable[Blow],
    reroll: str | None,
    rules: BattleRules,
) -> tuple[Mapping[Any, Blow], list[Blow]]:
    """Return the attacks of a phase by their power, and those that follow it, or refuse them."""
    named: Mapping[Any, Blow] = attacks if isinstance(attacks, Mapping) else dict(enumerate(attacks))
    after = several("then", then, "names of powers and assaults")
    _checked(target, [*named.values(), *after], reroll, rules)
    return named, after


def _checked(target: Squad, blows: list[Blow], reroll: str | None, rules: BattleRules) -> list[Blow]:
    """Return the attacks, or refuse what cannot be."""
    instance("rules", rules, BattleRules)
    side = instance("target", target, Squad).side
    if reroll is not None and one_of("reroll", reroll, REROLLS) == "kine shield" and side == "loyalist":
        raise ValueError("reroll must not be a kine shield for the loyalist: it covers Traitor models only")
    for blow in blows:
        if isinstance(blow, Assault):
            instance("attacker", blow.attacker, Squad)
        elif one_of("attacks", blow, PSYCHIC_ATTACKS) and side != "loyalist":
            raise ValueError(f"attacks must not have {blow} on the {side}: it is made on Loyalists only")
    return blows


def _struck(
    target: Squad, blow: Blow, before: Mapping[Casualties, Chance], reroll: str | None, rules: BattleRules
) -> dict[Casualties, Chance]:
    """Return the ends after one attack more."""
    after: dict[Casualties, Chance] = {}
    for (slain, wounds), chance in before.items():
        result = _one_blow(target.without(slain), blow, wounds, reroll, rules)
        for (more, left), part in zip(result.outcomes(), result.probabilities(), strict=True):
            end = Casualties(slain + more, left)
            after[end] = after.get(end, Fraction(0)) + chance * part
    return after


def _one_blow(
    left: Squad, blow: Blow, wounds: int, reroll: str | None, rules: BattleRules
) -> Die[Casualties]:
    """Return what one attack does to those who are left."""
    if isinstance(blow, Assault):
        ours = blow.attacker.attack_dice(blow.distance)
        how = None if reroll == "smoke" and blow.distance == CLOSE_COMBAT else reroll
        return casualties(ours, left.armour_dice(len(ours)), left.lives, how, wounds=wounds, rules=rules)
    damage = psychic_attack(blow, [model.armour for model in left.models], reroll, rules)
    return shared_out(damage, left.lives, wounds)
