"""When to take what a card offers: the choices of a plan by the totals so far and the cards turned."""

from typing import TYPE_CHECKING

import numpy as np

from psy.exact.arguments import instance, whole
from psy.prospero.numeration.attempt_solver import TRAITOR
from psy.prospero.numeration.outlook import outlook
from psy.prospero.numeration.plan import NumerationPlan

if TYPE_CHECKING:
    import pandas as pd


def choice_table(plan: NumerationPlan, attempt: int = 1) -> "pd.DataFrame":
    """Return the choices of one attempt by card, cards turned before it and difference of the totals.

    Parameters
    ----------
    attempt
        1 for the first attempt, and so on.

    Returns
    -------
    DataFrame
        One row for each ``card`` (several names where cards do the same), ``turned`` (cards turned before,
        not counting drawn ones) and ``difference`` (warp minus will so far); columns ``chance`` (that the
        attempt is made and a card comes up so), ``other`` (the part of it in which the other option is taken,
        not the one point), ``gain`` (what the other is worth to its side beyond the one, on average), all in
        floats. With several covens all are taken together.

    Raises
    ------
    TypeError, ValueError
        If there is no such attempt.

    Examples
    --------
    A vortex against three silences next to Sisters is taken for 3 in spite of the risk:

    >>> from psy.prospero import Coven, Table, numeration
    >>> near = Coven(1, near_sisters=True)
    >>> plan = numeration({"vortex": 3}, {"silence": 3}, [1], near, Table(sisters=True))
    >>> choice_table(plan)["other"].tolist()
    [1.0, 1.0, 1.0]
    """
    import pandas as pd

    instance("plan", plan, NumerationPlan)
    number = whole("attempt", attempt, 1, max(1, len(plan.phase.attempts)))
    columns = ["card", "turned", "difference", "chance", "other", "gain"]
    parts = [
        pd.DataFrame(
            {
                "card": ", ".join(side.groups[choice.group].names),
                "turned": choice.turned,
                "difference": choice.difference,
                "chance": choice.chance.astype(float),
                "other": choice.chance.astype(float) * choice.other,
                "gain": choice.chance.astype(float) * choice.gain.astype(float),
            }
        )
        for choice in (outlook(plan, number)[number - 1].choices if plan.phase.attempts else [])
        for side in [plan.phase.warp if choice.side == TRAITOR else plan.phase.will]
    ]
    table = pd.concat(parts) if parts else pd.DataFrame(columns=columns)
    table = table.groupby(["card", "turned", "difference"], as_index=False).sum()
    table[["other", "gain"]] = table[["other", "gain"]].div(
        np.where(table["chance"], table["chance"], 1), axis=0
    )
    return table[columns]


def other_taken(plan: NumerationPlan, attempt: int = 1) -> dict[str, float]:
    """Return in what part of the times that a card with a choice comes up its other option is taken.

    By the name of the card; cards that do the same have the same share. Of one attempt, in floats.

    Raises
    ------
    TypeError, ValueError
        If there is no such attempt.

    Examples
    --------
    >>> from psy.prospero import Coven, Table, numeration
    >>> near = Coven(1, near_sisters=True)
    >>> plan = numeration({"vortex": 3}, {"silence": 3}, [1], near, Table(sisters=True))
    >>> other_taken(plan)
    {'vortex': 1.0}
    """
    table = choice_table(plan, attempt)
    table["other"] *= table["chance"]
    sums = table.groupby("card")[["chance", "other"]].sum()
    return {
        card: other / chance
        for names, chance, other in sums.itertuples()
        if chance
        for card in names.split(", ")
    }
