"""Measures of psionic combat in The Fantasy Trip; both psions are alike unless said otherwise."""

from fractions import Fraction
from typing import Annotated, Literal

from psy import tft
from psy.exact import solve_matrix
from psy.rulebook import Within
from psy.tft import RULES, Psion, Rules
from psy.tft.matchup import FREE, swings

Stat = Annotated[int, Within(0, 200)]
SmallPool = Annotated[int, Within(0, 12)]
Turns = Annotated[int, Within(0, 6)]
Attack = Literal["psychic blast", "mind melding", "dominate ego", "mental stab", "cortex crush"]
Defence = Literal["mask mind", "brain barrier", "thought fortress", "psychic shield", "iron will trap"]
Goal = Literal["win minus lose", "win", "not lose"]
Result = Literal["win", "draw", "lose"]


def exchange_value(iq: Stat = 12, psi: Stat = 12, pool: Stat = 20, rules: Rules = RULES) -> Fraction:
    """Mean swing of one exchange, for the attacker, when both choose their modes optimally."""
    return tft.best_modes(Psion(iq, psi, pool), Psion(iq, psi, pool), rules).value


def unequal_exchange_value(
    attacker_iq: Stat = 16,
    defender_iq: Stat = 10,
    psi: Stat = 8,
    attacker_pool: Stat = 20,
    defender_pool: Stat = 20,
    rules: Rules = RULES,
) -> Fraction:
    """Mean swing of one exchange between psions of different IQ and pools, when both choose optimally."""
    attacker, defender = Psion(attacker_iq, psi, attacker_pool), Psion(defender_iq, psi, defender_pool)
    return tft.best_modes(attacker, defender, rules).value


def attack_worth(
    attack: Attack = "mental stab", iq: Stat = 12, psi: Stat = 12, pool: Stat = 20, rules: Rules = RULES
) -> Fraction:
    """Points of swing that an exchange would lose without one attack; 0 if it need not be played."""
    psion = Psion(iq, psi, pool)
    names = [mode.name for mode in tft.modes_of(psion, "attack", rules)]
    table = swings(psion, psion, rules, FREE)
    others = [row for name, row in zip(names, table, strict=True) if name != attack]
    return solve_matrix(table).value - solve_matrix(others).value


def attack_share(
    attack: Attack = "mental stab", iq: Stat = 12, psi: Stat = 12, pool: Stat = 20, rules: Rules = RULES
) -> Fraction:
    """Chance of one attack in the equilibrium that is found; where there are several it is one of them."""
    psion = Psion(iq, psi, pool)
    return tft.best_modes(psion, psion, rules).attack_mix.get(attack, Fraction(0))


def defence_share(
    defence: Defence = "mask mind", iq: Stat = 12, psi: Stat = 12, pool: Stat = 20, rules: Rules = RULES
) -> Fraction:
    """Chance of one defence in the equilibrium that is found; where there are several it is one of them."""
    psion = Psion(iq, psi, pool)
    return tft.best_modes(psion, psion, rules).defence_mix.get(defence, Fraction(0))


def attack_played(
    attack: Attack = "mental stab", iq: Stat = 12, psi: Stat = 12, pool: Stat = 20, rules: Rules = RULES
) -> Fraction:
    """1 if at least one equilibrium of the exchange plays the attack, otherwise 0."""
    psion = Psion(iq, psi, pool)
    return Fraction(attack in tft.played_modes("attack", [(psion, psion)], rules))


def expected_swing(
    attack: Attack = "mental stab",
    defence: Defence = "brain barrier",
    iq: Stat = 12,
    psi: Stat = 12,
    pool: Stat = 20,
    rules: Rules = RULES,
) -> Fraction:
    """Mean swing of one attack against one defence."""
    psion = Psion(iq, psi, pool)
    return tft.swing(attack, defence, psion, psion, rules)


def swing_against_any(
    attack: Attack = "mental stab", iq: Stat = 12, psi: Stat = 12, pool: Stat = 20, rules: Rules = RULES
) -> Fraction:
    """Mean swing of one attack against a defender who picks a plain defence at random."""
    psion = Psion(iq, psi, pool)
    defences = [mode.name for mode in rules.defences if mode.of is None]
    swings = [tft.swing(attack, defence, psion, psion, rules) for defence in defences]
    return sum(swings, Fraction(0)) / len(swings)


def battle_of_wills_edge(
    starter: Stat = 12, other: Stat = 12, goal: Goal = "win minus lose", rules: Rules = RULES
) -> Fraction:
    """Chance to win minus chance to lose a battle of wills, for its starter with the best dice for a goal."""
    battle = tft.battle_of_wills(starter, other, goal=goal, rules=rules)
    return battle.win - battle.lose


def duel_value(
    first_iq: Stat = 12,
    first_psi: Stat = 12,
    first_pool: SmallPool = 4,
    second_iq: Stat = 12,
    second_psi: Stat = 12,
    second_pool: SmallPool = 4,
    turns: Turns = 2,
    rules: Rules = RULES,
) -> Fraction:
    """Chance to win minus chance to lose a small duel, for the first to attack, when both play optimally."""
    first, second = Psion(first_iq, first_psi, first_pool), Psion(second_iq, second_psi, second_pool)
    return tft.exact_duel(first, second, turns, rules)


def duel_chance(
    result: Result = "win",
    first_iq: Stat = 12,
    first_psi: Stat = 12,
    first_pool: SmallPool = 4,
    second_iq: Stat = 12,
    second_psi: Stat = 12,
    second_pool: SmallPool = 4,
    turns: Turns = 2,
    rules: Rules = RULES,
) -> Fraction:
    """Chance of one result of a small duel for the first to attack, under the policies of `exact_outlook`."""
    first, second = Psion(first_iq, first_psi, first_pool), Psion(second_iq, second_psi, second_pool)
    outlook = tft.exact_outlook(first, second, turns, rules)
    return Fraction({"win": outlook.win, "draw": outlook.draw, "lose": outlook.lose}[result])
