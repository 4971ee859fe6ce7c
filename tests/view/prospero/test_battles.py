"""The pictures of Prospero's attacks and battles: the numbers shown, by counts of their own."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from charts import numbers, settings, the

from psy.prospero import (
    BATTLE_RULES,
    RULES,
    Assault,
    Coven,
    Terms,
    aftermath,
    battle,
    cast_law,
    exchanges,
    if_assumed,
    numeration,
    power_worths,
    squad,
)
from psy.view import decimal, percent
from psy.view.marks import Cells
from psy.view.prospero import attacks, battles, phases
from psy.view.prospero.squads import SONS, WOLVES, assumed, built, samples, sheet

ORDERS = {"by initiative": "initiative", "the Traitor": "traitor", "the Loyalist": "loyalist"}


def rows_of(side, setting, name):
    return built(side, sheet(side).check(name, setting[name]))


@pytest.mark.parametrize("after", phases._AFTER)
def test_who_falls_in_a_phase(after):
    rows = [*sheet("loyalist").examples.values()][1]
    target, sons = built("loyalist", rows), built("traitor", SONS)
    hand = (("inferno",), ("bioelectrical storm",), ("kine shield",))
    chart = phases.phase_slays(rows, hand, after, 4)
    worths = power_worths(sons, target, 2)
    values = {power: worths[power].worth for (power,) in hand}
    plan = numeration(RULES.warp_deck, RULES.will_deck, values, Coven(len(sons.models)), exact=False)
    distance = phases._AFTER[after]
    series = {
        "by the powers alone": [],
        f"with {after}": [Assault(sons, distance)] * (distance is not None),
    }
    for words, then in series.items():
        shown = [0.0] * len(target.models)
        for course, chance in cast_law(plan).items():
            cast = [one.power for one in course if one.cast and one.power != "kine shield"]
            end = aftermath(target, cast + then)
            for place in range(len(shown)):
                shown[place] += float(chance * end.model_slain(place))
        assert list(numbers(chart.named(words)).values()) == pytest.approx(shown, abs=1e-8)
    alone = [*numbers(chart.named("by the powers alone")).values()]
    assert f"slay model 4, Geigor, in {percent(Fraction(alone[3]), 0)}" in chart.sentence
    with pytest.raises(ValueError, match="which model must be one of the squad's 2"):
        phases.phase_slays(sheet("loyalist").examples["Custodians with spears"], hand, after, 4)


def test_the_grid_counts_all_rolls():
    for ours, theirs in product(attacks.DICE, repeat=2):
        chart = attacks.pair_grid(ours, theirs)
        sizes = int(ours[1:]), int(theirs[1:])
        seen = Counter(points for row in numbers(the(Cells, chart)) for points in row)
        won = [face for face in range(1, sizes[0] + 1) for other in range(1, sizes[1] + 1) if face > other]
        assert seen[2] == sum(face >= 6 for face in won)
        assert seen[1] == len(won) - seen[2]
        assert seen[0] == sizes[0] * sizes[1] - len(won)
    assert "0 damage in 21; 1 damage in 10; 2 damage in 5. On average 5/9" in attacks.pair_grid().sentence


@pytest.mark.parametrize("picture", [battles.sons_attack, battles.wolves_attack], ids=lambda one: one.name)
def test_whom_to_attack(picture):
    sides = ("traitor", "loyalist") if picture.name == "sons_attack" else ("loyalist", "traitor")
    for setting in settings(picture, 8):
        chart, own = picture(**setting), rows_of(sides[0], setting, "squad")
        terms = Terms(setting["distance"], ORDERS[setting["first"]])
        fought = [battle(own, other, 1, terms).expected_slain[1] for other in samples(sides[1]).values()]
        assert list(numbers(chart.named("slain")).values()) == [slain for _, slain in fought]
        assert list(numbers(chart.named("lost to the answer")).values()) == [lost for lost, _ in fought]
        gains = [slain - lost for lost, slain in fought]
        starred = {int(place + Fraction(1, 5)) for place in chart.named("best").y}
        assert starred == {place for place, gain in enumerate(gains) if gain == max(gains)}


def test_what_hangs_on_profiles():
    chart = battles.if_profiles_differ(SONS, 2)
    own, targets = built("traitor", SONS), samples("loyalist")
    moved = if_assumed(own, targets, Terms(2, "traitor"))
    now = exchanges(own, targets, Terms(2, "traitor"))
    best = max(now, key=lambda name: now[name].gain)
    differ = {name: pair for name, pair in moved.items() if pair[0][best].gain != pair[1][best].gain}
    assert {row[0]: row[1:] for row in chart.table.rows} == {
        name: (decimal(low[best].gain), decimal(high[best].gain)) for name, (low, high) in differ.items()
    }
    assert f"The best target at 2 zones is {best}" in chart.sentence
    nothing = battles.if_profiles_differ((("veteran: bolter",),), 4)
    assert "alone is a step lower or higher" in nothing.sentence


def test_who_is_left():
    for setting in settings(battles.who_is_left, 5):
        sons, wolves = (rows_of(side, setting, side) for side in ("traitor", "loyalist"))
        odds = battle(sons, wolves, 10, Terms(setting["distance"], ORDERS[setting["first"]])).odds
        chart = battles.who_is_left(**setting)
        assert list(numbers(chart.named("the Traitor's squad is gone")).values()) == [one[0] for one in odds]
        assert list(numbers(chart.named("the Loyalist's squad is gone")).values()) == [one[1] for one in odds]
        assert f"gone in {percent(odds[10][0], 0)} of battles" in chart.sentence


def test_what_a_round_leaves():
    target, sons = built("loyalist", WOLVES), samples("traitor")
    name = list(sons)[1]
    rows = (("inferno",), (f"shots: {name}",), (f"close combat: {name}",))
    chart = attacks.round_leaves(WOLVES, rows)
    blows = ["inferno", Assault(sons[name], 2), Assault(sons[name], 1)]
    for number in range(3):
        end = aftermath(target, blows[: number + 1]).slain
        shown = [numbers(chart.named(f"{slain} slain"))[number] for slain in range(5)]
        assert shown == [end.get(slain, 0) for slain in range(5)]
    turned = aftermath(target, blows[::-1]).cleared
    assert chart.sentence.endswith(f"in reverse order in {percent(turned, 0)}.")


def test_what_powers_are_worth():
    for setting in settings(attacks.powers_against, 5):
        coven, target = rows_of("traitor", setting, "coven"), rows_of("loyalist", setting, "target")
        fallen = next(one for one in coven.models if one.kind.name != "ahriman")
        worths = power_worths(coven, target, setting["distance"], fallen=fallen)
        counted = sorted((one.worth for one in worths.values() if one.worth is not None), reverse=True)
        chart = attacks.powers_against(**setting)
        assert list(numbers(chart.named("")).values()) == counted
        assert len(counted) == 8
        assert "7 powers only move" in chart.sentence


def test_a_squad_is_checked_and_marked():
    with pytest.raises(ValueError, match="places of a zone"):
        battles.sons_attack((("terminator: combat bolter, power fist",),) * 3)
    assert assumed([squad("loyalist", "veteran")]) == " (assumed: profiles)"  # by the chainsword
    assert assumed([], "attack", "initiative") == " (assumed: initiative)"
    assert len(SONS) <= BATTLE_RULES.zone_capacity
