"""The best use of a hand against a slow search that rolls every die, and its own plan played out."""

from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from psy.spacehulk import (
    RULES,
    Card,
    CloseAssault,
    EnemyAbility,
    KillingHit,
    Move,
    Policies,
    Situation,
    UseAbility,
    aura,
    best_aura_order,
    close_assault,
    plan_turn,
)

NO_CARD = Move("no card", None)
A = Card("a", "power", value=3, bonus=3)
B = Card("b", "power", value=1, bonus=1, aura=4)
C = Card("c", "psionic", value=5, bonus=2)
BOXED = CloseAssault(1, 0, 3, 0, prize=4)

turns = st.lists(
    st.one_of(
        st.just(UseAbility()),
        st.sampled_from([KillingHit(), KillingHit(Fraction(1, 3))]),
        st.builds(EnemyAbility, st.sampled_from(["power", "psionic"]), st.integers(0, 4)),
        st.builds(CloseAssault, st.just(1), st.integers(0, 2), st.just(1), st.just(1), st.integers(0, 3)),
    ),
    max_size=3,
)
hands = st.lists(st.sampled_from([A, B, C]), max_size=3)


def dead(turn):
    return (Fraction(-sum(moment.harm for moment in turn if isinstance(moment, EnemyAbility))), Fraction(0))


def mean(branches):
    branches = list(branches)
    return tuple(sum(weight * branch[part] for weight, branch in branches) for part in (0, 1))


def plus(points, branch):
    return branch[0] + points, branch[1]


def stop(hand, turn, life, keep, choose):
    """Return value and survival with a killing hit on the table: die, or roll for one card after another."""
    moves = {NO_CARD: dead(turn)}
    for card in set(hand):
        rest = list(hand)
        rest.remove(card)
        moves[Move("aura", card.name)] = mean(
            (
                Fraction(1, 6),
                play(rest, turn, life, keep, choose)
                if die <= card.aura_number
                else stop(rest, turn, life, keep, choose),
            )
            for die in range(1, 7)
        )
    return choose(len(turn) + 1, True, hand, moves)


def fight(card, rest, assault, turn, life, keep, choose):
    """Roll every die of a round of close assault."""
    rolls = list(product(range(1, 7), repeat=assault.dice + assault.against_dice))
    branches = []
    for roll in rolls:
        own = max(roll[: assault.dice]) + assault.bonus + (card.bonus if card else 0)
        other = max(roll[assault.dice :]) + assault.against_bonus
        branches.append("win" if own > other else "tie" if own == other else "lose")
    after = play(rest, turn, life, keep, choose)
    ends = {"win": plus(assault.prize, after), "tie": after, "lose": stop(rest, turn, life, keep, choose)}
    return mean((Fraction(branches.count(end), len(rolls)), ends[end]) for end in ends)


def play(hand, turn, life, keep, choose):
    """Return value and survival of a turn from the words of the rules, remembering nothing."""
    if not turn:
        return life + keep * sum(card.value for card in hand), Fraction(1)
    now, *later = turn
    rest_of = {card: [*hand[: hand.index(card)], *hand[hand.index(card) + 1 :]] for card in hand}
    if isinstance(now, KillingHit):
        hit = (Fraction(now.chance), stop(hand, later, life, keep, choose))
        return mean([hit, (1 - Fraction(now.chance), play(hand, later, life, keep, choose))])
    if isinstance(now, CloseAssault):
        moves = {NO_CARD: fight(None, hand, now, later, life, keep, choose)}
        for card, rest in rest_of.items():
            moves[Move("channel", card.name)] = fight(card, rest, now, later, life, keep, choose)
    elif isinstance(now, EnemyAbility):
        moves = {NO_CARD: plus(-now.harm, play(hand, later, life, keep, choose))}
        for card, rest in rest_of.items():
            if card.suit == now.suit:
                moves[Move("nullify", card.name)] = play(rest, later, life, keep, choose)
    else:
        moves = {NO_CARD: play(hand, later, life, keep, choose)}
        for card, rest in rest_of.items():
            moves[Move("ability", card.name)] = plus(card.value, play(rest, later, life, keep, choose))
    return choose(len(turn), False, hand, moves)


def best(left, hit, hand, moves):
    return max(moves.values())


@settings(max_examples=80, deadline=None)
@given(hand=hands, turn=turns, life=st.integers(0, 12), keep=st.sampled_from([0, Fraction(1, 2), 1]))
def test_value_and_survival_equal_a_search_that_rolls_every_die(hand, turn, life, keep):
    plan = plan_turn(hand, turn, life, keep)
    assert (plan.value, plan.survival) == play(hand, turn, life, keep, best)


@settings(max_examples=60, deadline=None)
@given(hand=hands, turn=turns, life=st.integers(0, 12), pick=st.sampled_from([min, max]))
def test_any_of_the_tied_moves_reaches_the_value(hand, turn, life, pick):
    plan = plan_turn(hand, turn, life)

    def planned(left, hit, hand, moves):
        names = tuple(sorted(card.name for card in hand))
        tied = plan.policy[Situation(len(turn) - left, hit, names)]
        return moves[pick(tied, key=lambda move: (move.use, move.card or ""))]

    assert play(hand, turn, life, 0, planned)[0] == plan.value


@settings(deadline=None)
@given(hand=hands, turn=turns, life=st.integers(0, 12))
def test_worth_is_what_the_hand_is_short_of_without_the_card(hand, turn, life):
    plan = plan_turn(hand, turn, life)
    for card in set(hand):
        rest = list(hand)
        rest.remove(card)
        assert plan.worth[card.name] == plan.value - plan_turn(rest, turn, life).value >= 0


