"""Pictures of one die against one, of what a power is worth, and of what a whole round leaves."""

from collections import Counter
from fractions import Fraction
from typing import Annotated

from psy import prospero
from psy.prospero import BATTLE_RULES, Assault
from psy.prospero.powers.attacks import PSYCHIC_ATTACKS
from psy.view.chart import Chart
from psy.view.controls import Menu, Rows, Sheet, picture
from psy.view.numbers import decimal, exactly, percent
from psy.view.prospero.squads import (
    SONS,
    WOLVES,
    Distance,
    Loyalist,
    Traitor,
    assumed,
    built,
    how_far,
    samples,
)
from psy.view.shapes import bars, cells

DICE = ("d6", "d8", "d10", "d12")
# How an attack of a squad comes, and from how far away.
_WAYS = {"shots: ": 2, "close combat: ": 1}


@picture
def pair_grid(
    attack_die: Annotated[str, Menu("attack die", DICE)] = "d6",
    armour_die: Annotated[str, Menu("armour die", DICE)] = "d6",
) -> Chart:
    """Show the damage of every roll of one attack die against one armour die."""
    ours, theirs = (range(1, int(die[1:]) + 1) for die in (attack_die, armour_die))
    rule = BATTLE_RULES.attack
    grid = [[rule.of_pair(face, other) for face in ours] for other in theirs]
    counted = Counter(points for row in grid for points in row)
    found = "; ".join(f"{points} damage in {counted[points]}" for points in sorted(counted))
    mean = Fraction(sum(points * ways for points, ways in counted.items()), counted.total())
    return cells(
        "One die each: what does every roll do?",
        {"attack die": ours},
        {"armour die": theirs},
        grid,
        f"Of {counted.total()} rolls of a {attack_die} against a {armour_die}: {found}. "
        f"On average {exactly(mean)} damage.",
        words=[[f"{points}" for points in row] for row in grid],
        write=decimal,
        most=max(1, rule.critical_damage),
    )


@picture
def powers_against(coven: Traitor = SONS, target: Loyalist = WOLVES, distance: Distance = 1) -> Chart:
    """Show what each power that rolls or moves dice is worth to a coven against one squad, in damage."""
    sons, wolves = built("traitor", coven), built("loyalist", target)
    fallen = next((model for model in sons.models if model.kind.name != "ahriman"), None)
    worths = prospero.power_worths(sons, wolves, distance, fallen=fallen)
    counted = {name: one.worth for name, one in worths.items() if one.worth is not None}
    order = sorted(counted, key=lambda name: counted[name], reverse=True)
    best = [name for name in order if counted[name] == counted[order[0]]]
    return bars(
        f"What is a power worth against this squad{assumed([sons, wolves])}?",
        {"power": order},
        {"": counted},
        f"{how_far(distance).capitalize()} the best is {' or '.join(best)}, worth "
        f"{decimal(counted[best[0]])} damage on average; {len(worths) - len(order)} powers only move "
        "models or block moves and sight.",
        best=best,
        label="points of damage, dealt or saved",
        write=decimal,
        lying=True,
    )


def _attacks() -> Sheet:
    """Return the table of the attacks of a round, in their order."""
    shots, close = (f"{way}{(*samples('traitor'),)[:2][-1]}" for way in _WAYS)
    power, other, *_ = PSYCHIC_ATTACKS
    examples = {
        "a power, shots, close combat": ((power,), (shots,), (close,)),
        "close combat, shots, a power": ((close,), (shots,), (power,)),
        "two powers, close combat": ((power,), (other,), (close,)),
        "three bombardments": (("telekinetic bombardment",),) * 3,
    }
    squads = [f"{way}{name}" for name in samples("traitor") for way in _WAYS]
    return Sheet("attacks, in order", (Menu("attack", (*PSYCHIC_ATTACKS, *squads)),), examples, 4)


_ATTACKS = _attacks()


def _blow(words: str) -> str | Assault:
    """Return the attack that a row of the table means."""
    way = next((way for way in _WAYS if words.startswith(way)), "")
    return Assault(samples("traitor")[words.removeprefix(way)], _WAYS[way]) if way else words


@picture
def round_leaves(
    target: Loyalist = WOLVES,
    attacks: Annotated[Rows, _ATTACKS] = _ATTACKS.values[0],  # type: ignore[assignment]
) -> Chart:
    """Show what several attacks in one round leave of a squad, wounds kept from one to the next."""
    squad, words = built("loyalist", target), [f"{word}" for (word,) in attacks]
    blows = [_blow(word) for word in words]
    ends = [prospero.aftermath(squad, blows[:number]) for number in range(1, len(blows) + 1)]
    turned, cleared = (Fraction(prospero.aftermath(squad, each).cleared) for each in (blows[::-1], blows))
    means = [decimal(Fraction(end.expected_slain)) for end in ends]
    return bars(
        f"What does a whole round leave{assumed([squad])}?",
        {"after": [f"{n}. {word.partition(': ')[0]}" for n, word in enumerate(words, start=1)]},
        {f"{n} slain": [end.slain.get(n, 0) for end in ends] for n in range(BATTLE_RULES.zone_capacity + 1)},
        f"The round slays {means[-1]} models on average and clears the zone in "
        f"{percent(cleared, 0)} of rounds; in reverse order in {percent(turned, 0)}.",
        words=means,
        lying=True,
        stack=True,
    )
