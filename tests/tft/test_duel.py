"""Duels against their twins in fractions, one of them from the table by hand; certificates, symmetries."""

import functools
from dataclasses import replace
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from slow_psionics import (
    ATTACKS,
    COST,
    DEFENCES,
    numbers_of_dice,
    one_exchange,
    results,
    slow_duel,
    starter_of,
)

from psy.exact import solve_matrix
from psy.study import vary
from psy.tft import (
    RULES,
    Choice,
    Psion,
    duel,
    even_pool,
    exact_duel,
    exact_outlook,
    exchange,
    modes_of,
    simultaneous_duel,
)

STACKS = replace(RULES, mask_refund_stacks=True)
CHEAP_TRAP = replace(
    RULES,
    defences=tuple(replace(m, cost=1) if m.name == "iron will trap" else m for m in RULES.defences),
)


@pytest.mark.parametrize(
    ("pools", "turns", "rules"),
    [
        pytest.param((2, 1), 1, RULES, id="one exchange"),
        pytest.param((3, 4), 2, RULES, id="two exchanges"),
        pytest.param((6, 3), 3, RULES, id="three exchanges"),
        pytest.param((4, 5), 4, RULES, id="four exchanges"),
        pytest.param((2, 2), 3, STACKS, id="pools that may grow by the mask"),
        pytest.param((8, 4), 2, CHEAP_TRAP, id="pools that may grow by the trap"),
        pytest.param((2, 0), 3, RULES, id="lost before it began"),
        pytest.param((0, 0), 3, RULES, id="two empty pools"),
        pytest.param((3, 2), 0, RULES, id="no exchange"),
    ],
)
@pytest.mark.parametrize("iqs", [(12, 12), (16, 10)], ids=["equals", "IQ 16 against 10"])
def test_small_duels_agree_with_fractions(pools, turns, rules, iqs):
    first, second = Psion(iqs[0], 12, pools[0]), Psion(iqs[1], 7, pools[1])
    solved = duel(first, second, turns, rules)
    exact = exact_duel(first, second, turns, rules)
    assert abs(solved.value - float(exact)) <= solved.error + 1e-14
    assert solved.error <= 1e-9


@pytest.mark.parametrize(
    ("stats", "turns"),
    [
        # The issue: IQ 16, 3 points, against IQ 10, 1 point; IQ 12 and 14 with 5 points against 2.
        pytest.param(((16, 8, 3), (10, 8, 1)), 1, id="who dominates picks dice that decide"),
        pytest.param(((12, 12, 5), (10, 8, 2)), 4, id="IQ 12 wins"),
        pytest.param(((14, 12, 5), (10, 8, 2)), 4, id="IQ 14 wins as well"),
        pytest.param(((9, 7, 4), (14, 6, 5)), 3, id="the cleverer defends first"),
        pytest.param(((13, 6, 6), (11, 9, 5)), 1, id="a trap can be paid for"),
        pytest.param(((11, 9, 4), (12, 5, 4)), 3, id="longer pools"),
    ],
)
def test_duels_agree_with_minimax_from_the_table_by_hand(stats, turns):
    check_duel(stats, turns, again=False)


def test_duels_with_wills_again_agree_with_minimax():
    check_duel(((13, 6, 4), (11, 9, 3)), 2, again=True)


def check_duel(stats, turns, again):
    first, second = (Psion(*stat) for stat in stats)
    rules = replace(RULES, undecided="again" if again else "nothing")
    slow = slow_duel(first, second, turns, again=again)
    assert exact_duel(first, second, turns, rules) == slow
    solved = duel(first, second, turns, rules)
    assert abs(solved.value - float(slow)) <= solved.error + 1e-14
    if (stats[0][2], stats[1][2]) in ((3, 1), (5, 2)):
        assert slow == 1


@pytest.mark.parametrize(("pools", "turns"), [((4, 3), 3), ((6, 5), 2)])
def test_a_penalty_to_iq_lasts_where_it_is_asked_for(pools, turns):
    first, second = Psion(12, 6, pools[0]), Psion(13, 6, pools[1])
    # A blast and a trap for 1, so that penalties are taken at all.
    cheap = vary(RULES, {"attacks.psychic blast.cost": 1, "defences.iron will trap.cost": 1})
    slow = slow_lasting(first, second, turns)
    assert exact_duel(first, second, turns, cheap, iq_penalties=True) == slow
    solved = duel(first, second, turns, cheap, iq_penalties=True)
    assert abs(solved.value - float(slow)) <= solved.error + 1e-14


