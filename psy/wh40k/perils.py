"""Perils of the warp: the roll on the table, and what it costs the psyker."""

import functools
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import lcm
from typing import NamedTuple

from icepool import Die, d

from psy.exact.arguments import whole
from psy.wh40k.casting import FACES
from psy.wh40k.rules import RULES, Effect, Rules

LEADERSHIP = (2, 12)
MAX_WOUNDS = 10


class Perils(NamedTuple):
    """What one roll on the table does to the psyker who suffers it, and to both pools.

    Parameters
    ----------
    wound
        He takes a wound (after feel no pain).
    removed
        He is removed as a casualty, whatever wounds he has.
    power_lost
        One of his powers, chosen at random, is lost for the game.
    drained
        Warp charges that both pools lose.
    surge
        He gains the warp surge until his next psychic phase.
    hits
        Hits on his unit.
    """

    wound: bool = False
    removed: bool = False
    power_lost: bool = False
    drained: int = 0
    surge: bool = False
    hits: int = 0


@dataclass(frozen=True)
class PerilsOdds:
    """The chances of one roll on the perils table, each from 0 to 1.

    Parameters
    ----------
    removed
        The psyker is removed as a casualty.
    wound
        He takes a wound and is not removed.
    lost
        He is removed, or takes his last wound.
    silenced
        No psyker of his unit is left: he is lost and was the last of them.
    power_lost
        One of his powers is lost for the game.
    charges_drained
        Both pools lose warp charges.
    surge
        He gains the warp surge.
    unharmed
        He neither takes a wound nor is removed.
    drained
        Die of the charges that both pools lose.
    hits
        Die of the hits on his unit.
    """

    removed: Fraction
    wound: Fraction
    lost: Fraction
    silenced: Fraction
    power_lost: Fraction
    charges_drained: Fraction
    surge: Fraction
    unharmed: Fraction
    drained: Die[int]
    hits: Die[int]


def perils(
    leadership: int, rules: Rules = RULES, *, feel_no_pain: int | None = None, psychic_phase: bool = True
) -> Die[Perils]:
    """Return the joint distribution of everything that one roll on the perils table does.

    Rule: W 3, R p. 25; the table is ``rules.perils_table``.

    Parameters
    ----------
    leadership
        The psyker's leadership, 2 to 12; a test is passed by two dice at or under it.
    rules
        The perils table and the dice that it names are used.
    feel_no_pain
        The roll that lets him ignore a wound, 2 to 6, or None. Being removed cannot be ignored.
    psychic_phase
        Whether it happens in the psychic phase; only then are charges drained.

    Returns
    -------
    Die of Perils

    Raises
    ------
    TypeError, ValueError
        If an argument is of the wrong kind or out of its range.

    Examples
    --------
    With leadership 9 a test fails with chance 1/6, and a 1 on the table comes up as often:

    >>> perils(9).map(lambda result: result.removed).probability(True)
    Fraction(1, 36)
    """
    whole("leadership", leadership, *LEADERSHIP)
    if not isinstance(psychic_phase, bool):
        raise TypeError(f"psychic_phase must be True or False, not {psychic_phase!r}")
    return _joint(leadership, rules, _ignored(feel_no_pain, rules), psychic_phase)


@functools.lru_cache(maxsize=1 << 10)
def _joint(leadership: int, rules: Rules, ignored: Fraction, psychic_phase: bool) -> Die[Perils]:
    passes = _passes(leadership, rules)
    drains = rules.drain_die if psychic_phase else 0
    weights: dict[Perils, Fraction] = defaultdict(Fraction)
    for row in rules.perils_table:
        for effects, chance in ((row.passed, passes), (row.failed, 1 - passes)):
            for result, share in _results(row.always + effects, ignored, drains, rules.unit_hits.die):
                weights[result] += chance * share / len(rules.perils_table)
    scale = lcm(*(weight.denominator for weight in weights.values()))
    return Die({result: int(weight * scale) for result, weight in weights.items() if weight})


