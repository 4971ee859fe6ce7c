"""Pictures of whom to attack, of what hangs on assumed profiles, and of who is left in the end."""

from fractions import Fraction

from psy import prospero
from psy.prospero import Squad
from psy.view.chart import Chart
from psy.view.controls import picture
from psy.view.marks import Points
from psy.view.numbers import decimal, percent
from psy.view.palette import BEST
from psy.view.prospero.squads import (
    SONS,
    WOLVES,
    Distance,
    First,
    Loyalist,
    Traitor,
    assumed,
    built,
    how_far,
    samples,
    terms,
)
from psy.view.shapes import bars, curves, tornado

ROUNDS = 10


@picture
def sons_attack(squad: Traitor = SONS, distance: Distance = 2, first: First = "the Traitor") -> Chart:
    """Show what a round of attacks with each squad of the Loyalist brings and costs the Traitor."""
    return _whom(built("traitor", squad), samples("loyalist"), distance, first)


@picture
def wolves_attack(squad: Loyalist = WOLVES, distance: Distance = 1, first: First = "the Loyalist") -> Chart:
    """Show what a round of attacks with each squad of the Traitor brings and costs the Loyalist."""
    return _whom(built("loyalist", squad), samples("traitor"), distance, first)


def _whom(squad: Squad, targets: dict[str, Squad], distance: int, first: str) -> Chart:
    found = prospero.exchanges(squad, targets, terms(distance, first))
    best = prospero.best_targets(found)
    one = found[best[0]]
    chart = bars(
        f"Whom should this squad attack{assumed([squad, *targets.values()])}?",
        {"target": found},
        {
            "slain": [each.slain for each in found.values()],
            "lost to the answer": [each.lost for each in found.values()],
        },
        f"{how_far(distance).capitalize()} the best target is {' or '.join(best)}: in one round "
        f"{decimal(one.slain)} models slain on average for {decimal(one.lost)} lost.",
        label="models on average",
        write=decimal,
        lying=True,
    )
    places = tuple(place - Fraction(1, 5) for place, name in enumerate(found) if name in best)
    return chart.plus(Points(tuple(found[name].slain for name in best), places, "best", BEST))


@picture
def if_profiles_differ(squad: Traitor = SONS, distance: Distance = 2) -> Chart:
    """Show what each assumed life and die, a step lower or higher, does to the gain from the best target."""
    own, targets, how = built("traitor", squad), samples("loyalist"), terms(distance, "the Traitor")
    now = prospero.exchanges(own, targets, how)
    best = prospero.best_targets(now)[0]
    moved = prospero.if_assumed(own, targets, how)
    ends = {name: (low[best].gain, high[best].gain) for name, (low, high) in moved.items()}
    moves = {name: (low, high) for name, (low, high) in ends.items() if low != high}
    turned = prospero.turned(now, moved)
    advice = f"another is best with another {', '.join(turned)}" if turned else "it stays the best"
    return tornado(
        "What if an assumed profile differs?",
        moves or {"nothing that is assumed": (now[best].gain, now[best].gain)},
        now[best].gain,
        f"The best target {how_far(distance)} is {best}; as each of {len(moved)} assumed values alone "
        f"is a step lower or higher, {advice}.",
        sides=("a step lower", "a step higher"),
        label="models slain less models lost",
        write=decimal,
    )


@picture
def who_is_left(
    traitor: Traitor = SONS,
    loyalist: Loyalist = WOLVES,
    distance: Distance = 2,
    first: First = "by initiative",
) -> Chart:
    """Show who is gone, round by round, when two squads stay and fight on."""
    sons, wolves = built("traitor", traitor), built("loyalist", loyalist)
    odds = prospero.battle(sons, wolves, ROUNDS, terms(distance, first)).odds
    names = ("the Traitor's squad is gone", "the Loyalist's squad is gone", "both still stand")
    key = ["initiative"] * (first == "by initiative")
    return curves(
        f"Who is left on the field{assumed([sons, wolves], *key)}?",
        {"rounds fought": range(ROUNDS + 1)},
        {name: [each[place] for each in odds] for place, name in enumerate(names)},
        f"After {ROUNDS} rounds {how_far(distance)} the Traitor's squad is gone in "
        f"{percent(odds[ROUNDS][0], 0)} of battles and the Loyalist's in {percent(odds[ROUNDS][1], 0)}; "
        f"after 3 rounds in {percent(odds[3][0], 0)} and {percent(odds[3][1], 0)}.",
    )