def test_a_penalty_to_iq_may_decide_a_duel():
    # Blows that leave nobody dead: then IQ 12, slowed to 9, loses the battles of wills that follow.
    rules = vary(
        RULES,
        {
            "attacks.psychic blast.cost": 1,
            "defences.iron will trap.cost": 0,
            "attacks.dominate ego.cost": 0,
        },
    )
    first, second = Psion(12, 3, 4), Psion(12, 3, 4)
    assert duel(first, second, 4, rules, True).value > duel(first, second, 4, rules).value + 1e-6


def slow_lasting(first, second, turns):
    prices = {"psychic blast": 1, "iron will trap": 1}
    kept = {name: COST[name] for name in prices}
    COST.update(prices)
    try:
        return slow_duel(first, second, turns, penalties=True)
    finally:
        COST.update(kept)


IQS, PSIS = (8, 11, 12, 14, 17), (6, 9, 12)


AGAIN = replace(RULES, undecided="again")


@pytest.mark.parametrize(
    ("turns", "foes", "most", "rules"),
    [
        pytest.param(1, [(12, 8, 3), (15, 7, 5), (9, 12, 2)], 6, RULES, id="one exchange"),
        pytest.param(1, [(13, 8, 4)], 6, AGAIN, id="one exchange, wills again"),
        pytest.param(2, [(15, 7, 4)], 4, RULES, id="two exchanges"),
        pytest.param(3, [(11, 7, 3)], 3, RULES, id="three exchanges"),
    ],
)
def test_no_better_iq_psi_or_pool_is_ever_worth_less(turns, foes, most, rules):
    def worth(iq, psi, pool, foe):
        psion, other = Psion(iq, psi, pool), Psion(*foe)
        return exact_duel(psion, other, turns, rules), -exact_duel(other, psion, turns, rules)

    for foe in foes:
        rising([worth(iq, 9, most, foe) for iq in IQS])
        rising([worth(11, psi, most, foe) for psi in PSIS])
        rising([worth(13, 9, pool, foe) for pool in range(most + 1)])


def rising(pairs):
    for column in zip(*pairs, strict=True):
        assert list(column) == sorted(column)


@pytest.mark.parametrize("iq_penalties", [False, True])
@pytest.mark.parametrize(
    ("pools", "turns"), [((2, 1), 1), ((3, 4), 3), ((5, 4), 4), ((7, 6), 2), ((0, 3), 2), ((3, 2), 0)]
)
def test_the_outlook_is_what_the_policies_do(pools, turns, iq_penalties):
    first, second = Psion(13, 9, pools[0]), Psion(11, 7, pools[1])
    exact = exact_outlook(first, second, turns, iq_penalties=iq_penalties)
    value = exact_duel(first, second, turns, iq_penalties=iq_penalties)
    assert exact.win - exact.lose == value
    assert exact.win + exact.draw + exact.lose == sum(exact.lengths) == 1
    assert sum(exact.first_left) == sum(exact.second_left) == 1
    assert len(exact.lengths) == turns + 1
    assert exact.mean_length == sum(length * chance for length, chance in enumerate(exact.lengths))
    found = duel(first, second, turns, iq_penalties=iq_penalties).outlook()
    for name in ("win", "draw", "lose", "mean_length"):
        assert getattr(found, name) == pytest.approx(float(getattr(exact, name)), abs=1e-9), name
    for side in ("lengths", "first_left", "second_left"):
        np.testing.assert_allclose(getattr(found, side), np.array(getattr(exact, side), float), atol=1e-9)


