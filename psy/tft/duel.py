"""The duel: turn after turn until a pool is empty, solved backwards from the last turn."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import NamedTuple

import numpy as np

from psy.exact.arguments import one_of, whole
from psy.tft.exchange import NOTHING, blows, menu
from psy.tft.rules import RULES, Psion, Rules
from psy.tft.stage import Floats, Pair, Stage, finished, stage

MOST_PAYOFFS = 50_000_000


class Choice(NamedTuple):
    """What a side chooses in one turn: the names of its attack and of its defence, or "nothing"."""

    attack: str
    defence: str


@dataclass(frozen=True, eq=False)
class Duel:
    """A duel solved: what it is worth, and how to play it at every pair of pools. Arrays are read-only.

    Parameters
    ----------
    first, second
        The psions at the start.
    turns
        Turns at most.
    value
        The first psion's chance to win minus his chance to lose, -1 to 1, if both play well.
    error
        How far the value can be from the truth, by the regrets of the turns; the rounding of averages, some
        1e-15 for each turn, comes on top.
    resolved
        How many stage games had to be solved again in fractions.
    values
        What each pair of pools is worth to the first psion before each turn, and after the last: shape
        ``(turns + 1, first.pool + 1, second.pool + 1)``.
    choices
        For each turn the menus of both sides, the cheapest first.
    mixes
        For each turn the chances of both sides' choices, by pools: shapes
        ``(choices, first.pool + 1, second.pool + 1)``.
    """

    first: Psion
    second: Psion
    turns: int
    value: float
    error: float
    resolved: int
    values: Floats
    choices: tuple[tuple[tuple[Choice, ...], tuple[Choice, ...]], ...]
    mixes: tuple[tuple[Floats, Floats], ...]

    def play(self, turn: int, first_pool: int, second_pool: int) -> tuple[dict[Choice, float], ...]:
        """Return how the first and the second psion mix their choices in a turn, from 0, at some pools.

        Raises
        ------
        TypeError, ValueError
            If there is no such turn, or a pool is larger than at the start.
        """
        turn = whole("turn", turn, 0, self.turns - 1)
        mine = whole("first_pool", first_pool, 0, self.first.pool)
        theirs = whole("second_pool", second_pool, 0, self.second.pool)
        return tuple(
            {choice: float(mix[mine, theirs]) for choice, mix in zip(choices, mixes, strict=True)}
            for choices, mixes in zip(self.choices[turn], self.mixes[turn], strict=True)
        )

    def policy(self, turn: int, psion: str, side: str) -> dict[str, Floats]:
        """Return the chance of each mode of one psion in a turn, from 0, by pools.

        Parameters
        ----------
        psion
            ``"first"`` or ``"second"``.
        side
            ``"attack"`` or ``"defence"``.

        Returns
        -------
        dict of arrays
            By the mode's name, shape ``(first.pool + 1, second.pool + 1)``; at each pair of pools the chances
            sum to 1.
        """
        turn = whole("turn", turn, 0, self.turns - 1)
        who = ("first", "second").index(one_of("psion", psion, ("first", "second")))
        side = one_of("side", side, ("attack", "defence"))
        chances: dict[str, Floats] = {}
        for choice, mix in zip(self.choices[turn][who], self.mixes[turn][who], strict=True):
            name = getattr(choice, side)
            chances[name] = chances.get(name, 0) + mix
        return chances


class Margins(NamedTuple):
    """What the first psion's duel gains in value by one thing more.

    ``start``: by attacking first instead of second. ``pool``, ``iq`` and ``psi``: by one point more of each.
    """

    start: float
    pool: float
    iq: float
    psi: float


def duel(first: Psion, second: Psion, turns: int = 20, rules: Rules = RULES) -> Duel:
    """Solve a duel in which two psions attack in turns, both choosing their modes in secret.

    Rule: the first psion attacks in turns 0, 2 and so on, the second in the others. Whose pool is empty after
    an exchange has lost; a draw, worth 0, if both are, or none after so many turns. All of this is assumed.
    Penalties to DX and IQ and brain damage do not change a duel.

    Parameters
    ----------
    turns
        Exchanges at most, 0 or more.
    rules
        The dearer modes are open only where ``rules.variants`` names them.

    Raises
    ------
    TypeError, ValueError
        If ``turns`` is no whole number, or the pools and turns are too large to finish.

    Examples
    --------
    The last point, spent on melding, costs its owner the duel whatever it does; he keeps it and draws:

    >>> duel(Psion(iq=12, psi=12, pool=1), Psion(iq=12, psi=12, pool=9), turns=1).value
    0.0
    """
    attacks = _cheapest_first(product(menu("attack", rules), [NOTHING]))
    defences = _cheapest_first(product([NOTHING], menu("defence", rules)))
    return _solved(first, second, turns, rules, [(attacks, defences), (defences, attacks)])


def simultaneous_duel(first: Psion, second: Psion, turns: int = 10, rules: Rules = RULES) -> Duel:
    """Solve a duel in which both psions choose an attack and a defence each turn, in secret, at once.

    Rule: assumed, a variant of `duel`; one turn is as long as two of its exchanges. Both costs are paid, then
    both attacks take effect together: damage, points handed over, refunds.

    Parameters
    ----------
    turns
        Turns at most, 0 or more.

    Raises
    ------
    TypeError, ValueError
        As for `duel`.

    Examples
    --------
    Equals are equal, as nobody is first:

    >>> psion = Psion(iq=12, psi=12, pool=3)
    >>> round(simultaneous_duel(psion, psion, turns=2).value, 12) + 0
    0.0
    """
    pairs = _cheapest_first(product(menu("attack", rules), menu("defence", rules)))
    return _solved(first, second, turns, rules, [(pairs, pairs)])


def margins(first: Psion, second: Psion, turns: int = 20, rules: Rules = RULES) -> Margins:
    """Return what the start, and one point more of each attribute, is worth to the first psion of a `duel`.

    Examples
    --------
    >>> margins(Psion(iq=12, psi=12, pool=1), Psion(iq=12, psi=12, pool=1), turns=0)
    Margins(start=0.0, pool=0.0, iq=0.0, psi=0.0)
    """
    value = duel(first, second, turns, rules).value
    more = [
        duel(replace(first, **{name: getattr(first, name) + 1}), second, turns, rules).value - value
        for name in Margins._fields[1:]
    ]
    return Margins(value + duel(second, first, turns, rules).value, *more)


def _cheapest_first(pairs: Iterable[Pair]) -> list[Pair]:
    """Return the pairs by cost, so that nobody pays for what is no better."""
    return sorted(pairs, key=lambda pair: pair[0].cost + pair[1].cost)


def _solved(
    first: Psion,
    second: Psion,
    turns: int,
    rules: Rules,
    menus: Sequence[tuple[Sequence[Pair], Sequence[Pair]]],
) -> Duel:
    """Solve a duel whose turns take the menus one after the other, over and over."""
    turns = whole("turns", turns)
    sizes = _sizes(first, second, turns, rules)
    payoffs = turns * sizes[0] * sizes[1] * max(len(mine) * len(theirs) for mine, theirs in menus)
    if payoffs > MOST_PAYOFFS:
        raise ValueError(
            f"the duel has {payoffs} payoffs to weigh, more than {MOST_PAYOFFS}: lower turns or pools"
        )
    stages = [stage((first, second), choices, sizes, rules) for choices in menus][: max(turns, 1)]
    values, mixes, error, resolved = _backwards(stages, turns, sizes)
    within = slice(first.pool + 1), slice(second.pool + 1)
    names = [(_choices(mine), _choices(theirs)) for mine, theirs in menus]
    return Duel(
        first,
        second,
        turns,
        value=float(values[0, first.pool, second.pool]),
        error=error,
        resolved=resolved,
        values=_kept(values[:, *within]),
        choices=tuple(names[turn % len(menus)] for turn in range(turns)),
        mixes=tuple((_kept(mine[:, *within]), _kept(theirs[:, *within])) for mine, theirs in mixes),
    )


def _choices(pairs: Sequence[Pair]) -> tuple[Choice, ...]:
    return tuple(Choice(attack.name, defence.name) for attack, defence in pairs)


def _backwards(
    stages: Sequence[Stage], turns: int, sizes: tuple[int, int]
) -> tuple[Floats, list[tuple[Floats, Floats]], float, int]:
    """Return the values before and after each turn, both sides' mixes, the error and the games resolved."""
    over = finished(sizes)
    alive = np.outer(*(np.arange(size) > 0 for size in sizes))
    values = np.broadcast_to(over, (turns + 1, *sizes)).copy()
    mixes: list[tuple[Floats, Floats]] = []
    error, resolved = 0.0, 0
    for turn in reversed(range(turns)):
        solved = stages[turn % len(stages)].solve(values[turn + 1])
        np.copyto(values[turn], solved.values.reshape(sizes), where=alive)
        mixes.append((solved.rows.reshape(-1, *sizes), solved.columns.reshape(-1, *sizes)))
        error += float(solved.regrets.max())
        resolved += int(solved.resolved.sum())
    return values, mixes[::-1], error, resolved


def _sizes(first: Psion, second: Psion, turns: int, rules: Rules) -> tuple[int, int]:
    """Return one more than the largest pool that each side can have before the end."""
    sizes = []
    for psion, other in ((first, second), (second, first)):
        attacking = [
            blow.defender_pays - attack.cost
            for attack, defence in product(menu("attack", rules), menu("defence", rules))
            for blow in blows(attack, defence, psion.iq, other.iq, other.psi, rules)
        ]
        defending = [
            blow.attacker_pays + blow.refund - defence.cost
            for attack, defence in product(menu("attack", rules), menu("defence", rules))
            for blow in blows(attack, defence, other.iq, psion.iq, psion.psi, rules)
        ]
        sizes.append(psion.pool + turns * (max(attacking) + max(defending)) + 1)
    return sizes[0], sizes[1]


def _kept(array: Floats) -> Floats:
    """Return an array as one that nobody can change."""
    kept = array.copy()
    kept.flags.writeable = False
    return kept
