"""Who denies: the facts about a unit that help its deny rolls, and the psychic hood of a friend."""

from dataclasses import dataclass

from psy.exact.arguments import instance, whole
from psy.wh40k.rules import RULES, Rules


@dataclass(frozen=True)
class Unit:
    """What a unit brings to its deny rolls.

    Parameters
    ----------
    mastery
        The highest mastery level in the unit, 0 or more. With 1 or more there is a psyker, psychic pilot or
        brotherhood in it.
    adamantium_will
        Whether a model of the unit has that special rule.

    Raises
    ------
    TypeError, ValueError
        If a value is of the wrong kind or out of its range.

    Examples
    --------
    >>> Unit(mastery=2).psyker, Unit().psyker
    (True, False)
    """

    mastery: int = 0
    adamantium_will: bool = False

    def __post_init__(self) -> None:
        whole("mastery", self.mastery)
        if not isinstance(self.adamantium_will, bool):
            raise TypeError(f"adamantium_will must be True or False, not {self.adamantium_will!r}")

    @property
    def psyker(self) -> bool:
        """Whether there is a psyker in the unit."""
        return self.mastery > 0

    def joined_by(self, other: "Unit") -> "Unit":
        """Return the two units as one."""
        return Unit(max(self.mastery, other.mastery), self.adamantium_will or other.adamantium_will)


def deny_bonus(
    target: Unit | None,
    caster_mastery: int = 1,
    hood: Unit | None = None,
    hood_inches: int = 0,
    rules: Rules = RULES,
    *,
    bearer: Unit | None = None,
) -> int:
    """Return what is added to each deny die: the best that the denying side may have.

    Rule: W 4, R p. 26. A hood bearer near the target may roll for it: with its own unit (W), or as if it
    stood in the target unit (R). Rule field ``hood_joins_unit`` says which; the default is W.

    Parameters
    ----------
    target
        The unit that the power is aimed at; None if it is aimed at no unit of the denying side, and then
        nothing is added and no hood helps.
    caster_mastery
        Mastery level of the casting psyker, 1 or more.
    hood
        The unit with a psychic hood in it, which rolls instead of the target (W), or None.
    bearer
        The bearer of the hood alone, which rolls as part of the target (R); None if it is all of its unit.
    hood_inches
        The distance from the hood to the target in inches, 0 or more, fractions rounded up.
    rules
        ``deny_bonus``, ``hood_range`` and ``hood_joins_unit`` are used.

    Raises
    ------
    TypeError, ValueError
        If an argument is of the wrong kind or out of its range.

    Examples
    --------
    A plain unit beside a librarian of mastery 2 with a hood, against a caster of mastery 1:

    >>> deny_bonus(Unit()), deny_bonus(Unit(), 1, hood=Unit(mastery=2), hood_inches=12)
    (0, 2)
    """
    caster_mastery = whole("caster_mastery", caster_mastery, 1)
    hood_inches = whole("hood_inches", hood_inches)
    instance("rules", rules, Rules)
    for name, unit in (("target", target), ("hood", hood), ("bearer", bearer)):
        if not (unit is None or isinstance(unit, Unit)):
            raise TypeError(f"{name} must be a Unit or None, not {unit!r}")
    if target is None:
        return 0
    rolling = [target]
    if hood is not None and hood_inches <= rules.hood_range:
        rolling.append(target.joined_by(bearer or hood) if rules.hood_joins_unit else hood)
    return max(_bonus(unit, caster_mastery, rules) for unit in rolling)


def _bonus(unit: Unit, caster_mastery: int, rules: Rules) -> int:
    bonus = rules.deny_bonus
    return (
        bonus.psyker * unit.psyker
        + bonus.higher_mastery * (unit.mastery > caster_mastery)
        + bonus.adamantium_will * unit.adamantium_will
    )
