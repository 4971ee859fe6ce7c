"""The moments of a turn that ask for a card."""

from dataclasses import dataclass
from fractions import Fraction

from psy.exact.arguments import rational, whole
from psy.rulebook import Checked, Count
from psy.spacehulk.assault import MAX_DICE, PLAIN, Policies
from psy.spacehulk.rules import ForceSuit


@dataclass(frozen=True)
class UseAbility(Checked):
    """A moment of the own turn at which the ability of one card may be used."""


@dataclass(frozen=True)
class KillingHit:
    """A hit that kills the psyker unless an aura stops it; it comes with a ``chance`` from 0 to 1."""

    chance: int | Fraction = 1

    def __post_init__(self) -> None:
        rational("chance", self.chance, 0, 1)


@dataclass(frozen=True)
class CloseAssault(Checked):
    """One round of close assault: one card may be channelled, a win brings ``prize``, a loss is a hit."""

    dice: Count
    bonus: Count
    against_dice: Count
    against_bonus: Count
    prize: Count = 0
    policies: Policies = PLAIN

    def __post_init__(self) -> None:
        super().__post_init__()
        whole("dice", self.dice, 0, MAX_DICE), whole("against_dice", self.against_dice, 0, MAX_DICE)


@dataclass(frozen=True)
class EnemyAbility(Checked):
    """An enemy's ability that costs ``harm`` points unless a card of its suit nullifies it."""

    suit: ForceSuit
    harm: Count


Moment = UseAbility | KillingHit | CloseAssault | EnemyAbility
