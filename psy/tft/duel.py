"""The duel: exchanges in turns until a pool is empty, solved backwards from the last."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from psy.exact.arguments import whole
from psy.tft.exchange import Blow, blows, menu
from psy.tft.rules import RULES, Mode, Psion, Rules
from psy.tft.stage import Floats, Stage, Step, finished, step

MOST_STATES = 4_000_000


@dataclass(frozen=True, eq=False)
class Duel:
    """A duel solved: what it is worth, and how to play it at every pair of pools.

    Parameters
    ----------
    value
        The first psion's chance to win minus his chance to lose, -1 to 1, if both play well.
    error
        How far the value can be from the truth, by the certificates of the stages; the rounding of averages,
        some 1e-15 for each exchange, comes on top.
    resolved
        How many stages had to be solved again in fractions.
    attacks, defences
        The names of the modes, in the order of the mixes.
    values
        The worth to the first psion before each exchange, and after the last: shape
        ``(turns + 1, first.pool + 1, second.pool + 1)``, read-only as the other arrays.
    attack_mixes, defence_mixes
        The chances of the modes of the side that attacks in an exchange, and of the other side: shapes
        ``(turns, modes, first.pool + 1, second.pool + 1)``. The first psion attacks in exchanges 0, 2, ...
    """

    first: Psion
    second: Psion
    turns: int
    value: float
    error: float
    resolved: int
    attacks: tuple[str, ...]
    defences: tuple[str, ...]
    values: Floats
    attack_mixes: Floats
    defence_mixes: Floats

    def choice(
        self, exchange: int, first_pool: int, second_pool: int
    ) -> tuple[dict[str, float], dict[str, float]]:
        """Return the mix of attacks and the mix of defences in one exchange, counted from 0, at some pools.

        Raises
        ------
        TypeError, ValueError
            If there is no such exchange, or a pool is above that at the start.
        """
        exchange = whole("exchange", exchange, 0, self.turns - 1)
        pools = (
            whole("first_pool", first_pool, 0, self.first.pool),
            whole("second_pool", second_pool, 0, self.second.pool),
        )
        return (
            _named(self.attacks, self.attack_mixes[exchange, :, *pools]),
            _named(self.defences, self.defence_mixes[exchange, :, *pools]),
        )


class Margins(NamedTuple):
    """What a psion's duel gains in value, chance to win minus chance to lose, by one thing more.

    ``start``: by attacking first instead of second. ``pool``, ``iq`` and ``psi``: by one point more of each.
    """

    start: float
    pool: float
    iq: float
    psi: float


def duel(first: Psion, second: Psion, turns: int = 20, rules: Rules = RULES) -> Duel:
    """Solve a duel in which two psions attack in turns, each exchange chosen in secret.

    Rule: exchanges alternate, the first psion attacks in the first; whose pool is empty after an exchange has
    lost; a draw, worth 0, if both are, or none after so many exchanges. All of this is assumed. Penalties to
    DX and IQ and brain damage do not change the duel.

    Parameters
    ----------
    first, second
        The psions, with their pools at the start.
    turns
        Exchanges at most, 0 or more.
    rules
        The dearer modes are open only where ``rules.variants`` names them.

    Raises
    ------
    TypeError, ValueError
        If ``turns`` is no whole number from 0, or the pools and turns make more than 4 million states.

    Examples
    --------
    With a point each, who meets an attack with nothing but a mask comes through five times in six, and who
    meets it with nothing at all never does:

    >>> last = duel(Psion(iq=12, psi=12, pool=2), Psion(iq=12, psi=12, pool=1), turns=1)
    >>> last.attacks[1], round(last.value, 6)
    ('mind melding', 0)
    """
    turns = whole("turns", turns)
    attacks, defences = menu("attack", rules), menu("defence", rules)
    pools = _room(first, second, turns, rules)
    stages = _stage(first, second, pools, rules), _stage(second, first, (pools[1], pools[0]), rules)
    over, alive = finished(pools), np.outer(*(np.arange(size) > 0 for size in pools))
    within = slice(first.pool + 1), slice(second.pool + 1)
    shape = first.pool + 1, second.pool + 1
    values, error, resolved = np.empty((turns + 1, *shape)), 0.0, 0
    mixes = np.empty((turns, len(attacks), *shape)), np.empty((turns, len(defences), *shape))
    now = over
    values[turns] = now[within]
    for exchange in reversed(range(turns)):
        mine = exchange % 2 == 0
        solved = stages[not mine].solve(now if mine else -now.T)
        seen = pools if mine else pools[::-1]
        worth = solved.values.reshape(seen)
        now = np.where(alive, worth if mine else -worth.T, over)
        values[exchange] = now[within]
        for kept, mix in zip(mixes, (solved.rows, solved.columns), strict=True):
            table = mix.reshape(-1, *seen)
            kept[exchange] = (table if mine else table.swapaxes(1, 2))[:, *within]
        error += float(solved.regrets.max())
        resolved += int(solved.resolved.sum())
    ...
