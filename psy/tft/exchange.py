"""One attack on one defence: what it does to both pools, exactly."""

import functools
from collections.abc import Mapping
from fractions import Fraction
from math import lcm
from typing import NamedTuple

import icepool
import numpy as np
import numpy.typing as npt
from icepool import Die

from psy.exact.arguments import instance, one_of
from psy.tft.rules import RULES, Cell, Check, Contest, Damage, Mode, Psion, Reading, Rules
from psy.tft.wills import BattleOfWills, battles, chance_to_pass, worth_picking

NOTHING = Mode("nothing", 0, "no mode at all", "an empty pool pays for no mode, and nobody must choose one")
Points = int | npt.NDArray[np.int64]


class Exchange(NamedTuple):
    """Both pools after an exchange, and what it did besides.

    ``brain_roll`` tells whether the defender rolls on the brain damage table, with ``brain_modifier``;
    ``dx_penalty`` and ``iq_penalty`` are points off the defender's attributes for ``rules.penalty_turns``;
    ``figure_damage`` is what a figure without a pool suffers in its place.
    """

    attacker_pool: int
    defender_pool: int
    brain_roll: bool
    brain_modifier: int
    dx_penalty: int
    iq_penalty: int
    figure_damage: int = 0


class Blow(NamedTuple):
    """What the dice say, whatever the pools hold: points each side loses, hands over and gets back.

    ``shock`` is the damage that brings a roll on the brain damage table, 0 where none can.
    """

    defender_damage: int = 0
    attacker_damage: int = 0
    attacker_pays: int = 0
    defender_pays: int = 0
    refund: int = 0
    shock: int = 0
    brain_modifier: int = 0
    dx_penalty: int = 0
    iq_penalty: int = 0


class Blows(NamedTuple):
    """What the dice of an attack say, for each number of dice that the starter of a battle of wills may pick.

    ``starter`` is ``"attacker"``, ``"defender"``, or ``""`` where there is no battle: then the one key of
    ``by_dice`` is 0. Only the dice in ``corners`` can be best for somebody where no other number is.
    """

    starter: str
    by_dice: Mapping[int, Die[Blow]]
    corners: tuple[int, ...] = (0,)


_NO_BLOW = Blow()
_NO_CELL = Cell(NOTHING.name, NOTHING.name, "nothing happens", "no attack")


def modes_of(psion: Psion, side: str, rules: Rules = RULES) -> tuple[Mode, ...]:
    """Return the modes that a psion can pay for, and "nothing" at the end; an empty pool can do nothing else.

    Parameters
    ----------
    side
        ``"attack"`` or ``"defence"``.
    rules
        Dearer forms are on the menu if ``rules.variants`` names them.

    Examples
    --------
    >>> [mode.name for mode in modes_of(Psion(iq=12, psi=12, pool=1), "attack")]
    ['mind melding', 'nothing']
    """
    instance("psion", psion, Psion)
    return tuple(mode for mode in menu(side, rules) if mode is NOTHING or _can_pay(psion, mode))


def menu(side: str, rules: Rules = RULES) -> tuple[Mode, ...]:
    """Return the modes of one side that the rules put on the menu, whatever they cost, and "nothing"."""
    one_of("side", side, ("attack", "defence"))
    instance("rules", rules, Rules)
    modes = rules.attacks if side == "attack" else rules.defences
    return (*(mode for mode in modes if not mode.of or mode.name in rules.variants), NOTHING)


def exchange(
    attack: str,
    defence: str,
    attacker: Psion,
    defender: Psion,
    rules: Rules = RULES,
    dice: int | None = None,
) -> Die[Exchange]:
    """Return the joint distribution of both pools after an attack on a defence, costs included.

    Rule: post 4, modes 1 to 10 and the combat table. Costs are paid first; then damage is taken, as far as
    the pool goes; then points are handed over, as far as they go; then the mask's price comes back. A figure
    without a pool is reached only by the blast.

    Parameters
    ----------
    attack, defence
        A mode's name, more expensive forms included, or ``"nothing"``.
    attacker, defender
        Each must be able to pay.
    dice
        The dice that the starter of a battle of wills picks, once both modes are shown; by default the fewest
        with which the mean swing of the exchange is best for them.

    Returns
    -------
    Die of Exchange

    Raises
    ------
    TypeError, ValueError
        If a mode is unknown or costs more than the pool holds, or there is no battle for those dice.

    Examples
    --------
    A stab (cost 4) at a mind behind a trap (cost 5) hands two points to the defender:

    >>> psion = Psion(iq=12, psi=12, pool=20)
    >>> die = exchange("mental stab", "iron will trap", psion, psion)
    >>> [outcome[:2] for outcome in die]
    [(14, 17)]
    """
    starter, by_dice = exchanges(attack, defence, attacker, defender, rules)
    if dice is None:
        gains = {number: _mean_gap(die) for number, die in by_dice.items()}
        return by_dice[picked(starter, gains)]
    if isinstance(dice, bool) or dice not in by_dice or not starter:
        allowed = f"one of {', '.join(map(str, by_dice))}" if starter else "None, as there is no battle"
        raise ValueError(f"dice must be {allowed}, not {dice!r}")
    return by_dice[dice]


