"""Attacks by psychic power: bombardment, storm and inferno, and the siege of three bombardments a round."""

from collections.abc import Iterable

from icepool import Die

from psy.exact.arguments import whole
from psy.prospero.attack.casualties import Casualties, allocate
from psy.prospero.attack.damage import attack, dice_sizes
from psy.prospero.battle.squads import Squad, upgraded
from psy.prospero.battle_rules import BATTLE_RULES, BattleRules


def bombardment(
    armour_dice: Iterable[int], reroll: str | None = None, rules: BattleRules = BATTLE_RULES
) -> Die[int]:
    """Return the distribution of damage of a Telekinetic Bombardment.

    Rule: C, Raptora: a d6 brings one d8 on a 1, three on a 6, else two.

    Parameters
    ----------
    armour_dice
        The armour die of each model in the target zone, at least one; plain d6 fill up.
    reroll
        As in `attack`, for the target.

    Raises
    ------
    TypeError, ValueError
        If a die is not allowed.

    Examples
    --------
    Two d8 on four faces of six, else one or three:

    >>> one, two, three = (attack([8] * dice, [6] * dice).mean() for dice in (1, 2, 3))
    >>> bombardment([6]).mean() == (one + 4 * two + three) / 6
    True
    """
    armour = dice_sizes("armour_dice", armour_dice)
    rule = rules.bombardment
    rolled = [
        attack((rule.die,) * dice, upgraded(dice, armour, rules.attack.die), reroll, rules=rules)
        for dice in rule.dice
    ]
    damage: Die[int] = Die(rolled)
    return damage


def storm(
    armour_dice: Iterable[int], reroll: str | None = None, rules: BattleRules = BATTLE_RULES
) -> Die[int]:
    """Return the distribution of damage of a Bioelectrical Storm in one of the zones that it strikes.

    Rule: C, Pavoni: one d8 against the target, and one more roll against each neighbouring zone.

    Examples
    --------
    A d8 against a d6 is stopped in 21 of 48 rolls and does two damage in 17.

    >>> storm([6]).probabilities()
    (Fraction(7, 16), Fraction(5, 24), Fraction(17, 48))
    """
    armour = dice_sizes("armour_dice", armour_dice)
    return attack((rules.storm_die,), upgraded(1, armour, rules.attack.die), reroll, rules=rules)


def inferno(
    armour_dice: Iterable[int], reroll: str | None = None, rules: BattleRules = BATTLE_RULES
) -> Die[int]:
    """Return the distribution of damage of an Inferno: a d6 for each model in the target zone.

    Rule: C, Pyrae.

    Examples
    --------
    >>> inferno([6]).probabilities()
    (Fraction(7, 12), Fraction(5, 18), Fraction(5, 36))
    """
    armour = dice_sizes("armour_dice", armour_dice)
    return attack((rules.inferno_die,) * len(armour), armour, reroll, rules=rules)


def blast(
    armour_dice: Iterable[int], reroll: str | None = None, rules: BattleRules = BATTLE_RULES
) -> Die[int]:
    """Return the distribution of damage of the Volcano Cannon on a squad beside the zone it destroys.

    Rule: scenario 3, Volcano Cannon Bombardment: one d8 for each squad; all models in the zone itself die.
    """
    armour = dice_sizes("armour_dice", armour_dice)
    return attack((rules.target_token.blast_die,), upgraded(1, armour, rules.attack.die), reroll, rules=rules)


def siege(target: Squad, casts: int | None = None, rules: BattleRules = BATTLE_RULES) -> Die[Casualties]:
    """Return what some bombardments in one round leave of a squad, its wounds staying between them.

    Rule: scenario 4, Siege of the Fortifications: up to three attempts in a numeration phase. How many are
    cast is for the two decks to say (`numeration`); here they are.

    Parameters
    ----------
    target
        The squad; damage goes to its models in order, and the slain no longer lend their armour.
    casts
        Bombardments cast, 0 or more; the three of the scenario if not given.

    Examples
    --------
    >>> from psy.prospero import squad
    >>> siege(squad("loyalist", "veteran"), casts=0)
    Die({Casualties(slain=0, wounds_left=0): 1})
    """
    casts = whole("casts", rules.siege_casts if casts is None else casts)
    standing: Die[Casualties] = Die([Casualties(0, 0)])
    for _ in range(casts):
        standing = standing.map(lambda slain, wounds: _bombarded(target, slain, wounds, rules)).simplify()
    return standing


def _bombarded(target: Squad, slain: int, wounds: int, rules: BattleRules) -> Die[Casualties]:
    """Return what one bombardment makes of a squad of which some are slain already."""
    left = target.without(slain)

    def end(points: int) -> Casualties:
        more = allocate(points, left.lives, wounds)
        return Casualties(slain + more.slain, more.wounds_left)

    return bombardment([model.armour for model in left.models], rules=rules).map(end)
