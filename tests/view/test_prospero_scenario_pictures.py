"""The pictures of Prospero's scenarios: the numbers shown are those of psy.prospero's clocks."""

from dataclasses import replace
from fractions import Fraction

import pytest
from moves import assert_draws_well, combinations, drawing_functions, some

from psy.prospero import (
    BATTLE_RULES,
    arrivals,
    blast,
    chance_to_go_first,
    lava_teleports,
    primarchs_duel,
    psychic_duel,
    race_to_statue,
    sample_squads,
    siege,
    target_token,
)
from psy.view import cells, chance_row, decimal, duels, percent, scenarios
from psy.view.duels import LEVERS
from psy.view.scenarios import MARCHES, TIES, varied

WOLVES = sample_squads("loyalist")
DRAWINGS = {
    scenarios.unlocked_lines: {"rounds": range(1, 7)},
    scenarios.arrivals_map: {"zones": range(1, 6), "arrives_on": range(2, 7)},
    scenarios.race_lines: {"present": range(0, 9, 2), "zones": range(1, 6)},
    scenarios.token_bars: {"rounds": range(1, 9), "die": (2, 6, 20)},
    scenarios.siege_bars: {"target": WOLVES},
    duels.ahriman_awake: {
        "traitor_die": (4, 10, 12),
        "loyalist_die": (4, 6, 12),
        "end": (5, 9, 12),
        "rounds": (1, 12, 20),
    },
    duels.primarchs_and_lava: {
        "rounds": (1, 6),
        "die": (2, 12, 20),
        "teleports": (0, 3, 5),
        "dies_on": (1, 5),
    },
    duels.one_point: {"points": range(1, 4)},
}


def test_every_drawing_function_is_tested_here():
    assert drawing_functions(scenarios, duels) == set(DRAWINGS)


@pytest.mark.parametrize("make", DRAWINGS, ids=lambda make: make.__name__)
def test_a_picture_is_readable_and_the_same_whatever_was_shown_before(make):
    assert_draws_well(make, some(DRAWINGS[make], 1))


def rows(picture):
    return list(picture.table.rows)


def heights(axes, places):
    return [bar.get_height() for bar in axes.patches[:places]]


def test_unlocked_lines():
    draw = scenarios.unlocked_lines()
    for rounds in range(1, 7):
        expected = [
            chance_row(words, chance_to_go_first("loyalist", rounds, varied("initiative", ties=ties)))
            for words, ties in TIES.items()
        ]
        assert rows(draw(rounds)) == expected
    # A tie is one roll in six: the traitor's or the loyalist's, or rolled again.
    assert [row[2] for row in rows(draw(1))] == ["1/2", "5/12", "7/12"]


def test_arrivals_map():
    draw = scenarios.arrivals_map()
    for move in combinations(DRAWINGS[scenarios.arrivals_map]):
        rule = replace(BATTLE_RULES.arrivals, arrives_on=move["arrives_on"])
        clock = arrivals(move["zones"], rules=replace(BATTLE_RULES, arrivals=rule))
        picture = draw(**move)
        (image,) = picture.figure.axes[0].get_images()
        cells = [[float(clock.after[n].probability(count)) for n in range(1, 7)] for count in range(11)]
        assert image.get_array().tolist() == cells
        assert rows(picture) == [
            (f"{n}", decimal(clock.expected[n]), percent(clock.done[n])) for n in range(1, 7)
        ]


def test_the_numbers_in_the_map_of_arrivals(monkeypatch):
    shown = []
    monkeypatch.setattr(cells.CellNumbers, "show", lambda _, words, inks: shown.append(words))
    scenarios.arrivals_map()(5, 4)
    after = arrivals(5).after
    chances = [after[n].probability(count) for n in range(1, 7) for count in range(11)]
    assert shown == [[percent(chance, 0)[:-1] if chance >= Fraction(1, 200) else "" for chance in chances]]


def test_race_lines():
    draw = scenarios.race_lines()
    for move in combinations(DRAWINGS[scenarios.race_lines]):
        done = [race_to_statue(move["present"], march, move["zones"]).done for march in MARCHES]
        picture = draw(**move)
        lines = picture.figure.axes[0].get_lines()
        assert [list(line.get_ydata()) for line in lines] == [list(map(float, each)) for each in done]
        assert rows(picture) == [(f"{n}", *(percent(each[n]) for each in done)) for n in range(1, 7)]


