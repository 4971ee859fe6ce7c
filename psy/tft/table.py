"""The places of the combat table for two psions: costs, words, and the swing with its distribution."""

from fractions import Fraction
from itertools import product
from typing import NamedTuple

from icepool import Die

from psy.tft.exchange import modes_of
from psy.tft.matchup import FREE, Prices, fought_out
from psy.tft.rules import RULES, Psion, Rules


class Cell(NamedTuple):
    """One place of the combat table for two psions.

    Parameters
    ----------
    attack, defence
        The modes.
    attack_cost, defence_cost
        Their prices in points.
    words
        What happens, in words.
    swing
        The expected swing, in points.
    swings
        The distribution of the swing, without the prices of other harm.
    dice
        What the starter of a battle of wills picks; 0 where there is none.
    """

    attack: str
    defence: str
    attack_cost: int
    defence_cost: int
    words: str
    swing: Fraction
    swings: Die[int]
    dice: int


def table_cells(
    attacker: Psion, defender: Psion, rules: Rules = RULES, prices: Prices = FREE
) -> tuple[Cell, ...]:
    """Return the places of the combat table whose modes both pools can pay for, row by row.

    Parameters
    ----------
    attacker, defender, rules, prices
        As for `matchup`; the places of doing nothing are left out, as the table has none.

    Examples
    --------
    >>> psion = Psion(iq=12, psi=12, pool=20)
    >>> cell = table_cells(psion, psion)[5]
    >>> print(cell.attack, cell.defence, cell.swing, cell.words, sep="; ")
    mind melding; mask mind; -2/3; one point of damage on a 6, else the mask's point comes back
    """
    words = {(cell.attack, cell.defence): cell.words for cell in rules.cells}
    start = attacker.pool - defender.pool
    found = []
    for attack, defence in product(modes_of(attacker, "attack", rules), modes_of(defender, "defence", rules)):
        if (attack.place, defence.place) in words:
            names = attack.name, defence.name
            swing, dice, die = fought_out(*names, attacker, defender, rules, prices)
            swings = die.map(
                lambda outcome: outcome.attacker_pool - outcome.defender_pool - start, star=False
            )
            said = words[attack.place, defence.place]
            found.append(Cell(*names, attack.cost, defence.cost, said, swing, swings, dice))
    return tuple(found)
