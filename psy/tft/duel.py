"""The duel: turn after turn until a pool is empty, solved backwards from the last turn."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from typing import NamedTuple

from psy.exact.arguments import instance, one_of, whole
from psy.tft.backwards import Duelling, Menus, Prospects, Solution, follow, prospects, solve_backwards
from psy.tft.exchange import NOTHING, menu
from psy.tft.outlook import Outlook
from psy.tft.rules import RULES, Psion, Rules
from psy.tft.stage import Floats, Pair, Slowed, slowed_states

# The most points that a search for an even pool gives to a psion.
MAX_EVEN_POOL = 60


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
        The first psion's chance to win minus their chance to lose, -1 to 1, if both play optimally, the dice
        of battles of wills included.
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
    _duelling: Duelling = field(repr=False)
    _solution: Solution = field(repr=False)

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

    def attack(
        self, turn: int, psion: str, first_pool: int, second_pool: int
    ) -> tuple[float, dict[str, float]]:
        """Return a psion's chance to attack at all in a turn, from 0, and what with.

        Parameters
        ----------
        psion
            ``"first"`` or ``"second"``.

        Returns
        -------
        float and dict
            The chance; and for each attack its chance if there is one, 0 if it is not played. Empty if there
            is none.
        """
        policy = self.policy(turn, psion, "attack")
        mine = whole("first_pool", first_pool, 0, self.first.pool)
        theirs = whole("second_pool", second_pool, 0, self.second.pool)
        attacks = {name: float(mix[mine, theirs]) for name, mix in policy.items() if name != NOTHING.name}
        chance = sum(attacks.values())
        return chance, {name: share / chance for name, share in attacks.items()} if chance else {}

    def outlook(self) -> Outlook:
        """Return what the duel is like from its start: who wins, when, and with what points left.

        Returns
        -------
        Outlook
            Floats, right to 1e-12, of the policies in ``mixes``. Other optimal policies may have the same
            value and differ in this. Of those this is one: where a turn is in balance with pure choices, the
            cheapest of these; otherwise the mixes that the solver meets first, with the cheapest choices
            first. Of equally good numbers of dice the fewest are picked.
        """
        return follow(self._duelling, self._solution)

    def prospects(self) -> Prospects:
        """Return what the duel is like from every pair of pools up to those of the start, and in every turn.

        Returns
        -------
        Prospects
            Of the same policies as `outlook`: chances to win and to lose, mean lengths and points left.
        """
        found = prospects(self._duelling, self._solution)
        return Prospects(*(array[:, : self.first.pool + 1, : self.second.pool + 1] for array in found))

    def even_pool(self, turn: int, first_pool: int) -> int | None:
        """Return the fewest points with which the second psion is not behind, None if all are too few.

        Parameters
        ----------
        turn
            From 0, ``turns`` after the last.
        first_pool
            The first psion's points.
        """
        turn = whole("turn", turn, 0, self.turns)
        behind = self.values[turn, whole("first_pool", first_pool, 0, self.first.pool)] > self.error + 1e-12
        return next((pool for pool, lost in enumerate(behind) if not lost), None)


def duel(
    first: Psion, second: Psion, turns: int = 20, rules: Rules = RULES, iq_penalties: bool = False
) -> Duel:
    """Solve a duel in which two psions attack in turns, both choosing their modes in secret.

    Rule: the first psion attacks in turns 0, 2 and so on, the second in the others. Whose pool is empty after
    an exchange has lost; a draw, worth 0, if both are, or none after that many turns. All of this is assumed.
    Whoever starts a battle of wills picks its dice after the modes are shown, for the best of the duel.
    Penalties to DX and brain damage do not change a duel.

    Parameters
    ----------
    turns
        Exchanges at most, 0 or more.
    rules
        The more expensive forms are open only where ``rules.variants`` names them.
    iq_penalties
        Whether a penalty to IQ counts in the battles of wills of the next ``rules.penalty_turns`` turns; a
        new one replaces an old one (assumed).

    Raises
    ------
    TypeError, ValueError
        If ``turns`` is no whole number, or the pools and turns are too large to finish.

    Examples
    --------
    The last point, spent on melding, costs its owner the duel whatever it does; they keep it and draw:

    >>> duel(Psion(iq=12, psi=12, pool=1), Psion(iq=12, psi=12, pool=9), turns=1).value
    0.0
    """
    attacks = _cheapest_first(product(menu("attack", rules), [NOTHING]))
    defences = _cheapest_first(product([NOTHING], menu("defence", rules)))
    return _solved(first, second, turns, rules, [(attacks, defences), (defences, attacks)], iq_penalties)


def simultaneous_duel(
    first: Psion, second: Psion, turns: int = 10, rules: Rules = RULES, iq_penalties: bool = False
) -> Duel:
    """Solve a duel in which both psions choose an attack and a defence each turn, in secret, at once.

    Rule: assumed, a variant of `duel`; one turn is as long as two of its exchanges. Both costs are paid, then
    both attacks take effect together: damage, points handed over, refunds. Where each side starts a battle of
    wills in the same turn, both pick their dice in secret, too.

    Parameters
    ----------
    turns
        Turns at most, 0 or more.
    rules, iq_penalties
        As for `duel`.

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
    return _solved(first, second, turns, rules, [(pairs, pairs)], iq_penalties)


