"""What comes of each attempt of a phase, and the law of all that is cast, when a plan is followed."""

from collections import defaultdict
from fractions import Fraction
from typing import Any, NamedTuple

from psy.exact.arguments import instance, whole
from psy.prospero.numeration.course import AttemptOutlook, Course, History
from psy.prospero.numeration.plan import NumerationPlan


class Tried(NamedTuple):
    """One attempt of a phase: the power, the place of the coven, the target, and whether it was cast."""

    power: str | int
    coven: int
    target: str
    cast: bool


def outlook(plan: NumerationPlan, attempts: int | None = None) -> list[AttemptOutlook]:
    """Return what comes of the first attempt, the second, and so on, when the plan is followed.

    With ``attempts`` only of so many.

    Where two options or moves are equally good, the first is taken: the point, the power of greater worth.

    Raises
    ------
    TypeError, ValueError
        If ``plan`` is no plan or ``attempts`` no whole number of at least 0.

    Examples
    --------
    A flood casts at once and ends the phase; the only other card leaves the totals at 1 to 0.

    >>> from psy.prospero import Coven, numeration
    >>> plan = numeration({"flood": 1, "mastery": 1}, {}, [1, 1], Coven(1), attempts=1)
    >>> [str(chance) for chance in outlook(plan)[0].results.values()]
    ['1/2', '1/2']
    """
    last = len(instance("plan", plan, NumerationPlan).phase.attempts)
    wanted = last if attempts is None else min(last, whole("attempts", attempts))
    return Course(plan, told_apart=False).run(wanted)


def cast_law(plan: NumerationPlan) -> dict[tuple[Tried, ...], Fraction | float]:
    """Return the chance of every course of the phase: what is tried, in order, and what of it is cast.

    Powers of equal worth are tried in the order of the values, at the first of their best targets. Where
    insights has brought in one of several unused powers of equal worth, the first of them is named.

    Examples
    --------
    The first card casts one power and the last fails with the other:

    >>> from psy.prospero import Coven, numeration
    >>> plan = numeration({"mastery": 6}, {"silence": 3}, {"storm": 2, "shield": 1}, Coven(1))
    >>> list(cast_law(plan).values())
    [Fraction(1, 1)]
    """
    course = Course(instance("plan", plan, NumerationPlan), told_apart=True)
    course.run(len(plan.phase.attempts))
    law: dict[tuple[Tried, ...], Any] = defaultdict(Fraction if plan.exact else float)
    for history, chance in course.law.items():
        if chance:
            law[named(plan, history)] += chance
    return dict(law)


def named(plan: NumerationPlan, history: History) -> tuple[Tried, ...]:
    """Return the attempts of a course by the names of their powers; see `cast_law`."""
    left = [*plan.cards, *plan.unused]
    named = []
    for power, caster, cast in history:
        card = next(card for card in left if card.kind == power)
        left.remove(card)
        named.append(Tried(card.name, plan.coven(caster), card.targets[caster][0], cast))
    return tuple(named)