def exchanges(
    attack: str, defence: str, attacker: Psion, defender: Psion, rules: Rules
) -> tuple[str, Mapping[int, Die[Exchange]]]:
    """Return who starts a battle of wills, if any, and the exchange for each number of dice they may pick."""
    instance("rules", rules, Rules)
    attacking = _paid("attack", attack, instance("attacker", attacker, Psion), rules)
    defending = _paid("defence", defence, instance("defender", defender, Psion), rules)
    cell = _cell(attacking, defending, rules)
    return _exchanges(attacking, defending, cell, attacker, defender, rules.reading)


@functools.lru_cache(maxsize=16384)
def _exchanges(
    attack: Mode, defence: Mode, cell: Cell, attacker: Psion, defender: Psion, reading: Reading
) -> tuple[str, Mapping[int, Die[Exchange]]]:
    mine, theirs = attacker.pool - attack.cost, defender.pool - defence.cost
    reached = defender.pool > 0 or attack.hits_non_psions

    def outcome(blow: Blow) -> Exchange:
        pools = settle(mine, theirs, blow)
        damage = blow.defender_damage
        if reading.brain_roll_judged_by == "points lost":
            damage = min(damage, theirs)
        brain = 0 < blow.shock <= damage
        modifier = blow.brain_modifier * brain
        figure = 0 if defender.pool else blow.defender_damage
        return Exchange(
            int(pools[0]), int(pools[1]), brain, modifier, blow.dx_penalty, blow.iq_penalty, figure
        )

    found = _blows(
        attack if reached else NOTHING, defence, cell, attacker.iq, defender.iq, defender.psi, reading
    )
    return found.starter, {dice: die.map(outcome, star=False) for dice, die in found.by_dice.items()}


def picked(starter: str, worths: Mapping[int, Fraction]) -> int:
    """Return the fewest dice that serve the starter of a battle best, by their worth to the attacker."""
    best = (min if starter == "defender" else max)(worths.values())
    return next(dice for dice, worth in worths.items() if worth == best)


def _mean_gap(die: Die[Exchange]) -> Fraction:
    gap = sum(weight * (outcome.attacker_pool - outcome.defender_pool) for outcome, weight in die.items())
    return Fraction(gap, die.denominator())


def _can_pay(psion: Psion, mode: Mode) -> bool:
    return 0 < psion.pool >= mode.cost


def settle(mine: Points, theirs: Points, blow: Blow, counter: Blow = _NO_BLOW) -> tuple[Points, Points]:
    """Return the pools after a blow, and after another in the opposite direction at the same time.

    Damage is taken first, as far as a pool goes; then points are handed over, as far as they go; then what
    comes back is added.

    Parameters
    ----------
    mine, theirs
        The pools after costs, of the side that strikes the blow and of the other; arrays of pools are settled
        one by one, and so are blows whose fields are arrays.
    counter
        The blow of the other side.

    Examples
    --------
    >>> [int(pool) for pool in settle(1, 3, Blow(defender_damage=2, attacker_pays=2))]
    [0, 2]
    """
    mine = np.maximum(mine - blow.attacker_damage - counter.defender_damage, 0)
    theirs = np.maximum(theirs - blow.defender_damage - counter.attacker_damage, 0)
    paid = np.minimum(blow.attacker_pays + counter.defender_pays, mine)
    received = np.minimum(blow.defender_pays + counter.attacker_pays, theirs)
    return mine - paid + received + counter.refund, theirs - received + paid + blow.refund