def test_the_outlook_of_a_bigger_duel_is_followed_step_by_step():
    # The mixes of the solution, followed in fractions by the exchange as written out.
    solved = duel(Psion(15, 8, 9), Psion(11, 7, 8), turns=4)
    going, ends, lengths = {(9, 8): Fraction(1)}, {}, []
    for turn in range(5):
        over = {pools: chance for pools, chance in going.items() if 0 in pools or turn == 4}
        lengths.append(sum(over.values()))
        for pools, chance in over.items():
            ends[pools] = ends.get(pools, 0) + chance
        after = {}
        for pools in going.keys() - over.keys():
            for end, chance in one_turn(solved, turn, pools).items():
                after[end] = after.get(end, 0) + going[pools] * chance
        going = after
    found = solved.outlook()
    np.testing.assert_allclose(found.lengths, [float(chance) for chance in lengths], rtol=0, atol=1e-12)
    won = float(sum(chance for (mine, theirs), chance in ends.items() if mine and not theirs))
    assert found.win == pytest.approx(won, abs=1e-12)
    left = float(sum(pools[1] * chance for pools, chance in ends.items()))
    assert found.mean_left[1] == pytest.approx(left, abs=1e-11)
    assert found.win - found.lose == pytest.approx(solved.value, abs=1e-12)


def one_turn(solved, turn, pools):
    order = 1 if turn % 2 == 0 else -1
    psions = [replace(p, pool=pool) for p, pool in zip((solved.first, solved.second), pools, strict=True)]
    attacker, defender = psions[::order]
    plays = solved.play(turn, *pools)
    found = {}
    for attack, defence in product(plays[::order][0].items(), plays[::order][1].items()):
        chance = Fraction(attack[1]) * Fraction(defence[1])
        if chance:
            for outcome, share in one_best(
                solved, turn, attack[0].attack, defence[0].defence, attacker, defender, order
            ):
                end = outcome[:2][::order]
                found[end] = found.get(end, 0) + chance * share
    return found


def one_best(solved, turn, attack, defence, attacker, defender, order):
    """Return the exchange with the fewest of the dice that serve the starter best in the duel."""
    best = None
    for dice in numbers_of_dice(attack, defence):
        outcomes = one_exchange(attack, defence, attacker, defender, False, dice)
        sign = (starter_of(attack, defence) or 1) * order
        worth = sign * sum(
            float(chance) * solved.values[turn + 1][outcome[:2][::order]]
            for outcome, chance in outcomes.items()
        )
        if best is None or worth > best[0] + 1e-12:
            best = worth, outcomes.items()
    return best[1]


def test_the_pool_that_makes_it_even():
    first, other = Psion(16, 8, 6), Psion(10, 8, 0)
    pool = even_pool(first, other, turns=4, max_pool=12)
    assert (
        exact_duel(first, replace(other, pool=pool), 4)
        <= 0
        < exact_duel(first, replace(other, pool=pool - 1), 4)
    )
    assert even_pool(first, other, turns=4, max_pool=2) is None


def test_the_chance_to_attack_and_what_with(big):
    for pools in ((40, 40), (17, 9), (30, 3)):
        chance, attacks = big.attack(0, "first", *pools)
        policy = big.policy(0, "first", "attack")
        assert chance == pytest.approx(1 - policy["nothing"][pools], abs=1e-12)
        assert sum(attacks.values()) == pytest.approx(1 if attacks else 0)
        for name, share in attacks.items():
            assert share * chance == pytest.approx(policy[name][pools], abs=1e-12)
    assert big.attack(1, "first", 40, 40) == (0, {})


def test_one_exchange_by_hand():
    # Two points against one: melding (1) leaves a point; the mask (1) holds but for a 6, all else dies.
    solved = duel(Psion(12, 12, 2), Psion(12, 12, 1), turns=1)
    assert solved.value == pytest.approx(1 / 6, abs=1e-15)
    mine, theirs = solved.play(0, 2, 1)
    assert mine[Choice("mind melding", "nothing")] == pytest.approx(1)
    assert theirs[Choice("nothing", "mask mind")] == pytest.approx(1)


