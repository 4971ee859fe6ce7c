"""A single exchange as a game: expected swings, best mixes of modes, and what a habit gives away."""

import functools
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import compress
from typing import TYPE_CHECKING

from icepool import Die

from psy.exact.arguments import instance, rational
from psy.exact.matrix_games import Equilibrium, dominated, solve_matrix
from psy.exact.payoffs import Matrix, Mix
from psy.tft.exchange import Exchange, exchanges, modes_of, picked
from psy.tft.rules import RULES, Psion, Rules

if TYPE_CHECKING:
    import pandas as pd

Number = int | Fraction


@dataclass(frozen=True)
class Prices:
    """What harm besides lost points is worth to the attacker, in points of swing; nothing unless given.

    Parameters
    ----------
    dx, iq
        A penalty to the defender's DX or IQ, as large and as long as the table says; what the penalty to IQ
        does to a duel itself is solved by `psy.tft.duel` with ``iq_penalties=True``.
    brain_roll
        A roll on the brain damage table.
    brain_modifier
        Each point of that roll's modifier, so that a modifier of -2 is worth twice as much less.
    figure_damage
        Each point of damage to a figure without a pool.
    """

    dx: Number = 0
    iq: Number = 0
    brain_roll: Number = 0
    brain_modifier: Number = 0
    figure_damage: Number = 0

    def __post_init__(self) -> None:
        for name in ("dx", "iq", "brain_roll", "brain_modifier", "figure_damage"):
            rational(name, getattr(self, name))

    def worth(self, outcome: Exchange) -> Number:
        """Return the price of what an exchange did besides moving points."""
        brain = outcome.brain_roll * (self.brain_roll + outcome.brain_modifier * self.brain_modifier)
        penalties = self.dx * (outcome.dx_penalty > 0) + self.iq * (outcome.iq_penalty > 0)
        return brain + penalties + self.figure_damage * outcome.figure_damage


FREE = Prices()


@dataclass(frozen=True)
class BestModes(Equilibrium):
    """An equilibrium of one exchange, with the names of the modes in the order of its mixes.

    ``table`` holds the expected swings, attacks down and defences across.
    """

    attacks: tuple[str, ...]
    defences: tuple[str, ...]
    table: Matrix

    @cached_property
    def dominated_attacks(self) -> tuple[str, ...]:
        """The attacks to which some mix of the others is better whatever the defender does."""
        return where(self.attacks, dominated(self.table))

    @cached_property
    def dominated_defences(self) -> tuple[str, ...]:
        """The defences to which some mix of the others is better whatever the attacker does."""
        losses = [[-entry for entry in column] for column in zip(*self.table, strict=True)]
        return where(self.defences, dominated(losses))

    @property
    def attack_mix(self) -> dict[str, Fraction]:
        """The chance of each attack that is played at all."""
        return _played(self.attacks, self.rows)

    @property
    def defence_mix(self) -> dict[str, Fraction]:
        """The chance of each defence that is played at all."""
        return _played(self.defences, self.columns)


def swing(
    attack: str,
    defence: str,
    attacker: Psion,
    defender: Psion,
    rules: Rules = RULES,
    prices: Prices = FREE,
) -> Fraction:
    """Return the expected swing of an exchange: the attacker's change of pool minus the defender's.

    The starter of a battle of wills picks the number of dice that is best for them by this very number.

    Parameters
    ----------
    attack, defence, attacker, defender
        As for `psy.tft.exchange.exchange`; costs are part of the changes.
    prices
        What other harm is worth.

    Examples
    --------
    A stab costs 4, the barrier 1, and a die of damage is 3.5 on average:

    >>> psion = Psion(iq=12, psi=12, pool=20)
    >>> print(swing("mental stab", "brain barrier", psion, psion))
    1/2
    """
    return fought_out(attack, defence, attacker, defender, rules, prices)[0]


def fought_out(
    attack: str, defence: str, attacker: Psion, defender: Psion, rules: Rules, prices: Prices
) -> tuple[Fraction, int, Die[Exchange]]:
    """Return the expected swing with the dice that serve the starter best, those dice, and the outcomes."""
    starter, by_dice = exchanges(attack, defence, attacker, defender, rules)
    start = attacker.pool - defender.pool
    swings = {}
    for dice, die in by_dice.items():
        total = Fraction(0)
        for outcome, weight in die.items():
            change = outcome.attacker_pool - outcome.defender_pool - start
            total += weight * (change + prices.worth(outcome))
        swings[dice] = total / die.denominator()
    dice = picked(starter, swings)
    return swings[dice], dice, by_dice[dice]


def matchup(attacker: Psion, defender: Psion, rules: Rules = RULES, prices: Prices = FREE) -> "pd.DataFrame":
    """Return the expected swing of every attack against every defence that the pools can pay for.

    Returns
    -------
    DataFrame of Fraction
        Attacks down, defences across, in the order of the source, "nothing" last.

    Examples
    --------
    One point each: the costs, and what melding takes from a pool of 1 that has spent nothing:

    >>> psion = Psion(iq=12, psi=12, pool=1)
    >>> print(matchup(psion, psion).map(str).to_string(header=False, index_names=False))
    mind melding  -5/6  0  0  0
    nothing          0  1  1  0
    """
    import pandas as pd

    attacks, defences = names(attacker, "attack", rules), names(defender, "defence", rules)
    return pd.DataFrame(
        swings(attacker, defender, rules, prices),
        index=pd.Index(attacks, name="attack"),
        columns=pd.Index(defences, name="defence"),
        dtype=object,
    )


def best_modes(attacker: Psion, defender: Psion, rules: Rules = RULES, prices: Prices = FREE) -> BestModes:
    """Solve one exchange in which both sides choose in secret and want the better swing.

    Rule: the choice in secret is assumed, it is not in the source.

    Returns
    -------
    BestModes
        An `Equilibrium` with the names of the modes; its regret is exactly 0.

    Examples
    --------
    With one point each, the attack that is worth its point only against a fortress is not worth making:

    >>> psion = Psion(iq=12, psi=12, pool=1)
    >>> best_modes(psion, psion).attack_mix
    {'nothing': Fraction(1, 1)}
    """
    table = swings(attacker, defender, rules, prices)
    attacks, defences = names(attacker, "attack", rules), names(defender, "defence", rules)
    return BestModes(**vars(solve_matrix(table)), attacks=attacks, defences=defences, table=table)


def swings(attacker: Psion, defender: Psion, rules: Rules, prices: Prices) -> Matrix:
    """Return the expected swings of the affordable modes, attacks down and defences across."""
    return _swings(
        instance("attacker", attacker, Psion),
        instance("defender", defender, Psion),
        instance("rules", rules, Rules),
        instance("prices", prices, Prices),
    )


@functools.lru_cache(maxsize=1024)
def _swings(attacker: Psion, defender: Psion, rules: Rules, prices: Prices) -> Matrix:
    return tuple(
        tuple(
            swing(attack, defence, attacker, defender, rules, prices)
            for defence in names(defender, "defence", rules)
        )
        for attack in names(attacker, "attack", rules)
    )


def names(psion: Psion, side: str, rules: Rules) -> tuple[str, ...]:
    """Return the names of the modes that a psion can pay for."""
    return tuple(mode.name for mode in modes_of(psion, side, rules))


def where(names: tuple[str, ...], chosen: Iterable[bool]) -> tuple[str, ...]:
    """Return the names that are chosen."""
    return tuple(compress(names, chosen))


def _played(names: tuple[str, ...], mix: Mix) -> dict[str, Fraction]:
    return {name: chance for name, chance in zip(names, mix, strict=True) if chance}
