"""A small duel in fractions: the slow twin of `psy.tft.duel`, exchange by exchange."""

from dataclasses import replace
from fractions import Fraction

from psy.exact.arguments import whole
from psy.exact.matrix_games import solve_matrix
from psy.tft.exchange import exchange, modes_of
from psy.tft.rules import RULES, Psion, Rules

MOST_POOL, MOST_TURNS = 12, 6
Pools = tuple[int, int]


def exact_duel(first: Psion, second: Psion, turns: int, rules: Rules = RULES) -> Fraction:
    """Return the value of a `psy.tft.duel` exactly.

    Parameters
    ----------
    first, second
        The psions, with at most 12 points each.
    turns
        Exchanges at most, 0 to 6: the fractions grow with each.

    Returns
    -------
    Fraction
        The first psion's chance to win minus his chance to lose, if both play well.

    Raises
    ------
    TypeError, ValueError
        If ``turns`` or a pool is out of its range.

    Examples
    --------
    Two points against one, one exchange: melding kills a mask on a 6, and any other defence for certain.

    >>> print(exact_duel(Psion(iq=12, psi=12, pool=2), Psion(iq=12, psi=12, pool=1), turns=1))
    1/6
    """
    turns = whole("turns", turns, 0, MOST_TURNS)
    pools = whole("first.pool", first.pool, 0, MOST_POOL), whole("second.pool", second.pool, 0, MOST_POOL)
    known: dict[tuple[Pools, int], Fraction] = {}

    def value(pools: Pools, turns: int, attacks: bool) -> Fraction:
        """Return what the pools are worth to the first psion, who attacks next or defends."""
        if turns == 0 or 0 in pools:
            return Fraction((pools[0] > 0) - (pools[1] > 0))
        if (pools, turns) not in known:
            known[pools, turns] = turn(pools, turns, attacks)
        return known[pools, turns]

    def turn(pools: Pools, turns: int, attacks: bool) -> Fraction:
        mine, theirs = replace(first, pool=pools[0]), replace(second, pool=pools[1])
        attacker, defender = (mine, theirs) if attacks else (theirs, mine)
        sign = 1 if attacks else -1

        def worth(attack: str, defence: str) -> Fraction:
            die = exchange(attack, defence, attacker, defender, rules)
            total = Fraction(0)
            for outcome, weight in die.items():
                total += weight * value(outcome[:2][::sign], turns - 1, not attacks)
            expected: Fraction = sign * total / die.denominator()
            return expected

        rows, columns = modes_of(attacker, "attack", rules), modes_of(defender, "defence", rules)
        game = [[worth(row.name, column.name) for column in columns] for row in rows]
        return sign * solve_matrix(game).value

    return value(pools, turns, attacks=True)
