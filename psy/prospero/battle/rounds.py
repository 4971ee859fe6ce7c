"""Two squads that fight on, round after round: an exact chain of who is left."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from itertools import permutations
from typing import NamedTuple

from icepool import Die

from psy.exact.arguments import instance, whole
from psy.exact.chains import advance
from psy.prospero.attack.casualties import Casualties, casualties
from psy.prospero.battle.initiative import initiative
from psy.prospero.battle.squads import Squad
from psy.prospero.battle.terms import TERMS, Terms
from psy.prospero.battle_rules import BATTLE_RULES, BattleRules

MAX_ROUNDS = 100
Ways = dict["Standing", int]
Step = Callable[["Standing"], Ways]


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
    instance("rules", rules, BattleRules)
    instance("terms", terms, Terms)
    check_sides(first, second)
    rounds = whole("rounds", rounds, 0, MAX_ROUNDS)
    one_round = _one_round(first, second, terms, rules)
    ways: Ways = {START: 1}
    after = [Die(ways)]
    for _ in range(rounds):
        ways = advance(ways, one_round)
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
    instance("rules", rules, BattleRules)
    instance("terms", terms, Terms)
    check_sides(first, second)
    worths: dict[Squad, Fraction] = {}
    for models in dict.fromkeys(permutations(first.models)):
        ordered = Squad(first.side, models)
        odds = battle(ordered, second, rounds, terms, rules).odds[-1]
        worths[ordered] = odds.second_gone - odds.first_gone
    best = max(worths.values())
    return tuple(ordered for ordered, worth in worths.items() if worth == best), best


def check_sides(first: Squad, second: Squad) -> None:
    """Refuse what is no squad, and two squads of one side."""
    for name, one in (("first", first), ("second", second)):
        instance(name, one, Squad)
    if first.side == second.side:
        raise ValueError(f"the squads must be of different sides, not both of the {first.side}")


@lru_cache(maxsize=64)
def _one_round(first: Squad, second: Squad, terms: Terms, rules: BattleRules) -> Step:
    """Return what a round makes of a standing: both squads attack once, in either order."""
    lead = _chance_to_lead(first.side, terms, rules)
    orders = {True: lead.numerator, False: lead.denominator - lead.numerator}
    by_first, by_second = _attacks(first, second, terms, rules)

    @cache
    def one_round(standing: Standing) -> Ways:
        def both(first_leads: bool) -> Ways:
            leader, other = (by_first, by_second) if first_leads else (by_second, by_first)
            return advance(leader(standing), other)

        ends = advance({leads: ways for leads, ways in orders.items() if ways}, both)
        return ends if terms.wounds == "kept" else advance(ends, _rested)

    return one_round


def _attacks(first: Squad, second: Squad, terms: Terms, rules: BattleRules) -> tuple[Step, Step]:
    """Return what an attack by the first squad, and one by the second, makes of a standing."""

    def struck(attacker: Squad, target: Squad, slain: int, before: Casualties) -> dict[Casualties, int]:
        ours = attacker.without(slain).attack_dice(terms.distance)
        left = target.without(before.slain)
        theirs = left.armour_dice(len(ours))
        how = terms.reroll(target.side)
        result = casualties(ours, theirs, left.lives, how, wounds=before.wounds_left, rules=rules)
        return {Casualties(before.slain + more, wounds): ways for (more, wounds), ways in result.items()}

    @cache
    def on_first(slain: int, before: Casualties) -> dict[Casualties, int]:
        return struck(second, first, slain, before)

    @cache
    def on_second(slain: int, before: Casualties) -> dict[Casualties, int]:
        return struck(first, second, slain, before)

    def by_first(standing: Standing) -> Ways:
        ours, theirs = standing
        return {Standing(ours, hurt): ways for hurt, ways in on_second(ours.slain, theirs).items()}

    def by_second(standing: Standing) -> Ways:
        ours, theirs = standing
        return {Standing(hurt, theirs): ways for hurt, ways in on_first(theirs.slain, ours).items()}

    return by_first, by_second


def _rested(standing: Standing) -> Ways:
    """Clear the wounds."""
    return {Standing(*(Casualties(squad.slain, 0) for squad in standing)): 1}


def _chance_to_lead(side: str, terms: Terms, rules: BattleRules) -> Fraction:
    chance: Fraction = initiative(rules).probability(side)
    return chance if terms.order == "initiative" else Fraction(terms.order == side)


def _chance(die: Die[Standing], event: Callable[[Standing], bool]) -> Fraction:
    return Fraction(sum(ways for standing, ways in die.items() if event(standing)), die.denominator())
