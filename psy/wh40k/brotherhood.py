"""Who suffers perils: one psyker, or a brotherhood of models, a random one of which does."""

import functools
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import NamedTuple

from icepool import Die

from psy.exact.arguments import instance, whole
from psy.exact.chains import whole_weights
from psy.wh40k.casting import FACES
from psy.wh40k.perils import LEADERSHIP, Perils, perils
from psy.wh40k.rules import RULES, Rules

MAX_WOUNDS = 10
MAX_MODELS = 20

Numbers = int | tuple[int, ...] | list[int]


class Model(NamedTuple):
    """One psyker of a unit: the wounds that it has left, and its leadership."""

    wounds: int
    leadership: int


Models = tuple[Model, ...]


class Strike(NamedTuple):
    """What one roll on the perils table makes of the models of a unit.

    Parameters
    ----------
    chance
        From 0 to 1; those of all strikes sum to one.
    result
        What it does to the model that suffers it, and to both pools.
    lost
        Whether that model is gone.
    after
        The models left, once the hits of its removal have fallen on the others.
    """

    chance: Fraction
    result: Perils
    lost: bool
    after: Models


def models_of(wounds: Numbers, leadership: Numbers) -> Models:
    """Return the models that may suffer perils, the weakest first: one psyker, or a brotherhood.

    Parameters
    ----------
    wounds
        The wounds left of the psyker, or of each model, 1 to 10; at most 20 models.
    leadership
        The leadership of all, or of each model in the same order, 2 to 12.

    Raises
    ------
    TypeError, ValueError
        If there is no model, a number is out of its range, or there are not as many of both.

    Examples
    --------
    >>> models_of([2, 1], 9)
    (Model(wounds=1, leadership=9), Model(wounds=2, leadership=9))
    """
    if not isinstance(wounds, list | tuple):
        lives = [whole("wounds", wounds, 1, MAX_WOUNDS)]
    elif not wounds:
        raise ValueError(
            f"wounds must be a whole number from 1 to {MAX_WOUNDS} or one such number for each model, "
            "not none"
        )
    else:
        lives = [whole("wounds", left, 1, MAX_WOUNDS) for left in wounds]
    whole("the number of models", len(lives), 1, MAX_MODELS)
    if not isinstance(leadership, list | tuple):
        return tuple(sorted(Model(left, whole("leadership", leadership, *LEADERSHIP)) for left in lives))
    if len(leadership) != len(lives):
        raise ValueError(
            f"leadership must be one number, or one for each of {len(lives)} models, not {leadership!r}"
        )
    each = [whole("leadership", number, *LEADERSHIP) for number in leadership]
    return tuple(sorted(map(Model, lives, each)))


@functools.lru_cache(maxsize=1 << 12)
def strikes(
    models: Models, rules: Rules = RULES, feel_no_pain: int | None = None, psychic_phase: bool = True
) -> tuple[Strike, ...]:
    """Return everything that one roll on the perils table may make of a unit.

    Rule: W 3, R p. 25. A random model suffers it, with its own leadership. The hits of row 1 fall on the
    other models: each that wounds (``rules.hit_wounds_on``, assumed) takes one wound, of the model
    that is closest until it is gone. Which one is closest is left to chance; feel no pain is of no use.

    Parameters
    ----------
    models
        From `models_of`, none left or more.
    rules, feel_no_pain, psychic_phase
        As in `perils`.

    Raises
    ------
    TypeError, ValueError
        If ``feel_no_pain`` is out of its range.

    Examples
    --------
    Two models of leadership 9: nobody is left if one is removed and a hit takes the other.

    >>> pair = models_of([1, 1], 9)
    >>> sum(strike.chance for strike in strikes(pair) if not strike.after) < Fraction(1, 36)
    True
    """
    chances: dict[tuple[Perils, bool, Models], Fraction] = defaultdict(Fraction)
    for victim in sorted(set(models)):
        share = Fraction(models.count(victim), len(models))
        place = models.index(victim)
        others = models[:place] + models[place + 1 :]
        die = perils(victim.leadership, rules, feel_no_pain=feel_no_pain, psychic_phase=psychic_phase)
        for result, weight in die.items():
            chance = share * Fraction(weight, die.denominator())
            left = 0 if result.removed else victim.wounds - result.wound
            stays = (victim._replace(wounds=left),) if left else ()
            for rest, part in _hit(others, result.hits, rules):
                chances[result, left == 0, tuple(sorted((*rest, *stays)))] += chance * part
    return tuple(Strike(chance, *outcome) for outcome, chance in chances.items())