def test_token_bars():
    draw = scenarios.token_bars()
    for move in combinations(DRAWINGS[scenarios.token_bars]):
        rounds, die = move["rounds"], move["die"]
        clock = target_token(rounds, varied("target_token", die=die))
        picture = draw(**move)
        left, right = picture.figure.axes
        kept = clock.after[rounds].marginals.kept
        assert heights(left, 9) == [float(kept.probability(n)) for n in range(9)]
        assert [row[1] for row in rows(picture)] == [
            *map(percent, (Fraction(die - 1, 2 * die), Fraction(die - 1, 2 * die), Fraction(1, die))),
            percent(clock.done[rounds]),
        ]
        blasts = [float(blast([armour]).probability(n)) for armour in (6, 8, 10) for n in range(3)]
        assert heights(right, 9) == blasts


def test_siege_bars():
    draw = scenarios.siege_bars()
    for name, target in WOLVES.items():
        picture = draw(name)
        bars = iter(picture.figure.axes[0].patches)
        for (cast, mean, nobody, everybody), casts in zip(rows(picture), (1, 2, 3), strict=True):
            end = siege(target, casts).marginals.slain
            assert (cast, mean) == (f"{casts}", decimal(end.mean()))
            assert nobody == percent(end.probability(0))
            assert everybody == percent(end.probability(len(target.models)))
            assert [next(bars).get_height() for _ in range(5)] == [
                float(end.probability(n)) for n in range(5)
            ]


def test_ahriman_awake():
    draw = duels.ahriman_awake()
    for move in combinations(DRAWINGS[duels.ahriman_awake]):
        changes = {name: move[name] for name in ("traitor_die", "loyalist_die", "end")}
        clock = psychic_duel(20, varied("psychic_duel", **changes))
        picture = draw(**move)
        axes = picture.figure.axes[0]
        assert list(axes.get_lines()[0].get_ydata()) == list(map(float, clock.done))
        assert heights(axes, 21) == list(map(float, clock.exactly))
        asked = sorted({8, 10, 12, 15, move["rounds"]})
        assert rows(picture) == [chance_row(f"by round {n}", clock.done[n]) for n in asked]


def test_ahriman_by_the_printed_dice():
    picture = duels.ahriman_awake()(10, 6, 9, 12)
    # The golden numbers: 0.10, 0.53, 0.84, 0.98.
    assert [row[1] for row in rows(picture)] == ["10.01%", "52.56%", "84.24%", "98.27%"]
    assert "from round 10 on it is more likely than not" in picture.sentence


def test_primarchs_and_lava():
    draw = duels.primarchs_and_lava()
    for move in combinations(DRAWINGS[duels.primarchs_and_lava]):
        duel = primarchs_duel(move["rounds"], varied("primarchs_duel", die=move["die"]))
        lava = lava_teleports(move["teleports"], varied("lava", dies_on=move["dies_on"]))
        picture = draw(**move)
        left, right = picture.figure.axes
        free, lost = duel.after[-1].marginals.free, lava.after[-1]
        assert heights(left, 7) == [float(free.probability(n)) for n in range(7)]
        assert heights(right, 6) == [float(lost.probability(n)) for n in range(6)]
        shown = [duel.done[1], duel.done[-1], lava.done[-1]]
        assert [row[1] for row in rows(picture)] == list(map(percent, shown))


def test_one_point():
    draw = duels.one_point()
    for points in (1, 2, 3):
        expected = [
            (lever.words, *(percent(lever.at(change)) for change in (-points, 0, points))) for lever in LEVERS
        ]
        assert rows(draw(points)) == expected
    assert all(lever.at(0) == lever.chance(BATTLE_RULES) for lever in LEVERS)
    assert {lever.words: lever.at(1) for lever in LEVERS}[
        "6: one of 5 lost to the lava (d6)"
    ] == 1 - Fraction(6, 7) ** 5


@pytest.mark.parametrize(
    ("draw", "values", "message"),
    [
        (scenarios.unlocked_lines, {"rounds": 7}, "rounds must be a whole number from 1 to 6, not 7"),
        (
            scenarios.arrivals_map,
            {"zones": 6, "arrives_on": 4},
            "zones must be a whole number from 1 to 5, not 6",
        ),
        (
            scenarios.arrivals_map,
            {"zones": 5, "arrives_on": 7},
            "arrives_on must be a whole number from 2 to 6, not 7",
        ),
        (
            scenarios.race_lines,
            {"present": 9, "zones": 5},
            "present must be a whole number from 0 to 8, not 9",
        ),
        (scenarios.token_bars, {"rounds": 8, "die": 1}, "die = 1: must be a whole number from 2 to 20"),
        (duels.one_point, {"points": 4}, "points must be a whole number from 1 to 3, not 4"),
    ],
)
def test_what_a_drawing_refuses(draw, values, message):
    with pytest.raises(ValueError, match=f"^{message}$"):
        draw()(**values)
