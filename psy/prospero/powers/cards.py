"""The fifteen psychic powers, and what those that deal or stop damage are worth in points of damage."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from types import MappingProxyType

from psy.exact.arguments import one_of
from psy.prospero.attack.damage import attack
from psy.prospero.battle_rules import BATTLE_RULES, BattleRules
from psy.prospero.powers.attacks import bombardment, inferno, storm
from psy.prospero.rules import RULES, PowerCard

POWERS: Mapping[str, PowerCard] = MappingProxyType({card.name: card for card in RULES.powers})


def power(name: str) -> PowerCard:
    """Return the card of a power: its cult, target, range and effect.

    Raises
    ------
    TypeError, ValueError
        If there is no such power.

    Examples
    --------
    >>> power("inferno").cult, power("kine shield").range
    ('pyrae', '1 zone')
    """
    return POWERS[one_of("name", name, tuple(POWERS))]


def damage_worths(
    zone: Iterable[int],
    neighbours: Iterable[Iterable[int]] = (),
    incoming: tuple[Iterable[int], Iterable[int]] | None = None,
    rules: BattleRules = BATTLE_RULES,
) -> dict[str, Fraction]:
    """Return the expected damage that each power deals, or prevents; values for `numeration`.

    Rule: C, Psychic Power Cards. The other powers have no worth in dice: give them one by judgement.

    Parameters
    ----------
    zone
        The armour die of each Loyalist model in the target zone, at least one.
    neighbours
        The same for each neighbouring zone with Loyalists; only the storm reaches them.
    incoming
        The attack dice and the armour dice of an attack on Traitors that a kine shield would cover; without
        it the shield is left out.

    Returns
    -------
    dict
        Expected points of damage by the name of the power.

    Raises
    ------
    TypeError, ValueError
        If a die is not allowed.

    Examples
    --------
    Against one Veteran with a d6, an Inferno does one damage in 10 of 36 rolls and two in 5:

    >>> damage_worths([6])["inferno"]
    Fraction(5, 9)
    """
    armour = tuple(zone)
    struck = [armour, *(tuple(neighbour) for neighbour in neighbours)]
    worths = {
        "inferno": Fraction(inferno(armour, rules=rules).mean()),
        "telekinetic bombardment": Fraction(bombardment(armour, rules=rules).mean()),
        "bioelectrical storm": sum((Fraction(storm(one, rules=rules).mean()) for one in struck), Fraction(0)),
    }
    if incoming is not None:
        dice, worn = (tuple(part) for part in incoming)
        bare, shielded = (attack(dice, worn, reroll, rules=rules) for reroll in (None, "kine shield"))
        worths["kine shield"] = Fraction(bare.mean()) - Fraction(shielded.mean())
    return worths