def _hit(models: Models, hits: int, rules: Rules) -> Iterator[tuple[Models, Fraction]]:
    """Yield what hits leave of the models, with the chances."""
    if not (hits and models) or rules.hit_wounds_on == "never":
        yield models, Fraction(1)
        return
    bad = Fraction(FACES + 1 - int(rules.hit_wounds_on), FACES)
    for wounds in range(hits + 1):
        chance = comb(hits, wounds) * bad**wounds * (1 - bad) ** (hits - wounds)
        for after, share in _wounded(models, wounds).items():
            yield after, chance * share


@functools.lru_cache(maxsize=1 << 14)
def _wounded(models: Models, wounds: int) -> dict[Models, Fraction]:
    """Return what wounds leave: a random model takes them until it is gone, then the next."""
    if not (wounds and models):
        return {models: Fraction(1)}
    chances: dict[Models, Fraction] = defaultdict(Fraction)
    for victim in sorted(set(models)):
        share = Fraction(models.count(victim), len(models))
        place = models.index(victim)
        others = models[:place] + models[place + 1 :]
        if wounds < victim.wounds:
            hurt = victim._replace(wounds=victim.wounds - wounds)
            chances[tuple(sorted((*others, hurt)))] += share
        else:
            for after, part in _wounded(others, wounds - victim.wounds).items():
                chances[after] += share * part
    return chances


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


def perils_odds(
    leadership: Numbers,
    wounds: Numbers = 1,
    rules: Rules = RULES,
    *,
    feel_no_pain: int | None = None,
    psychic_phase: bool = True,
) -> PerilsOdds:
    """Return the chances of one roll on the perils table.

    Parameters
    ----------
    leadership
        The psyker's leadership, 2 to 12; for a brotherhood one for all models, or one for each.
    wounds
        The wounds that it has left, 1 to 10. For a brotherhood, the wounds left of each model that has the
        rule: a random one of them suffers the perils (R p. 25), and hits may take others (see `strikes`).
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
    instance("rules", rules, Rules)
    return _odds(strikes(models_of(wounds, leadership), rules, feel_no_pain, psychic_phase))


@functools.lru_cache(maxsize=1 << 10)
def _odds(struck: tuple[Strike, ...]) -> PerilsOdds:
    def chance(happens: Callable[[Strike], bool]) -> Fraction:
        return sum((strike.chance for strike in struck if happens(strike)), Fraction(0))

    def die(field: str) -> Die[int]:
        chances: dict[int, Fraction] = defaultdict(Fraction)
        for strike in struck:
            chances[getattr(strike.result, field)] += strike.chance
        return Die(whole_weights(chances))

    wound, removed = chance(lambda strike: strike.result.wound), chance(lambda strike: strike.result.removed)
    return PerilsOdds(
        removed=removed,
        wound=wound,
        lost=chance(lambda strike: strike.lost),
        silenced=chance(lambda strike: not strike.after),
        power_lost=chance(lambda strike: strike.result.power_lost),
        charges_drained=chance(lambda strike: strike.result.drained > 0),
        surge=chance(lambda strike: strike.result.surge),
        unharmed=1 - removed - wound,
        drained=die("drained"),
        hits=die("hits"),
    )