def slow_simultaneous(first, second, turns):
    """Return the value of a simultaneous duel in fractions, from the table written out."""

    def hits(attack, defence, attacker, defender, dice):
        return [
            (chance, hurt, backlash, paid, defence == "mask mind" and hurt == 0)
            for chance, hurt, backlash, paid, _ in results(attack, defence, attacker, defender, dice)
            if chance
        ]

    @functools.cache
    def value(mine, theirs, turns):
        if turns == 0 or not (mine and theirs):
            return Fraction((mine > 0) - (theirs > 0))
        pairs = list(product(ATTACKS, DEFENCES))
        rows = [pair for pair in pairs if COST[pair[0]] + COST[pair[1]] <= mine]
        columns = [pair for pair in pairs if COST[pair[0]] + COST[pair[1]] <= theirs]
        return solve_matrix(
            [[picked(row, column, mine, theirs, turns) for column in columns] for row in rows]
        ).value

    def picked(row, column, mine, theirs, turns):
        """Return the value of the game of picking dice: each side those of the battles that it starts."""
        battles = (row[0], column[1]), (column[0], row[1])
        starters = starter_of(*battles[0]), -starter_of(*battles[1])
        mine_to_pick, theirs_to_pick = (
            list(
                product(
                    *(
                        numbers_of_dice(*battle) if starter == side else [None]
                        for battle, starter in zip(battles, starters, strict=True)
                    )
                )
            )
            for side in (1, -1)
        )
        game = [
            [
                worth(
                    row, column, mine, theirs, turns, [p or q or 0 for p, q in zip(one, other, strict=True)]
                )
                for other in theirs_to_pick
            ]
            for one in mine_to_pick
        ]
        return solve_matrix(game).value

    def worth(row, column, mine, theirs, turns, dice):
        total = Fraction(0)
        for one, other in product(
            hits(row[0], column[1], first, second, dice[0]), hits(column[0], row[1], second, first, dice[1])
        ):
            a = max(mine - COST[row[0]] - COST[row[1]] - one[2] - other[1], 0)
            b = max(theirs - COST[column[0]] - COST[column[1]] - one[1] - other[2], 0)
            out = min(max(one[3], 0) + max(-other[3], 0), a)
            back = min(max(-one[3], 0) + max(other[3], 0), b)
            after = a - out + back + other[4], b - back + out + one[4]
            total += one[0] * other[0] * value(*after, turns - 1)
        return total

    return value(first.pool, second.pool, turns)


@pytest.mark.parametrize(
    ("pools", "turns"), [((2, 1), 1), ((2, 2), 2), ((3, 2), 2), ((4, 3), 1), ((3, 3), 1), ((6, 2), 1)]
)
def test_small_simultaneous_duels_agree_with_fractions(pools, turns):
    first, second = Psion(16, 12, pools[0]), Psion(10, 7, pools[1])
    solved = simultaneous_duel(first, second, turns)
    assert abs(solved.value - float(slow_simultaneous(first, second, turns))) <= solved.error + 1e-14


@pytest.fixture(scope="module")
def big():
    return duel(Psion(14, 12, 40), Psion(12, 12, 40), turns=20)


def test_a_big_duel_is_certified(big):
    assert big.values.shape == (21, 41, 41)
    # 20 turns of regrets up to 1e-9 of a payoff range of at most 2.
    assert big.error <= 20 * 2e-9
    assert np.abs(big.values).max() <= 1
    assert (big.values[:, 0, 1:] == -1).all()
    assert (big.values[:, 1:, 0] == 1).all()
    assert (big.values[:, 0, 0] == 0).all()
    assert (big.values[20, 1:, 1:] == 0).all()


def test_policies_are_chances_and_affordable(big):
    for turn, psion, side in product(range(20), ("first", "second"), ("attack", "defence")):
        policy = big.policy(turn, psion, side)
        np.testing.assert_allclose(sum(policy.values()), 1, rtol=0, atol=1e-12)
        attacks = (turn % 2 == 0) == (psion == "first")
        if attacks != (side == "attack"):
            assert policy.keys() == {"nothing"}
        for name, chances in policy.items():
            short = chances[: COST[name]] if psion == "first" else chances[:, : COST[name]]
            assert (chances >= 0).all()
            assert (short == 0).all()


@pytest.mark.parametrize("pools", [(40, 40), (17, 9), (5, 12), (1, 1)])
def test_policies_guarantee_the_value(big, pools):
    # Weigh the first turn's mixes again, by the exact exchange.
    attacker, defender = replace(big.first, pool=pools[0]), replace(big.second, pool=pools[1])
    attacks, defences = big.play(0, *pools)

    def worth(attack, defence):
        die = exchange(attack, defence, attacker, defender)
        return sum(weight * big.values[1][outcome[:2]] for outcome, weight in die.items()) / die.denominator()

    value = big.values[0][pools]
    for mode in modes_of(defender, "defence"):
        floor = sum(chance * worth(choice.attack, mode.name) for choice, chance in attacks.items() if chance)
        assert floor >= value - 1e-9
    for mode in modes_of(attacker, "attack"):
        roof = sum(chance * worth(mode.name, choice.defence) for choice, chance in defences.items() if chance)
        assert roof <= value + 1e-9


