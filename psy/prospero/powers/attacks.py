"""Attacks by psychic power on the Loyalists in a zone, and the blast of the volcano cannon."""

from collections.abc import Callable, Iterable, Mapping

from icepool import Die

from psy.exact.arguments import instance, one_of
from psy.prospero.attack.damage import Dice, attack, dice_sizes
from psy.prospero.battle.squads import upgraded
from psy.prospero.battle.terms import allowed_reroll
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
        ``"smoke"`` for Loyalists on the tormented ground of scenario 6, or None; a kine shield covers
        Traitors only.

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
    return psychic_attack("telekinetic bombardment", armour_dice, reroll, rules)


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
    return psychic_attack("bioelectrical storm", armour_dice, reroll, rules)


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
    return psychic_attack("inferno", armour_dice, reroll, rules)


def blast(
    armour_dice: Iterable[int], reroll: str | None = None, rules: BattleRules = BATTLE_RULES
) -> Die[int]:
    """Return the distribution of damage of the Volcano Cannon on a squad beside the zone it destroys.

    Rule: scenario 3, Volcano Cannon Bombardment: one d8 for each squad; all models in the zone itself die.
    """
    instance("rules", rules, BattleRules)
    armour = dice_sizes("armour_dice", armour_dice)
    return attack((rules.target_token.blast_die,), upgraded(1, armour, rules.attack.die), reroll, rules=rules)


# How many dice of which size each of these powers throws at so many models, in equally likely cases.
_THROWN: Mapping[str, Callable[[int, BattleRules], list[Dice]]] = {
    "inferno": lambda models, rules: [(rules.inferno_die,) * models],
    "telekinetic bombardment": lambda models, rules: [
        (rules.bombardment.die,) * dice for dice in rules.bombardment.dice
    ],
    "bioelectrical storm": lambda models, rules: [(rules.storm_die,)],
}
PSYCHIC_ATTACKS = tuple(_THROWN)


def psychic_attack(
    power: str, armour_dice: Iterable[int], reroll: str | None = None, rules: BattleRules = BATTLE_RULES
) -> Die[int]:
    """Return the distribution of damage of one of `PSYCHIC_ATTACKS` on the models in a zone.

    Raises
    ------
    TypeError, ValueError
        If the power makes no attack, a die is not allowed, or the re-roll is a shield, which Loyalists lack.

    Examples
    --------
    >>> psychic_attack("inferno", [6]).probabilities() == inferno([6]).probabilities()
    True
    """
    instance("rules", rules, BattleRules)
    how = allowed_reroll("reroll", reroll, "loyalist", psychic=True)
    rolled = [attack(*dice, how, rules=rules) for dice in thrown(power, armour_dice, rules)]
    damage: Die[int] = Die(rolled)
    return damage


def thrown(power: str, armour_dice: Iterable[int], rules: BattleRules) -> list[tuple[Dice, Dice]]:
    """Return the dice of a power and of the armour in each of some equally likely cases.

    Examples
    --------
    >>> thrown("bioelectrical storm", [8, 6], BATTLE_RULES)
    [((8,), (8,))]
    """
    armour = dice_sizes("armour_dice", armour_dice)
    cases = _THROWN[one_of("power", power, PSYCHIC_ATTACKS)](len(armour), rules)
    return [(dice, upgraded(len(dice), armour, rules.attack.die)) for dice in cases]
