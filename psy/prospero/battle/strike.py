"""Squad against squad: what one attack does, and all pairings as a table."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from icepool import Die

from psy.exact.arguments import instance
from psy.prospero.attack.casualties import Casualties, casualties
from psy.prospero.attack.damage import attack
from psy.prospero.battle.squads import Squad
from psy.prospero.battle.terms import allowed_reroll
from psy.prospero.battle_rules import BATTLE_RULES, BattleRules

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class Strike:
    """One attack of a squad on a squad.

    Parameters
    ----------
    attack_dice, armour_dice
        The dice of both sides, the largest first.
    damage
        The distribution of damage, before it meets the lives.
    casualties
        The distribution of models slain and wounds left.
    expected_damage, expected_slain
        Their means, in points and in models.
    cleared
        The chance that nobody is left in the zone; certain for an empty one.
    """

    attack_dice: tuple[int, ...]
    armour_dice: tuple[int, ...]
    damage: Die[int]
    casualties: Die[Casualties]
    expected_damage: Fraction
    expected_slain: Fraction
    cleared: Fraction


def strike(
    attacker: Squad,
    target: Squad,
    distance: int = 1,
    reroll: str | None = None,
    rules: BattleRules = BATTLE_RULES,
) -> Strike:
    """Return what one attack of a squad does to another squad.

    Parameters
    ----------
    attacker, target
        Two squads; the target takes damage in the order of its models.
    distance
        Zones between them: 1 is close combat, 2 or more shooting.
    reroll
        As in `Terms`, for the target.

    Raises
    ------
    TypeError, ValueError
        If an argument is of the wrong kind, or the re-roll is not for this target.

    Examples
    --------
    >>> from psy.prospero import squad
    >>> strike(squad("traitor", "veteran"), squad("loyalist", "veteran")).cleared
    Fraction(5, 36)
    """
    instance("rules", rules, BattleRules)
    for name, given in (("attacker", attacker), ("target", target)):
        instance(name, given, Squad)
    ours = attacker.attack_dice(distance)
    allowed_reroll("reroll", reroll, target.side, distance)
    theirs = target.armour_dice(len(ours))
    damage = attack(ours, theirs, reroll, rules=rules)
    result = casualties(ours, theirs, target.lives, reroll, rules=rules)
    return Strike(
        ours,
        theirs,
        damage,
        result,
        damage.mean(),
        result.map(lambda slain, wounds: slain).mean(),
        result.probability(Casualties(len(target.models), 0)),
    )


def squad_matrix(
    attackers: Mapping[str, Squad],
    targets: Mapping[str, Squad],
    distance: int = 1,
    reroll: str | None = None,
    rules: BattleRules = BATTLE_RULES,
) -> "pd.DataFrame":
    """Return every attacker against every target, in fractions.

    Returns
    -------
    DataFrame
        Indexed by attacker; columns ``(what, target)``, where ``what`` is ``"damage"`` or ``"slain"``, both
        expected, or ``"cleared"``, a chance.

    Examples
    --------
    >>> from psy.prospero import squad
    >>> wolf, son = squad("loyalist", "veteran"), squad("traitor", "veteran")
    >>> str(squad_matrix({"son": son}, {"wolf": wolf}).loc["son", ("damage", "wolf")])
    '5/9'
    """
    instance("rules", rules, BattleRules)
    import pandas as pd

    for name, squads in (("attackers", attackers), ("targets", targets)):
        if not isinstance(squads, Mapping):
            raise TypeError(f"{name} must be a mapping of name to squad, not {squads!r}")
    rows = []
    for attacker in attackers.values():
        strikes = [strike(attacker, target, distance, reroll, rules) for target in targets.values()]
        damage = [one.expected_damage for one in strikes]
        rows.append([*damage, *(one.expected_slain for one in strikes), *(one.cleared for one in strikes)])
    columns = pd.MultiIndex.from_product(
        [["damage", "slain", "cleared"], list(targets)], names=["what", "target"]
    )
    return pd.DataFrame(rows, index=pd.Index(list(attackers), name="attacker"), columns=columns, dtype=object)
