"""One attack on one defence: what it does to both pools, exactly."""

import functools
from math import lcm
from typing import NamedTuple

import icepool
import numpy as np
import numpy.typing as npt
from icepool import Die

from psy.exact.arguments import one_of
from psy.tft.rules import RULES, Cell, Check, Contest, Damage, Mode, Psion, Rules
from psy.tft.wills import battle_of_wills, chance_to_pass

NOTHING = Mode("nothing", 0, "no mode at all", "an empty pool pays for no mode, and nobody must choose one")
Points = int | npt.NDArray[np.int64]


class Exchange(NamedTuple):
    """Both pools after an exchange, and what it did besides.

    ``brain_roll`` tells whether the defender rolls on the brain damage table, with ``brain_modifier``;
    ``dx_penalty`` and ``iq_penalty`` are points off the defender's attributes, 0 or 3, for three turns.
    """

    attacker_pool: int
    defender_pool: int
    brain_roll: bool
    brain_modifier: int
    dx_penalty: int
    iq_penalty: int


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


_NO_BLOW = Blow()


def modes_of(psion: Psion, side: str, rules: Rules = RULES) -> tuple[Mode, ...]:
    """Return the modes that a psion can pay for, and "nothing" at the end.

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
    return tuple(mode for mode in menu(side, rules) if mode.cost <= psion.pool)


def menu(side: str, rules: Rules = RULES) -> tuple[Mode, ...]:
    """Return the modes of one side that the rules put on the menu, whatever they cost, and "nothing"."""
    one_of("side", side, ("attack", "defence"))
    modes = rules.attacks if side == "attack" else rules.defences
    return (*(mode for mode in modes if not mode.of or mode.name in rules.variants), NOTHING)


def exchange(
    attack: str, defence: str, attacker: Psion, defender: Psion, rules: Rules = RULES
) -> Die[Exchange]:
    """Return the joint distribution of both pools after an attack on a defence, costs included.

    Rule: post 4, modes 1 to 10 and the combat table. Costs are paid first; then damage is taken, as far as
    the pool goes; then points are handed over, as far as they go; then the mask's price comes back.

    Parameters
    ----------
    attack, defence
        A mode's name, dearer forms included, or ``"nothing"``.
    attacker, defender
        Each must be able to pay.

    Returns
    -------
    Die of Exchange

    Raises
    ------
    TypeError, ValueError
        If a mode is unknown or costs more than the pool holds.

    Examples
    --------
    A stab (cost 4) at a mind behind a trap (cost 5) hands two points to the defender:

    >>> psion = Psion(iq=12, psi=12, pool=20)
    >>> die = exchange("mental stab", "iron will trap", psion, psion)
    >>> [outcome[:2] for outcome in die]
    [(14, 17)]
    """
    attacking, defending = (
        _paid("attack", attack, attacker, rules),
        _paid("defence", defence, defender, rules),
    )
    mine, theirs = attacker.pool - attacking.cost, defender.pool - defending.cost

    def outcome(blow: Blow) -> Exchange:
        pools = settle(mine, theirs, blow)
        damage = blow.defender_damage
        if rules.brain_roll_judged_by == "points lost":
            damage = min(damage, theirs)
        brain = 0 < blow.shock <= damage
        modifier = blow.brain_modifier * brain
        return Exchange(int(pools[0]), int(pools[1]), brain, modifier, blow.dx_penalty, blow.iq_penalty)

    return blows(attacking, defending, attacker.iq, defender.iq, defender.psi, rules).map(outcome, star=False)


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


@functools.lru_cache(maxsize=4096)
def blows(
    attack: Mode, defence: Mode, attacker_iq: int, defender_iq: int, psi: int, rules: Rules
) -> Die[Blow]:
    """Return what an attack mode does to a defence mode, before the pools set a limit to it.

    Parameters
    ----------
    attack, defence
        Modes of the rules, or `NOTHING`.
    attacker_iq, defender_iq, psi
        The attributes that decide battles of wills, and the defender's PSI.
    """
    price_back = defence.cost * defence.refunded
    if attack is NOTHING:
        return Die([Blow(refund=price_back)])
    cell = _cell(attack, defence, rules)
    if cell.contest:
        return _fought(cell.contest, attacker_iq, defender_iq, rules)

    def blow(damage: int) -> Blow:
        return Blow(
            defender_damage=damage + attack.added_damage * (damage > 0),
            attacker_pays=cell.attacker_pays,
            refund=(price_back + cell.refund * rules.mask_refund_stacks) * (damage == 0),
            shock=cell.brain.at if cell.brain else 0,
            brain_modifier=cell.brain.modifier + attack.brain_modifier if cell.brain else 0,
            dx_penalty=cell.dx_penalty,
            iq_penalty=cell.iq_penalty,
        )

    return (_rolled(cell.damage) + _failed(cell.check, psi)).map(blow, star=False)


def _paid(side: str, name: str, psion: Psion, rules: Rules) -> Mode:
    """Return the mode of a name, or refuse it if there is none or the pool cannot pay."""
    modes = {mode.name: mode for mode in (*(rules.attacks if side == "attack" else rules.defences), NOTHING)}
    mode = modes[one_of(side, name, tuple(modes))]
    if mode.cost > psion.pool:
        raise ValueError(f"{side} {name!r} costs {mode.cost}, and the pool holds only {psion.pool}")
    return mode


def _cell(attack: Mode, defence: Mode, rules: Rules) -> Cell:
    if defence is NOTHING:
        return Cell(attack.place, NOTHING.name, "", "no_defence", rules.no_defence)
    place = attack.place, defence.place
    return next(cell for cell in rules.cells if (cell.attack, cell.defence) == place)


def _rolled(damage: Damage) -> Die[int]:
    return (damage.dice @ icepool.d6 + damage.plus).map(lambda points: max(points, damage.least))


def _failed(check: Check | None, psi: int) -> Die[int]:
    """Return the extra damage of a check against PSI."""
    if check is None:
        return Die([0])
    passed = chance_to_pass(check.dice, psi)
    return Die({0: passed.numerator, check.extra: passed.denominator - passed.numerator})


def _fought(contest: Contest, attacker_iq: int, defender_iq: int, rules: Rules) -> Die[Blow]:
    """Return what a battle of wills does to its loser."""
    if contest.starter == "attacker":
        win, lose, _ = battle_of_wills(attacker_iq, defender_iq, contest.fewer, rules)
    else:
        lose, win, _ = battle_of_wills(defender_iq, attacker_iq, contest.fewer, rules)
    rolls = lcm(win.denominator, lose.denominator)
    loser = Die(
        {"defender": int(win * rolls), "attacker": int(lose * rolls), "": int((1 - win - lose) * rolls)}
    )

    def blow(loser: str, damage: int) -> Blow:
        hurt, pays = damage * bool(loser), contest.pays
        if loser == "attacker":
            return Blow(attacker_damage=hurt, attacker_pays=pays)
        return Blow(defender_damage=hurt, defender_pays=pays * bool(loser))

    return icepool.map(blow, loser, _rolled(contest.damage))