def even_pool(
    first: Psion, second: Psion, turns: int = 20, rules: Rules = RULES, max_pool: int = MAX_EVEN_POOL
) -> int | None:
    """Return the fewest points with which the second psion of a `duel` is not behind; their own do not count.

    Parameters
    ----------
    max_pool
        How many points are tried at most.

    Returns
    -------
    int or None
        None if all of these are too few.

    Examples
    --------
    With no exchange to come a point each is a draw:

    >>> even_pool(Psion(iq=12, psi=12, pool=9), Psion(iq=12, psi=12, pool=0), turns=0)
    1
    """
    richest = replace(instance("second", second, Psion), pool=whole("max_pool", max_pool, 0, 200))
    return duel(first, richest, turns, rules).even_pool(0, first.pool)


def _cheapest_first(pairs: Iterable[Pair]) -> list[Pair]:
    """Return the pairs by cost, so that nobody pays for what is no better."""
    return sorted(pairs, key=lambda pair: pair[0].cost + pair[1].cost)


def _solved(
    first: Psion,
    second: Psion,
    turns: int,
    rules: Rules,
    menus: Sequence[Menus],
    iq_penalties: bool,
) -> Duel:
    """Solve a duel whose turns take the menus one after the other, over and over."""
    psions = instance("first", first, Psion), instance("second", second, Psion)
    slowed = slowed_states(rules) if iq_penalties else (Slowed(),)
    duelling = Duelling(psions, whole("turns", turns), menus, slowed, rules)
    solution = solve_backwards(duelling)
    sizes, pools = duelling.sizes, (first.pool + 1, second.pool + 1)
    names = [(_choices(mine), _choices(theirs)) for mine, theirs in menus]
    return Duel(
        first,
        second,
        turns,
        value=float(solution.values[0, 0, first.pool, second.pool]),
        error=solution.error,
        resolved=solution.resolved,
        values=solution.values[:, 0, : pools[0], : pools[1]],
        choices=tuple(names[turn % len(menus)] for turn in range(turns)),
        mixes=tuple(
            (_within(mine, sizes, pools), _within(theirs, sizes, pools))
            for (mine, theirs), *_ in solution.mixes
        ),
        _duelling=duelling,
        _solution=solution,
    )


def _within(mix: Floats, sizes: tuple[int, int], pools: tuple[int, int]) -> Floats:
    """Return a mix by pools, up to those of the start."""
    return mix.reshape(-1, *sizes)[:, : pools[0], : pools[1]]


def _choices(pairs: Sequence[Pair]) -> tuple[Choice, ...]:
    return tuple(Choice(attack.name, defence.name) for attack, defence in pairs)
