"""One attempt against every order of two small decks, under stated policies and at its best."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise, permutations, product

import pytest

from psy.exact.hands import hand_totals
from psy.prospero import RULES, Coven, Policy, Result, Table, attempt, choice_table, numeration, outlook

REPELLED = replace(RULES, ties="repelled")
MIXED_WARP = {"flood": 1, "tide": 1, "insights": 1, "siphon": 1, "vortex": 1}
MIXED_WILL = {"unbreakable": 1, "defiant": 1, "unbending": 1, "test": 1, "silence": 1}


def ordered(deck):
    """Every order of the cards of a deck, as often as it comes with cards told apart."""
    return list(permutations([card for card, count in deck.items() for _ in range(count)]))


def take(card, policy, difference, behind):
    """Whether a policy takes the other option of a card."""
    habit = getattr(policy, card)
    return habit == "other" or (habit == "behind" and behind(difference))


def deal_attempt(warp, will, coven, table, rules, policy):
    """Turn the cards of two decks in order, word by word from the rules; yield results with their chances."""
    decks, cast_at = {"warp": list(warp), "will": list(will)}, 0 if rules.ties == "cast" else 1
    states = [(0, 0, coven.models, None, None, Fraction(1))]  # totals, models, mark, end, chance
    for _ in range(3):
        turns = []
        for side, deck in decks.items():
            more = True
            while more and deck:
                card, more = deck.pop(0), False
                turns.append((side, card))
                more = card in ("tide", "defiant")
        for side, card in turns:
            after = []
            for warp, will, models, mark, end, chance in states:
                if end:
                    after.append((warp, will, models, mark, end, chance))
                elif side == "warp":
                    after += turn_warp(card, warp, will, models, mark, chance, coven, rules, policy, cast_at)
                else:
                    after.append(
                        turn_will(
                            card, warp, will, models, mark, chance, coven, table, rules, policy, cast_at
                        )
                    )
            states = after
    for warp, will, _, mark, end, chance in states:
        cast = end == "at once" or (end is None and warp - will >= cast_at)
        over = end == "at once" or mark == "ends" or (mark == "if resisted" and not cast and end is None)
        yield Result(warp, will, cast, end or "compared", over), chance


def turn_warp(card, warp, will, models, mark, chance, coven, rules, policy, cast_at):
    if card == "flood" or (card == "siphon" and take(card, policy, warp - will, lambda d: d < cast_at)):
        return [(warp, will, models, mark, "at once", chance)]
    if card == "vortex" and take(card, policy, warp - will, lambda d: d < cast_at):
        dead = (warp + 3, will, models - 1, mark, None if models > 1 else "coven lost", chance / 6)
        return [(warp + 3, will, models, mark, None, chance * 5 / 6), dead]
    if card == "insights" and take(card, policy, warp - will, lambda d: d < cast_at):
        return [(warp, will, models, mark, None, chance)]
    points = {"tide": rules.own_points.tide, "mastery": 1 + coven.elite, "channelling": models}.get(card, 1)
    return [(warp + points, will, models, mark, None, chance)]


def turn_will(card, warp, will, models, mark, chance, coven, table, rules, policy, cast_at):
    points = {
        "unbreakable": rules.own_points.unbreakable,
        "defiant": rules.own_points.defiant,
        "emperor": 1 + table.custodes,
        "silence": 3 if coven.near_sisters else 1 + table.sisters,
    }.get(card, 1)
    if card == "unbreakable":
        mark = "ends"
    elif card == "test" and take(card, policy, warp - will, lambda d: d >= cast_at):
        points = 3
    elif card == "unbending" and take(card, policy, warp - will, lambda d: d >= cast_at):
        points, mark = 0, mark or "if resisted"
    return warp, will + points, models, mark, None, chance


def enumerate_attempt(warp, will, coven, table, rules, policy):
    """The distribution over every pair of orders of the decks."""
    found, orders = Counter(), list(product(ordered(warp), ordered(will)))
    for warp_order, will_order in orders:
        for result, chance in deal_attempt(warp_order, will_order, coven, table, rules, policy):
            found[result] += chance / len(orders)
    return {result: chance for result, chance in found.items() if chance}


def dist(die):
    return {result: Fraction(weight, die.denominator()) for result, weight in die.items()}


@pytest.mark.parametrize(
    ("ties", "chance"), [("cast", Fraction(1)), ("repelled", Fraction(5, 8))], ids=["cast", "repelled"]
)
def test_four_cards_a_side(ties, chance):
    # Issue 4, line 2.
    die = attempt(
        {"mastery": 2, "channelling": 2},
        {"emperor": 3, "silence": 1},
        Coven(2),
        Table(sisters=True),
        replace(RULES, ties=ties),
    )
    assert sum((share for result, share in dist(die).items() if result.cast), Fraction(0)) == chance


HABITS = {
    "one point always": Policy("one", "one", "one", "one", "one"),
    "other always": Policy("other", "other", "other", "other", "other"),
    "other when behind": Policy("behind", "behind", "behind", "behind", "behind"),
    "mixed": Policy("one", "behind", "other", "other", "behind"),
}


@pytest.mark.parametrize("policy", HABITS.values(), ids=HABITS)
@pytest.mark.parametrize("rules", [RULES, REPELLED], ids=["ties cast", "ties repelled"])
@pytest.mark.parametrize("points", [0, 1], ids=["drawn cards 0", "drawn cards 1"])
def test_distribution_under_a_policy_equals_every_order_of_the_decks(policy, rules, points):
    own = replace(rules.own_points, tide=points, defiant=2 * points)
    rules = replace(rules, own_points=own)
    coven, table = Coven(1, near_sisters=True), Table(sisters=True)
    die = attempt(MIXED_WARP, MIXED_WILL, coven, table, rules, policy)
    assert dist(die) == enumerate_attempt(MIXED_WARP, MIXED_WILL, coven, table, rules, policy)


@pytest.mark.parametrize(
    ("warp", "will", "coven", "table"),
    [
        pytest.param({}, {}, Coven(1), Table(), id="empty decks: nil all"),
        pytest.param({"tide": 2}, {"defiant": 3}, Coven(1), Table(), id="only cards that draw"),
        pytest.param(
            {"mastery": 1}, {"emperor": 4}, Coven(2, elite=True), Table(custodes=True), id="deck runs out"
        ),
        pytest.param({"flood": 2}, {"emperor": 3}, Coven(2), Table(), id="a sure flood"),
        pytest.param(
            {"vortex": 2, "channelling": 2}, {"test": 2}, Coven(2), Table(), id="a coven that shrinks"
        ),
    ],
)
def test_edges_equal_every_order_of_the_decks(warp, will, coven, table):
    policy = HABITS["other always"]
    die = attempt(warp, will, coven, table, policy=policy)
    assert dist(die) == enumerate_attempt(warp, will, coven, table, RULES, policy)


def test_totals_of_plain_cards_are_those_of_dealt_hands():
    warp, will = {"mastery": 4, "channelling": 5, "tide": 3}, {"emperor": 3, "silence": 4, "defiant": 2}
    die = attempt(warp, will, Coven(3), Table(custodes=True, sisters=False))
    totals = die.map(lambda result: (result.warp, result.will), star=False)
    ours, theirs = hand_totals({1: 4, 3: 5}, (3,)), hand_totals({2: 3, 1: 4}, (3,))
    for warp_total, will_total in product(range(3, 10), range(3, 7)):
        chance = ours.probability((warp_total,)) * theirs.probability((will_total,))
        assert totals.probability((warp_total, will_total)) == chance


def test_the_last_attempt_gives_nothing_away_by_a_test():
    plan = numeration({"mastery": 3}, {"test": 3}, [1], Coven(2, elite=True), attempts=1)
    assert plan.value == 0  # 6 against 9, and a fourth attempt has no power left
    # A second power makes a test dear: three tests of 3 give three more attempts, but no cards are left.
    assert numeration({"mastery": 3}, {"test": 3}, [1, 1], Coven(2, elite=True), attempts=1).value == 1


def test_choices_by_difference():
    # A coven of one risks everything by a vortex: worth it only where a point would not do.
    plan = numeration({"vortex": 1, "mastery": 2}, {"emperor": 3}, [1], Coven(1), rules=REPELLED, attempts=1)
    table = choice_table(plan)
    assert table["chance"].sum() == pytest.approx(1)
    assert set(table["card"]) == {"vortex"}
    assert (table["other"] == 1).all()
    assert plan.value == Fraction(5, 6)


def test_outlook_of_a_phase_adds_up():
    plan = numeration(MIXED_WARP, MIXED_WILL, [1, 1, 1], Coven(2), exact=True)
    attempts = outlook(plan)
    assert attempts[0].made == 1
    assert sum(one.cast for one in attempts) == plan.value
    for before, after in pairwise(attempts):
        assert before.made - before.over == after.made or after.made == 0