def perils_odds(
    leadership: int,
    wounds: int | tuple[int, ...] | list[int] = 1,
    rules: Rules = RULES,
    *,
    feel_no_pain: int | None = None,
    psychic_phase: bool = True,
) -> PerilsOdds:
    """Return the chances of one roll on the perils table.

    Parameters
    ----------
    leadership
        The psyker's leadership, 2 to 12.
    wounds
        The wounds that he has left, 1 to 10. For a brotherhood, the wounds left of each model that has the
        rule: a random one of them suffers the perils (R p. 25).
    rules, feel_no_pain, psychic_phase
        As in `perils`.

    Raises
    ------
    TypeError, ValueError
        If an argument is of the wrong kind or out of its range.

    Examples
    --------
    Leadership 9 and one wound left:

    >>> odds = perils_odds(9, wounds=1)
    >>> odds.lost, odds.removed
    (Fraction(13, 18), Fraction(1, 36))
    """
    models = models_of(wounds)
    return _odds(perils(leadership, rules, feel_no_pain=feel_no_pain, psychic_phase=psychic_phase), models)


@functools.lru_cache(maxsize=1 << 10)
def _odds(die: Die[Perils], models: tuple[int, ...]) -> PerilsOdds:
    def chance(field: str) -> Fraction:
        weight = sum(weight for result, weight in die.items() if getattr(result, field))
        return Fraction(weight, die.denominator())

    wound, removed = chance("wound"), chance("removed")
    lost = removed + wound * Fraction(models.count(1), len(models))
    return PerilsOdds(
        removed=removed,
        wound=wound,
        lost=lost,
        silenced=lost if len(models) == 1 else Fraction(0),
        power_lost=chance("power_lost"),
        charges_drained=chance("drained"),
        surge=chance("surge"),
        unharmed=1 - removed - wound,
        drained=die.map(lambda result: result.drained),
        hits=die.map(lambda result: result.hits),
    )


def models_of(wounds: int | tuple[int, ...] | list[int]) -> tuple[int, ...]:
    """Return the wounds of each model that may suffer perils: of one psyker, or of a brotherhood.

    Raises
    ------
    TypeError, ValueError
        If there is no model, or a number of wounds is not from 1 to 10.

    Examples
    --------
    >>> models_of(3), models_of([2, 1, 1])
    ((3,), (1, 1, 2))
    """
    if not isinstance(wounds, list | tuple):
        return (whole("wounds", wounds, 1, MAX_WOUNDS),)
    if not wounds:
        raise ValueError(
            "wounds must be a whole number from 1 to 10 or one such number for each model, not none"
        )
    return tuple(sorted(whole("wounds", left, 1, MAX_WOUNDS) for left in wounds))


def _passes(leadership: int, rules: Rules) -> Fraction:
    """Return the chance to pass a leadership test."""
    chance: Fraction = (rules.leadership_dice @ d(FACES)).probability("<=", leadership)
    return chance


def _ignored(feel_no_pain: int | None, rules: Rules) -> Fraction:
    """Return the chance that a wound is ignored."""
    if feel_no_pain is None:
        return Fraction(0)
    target = whole("feel_no_pain", feel_no_pain, 2, FACES)
    return Fraction(FACES + 1 - target, FACES) if rules.feel_no_pain_allowed else Fraction(0)


def _results(
    effects: Sequence[Effect], ignored: Fraction, drains: int, hit_die: int
) -> Iterator[tuple[Perils, Fraction]]:
    """Yield what a set of effects may come to, with chances that sum to one."""
    removed = "removed" in effects
    hurts = "wound" in effects and not removed
    wound = {True: 1 - ignored, False: ignored} if hurts else {False: Fraction(1)}
    drained = _rolls(drains if "charges drained" in effects else 0)
    hits = _rolls(hit_die if "unit hits" in effects else 0)
    for (hurt, first), (loss, second), (blows, third) in product(
        wound.items(), drained.items(), hits.items()
    ):
        yield (
            Perils(hurt, removed, "power lost" in effects, loss, "surge" in effects, blows),
            first * second * third,
        )


def _rolls(die: int) -> dict[int, Fraction]:
    return {face: Fraction(1, die) for face in range(1, die + 1)} if die else {0: Fraction(1)}
