"""The pictures of Prospero's attacks, squads and battles: the numbers shown are those of psy.prospero."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from moves import assert_draws_well, combinations, drawing_functions, some

from psy.prospero import (
    BATTLE_RULES,
    SquadError,
    Terms,
    attack,
    battle,
    casualties,
    kine_shield,
    sample_squads,
    squad,
    strike,
)
from psy.view import attacks, battles, cells, chance_row, decimal, percent, rerolls, squads
from psy.view.attacks import ARMOURS, ATTACKS, NEVER, SIZES, dice_words
from psy.view.battles import MOST_ROUNDS, ORDERS
from psy.view.picture import Picture, Table, new_figure
from psy.view.rerolls import PROTECTIONS
from psy.view.squads import NOBODY, SHOWN, SIDES, choices

SONS, WOLVES = sample_squads("traitor"), sample_squads("loyalist")
POOLS = {"attack_dice": ATTACKS, "armour_dice": ARMOURS}
FACES = {name: range(1, 13, 4) for name in ("attack_1", "attack_2", "attack_3", "attack_4")}
ARMOUR = {"d8": (1, 5, 8), "d6_1": (1, 6), "d6_2": (3, 4), "d6_3": (2, 6)}
SQUADS = {"traitor": SONS, "loyalist": WOLVES, "distance": (1, 2, 4)}
PLACES = {
    "traitor_1": ["veteran: bolter", "veteran sergeant: plasma pistol, power fist"],
    "traitor_2": [NOBODY, "veteran: heavy bolter"],
    "traitor_3": [NOBODY],
    "traitor_4": [NOBODY, "terminator: combat bolter, chainfist"],
    "loyalist_1": [NOBODY, "custodian: guardian spear"],
    "loyalist_2": ["geigor", "sister: flamer, combat knife"],
    "loyalist_3": [NOBODY],
    "loyalist_4": [NOBODY, "veteran: meltagun"],
}
DRAWINGS = {
    attacks.pair_map: {"attack_die": SIZES, "armour_die": SIZES, "critical": (2, 6, 9, NEVER)},
    attacks.upgrade_lines: {"armoured": range(5), "critical": (2, 6, 8, NEVER)},
    attacks.casualty_bars: {**POOLS, "life": range(1, 5), "wounds": (0,)},
    rerolls.protection_bars: POOLS,
    rerolls.shield_choices: {**FACES, **ARMOUR},
    squads.strikes_of_squads: {**PLACES, "distance": range(1, 5)},
    squads.squad_map: {"attacker": SIDES, "shown": SHOWN, "distance": range(1, 5)},
    battles.survival_lines: {**SQUADS, "order": ORDERS, "rounds": (0, 4, MOST_ROUNDS)},
    battles.survivors_map: {**SQUADS, "rounds": (0, 1, MOST_ROUNDS)},
}


def test_every_drawing_function_is_tested_here():
    assert drawing_functions(attacks, rerolls, squads, battles) == set(DRAWINGS)


@pytest.mark.parametrize("make", DRAWINGS, ids=lambda make: make.__name__)
def test_a_picture_is_readable_and_the_same_whatever_was_shown_before(make):
    assert_draws_well(make, some(DRAWINGS[make], 1))


def rows(picture):
    return list(picture.table.rows)


def with_critical(face):
    return replace(BATTLE_RULES, attack=replace(BATTLE_RULES.attack, critical_at=face))


def test_pair_map_counts_its_cells():
    draw = attacks.pair_map()
    for move in combinations(DRAWINGS[attacks.pair_map]):
        picture = draw(**move)
        ours, theirs = SIZES[move["attack_die"]], SIZES[move["armour_die"]]
        (image,) = picture.figure.axes[0].get_images()
        cells = np.asarray(image.get_array().filled(np.nan))
        seen = [int((cells == damage).sum()) for damage in range(3)]
        assert sum(seen) == ours * theirs
        die = attack([ours], [theirs], rules=with_critical(move["critical"]))
        assert [Fraction(ways, ours * theirs) for ways in seen] == [die.probability(n) for n in range(3)]
        assert [row[1] for row in rows(picture)] == [percent(die.probability(damage)) for damage in range(3)]
        words = picture.figure.axes[0].get_lines()
        assert [len(word.get_xdata()) for word in words] == seen[1:]


def test_one_d6_each_is_as_the_issue_says():
    assert [row[2] for row in rows(attacks.pair_map()("d6", "d6"))] == ["7/12", "5/18", "5/36"]


def test_upgrade_lines():
    draw = attacks.upgrade_lines()
    for move in combinations(DRAWINGS[attacks.upgrade_lines]):
        picture = draw(**move)
        armour = [8] * move["armoured"] + [6] * (4 - move["armoured"])
        lines = picture.figure.axes[0].get_lines()
        for place, size in enumerate((8, 10, 12)):
            full, plain = (
                [
                    attack([size] * n + [6] * (4 - n), armour, rules=with_critical(face)).mean()
                    for n in range(5)
                ]
                for face in (move["critical"], NEVER)
            )
            assert list(lines[2 * place].get_ydata()) == list(map(float, full))
            assert list(lines[2 * place + 1].get_ydata()) == list(map(float, plain))
            shown = (full[1], full[4], full[4] - plain[4])
            assert rows(picture)[place] == (f"d{size}", *map(decimal, shown))


@pytest.mark.parametrize("wounds", [0, 1, 3])
def test_casualty_bars(wounds):
    draw = attacks.casualty_bars()
    for move in combinations(DRAWINGS[attacks.casualty_bars]):
        values = {**move, "wounds": wounds}
        if wounds >= move["life"]:
            with pytest.raises(
                ValueError, match=f"wounds must be a whole number from 0 to {move['life'] - 1}"
            ):
                draw(**values)
            continue
        pools = ATTACKS[move["attack_dice"]], ARMOURS[move["armour_dice"]]
        end = casualties(*pools, [move["life"]] * 4, wounds=wounds).marginals.slain
        picture = draw(**values)
        assert rows(picture) == [chance_row(f"{n} slain", end.probability(n)) for n in range(5)]
        assert f"slain {decimal(end.mean())}" in picture.sentence
        heights = [bar.get_height() for bar in picture.figure.axes[0].patches]
        assert heights == [float(attack(*pools).probability(n)) for n in range(9)]


def test_protection_bars():
    draw = rerolls.protection_bars()
    for move in combinations(POOLS):
        picture = draw(**move)
        pools = ATTACKS[move["attack_dice"]], ARMOURS[move["armour_dice"]]
        bars = iter(picture.figure.axes[0].patches)
        for row, (name, reroll) in zip(rows(picture), PROTECTIONS.items(), strict=True):
            die = attack(*pools, reroll)
            worst = sum(die.probability(n) for n in range(4, 9))
            assert row == (name, decimal(die.mean()), percent(die.probability(0)), percent(worst))
            assert [next(bars).get_height() for _ in range(9)] == [
                float(die.probability(n)) for n in range(9)
            ]
    # The issue's worked dice: none, smoke, shield.
    assert [row[1] for row in rows(draw("2d6, d8 and d10", "3d6 and d8"))] == ["2.85", "2.46", "2.02"]


def test_shield_choices():
    draw = rerolls.shield_choices()
    for move in some(DRAWINGS[rerolls.shield_choices], 30):
        picture = draw(**move)
        faces = [move[f"attack_{place}"] for place in range(1, 5)]
        shown = kine_shield(faces, [move[name] for name in ARMOUR], [8, 6, 6, 6])
        bars = picture.figure.axes[0].patches
        assert sorted(bar.get_width() for bar in bars) == sorted(float(c.expected) for c in shown.choices)
        assert bars[0].get_width() == float(shown.choices[0].expected)
        green = {bar.get_facecolor() for bar in bars if bar.get_width() == float(shown.best[0].expected)}
        assert len(green) == 1
        assert [row[3] for row in rows(picture)] == list(map(percent, shown.best[0].through))


def test_the_best_re_roll_of_the_worked_example():
    picture = rerolls.shield_choices()(7, 5, 4, 3, 8, 3, 3, 1)
    assert picture.sentence == (
        "Roll again the d6 showing 3, the d6 showing 3 and the d6 showing 1: "
        "the expected damage falls from 3.00 to 1.50."
    )
    kept = rerolls.shield_choices()(1, 1, 1, 1, 8, 3, 3, 1)
    assert kept.sentence == "Keep all dice: no re-roll does better than the 0.00 damage on the table."


@pytest.mark.parametrize("side", SIDES)
def test_every_choice_of_a_menu_is_a_model_that_the_side_may_have(side):
    models = dict(choices(side))
    assert models.pop(NOBODY) is None
    assert len(set(models.values())) == len(models) > 20
    for one in models.values():
        assert squad(side, one).models == (one,)
    options = {kind.name for kind in BATTLE_RULES.models if any(one.kind is kind for one in models.values())}
    assert {words.partition(":")[0] for words in models} == options


def test_strikes_of_squads():
    draw = squads.strikes_of_squads()
    drawn = 0
    for move in some(DRAWINGS[squads.strikes_of_squads], 40):
        models = [[choices(side)[move[f"{side}_{n}"]] for n in range(1, 5)] for side in SIDES]
        places = [sum(one.kind.size for one in side if one) for side in models]
        if max(places) > 4:
            with pytest.raises(SquadError, match=r"the models take \d places of a zone, which has 4"):
                draw(**move)
            continue
        pair = [squad(side, *filter(None, own)) for side, own in zip(SIDES, models, strict=True)]
        picture = draw(**move)
        drawn += 1
        table = {name: cells for name, *cells in rows(picture)}
        both = strike(*pair, move["distance"]), strike(*pair[::-1], move["distance"])
        assert table["attack dice"] == [dice_words(one.attack_dice) for one in both]
        assert table["mean number slain"] == [decimal(one.expected_slain) for one in both]
        assert table["zone cleared"] == [percent(one.cleared) for one in both]
        assert table["assumed of the attacker"] == [", ".join(one.assumed()) or "nothing" for one in pair]
        for axes, one in zip(picture.figure.axes, both, strict=True):
            slain = one.casualties.marginals.slain
            assert [bar.get_height() for bar in axes.patches] == [
                float(slain.probability(n)) for n in range(5)
            ]
    assert drawn > 10


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        (
            {"traitor_4": "terminator: combat bolter, chainfist", "traitor_3": "veteran: bolter"},
            "the models take 5 places of a zone, which has 4",
        ),
        (
            {f"traitor_{n}": "veteran: heavy bolter" for n in range(1, 4)},
            "3 of veteran with heavy bolter are too many: the traitor has at most 2",
        ),
        ({"distance": 5}, "distance must be a whole number from 1 to 4, not 5"),
    ],
)
def test_a_wrong_combination_is_one_sentence(changed, message):
    move = {
        **{name: words[0] for name, words in PLACES.items()},
        "traitor_2": "veteran: bolter",
        "distance": 1,
    }
    with pytest.raises(ValueError, match=f"^{message}$"):
        squads.strikes_of_squads()(**{**move, **changed})


def test_squad_map():
    draw = squads.squad_map()
    for move in combinations(DRAWINGS[squads.squad_map]):
        picture = draw(**move)
        assert picture.table.columns[1:] == tuple(WOLVES)
        for (son, *row), ours in zip(rows(picture), SONS, strict=True):
            assert son == ours
            for cell, wolf in zip(row, WOLVES, strict=True):
                pair = SONS[son], WOLVES[wolf]
                one = strike(*(pair if move["attacker"] == "traitor" else pair[::-1]), move["distance"])
                worth = {"damage": one.expected_damage, "slain": one.expected_slain, "cleared": one.cleared}
                expected = worth[move["shown"]]
                assert cell == (percent(expected, 0) if move["shown"] == "cleared" else decimal(expected))


def test_survival_lines():
    draw = battles.survival_lines()
    for move in some(DRAWINGS[battles.survival_lines], 12):
        terms = Terms(distance=move["distance"], order=ORDERS[move["order"]])
        course = battle(SONS[move["traitor"]], WOLVES[move["loyalist"]], MOST_ROUNDS, terms)
        picture = draw(**move)
        lines = picture.figure.axes[0].get_lines()
        for line, chances in zip(lines, zip(*course.odds, strict=True), strict=False):
            assert list(line.get_ydata()) == list(map(float, chances))
        for number, *row in rows(picture):
            odds, slain = course.odds[int(number)], course.expected_slain[int(number)]
            assert row == [*map(percent, odds), *map(decimal, slain)]
        assert str(move["rounds"]) in {row[0] for row in rows(picture)}


@pytest.mark.parametrize(("distance", "gone"), [(1, ("82%", "14%")), (2, ("39%", "53%"))])
def test_the_battle_of_the_brief(distance, gone):
    names = "thousand sons with heavy weapons", "geigor and three veterans"
    picture = battles.survival_lines()(*names, distance, "by initiative", 10)
    assert all(chance in picture.sentence for chance in gone)


def test_survivors_map():
    draw = battles.survivors_map()
    for move in some(DRAWINGS[battles.survivors_map], 10):
        pair = SONS[move["traitor"]], WOLVES[move["loyalist"]]
        die = battle(*pair, MOST_ROUNDS, Terms(distance=move["distance"])).survivors(move["rounds"])
        picture = draw(**move)
        (image,) = picture.figure.axes[0].get_images()
        assert float(image.get_array().sum()) == pytest.approx(1)
        for left, *row in rows(picture):
            assert row == [percent(die.probability((int(left), wolves))) for wolves in range(5)]


def test_the_numbers_in_the_maps(monkeypatch):
    shown = []
    monkeypatch.setattr(cells.CellNumbers, "show", lambda _, words, inks: shown.append((words, inks)))
    picture = squads.squad_map()("loyalist", "slain", 2)
    assert shown[-1][0] == [cell for _, *row in rows(picture) for cell in row]
    names = "thousand sons with heavy weapons", "geigor and three veterans"
    picture = battles.survivors_map()(*names, 2, 3)
    die = battle(SONS[names[0]], WOLVES[names[1]], 3, Terms(distance=2)).survivors(3)
    chances = [die.probability((ours, theirs)) for ours in range(5) for theirs in range(5)]
    words, inks = shown[-1]
    assert words == [percent(chance, 0)[:-1] if chance >= Fraction(1, 200) else "" for chance in chances]
    assert inks == ["white" if chance > Fraction(1, 4) else "black" for chance in chances]


def test_a_cell_without_a_number_shows_nothing():
    figure, axes = new_figure()
    before = Picture(figure, "", Table((), ())).png()
    numbers = cells.CellNumbers(axes, [(0.5, 0.5)])
    numbers.show([""], ["black"])
    assert Picture(figure, "", Table((), ())).png() == before
