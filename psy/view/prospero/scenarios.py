"""Pictures of the scenarios: their clocks, the Statue, the siege, Ahriman, the primarchs, and single dice."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache, partial
from operator import attrgetter
from typing import Annotated

from psy import prospero
from psy.prospero import BATTLE_RULES, Coven, PrimarchsPhase
from psy.prospero.numeration.samples import TABLES
from psy.study import vary
from psy.study.measures.prospero_battles import ahriman_awake, statue_fallen
from psy.view.chart import Chart
from psy.view.controls import Menu, Rows, Sheet, Slider, Text, picture
from psy.view.numbers import decimal, percent
from psy.view.prospero.squads import WOLVES, Distance, Loyalist, assumed, built, how_far
from psy.view.shapes import bars, beside, curves, tornado

MOST = 20
HALF = Fraction(1, 2)
_ON_TABLE = tuple(TABLES)[:4]
_BOTH = _ON_TABLE[-1]
Round = Annotated[int, Slider("round", 1, MOST)]
OnTable = Annotated[str, Menu("also on the table", _ON_TABLE, mailed=("nobody", _BOTH))]
_AHRIMAN = "5: Ahriman is awake"
# What the dice of a scenario bring about: its chance by the end of each round, or as the round begins.
_CLOCKS: Mapping[str, Callable[[int], tuple[Fraction, ...]]] = {
    "1: a locked Loyalist was free to move": lambda last: tuple(
        prospero.chance_to_go_first("loyalist", n) for n in range(last + 1)
    ),
    "2: the Statue falls, nobody resisting": lambda last: prospero.race_to_statue(rounds=last).done,
    "3: the target token stayed once": lambda last: prospero.target_token(last).done,
    _AHRIMAN: lambda last: prospero.psychic_duel(last).before,
    "6: the primarchs gave a free power": lambda last: prospero.primarchs_duel(last).done,
}
_LAST = {name: min(MOST, BATTLE_RULES.last_rounds.get(int(name[0]), MOST)) for name in _CLOCKS}
_LINES = {name: dict(enumerate(clock(_LAST[name]))) for name, clock in _CLOCKS.items()}


@picture
def clocks(event: Annotated[str, Menu("event", tuple(_CLOCKS))] = _AHRIMAN, number: Round = 10) -> Chart:
    """Show what the dice of each scenario have brought about, round by round."""
    line, place = _LINES[event], min(number, _LAST[event])
    half = next((n for n, chance in line.items() if chance >= HALF), None)
    when = "never in half of them" if half is None else f"in at least half from round {half} on"
    over = ", its last," if place < number else ""
    return curves(
        f"What have the dice brought about{assumed([], 'initiative', 'red_zones', 'statue_attackers')}?",
        {"round": range(MOST + 1)},
        _LINES,
        f"Scenario {event} by round {place}{over} in {percent(line[place], 0)} of games, {when}.",
        at=place,
        on=event,
        label="chance by that round",
    )


@picture
def statue_falls(
    present: Annotated[
        int, Slider("Veterans who attack from round 1", 0, BATTLE_RULES.arrivals.first_squad)
    ] = 0,
    room: Annotated[
        int, Slider("room beside the Statue", 0, max(12, BATTLE_RULES.statue_attackers))
    ] = BATTLE_RULES.statue_attackers,
) -> Chart:
    """Show how soon the Statue can fall if nobody stops the Veterans, by the rounds that they march."""
    rules = replace(BATTLE_RULES, statue_attackers=room)
    done = {
        f"march of {march}": prospero.race_to_statue(present, march, rules=rules).done for march in range(3)
    }
    early = min(3, BATTLE_RULES.arrivals.rounds)
    said = ", ".join(f"with a {name} in {percent(line[early], 0)}" for name, line in done.items())
    return curves(
        f"How soon can the Statue fall{assumed([], 'red_zones', 'statue_attackers')}?",
        {"round": range(BATTLE_RULES.arrivals.rounds + 1)},
        done,
        f"If nobody stops the Veterans, the Statue has fallen by round {early} {said} of games.",
        label="chance that it has fallen",
    )


@picture
def siege(table: OnTable = _BOTH, target: Loyalist = WOLVES) -> Chart:
    """Show how many bombardments of one phase are cast, and what they leave of a squad, jointly."""
    squad, casts = built("loyalist", target), range(BATTLE_RULES.siege_casts + 1)
    end = prospero.breach(squad, Coven(BATTLE_RULES.zone_capacity), TABLES[table])
    slain = range(BATTLE_RULES.zone_capacity + 1)
    sentence = (
        f"All {casts[-1]} bombardments are cast in {percent(Fraction(end.casts[casts[-1]]), 0)} of phases, "
        f"{decimal(Fraction(end.expected_casts))} on average; they slay "
        f"{decimal(Fraction(end.aftermath.expected_slain))} models and clear the zone in "
        f"{percent(Fraction(end.aftermath.cleared))} of phases."
    )
    charts = [
        bars("bombardments cast", {"cast in one phase": casts}, {"": [*end.casts.values()]}, sentence),
        bars(
            "models slain",
            {"slain in one phase": slain},
            {"": [end.aftermath.slain.get(n, 0) for n in slain]},
            sentence,
        ),
    ]
    return beside(f"What does a phase of the siege do? Decks assumed{assumed([squad])}", charts)


@lru_cache(maxsize=512)
def _attacked(attacker: Rows, distance: int) -> tuple[Fraction, ...]:
    squad = built("loyalist", attacker)
    return tuple(prospero.ahriman_slain(number, squad, distance) for number in range(1, MOST + 1))


@picture
def ahriman(attacker: Loyalist = WOLVES, distance: Distance = 1, number: Round = 10) -> Chart:
    """Show when Ahriman is awake, and what one attack on him is worth in each round."""
    slain, awake = _attacked(attacker, distance), prospero.psychic_duel(MOST).before[1:]
    return curves(
        f"Scenario 5: when to attack Ahriman{assumed([built('loyalist', attacker)])}?",
        {"round": range(1, MOST + 1)},
        {"one attack slays him": slain, "he is awake": awake},
        f"In round {number} Ahriman is awake in {percent(awake[number - 1])} of games, and an attack "
        f"{how_far(distance)} slays him in {percent(slain[number - 1], 0)}.",
        at=number,
    )


_POWERS = Sheet(
    "powers in hand",
    (Text("power"), Slider("worth", 0, 20)),
    {
        "worths 5 to 1": tuple((f"worth {worth}", worth) for worth in range(5, 0, -1)),
        "one power that matters": (("the one", 5), *((f"other {n}", 1) for n in range(1, 5))),
        "all alike": tuple((f"power {n}", 3) for n in range(1, 6)),
    },
    5,
)


@lru_cache(maxsize=256)
def _phase(hand: Rows, models: int, table: str) -> PrimarchsPhase:
    values = {f"{name}": int(worth) for name, worth in hand}
    return prospero.primarchs_phase(values, [], Coven(models), TABLES[table])


@picture
def primarchs(
    powers: Annotated[Rows, _POWERS] = _POWERS.values[0],  # type: ignore[assignment]
    unused: Annotated[int, Slider("worth of a power from the deck", 0, 20)] = 3,
    models: Annotated[int, Slider("models in the coven", 1, BATTLE_RULES.zone_capacity, (3,))] = 3,
    table: OnTable = _BOTH,
) -> Chart:
    """Show what a phase of scenario 6 is worth with a free power, and without each power of the hand."""
    phase = _phase(powers, models, table)
    worths = {"with a free power": phase.whole + unused, "the whole hand": phase.whole}
    worths |= {f"without {name}": worth for name, worth in phase.without.items()}
    exact = {name: Fraction(worth) for name, worth in worths.items()}
    taken = [f"without {name}" for name in phase.taken]
    value = Fraction(replace(phase, free_worth=Fraction(unused)).value)
    return bars(
        "Scenario 6: what is a numeration phase worth? Decks assumed",
        {"the Traitor casts": exact},
        {"": exact},
        f"The whole hand is worth {decimal(exact['the whole hand'], 3)}; a Loyalist who wins the duel leaves "
        f"{decimal(exact[taken[0]], 3)}, {' or '.join(taken)}. Before the duel, which gives a free power in "
        f"{percent(phase.free, 0)} of rounds, the phase is worth {decimal(value, 3)}.",
        best=taken,
        label="worth to the Traitor",
        write=decimal,
        lying=True,
    )


# A measure of studies, and the numbers of the rules that are moved.
_LEVERS: Mapping[str, tuple[Callable[..., Fraction], str]] = {
    "2: the Statue falls by round 3": (
        partial(statue_fallen, 3),
        "red_zones statue_attackers arrivals.first_squad arrivals.arrives_on statue.life statue.armour",
    ),
    "5: Ahriman is awake in round 12": (
        partial(ahriman_awake, 12),
        "psychic_duel.traitor_die psychic_duel.loyalist_die psychic_duel.end",
    ),
}


@picture
def levers(
    question: Annotated[str, Menu("chance", tuple(_LEVERS))] = (*_LEVERS,)[0],
    points: Annotated[int, Slider("points less and more", 1, 3)] = 1,
) -> Chart:
    """Show what each number of the rules alone, some points smaller and larger, does to a chance."""
    measure, keys = _LEVERS[question][0], _LEVERS[question][1].split()
    names = {_said(key): key for key in keys}
    ends = {
        name: (_moved(question, key, -points), _moved(question, key, points)) for name, key in names.items()
    }
    now, most = measure(), max(ends, key=lambda name: abs(ends[name][1] - ends[name][0]))
    idle = [name for name, (low, high) in ends.items() if low == high == now]
    return tornado(
        "What does a point more or less do?",
        ends,
        now,
        f"Scenario {question} in {percent(now, 0)} of games; most hangs on the {most}, nothing on "
        f"{', '.join(idle) or 'none of them'}.",
        sides=(f"{points} less", f"{points} more"),
    )


def _said(key: str) -> str:
    """Return a key of the rules in words, marked where its value is assumed."""
    words = " of the ".join(reversed(key.replace("_", " ").split(".")))
    return words + " (assumed)" * bool(assumed([], key.partition(".")[0]))


@lru_cache(maxsize=256)
def _moved(question: str, key: str, points: int) -> Fraction:
    """Return the chance with a number of the rules changed; unchanged where it cannot be."""
    try:
        rules = vary(BATTLE_RULES, {key: attrgetter(key)(BATTLE_RULES) + points})
    except ValueError:
        rules = BATTLE_RULES
    return _LEVERS[question][0](rules=rules)