def test_shorter_duels_are_the_ends_of_longer_ones(big):
    shorter = duel(big.first, big.second, turns=18)
    np.testing.assert_allclose(shorter.values, big.values[2:], rtol=0, atol=1e-12)


def test_more_points_never_hurt(big):
    assert (np.diff(big.values[0], axis=0) >= -1e-9).all()
    assert (np.diff(big.values[0], axis=1) <= 1e-9).all()


def test_more_expensive_forms_of_the_same_effect_change_nothing():
    first, second = Psion(13, 12, 14), Psion(12, 9, 13)
    forms = replace(RULES, variants=("area blast", "wide shield"))
    plain, with_forms = duel(first, second, 6), duel(first, second, 6, forms)
    np.testing.assert_allclose(with_forms.values, plain.values, rtol=0, atol=1e-12)
    assert with_forms.policy(0, "first", "attack")["area blast"].max() <= 1e-9


def test_simultaneous_duels_of_equals_are_even():
    psion = Psion(12, 12, 8)
    solved = simultaneous_duel(psion, psion, turns=4)
    np.testing.assert_allclose(solved.values, -solved.values.swapaxes(1, 2), rtol=0, atol=1e-9)
    assert solved.value == pytest.approx(0, abs=1e-12)
    assert solved.error <= 1e-8


def test_results_cannot_be_changed(big):
    for array in (big.values, big.mixes[0][0], big.mixes[3][1]):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda p: duel(p, p, -1), ValueError, "turns must be a whole number of at least 0, not -1"),
        (lambda p: duel(p, p, 2.0), TypeError, "turns must be a whole number of at least 0, not 2.0"),
        (
            lambda p: duel(replace(p, pool=200), p, 1000),
            ValueError,
            "the duel has 50652000 payoffs to weigh, more than 50000000: lower turns or pools",
        ),
        (
            lambda p: duel(p, p, 2).play(2, 1, 1),
            ValueError,
            "turn must be a whole number from 0 to 1, not 2",
        ),
        (
            lambda p: duel(p, p, 2).play(0, 7, 1),
            ValueError,
            "first_pool must be a whole number from 0 to 6, not 7",
        ),
        (
            lambda p: duel(p, p, 2).policy(0, "third", "attack"),
            ValueError,
            "psion must be one of 'first', 'second', not 'third'",
        ),
        (lambda p: exact_duel(p, p, 7), ValueError, "turns must be a whole number from 0 to 6, not 7"),
        (
            lambda p: exact_duel(p, replace(p, pool=13), 1),
            ValueError,
            "second.pool must be a whole number from 0 to 12, not 13",
        ),
    ],
)
def test_bad_input_is_refused_in_one_sentence(call, error, message):
    with pytest.raises(error) as caught:
        call(Psion(12, 12, 6))
    assert str(caught.value) == message


@pytest.mark.parametrize("iq_penalties", [False, True])
def test_prospects_are_the_outlook_of_every_pair_of_pools(iq_penalties):
    first, second = Psion(16, 8, 6), Psion(10, 8, 5)
    found = duel(first, second, 6, iq_penalties=iq_penalties)
    prospects = found.prospects()
    for mine, theirs, turn in ((6, 5, 0), (3, 5, 0), (6, 2, 2), (4, 4, 4), (0, 3, 2), (5, 5, 6)):
        pair = replace(first, pool=mine), replace(second, pool=theirs)
        alone = duel(*pair, 6 - turn, iq_penalties=iq_penalties)
        outlook = alone.outlook()
        shown = [float(array[turn, mine, theirs]) for array in prospects]
        assert shown == pytest.approx(
            [outlook.win, outlook.lose, outlook.mean_length, *outlook.mean_left], abs=1e-9
        )
    assert np.allclose(prospects.win - prospects.lose, found.values, atol=1e-9)
    for mine, turn in ((6, 0), (1, 0), (0, 6), (3, 2)):
        even = [theirs for theirs in range(6) if found.values[turn, mine, theirs] <= 1e-9]
        assert found.even_pool(turn, mine) == next(iter(even), None)
