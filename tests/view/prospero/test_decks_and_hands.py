"""The pictures of hands, decks and choices: numbers against the game's own answers and counts by hand."""

import re
from dataclasses import replace
from fractions import Fraction

import pytest
from charts import numbers, settings, the

from psy.prospero import RULES, Coven, Power, Table, choice_table, numeration, simulate_numeration
from psy.prospero.numeration import samples
from psy.view import percent
from psy.view.marks import Cells
from psy.view.prospero import choices, hand, make_ups
from psy.view.prospero import numeration as decks

FULL_DECKS = RULES.warp_deck, RULES.will_deck


@pytest.mark.parametrize("setting", settings(hand.hand_plan, 3), ids=str)
def test_what_a_hand_gets_through_adds_up_to_its_worth(setting):
    rows = hand.hand_plan.controls["hand"].check("hand", setting["hand"])
    best = {power: max(worth for name, _, worth in rows if name == power) for power, _, _ in rows}
    chart = hand.hand_plan(**setting)
    names = [name.partition(" at ")[0] for name in chart.panels[0].up.names]
    cast, repelled = (numbers(chart.named(way)) for way in ("cast", "tried and repelled"))
    plan, _ = hand.solved(rows, setting["coven"], setting["table"])
    assert sum(best[name] * cast[n] for n, name in enumerate(names)) == pytest.approx(plan.value, abs=1e-6)
    assert cast[0] + repelled[0] == pytest.approx(1), "some power is always tried first"
    played = simulate_numeration(plan, 20_000, 1)
    assert played.worth.mean() == pytest.approx(plan.value, rel=0.03)
    assert played.cast.mean() == pytest.approx(float(sum(cast.values())), abs=0.03)
    assert any(f"Try {name} at" in chart.sentence for name in names)


def test_a_hand_of_no_worth_and_targets_of_equal_worth():
    assert hand.hand_plan([("storm", "wolves", 0)]).sentence == "No power in this hand is worth trying."
    chart = hand.hand_plan([("storm", "wolves", 2), ("storm", "sisters", 2), ("fire", "sisters", 1)])
    assert chart.panels[0].up.names[0] == "storm at wolves or sisters"
    assert "Try storm at sisters or storm at wolves first." in chart.sentence


def test_which_coven_first():
    chart = hand.coven_map([("storm", 3, 4), ("inferno", 2, 1)], "4 Veterans", "2 Terminators", "Sisters")
    covens = [Coven(4), Coven(2, elite=True)]
    powers = {"storm": Power([3, 4]), "inferno": Power([2, 1])}
    plan = numeration(*FULL_DECKS, powers, covens, Table(sisters=True), exact=False)
    cells = the(Cells, chart)
    shown = {
        (row, column): number for row, line in enumerate(cells.values) for column, number in enumerate(line)
    }
    assert max(shown.values()) == pytest.approx(plan.value)
    assert {(row, column) for column, row in cells.framed} == {
        (list(powers).index(move.power), move.coven) for move in plan.first_moves
    }
    alone = hand.coven_map([("storm", 1, 1)], "4 Veterans", "4 Veterans", "nobody")
    assert len(set(the(Cells, alone).values[0])) == 1


@pytest.mark.parametrize(
    ("warp", "will", "chances"),
    [
        # Three masteries are 3 points, three emperors 3, and 6 with Custodes on the table.
        (
            "mastery",
            "emperor",
            {"nobody": {"cast": [1] * 4, "repelled": [0] * 4}, "Custodes": {"cast": [0] * 4}},
        ),
        # Three channellings are 3, 6, 9 or 12; three silences 3, 6 with Sisters and 9 next to them.
        (
            "channelling",
            "silence",
            {"Sisters": {"cast": [0, 1, 1, 1]}, "Sisters next door": {"repelled": [0, 0, 0, 1]}},
        ),
        ("flood", "test", {"nobody": {"cast": [1] * 4, "repelled": [1] * 4}}),
    ],
)
def test_casting_with_decks_of_one_card(warp, will, chances):
    for table, by_ties in chances.items():
        for ties, line in by_ties.items():
            chart = decks.casting_lines([(warp, 18)], [(will, 18)], ties)
            assert list(numbers(chart.named(table)).values()) == line


def test_casting_with_full_decks():
    # Measured before this picture was made: one attempt of two models, nobody else on the table.
    assert decks.casting_lines().table.rows[1][1] == "86.13%"
    assert decks.casting_lines(ties="repelled").table.rows[1][1] == "73.18%"
    for deck in (*samples.WARP_DECKS.values(), *samples.WILL_DECKS.values()):
        assert sum(deck.values()) == 18
    with pytest.raises(ValueError, match=re.escape("WarpDeck must have 18 cards, not 19")):
        decks.casting_lines([("mastery", 19 - 1), ("flood", 1)])


@pytest.mark.parametrize("setting", settings(choices.choice_map, 5), ids=str)
def test_choice_map(setting):
    powers = [1] * choices.WHEN[setting["when"]]
    rules = replace(RULES, ties=setting["ties"])
    plan = numeration(*FULL_DECKS, powers, Coven(setting["models"]), rules=rules, exact=False)
    rows = [row for row in choice_table(plan).itertuples() if row.card == setting["card"]]
    chart = choices.choice_map(**setting)
    shown = numbers(the(Cells, chart))
    for row in rows:
        if -4 <= row.difference <= 6:
            assert shown[row.turned // 2][row.difference + 4] == pytest.approx(100 * row.gain, abs=1e-6)
    share = sum(row.chance * row.other for row in rows) / sum(row.chance for row in rows)
    assert percent(Fraction(share), 0) in chart.sentence


def test_the_vortex_turns_between_one_and_two_powers():
    # The issue: the advice turns at about one and a half powers a model.
    chart = choices.vortex_curve()
    for models in ("3 models", "4 models"):
        line = numbers(chart.named(models))
        assert list(line.values()) == sorted(line.values(), reverse=True)
        assert line[1] > Fraction(1, 2) > line[2]
        assert line[Fraction(3, 2)] == pytest.approx(0.5, abs=0.03)


def test_what_assumptions_move():
    chart = make_ups.what_moves("one attempt")
    value = {
        ties: numeration(*FULL_DECKS, [1], Coven(2), rules=replace(RULES, ties=ties), exact=False).value
        for ties in ("cast", "repelled")
    }
    least, most = chart.named("least"), chart.named("most")
    tie = chart.panels[0].up.names.index("a tie")
    assert set(least.bases) == {chart.named("most").bases[0]}
    assert least.bases[0] == pytest.approx(value["cast"])
    assert least.bases[tie] + least.size[tie] == pytest.approx(value["repelled"])
    assert (least.words[tie], most.size[tie]) == ("repelled", 0)
    wide = [high - low for high, low in zip(most.size, least.size, strict=True)]
    assert wide == sorted(wide, reverse=True)


def test_which_advice_survives():
    found = samples.habits(2)
    deck = samples.WARP_DECKS["many vortexes"]
    table = choice_table(numeration(deck, RULES.will_deck, [1] * 5, Coven(2), exact=False))
    mine = table[table["card"] == "vortex"]
    share = (mine["chance"] * mine["other"]).sum() / mine["chance"].sum()
    assert float(found["many vortexes"]["vortex"]) == pytest.approx(share)
    sentence = make_ups.advice_map().sentence
    for card in choices.OTHERS:
        firm = len({line[card] > 0.5 for line in found.values() if card in line}) == 1
        assert (card in sentence.partition(";")[0]) == firm
