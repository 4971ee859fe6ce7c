"""Hands of unequal powers: targets, covens, as many as a rule says, swaps, and the law of what is cast."""

from collections import Counter, defaultdict
from dataclasses import replace
from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.plain_numeration import plain_numeration
from psy.prospero import (
    RULES,
    Coven,
    FirstMove,
    Policy,
    Power,
    Table,
    cast_law,
    inferno,
    numeration,
    outlook,
    phase_aftermath,
    simulate_numeration,
    squad,
    storm,
)
from psy.prospero.rules import WARP_CARDS, WILL_CARDS


def decks(cards, most):
    return st.lists(st.sampled_from(cards), max_size=most).map(
        lambda drawn: {card: drawn.count(card) for card in set(drawn)}
    )


COVENS = [Coven(2), Coven(1, elite=True)]
worths = st.integers(0, 3).map(Fraction) | st.none()
powers = st.tuples(st.tuples(worths, worths), st.sampled_from([None, None, 3]))


def named(letter, pairs):
    return {f"{letter}{number}": Power(list(worths), models) for number, (worths, models) in enumerate(pairs)}


def law_worth(plan):
    """The mean worth of what is cast, by the law of all courses."""
    cards = {card.name: card for card in (*plan.cards, *plan.unused)}
    places = list(enumerate(plan.phase.warp.casters))

    def worth(tried):
        kind = cards[tried.power].kind
        return next(kind[n] for n, one in places if one.coven == tried.coven and kind[n] is not None)

    law = cast_law(plan)
    assert sum(law.values()) == 1
    return sum(
        chance * sum((worth(tried) for tried in course if tried.cast), Fraction(0))
        for course, chance in law.items()
    )


@settings(max_examples=60, deadline=None, derandomize=True)
@given(
    decks(WARP_CARDS, 5),
    decks(WILL_CARDS, 4),
    st.lists(powers, max_size=3),
    st.lists(powers, max_size=2),
    st.integers(0, 3),
    st.sampled_from(["cast", "repelled"]),
)
def test_hands_and_swaps_equal_a_plain_recursion(warp, will, hand, unused, attempts, ties):
    rules = replace(RULES, ties=ties, swap_worth=0)
    plain = plain_numeration(warp, will, hand, COVENS, Table(), rules, attempts, unused)
    arguments = warp, will, named("hand ", hand), COVENS, Table(), rules, attempts
    plan = numeration(*arguments, exact=True, unused=named("unused ", unused))
    assert plan.value == plain
    assert law_worth(plan) == plain
    floats = numeration(*arguments, exact=False, unused=named("unused ", unused))
    assert floats.value == pytest.approx(float(plain), abs=1e-9)


@pytest.mark.parametrize("hand", [(3, 1), (2, 1, 1), (0, 3, 2)], ids=str)
@pytest.mark.parametrize("unused", [(2,), (1, 5), (0, 4)], ids=str)
def test_what_is_given_away_is_worth_it(hand, unused):
    """Decks full of insights, and powers of plainly better and worse: swaps are made in many ways."""
    rules = replace(RULES, swap_worth=0)
    decks = {"insights": 4, "mastery": 1, "vortex": 1}, {"test": 2, "emperor": 1, "unbending": 1}
    powers, others = ([((Fraction(worth),), None) for worth in kinds] for kinds in (hand, unused))
    plain = plain_numeration(*decks, powers, [Coven(2)], Table(), rules, 2, others)
    plan = numeration(*decks, list(hand), Coven(2), Table(), rules, 2, exact=True, unused=list(unused))
    assert plan.value == plain


WARP = {"insights": 3, "mastery": 3, "vortex": 1, "channelling": 2}
WILL = {"defiant": 1, "unbending": 2, "emperor": 2, "test": 2}


def swapping_plan(exact=True, policy=Policy()):  # noqa: B008 (frozen)
    unused = {"storm": 4, "shield": 0, "wall": 0}
    return numeration(
        WARP, WILL, {"inferno": 2, "time": 1}, Coven(2), policy=policy, exact=exact, unused=unused
    )


def test_a_swap_is_worth_what_the_unused_powers_are():
    fixed = numeration(WARP, WILL, {"inferno": 2, "time": 1}, Coven(2), exact=False)
    assert swapping_plan(exact=False).value > fixed.value
    # Unused powers that are worth nothing are never asked for.
    poor = numeration(WARP, WILL, {"inferno": 2, "time": 1}, Coven(2), exact=False, unused=[0, 0])
    assert poor.value == pytest.approx(fixed.value, abs=1e-9)


