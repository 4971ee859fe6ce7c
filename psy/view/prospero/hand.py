"""Pictures of a hand of powers: which to try first, by which coven and at whom, and what gets through."""

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Annotated

from psy.prospero import (
    RULES,
    Coven,
    NumerationPlan,
    Power,
    Tried,
    cast_law,
    numeration,
    power_worths,
    sample_squads,
)
from psy.prospero import Table as OnTable
from psy.prospero.numeration.covens import ZONE_CAPACITY
from psy.prospero.numeration.samples import TABLES, place
from psy.view.chart import Chart
from psy.view.controls import Menu, Rows, Sheet, Slider, Text, picture
from psy.view.numbers import decimal, percent
from psy.view.prospero.numeration import ASSUMED, near
from psy.view.prospero.squads import titled
from psy.view.shapes import bars, cells
from psy.view.words import plural

ELITE = max(1, ZONE_CAPACITY // 2)
# A coven by the words on the control: its models, and whether masteries count more for it.
COVENS: Mapping[str, tuple[int, bool]] = {
    **{plural(number, "Veteran"): (number, False) for number in range(1, ZONE_CAPACITY + 1)},
    plural(ELITE, "Terminator"): (ELITE, True),
    f"Ahriman among {ZONE_CAPACITY}": (ZONE_CAPACITY, True),
}
_NAMES = tuple(COVENS)
FULL, TERMINATORS = _NAMES[ZONE_CAPACITY - 1 : ZONE_CAPACITY + 1]
MOST = 100


def _hand_in_dice() -> Rows:
    """Return powers that the dice give a worth, against two squads, in tenths of a point of damage."""
    sons, targets = list(sample_squads("traitor").values())[:2][-1], sample_squads("loyalist")
    powers = ("inferno", "telekinetic bombardment", "bioelectrical storm", "precognitive precision")
    seen = {name: power_worths(sons, targets[name], 2) for name in (*targets,)[:1] + (*targets,)[-2:-1]}
    named = {titled(name).split(" with ")[0]: found for name, found in seen.items()}
    rows = [(power, name, found) for power in powers for name, found in named.items()]
    rows.append(("kine shield", "the coven itself", next(iter(seen.values()))))
    worths = ((power, at, found[power].worth) for power, at, found in rows if power in found)
    return tuple(
        (power, at, min(MOST, round(10 * worth))) for power, at, worth in worths if worth is not None
    )


_HAND = Sheet(
    "powers in hand",
    (Text("power"), Text("at"), Slider("worth", 0, MOST)),
    {
        "five powers, two squads": _hand_in_dice(),
        "three powers left": (
            ("storm", "Sisters", 3),
            ("inferno", "Space Wolves", 2),
            ("kine shield", "the coven itself", 1),
        ),
        "a Custodian nearly slain": (
            ("inferno", "Space Wolves", 4),
            ("inferno", "Custodians", 2),
            ("bombardment", "Space Wolves", 4),
            ("bombardment", "Custodians", 6),
            ("prescience", "the coven itself", 2),
            ("flamewall", "the gate", 2),
            ("kine shield", "the coven itself", 1),
        ),
    },
    most=12,
)
# Live, five powers of two unlike covens take some seconds; a page keeps pairs.
_PAIR = Sheet(
    "powers by coven",
    (Text("power"), Slider("worth from the first coven", 0, 20), Slider("from the second", 0, 20)),
    {
        "the same from both": (("storm", 3, 3), ("inferno", 2, 2)),
        "each coven sees its own": (("storm", 3, 0), ("inferno", 0, 2)),
        "more from the small coven": (("storm", 3, 4), ("inferno", 2, 1)),
    },
    most=RULES.powers_in_hand,
)
_MAILED = (FULL, TERMINATORS)  # A page solves each of its settings beforehand, in half a second each.
_Coven = Menu("coven", _NAMES, _MAILED)
_Table = Menu("on the table", tuple(TABLES), ("nobody", "Custodes and Sisters"))


@lru_cache(maxsize=256)
def solved(hand: Rows, coven: str, table: str) -> tuple[NumerationPlan, dict[tuple[Tried, ...], Fraction]]:
    """Return the best plan for a hand from full decks, and the law of what is cast."""
    values: dict[str, dict[str, int]] = {}
    for power, target, worth in hand:
        values.setdefault(str(power), {})[str(target)] = int(worth)
    plan = numeration(RULES.warp_deck, RULES.will_deck, values, *_placed(table, coven), exact=False)
    return plan, {course: near(chance) for course, chance in cast_law(plan).items()}


def _placed(table: str, *covens: str) -> tuple[list[Coven], OnTable]:
    placed = [place(COVENS[coven][0], table, COVENS[coven][1]) for coven in covens]
    return [coven for coven, _ in placed], TABLES[table]


@picture
def hand_plan(
    hand: Annotated[Rows, _HAND] = _HAND.examples["five powers, two squads"],
    coven: Annotated[str, _Coven] = FULL,
    table: Annotated[str, _Table] = "nobody",
) -> Chart:
    """Each power's best target, and how often it is cast, or tried and repelled, under the best plan."""
    plan, law = solved(hand, coven, table)
    best = {card.name: " or ".join(card.targets[0]) for card in plan.cards}
    tried = {
        name: [
            sum((chance for course, chance in law.items() if (name, cast) in _said(course)), Fraction(0))
            for cast in (True, False)
        ]
        for name in best
    }
    order = sorted(best, key=lambda name: sum(tried[name]), reverse=True)
    first = sorted((move.power, move.target) for move in plan.first_moves)
    return bars(
        f"Which power first, and what gets through?{ASSUMED}",
        {"power and its best target": [f"{name} at {best[name]}" for name in order]},
        {way: [tried[name][n] for name in order] for n, way in enumerate(("cast", "tried and repelled"))},
        f"Try {' or '.join(f'{power} at {target}' for power, target in first)} first. The phase casts "
        f"{first[0][0]} with a chance of {percent(tried[first[0][0]][0], 0)}, and is worth "
        f"{decimal(near(plan.value))} on average."
        if plan.value > 0
        else "No power in this hand is worth trying.",
        words=[percent(tried[name][0], 0) for name in order],
        lying=True,
        stack=True,
    )


def _said(course: tuple[Tried, ...]) -> set[tuple[str | int, bool]]:
    return {(one.power, one.cast) for one in course}


@picture
def coven_map(
    powers: Annotated[Rows, _PAIR] = _PAIR.examples["more from the small coven"],
    coven: Annotated[str, _Coven] = FULL,
    second: Annotated[str, Menu("second coven", _NAMES, _MAILED)] = TERMINATORS,
    table: Annotated[str, _Table] = "nobody",
) -> Chart:
    """Worth of the phase with each first move of two covens and a hand of powers."""
    values = {str(power): Power([int(worth), int(other)]) for power, worth, other in powers}
    plan = numeration(RULES.warp_deck, RULES.will_deck, values, *_placed(table, coven, second), exact=False)
    worths = {(move.coven, move.power): near(worth) for move, worth in plan.move_worths.items()}
    covens = (f"first: {coven}", f"second: {second}")
    best = [(covens[move.coven], move.power) for move in plan.first_moves]
    words = " or ".join(sorted(f"{power} from the {name.partition(':')[0]} coven" for name, power in best))
    return cells(
        f"Which coven tries which power first?{ASSUMED}",
        {"coven": covens},
        {"power": list(values)},
        [[worths[number, power] for number in range(2)] for power in values],
        f"Best is {words}: the phase is worth {decimal(near(plan.value))} on average.",
        framed=best,
        write=decimal,
        words=[[decimal(worths[number, power]) for number in range(2)] for power in values],
    )
