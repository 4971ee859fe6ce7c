"""Measures of psionic combat in The Fantasy Trip; both psions are alike unless said otherwise."""

from fractions import Fraction
from typing import Annotated, Literal

from psy import tft
from psy.exact import solve_matrix
from psy.rulebook import Within
from psy.tft import RULES, Psion, Rules
from psy.tft.matchup import FREE, swings

Stat = Annotated[int, Within(0, 200)]
Attack = Literal["psychic blast", "mind melding", "dominate ego", "mental stab", "cortex crush"]
Defence = Literal["mask mind", "brain barrier", "thought fortress", "psychic shield", "iron will trap"]


def exchange_value(iq: Stat = 12, psi: Stat = 12, pool: Stat = 20, rules: Rules = RULES) -> Fraction:
    """Mean swing of one exchange, for the attacker, when both choose their modes as well as can be."""
    return tft.best_modes(Psion(iq, psi, pool), Psion(iq, psi, pool), rules).value


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
    """Mean swing of one attack against a defender who picks one of the five defences at random."""
    psion = Psion(iq, psi, pool)
    defences = [mode.name for mode in rules.defences if mode.of is None]
    swings = [tft.swing(attack, defence, psion, psion, rules) for defence in defences]
    return sum(swings, Fraction(0)) / len(swings)


def battle_of_wills_edge(starter: Stat = 12, other: Stat = 12, rules: Rules = RULES) -> Fraction:
    """Chance to win less chance to lose a battle of wills, for its starter at his best number of dice."""
    battle = tft.battle_of_wills(starter, other, rules=rules)
    return battle.win - battle.lose
