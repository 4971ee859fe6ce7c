"""The combat table of post 4 written out by hand, one die at a time: the slow twin that the tests trust."""

import functools
from fractions import Fraction
from itertools import product

COST = {
    "psychic blast": 4,
    "mind melding": 1,
    "dominate ego": 2,
    "mental stab": 4,
    "cortex crush": 6,
    "area blast": 12,
    "cruel crush": 10,
    "mask mind": 1,
    "brain barrier": 1,
    "thought fortress": 1,
    "psychic shield": 2,
    "wide shield": 3,
    "iron will trap": 5,
    "nothing": 0,
}
ATTACKS = ["psychic blast", "mind melding", "dominate ego", "mental stab", "cortex crush", "nothing"]
DEFENCES = ["mask mind", "brain barrier", "thought fortress", "psychic shield", "iron will trap", "nothing"]
SIX = Fraction(1, 6)


def sums(dice):
    """Return the chance of each sum of some dice."""
    chances = {0: Fraction(1)}
    for _ in range(dice):
        new = {}
        for total, face in product(chances, range(1, 7)):
            new[total + face] = new.get(total + face, 0) + chances[total] * SIX
        chances = new
    return chances


@functools.cache
def passes(dice, stat):
    return sum(chance for total, chance in sums(dice).items() if total <= stat)


def wills(starter, other, fewer):
    """Return the starter's chances to win and to lose with the fewest of his best dice."""
    odds = []
    for dice in range(1, 11):
        mine, theirs = passes(dice, starter), passes(dice - fewer, other)
        odds.append((mine * (1 - theirs), (1 - mine) * theirs))
    return max(odds, key=lambda pair: pair[0] - pair[1])


def results(attack, defence, attacker, defender):
    """Yield chance, damage to the defender, to the attacker, points from attacker to defender, harm.

    Harm is (brain roll, modifier, DX penalty, IQ penalty).
    """
    none = (False, 0, 0, 0)
    cruel = attack == "cruel crush"
    attack = {"area blast": "psychic blast", "cruel crush": "cortex crush"}.get(attack, attack)
    defence = {"wide shield": "psychic shield"}.get(defence, defence)
    place = attack, defence
    if attack == "nothing":
        yield Fraction(1), 0, 0, 0, none
    elif place == ("dominate ego", "brain barrier"):
        win, lose = wills(attacker.iq, defender.iq, 1)
        for die in range(1, 7):
            yield win * SIX, die, 0, 0, none
            yield lose * SIX, 0, die, 0, none
        yield 1 - win - lose, 0, 0, 0, none
    elif place == ("dominate ego", "iron will trap"):
        win, lose = wills(defender.iq, attacker.iq, 0)
        yield win, 0, 0, 2, none
        yield lose, 0, 0, -2, none
        yield 1 - win - lose, 0, 0, 0, none
    elif attack == "dominate ego" and defence in ("mask mind", "thought fortress"):
        hold = passes(2 if defence == "mask mind" else 3, defender.psi)
        for die in range(1, 7):
            damage = 1 if defence == "mask mind" else max(die - 5, 0)
            yield SIX * hold, damage, 0, 0, none
            yield SIX * (1 - hold), damage + 1, 0, 0, none
    else:
        for die in range(1, 7):
            damage, paid, harm = plain(place, die)
            if attack == "cortex crush" and cruel and damage:
                damage += 1
            if attack == "cortex crush" and defence in ("mask mind", "thought fortress") and damage >= 5:
                harm = (True, 2 * cruel, 0, 0)
            yield SIX, damage, 0, paid, harm


def plain(place, die):
    """Return damage, points that the attacker pays, and harm, for one die."""
    none = (False, 0, 0, 0)
    if place[1] == "nothing":
        return die, 0, none
    return {
        ("psychic blast", "mask mind"): (0, 0, none),
        ("psychic blast", "brain barrier"): (max(die - 2, 0), 0, (False, 0, 3, 0)),
        ("psychic blast", "thought fortress"): (0, 0, none),
        ("psychic blast", "psychic shield"): (0, 0, none),
        ("psychic blast", "iron will trap"): (die - 1, 0, (False, 0, 0, 3)),
        ("mind melding", "mask mind"): (max(die - 5, 0), 0, none),
        ("mind melding", "brain barrier"): (0, 0, none),
        ("mind melding", "thought fortress"): (die + 1, 0, none),
        ("mind melding", "psychic shield"): (0, 2, none),
        ("mind melding", "iron will trap"): (die - 1, 0, none),
        ("dominate ego", "psychic shield"): (max(die - 2, 1), 0, none),
        ("mental stab", "mask mind"): (0, 0, none),
        ("mental stab", "brain barrier"): (die, 0, none),
        ("mental stab", "thought fortress"): (0, 0, none),
        ("mental stab", "psychic shield"): (die, 0, (die == 6, -2 * (die == 6), 0, 0)),
        ("mental stab", "iron will trap"): (0, 2, none),
        ("cortex crush", "mask mind"): (die, 0, none),
        ("cortex crush", "brain barrier"): (max(die - 4, 0), 0, none),
        ("cortex crush", "thought fortress"): (die, 0, none),
        ("cortex crush", "psychic shield"): (0, 0, none),
        ("cortex crush", "iron will trap"): (0, 5, none),
    }[place]


def slow_exchange(attack, defence, attacker, defender, stacks=False):
    """Return the chance of (attacker's pool, defender's pool, brain roll, modifier, DX, IQ)."""
    found = {}
    for chance, hurt, backlash, paid, harm in results(attack, defence, attacker, defender):
        mine, theirs = attacker.pool - COST[attack], defender.pool - COST[defence]
        theirs = max(theirs - hurt, 0)
        mine = max(mine - backlash, 0)
        moved = min(paid, mine) if paid > 0 else -min(-paid, theirs)
        mine, theirs = mine - moved, theirs + moved
        if defence == "mask mind" and hurt == 0:
            table_says_so = attack in ("psychic blast", "area blast", "mind melding", "mental stab")
            theirs += 1 + (stacks and table_says_so)
        outcome = (mine, theirs, *harm)
        if chance:
            found[outcome] = found.get(outcome, 0) + chance
    return found
