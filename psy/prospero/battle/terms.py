"""The terms of a battle: how far apart, who begins, what becomes of wounds, who may roll again."""

from dataclasses import dataclass

from psy.exact.arguments import one_of, whole
from psy.prospero.attack.damage import REROLLS
from psy.prospero.battle.squads import CLOSE_COMBAT, SIDES

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
        What each side may do with its armour dice, as in `attack`: ``"kine shield"`` is for Traitors only,
        ``"smoke"`` works on the tormented ground of scenario 6, against shots only.

    Raises
    ------
    TypeError, ValueError
        If a word or number is not allowed, or a re-roll is not for this side or distance.

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
        for side in SIDES:
            allowed_reroll(f"{side}_reroll", self.reroll(side), side, self.distance)

    def reroll(self, side: str) -> str | None:
        """Return what this side may do with its armour dice."""
        return self.traitor_reroll if side == "traitor" else self.loyalist_reroll


def allowed_reroll(
    name: str, reroll: str | None, side: str, distance: int = CLOSE_COMBAT, psychic: bool = False
) -> str | None:
    """Return what a side may do with its armour dice, or refuse it with the reason.

    Rule: C, Kine Shield: dice of Traitor models. Scenario 6, Swirling Smoke: models hit by a ranged attack or
    a psychic action.

    Examples
    --------
    >>> allowed_reroll("reroll", "kine shield", "loyalist")
    Traceback (most recent call last):
    ValueError: reroll must not be a kine shield for the loyalist: it covers Traitor models only
    """
    if reroll is None:
        return None
    if one_of(name, reroll, REROLLS) == "kine shield" and side == "loyalist":
        raise ValueError(f"{name} must not be a kine shield for the loyalist: it covers Traitor models only")
    if reroll == "smoke" and distance == CLOSE_COMBAT and not psychic:
        raise ValueError(f"{name} must not be smoke in close combat: it helps against shots and powers only")
    return reroll


TERMS = Terms()
