"""Choices inside a power, worth by charges, stacking and designers' variants, against a slow minimax."""

import pickle
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from psy.wh40k import (
    RULES,
    STOP,
    Move,
    Option,
    PerilsRule,
    Power,
    Psyker,
    natural_policies,
    plan_phase,
    plan_psykers,
    policy_value,
    simulate_phase,
    visits,
)

ENDING = replace(RULES, ends_at_failure=True)
HARMLESS = replace(RULES, perils=PerilsRule(6, 100))


@cache
def scored(dice, harness):
    results = Counter(sum(face >= harness for face in roll) for roll in product(range(1, 7), repeat=dice))
    return {charges: Fraction(weight, 6**dice) for charges, weight in results.items()}


@cache
def denied(charges, dice, bonus):
    rolls = list(product(range(1, 7), repeat=dice))
    return Fraction(sum(sum(face + bonus >= 6 for face in roll) >= charges for roll in rolls), len(rolls))


def ways_to_try(power):
    """Return (option, charge, value, bonus, unit) of each choice, by the words of the fields."""
    if not power.options:
        return [(None, power.charge, power.value, power.deny_bonus or 0, power.unit)]
    return [
        (
            option.name,
            option.charge or power.charge,
            power.value if option.value is None else option.value,
            power.deny_bonus or 0 if option.deny_bonus is None else option.deny_bonus,
            option.unit or power.unit,
        )
        for option in power.options
    ]


def minimax(powers, pool, deny_pool, rules=RULES):
    """Try every power, option, number of dice and reply; perils cost nothing."""

    @cache
    def value(untried, in_force, own, pool, deny_pool):
        return max([Fraction(0), *moves(untried, in_force, own, pool, deny_pool).values()])

    def moves(untried, in_force, own, pool, deny_pool):
        mine = dict(own)
        return {
            (place, dice, way[0]): worth(place, way, dice, untried, in_force, own, pool, deny_pool)
            for place in untried
            for way in ways_to_try(powers[place])
            for dice in range(1, pool + mine.get(powers[place].psyker, (0, 0))[0] + 1)
        }

    def worth(place, way, dice, untried, in_force, own, pool, deny_pool):
        power, (_, charge, gain, bonus, unit) = powers[place], way
        mine = dict(own)
        if power.psyker in mine:
            used = min(mine[power.psyker][0], dice)
            mine[power.psyker] = (mine[power.psyker][0] - used, mine[power.psyker][1])
        else:
            used = 0
        rest, left, after = untried - {place}, pool - (dice - used), tuple(sorted(mine.items()))
        total = Fraction(0)
        for charges, chance in scored(dice, power.harness or rules.harness).items():
            if charges < charge:
                future = Fraction(0)
                if not rules.ends_at_failure:
                    future = value(rest, in_force, after, left, deny_pool)
                total += chance * (future - power.failed)
                continue
            best = [more for need, more in sorted(power.spare) if charges >= charge + need]
            points = Fraction(best[-1] if best else gain) * power.hit
            if unit is not None and (power.name, unit) in in_force:
                points = Fraction(0)
            forced = in_force | {(power.name, unit)} if unit is not None else in_force
            fed = {who: (d + g if who != power.psyker else d, g) for who, (d, g) in mine.items()}
            if power.gains:
                fed[power.psyker] = (fed.get(power.psyker, (0, 0))[0], power.gains)
            fed = tuple(sorted(fed.items()))
            total += chance * min(
                (1 - no) * (points + value(rest, forced, fed, left, deny_pool - answer))
                + no * value(rest, in_force, after, left, deny_pool - answer)
                for answer in range(deny_pool + 1)
                for no in [denied(charges, answer, bonus) if answer else 0]
            )
        return total

    start = (frozenset(range(len(powers))), frozenset(), (), pool, deny_pool)
    best = value(*start)
    return best, {move for move, worth in moves(*start).items() if worth == best}


SMALL = Power("small", 1, 1)
TARGETS = Power("big", 1, 0, options=(Option("a", value=2, deny_bonus=0), Option("b", value=3, deny_bonus=2)))
LEVELS = Power("big", 1, 1, options=(Option("low"), Option("high", charge=2, value=3)))
SPARE = Power("focussed", 1, 1, spare={1: 3})
VORTEX = Power("vortex", 3, 4, failed=2)
MIGHT = [Power("might", 1, 2, unit="squad", psyker=psyker) for psyker in "ab"]
FED = [
    Power("feast", 1, 0, psyker="a", gains=1),
    Power("bolt", 1, 1, psyker="a"),
    *(Power("bolt", 1, 1, psyker=friend) for friend in "bcd"),
]
FOUR = [Power(f"power {place}", 1, 1) for place in range(4)]