@pytest.mark.parametrize("policy", [Policy(), Policy(insights="other"), Policy(powers="given")], ids=str)
def test_simulated_swaps_agree(policy):
    plan = swapping_plan(exact=False, policy=policy)
    played = simulate_numeration(plan, 40_000, 3)
    assert played.worth.mean() == pytest.approx(plan.value, abs=4 * played.worth.std() / np.sqrt(40_000))
    law = cast_law(plan)
    casts = sum(chance * sum(tried.cast for tried in course) for course, chance in law.items())
    assert played.cast.mean() == pytest.approx(casts, abs=0.02)


@pytest.mark.parametrize("policy", [Policy(), Policy(siphon="other", test="behind")], ids=str)
def test_the_law_and_the_outlook_agree(policy):
    warp = {"flood": 1, "tide": 1, "siphon": 1, "mastery": 3, "vortex": 1}
    will = {"unbreakable": 1, "unbending": 2, "emperor": 1, "test": 2}
    values = {"inferno": {"sisters": 3, "custodians": 1}, "storm": [2, None], "wall": [None, 1]}
    covens = [Coven(1), Coven(2, elite=True)]
    plan = numeration(warp, will, values, covens, exact=True, policy=policy)
    assert all(move.coven == {"storm": 0, "wall": 1}.get(move.power, move.coven) for move in plan.first_moves)
    law = cast_law(plan)
    made, cast = defaultdict(Fraction), defaultdict(Fraction)
    for course, chance in law.items():
        for number, tried in enumerate(course):
            made[number] += chance
            cast[number] += chance * tried.cast
            assert tried.target == {"inferno": "sisters"}.get(tried.power, "")
    for number, attempt in enumerate(outlook(plan)):
        assert (attempt.made, attempt.cast) == (made[number], cast[number])


def test_first_moves_name_the_target():
    values = {"inferno": {"sisters": 2, "wolves": 2, "custodians": 1}}
    plan = numeration({"mastery": 3}, {}, values, [Coven(1), Coven(1)])
    assert plan.first_moves == {
        FirstMove("inferno", coven, target) for coven in (0, 1) for target in ("sisters", "wolves")
    }


def test_as_four_counts_channelling():
    # Three channellings make 3 points in a coven of one, and 12 as four, against three silences near Sisters.
    near, table = Coven(1, near_sisters=True), Table(sisters=True)
    warp, will = {"channelling": 3}, {"silence": 3}
    assert numeration(warp, will, [1], near, table).value == 0
    assert numeration(warp, will, [Power(1, models=4)], near, table).value == 1


def test_scenarios_four_and_six_with_the_assumed_decks():
    # Issue 17: a coven of four, Custodes and a Sister: all three cast in about 5%, 1.285 on average.
    everybody = Table(custodes=True, sisters=True)
    siege = numeration(RULES.warp_deck, RULES.will_deck, [1] * 3, Coven(4), everybody, exact=False)
    assert siege.value == pytest.approx(1.285, abs=5e-4)
    # Cast as four, a coven of four loses nothing by a model killed by a vortex.
    as_four = numeration(RULES.warp_deck, RULES.will_deck, [Power(1, models=4)] * 3, Coven(4), everybody)
    assert siege.value < as_four.value < siege.value + 0.01
    law = cast_law(siege)
    assert sum(law.values()) == pytest.approx(1)
    three = sum(chance for course, chance in law.items() if sum(tried.cast for tried in course) == 3)
    assert three == pytest.approx(0.05, abs=0.01)
    five = numeration(RULES.warp_deck, RULES.will_deck, [5, 4, 3, 2, 1], Coven(3), everybody)
    four = numeration(RULES.warp_deck, RULES.will_deck, [4, 3, 2, 1], Coven(3), everybody)
    assert five.value == pytest.approx(5.437, abs=5e-4)
    assert four.value == pytest.approx(4.230, abs=5e-4)


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: numeration({}, {}, [[1]], [Coven(1)] * 2), ValueError, "a worth for each of 2 covens"),
        (lambda: numeration({}, {}, [1.5], Coven(1)), TypeError, "values[0] must be an integer"),
        (lambda: numeration({}, {}, [1], Coven(1), unused="x"), TypeError, "unused must be a sequence"),
        (lambda: numeration({}, {}, [1], Coven(1), exact=[1.5]), TypeError, "exact must be a bool"),
        (lambda: numeration({}, {}, [1], Coven(1), rules=Table()), TypeError, "rules must be a Rules"),
        (lambda: Power(1, models=0), ValueError, "models must be a whole number from 1 to 12, not 0"),
        (
            lambda: outlook(swapping_plan(exact=False), -3),
            ValueError,
            "attempts must be",
        ),
        (lambda: cast_law("plan"), TypeError, "plan must be a NumerationPlan"),
    ],
)
def test_refusals(call, error, message):
    with pytest.raises(error) as caught:
        call()
    assert message in str(caught.value)


