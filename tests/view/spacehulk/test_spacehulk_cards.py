"""The pictures of auras and close assault: what they show is counted roll by roll."""

from fractions import Fraction
from itertools import permutations, product

import pytest
from charts import numbers, settings

from psy.spacehulk import RULES
from psy.view import decimal, percent
from psy.view.spacehulk import assault, aura

FACES = RULES.aura.die


def lives_by_spent(cards, hits):
    """Return the turns survived, by the cards spent, over all rolls."""
    spent = [Fraction(0)] * (len(cards) + 1)
    rolls = list(product(range(1, FACES + 1), repeat=len(cards)))
    for roll in rolls:
        saves = 0
        for place, (die, card) in enumerate(zip(roll, cards, strict=True), start=1):
            saves += die <= card
            if saves == hits:
                spent[place] += Fraction(1, len(rolls))
                break
    return spent


@pytest.mark.parametrize("setting", settings(aura.survival_curve, 12), ids=str)
def test_survival_curve(setting):
    chart = aura.survival_curve(**setting)
    for hits in (1, 2, 3):
        line = numbers(chart.named(f"{hits} hit{'s' * (hits > 1)}"))
        for cards in range(5):
            assert line[cards] == sum(lives_by_spent([setting["number"]] * cards, hits))
    now = numbers(chart.named(f"{setting['hits']} hit{'s' * (setting['hits'] > 1)}"))[setting["cards"]]
    assert numbers(chart.named("you")) == {setting["cards"]: now}


@pytest.mark.parametrize("setting", settings(aura.cards_spent), ids=str)
def test_cards_spent(setting):
    hand, hits = aura.cards_spent.controls["hand"].check("hand", setting["hand"]), setting["hits"]
    lives = lives_by_spent([number for *_, number in hand], hits)
    chart = aura.cards_spent(**setting)
    assert list(numbers(chart.named("the psyker lives")).values()) == lives
    dies = numbers(chart.named("the psyker dies"))
    assert dies == dict.fromkeys(range(len(hand)), 0) | {len(hand): 1 - sum(lives)}


@pytest.mark.parametrize("setting", settings(aura.play_order, hits=(1,)), ids=str)
def test_play_order_against_one_hit(setting):
    hand = aura.play_order.controls["hand"].check("hand", setting["hand"])
    best = [Fraction(0)] * len(hand)
    for order in permutations(range(len(hand))):
        kept, reached = Fraction(0), Fraction(1)
        for place, card in enumerate(order):
            saves = Fraction(hand[card][3], FACES)
            kept += reached * saves * sum(hand[later][1] for later in order[place + 1 :])
            reached *= 1 - saves
        best[order[0]] = max(best[order[0]], kept)
    chart = aura.play_order(**setting)
    assert list(numbers(chart.named("points kept")).values()) == best
    assert decimal(max(best), 1) in chart.sentence
    assert {hand[place][0] in chart.sentence for place in range(len(hand)) if best[place] == max(best)} == {
        True
    }


def test_same_pips():
    for hits in (1, 2, 3):
        chart = aura.same_pips(hits)
        shown = dict(
            zip([row[0] for row in chart.table.rows], chart.named("chance to live").size, strict=True)
        )
        for held, number in ((2, 6), (3, 4), (4, 3)):
            assert shown[f"{held} x {number}"] == sum(lives_by_spent([number] * held, hits))


def round_of(dice, against, lead):
    """Return win, tie and lose of a round, over all rolls."""
    found = [0, 0, 0]
    rolls = list(product(range(1, assault.SURE + 1), repeat=dice + against))
    for roll in rolls:
        margin = max(roll[:dice], default=0) + lead - max(roll[dice:], default=0)
        found[0 if margin > 0 else 1 if margin == 0 else 2] += 1
    return [Fraction(ways, len(rolls)) for ways in found]


@pytest.mark.parametrize(
    "setting", settings(assault.channelled, 6, dice=(1, 2), against_dice=(1, 3)), ids=str
)
def test_channelled(setting):
    dice, against, less = setting["dice"], setting["against_dice"], setting["against_bonus"]
    chart = assault.channelled(**setting)
    later = round_of(dice, against, -less)
    for bonus in range(assault.SURE + 1):
        win, tie, lose = round_of(dice, against, bonus - less)
        for _ in range(setting["rounds"] - 1):
            win, tie, lose = win + tie * later[0], tie * later[1], lose + tie * later[2]
        assert [numbers(chart.named(name))[bonus] for name in assault.RESULTS] == [win, tie, lose]
    # A marine against a genestealer, without a card: 25 of 144 (one die against three).
    assert assault.channelled(1, 3).table.rows[0][1] == percent(Fraction(25, 144))


@pytest.mark.parametrize(("prize", "life", "against"), [(3, 8, 3), (0, 12, 1), (6, 0, 4), (0, 0, 2)])
def test_channel_or_keep(prize, life, against):
    chart = assault.channel_or_keep(prize=prize, life=life, against_dice=against)
    worth = {n: (lambda w: prize * w[0] - life * w[2])(round_of(1, against, n)) for n in range(6)}
    more = {card.name: worth[card.bonus] - worth[0] - card.value for card in RULES.cards}
    assert list(numbers(chart.named("beyond its worth as an ability")).values()) == list(more.values())
    named = chart.sentence.partition(" worth channelling ")[2].partition(" ")[2].rstrip(".").split(", ")
    assert named == ([name for name, points in more.items() if points > 0] or ["none of them"])
