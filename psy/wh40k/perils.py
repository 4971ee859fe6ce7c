"""Perils of the warp: the roll on the table, and what it costs the psyker."""

import functools
from collections import defaultdict
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from typing import NamedTuple

from icepool import Die, d

from psy.exact.arguments import instance, whole
from psy.exact.chains import whole_weights
from psy.wh40k.casting import FACES
from psy.wh40k.rules import RULES, Effect, Rules

LEADERSHIP = (2, 12)


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
    instance("rules", rules, Rules)
    leadership = whole("leadership", leadership, *LEADERSHIP)
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
            for result, share in _results(row.always + effects, ignored, drains, rules.hit_die):
                weights[result] += chance * share / len(rules.perils_table)
    return Die(whole_weights({result: weight for result, weight in weights.items() if weight}))


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
