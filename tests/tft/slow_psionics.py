"""The combat table of post 4 written out by hand, one die at a time: the slow twin that the tests trust."""

import functools
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product

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
def passes(dice, stat, automatic=False):
    """Return the chance to pass; if automatic, the three lowest sums pass and the three highest fail."""
    chance = Fraction(0)
    for total, share in sums(dice).items():
        passed = total <= stat
        if automatic and dice:
            passed = (passed or total <= dice + 2) and not total >= 6 * dice - 2
        chance += share * passed
    return chance


def wills(starter, other, fewer, dice, again=False):
    """Return the starter's chances to win and to lose with a number of dice."""
    mine, theirs = passes(dice, starter), passes(dice - fewer, other)
    win, lose = mine * (1 - theirs), (1 - mine) * theirs
    if again and win + lose:
        return win / (win + lose), lose / (win + lose)
    return win, lose


def starter_of(attack, defence):
    """Return who starts a battle of wills: 1 the attacker, -1 the defender, 0 if there is none."""
    return {("dominate ego", "brain barrier"): 1, ("dominate ego", "iron will trap"): -1}.get(
        (attack, defence), 0
    )


def numbers_of_dice(attack, defence):
    return range(1, 11) if starter_of(attack, defence) else (0,)


def results(attack, defence, attacker, defender, dice=0, again=False):
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
        win, lose = wills(attacker.iq, defender.iq, 1, dice, again)
        for die in range(1, 7):
            yield win * SIX, die, 0, 0, none
            yield lose * SIX, 0, die, 0, none
        yield 1 - win - lose, 0, 0, 0, none
    elif place == ("dominate ego", "iron will trap"):
        win, lose = wills(defender.iq, attacker.iq, 0, dice, again)
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


def one_exchange(attack, defence, attacker, defender, stacks, dice, again=False):
    """Return the chance of (both pools, brain roll, modifier, DX, IQ, damage to a figure)."""
    found = {}
    for chance, hurt, backlash, paid, harm in results(attack, defence, attacker, defender, dice, again):
        mine, theirs = attacker.pool - COST[attack], defender.pool - COST[defence]
        figure = hurt if defender.pool == 0 and attack in ("psychic blast", "area blast") else 0
        theirs = max(theirs - hurt, 0)
        mine = max(mine - backlash, 0)
        moved = min(paid, mine) if paid > 0 else -min(-paid, theirs)
        mine, theirs = mine - moved, theirs + moved
        if defence == "mask mind" and hurt == 0:
            table_says_so = attack in ("psychic blast", "area blast", "mind melding", "mental stab")
            theirs += 1 + (stacks and table_says_so)
        outcome = (mine, theirs, *harm, figure)
        if chance:
            found[outcome] = found.get(outcome, 0) + chance
    return found


def mean_gap(chances):
    return sum(chance * (outcome[0] - outcome[1]) for outcome, chance in chances.items())


def slow_exchange(attack, defence, attacker, defender, stacks=False, again=False):
    """Return the exchange with the dice that give the starter of a battle the better mean gap."""
    sign = starter_of(attack, defence) or 1
    found = [
        one_exchange(attack, defence, attacker, defender, stacks, dice, again)
        for dice in numbers_of_dice(attack, defence)
    ]
    return max(found, key=lambda chances: sign * mean_gap(chances))


def game_value(rows):
    """Return the value of a matrix game: Shapley and Snow find an equilibrium in some square part of it."""
    shift = 1 - min(map(min, rows))
    shifted = [[entry + shift for entry in row] for row in rows]
    for size in range(1, min(len(rows), len(rows[0])) + 1):
        for chosen in combinations(range(len(rows)), size):
            for against in combinations(range(len(rows[0])), size):
                part = [[shifted[i][j] for j in against] for i in chosen]
                x = solution(list(zip(*part, strict=True)))
                y = solution(part)
                if x is None or y is None or min(x + y) < 0:
                    continue
                value = 1 / sum(y)
                floor = min(
                    sum(a * row[j] for a, row in zip(x, pick(shifted, chosen), strict=True)) / sum(x)
                    for j in range(len(rows[0]))
                )
                roof = max(
                    sum(row[j] * b for j, b in zip(against, y, strict=True)) / sum(y) for row in shifted
                )
                if floor == roof == value:
                    return value - shift
    raise AssertionError("every game has a value")


def pick(rows, chosen):
    return [rows[i] for i in chosen]


def solution(matrix):
    """Solve matrix times y = 1 by elimination; None if it is singular."""
    size = len(matrix)
    work = [[Fraction(entry) for entry in row] + [Fraction(1)] for row in matrix]
    for step in range(size):
        pivot = next((row for row in range(step, size) if work[row][step]), None)
        if pivot is None:
            return None
        work[step], work[pivot] = work[pivot], work[step]
        work[step] = [entry / work[step][step] for entry in work[step]]
        for row in range(size):
            if row != step and work[row][step]:
                work[row] = [a - work[row][step] * b for a, b in zip(work[row], work[step], strict=True)]
    return [row[-1] for row in work]


def slow_duel(first, second, turns, penalties=False, again=False):
    """Return the value of a duel of alternate exchanges by minimax from the table written out."""

    @functools.cache
    def value(mine, theirs, turns, first_attacks, slow_mine=0, slow_theirs=0):
        if turns == 0 or not (mine and theirs):
            return Fraction((mine > 0) - (theirs > 0))
        one = replace(first, pool=mine, iq=first.iq - 3 * (slow_mine > 0))
        other = replace(second, pool=theirs, iq=second.iq - 3 * (slow_theirs > 0))
        attacker, defender = (one, other) if first_attacks else (other, one)
        sign = 1 if first_attacks else -1

        def after(outcome):
            pools = outcome[:2][::sign]
            slow = [max(slow_mine - 1, 0), max(slow_theirs - 1, 0)]
            if penalties and outcome[5]:
                slow[1 if first_attacks else 0] = 3
            return sign * value(*pools, turns - 1, not first_attacks, *slow)

        def worth(attack, defence):
            starter = starter_of(attack, defence) or 1
            return starter * max(
                starter * sum(chance * after(outcome) for outcome, chance in found.items())
                for found in (
                    one_exchange(attack, defence, attacker, defender, False, dice, again)
                    for dice in numbers_of_dice(attack, defence)
                )
            )

        rows = [name for name in ATTACKS if COST[name] <= attacker.pool]
        columns = [name for name in DEFENCES if COST[name] <= defender.pool]
        return sign * game_value([[worth(row, column) for column in columns] for row in rows])

    return value(first.pool, second.pool, turns, True)