def test_the_last_card_against_a_hit():
    # A 3 used now is worth 3 points; kept, it saves half a life: equal at 6.
    for life, first in [(5, "ability"), (7, "no card")]:
        moves = plan_turn([A], [UseAbility(), KillingHit()], life).first_moves
        assert {move.use for move in moves} == {first}
    tied = plan_turn([A], [UseAbility(), KillingHit()], life=6)
    assert tied.first_moves == {NO_CARD, Move("ability", "a")}
    assert (tied.value, tied.survival, tied.worth["a"]) == (3, Fraction(1, 2), 3)


def test_auras_only_are_the_aura_chances():
    hand = [Card("x", None, bonus=4), Card("y", None, bonus=3), Card("z", None, bonus=2)]
    plan = plan_turn(hand, [KillingHit()], life=1)
    assert plan.value == plan.survival == aura((4, 3, 2)).saved == Fraction(8, 9)


def test_kept_cards_follow_the_best_order_of_auras():
    hand = [Card("x", None, bonus=4, value=6), Card("y", None, bonus=2, value=1)]
    plan = plan_turn(hand, [KillingHit()], life=100, keep=1)
    assert plan.first_moves == {Move("aura", "y")}
    assert plan.value == 100 * aura((4, 2)).saved + best_aura_order([4, 2], [6, 1]).kept


def test_one_assault_without_auras_is_close_assault():
    card = Card("x", None, bonus=1, aura=0)
    plan = plan_turn([card], [BOXED], life=10)
    chances = close_assault(1, 1, 3, 0)
    assert plan.first_moves == {Move("channel", "x")}
    assert plan.value == 4 * chances.probability("win") + 10 * (1 - chances.probability("lose"))
    parrying = replace(BOXED, policies=Policies(parry="best"))
    assert plan_turn([card], [parrying], life=10).survival > plan.survival


def test_an_enemy_ability_is_nullified_by_its_suit_only():
    turn = [EnemyAbility("psionic", harm=4)]
    assert plan_turn([A, C], turn, life=0).first_moves == {Move("nullify", "c")}
    assert plan_turn([A], turn, life=0).value == -4
    # Kept for next turn the card is worth more than the harm.
    assert plan_turn([C], turn, life=0, keep=1).first_moves == {NO_CARD}


def test_copies_of_a_card_are_one_choice():
    plan = plan_turn([A, A], [UseAbility(), UseAbility()], life=0)
    assert (plan.value, plan.first_moves, dict(plan.worth)) == (6, {Move("ability", "a")}, {"a": 3})


def test_edges_have_an_answer():
    empty = plan_turn([], [], life=3)
    assert (empty.value, empty.survival, empty.first_moves, dict(empty.worth)) == (3, 1, frozenset(), {})
    assert plan_turn([], [KillingHit()], life=3).first_moves == {NO_CARD}
    never = plan_turn([A], [KillingHit(0)], life=3)
    assert (never.value, never.survival) == (3, 1)
    assert plan_turn([A] * 30, [BOXED] * 50, life=1).survival > 0


def test_a_hand_of_the_sample_cards_is_planned():
    turn = [UseAbility(), EnemyAbility("power", 3), BOXED, KillingHit(Fraction(1, 2))]
    plan = plan_turn(RULES.cards[:7], turn, life=20)
    assert 0 < plan.survival < 1
    assert max(plan.worth.values()) < 20


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: plan_turn(["a"], [], 1), TypeError, "hand[0] must be a Card, not 'a'"),
        (
            lambda: plan_turn([], ["hit"], 1),
            TypeError,
            "turn[0] must be a moment such as KillingHit(), not 'hit'",
        ),
        (
            lambda: plan_turn([A, replace(A, value=9)], [], 1),
            ValueError,
            "hand must have cards of one name alike",
        ),
        (
            lambda: plan_turn([A] * 31, [], 1),
            ValueError,
            "cards in hand must be a whole number from 0 to 30, not 31",
        ),
        (
            lambda: plan_turn([], [UseAbility()] * 51, 1),
            ValueError,
            "moments in the turn must be a whole number from 0 to 50, not 51",
        ),
        (
            lambda: plan_turn([Card(str(n), None, bonus=1) for n in range(20)], [KillingHit()], 1),
            ValueError,
            "hand, turn and enemy must be solved in 20000 steps, these take more",
        ),
        (
            lambda: plan_turn([], [], -1),
            ValueError,
            "life must be an integer or a Fraction at least 0, not -1",
        ),
        (
            lambda: plan_turn([], [], 1, keep=2),
            ValueError,
            "keep must be an integer or a Fraction at least 0 and at most 1, not 2",
        ),
        (
            lambda: KillingHit(0.5),
            TypeError,
            "chance must be an integer or a Fraction at least 0 and at most 1, not 0.5",
        ),
        (
            lambda: CloseAssault(21, 0, 1, 0),
            ValueError,
            "dice must be a whole number from 0 to 20, not 21",
        ),
        (
            lambda: CloseAssault(1, -1, 1, 0),
            ValueError,
            "bonus = -1: must be a whole number of at least 0",
        ),
        (
            lambda: EnemyAbility("fire", 1),
            ValueError,
            "suit = 'fire': must be one of 'psionic', 'power', 'kinesis', 'temporal' or 'any'",
        ),
    ],
)
def test_bad_input_is_refused_in_one_sentence(call, error, message):
    with pytest.raises(error) as caught:
        call()
    assert str(caught.value) == message
