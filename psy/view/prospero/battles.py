"""Pictures of whom to attack, what hangs on assumed profiles, who is left, what a round leaves."""

from fractions import Fraction
from typing import Annotated

from psy.prospero import BATTLE_RULES, Assault, Squad, aftermath, battle, best_targets, exchanges, if_assumed
from psy.prospero.powers.attacks import PSYCHIC_ATTACKS
from psy.view.chart import Chart, Table
from psy.view.controls import Menu, Rows, Sheet, picture
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
from psy.view.shapes import curves, lying, stacked, tornado

ROUNDS = 10
SHOTS, CLOSE = "shots: ", "close combat: "


@picture
def sons_attack(squad: Traitor = SONS, distance: Distance = 2, first: First = "the Traitor") -> Chart:
    """Show what a round of attacks with each squad of the Loyalist brings and costs the Traitor."""
    return _whom(built("traitor", squad), samples("loyalist"), distance, first)


@picture
def wolves_attack(squad: Loyalist = WOLVES, distance: Distance = 1, first: First = "the Loyalist") -> Chart:
    """Show what a round of attacks with each squad of the Traitor brings and costs the Loyalist."""
    return _whom(built("loyalist", squad), samples("traitor"), distance, first)


def _whom(squad: Squad, targets: dict[str, Squad], distance: int, first: str) -> Chart:
    found = exchanges(squad, targets, terms(distance, first))
    best = best_targets(found)
    slain, lost = ([getattr(one, each) for one in found.values()] for each in ("slain", "lost"))
    rows = tuple((name, *map(decimal, (*one, one.gain))) for name, one in found.items())
    one = found[best[0]]
    places = tuple(place - Fraction(1, 5) for place, name in enumerate(found) if name in best)
    chart = lying(
        f"Whom should this squad attack{assumed([squad, *targets.values()])}?",
        {"target": list(found)},
        {"slain": slain, "lost to the answer": lost},
        f"{how_far(distance).capitalize()} the best target is {' or '.join(best)}: in one round "
        f"{decimal(one.slain)} models slain on average for {decimal(one.lost)} lost.",
        label="models on average",
        write=decimal,
        table=Table(("target", "slain", "lost", "gain"), rows),
    )
    return chart.plus(Points(tuple(found[name].slain for name in best), places, "best", BEST))


