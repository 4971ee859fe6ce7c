"""The pictures of one exchange over their controls: numbers shown are psy.tft's."""

from fractions import Fraction

import pytest
from moves import assert_draws_well, assert_readable, combinations, some

from psy.exact import solve_matrix
from psy.tft import RULES, Prices, Psion, best_modes, best_reply, comeback_cost, matchup, unused_modes
from psy.view import cells, decimal, percent
from psy.view import matchups as pictures
from psy.view.matchups import ATTACKS, DEFENCES, PAIRS, READINGS
from psy.view.mode_costs import GRID, comeback_costs, comebacks

DRAWINGS = {
    "swing_map": {
        "attacker_iq": (10, 16),
        "attacker_pool": (0, 3, 20),
        "defender_iq": (10,),
        "psi": (8, 12),
        "defender_pool": (0, 4, 20),
        "reading": READINGS,
        "brain": (0, 10),
    },
    "habit_bars": {"pair": PAIRS},
    "mix_by_psi": {"iq": range(12, 17)},
}


@pytest.fixture(scope="module")
def drawing():
    """Return a function that makes each drawing function once."""
    made = {}
    return lambda name: made.setdefault(name, getattr(pictures, name)())


@pytest.mark.parametrize("name", DRAWINGS)
def test_a_picture_is_readable_and_the_same_whatever_was_shown_before(name):
    assert_draws_well(getattr(pictures, name), some(DRAWINGS[name], 2))


@pytest.mark.parametrize("name", DRAWINGS)
def test_a_picture_marks_what_is_assumed(name, drawing):
    for move in some(DRAWINGS[name], 2):
        picture = drawing(name)(**move)
        assert_readable(picture)
        titles = [
            axes.get_title(loc="left") for axes in (*picture.figure.axes, *picture.figure.axes[0].child_axes)
        ]
        assert "assumed" in " ".join(titles) + picture.figure.get_suptitle()


def test_the_swing_map_shows_the_table_and_its_solution(drawing, monkeypatch):
    shown = []
    monkeypatch.setattr(cells.CellNumbers, "show", lambda _, words, colours: shown.append((words, colours)))
    for move in some(DRAWINGS["swing_map"], 25):
        attacker = Psion(move["attacker_iq"], move["psi"], move["attacker_pool"])
        defender = Psion(move["defender_iq"], move["psi"], move["defender_pool"])
        rules, prices = READINGS[move["reading"]], Prices(brain_roll=move["brain"])
        table = matchup(attacker, defender, rules, prices)
        game = solve_matrix(table.values.tolist())
        picture = drawing("swing_map")(**move)
        *rows, last = picture.table.rows
        for row in rows:
            for defence, entry in zip(DEFENCES, row[1:-1], strict=True):
                affordable = row[0] in table.index and defence in table.columns
                assert entry == (str(table.loc[row[0], defence]) if affordable else "")
        mixes = (
            dict(zip(table.index, game.rows, strict=True)),
            dict(zip(table.columns, game.columns, strict=True)),
        )
        assert [row[-1] for row in rows] == [share(mixes[0], attack) for attack in ATTACKS]
        assert list(last[1:-1]) == [share(mixes[1], defence) for defence in DEFENCES]
        assert f"worth {decimal(game.value, 4)} points" in picture.sentence
        above, beside = picture.figure.axes[0].child_axes
        assert [bar.get_height() for bar in above.patches] == [
            float(mixes[1].get(name, 0)) for name in DEFENCES
        ]
        assert [bar.get_width() for bar in beside.patches] == [
            float(mixes[0].get(name, 0)) for name in ATTACKS
        ]
        words = [word for word, ink in zip(*shown[-1], strict=True) if ink != "none"]
        assert words == [decimal(entry) for row in table.values for entry in row]


def share(mix, name):
    return percent(mix[name]) if mix.get(name) else "0%"


def test_a_habit_gives_away_what_its_best_reply_gains(drawing):
    for pair, psions in PAIRS.items():
        rows = drawing("habit_bars")(pair).table.rows
        for name, replies, shown, gives in rows:
            side, _, mode = name.partition(": ")
            reply = best_reply("defence" if side == "attack" else "attack", {mode: 1}, *psions)
            assert (replies, shown) == (" or ".join(reply.modes), decimal(reply.gain))
            assert Fraction(gives) == reply.gain >= 0
        assert len(rows) == sum(map(len, (best_modes(*psions).attacks, best_modes(*psions).defences)))


def test_mixes_by_psi_are_those_of_the_exchange_and_fill_the_bars(drawing):
    for move in combinations(DRAWINGS["mix_by_psi"]):
        picture = drawing("mix_by_psi")(**move)
        for place, (psi, value, *_) in enumerate(picture.table.rows):
            best = best_modes(Psion(move["iq"], 12, 20), Psion(10, int(psi), 20))
            assert value == decimal(best.value, 4)
            for axes, mix in zip(picture.figure.axes, (best.attack_mix, best.defence_mix), strict=True):
                heights = {bars.get_label(): bars[place].get_height() for bars in axes.containers}
                assert heights == {name: float(mix.get(name, 0)) for name in heights}
                assert sum(heights.values()) == pytest.approx(1)


def test_modes_that_come_back_do_so_at_that_cost_and_no_higher():
    assert set(comebacks()) == {
        (side, name)
        for side in ("attack", "defence")
        for name in unused_modes(side, GRID)
        if name != "nothing"
    }
    assert comeback_cost("attack", "cortex crush", GRID) == comebacks()["attack", "cortex crush"] == 4
    assert comebacks()["defence", "iron will trap"] == 2
    picture = comeback_costs()()
    assert_readable(picture)
    assert "assumed" in picture.figure.axes[0].get_title(loc="left")
    costs = {mode.name: mode.cost for mode in (*RULES.attacks, *RULES.defences)}
    for words, published, played in picture.table.rows:
        name = words.partition(" (")[0]
        side = words.partition(" (")[2].rstrip(")")
        assert int(published) == costs[name]
        assert int(played) == comebacks().get((side, name), costs[name])


@pytest.mark.parametrize(
    ("name", "move", "message"),
    [
        ("swing_map", (12, 20, 12, 12, 20, "as you like"), "reading must be one of 'as read here'"),
        (
            "swing_map",
            (12, 20, 12, 12, 20, "as read here", 21),
            "brain must be a whole number from 0 to 20, not 21",
        ),
        ("swing_map", (12, -1, 12, 12, 20), "pool must be a whole number from 0 to 200, not -1"),
        ("habit_bars", ("nobody",), "pair must be one of 'equals: IQ and PSI 12'"),
        ("mix_by_psi", (17,), "iq must be a whole number from 12 to 16, not 17"),
    ],
)
def test_a_value_out_of_range_is_refused_by_name(name, move, message, drawing):
    with pytest.raises(ValueError, match=message):
        drawing(name)(*move)
