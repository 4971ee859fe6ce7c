"""Scenario 2: the arrival of the Veterans, and the race to the Statue of the Emperor."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache, partial
from math import comb

from icepool import Die

from psy.exact.arguments import instance, several, whole
from psy.exact.chains import advance
from psy.exact.clocks import Clock, run_clock
from psy.prospero.attack.damage import attack, dice_sizes
from psy.prospero.battle_rules import BATTLE_RULES, BattleRules

MAX_ZONES = MAX_RACE = 100


def arrivals(zones: int | None = None, rounds: int | None = None, rules: BattleRules = BATTLE_RULES) -> Clock:
    """Return how many Veterans of the reserve have arrived; done when all have.

    Rule: scenario 2, Closing in for the Kill: each round a die for every red zone, 4 or more brings one of
    ten, if there is room. The number of red zones is on the map, which is not in the source.

    Parameters
    ----------
    zones
        Red zones with room for a model, 0 or more; the assumed five if not given.
    rounds
        0 to 10,000; the six of the scenario if not given.

    Examples
    --------
    >>> arrivals(zones=2, rounds=1).after[1].probabilities()
    (Fraction(1, 4), Fraction(1, 2), Fraction(1, 4))
    """
    instance("rules", rules, BattleRules)
    zones, rounds = _zones(zones, rules), rules.arrivals.rounds if rounds is None else rounds
    new, reserve = _new_arrivals(zones, rules), rules.arrivals.reserve
    return run_clock(
        0,
        lambda arrived: new.map(lambda more: min(reserve, arrived + more)),
        rounds,
        lambda arrived: arrived == reserve,
    )


def statue(attacks: Sequence[Iterable[Iterable[int]]], rules: BattleRules = BATTLE_RULES) -> Clock:
    """Return the damage on the Statue after each round of given attacks; done when it has fallen.

    Rule: scenario 2, Desecration of the Statue: armour d6, life 5, its wounds stay.

    Parameters
    ----------
    attacks
        For each round the attack dice of every squad that attacks it: ``[[(6, 6)], [(6, 6), (6, 8)]]``.

    Examples
    --------
    >>> statue([[(6,)]]).after[1].probabilities()
    (Fraction(7, 12), Fraction(5, 18), Fraction(5, 36))
    """
    instance("rules", rules, BattleRules)
    life = rules.statue.life
    dice: list[Die[int]] = [Die([0])]
    for squads in several("attacks", attacks, "rounds"):
        damage = dice[-1]
        for squad in several("attacks", squads, "squads' dice"):
            damage = (damage + _on_statue(dice_sizes("attacks", squad), rules)).map(
                lambda points: min(points, life)
            )
        dice.append(damage.simplify())
    return Clock(tuple(dice), tuple(die.probability(life) for die in dice))


def race_to_statue(
    present: int = 0,
    march: int = 1,
    zones: int | None = None,
    rounds: int | None = None,
    first_squad: int | None = None,
    rules: BattleRules = BATTLE_RULES,
) -> Clock:
    """Return the damage on the Statue when all Veterans march up to it and nobody stops them.

    Rule: scenario 2, Setup, Closing in for the Kill, Desecration of the Statue. The first squad stands in the
    red zones from the start, and marches like those who arrive in the first round. All fight with a d6 each,
    in squads as large as a zone holds. How far they have to walk and how many can stand beside the Statue
    (assumed: ``statue_attackers``) is on the map, which is not in the source; better weapons, powers, and
    what the Custodians do on the way are left out.

    Parameters
    ----------
    present
        Veterans of the first squad that attack from the first round on.
    march
        Rounds from arrival to the first attack: 0 attacks in the round of arrival.
    zones, rounds
        As in `arrivals`.
    first_squad
        Veterans in the red zones from the start, those present included; the ten of the scenario if not
        given.

    Returns
    -------
    Clock
        Of damage; done when the Statue has fallen.

    Examples
    --------
    Nobody is there in round 1 if all have to march a round:

    >>> race_to_statue(march=1, rounds=1).done[1]
    Fraction(0, 1)
    """
    instance("rules", rules, BattleRules)
    march = whole("march", march)
    first = whole("first_squad", rules.arrivals.first_squad if first_squad is None else first_squad)
    present = whole("present", present, 0, first)
    zones = _zones(zones, rules)
    rounds = whole("rounds", rules.arrivals.rounds if rounds is None else rounds, 0, MAX_RACE)
    new, reserve, life = _new_arrivals(zones, rules), rules.arrivals.reserve, rules.statue.life
    assaults = [_assault(count, rules) for count in range(rules.statue_attackers + 1)]

    @cache
    def come(state: tuple[int, int]) -> Mapping[tuple[int, int], int]:
        there, hurt = state
        return advance(new, lambda more: {(min(reserve, there + more), hurt): 1})

    @cache
    def strike(attackers: int, state: tuple[int, int]) -> Mapping[tuple[int, int], int]:
        there, hurt = state
        damage = assaults[min(attackers + there, rules.statue_attackers)]
        return advance(damage, lambda points: {(there, min(life, hurt + points)): 1})

    race = {(0, 0): 1}
    dice: list[Die[int]] = [Die([0])]
    for number in range(1, rounds + 1):
        marched = number > march
        attackers = first if marched else present
        race = advance(advance(race, come) if marched else race, partial(strike, attackers))
        dice.append(Die(advance(race, lambda state: {state[1]: 1})))
    return Clock(tuple(dice), tuple(die.probability(life) for die in dice))


def _zones(zones: int | None, rules: BattleRules) -> int:
    return whole("zones", rules.red_zones if zones is None else zones, 0, MAX_ZONES)


def _new_arrivals(zones: int, rules: BattleRules) -> Die[int]:
    """Return how many Veterans one round brings."""
    rule = rules.arrivals
    good = max(0, rule.die + 1 - rule.arrives_on)
    weights = {
        count: comb(zones, count) * good**count * (rule.die - good) ** (zones - count)
        for count in range(zones + 1)
    }
    return Die({more: ways for more, ways in weights.items() if ways})


def _on_statue(squad: tuple[int, ...], rules: BattleRules) -> Die[int]:
    return attack(squad, (rules.statue.armour,) * len(squad), rules=rules)


def _assault(attackers: int, rules: BattleRules) -> Die[int]:
    """Return the damage on the Statue by models with plain dice, in squads as large as a zone holds."""
    full, rest = divmod(attackers, rules.zone_capacity)
    squads = [rules.zone_capacity] * full + [rest] * (rest > 0)
    damage: Die[int] = Die([0])
    for models in squads:
        damage = damage + _on_statue((rules.attack.die,) * models, rules)
    return damage
