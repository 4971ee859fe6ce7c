"""Powers known: rolling for powers before the game, and the choices that a player has in it."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import combinations
from math import comb, prod

from icepool import Die

from psy.exact.arguments import instance, several, whole
from psy.wh40k.rules import RULES, Rules


def learn(mastery: int, costs: Sequence[int] | None = None, rules: Rules = RULES) -> Die[frozenset[int]]:
    """Return the distribution of the powers that a psyker rolls on one discipline.

    Rule: W 0, R p. 23. One roll for each mastery level; a power that it has already is rolled again, and so,
    with ``rules.capped_by_mastery``, is one that costs more than its mastery level. The primaris is not
    counted: it comes with the psychic focus, since all rolls are on the same discipline.

    Parameters
    ----------
    mastery
        Mastery level, 0 to the size of the discipline.
    costs
        The warp charge of each numbered power, 1 or more, in order; None: all cost 1. Only the cap on a
        psyker's powers reads them.
    rules
        ``capped_by_mastery`` and ``discipline_size`` are used.

    Returns
    -------
    Die of frozenset
        Sets of power numbers from 1 up, as large as the mastery level. A capped psyker that may have fewer
        powers than that knows them all: the sources do not say more.

    Raises
    ------
    TypeError, ValueError
        If an argument is of the wrong kind or out of its range.

    Examples
    --------
    Mastery 2: each of the 15 pairs is as likely as the next.

    >>> learn(2).probability(frozenset({3, 5}))
    Fraction(1, 15)
    """
    mastery = whole("mastery", mastery, 0, instance("rules", rules, Rules).discipline_size)
    eligible = eligible_powers(mastery, costs, rules)
    return Die([frozenset(powers) for powers in combinations(eligible, min(mastery, len(eligible)))])


def chance_to_learn(
    wanted: int | Iterable[int],
    mastery: int | Iterable[int],
    costs: Sequence[int] | None = None,
    rules: Rules = RULES,
) -> Fraction:
    """Return the chance that at least one wanted power is rolled on one discipline.

    Rule: as in `learn`.

    Parameters
    ----------
    wanted
        The number of a wanted power, 1 to the size of the discipline, or several of them.
    mastery
        Mastery level, 0 to the size of the discipline; or the levels of several psykers who all roll on it.
    costs, rules
        As in `learn`.

    Raises
    ------
    TypeError, ValueError
        If an argument is of the wrong kind or out of its range.

    Examples
    --------
    One psyker of mastery 2, and two of mastery 1 (published: 33.33 and 30.56 percent):

    >>> chance_to_learn(1, mastery=2), chance_to_learn(1, mastery=(1, 1))
    (Fraction(1, 3), Fraction(11, 36))
    """
    numbers = wanted if isinstance(wanted, Iterable) else [wanted]
    size = instance("rules", rules, Rules).discipline_size
    powers = {whole("wanted", number, 1, size) for number in numbers}
    levels = mastery if isinstance(mastery, Iterable) else [mastery]
    return 1 - prod((_chance_of_none(powers, level, costs, rules) for level in levels), start=Fraction(1))


def _chance_of_none(powers: set[int], mastery: int, costs: Sequence[int] | None, rules: Rules) -> Fraction:
    mastery = whole("mastery", mastery, 0, instance("rules", rules, Rules).discipline_size)
    eligible = eligible_powers(mastery, costs, rules)
    rolls, others = min(mastery, len(eligible)), len(set(eligible) - powers)
    return Fraction(comb(others, rolls), comb(len(eligible), rolls))


def eligible_powers(mastery: int, costs: Sequence[int] | None = None, rules: Rules = RULES) -> list[int]:
    """Return the numbers of the powers that a psyker may have, in order.

    Parameters
    ----------
    mastery, costs, rules
        As in `learn`; all powers, unless a capped psyker's mastery level is below their cost.

    Raises
    ------
    TypeError, ValueError
        If ``costs`` is not one whole number of at least 1 for each power.

    Examples
    --------
    >>> from dataclasses import replace
    >>> eligible_powers(1, (1, 1, 2, 1, 3, 2), replace(RULES, capped_by_mastery=True))
    [1, 2, 4]
    """
    size, mastery = instance("rules", rules, Rules).discipline_size, whole("mastery", mastery)
    charges = (
        [whole("costs", cost, 1) for cost in several("costs", costs, "warp charges")]
        if costs is not None
        else [1] * size
    )
    if len(charges) != size:
        raise ValueError(f"costs must be {size} warp charges, one a power, not {costs!r}")
    return [
        number
        for number, charge in enumerate(charges, start=1)
        if charge <= mastery or not rules.capped_by_mastery
    ]
