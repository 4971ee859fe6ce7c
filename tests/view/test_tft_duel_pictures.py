"""The pictures of duels over their controls: numbers shown are psy.tft's; no control solves anything."""

from dataclasses import replace

import pytest
from moves import assert_draws_well, assert_readable, combinations, some

from psy.tft import Psion, duel, exact_duel, margins, simultaneous_duel
from psy.view import cells
from psy.view import tft_duels as pictures
from psy.view.matchups import ATTACKS, DEFENCES, READINGS
from psy.view.tft_duels import DUELLISTS, WILLS, written

MAPS = {
    "pair": DUELLISTS,
    "reading": WILLS,
    "rounds": (1, 2, 10),
    "mine": (1, 8, 14),
    "theirs": (1, 9, 14),
}
DRAWINGS = {
    "value_map": MAPS,
    "policy_map": MAPS,
    "lead_over_time": {"mine": (1, 20, 40), "theirs": (1, 17, 40)},
    "forms_of_duel": {"mine": range(1, 11)},
    "one_more": {"reading": WILLS, "rounds": (1, 5, 10)},
}


@pytest.fixture(scope="module")
def drawing():
    """Return a function that makes each drawing function once."""
    made = {}
    return lambda name: made.setdefault(name, getattr(pictures, name)())


@pytest.mark.parametrize("name", DRAWINGS)
def test_a_picture_is_the_same_whatever_was_shown_before(name):
    assert_draws_well(getattr(pictures, name), some(DRAWINGS[name], 1))


@pytest.mark.parametrize("name", DRAWINGS)
def test_a_picture_is_readable_marks_what_is_assumed_and_solves_nothing(name, drawing, monkeypatch):
    draw = drawing(name)
    monkeypatch.setattr(pictures, "duel", None)
    monkeypatch.setattr(pictures, "simultaneous_duel", None)
    for move in some(DRAWINGS[name], 6):
        picture = draw(**move)
        assert_readable(picture)
        assert "assumed" in picture.figure.get_suptitle() + picture.figure.axes[0].get_title(loc="left")


def test_the_value_map_is_worth_a_duel_of_its_own_for_each_cell(drawing):
    for move in some(MAPS, 12):
        first, second = DUELLISTS[move["pair"]]
        mine, theirs = replace(first, pool=move["mine"]), replace(second, pool=move["theirs"])
        alone = duel(mine, theirs, 2 * move["rounds"], READINGS[move["reading"]])
        picture = drawing("value_map")(**move)
        assert float(picture.table.rows[0][1]) == pytest.approx(alone.value, abs=0.0006)
        shown = picture.figure.axes[0].images[0].get_array()
        assert shown[move["mine"] - 1, move["theirs"] - 1] - 1 == pytest.approx(alone.value, abs=1e-9)


def test_the_value_map_agrees_with_fractions(drawing):
    picture = drawing("value_map")("equals: IQ and PSI 12", WILLS[0], 2, 3, 2)
    exact = exact_duel(Psion(12, 12, 3), Psion(12, 12, 2), turns=4)
    assert str(exact) == "641/1381"
    assert picture.table.rows[0] == ("3 against 2", written(exact))


def test_the_policy_map_shows_the_mixes_of_the_duel(drawing, monkeypatch):
    shown = []
    monkeypatch.setattr(cells.CellNumbers, "show", lambda _, words, colours: shown.append((words, colours)))
    for move in some(MAPS, 8):
        solved = pictures.solved(*DUELLISTS[move["pair"]], 20, move["reading"])
        picture = drawing("policy_map")(**move)
        mine, theirs, turn = move["mine"], move["theirs"], 20 - 2 * move["rounds"]
        listed = dict(picture.table.rows)
        for place, (psion, side, names) in enumerate(
            (("first", "attack", ATTACKS), ("second", "defence", DEFENCES))
        ):
            chances = solved.policy(turn, psion, side)
            for name in names:
                chance = float(listed.get(f"{side}: {name}", "0%").rstrip("%")) / 100
                assert chance == pytest.approx(float(chances[name][mine, theirs]), abs=0.0001)
            image = picture.figure.axes[place].images[0].get_array()
            likeliest = names[int(image[mine - 1, theirs - 1])]
            most = max(float(chances[name][mine, theirs]) for name in names)
            assert float(chances[likeliest][mine, theirs]) == most
            assert likeliest in picture.sentence
            words, inks = shown[place - 2]
            cell = (mine - 1) * 14 + theirs - 1
            assert (words[cell] if inks[cell] != "none" else "100") == f"{100 * most:.0f}"


def test_a_lead_over_time_is_the_golden_numbers(drawing):
    rows = drawing("lead_over_time")(40, 35).table.rows
    assert [row[:2] for row in rows] == [
        ("10", "0.000"),
        ("20", "+0.004"),
        ("40", "+0.049"),
        ("60", "+0.330"),
        ("80", "+0.801"),
    ]
    # 20 against 17 with 20 exchanges to go: attacking first and second.
    assert drawing("lead_over_time")(20, 17).table.rows[1] == ("20", "+0.095", "+0.115")
    assert duel(Psion(12, 12, 17), Psion(12, 12, 20)).value == pytest.approx(-0.115, abs=0.0005)


def test_both_forms_are_those_of_the_engine(drawing):
    for mine, theirs in ((3, 2), (6, 9), (10, 7)):
        picture = drawing("forms_of_duel")(mine)
        me, other = Psion(12, 12, mine), Psion(12, 12, theirs)
        values = (
            duel(me, other, 20).value,
            -duel(other, me, 20).value,
            simultaneous_duel(me, other, 10).value,
        )
        assert picture.table.rows[theirs - 1] == (f"{theirs}", *(written(value, 4) for value in values))
        bars = picture.figure.axes[0].patches
        assert bars[theirs - 1].get_height() == pytest.approx(values[2], abs=1e-9)


def test_one_more_is_what_margins_say(drawing):
    for move in combinations(DRAWINGS["one_more"]):
        rows = drawing("one_more")(**move).table.rows
        for pool in (1, 8, 13):
            psion = Psion(12, 12, pool)
            gain = margins(psion, psion, 2 * move["rounds"], READINGS[move["reading"]])
            shown = [float(word) for word in rows[pool - 1][1:]]
            assert shown == pytest.approx([gain.pool, gain.iq, gain.psi, gain.start], abs=0.00006)
    assert drawing("one_more")(WILLS[0], 10).table.rows[7][1] == "+0.4523"


@pytest.mark.parametrize(
    ("name", "move", "message"),
    [
        ("value_map", ("nobody", WILLS[0], 1, 1, 1), "pair must be one of 'equals: IQ and PSI 12'"),
        ("value_map", (next(iter(DUELLISTS)), "mask paid back twice", 1, 1, 1), "reading must be one of"),
        (
            "policy_map",
            (next(iter(DUELLISTS)), WILLS[0], 11, 1, 1),
            "rounds must be a whole number from 1 to 10",
        ),
        (
            "policy_map",
            (next(iter(DUELLISTS)), WILLS[0], 1, 0, 1),
            "mine must be a whole number from 1 to 14, not 0",
        ),
        ("lead_over_time", (41, 1), "mine must be a whole number from 1 to 40, not 41"),
        ("forms_of_duel", (0,), "mine must be a whole number from 1 to 10, not 0"),
        ("one_more", ("as you like", 1), "reading must be one of 'as read here', 'wills fought again'"),
    ],
)
def test_a_value_out_of_range_is_refused_by_name(name, move, message, drawing):
    with pytest.raises(ValueError, match=message):
        drawing(name)(*move)
