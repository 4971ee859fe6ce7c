"""The terms of a battle: how far apart, who begins, what becomes of wounds, who may roll again."""

from dataclasses import dataclass

from psy.exact.arguments import one_of, whole
from psy.prospero.battle.squads import SIDES

ORDERS = ("initiative", *SIDES)


@dataclass(frozen=True)
class Terms:
    """How a battle is fought.

    Parameters
    ----------
    distance
        Zones between the squads: 1 is close combat, 2 or more shooting.
    order
        Who attacks first in each round: by ``"initiative"``, or always the ``"traitor"`` or ``"loyalist"``,
        as after Prescience.
    wounds
        ``"cleared"`` at the end of each round, or ``"kept"``, as on the Statue.
    traitor_reroll, loyalist_reroll
        What each side may do with its armour dice, as in `attack`.

    Examples
    --------
    >>> Terms(order="thousand sons")
    Traceback (most recent call last):
    ValueError: order must be one of 'initiative', 'traitor', 'loyalist', not 'thousand sons'
    """

    distance: int = 1
    order: str = "initiative"
    wounds: str = "cleared"
    traitor_reroll: str | None = None
    loyalist_reroll: str | None = None

    def __post_init__(self) -> None:
        whole("distance", self.distance, 1)
        one_of("order", self.order, ORDERS)
        one_of("wounds", self.wounds, ("cleared", "kept"))

    def reroll(self, side: str) -> str | None:
        """Return what this side may do with its armour dice."""
        return self.traitor_reroll if side == "traitor" else self.loyalist_reroll


TERMS = Terms()
