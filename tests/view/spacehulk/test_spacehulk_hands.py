"""The pictures of force suits and of one hand: decks are dealt, and small turns worked out, in the test."""

from fractions import Fraction
from functools import cache
from itertools import product
from math import comb

import pytest
from charts import numbers, settings, the

from psy.spacehulk import RULES, Move
from psy.view import decimal, percent
from psy.view.marks import Cells
from psy.view.spacehulk import hand, suits
from psy.view.words import share

SAMPLE = {card.name: card for card in RULES.cards}


@cache
def holds(size, copies, held):
    """Return the chance to hold one of the copies, drawing one card after the other."""
    if held == 0 or copies == 0:
        return Fraction(0)
    return Fraction(copies, size) + Fraction(size - copies, size) * holds(size - 1, copies, held - 1)


@pytest.mark.parametrize("setting", settings(suits.suit_map, 8, held=(7, 0, 12)), ids=str)
def test_suit_map(setting):
    rows = suits.suit_map.controls["deck"].check("deck", setting["deck"])
    left = {suit: cards - seen for suit, cards, seen in rows}
    size = sum(left.values())
    chart = suits.suit_map(**setting)
    expected = [
        [holds(size, left[suit], n) if n <= size else None for n in range(13)] for suit in suits.SUITS
    ]
    assert numbers(the(Cells, chart)) == expected
    now = holds(size, left[setting["suit"]], setting["held"])
    assert f"{share(now)} hold a {setting['suit']} card" in chart.sentence
    # The sample deck: 8 of 60, a hand of 7.
    assert suits.suit_map().table.rows[0][8] == percent(1 - Fraction(comb(52, 7), comb(60, 7)))


@pytest.mark.parametrize(("held", "near"), list(product((0, 3, 7), suits.NEAR)))
def test_what_gets_through(held, near):
    chart = suits.what_gets_through(held=held, near=near)
    shown = numbers(chart.named("points that get through")).values()
    for card, points in zip(RULES.cards, shown, strict=True):
        safe = near == suits.NEAR[1] or card.target == "self" or card.unstoppable
        stopped = 0 if safe else holds(60, RULES.deck[card.suit], held)
        assert points == card.value * (1 - stopped)


@pytest.mark.parametrize(
    ("name", "life", "danger"), list(product(("mind control", "teleport"), (0, 10, 13), hand.DANGERS))
)
def test_use_or_keep(name, life, danger):
    card, chance = SAMPLE[name], hand.DANGERS[danger]
    chart = hand.use_or_keep(name, life, danger)
    kept = life * (1 - chance * Fraction(6 - card.bonus, 6))
    through = [card.value * (1 - (holds(60, 8, n) if name == "mind control" else 0)) for n in range(13)]
    used = {n: points + life * (1 - chance) for n, points in enumerate(through)}
    assert numbers(chart.named("use it as an ability")) == used
    assert set(numbers(chart.named("keep it as an aura")).values()) == {kept}
    assert ("keep it against" in chart.sentence) == any(points < kept for points in used.values())


def test_keeping_beats_using_against_the_sample_hand():
    # Issue 19: keeping is worth 25/3, using about 7.08.
    chart = hand.use_or_keep("mind control", 10, "1 of 2 turns")
    assert numbers(chart.named("keep it as an aura"))[7] == Fraction(25, 3)
    assert decimal(numbers(chart.named("use it as an ability"))[7]) == "7.08"


@pytest.mark.parametrize("setting", settings(hand.best_use, 5), ids=str)
def test_best_use(setting):
    cards = suits.cards_of(hand.best_use.controls["hand"].check("hand", setting["hand"]))
    ap = None if setting["points"] == hand.ANY else int(setting["points"])
    turn = hand.lesson_turn(setting["danger"])
    plan, chart = hand.planned(cards, turn, setting["life"], ap, setting["held"]), hand.best_use(**setting)
    values = [plan.first_values[move] for move in plan.first_values]
    assert list(numbers(chart.named("points of the turn")).values()) == values
    assert max(values) == plan.value
    affordable = {card.name for card in cards if ap is None or card.ap <= ap}
    assert {move.card for move in plan.first_values} == affordable | {None}
    for card in cards:
        rest = tuple(other for other in cards if other is not card)
        without = hand.planned(rest, turn, setting["life"], ap, setting["held"])
        assert plan.worth[card.name] == plan.value - without.value
    assert (
        f"Begin with {' or '.join(sorted(move.card or 'no ability' for move in plan.first_moves))}:"
        in chart.sentence
    )


def test_a_lesson_by_hand():
    # Without a card the harm is certain; the psyker lives who does not lose, and is not hit afterwards.
    plan = hand.planned((), hand.lesson_turn("1 of 2 turns"), 10)
    win, lose = Fraction(25, 144), Fraction(95, 144)
    assert plan.value == hand.PRIZE * win - hand.HARM + 10 * (1 - lose) / 2
    assert set(plan.first_values) == {Move("no card", None)}


@pytest.mark.parametrize(
    ("cards", "number", "danger"), [(2, 3, "1 of 2 turns"), (0, 6, "every turn"), (3, 1, "1 of 4 turns")]
)
def test_mission(cards, number, danger):
    chance, saves = Fraction(hand.DANGERS[danger]), Fraction(number, 6)
    chart = hand.mission(cards, number, danger)

    def lives(held, turns, draw, left=12, hit=False):
        if turns == 0:
            return Fraction(1)
        if hit and not held:
            return Fraction(0)
        drawn = min(draw, left) if turns > 1 else 0
        on = lives(held - hit + drawn, turns - 1, draw, left - drawn)
        if hit:
            return saves * on + (1 - saves) * lives(held - 1, turns, draw, left, True)
        return (1 - chance) * on + chance * lives(held, turns, draw, left, True)

    for draw, name in enumerate(("no card drawn", "1 card a turn", "2 cards a turn")):
        assert numbers(chart.named(name)) == {turns: lives(cards, turns, draw) for turns in range(7)}
