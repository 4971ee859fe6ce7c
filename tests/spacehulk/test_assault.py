"""Close assault against every roll one by one, icepool, and the golden numbers; the best card to channel."""

from dataclasses import replace
from fractions import Fraction
from itertools import product

import icepool
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from psy.spacehulk import RULES, Policies, Worth, best_channel, channel_gain, close_assault

# A die of three faces keeps the slow enumeration short; the golden numbers are on six.
D3 = replace(RULES, close_assault=replace(RULES.close_assault, die=3))
WHEN = ("never", "losing", "not winning", "always", "best")
RESULTS = ("win", "tie", "lose")

policies = st.builds(Policies, *[st.sampled_from(WHEN)] * 4)


def odds(assault):
    return tuple(assault.probability(result) for result in RESULTS)


def mean(branches):
    branches = list(branches)
    return tuple(sum(branch[part] for branch in branches) / len(branches) for part in range(3))


def settle(own, other, lead, options, faces):
    """Return the chances to win, tie and lose with all dice on the table and some options to come."""
    margin = max(own, default=0) + lead - max(other, default=0)
    if not options:
        return Fraction(margin > 0), Fraction(margin == 0), Fraction(margin < 0)
    (mine, parry, when), *later = options
    kept = settle(own, other, lead, later, faces)
    thrown = list(own if mine != parry else other)
    if not thrown or when == "never":
        return kept
    thrown.remove(max(thrown) if parry else min(thrown))
    rolls = [[*thrown, face] for face in range(1, faces + 1)]
    again = mean(
        settle(*((roll, other) if mine != parry else (own, roll)), lead, later, faces) for roll in rolls
    )
    side = 1 if mine else -1
    better = side * (again[0] - again[2]) > side * (kept[0] - kept[2])
    use = {"losing": side * margin < 0, "not winning": side * margin <= 0, "always": True, "best": better}
    return again if use[when] else kept


def enumerate_round(dice, lead, against_dice, policies, faces):
    options = [
        (True, False, policies.reroll),
        (True, True, policies.parry),
        (False, False, policies.against_reroll),
        (False, True, policies.against_parry),
    ]
    rolls = product(range(1, faces + 1), repeat=dice + against_dice)
    return mean(settle(roll[:dice], roll[dice:], lead, options, faces) for roll in rolls)


def icepool_round(dice, bonus, against_dice, against_bonus):
    def total(dice, bonus):
        return (icepool.d6.highest(dice) if dice else icepool.Die([0])) + bonus

    margin = total(dice, bonus) - total(against_dice, against_bonus)
    return (margin.probability(">", 0), margin.probability("==", 0), margin.probability("<", 0))


@pytest.mark.parametrize(
    ("sides", "golden"),
    [
        # Issue 9, line 2.
        pytest.param((1, 0, 3, 0), ("25/144", "1/6", "95/144"), id="one die against three"),
        pytest.param((1, 1, 3, 0), ("49/144", "215/1296", "40/81"), id="one die and 1 against three"),
        pytest.param((2, 1, 3, 0), ("4109/7776", "1495/7776", "181/648"), id="two dice and 1 against three"),
    ],
)
def test_golden_odds_of_the_boxed_dice(sides, golden):
    assert tuple(map(str, odds(close_assault(*sides)))) == golden


def test_boxed_dice_are_the_marine_and_the_genestealer():
    fight = RULES.close_assault
    assert (fight.marine, fight.genestealer, fight.die) == (1, 3, 6)


@pytest.mark.parametrize("dice", [0, 1, 2, 5])
@pytest.mark.parametrize("against_dice", [0, 1, 3, 6])
@pytest.mark.parametrize(("bonus", "against_bonus"), [(0, 0), (2, 0), (1, 4)])
def test_plain_rounds_equal_icepool(dice, bonus, against_dice, against_bonus):
    assault = close_assault(dice, bonus, against_dice, against_bonus)
    assert odds(assault) == icepool_round(dice, bonus, against_dice, against_bonus)


@pytest.mark.parametrize("field", ["reroll", "parry", "against_reroll", "against_parry"])
@pytest.mark.parametrize("when", WHEN)
@pytest.mark.parametrize("sides", [(1, 0, 3, 0), (2, 1, 2, 0), (3, 0, 1, 2)])
def test_each_policy_equals_every_roll_on_six_faces(field, when, sides):
    policy = Policies(**{field: when})
    dice, bonus, against_dice, against_bonus = sides
    slow = enumerate_round(dice, bonus - against_bonus, against_dice, policy, 6)
    assert odds(close_assault(*sides, policies=policy)) == slow


@settings(max_examples=40, deadline=None)
@given(dice=st.integers(0, 3), against_dice=st.integers(0, 3), lead=st.integers(-2, 2), policies=policies)
def test_all_policies_at_once_equal_every_roll(dice, against_dice, lead, policies):
    dice = min(dice, 4 - against_dice)
    assault = close_assault(dice, max(lead, 0), against_dice, max(-lead, 0), policies=policies, rules=D3)
    assert odds(assault) == enumerate_round(dice, lead, against_dice, policies, 3)


