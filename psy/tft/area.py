"""Modes that reach several figures: when the form over an area is better than one use for each figure."""

from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple

from psy.exact.arguments import instance, one_of, several, whole
from psy.tft.exchange import exchange
from psy.tft.rules import RULES, Mode, Psion, Rules


class AreaUse(NamedTuple):
    """One mode over an area beside its plain form for each of some figures, in points of the user's pool."""

    area_cost: int
    single_cost: int


def area_modes(rules: Rules = RULES) -> tuple[Mode, ...]:
    """Return the modes that reach more than one figure.

    Examples
    --------
    >>> [mode.name for mode in area_modes()]
    ['area blast', 'wide shield']
    """
    instance("rules", rules, Rules)
    return tuple(mode for mode in (*rules.attacks, *rules.defences) if mode.of and mode.radius)


def area_use(name: str, figures: int, rules: Rules = RULES) -> AreaUse:
    """Return what a mode over an area costs, and what its plain form costs for each of some figures.

    Parameters
    ----------
    name
        One of `area_modes`.
    figures
        How many are to be reached, at most one in each hex of the area: 0 to 7 for a blast, 0 to 19 for a
        wide shield.

    Examples
    --------
    >>> area_use("area blast", 4)
    AreaUse(area_cost=12, single_cost=16)
    """
    mode, plain = _area(name, rules)
    return AreaUse(mode.cost, plain.cost * whole("figures", figures, 0, mode.hexes))


def cheaper_from(name: str, rules: Rules = RULES) -> int | None:
    """Return the fewest figures for which a mode over an area costs less than its plain form for each.

    Returns
    -------
    int or None
        None if that is more than the area has hexes.

    Examples
    --------
    Three blasts of 4 cost the same as one over an area, 12; four cost more:

    >>> cheaper_from("area blast"), cheaper_from("wide shield")
    (4, 2)
    """
    mode, _ = _area(name, rules)
    uses = ((figures, area_use(name, figures, rules)) for figures in range(mode.hexes + 1))
    return next((figures for figures, use in uses if use.area_cost < use.single_cost), None)


def area_damage(
    attack: str, attacker: Psion, targets: Iterable[tuple[Psion, str]], rules: Rules = RULES
) -> tuple[Fraction, Fraction]:
    """Return the mean points that all targets of an attack lose, and the mean damage to those without a pool.

    Rule: post 4, mode 1: each figure in the area suffers the blast for itself, behind its own defence.

    Parameters
    ----------
    attack
        Any attack of the rules.
    targets
        Each target and its defence, the cost of which counts as lost.

    Examples
    --------
    Two minds without a pool, and one behind a barrier, which costs 1 and lets 1d-2 through, 10/6 on average:

    >>> crowd = [(Psion(iq=9, psi=9, pool=0), "nothing")] * 2
    >>> crowd.append((Psion(iq=12, psi=12, pool=9), "brain barrier"))
    >>> print(*area_damage("area blast", Psion(iq=12, psi=12, pool=20), crowd))
    8/3 7
    """
    lost, hurt = Fraction(0), Fraction(0)
    for psion, defence in several("targets", targets, "psions with their defences"):
        die = exchange(attack, defence, attacker, psion, rules)
        for outcome, weight in die.items():
            chance = Fraction(weight, die.denominator())
            lost += chance * (psion.pool - outcome.defender_pool)
            hurt += chance * outcome.figure_damage
    return lost, hurt


def _area(name: str, rules: Rules) -> tuple[Mode, Mode]:
    """Return a mode over an area and its plain form."""
    modes = {mode.name: mode for mode in area_modes(rules)}
    mode = modes[one_of("name", name, tuple(modes))]
    return mode, next(plain for plain in (*rules.attacks, *rules.defences) if plain.name == mode.of)
