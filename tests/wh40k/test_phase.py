"""The phase planned as a whole, against minimax written from the rules' words, golden numbers and dice."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product
from math import sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from psy.wh40k import (
    RULES,
    SPENT,
    STOP,
    Condition,
    Model,
    Move,
    PerilsRule,
    PhaseState,
    Power,
    Prices,
    Psyker,
    natural_policies,
    plan_phase,
    plan_psykers,
    policy_value,
    simulate_phase,
    visits,
)

# Issue 3: powers worth 1, 1, 2 at charges 1, 1, 2.
HASTE, ENDURANCE, SMITE = Power("haste", 1, 1), Power("endurance", 1, 1), Power("smite", 2, 2)
THREE = (HASTE, ENDURANCE, SMITE)
FOUR = (*THREE, Power("vortex", 3, Fraction(7, 2)))
NO_HITS = replace(RULES, hit_wounds_on="never")
SURE_PERILS = replace(RULES, perils=PerilsRule(None, 1))


@cache
def rolled(dice, harness, face, count):
    """Count the results of the psychic test: charges, and whether it brings perils."""
    results = Counter()
    for roll in product(range(1, 7), repeat=dice):
        watched = range(1, 7) if face is None else [face]
        charges = sum(shown >= harness for shown in roll)
        results[charges, any(roll.count(shown) >= count for shown in watched)] += 1
    return {result: Fraction(weight, 6**dice) for result, weight in results.items()}


@cache
def denied(charges, dice, bonus):
    rolls = list(product(range(1, 7), repeat=dice))
    return Fraction(sum(sum(face + bonus >= 6 for face in roll) >= charges for roll in rolls), len(rolls))


def results_of(power, dice, rules):
    perils = power.perils or rules.perils
    return rolled(dice, rules.harness, perils.face, perils.count).items()


def minimax(powers, pool, deny_pool, bonus, cost, rules=RULES):
    """Solve the first form by trying every move and every reply."""
    by_name = {power.name: power for power in powers}

    @cache
    def value(untried, pool, deny_pool):
        return max([Fraction(0), *moves(untried, pool, deny_pool).values()])

    def moves(untried, pool, deny_pool):
        return {
            (name, dice): worth(by_name[name], dice, untried - {name}, pool - dice, deny_pool)
            for name in untried
            for dice in range(1, pool + 1)
        }

    def worth(power, dice, untried, left, deny_pool):
        total = Fraction(0)
        added = bonus if power.deny_bonus is None else power.deny_bonus
        for (charges, perils), chance in results_of(power, dice, rules):
            outcome = value(untried, left, deny_pool)
            if charges >= power.charge:
                outcome = min(
                    value(untried, left, deny_pool - answer)
                    + power.value * (1 - (denied(charges, answer, added) if answer else 0))
                    for answer in range(deny_pool + 1)
                )
            total += chance * (outcome - cost * perils)
        return total

    untried = frozenset(by_name)
    best = value(untried, pool, deny_pool)
    tied = {move for move, worth in moves(untried, pool, deny_pool).items() if worth == best}
    return best, tied | ({STOP} if best == 0 else set())


@pytest.mark.parametrize("pool", range(6))
@pytest.mark.parametrize("deny_pool", [0, 1, 4])
@pytest.mark.parametrize("bonus", [0, 2])
@pytest.mark.parametrize("cost", [0, Fraction(3, 2)], ids=["free perils", "dear perils"])
@pytest.mark.parametrize("powers", [THREE, (SMITE, Power("hex", 1, 3, deny_bonus=0))], ids=["three", "two"])
def test_plan_equals_minimax(powers, pool, deny_pool, bonus, cost):
    plan = plan_phase(powers, pool, deny_pool, bonus, cost)
    assert (plan.value, plan.first_moves) == minimax(powers, pool, deny_pool, bonus, cost)


powers_of_all_kinds = st.builds(
    Power,
    st.just("any"),
    st.integers(1, 3),
    st.fractions(0, 4, max_denominator=3),
    st.none() | st.integers(0, 5),
    st.none() | st.builds(PerilsRule, st.none() | st.integers(1, 6), st.integers(1, 3)),
)


@settings(max_examples=40, deadline=None)
@given(
    powers=st.lists(powers_of_all_kinds, max_size=3),
    pool=st.integers(0, 4),
    deny_pool=st.integers(0, 4),
    cost=st.fractions(0, 2, max_denominator=4),
    harness=st.integers(2, 6),
)
def test_any_plan_equals_minimax(powers, pool, deny_pool, cost, harness):
    rules = replace(RULES, harness=harness)
    powers = [replace(power, name=f"power {place}") for place, power in enumerate(powers)]
    plan = plan_phase(powers, pool, deny_pool, 1, cost, rules)
    assert (plan.value, plan.first_moves) == minimax(powers, pool, deny_pool, 1, cost, rules)


def test_golden_numbers():
    # Issue 3, no deny: pool 5 is worth 2, pool 7 21/8 by (1, 1, 5) or (1, 2, 4), pool 8 23/8.
    assert plan_phase(THREE, 5).value == 2
    seven = plan_phase(THREE, 7)
    assert seven.value == Fraction(21, 8)
    for move in [("haste", 1), ("haste", 2), ("endurance", 1), ("endurance", 2), ("smite", 4), ("smite", 5)]:
        assert move in seven.first_moves
    assert len(seven.first_moves) == 6
    assert plan_phase(THREE, 8).value == Fraction(23, 8)
    # A price of 1 for each perils.
    assert plan_phase(THREE, 7, perils_cost=1).value == Fraction(355, 144)


def test_one_plan_holds_the_plans_of_all_smaller_pools():
    plan = plan_phase(THREE, 9, 6, 1, Fraction(1, 2))
    for pool, deny_pool in product(range(10), range(7)):
        state = PhaseState(frozenset(power.name for power in THREE), pool, deny_pool)
        smaller, read = plan_phase(THREE, pool, deny_pool, 1, Fraction(1, 2)), plan.at(pool, deny_pool)
        assert (plan.policy.value(state), plan.policy.moves(state)) == (smaller.value, smaller.first_moves)
        assert (read.value, read.first_moves) == (smaller.value, smaller.first_moves)
        assert read.policy.start == state
    assert visits(plan.at(5, 3)) == visits(plan_phase(THREE, 5, 3, 1, Fraction(1, 2)))


def test_a_plan_may_start_where_a_phase_has_come_to():
    plan = plan_phase(THREE, 9, 6, 1, Fraction(1, 2))
    rest = plan.policy.starting(PhaseState(frozenset({"haste", "smite"}), 5, 4))
    assert rest.value == plan_phase([HASTE, SMITE], 5, 4, 1, Fraction(1, 2)).value
    assert policy_value(rest, rest.policy) == rest.value


def test_the_opponent_saves_his_dice_for_what_matters():
    # One die is left for doom, so one charge: four dice at +2 deny it in 15 of 16, three in 7 of 8. A die at
    # +0 on the trifle saves 1/6, and costs 9 * 1/2 * 1/16 later.
    doom = Power("doom", 1, 9, deny_bonus=2)
    policy = plan_phase([Power("trifle", 1, 1), doom], 6, 4).policy
    assert policy.replies(PhaseState(frozenset({"doom"}), 1, 4), "trifle", 1) == {0}
    assert policy.replies(PhaseState(frozenset(), 0, 4), "doom", 2) == {4}


def test_no_dice_deny_more_charges_than_there_are_dice():
    policy = plan_phase([SMITE], 6, 4).policy
    assert policy.replies(PhaseState(frozenset(), 0, 4), "smite", 5) == {0}


def test_hope_against_one_charge_now_is_worth_more_than_against_five_dice_later():
    # All four dice deny one charge with 671/1296, and what five dice score on doom hardly ever.
    policy = plan_phase([Power("trifle", 1, 1), Power("doom", 2, 9)], 6, 4).policy
    assert policy.replies(PhaseState(frozenset({"doom"}), 5, 4), "trifle", 1) == {4}


def test_edges_have_an_answer():
    assert plan_phase([], 5, 5).first_moves == {STOP}
    assert plan_phase(THREE, 0, 9).value == 0
    # With two dice nothing of charge 3 is cast: every move is worth as much as to stop.
    assert plan_phase([Power("vortex", 3, 5)], 2).first_moves == {STOP, ("vortex", 1), ("vortex", 2)}
    # Perils on every die, at a price that nothing is worth.
    assert plan_phase(THREE, 6, perils_cost=9, rules=SURE_PERILS).first_moves == {STOP}
    assert plan_phase(THREE, 9, 9, deny_bonus=5).value < plan_phase(THREE, 9, 9).value


@settings(max_examples=30, deadline=None)
@given(pool=st.integers(0, 8), deny_pool=st.integers(0, 8), bonus=st.integers(0, 3), cost=st.integers(0, 3))
def test_more_dice_help_their_owner(pool, deny_pool, bonus, cost):
    value = plan_phase(THREE, pool, deny_pool, bonus, cost).value
    assert 0 <= value <= 4
    assert value <= plan_phase(THREE, pool + 1, deny_pool, bonus, cost).value
    assert value >= plan_phase(THREE, pool, deny_pool + 1, bonus, cost).value
    assert value >= plan_phase(THREE, pool, deny_pool, bonus + 1, cost).value
    assert value >= plan_phase(THREE, pool, deny_pool, bonus, cost + 1).value
    assert value >= plan_phase(THREE[:2], pool, deny_pool, bonus, cost).value


# The full form.

LIBRARIAN = Psyker("librarian", 9, (HASTE, SMITE), wounds=2, prices=Prices(1, 2, 1, Fraction(1, 5), 1))
WYRDVANES = Psyker("wyrdvanes", 7, (HASTE,), wounds=(1, 1), prices=Prices(wound=Fraction(1, 2), hit=1))
TOUGH = Psyker("ork", 7, (SMITE, Power("waaagh", 1, 3, deny_bonus=0)), feel_no_pain=5, prices=Prices(1, 4))


def table_results(leadership, feel_no_pain):
    """Resolve the perils table by its words: wound, removed, power lost, drained, surge, hits."""
    results = Counter()
    passed = Fraction(sum(a + b <= leadership for a, b in product(range(1, 7), repeat=2)), 36)
    hurt = 1 - (Fraction(7 - feel_no_pain, 6) if feel_no_pain else 0)

    def add(chance, wound=False, removed=False, lost=False, drained=0, surge=False, hits=0):
        for wounded, share in ((1, hurt), (0, 1 - hurt)) if wound else ((0, Fraction(1)),):
            results[wounded, removed, lost, drained, surge, hits] += chance * share / 6

    add(passed, wound=True)
    for hits in range(1, 7):
        add((1 - passed) / 6, removed=True, hits=hits)
    add(Fraction(1), wound=True, lost=True)
    for drained in (1, 2, 3):
        add(Fraction(1, 3), wound=True, drained=drained)
    add(Fraction(1), wound=True)
    add(passed)
    add(1 - passed, wound=True)
    add(passed, surge=True)
    add(1 - passed, wound=True)
    return {result: chance for result, chance in results.items() if chance}


@cache
def fall(wounds, hits):
    """Let hits fall on the models that are left, each of 1 wound: five faces of six take one of them."""
    if not hits or not wounds:
        return {wounds: Fraction(1)}
    results = Counter()
    for chance, left in ((Fraction(5, 6), wounds[1:]), (Fraction(1, 6), wounds)):
        for after, share in fall(left, hits - 1).items():
            results[after] += chance * share
    return results


def full_minimax(psykers, pool, deny_pool, bonus, rules=RULES):
    """Solve the full form by trying everything; a psyker is (wounds of models, untried, known powers)."""

    @cache
    def value(state, pool, deny_pool):
        moves = [
            worth(place, power, dice, state, pool - dice, deny_pool)
            for place, psyker in enumerate(psykers)
            for power in psyker.powers
            if power.name in state[place][1]
            for dice in range(1, pool + 1)
        ]
        return max([Fraction(0), *moves])

    def worth(place, power, dice, state, left, deny_pool):
        wounds, untried, known = state[place]
        tried = (wounds, untried - {power.name}, known)
        total = Fraction(0)
        for (charges, perils), chance in results_of(power, dice, rules):
            results = suffer(psykers[place], tried) if perils else {(tried, 0, 0): Fraction(1)}
            for (after, drained, price), share in results.items():
                position = (*state[:place], after, *state[place + 1 :])
                pools = max(left - drained, 0), max(deny_pool - drained, 0)
                total += chance * share * (answered(power, charges, position, *pools) - price)
        return total

    @cache
    def answered(power, charges, position, left, deny_pool):
        if charges < power.charge:
            return value(position, left, deny_pool)
        added = bonus if power.deny_bonus is None else power.deny_bonus
        return min(
            value(position, left, deny_pool - answer)
            + power.value * (1 - (denied(charges, answer, added) if answer else 0))
            for answer in range(deny_pool + 1)
        )

    @cache
    def suffer(psyker, condition):
        results = Counter()
        prices = psyker.prices
        table = table_results(psyker.leadership, psyker.feel_no_pain)
        for (wound, removed, lost, drained, surge, hits), chance in table.items():
            for victim in range(len(condition[0])):
                wounds, untried, known = list(condition[0]), condition[1], condition[2]
                price = prices.wound * wound + prices.hit * hits - prices.surge * surge
                share = chance / len(wounds)
                if wound or removed:
                    wounds[victim] = 0 if removed else wounds[victim] - 1
                    if wounds[victim] == 0:
                        del wounds[victim]
                        price += prices.psyker
                blows = 0 if rules.hit_wounds_on == "never" else hits
                for left, part in fall(tuple(sorted(wounds)), blows).items():
                    owed = price + prices.psyker * (len(wounds) - len(left))
                    if not left:
                        results[((), frozenset(), frozenset()), drained, owed] += share * part
                    elif lost:
                        for name in known:
                            after = (left, untried - {name}, known - {name})
                            results[after, drained, owed + prices.power] += share * part / len(known)
                    else:
                        results[(left, untried, known), drained, owed] += share * part
        return results

    start = []
    for psyker in psykers:
        names = frozenset(power.name for power in psyker.powers)
        start.append((tuple(model.wounds for model in psyker.start.models), names, names))
    return value(tuple(start), pool, deny_pool)


@pytest.mark.parametrize(
    "psykers",
    [[LIBRARIAN], [TOUGH], [LIBRARIAN, WYRDVANES], [TOUGH, WYRDVANES]],
    ids=lambda psykers: " and ".join(psyker.name for psyker in psykers),
)
@pytest.mark.parametrize(
    ("pool", "deny_pool", "bonus"), [(0, 2, 0), (2, 2, 0), (3, 0, 0), (4, 3, 1), (5, 2, 2)]
)
@pytest.mark.parametrize(
    "rules",
    [RULES, replace(RULES, perils=RULES.daemonology_perils), SURE_PERILS],
    ids=["sixes", "doubles", "always perils"],
)
def test_full_plan_equals_minimax(psykers, pool, deny_pool, bonus, rules):
    plan = plan_psykers(psykers, pool, deny_pool, bonus, rules)
    assert plan.value == full_minimax(psykers, pool, deny_pool, bonus, rules)


def test_perils_after_which_a_position_has_less_than_its_largest_pool():
    # Two ways lead to the last power with two models: by a purge from the first test, and by the second test.
    unit = Psyker("unit", 7, tuple(Power(f"power {charge}", charge, charge) for charge in (1, 2, 3)), (2, 2))
    for pool in (2, 3, 4):
        assert plan_psykers([unit], pool, rules=NO_HITS).value == full_minimax([unit], pool, 0, 0, NO_HITS)


def test_without_perils_the_full_form_is_the_first():
    harmless = replace(RULES, perils=PerilsRule(6, 6))
    psykers = [Psyker("one", 9, (HASTE, SMITE)), Psyker("two", 8, (ENDURANCE,))]
    assert plan_psykers(psykers, 5, 5, 1, harmless).value == plan_phase(THREE, 5, 5, 1, rules=harmless).value


def test_two_psykers_solve_at_twelve_against_eight():
    plan = plan_psykers([LIBRARIAN, TOUGH], 12, 8, 1)
    assert policy_value(plan, plan.policy) == plan.value
    free = [replace(LIBRARIAN, prices=Prices()), replace(TOUGH, prices=Prices())]
    assert plan.value < plan_psykers(free, 12, 8, 1).value


def test_positions_of_the_full_form_name_what_is_left():
    policy = plan_psykers([LIBRARIAN, WYRDVANES], 4, 2).policy
    move = Move(("librarian", "haste"), 2)
    assert policy.start.position == (
        Condition((Model(2, 9),), frozenset({"haste", "smite"}), 0),
        Condition((Model(1, 7), Model(1, 7)), frozenset({"haste"}), 0),
    )
    after = policy.after(policy.start, move)
    assert after == PhaseState(
        (Condition((Model(2, 9),), frozenset({"smite"}), 1), policy.start.position[1]), 2, 2
    )
    lost = [fate for fate in policy.attempt(policy.start, move).fates if fate.drained == 3]
    assert [policy.after(policy.start, move, fate)[1:] for fate in lost] == [(0, 0)]
    assert Psyker("mute", 9, ()).start == SPENT


# Other policies, and dice.

PHASES = [
    pytest.param(plan_phase(THREE, 7), id="no deny"),
    pytest.param(plan_phase(FOUR, 12, 8, 1, Fraction(1, 2)), id="four powers, priced perils"),
    pytest.param(plan_phase(FOUR, 9, 9, 0, 1, SURE_PERILS), id="perils on every die"),
    pytest.param(plan_psykers([LIBRARIAN, WYRDVANES], 8, 5, 1), id="two psykers"),
    pytest.param(
        plan_psykers([TOUGH, WYRDVANES], 7, 5, 0, replace(RULES, perils=RULES.daemonology_perils)),
        id="two psykers of Daemonology",
    ),
]


@pytest.mark.parametrize("plan", PHASES)
def test_no_natural_policy_beats_the_plan(plan):
    assert policy_value(plan, plan.policy) == plan.value
    for name, caster in natural_policies(plan).items():
        assert policy_value(plan, caster) <= plan.value, name


def test_natural_policies_are_what_they_say():
    plan = plan_phase(FOUR, 12, 8)
    casters = natural_policies(plan)
    assert casters["all in one"](plan.policy.start) == Move("vortex", 12)
    assert casters["two per charge"](plan.policy.start) == Move("vortex", 6)
    last = PhaseState(frozenset({"smite", "haste"}), 3, 0)
    assert casters["two per charge"](last) == Move("haste", 2)
    assert casters["greedy"](last) == Move("smite", 3)
    spent = PhaseState(frozenset({"haste"}), 0, 0)
    assert {caster(spent) for caster in casters.values()} == {STOP}


@pytest.mark.parametrize("plan", PHASES)
def test_simulated_mean_agrees_with_the_value(plan):
    # Four means of 100,000 phases may each stray by 4.5 standard errors: a false alarm once in 35,000 runs.
    trials = 100_000
    casters = {"plan": plan.policy, **natural_policies(plan)}
    for name, caster in casters.items():
        worth = simulate_phase(plan, trials, 20, caster)
        assert worth.shape == (trials,)
        error = worth.std() / sqrt(trials)
        if name == "plan":
            assert abs(worth.mean() - float(plan.value)) <= 4.5 * error
        # Against the planned replies no caster has more than the plan on average.
        assert worth.mean() <= float(plan.value) + 4.5 * error, name


def test_simulator_repeats_with_the_same_seed():
    plan = plan_phase(THREE, 7, 4)
    assert (simulate_phase(plan, 500, 1) == simulate_phase(plan, 500, 1)).all()
    assert (simulate_phase(plan, 500, 1) != simulate_phase(plan, 500, 2)).any()
    assert simulate_phase(plan, 0, 1).shape == (0,)


@pytest.mark.parametrize("plan", PHASES)
def test_visits_are_chances(plan):
    chances = visits(plan)
    assert chances[plan.policy.start] == 1
    assert all(0 < chance <= 1 for chance in chances.values())
    ended = sum(chance for state, chance in chances.items() if plan.policy(state) == STOP)
    assert ended == 1


def test_a_request_that_is_too_large_says_so_before_it_starts():
    with pytest.raises(
        ValueError, match=r"^the phase is too large: 16 powers with pools of 30 and 30 come to more than "
    ) as caught:
        plan_phase([Power(f"power {place}", 1, place) for place in range(16)], 30, 30)
    assert str(caught.value).endswith("would take more than 60 seconds; take fewer powers or smaller pools")


def test_equal_powers_and_psykers_count_once():
    # Each was refused, or took minutes, before equal powers and models were merged.
    equal = [Power(f"power {place}", 1, 1) for place in range(12)]
    assert plan_phase(equal, 24).value == 9
    squads = [Psyker(name, 7, (HASTE,), wounds=(1,) * 5) for name in "abcde"]
    assert plan_psykers(squads, 12, 8).value > 3
    # Issue 13 gives this value for two powers of charge 1 worth 1 each; too few dice to lose ten models.
    units = [Psyker(name, 7, (HASTE, ENDURANCE), wounds=(2,) * 10) for name in "ab"]
    assert float(plan_psykers(units, 8).value) == pytest.approx(2.98985986603, abs=5e-12)
    some = {"power 3", "power 7"}
    policy = plan_phase(equal, 14).policy
    assert policy.moves(PhaseState(frozenset(some), 2, 0)) == {(name, 1) for name in some}


PLAN = plan_phase(THREE, 3, 2)
POLICY = PLAN.policy


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: Power("a", 0, 1), ValueError, "charge must be a whole number of at least 1, not 0"),
        (
            lambda: Power("a", 1, -1),
            ValueError,
            "value must be an integer or a Fraction at least 0, not -1",
        ),
        (
            lambda: Power("a", 1, 0.5),
            TypeError,
            "value must be an integer or a Fraction at least 0, not 0.5",
        ),
        (lambda: Power(1, 1, 1), TypeError, "name must be a str (of builtins), not 1"),
        (
            lambda: Power("a", 1, 1, deny_bonus=-1),
            ValueError,
            "deny_bonus must be a whole number of at least 0, not -1",
        ),
        (lambda: Power("a", 1, 1, perils=6), TypeError, "perils must be a PerilsRule or None, not 6"),
        (lambda: plan_phase(THREE, -1), ValueError, "pool must be a whole number from 0 to 100, not -1"),
        (
            lambda: plan_phase(THREE, 3, 101),
            ValueError,
            "deny_pool must be a whole number from 0 to 100, not 101",
        ),
        (
            lambda: plan_phase(THREE, 3, 3, True),
            TypeError,
            "deny_bonus must be a whole number of at least 0, not True",
        ),
        (
            lambda: plan_phase(THREE, 3, perils_cost=-1),
            ValueError,
            "perils_cost must be an integer or a Fraction at least 0, not -1",
        ),
        (
            lambda: plan_phase(["smite"], 3),
            TypeError,
            "powers must be a Power (of psy.wh40k.powers), not 'smite'",
        ),
        (
            lambda: plan_phase([HASTE, HASTE], 3),
            ValueError,
            "powers must have different names, not ['haste', 'haste']",
        ),
        (
            lambda: plan_psykers([HASTE], 3),
            TypeError,
            f"psykers must be a Psyker (of psy.wh40k.psykers), not {HASTE!r}",
        ),
        (
            lambda: plan_psykers([TOUGH, TOUGH], 3),
            ValueError,
            "psykers must have different names, not ['ork', 'ork']",
        ),
        (
            lambda: Psyker("a", 1, (HASTE,)),
            ValueError,
            "leadership must be a whole number from 2 to 12, not 1",
        ),
        (
            lambda: Psyker("a", 9, (HASTE,), wounds=0),
            ValueError,
            "wounds must be a whole number from 1 to 10, not 0",
        ),
        (
            lambda: Psyker("a", 9, (HASTE,), feel_no_pain=1),
            ValueError,
            "feel_no_pain must be a whole number from 2 to 6, not 1",
        ),
        (
            lambda: Psyker("a", 9, (HASTE,), prices=1),
            TypeError,
            "prices must be a Prices (of psy.wh40k.psykers), not 1",
        ),
        (
            lambda: Prices(wound=-1),
            ValueError,
            "wound must be an integer or a Fraction at least 0, not -1",
        ),
        (
            lambda: POLICY.value(PhaseState(frozenset({"haste"}), 3, 0)),
            ValueError,
            "state must be one of this phase, with a pool of at most 3 less one for each power tried and a "
            "deny pool of at most 2, not PhaseState(position=frozenset({'haste'}), pool=3, deny_pool=0)",
        ),
        (
            lambda: POLICY.replies(PhaseState(frozenset(), 0, 2), "curse", 1),
            ValueError,
            "power must be one of 'haste', 'endurance', 'smite', not 'curse'",
        ),
        (
            lambda: POLICY.replies(PhaseState(frozenset(), 0, 2), "smite", 1),
            ValueError,
            "charges must be a whole number of at least 2, not 1",
        ),
        (lambda: PLAN.at(4, 0), ValueError, "pool must be a whole number from 0 to 3, not 4"),
        (lambda: PLAN.at(3, 3), ValueError, "deny_pool must be a whole number from 0 to 2, not 3"),
        (
            lambda: simulate_phase(plan_phase(THREE, 1), -1, 0),
            ValueError,
            "trials must be a whole number from 0 to 1000000000, not -1",
        ),
    ],
)
def test_bad_input_is_refused_in_one_sentence(call, error, message):
    with pytest.raises(error) as caught:
        call()
    assert str(caught.value) == message
