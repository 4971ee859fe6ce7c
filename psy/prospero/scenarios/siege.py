"""Scenario 4: what one numeration phase of the siege brings, decks and dice together."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from psy.exact.arguments import instance
from psy.prospero.battle.squads import Squad
from psy.prospero.battle_rules import BATTLE_RULES, BattleRules
from psy.prospero.numeration.covens import Coven, Table
from psy.prospero.numeration.hand import Power
from psy.prospero.numeration.outlook import cast_law
from psy.prospero.numeration.plan import numeration
from psy.prospero.powers.aftermath import Aftermath, Blow, Chance, any_of
from psy.prospero.rules import RULES, Rules

# The rule of the siege: as a coven of four, whatever the coven.
_AS_MANY = 4


@dataclass(frozen=True)
class Breach:
    """One numeration phase of the siege.

    Parameters
    ----------
    casts
        The chance of every number of bombardments cast, by floats where the decks are large.
    aftermath
        What they leave of the squad.
    """

    casts: Mapping[int, Chance]
    aftermath: Aftermath

    @property
    def expected_casts(self) -> Chance:
        """The mean number of bombardments cast."""
        return sum((number * chance for number, chance in self.casts.items()), Fraction(0))


def breach(
    target: Squad,
    coven: Coven,
    table: Table = Table(),  # noqa: B008 (frozen)
    rules: Rules = RULES,
    battle_rules: BattleRules = BATTLE_RULES,
) -> Breach:
    """Return what the bombardments of one phase leave of a squad, both decks being full.

    Rule: scenario 4, Siege of the Fortifications: up to three attempts, each counted as of a coven of four.
    The Traitor wants as many as possible to be cast; see `phase_aftermath` for any other plan.

    Raises
    ------
    TypeError, ValueError
        If an argument is of the wrong kind.

    Examples
    --------
    Without attempts nothing is cast:

    >>> from dataclasses import replace
    >>> from psy.prospero import squad
    >>> peace = replace(BATTLE_RULES, siege_casts=0)
    >>> breach(squad("loyalist", "veteran"), Coven(4), battle_rules=peace).casts
    {0: Fraction(1, 1)}
    """
    for name, given, kind in (
        ("coven", coven, Coven),
        ("table", table, Table),
        ("rules", rules, Rules),
        ("battle_rules", battle_rules, BattleRules),
    ):
        instance(name, given, kind)
    casts = _casts(coven, table, rules, battle_rules.siege_casts)
    bombardment: Blow = "telekinetic bombardment"
    shares = {(bombardment,) * number: chance for number, chance in casts.items()}
    return Breach(casts, any_of(target, shares, rules=battle_rules))


@lru_cache(maxsize=64)
def _casts(coven: Coven, table: Table, rules: Rules, attempts: int) -> dict[int, Chance]:
    powers = [Power(1, models=_AS_MANY)] * attempts
    plan = numeration(rules.warp_deck, rules.will_deck, powers, coven, table, rules, attempts)
    found: dict[int, Chance] = {number: Fraction(0) for number in range(attempts + 1)}
    for course, chance in cast_law(plan).items():
        found[sum(one.cast for one in course)] += chance if plan.exact else float(chance)
    return found