@settings(deadline=None)
@given(dice=st.integers(0, 8), other=st.integers(0, 8), bonus=st.integers(0, 7), theirs=st.integers(0, 7))
def test_the_other_side_sees_the_same_fight(dice, other, bonus, theirs):
    assert (
        odds(close_assault(dice, bonus, other, theirs))
        == odds(close_assault(other, theirs, dice, bonus))[::-1]
    )


@settings(max_examples=40, deadline=None)
@given(dice=st.integers(0, 5), other=st.integers(0, 5), lead=st.integers(0, 4), when=st.sampled_from(WHEN))
def test_no_policy_beats_the_best_one(dice, other, lead, when):
    def swing(**policy):
        win, _, lose = odds(close_assault(dice, lead, other, 0, policies=Policies(**policy)))
        return win - lose

    assert swing(reroll="best") >= swing(reroll=when)
    assert swing(parry="best") >= swing(parry=when)
    assert swing(against_parry="best") <= swing(against_parry=when)


def test_policies_differ_on_a_tie():
    # One die each: a tie is re-rolled under "not winning" only, to 15 of 36 wins in 36 and not 6 ties.
    def chances(when):
        return odds(close_assault(1, 0, 1, 0, policies=Policies(reroll=when)))

    assert chances("never") == (Fraction(15, 36), Fraction(6, 36), Fraction(15, 36))
    assert chances("losing")[1] > chances("not winning")[1]


@pytest.mark.parametrize("dice", [(1, 3), (2, 2)])
def test_a_channelled_card_adds_to_every_other_bonus(dice):
    own, other = dice
    assert close_assault(own, 1, other, 0, channel=[2]) == close_assault(own, 3, other, 0)
    assert close_assault(own, 1, other, 0, against_channel=[2]) == close_assault(own, 1, other, 2)


def test_rounds_follow_a_tie_and_take_one_card_each():
    first, second = odds(close_assault(1, 2, 3, 1)), odds(close_assault(1, 0, 3, 4))
    assault = odds(close_assault(1, 0, 3, 0, channel=[2], against_channel=[1, 4], rounds=2))
    assert assault[0] == first[0] + first[1] * second[0]
    assert assault[1] == first[1] * second[1]
    assert assault[2] == first[2] + first[1] * second[2]


def test_edges_have_an_answer():
    assert odds(close_assault(0, 0, 0, 0)) == (0, 1, 0)
    assert odds(close_assault(1, 0, 3, 0, rounds=0)) == (0, 1, 0)
    assert odds(close_assault(0, 0, 1, 0)) == (0, 0, 1)
    assert odds(close_assault(1, 6, 3, 0)) == (1, 0, 0)
    assert odds(close_assault(2, 1, 0, 0, policies=Policies(parry="always"))) == (1, 0, 0)


def search_channel(hand, sides, rounds, worth, policies):
    """Return the best value and first cards by trying every choice, with `close_assault` of one round."""
    if rounds == 0:
        return Fraction(worth.tie), {None}
    dice, bonus, against_dice, against_bonus = sides
    gains = {}
    for card in [None, *hand]:
        own, price = card or (0, 0)
        rest = [other for other in hand if other is not card]
        win, tie, lose = odds(
            close_assault(dice, bonus + own, against_dice, against_bonus, policies=policies)
        )
        later = search_channel(rest, sides, rounds - 1, worth, policies)[0]
        gain = win * worth.win + tie * later + lose * worth.lose - price
        name = None if card is None else own
        gains[name] = max(gain, gains.get(name, gain))
    best = max(gains.values())
    return best, {name for name, gain in gains.items() if gain == best}


@settings(deadline=None)
@given(
    hand=st.lists(st.tuples(st.integers(0, 4), st.sampled_from([0, Fraction(1, 4), 1])), max_size=3),
    rounds=st.integers(1, 3),
    lead=st.integers(0, 2),
    worth=st.sampled_from([Worth(), Worth(2, 1, -3), Worth(0, 0, -1)]),
)
def test_best_channel_equals_a_search_of_all_choices(hand, rounds, lead, worth):
    cards = [[*card] for card in hand]
    best, first = search_channel(cards, (1, lead, 3, 0), rounds, worth, Policies())
    found = best_channel(
        [own for own, _ in hand], 1, lead, 3, 0, [price for _, price in hand], rounds=rounds, worth=worth
    )
    assert (found.value, set(found.first)) == (best, first)


def test_without_an_attuned_weapon_no_card_is_channelled():
    assert best_channel([4], 1, 0, 3, 0, attuned=False).first == (None,)
    assert odds(close_assault(1, 0, 3, 0, attuned=False)) == odds(close_assault(1, 0, 3, 0))


