"""One attempt to cast a power: the joint distribution of both totals and of what comes of it."""

from collections.abc import Mapping

from icepool import Die

from psy.exact.arguments import instance
from psy.prospero.numeration.cards import BEST, Policy
from psy.prospero.numeration.covens import Coven, Table
from psy.prospero.numeration.flow import Result
from psy.prospero.numeration.outlook import outlook
from psy.prospero.numeration.plan import numeration
from psy.prospero.rules import RULES, Rules


def attempt(
    warp: Mapping[str, int],
    will: Mapping[str, int],
    coven: Coven,
    table: Table = Table(),  # noqa: B008 (frozen)
    rules: Rules = RULES,
    policy: Policy = BEST,
) -> Die[Result]:
    """Return what comes of one attempt that is the last of the phase.

    Rule: N, Using Psychic Powers. Both sides play for the cast alone: no power is left to try afterwards, so
    the Loyalist gives nothing away by three points from a test. For an attempt with more to come take the
    `outlook` of a whole `numeration`.

    Parameters
    ----------
    warp, will
        Cards left in each deck, as a checked deck or as any mapping of card to count.
    coven
        The coven that casts.
    table
        Who else is on the table.
    policy
        How the cards with a choice are used.

    Returns
    -------
    Die of Result
        Both totals, whether the power is cast, how it ends, and whether a card would have ended the phase.

    Raises
    ------
    TypeError, ValueError
        If an argument is of the wrong kind or out of its range, or the decks are too large to solve.

    Examples
    --------
    Three cards of a mastery and two channellings always make 5 points in a coven of two:

    >>> attempt({"mastery": 1, "channelling": 2}, {"emperor": 3}, Coven(2)).probability(
    ...     Result(warp=5, will=3, cast=True, end="compared", over=False)
    ... )
    Fraction(1, 1)
    """
    instance("rules", rules, Rules)
    plan = numeration(warp, will, [1], coven, table, rules, attempts=1, policy=policy, exact=True)
    return outlook(plan)[0].die()
