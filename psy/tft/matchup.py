"""A single exchange as a game: expected swings, best mixes of modes, and what a habit gives away."""

import functools
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import compress, product
from operator import mul
from typing import TYPE_CHECKING, NamedTuple

from icepool import Die

from psy.exact.arguments import one_of, rational
from psy.exact.matrix_games import Equilibrium, Matrix, Mix, dominated, solve_matrix
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

    ``dominated_attacks`` and ``dominated_defences`` are the modes to which some mix of the others is better
    whatever the other side does.
    """

    attacks: tuple[str, ...]
    defences: tuple[str, ...]
    dominated_attacks: tuple[str, ...]
    dominated_defences: tuple[str, ...]

    @property
    def attack_mix(self) -> dict[str, Fraction]:
        """The chance of each attack that is played at all."""
        return _played(self.attacks, self.rows)

    @property
    def defence_mix(self) -> dict[str, Fraction]:
        """The chance of each defence that is played at all."""
        return _played(self.defences, self.columns)


@dataclass(frozen=True)
class BestReply:
    """The best answer to an opponent's habit.

    Parameters
    ----------
    value
        The expected swing, from the attacker's point of view.
    modes
        Every best mode.
    gain
        Points better than at equilibrium, for the side that replies; 0 or more.
    """

    value: Fraction
    modes: tuple[str, ...]
    gain: Fraction


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
    return _fought_out(attack, defence, attacker, defender, rules, prices)[0]


def _fought_out(
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
            swing, dice, die = _fought_out(*names, attacker, defender, rules, prices)
            swings = die.map(
                lambda outcome: outcome.attacker_pool - outcome.defender_pool - start, star=False
            )
            said = words[attack.place, defence.place]
            found.append(Cell(*names, attack.cost, defence.cost, said, swing, swings, dice))
    return tuple(found)


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

    attacks, defences = _names(attacker, "attack", rules), _names(defender, "defence", rules)
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
    solution = solve_matrix(table)
    attacks, defences = _names(attacker, "attack", rules), _names(defender, "defence", rules)
    losses = [[-entry for entry in column] for column in zip(*table, strict=True)]
    return BestModes(
        **vars(solution),
        attacks=attacks,
        defences=defences,
        dominated_attacks=_where(attacks, dominated(table)),
        dominated_defences=_where(defences, dominated(losses)),
    )


def best_reply(
    side: str,
    habit: Mapping[str, Number],
    attacker: Psion,
    defender: Psion,
    rules: Rules = RULES,
    prices: Prices = FREE,
) -> BestReply:
    """Return the best reply to an opponent whose mix of modes is known, and what knowing it is worth.

    Parameters
    ----------
    side
        Who replies: ``"attack"`` to a habit of defences, ``"defence"`` to a habit of attacks.
    habit
        The chance of each of the opponent's modes, integers or Fractions that sum to 1; a mode that is left
        out has none.

    Raises
    ------
    TypeError, ValueError
        If a mode is not on the menu, or the chances are none or do not sum to 1.

    Examples
    --------
    Melding costs 1 and takes 1d+1 from one who always trusts to his fortress, which costs 1:

    >>> psion = Psion(iq=12, psi=12, pool=20)
    >>> reply = best_reply("attack", {"thought fortress": 1}, psion, psion)
    >>> print(reply.value, *reply.modes)
    9/2 mind melding
    """
    table = swings(attacker, defender, rules, prices)
    names = {"attack": _names(attacker, "attack", rules), "defence": _names(defender, "defence", rules)}
    opponent = "defence" if one_of("side", side, ("attack", "defence")) == "attack" else "attack"
    mix = _mix(habit, names[opponent])
    sign = 1 if side == "attack" else -1
    lines = table if side == "attack" else zip(*table, strict=True)
    worths = [sign * sum(map(mul, line, mix), Fraction(0)) for line in lines]
    best = max(worths)
    modes = _where(names[side], [worth == best for worth in worths])
    return BestReply(sign * best, modes, best - sign * solve_matrix(table).value)


@functools.lru_cache(maxsize=1024)
def swings(attacker: Psion, defender: Psion, rules: Rules, prices: Prices) -> Matrix:
    """Return the expected swings of the affordable modes, attacks down and defences across."""
    return tuple(
        tuple(
            swing(attack, defence, attacker, defender, rules, prices)
            for defence in _names(defender, "defence", rules)
        )
        for attack in _names(attacker, "attack", rules)
    )


def _names(psion: Psion, side: str, rules: Rules) -> tuple[str, ...]:
    return tuple(mode.name for mode in modes_of(psion, side, rules))


def _where(names: tuple[str, ...], chosen: Iterable[bool]) -> tuple[str, ...]:
    return tuple(compress(names, chosen))


def _played(names: tuple[str, ...], mix: Mix) -> dict[str, Fraction]:
    return {name: chance for name, chance in zip(names, mix, strict=True) if chance}


def _mix(habit: Mapping[str, Number], names: tuple[str, ...]) -> Mix:
    """Return the habit as a mix in the order of the names, or refuse it."""
    chances = {one_of("habit", name, names): rational("habit", chance, 0) for name, chance in habit.items()}
    if sum(chances.values()) != 1:
        raise ValueError(f"habit must have chances that sum to 1, not {sum(chances.values())}")
    return tuple(chances.get(name, Fraction(0)) for name in names)
