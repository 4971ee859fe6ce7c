"""One attack: attack dice against armour dice, sorted, paired by rank, with re-rolls on either side."""

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from itertools import product
from math import comb, prod

from icepool import Die

from psy.exact.arguments import instance, one_of, several, whole
from psy.exact.sorted_pairs import sorted_pairs
from psy.prospero.attack.rerolls import Order, attack_with_rerolls
from psy.prospero.battle_rules import BATTLE_RULES, AttackRule, BattleRules

MAX_DICE = 40
MAX_SMOKE_DICE = 16
SMALLEST, LARGEST = 2, 20
REROLLS = ("kine shield", "smoke")
SMOKE: Order = (("armour", "smoke"),)
Dice = tuple[int, ...]


def attack(
    attack_dice: Iterable[int],
    armour_dice: Iterable[int],
    reroll: str | None = None,
    *,
    attack_reroll: str | None = None,
    first: str = "attacker",
    rules: BattleRules = BATTLE_RULES,
) -> Die[int]:
    """Return the distribution of the damage of one attack.

    Rule: "Making an Attack" and "Damage Dealt". Both sides' dice are sorted from high to low and paired by
    rank; of unequal numbers the lowest dice of the larger side do not count. Re-rolls: "Re-rolls", Kine
    Shield and Swirling Smoke; whoever may choose picks the dice that are best for his side's expected damage,
    knowing what the other may still do, and of equally good choices the one with the fewest dice.

    Parameters
    ----------
    attack_dice, armour_dice
        Sizes of the dice, 2 to 20 each, up to 40 a side; ``(6, 6, 8)`` is 2d6 and 1d8.
    reroll
        What the defender may do after both rolls: nothing, ``"kine shield"`` (roll any armour dice again
        once) or ``"smoke"`` (every armour die that shows 1 is rolled again once).
    attack_reroll
        ``"any"``: the attacker may roll any attack dice again once. No weapon of the source says so; it is
        here for house rules.
    first
        ``"attacker"`` or ``"defender"``: whose re-rolls come first where both have some, the Traitor's.
    rules
        Only ``attack`` is used.

    Returns
    -------
    Die of int
        Points of damage.

    Raises
    ------
    TypeError, ValueError
        If a size or word is not allowed, or if re-rolls are asked for more dice than can be worked out.

    Examples
    --------
    One d12 against one d10 does 0, 1 or 2 damage:

    >>> attack([12], [10]).probabilities()
    (Fraction(11, 24), Fraction(1, 12), Fraction(11, 24))
    """
    instance("rules", rules, BattleRules)
    ours, theirs = dice_sizes("attack_dice", attack_dice), dice_sizes("armour_dice", armour_dice)
    return _attack(ours, theirs, rerolls(reroll, attack_reroll, first), rules.attack)


def rerolls(reroll: str | None, attack_reroll: str | None, first: str) -> Order:
    """Return whose dice are rolled again and how, in order, or refuse the words.

    Examples
    --------
    >>> rerolls("smoke", "any", first="defender")
    (('armour', 'smoke'), ('attack', 'any'))
    """
    attacker_first = one_of("first", first, ("attacker", "defender")) == "attacker"
    theirs: Order = () if reroll is None else (("armour", one_of("reroll", reroll, REROLLS)),)
    ours: Order = ()
    if attack_reroll is not None:
        ours = (("attack", one_of("attack_reroll", attack_reroll, ("any",))),)
    return ours + theirs if attacker_first else theirs + ours


def dice_sizes(name: str, dice: Iterable[int]) -> Dice:
    """Return the sizes, the largest first, or refuse them.

    Examples
    --------
    >>> dice_sizes("attack_dice", [6, 1])
    Traceback (most recent call last):
    ValueError: attack_dice must be a whole number from 2 to 20, not 1
    """
    given = several(name, dice, "sizes of dice")
    sizes = sorted((whole(name, size, SMALLEST, LARGEST) for size in given), reverse=True)
    if len(sizes) > MAX_DICE:
        raise ValueError(f"{name} must be at most {MAX_DICE} dice, not {len(sizes)}")
    return tuple(sizes)


@lru_cache(maxsize=1 << 12)
def _attack(ours: Dice, theirs: Dice, order: Order, rule: AttackRule) -> Die[int]:
    if not order:
        return plain_attack(ours, theirs, rule)
    return _in_smoke(ours, theirs, rule) if order == SMOKE else attack_with_rerolls(ours, theirs, order, rule)


def plain_attack(ours: Dice, theirs: Dice, rule: AttackRule) -> Die[int]:
    """Return the damage without re-rolls, worked out anew each time."""
    return sorted_pairs(ours, theirs, rule.points(max(*ours, *theirs, 0, 0)), rule.ties_hit)


def _in_smoke(ours: Dice, theirs: Dice, rule: AttackRule) -> Die[int]:
    """Roll every armour die that shows 1 again, which is never worse than to keep it.

    A die of n faces then shows 1 in one way of n * n and each other face in n + 1. That is n + 1 times a die
    of n faces, less n times a die that always shows 1; so pools with some dice replaced by such are mixed.
    """
    if max(len(ours), len(theirs)) > MAX_SMOKE_DICE:
        raise ValueError(
            f"smoke is worked out for at most {MAX_SMOKE_DICE} dice a side, not {len(ours)} and {len(theirs)}"
        )
    weights: Counter[int] = Counter()
    groups = Counter(theirs).items()
    for ones in product(*(range(number + 1) for _, number in groups)):
        share = prod(
            comb(number, some) * (size + 1) ** (number - some) * (-size) ** some
            for (size, number), some in zip(groups, ones, strict=True)
        )
        pool = tuple(
            face
            for (size, number), some in zip(groups, ones, strict=True)
            for face in (size,) * (number - some) + (1,) * some
        )
        for damage, ways in plain_attack(ours, pool, rule).items():
            weights[damage] += share * ways
    return Die({damage: ways for damage, ways in weights.items() if ways})