@pytest.mark.parametrize(
    ("powers", "pool", "deny_pool", "rules", "value"),
    [
        # Issue 16, lines 1 to 4.
        ([TARGETS, SMALL], 6, 4, RULES, Fraction(5125, 2304)),
        ([LEVELS, SMALL], 5, 3, RULES, Fraction(2723, 1152)),
        ([SPARE, SMALL], 5, 0, RULES, Fraction(45, 16)),
        ([VORTEX, Power("smite", 2, 2)], 6, 0, RULES, Fraction(31, 16)),
        ([VORTEX, Power("smite", 2, 2)], 8, 4, RULES, Fraction(129301, 41472)),
        (MIGHT, 4, 2, RULES, Fraction(247, 144)),
        ([Power("a", 1, 1, harness=2), Power("b", 1, 1)], 3, 0, RULES, Fraction(19, 12)),
        (FED, 7, 0, RULES, Fraction(2819, 1024)),
        ([replace(FED[0], gains=0), *FED[1:]], 7, 0, RULES, Fraction(11, 4)),
        (FOUR, 8, 0, ENDING, Fraction(581, 256)),
        (FOUR, 8, 0, RULES, 3),
    ],
)
def test_golden_values(powers, pool, deny_pool, rules, value):
    plan = plan_phase(powers, pool, deny_pool, rules=rules)
    assert plan.value == value
    assert policy_value(plan, plan.policy) == value
    assert minimax(tuple(powers), pool, deny_pool, rules)[0] == value


def test_golden_first_moves():
    assert plan_phase([TARGETS, SMALL], 6, 4).first_moves == {Move("small", 2)}
    assert Move("focussed", 4) in plan_phase([SPARE, SMALL], 5).first_moves


def test_one_name_on_one_unit_counts_once_whoever_casts_it():
    harmless = [Psyker(name, 9, (Power("might", 1, 2, unit="squad"),)) for name in "ab"]
    numbered = [Power("might", 1, 2, unit="squad")] * 2
    assert plan_psykers(harmless, 4, 2, rules=HARMLESS).value == Fraction(247, 144)
    assert plan_phase(numbered, 4, 2).value == Fraction(247, 144)
    # On two units, and of two names, they add up.
    apart = [Power("might", 1, 2, unit="squad", psyker="a"), Power("might", 1, 2, unit="other", psyker="b")]
    assert plan_phase(apart, 4, 0).value == 3


def test_a_cap_of_attempts_by_mastery():
    powers = (Power("a", 1, 1), Power("b", 1, 1))
    capped = replace(HARMLESS, attempts_by_mastery=True)
    assert plan_psykers([Psyker("one", 9, powers, mastery=1)], 4, rules=capped).value == Fraction(15, 16)
    assert plan_psykers([Psyker("one", 9, powers, mastery=1)], 4, rules=HARMLESS).value == Fraction(3, 2)
    assert plan_psykers([Psyker("one", 9, powers, mastery=0)], 4, rules=capped).value == 0


def test_a_harness_target_of_a_psyker():
    psykers = [Psyker("keen", 9, (Power("a", 1, 1),), harness=2), Psyker("plain", 9, (Power("b", 1, 1),))]
    assert plan_psykers(psykers, 3, rules=HARMLESS).value == Fraction(19, 12)


options = st.lists(
    st.builds(
        Option,
        st.sampled_from("xyz"),
        st.none() | st.integers(1, 2),
        st.none() | st.integers(0, 4),
        st.none() | st.integers(0, 3),
        unit=st.none() | st.sampled_from(["squad", "lord"]),
    ),
    max_size=2,
    unique_by=lambda option: option.name,
)
any_power = st.builds(
    Power,
    st.sampled_from(["might", "smite"]),
    st.integers(1, 2),
    st.fractions(0, 4, max_denominator=2),
    st.integers(0, 2),
    options=options.map(tuple),
    spare=st.dictionaries(st.integers(1, 2), st.integers(0, 5), max_size=2),
    hit=st.sampled_from([0, Fraction(1, 3), 1]),
    failed=st.sampled_from([0, Fraction(1, 2), 2]),
    unit=st.none() | st.sampled_from(["squad", "lord"]),
    harness=st.none() | st.integers(2, 6),
    gains=st.integers(0, 1),
)


@settings(max_examples=60, deadline=None)
@given(
    powers=st.lists(any_power, max_size=3),
    owners=st.tuples(*[st.sampled_from("ab")] * 3),
    pool=st.integers(0, 4),
    deny_pool=st.integers(0, 3),
    ending=st.booleans(),
)
def test_any_phase_equals_minimax(powers, owners, pool, deny_pool, ending):
    seen = set()
    given_powers = []
    for power, owner in zip(powers, owners, strict=False):
        if (owner, power.name) not in seen:
            seen.add((owner, power.name))
            given_powers.append(replace(power, psyker=owner))
    rules = ENDING if ending else RULES
    plan = plan_phase(given_powers, pool, deny_pool, rules=rules)
    best, moves = minimax(tuple(given_powers), pool, deny_pool, rules)
    assert plan.value == best
    labels = [(power.psyker, power.name) for power in given_powers]
    found = {(labels.index(move.power), move.dice, move.option) for move in plan.first_moves - {STOP}}
    assert found == moves
    full = [
        Psyker(owner, 9, tuple(power for power in given_powers if power.psyker == owner))
        for owner in dict.fromkeys(power.psyker for power in given_powers)
    ]
    harmless = replace(rules, perils=HARMLESS.perils)
    assert plan_psykers(full, pool, deny_pool, rules=harmless).value == best