def orders(deck):
    """All orders of a deck, each once."""
    return sorted(set(permutations([card for card, count in deck.items() for _ in range(count)])))


def play(warp, will, points, powers):
    """What is cast when decks without choices are turned in these orders: three cards a side an attempt."""
    warp, will, cast, over = list(warp), list(will), [], False
    for power in powers:
        totals = []
        for deck in (warp, will):
            total, turned = 0, 0
            while turned < 3 and deck:
                card = deck.pop(0)
                total += points[card]
                turned += card not in ("tide", "defiant")
                over = over or card == "unbreakable"
            totals.append(total)
        cast.append((power, totals[0] >= totals[1]))
        if over:
            break
    return tuple(cast)


@pytest.mark.parametrize("attempts", [1, 2])
def test_the_law_of_casts_and_its_damage_by_listing_all_orders(attempts):
    warp, will = {"tide": 1, "mastery": 3, "channelling": 2}, {"defiant": 1, "unbreakable": 1, "silence": 3}
    points = {"tide": 0, "mastery": 1, "channelling": 2, "defiant": 0, "unbreakable": 1, "silence": 2}
    values, policy = {"inferno": 2, "storm": 1}, Policy(powers="given")
    table = Table(sisters=True)
    plan = numeration(warp, will, values, Coven(2), table, attempts=attempts, policy=policy, exact=True)
    decks_of = [(ours, theirs) for ours in orders(warp) for theirs in orders(will)]
    expected = Counter(play(ours, theirs, points, [*values][:attempts]) for ours, theirs in decks_of)
    law = cast_law(plan)
    assert {tuple((one.power, one.cast) for one in course): chance for course, chance in law.items()} == {
        course: Fraction(number, len(decks_of)) for course, number in expected.items()
    }
    # The damage: one attack after the other on one Veteran of life 2, by hand.
    target, slain = squad("loyalist", "veteran"), Fraction(0)
    for course, number in expected.items():
        wounds = {0: Fraction(1)}
        for name in (power for power, cast in course if cast):
            die = {"inferno": inferno, "storm": storm}[name]([6])
            after = defaultdict(Fraction)
            for before, chance in wounds.items():
                for damage in (0, 1, 2):
                    after[min(2, before + damage)] += chance * die.probability(damage)
            wounds = after
        slain += Fraction(number, len(decks_of)) * wounds.get(2, 0)
    end = phase_aftermath(plan, target, {"inferno": "inferno", "storm": "bioelectrical storm"})
    assert end.cleared == end.model_slain(0) == slain


@pytest.mark.parametrize("worths", [[1, 1], [2, 1], [0, 0]], ids=str)
@pytest.mark.parametrize("policy", [Policy(), Policy(powers="given")], ids=["best", "given"])
def test_first_moves_in_floats_are_those_in_fractions(worths, policy):
    warp, will = {"insights": 2, "mastery": 3, "vortex": 1}, {"unbending": 2, "emperor": 2, "test": 1}
    covens = [Coven(2), Coven(2), Coven(1)]
    exact, floats = (
        numeration(warp, will, worths, covens, policy=policy, exact=exactly) for exactly in (True, False)
    )
    assert exact.first_moves == floats.first_moves
    assert isinstance(exact.value, Fraction)
    assert isinstance(floats.value, float)
    if policy.powers == "given":
        assert {move.power for move in exact.first_moves} <= {0, 1}
        assert {move.coven for move in exact.first_moves} == {0}


def test_the_tolerance_knows_the_worth_of_a_swap_and_a_model():
    rules = replace(RULES, swap_worth=10**6, model_worth=10**6)
    plan = numeration(WARP, WILL, [0], Coven(2), rules=rules, exact=False)
    assert plan.near > numeration(WARP, WILL, [1], Coven(2), exact=False).near > 0
    assert numeration({"mastery": 1}, {}, [1], Coven(1), exact=True).near == 0


def test_every_coven_must_fit_the_table():
    covens = [Coven(1), Coven(1, near_sisters=True)]
    with pytest.raises(ValueError, match="coven is near Sisters"):
        numeration({}, {}, [1], covens)
    assert numeration({"mastery": 3}, {"silence": 3}, [1], covens, Table(sisters=True)).value == 0