def blows(attack: Mode, defence: Mode, attacker_iq: int, defender_iq: int, psi: int, rules: Rules) -> Blows:
    """Return what an attack mode does to a defence mode, before the pools set a limit to it.

    Parameters
    ----------
    attack, defence
        Modes of the rules, or `NOTHING`.
    attacker_iq, defender_iq, psi
        The attributes that decide battles of wills, and the defender's PSI.
    """
    cell = _cell(attack, defence, rules)
    return _blows(attack, defence, cell, attacker_iq, defender_iq, psi, rules.reading)


@functools.lru_cache(maxsize=4096)
def _blows(
    attack: Mode, defence: Mode, cell: Cell, attacker_iq: int, defender_iq: int, psi: int, reading: Reading
) -> Blows:
    # Not by the rules: whoever changes one cell keeps what is known of the others.
    price_back = defence.cost * defence.refunded
    if attack is NOTHING:
        return Blows("", {0: Die([Blow(refund=price_back)])})

    def blow(damage: int) -> Blow:
        return Blow(
            defender_damage=damage + attack.added_damage * (damage > 0),
            attacker_pays=cell.attacker_pays,
            refund=(price_back + cell.refund * reading.mask_refund_stacks) * (damage == 0),
            shock=cell.brain.at if cell.brain else 0,
            brain_modifier=cell.brain.modifier + attack.brain_modifier if cell.brain else 0,
            dx_penalty=cell.dx_penalty,
            iq_penalty=cell.iq_penalty,
        )

    if cell.contest:
        iqs = (attacker_iq, defender_iq)
        iqs = iqs if cell.contest.starter == "attacker" else iqs[::-1]
        chances = battles(*iqs, cell.contest.fewer, reading)
        return Blows(
            cell.contest.starter,
            {battle.dice: _fought(cell.contest, battle, blow(0)) for battle in chances},
            tuple(battle.dice for battle in worth_picking(chances)),
        )
    return Blows(
        "", {0: (_rolled(cell.damage) + _failed(cell.check, psi, reading.margin)).map(blow, star=False)}
    )


def _paid(side: str, name: str, psion: Psion, rules: Rules) -> Mode:
    """Return the mode of a name, or refuse it if there is none or the pool cannot pay."""
    modes = {mode.name: mode for mode in (*(rules.attacks if side == "attack" else rules.defences), NOTHING)}
    mode = modes[one_of(side, name, tuple(modes))]
    if mode is not NOTHING and not _can_pay(psion, mode):
        raise ValueError(f"{side} {name!r} costs {mode.cost}, and the pool holds only {psion.pool}")
    return mode


def _cell(attack: Mode, defence: Mode, rules: Rules) -> Cell:
    if attack is NOTHING:
        return _NO_CELL
    if defence is NOTHING:
        damage = next(row.damage for row in rules.no_defence if row.name == attack.place)
        return Cell(attack.place, NOTHING.name, "", "no_defence", damage)
    place = attack.place, defence.place
    return next(cell for cell in rules.cells if (cell.attack, cell.defence) == place)


def _rolled(damage: Damage) -> Die[int]:
    return (damage.dice @ icepool.d6 + damage.plus).map(lambda points: max(points, damage.least))


def _failed(check: Check | None, psi: int, margin: int | None) -> Die[int]:
    """Return the extra damage of a check against PSI."""
    if check is None:
        return Die([0])
    passed = chance_to_pass(check.dice, psi, margin)
    return Die({0: passed.numerator, check.extra: passed.denominator - passed.numerator})


def _fought(contest: Contest, battle: BattleOfWills, unhurt: Blow) -> Die[Blow]:
    """Return what a battle of wills does to its loser; ``unhurt`` is what the cell does besides."""
    rolls = lcm(battle.win.denominator, battle.lose.denominator)
    won, lost = int(battle.win * rolls), int(battle.lose * rolls)
    other = "defender" if contest.starter == "attacker" else "attacker"
    losers = Die({other: won, contest.starter: lost, "": rolls - won - lost})

    def blow(loser: str, damage: int) -> Blow:
        if loser == "attacker":
            return unhurt._replace(attacker_damage=damage, attacker_pays=unhurt.attacker_pays + contest.pays)
        if loser == "defender":
            refund = unhurt.refund * (damage == 0)
            return unhurt._replace(defender_damage=damage, defender_pays=contest.pays, refund=refund)
        return unhurt

    return icepool.map(blow, losers, _rolled(contest.damage))
