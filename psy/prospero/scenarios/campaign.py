"""The six scenarios played as a campaign."""

from collections.abc import Iterable
from fractions import Fraction

from psy.exact.arguments import rational, several


def campaign(chances: Iterable[Fraction | int]) -> Fraction:
    """Return the chance that a side wins the campaign.

    Rule: "Playing the Scenarios as a Campaign": most victories; with as many on both sides, whoever won the
    last scenario. The scenarios are taken to be independent: no losses are carried over.

    Parameters
    ----------
    chances
        The side's chance to win each scenario, in the order in which they are played, at least one.

    Raises
    ------
    TypeError, ValueError
        If there is none, or one is no exact number from 0 to 1.

    Examples
    --------
    A side that surely wins two and the last of six wins the campaign, three to three:

    >>> campaign([1, 1, 0, 0, 0, 1])
    Fraction(1, 1)
    """
    *before, last = [rational("chances", chance, 0, 1) for chance in _some(chances)]
    wins = [Fraction(1)]
    for chance in before:
        lost, won = [*wins, Fraction(0)], [Fraction(0), *wins]
        wins = [(1 - chance) * low + chance * high for low, high in zip(lost, won, strict=True)]
    played = len(before) + 1
    with_last = sum((share for won, share in enumerate(wins) if 2 * (won + 1) >= played), Fraction(0))
    without = sum((share for won, share in enumerate(wins) if 2 * won > played), Fraction(0))
    return last * with_last + (1 - last) * without


def _some(chances: Iterable[Fraction | int]) -> list[Fraction | int]:
    given = several("chances", chances, "chances, one for each scenario")
    if not given:
        raise ValueError("chances must be those of at least one scenario, not of none")
    return given
