"""Warp charges: the dice that both sides get at the start of the psychic phase."""

from typing import NamedTuple

from icepool import Die

from psy.exact.arguments import instance, whole
from psy.wh40k.rules import RULES, Rules


class WarpCharges(NamedTuple):
    """The pools of warp charges: of the player whose turn it is, and of the opponent."""

    own: int
    theirs: int


def warp_charges(mastery: int, opposing_mastery: int, rules: Rules = RULES) -> Die[WarpCharges]:
    """Return the joint distribution of the two pools, which share one die.

    Rule: W 1, R p. 24. The player whose turn it is rolls once for both; each side adds the mastery levels of
    its psykers on the table. The difference of the pools is therefore never in doubt.

    Parameters
    ----------
    mastery, opposing_mastery
        Summed mastery levels of each side, 0 or more.
    rules
        Only ``warp_charge_die`` is used.

    Returns
    -------
    Die of WarpCharges
        Weights sum to the faces of the die.

    Raises
    ------
    TypeError, ValueError
        If an argument is no whole number of at least 0.

    Examples
    --------
    The rulebook's example: mastery 4 against 2, and a 3 is rolled.

    >>> warp_charges(4, 2).probability(WarpCharges(own=7, theirs=5))
    Fraction(1, 6)
    """
    mastery = whole("mastery", mastery)
    opposing = whole("opposing_mastery", opposing_mastery)
    faces = instance("rules", rules, Rules).warp_charge_die
    return Die([WarpCharges(roll + mastery, roll + opposing) for roll in range(1, faces + 1)])