@pytest.mark.parametrize("die", [3, 6, 8])
def test_what_a_bonus_adds_is_the_difference_of_two_fights(die):
    rules = replace(RULES, close_assault=replace(RULES.close_assault, die=die, marine=2, genestealer=1))
    worth = Worth(win=5, tie=1, lose=-3)
    for bonus in range(5):
        fights = [odds(close_assault(2, own, 1, 0, rules=rules)) for own in (bonus, 0)]
        with_card, without = (5 * win + tie - 3 * lose for win, tie, lose in fights)
        assert channel_gain(bonus, worth, rules=rules) == with_card - without


def test_the_largest_dice_with_every_choice_are_counted_at_once():
    rules = replace(RULES, close_assault=replace(RULES.close_assault, die=20))
    fight = close_assault(20, 0, 20, 0, policies=Policies(*["best"] * 4), rules=rules)
    assert sum(odds(fight)) == 1
    assert fight.probability("win") > 0
    # A lead beyond the die decides, however large it is.
    assert odds(close_assault(1, 10**30, 1, 0, policies=Policies("best"))) == (1, 0, 0)


def test_best_channel_reports_ties():
    assert best_channel([0, 2], 1, 0, 1, 6).first == (2,)
    # Six behind, nothing short of 2 makes a difference, and a card of 0 never does.
    assert best_channel([0], 1, 0, 1, 6).first == (None, 0)
    # Nine behind: even a card of 3 loses.
    assert best_channel([0, 3], 1, 0, 1, 9).first == (None, 0, 3)
    assert best_channel([1, 2], 1, 0, 1, 0, rounds=0).first == ()


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: close_assault(-1, 0, 3, 0), ValueError, "dice must be a whole number from 0 to 20, not -1"),
        (
            lambda: close_assault(1, 0, 21, 0),
            ValueError,
            "against_dice must be a whole number from 0 to 20, not 21",
        ),
        (
            lambda: close_assault(1, -1, 3, 0),
            ValueError,
            "bonus must be a whole number of at least 0, not -1",
        ),
        (
            lambda: close_assault(1, 0, 3, True),
            TypeError,
            "against_bonus must be a whole number of at least 0, not True",
        ),
        (
            lambda: close_assault(1, 0, 3, 0, channel=[1, 2]),
            ValueError,
            "channel must have at most one card a round, 1, not 2",
        ),
        (
            lambda: close_assault(1, 0, 3, 0, against_channel=["2"]),
            TypeError,
            "against_channel[0] must be a whole number of at least 0, not '2'",
        ),
        (
            lambda: close_assault(1, 0, 3, 0, rounds=101),
            ValueError,
            "rounds must be a whole number from 0 to 100, not 101",
        ),
        (
            lambda: Policies(reroll="sometimes"),
            ValueError,
            "reroll = 'sometimes': must be one of 'never', 'losing', 'not winning', 'always', 'best'",
        ),
        (
            lambda: close_assault(1, 0, 3, 0, channel=[2], attuned=False),
            ValueError,
            "channel must be empty: only a psychically attuned weapon can be channelled into",
        ),
        (
            lambda: close_assault(1, 0, 3, 0, against_channel=[2], against_attuned=False),
            ValueError,
            "against_channel must be empty: only a psychically attuned weapon can be channelled into",
        ),
        (lambda: close_assault(1, 0, 3, 0, 3), TypeError, "channel must be a list of bonuses, not 3"),
        (
            lambda: close_assault(1, 0, 3, 0, policies="best"),
            TypeError,
            "policies must be a Policies (of psy.spacehulk.assault), not 'best'",
        ),
        (
            lambda: best_channel([1], 1, 0, 3, 0, rules="harsh"),
            TypeError,
            "rules must be a Rules (of psy.spacehulk.rules), not 'harsh'",
        ),
        (
            lambda: best_channel([1], 1, 0, 3, 0, worth=3),
            TypeError,
            "worth must be a Worth (of psy.spacehulk.channel), not 3",
        ),
        (
            lambda: channel_gain(-1, Worth()),
            ValueError,
            "bonus must be a whole number of at least 0, not -1",
        ),
        (
            lambda: best_channel([1], 1, 0, 3, 0, prices=[1, 2]),
            ValueError,
            "prices must be as many as cards, 1, not 2",
        ),
        (
            lambda: best_channel([1], 1, 0, 3, 0, prices=[-1]),
            ValueError,
            "prices[0] must be an integer or a Fraction at least 0, not -1",
        ),
        (
            lambda: best_channel([1], 1, 0, 3, 0, worth=Worth(0.5, 0, 0)),
            TypeError,
            "worth.win must be an integer or a Fraction, not 0.5",
        ),
        (
            lambda: best_channel(range(20), 1, 0, 3, 0),
            ValueError,
            "cards must leave at most 50000 different hands to solve, these leave 2097152",
        ),
    ],
)
def test_bad_input_is_refused_in_one_sentence(call, error, message):
    with pytest.raises(error) as caught:
        call()
    assert str(caught.value) == message
