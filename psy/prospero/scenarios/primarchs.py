"""Scenario 6: what the duel of the primarchs is worth in one numeration phase."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from psy.exact.arguments import instance, rational, several
from psy.prospero.battle_rules import BATTLE_RULES, BattleRules
from psy.prospero.numeration.covens import Coven, Table
from psy.prospero.numeration.hand import Value, Values
from psy.prospero.numeration.plan import numeration
from psy.prospero.rules import RULES, Rules
from psy.prospero.scenarios.duels import primarchs_duel

Worth = Fraction | float


@dataclass(frozen=True)
class PrimarchsPhase:
    """One numeration phase of scenario 6, before the duel is rolled for.

    Parameters
    ----------
    free
        The chance that the Traitor casts the top power of the deck free.
    free_worth
        What that power is worth on average.
    whole
        What the phase is worth with the whole hand.
    without
        What it is worth without each power, by name or place.
    """

    free: Fraction
    free_worth: Fraction
    whole: Worth
    without: Mapping[str | int, Worth]

    @property
    def taken(self) -> tuple[str | int, ...]:
        """All powers that the Loyalist does best to take."""
        least = min(self.without.values(), default=0)
        near = 0 if isinstance(least, Fraction) else 1e-9 * max(1, abs(least))
        return tuple(name for name, worth in self.without.items() if worth <= least + near)

    @property
    def value(self) -> Worth:
        """What the phase is worth to the Traitor with the free power or without the one that is taken."""
        robbed = min(self.without.values(), default=Fraction(0))
        return self.free * (self.free_worth + self.whole) + (1 - self.free) * robbed


def primarchs_phase(
    values: Values,
    unused: Sequence[Fraction | int],
    coven: Coven | Sequence[Coven],
    table: Table = Table(),  # noqa: B008 (frozen)
    rules: Rules = RULES,
    battle_rules: BattleRules = BATTLE_RULES,
    exact: bool | None = None,
) -> PrimarchsPhase:
    """Return what one numeration phase is worth with the duel before it, both decks being full.

    Rule: scenario 6, Duel of the Primarchs. The Traitor's higher die casts the top power of the deck free, as
    from any zone; otherwise a power of the Loyalist's choice leaves the hand, and its replacement comes only
    at the end of the phase.

    Parameters
    ----------
    values
        As in `numeration`.
    unused
        The worths of the powers in the deck, of which the top one is as likely to be any.
    coven, table, rules, exact
        As in `numeration`.
    battle_rules
        Only ``primarchs_duel`` is used.

    Raises
    ------
    TypeError, ValueError
        As `numeration`.

    Examples
    --------
    Without a power in hand only the free one counts, which comes in 11 of 24 duels:

    >>> primarchs_phase([], [2, 0], Coven(1)).value
    Fraction(11, 24)
    """
    instance("battle_rules", battle_rules, BattleRules)
    top = [rational("unused", worth, 0) for worth in several("unused", unused, "worths")]
    items: Any = (
        values.items() if isinstance(values, Mapping) else enumerate(several("values", values, "worths"))
    )
    hand: dict[str | int, Value] = dict(items)

    def worth(left: Mapping[str | int, Value]) -> Worth:
        given: Any = left
        return numeration(
            instance("rules", rules, Rules).warp_deck,
            rules.will_deck,
            given,
            coven,
            table,
            rules,
            exact=exact,
        ).value

    return PrimarchsPhase(
        primarchs_duel(1, battle_rules).done[1],
        Fraction(sum(top, Fraction(0)), len(top)) if top else Fraction(0),
        worth(hand),
        {name: worth({other: hand[other] for other in hand if other != name}) for name in hand},
    )
