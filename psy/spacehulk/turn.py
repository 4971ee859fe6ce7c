"""The moments of a turn that ask for a card or for points, and the psykers who answer them."""

from dataclasses import dataclass
from fractions import Fraction

from psy.exact.arguments import rational, whole
from psy.rulebook import Checked, Count
from psy.spacehulk.assault import MAX_DICE, PLAIN, Policies
from psy.spacehulk.rules import ForceSuit, Points


@dataclass(frozen=True)
class Psyker(Checked):
    """One of the psykers who share a hand of cards.

    Parameters
    ----------
    name
        By which the moments of a turn call the psyker.
    life
        Points for a psyker who is alive at the end: an integer or a Fraction of 0 or more.
    ap
        Action points in a turn; None for as many as are wanted.
    lower_level
        Whether the psyker is of a lower level, and pays ``lower_level_ap`` to use an ability or to nullify.
    attuned
        Whether the psyker fights with a psychically attuned weapon, without which nothing is channelled.

    Examples
    --------
    >>> Psyker("librarian", life=10, ap=4).attuned
    True
    """

    name: str
    life: Points = 0
    ap: Count | None = None
    lower_level: bool = False
    attuned: bool = True

    def __post_init__(self) -> None:
        super().__post_init__()
        rational("life", self.life, 0)


@dataclass(frozen=True)
class UseAbility(Checked):
    """A moment of the own turn at which ``psyker`` may use the ability of one card; None: any psyker may."""

    psyker: str | None = None


@dataclass(frozen=True)
class OtherAction(Checked):
    """Something else that points can buy, such as a move to the next square.

    It costs ``ap`` action or command points and is worth ``worth`` points, 0 or more. ``psyker`` may do it;
    None: any psyker may.
    """

    ap: Count
    worth: Points
    psyker: str | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        rational("worth", self.worth, 0)


@dataclass(frozen=True)
class KillingHit:
    """A hit that kills the psyker unless an aura stops it; it comes with a ``chance`` from 0 to 1."""

    chance: int | Fraction = 1
    psyker: str | None = None

    def __post_init__(self) -> None:
        rational("chance", self.chance, 0, 1)


@dataclass(frozen=True)
class CloseAssault(Checked):
    """One round of close assault: one card may be channelled, a win brings ``prize``, a loss is a hit.

    If the other side's fighter is a psyker (``against_psyker``), that side's cards can be channelled against
    you, and its auras can undo a win.
    """

    dice: Count
    bonus: Count
    against_dice: Count
    against_bonus: Count
    prize: Points = 0
    policies: Policies = PLAIN
    psyker: str | None = None
    against_psyker: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        whole("dice", self.dice, 0, MAX_DICE), whole("against_dice", self.against_dice, 0, MAX_DICE)
        rational("prize", self.prize, 0)


@dataclass(frozen=True)
class EnemyAbility(Checked):
    """An enemy's ability that costs ``harm`` points unless a card of its suit nullifies it.

    Without a suit (None) nothing nullifies it. ``near`` names the psykers who are within the distance of a
    nullify; None: they all are.
    """

    suit: ForceSuit | None
    harm: Points
    near: tuple[str, ...] | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        rational("harm", self.harm, 0)


@dataclass(frozen=True)
class NewTurn(Checked):
    """The start of another turn: all points are there again, and ``draw`` cards are drawn, or what is left.

    How many cards are drawn, and when, is not in the source.
    """

    draw: Count = 0


Moment = UseAbility | OtherAction | KillingHit | CloseAssault | EnemyAbility | NewTurn