@picture
def if_profiles_differ(squad: Traitor = SONS, distance: Distance = 2) -> Chart:
    """Show what each assumed life and die, a step lower or higher, does to the gain from the best target."""
    own, targets = built("traitor", squad), samples("loyalist")
    how = terms(distance, "the Traitor")
    now = exchanges(own, targets, how)
    best = best_targets(now)[0]
    moved = if_assumed(own, targets, how)
    ends = {name: (low[best].gain, high[best].gain) for name, (low, high) in moved.items()}
    moves = {name: pair for name, pair in ends.items() if pair[0] != pair[1]}
    others = {name: [best_targets(each) for each in pair] for name, pair in moved.items()}
    turned = [name for name, (low, high) in others.items() if best not in low or best not in high]
    advice = f"none of {len(moved)} assumed values, a step lower or higher, makes another target best"
    if turned:
        advice = f"another target is best with another {', '.join(turned)}; {len(moved) - len(turned)} "
        advice += "other assumed values do not turn the advice"
    rows = tuple((name, *map(decimal, ends[name]), *map(" or ".join, others[name])) for name in ends)
    return tornado(
        "What if an assumed profile differs?",
        moves or {"nothing assumed": (now[best].gain,) * 2},
        now[best].gain,
        f"The best target {how_far(distance)} is {best}; {advice}.",
        sides=("a step lower", "a step higher"),
        label="models slain less models lost",
        write=decimal,
        table=Table(
            ("assumed value", "gain, lower", "gain, higher", "best target, lower", "best, higher"),
            rows or (("nothing", "", "", best, best),),
        ),
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
    course = battle(sons, wolves, ROUNDS, terms(distance, first))
    odds, slain = course.odds, course.expected_slain
    names = ("the Traitor's squad is gone", "the Loyalist's squad is gone", "both still stand")
    rows = tuple((f"{n}", *map(percent, odds[n]), *map(decimal, slain[n])) for n in range(ROUNDS + 1))
    end = odds[ROUNDS]
    key = ["initiative"] * (first == "by initiative")
    return curves(
        f"Who is left on the field{assumed([sons, wolves], *key)}?",
        {"rounds fought": range(ROUNDS + 1)},
        {name: [each[place] for each in odds] for place, name in enumerate(names)},
        f"After {ROUNDS} rounds {how_far(distance)} the Traitor's squad is gone in {percent(end[0], 0)} of "
        f"battles and the Loyalist's in {percent(end[1], 0)}; after 3 rounds in {percent(odds[3][0], 0)} and "
        f"{percent(odds[3][1], 0)}.",
        label="chance",
        table=Table(("rounds", *names, "Traitors slain", "Loyalists slain"), rows),
    )


def _attacks() -> Sheet:
    """Return the table of the attacks of a round, in their order."""
    sons = (*samples("traitor"),)[:2][-1]
    shots, close = f"{SHOTS}{sons}", f"{CLOSE}{sons}"
    (first, second, *_) = PSYCHIC_ATTACKS
    examples = {
        "a power, shots, close combat": ((first,), (shots,), (close,)),
        "close combat, shots, a power": ((close,), (shots,), (first,)),
        "two powers, shots, close combat": ((first,), (second,), (shots,), (close,)),
        "shots alone": ((shots,),),
        "three bombardments": (("telekinetic bombardment",),) * 3,
    }
    squads = [f"{way}{name}" for name in samples("traitor") for way in (SHOTS, CLOSE)]
    return Sheet("attacks, in order", (Menu("attack", (*PSYCHIC_ATTACKS, *squads)),), examples, 4)


_ATTACKS = _attacks()
Attacks = Annotated[Rows, _ATTACKS]


def _blow(words: str) -> str | Assault:
    """Return the attack that a row of the table means; shots come from two zones away."""
    for way, distance in ((SHOTS, 2), (CLOSE, 1)):
        if words.startswith(way):
            return Assault(samples("traitor")[words.removeprefix(way)], distance)
    return words


@picture
def round_leaves(target: Loyalist = WOLVES, attacks: Attacks = _ATTACKS.values[0]) -> Chart:  # type: ignore[assignment]
    """Show what several attacks in one round leave of a squad, wounds kept from one to the next."""
    squad, words = built("loyalist", target), [f"{word}" for (word,) in attacks]
    blows = [_blow(word) for word in words]
    ends = [aftermath(squad, blows[: number + 1]) for number in range(len(blows))]
    turned = aftermath(squad, blows[::-1])
    steps = [f"{number}. {word.partition(': ')[0]}" for number, word in enumerate(words, start=1)]
    last = ends[-1]
    rows = tuple(
        (step, decimal(end.expected_damage), decimal(end.expected_slain), percent(end.cleared))
        for step, end in zip(steps, ends, strict=True)
    )
    fought = [blow.attacker for blow in blows if isinstance(blow, Assault)]
    return stacked(
        f"What does a whole round leave{assumed([squad, *fought])}?",
        {"after": steps},
        {f"{n} slain": [end.slain.get(n, 0) for end in ends] for n in range(BATTLE_RULES.zone_capacity + 1)},
        f"The round slays {decimal(last.expected_slain)} models on average and clears the zone in "
        f"{percent(last.cleared, 0)} of rounds; in reverse order in {percent(turned.cleared, 0)}.",
        words=[decimal(end.expected_slain) for end in ends],
        lying=True,
        table=Table(("after", "mean damage", "mean slain", "zone cleared"), rows),
    )
