"""The numeration phase beside a plain memoised recursion, and hands dealt in turn beside icepool."""

from math import isclose

import icepool

from benchmarks.plain_numeration import plain_numeration
from benchmarks.timing import Row, ratio
from psy.exact.hands import hand_totals
from psy.prospero import (
    RULES,
    Coven,
    NumerationPlan,
    Power,
    Table,
    aftermath,
    numeration,
    phase_aftermath,
    sample_squads,
    simulate_numeration,
)

COVEN, TABLE = Coven(2), Table()
BOMBARDMENT = "telekinetic bombardment"
# What the recursion can finish: half the default decks, with every kind of card that has a choice.
WARP = {"flood": 1, "tide": 1, "insights": 2, "siphon": 1, "mastery": 2, "vortex": 1, "channelling": 1}
WILL = {"unbreakable": 1, "defiant": 1, "unbending": 2, "emperor": 2, "test": 2, "silence": 1}
# The points of the default warp deck in a coven of three, where every card is taken for its points.
DECKS = {"four kinds": {0: 4, 1: 8, 2: 3, 3: 3}, "seven kinds": {0: 1, 1: 3, 2: 3, 3: 1, 4: 4, 5: 3, 6: 3}}


def _phase(name: str, values: list[int], goal: float) -> Row:
    return ratio(
        f"phase of three attempts, {sum(WARP.values())} and {sum(WILL.values())} cards, {name}",
        lambda: numeration(WARP, WILL, values, COVEN, TABLE, exact=False).value,
        lambda: plain_numeration(WARP, WILL, values, [COVEN], TABLE, RULES, 3),
        "memoised recursion in fractions",
        goal,
        lambda ours, peer: isclose(ours, peer, abs_tol=1e-9),
        repeat=1,
    )


class Totals(icepool.MultisetEvaluator):
    """The totals of all hands, one number of points at a time."""

    def next_state(self, state, order, points, counts):
        return tuple(total + points * count for total, count in zip(state or (0,) * 3, counts, strict=True))


def _hands(name: str, deck: dict[int, int]) -> list[Row]:
    def peer() -> icepool.Die:
        return Totals().evaluate(icepool.Deck(deck).deal((3, 3, 3)))

    what = f"three hands of three from 18 cards of {name}"
    return [ratio(what, lambda: hand_totals(deck, (3, 3, 3)), peer, "icepool", 1.5, lambda a, b: a == b)]


def _joined() -> Row:
    """Three bombardments out of full decks and their damage: the joined law beside simulated phases."""
    target = sample_squads()["space wolves with bolters"]
    values = [Power(1, models=4)] * 3

    def plan() -> NumerationPlan:
        return numeration(RULES.warp_deck, RULES.will_deck, values, Coven(4), TABLE, exact=False)

    def simulated() -> float:
        played = simulate_numeration(plan(), 200_000, 1)
        means = [aftermath(target, [BOMBARDMENT] * casts).expected_damage for casts in range(4)]
        return float(sum(float(means[casts]) for casts in played.cast) / len(played.cast))

    return ratio(
        "phase of scenario 4 joined with its damage, full decks",
        lambda: float(phase_aftermath(plan(), target, [BOMBARDMENT] * 3).expected_damage),
        simulated,
        "200,000 simulated phases",
        1,
        lambda ours, peer: isclose(ours, peer, abs_tol=0.02),
        repeat=1,
    )


def rows() -> list[Row]:
    """Return the comparisons of this module."""
    return [
        _joined(),
        _phase("equal powers", [1, 1, 1], 100),
        *(row for name, deck in DECKS.items() for row in _hands(name, deck)),
    ]
