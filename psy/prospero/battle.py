"""Two squads that fight on, round after round: an exact chain of who is left."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from itertools import permutations
from math import gcd, lcm
from typing import NamedTuple

from icepool import Die

from psy.exact.arguments import whole
from psy.prospero.battle_rules import BATTLE_RULES, BattleRules
from psy.prospero.casualties import Casualties, casualties
from psy.prospero.initiative import initiative
from psy.prospero.squads import Squad
from psy.prospero.terms import TERMS, Terms

MAX_ROUNDS = 100
Ways = dict["Standing", int]
Hits = Callable[[int, Casualties], list[tuple[Casualties, Fraction]]]


class Standing(NamedTuple):
    """Where two squads stand after a round: models slain, and wounds on the next model, of each."""

    first: Casualties
    second: Casualties


class Odds(NamedTuple):
    """Chances after a round: the first squad is gone, the second is gone, both still stand."""

    first_gone: Fraction
    second_gone: Fraction
    undecided: Fraction


START = Standing(Casualties(0, 0), Casualties(0, 0))


@dataclass(frozen=True)
class Battle:
    """An exact battle.

    Parameters
    ----------
    first, second
        The squads as they began.
    after
        Where they stand after each round, from round 0.
    """

    first: Squad
    second: Squad
    after: tuple[Die[Standing], ...]

    @property
    def odds(self) -> tuple[Odds, ...]:
        """The chances after each round, from round 0; an empty squad is gone from the start."""
        return tuple(self._odds(die) for die in self.after)

    @property
    def expected_slain(self) -> tuple[tuple[Fraction, Fraction], ...]:
        """The expected number of models slain of the first and the second squad, after each round."""
        return tuple(
            (
                die.map(lambda first, second: first.slain).mean(),
                die.map(lambda first, second: second.slain).mean(),
            )
            for die in self.after
        )

    def survivors(self, rounds: int) -> Die[tuple[int, int]]:
        """Return the joint distribution of models left of the first and second squad after some rounds."""
        ours, theirs = len(self.first.models), len(self.second.models)
        die = self.after[whole("rounds", rounds, 0, len(self.after) - 1)]
        return die.map(lambda first, second: (ours - first.slain, theirs - second.slain))

    def _odds(self, die: Die[Standing]) -> Odds:
        ours, theirs = len(self.first.models), len(self.second.models)
        first = _chance(die, lambda standing: standing.first.slain == ours)
        second = _chance(die, lambda standing: standing.second.slain == theirs)
        both = _chance(die, lambda standing: (standing.first.slain, standing.second.slain) == (ours, theirs))
        return Odds(first, second, 1 - first - second + both)


def battle(
    first: Squad, second: Squad, rounds: int, terms: Terms = TERMS, rules: BattleRules = BATTLE_RULES
) -> Battle:
    """Return the exact course of a battle: both squads attack once a round until one is gone.

    Rule: "Attack Phase" and "Consolidation Phase". Whoever has the initiative attacks first; the other
    strikes back with what is left. The squads stay where they are, and nobody else joins in.

    Parameters
    ----------
    first, second
        Two squads of different sides; damage goes to their models in order.
    rounds
        How many rounds at most, 0 to 100.
    terms
        Distance, order, wounds and re-rolls.

    Raises
    ------
    TypeError, ValueError
        If a number is out of its range or the squads are of one side.

    Examples
    --------
    One Veteran against another: only a critical hit kills within a round, 5 times in 36. He who goes first
    kills with that chance; the other does if he is still there.

    >>> from psy.prospero import squad
    >>> duel = battle(squad("traitor", "veteran"), squad("loyalist", "veteran"), rounds=1)
    >>> duel.odds[1].first_gone == Fraction(1, 2) * Fraction(5, 36) * (1 + Fraction(31, 36))
    True
    """
    check_sides(first, second)
    rounds = whole("rounds", rounds, 0, MAX_ROUNDS)
    transitions = _transitions(first, second, terms, rules)
    ways: Ways = {START: 1}
    after = [Die(ways)]
    for _ in range(rounds):
        ways = _next(ways, transitions)
        after.append(Die(ways))
    return Battle(first, second, tuple(after))


def best_order(
    first: Squad, second: Squad, rounds: int, terms: Terms = TERMS, rules: BattleRules = BATTLE_RULES
) -> tuple[tuple[Squad, ...], Fraction]:
    """Return every order of taking damage that is best for the first squad, and what it is worth.

    The worth is the chance that the second squad is gone in the end, less the chance that the first is. The
    order is chosen once for the whole battle, so this is the best fixed order; see `best_losses` for a choice
    after each attack.

    Returns
    -------
    tuple of (squads, Fraction)
        The first squad in its best orders, and the worth from -1 to 1.
    """
    worths: dict[Squad, Fraction] = {}
    for models in dict.fromkeys(permutations(first.models)):
        ordered = Squad(first.side, models)
        odds = battle(ordered, second, rounds, terms, rules).odds[-1]
        worths[ordered] = odds.second_gone - odds.first_gone
    best = max(worths.values())
    return tuple(ordered for ordered, worth in worths.items() if worth == best), best


def _next(ways: Ways, transitions: dict[Standing, Ways]) -> Ways:
    """Return the ways to each standing one round later, without their common factor."""
    after: Ways = {}
    for start, number in ways.items():
        for end, share in transitions[start].items():
            after[end] = after.get(end, 0) + number * share
    common = gcd(*after.values())
    return {end: number // common for end, number in after.items()}


def check_sides(first: Squad, second: Squad) -> None:
    """Refuse two squads of one side."""
    if first.side == second.side:
        raise ValueError(f"the squads must be of different sides, not both of the {first.side}")


@lru_cache(maxsize=64)
def _transitions(first: Squad, second: Squad, terms: Terms, rules: BattleRules) -> dict[Standing, Ways]:
    """Return what a round makes of every standing that can come up, in whole numbers of one total."""
    lead = _chance_to_lead(first.side, terms, rules)
    hits = {side: _hits(*pair, terms, rules) for side, pair in _pairings(first, second).items()}
    found: dict[Standing, dict[Standing, Fraction]] = {}
    waiting = [START]
    while waiting:
        standing = waiting.pop()
        if standing not in found:
            found[standing] = _round(standing, lead, hits[first.side], hits[second.side], terms)
            waiting += found[standing]
    total = lcm(*(chance.denominator for ends in found.values() for chance in ends.values()))
    return {start: {end: int(p * total) for end, p in ends.items()} for start, ends in found.items()}


def _pairings(first: Squad, second: Squad) -> dict[str, tuple[Squad, Squad]]:
    return {first.side: (first, second), second.side: (second, first)}


def _round(
    standing: Standing, lead: Fraction, first_hits: Hits, second_hits: Hits, terms: Terms
) -> dict[Standing, Fraction]:
    """Let both squads attack once, in either order, and clear wounds if they clear."""
    after: dict[Standing, Fraction] = {}
    kept = terms.wounds == "kept"
    ours, theirs = standing
    ends = [
        (Standing(left, hurt), lead * hit * answer)
        for hurt, hit in (first_hits(ours.slain, theirs) if lead else ())
        for left, answer in second_hits(hurt.slain, ours)
    ] + [
        (Standing(hurt, left), (1 - lead) * hit * answer)
        for hurt, hit in (second_hits(theirs.slain, ours) if lead < 1 else ())
        for left, answer in first_hits(hurt.slain, theirs)
    ]
    for end, chance in ends:
        rested = end if kept else Standing(*(Casualties(squad.slain, 0) for squad in end))
        after[rested] = after.get(rested, Fraction(0)) + chance
    return after


def _hits(attacker: Squad, target: Squad, terms: Terms, rules: BattleRules) -> Hits:
    """Return what an attack makes of the target, as a function of the attackers slain and its state."""

    @cache
    def hits(slain: int, before: Casualties) -> list[tuple[Casualties, Fraction]]:
        ours = attacker.without(slain).attack_dice(terms.distance)
        left = target.without(before.slain)
        theirs = left.armour_dice(len(ours))
        how = terms.reroll(target.side)
        result = casualties(ours, theirs, left.lives, how, wounds=before.wounds_left, rules=rules)
        return [
            (Casualties(before.slain + more.slain, more.wounds_left), chance)
            for more, chance in zip(result.outcomes(), result.probabilities(), strict=True)
        ]

    return hits


def _chance_to_lead(side: str, terms: Terms, rules: BattleRules) -> Fraction:
    chance: Fraction = initiative(rules).probability(side)
    return chance if terms.order == "initiative" else Fraction(terms.order == side)


def _chance(die: Die[Standing], event: Callable[[Standing], bool]) -> Fraction:
    return Fraction(sum(ways for standing, ways in die.items() if event(standing)), die.denominator())