PHASES = {
    "targets": plan_phase([TARGETS, replace(SMALL, hit=Fraction(1, 2)), VORTEX], 8, 4),
    "stacking": plan_phase([*MIGHT, SPARE], 6, 3, rules=ENDING),
    "own dice": plan_phase(FED, 6, 3),
}


@pytest.mark.parametrize("name", PHASES)
def test_policies_dice_and_visits_agree(name):
    plan = PHASES[name]
    assert policy_value(plan, plan.policy) == plan.value
    for caster in natural_policies(plan).values():
        assert policy_value(plan, caster) <= plan.value
    worth = simulate_phase(plan, 100_000, 7)
    assert abs(worth.mean() - float(plan.value)) <= 5 * worth.std() / 100_000**0.5
    ended = sum(chance for state, chance in visits(plan).items() if plan.policy(state) == STOP)
    assert ended == 1


def test_two_psykers_with_two_targets_for_each_power_are_planned_in_seconds():
    def aimed(name, charge):
        targets = (Option("near", value=1, deny_bonus=0), Option("far", value=charge + 1, deny_bonus=2))
        return Power(name, charge, 1, options=targets)

    psykers = [
        Psyker("one", 10, (aimed("a", 1), aimed("b", 1)), wounds=2),
        Psyker("two", 9, (aimed("c", 2), aimed("d", 3)), wounds=2),
    ]
    plan = plan_psykers(psykers, 12, 8)
    assert policy_value(plan.at(6, 3), plan.policy) == plan.at(6, 3).value


def test_numbers_of_numpy_count_as_pythons_own():
    assert plan_phase([Power("a", 1, np.int64(100))], 15, 8) is not None
    assert (
        plan_phase([Power("a", 1, np.int64(100))], 15, 8).value
        == plan_phase([Power("a", 1, 100)], 15, 8).value
    )


def test_an_illegal_policy_is_refused():
    plan = plan_phase([Power("smite", 1, 2)], 2)
    for move in (Move("smite", 50), Move("curse", 1), ("smite", 1), Move("smite", 0)):
        with pytest.raises(ValueError, match=r"^move must be one that the state allows, not "):
            policy_value(plan, lambda state, move=move: move if state.position else STOP)
        with pytest.raises(ValueError, match=r"^move must be one that the state allows, not "):
            simulate_phase(plan, 10, 1, lambda state, move=move: move if state.position else STOP)


def test_a_move_is_a_pair_or_has_an_option():
    assert Move("smite", 2) == ("smite", 2)
    assert Move("smite", 2, "far") == ("smite", 2, "far")
    assert pickle.loads(pickle.dumps(Move("smite", 2, "far"))) == Move("smite", 2, "far")


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (
            lambda: Power("a", 1, 1, options=(Option("x"), Option("x"))),
            ValueError,
            "options must have different names, not ['x', 'x']",
        ),
        (
            lambda: Power("a", 1, 1, hit=2),
            ValueError,
            "hit must be an integer or a Fraction at least 0 and at most 1, not 2",
        ),
        (
            lambda: Power("a", 1, 1, harness=1),
            ValueError,
            "harness must be a whole number from 2 to 6, not 1",
        ),
        (lambda: Power("a", 1, 1, spare=3), TypeError, "spare must be a list of pairs, not 3"),
        (
            lambda: plan_phase([Power("a", 1, 1, gains=1)], 2),
            ValueError,
            "psyker must be given for the power 'a', which gains dice",
        ),
    ],
)
def test_bad_input_is_refused_in_one_sentence(call, error, message):
    with pytest.raises(error) as caught:
        call()
    assert str(caught.value) == message


def test_equal_psykers_and_powers_count_once():
    # Issue 13, line 9: two powers of charge 1 worth 1 each, nothing paid for losses, any leadership.
    pair = (Power("a", 1, 1), Power("b", 1, 1))
    units = [Psyker(name, 9, pair, wounds=(2,) * 10) for name in ("one", "two")]
    assert float(plan_psykers(units, 8).value) == pytest.approx(2.98985986603, abs=1e-11)
    squads = [Psyker(f"squad {place}", 9, pair, wounds=(1,) * 5) for place in range(5)]
    assert plan_psykers(squads, 8).value == 4
    assert plan_phase([Power(f"power {place}", 1, 1) for place in range(12)], 24).value == 9


def test_too_large_a_phase_is_refused_with_its_size():
    psykers = [
        Psyker(f"psyker {place}", 7 + place, tuple(Power(f"power {n}", 1, n + 1) for n in range(4)), wounds=3)
        for place in range(4)
    ]
    with pytest.raises(ValueError, match=r"16 powers with pools of 12 and 8 come to more than .* positions"):
        plan_psykers(psykers, 12, 8)
