"""What each card does when it is revealed: its points, and the choice that some cards give their side.

An option is what the side may take. The cards with a choice have two: ``one``, the point, comes first and
``other`` second. A policy says which of them are taken.
"""

from dataclasses import dataclass
from typing import Literal, NamedTuple

from psy.prospero.numeration.covens import Coven, Table
from psy.prospero.rules import RULES, Rules
from psy.rulebook import Checked

Habit = Literal["best", "one", "other", "behind"]

# What the will cards of an attempt hang over the phase: nothing; its end if the attempt is resisted; its end.
GOES_ON, ENDS_IF_RESISTED, ENDS = 0, 1, 2


class WarpOption(NamedTuple):
    """One way to use a warp card.

    ``casts``: the power is cast at once, no more cards are turned and the phase ends. ``draws``: another warp
    card follows now. ``risks``: a die is rolled for a model of the coven. ``worth``: what it brings besides.
    ``swaps``: a power in hand may be changed for a random unused one.
    """

    points: int
    casts: bool = False
    draws: bool = False
    risks: bool = False
    worth: int = 0
    swaps: bool = False


class WillOption(NamedTuple):
    """One way to use a will card: ``mark`` hangs over the phase, ``attempts`` go to the Traitor."""

    points: int
    draws: bool = False
    mark: int = GOES_ON
    attempts: int = 0


@dataclass(frozen=True)
class Policy(Checked):
    """How both sides use the cards that give a choice; by default each side plays its best.

    Parameters
    ----------
    insights, siphon, vortex
        The Traitor's cards. ``"one"``: always the point; ``"other"``: always the swap, the draw on the warp,
        the 3 with its risk; ``"behind"``: the other when the power would not be cast at the totals so far;
        ``"best"``: whatever is best for the side, seen from there.
    unbending, test
        The Loyalist's: the other is 0 with the end of the phase if resisted, and 3 with one more attempt;
        behind means that the power would be cast at the totals so far.
    powers
        ``"best"``: the Traitor chooses the best power and coven for each attempt, or stops; ``"given"``: he
        takes the powers in the order given, with the first coven that has a model left.

    Examples
    --------
    The Traitor's best answer to a Loyalist who always takes 3 on a test and 1 on unbending:

    >>> Policy(test="other", unbending="one").vortex
    'best'
    """

    insights: Habit = "best"
    siphon: Habit = "best"
    vortex: Habit = "best"
    unbending: Habit = "best"
    test: Habit = "best"
    powers: Literal["best", "given"] = "best"


BEST = Policy()


def warp_options(
    card: str, models: int, elite: bool, rules: Rules = RULES, swaps: bool = False
) -> tuple[WarpOption, ...]:
    """Return what the Traitor may do with a warp card when the coven has this many models.

    Rule: C, Warp Energy Cards. ``swaps``: whether unused powers are known, so that a swap changes the hand;
    otherwise it is worth the ``swap_worth`` of the rules.

    Examples
    --------
    >>> warp_options("vortex", models=2, elite=False)[1]
    WarpOption(points=3, casts=False, draws=False, risks=True, worth=0, swaps=False)
    """
    one = WarpOption(rules.warp_points.one)
    options = {
        "flood": (WarpOption(0, casts=True),),
        "tide": (WarpOption(rules.own_points.tide, draws=True),),
        "insights": (one, WarpOption(0, worth=0 if swaps else rules.swap_worth, swaps=swaps)),
        "siphon": (one, WarpOption(0, casts=True)),
        "mastery": (WarpOption(rules.warp_points.elite_mastery) if elite else one,),
        "vortex": (one, WarpOption(rules.warp_points.risked_vortex, risks=True)),
        "channelling": (WarpOption(models),),
    }
    return options[card]


def will_options(card: str, coven: Coven, table: Table, rules: Rules = RULES) -> tuple[WillOption, ...]:
    """Return what the Loyalist may do with a will card against a coven.

    Rule: C, Willpower Cards.

    Examples
    --------
    >>> will_options("silence", Coven(2), Table(sisters=True))
    (WillOption(points=2, draws=False, mark=0, attempts=0),)
    """
    points = rules.will_points
    one = WillOption(points.one)
    silence = points.silence_with_sisters if table.sisters else points.one
    options = {
        "unbreakable": (WillOption(rules.own_points.unbreakable, mark=ENDS),),
        "defiant": (WillOption(rules.own_points.defiant, draws=True),),
        "unbending": (one, WillOption(0, mark=ENDS_IF_RESISTED)),
        "emperor": (WillOption(points.emperor_with_custodes) if table.custodes else one,),
        "test": (one, WillOption(points.hard_test, attempts=1)),
        "silence": (WillOption(points.silence_near_sisters if coven.near_sisters else silence),),
    }
    return options[card]
