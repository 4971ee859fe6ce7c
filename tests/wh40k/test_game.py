"""A whole game of phases, against every course of events and against random dice."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import permutations, product
from math import comb

import numpy as np
import pytest

from psy.wh40k import RULES, PerilsRule, Veteran, game, play_game, simulate_side, wounds_left

SMALL = replace(RULES, warp_charge_die=2, perils=PerilsRule(6, 1))
NO_HITS = replace(SMALL, hit_wounds_on="never")


def leaves(psykers, turns, fire, fire_first, hits):
    """Yield every course of a side's game as levels left, casts and chance, by the words of the rules."""

    def collected(courses):
        """Add up the chances of equal states and casts."""
        states = {}
        for units, casts, chance in courses:
            key = tuple(units), casts
            states[key] = states.get(key, 0) + chance
        return states

    def shot(units):
        for dead in product((False, True), repeat=len(units)):
            chance = Fraction(1)
            for (models, _), hit in zip(units, dead, strict=True):
                chance *= (fire if hit else 1 - fire) if models else (0 if hit else 1)
            if chance:
                left = [((), 0) if hit else unit for unit, hit in zip(units, dead, strict=True)]
                yield left, 0, chance

    def phase(units):
        levels = sum(psykers[place][0] for place, unit in enumerate(units) if unit[0])
        for roll in (1, 2):
            yield from tests(0, units, [True] * units[0][1], roll + levels, 0, Fraction(1, 2))

    def tests(place, units, waiting, pool, casts, chance):
        # ``waiting`` holds whether each power known is still to be tried.
        _, leadership, _, dice, charge = psykers[place]
        thrown = min(dice, pool)
        if not any(waiting) or thrown < charge:
            if place + 1 == len(units):
                yield units, casts, chance
            else:
                yield from tests(place + 1, units, [True] * units[place + 1][1], pool, casts, chance)
            return
        now = waiting.index(True)
        tried = [*waiting[:now], False, *waiting[now + 1 :]]
        rolls = Counter(
            (sum(face >= 4 for face in faces) >= charge, 6 in faces)
            for faces in product(range(1, 7), repeat=thrown)
        )
        for (cast, perils), ways in rolls.items():
            works, part = casts + cast, chance * Fraction(ways, 6**thrown)
            if not perils:
                yield from tests(place, units, tried, pool - thrown, works, part)
                continue
            for models, kept, drained, share in table(units[place][0], tried, leadership):
                after = [*units[:place], (models, len(kept)), *units[place + 1 :]]
                yield from tests(place, after, kept, max(pool - thrown - drained, 0), works, part * share)

    def table(models, tried, leadership):
        passes = Fraction(sum(a + b <= leadership for a, b in product(range(1, 7), repeat=2)), 36)
        for place, row in product(range(len(models)), range(1, 7)):
            others = [*models[:place], *models[place + 1 :]]
            hurt = [*others, models[place] - 1] if models[place] > 1 else others
            share = Fraction(1, 6 * len(models))
            whole = list(models)
            if row == 1:
                yield from settled(hurt, tried, 0, share * passes)
                for number in range(1, 7):
                    for left, part in fall(others, number):
                        yield from settled(left, tried, 0, share * (1 - passes) / 6 * part)
            elif row == 2:
                for lost in range(len(tried)):
                    kept = [*tried[:lost], *tried[lost + 1 :]]
                    yield from settled(hurt, kept, 0, share / len(tried))
            elif row == 3:
                for drained in (1, 2, 3):
                    yield from settled(hurt, tried, drained, share / 3)
            elif row == 4:
                yield from settled(hurt, tried, 0, share)
            else:
                yield from settled(whole, tried, 0, share * passes)
                yield from settled(hurt, tried, 0, share * (1 - passes))

    def fall(others, number):
        if not hits or not others:
            yield others, Fraction(1)
            return
        for order in permutations(others):
            for wounds in range(number + 1):
                left, rest = [], wounds
                for life in order:
                    taken = min(life, rest)
                    rest -= taken
                    left += [life - taken] if life > taken else []
                chance = Fraction(comb(number, wounds) * 5**wounds, 6**number)
                yield left, chance / len(list(permutations(others)))

    def settled(models, kept, drained, chance):
        if chance:
            yield tuple(models), kept if models else [], drained, chance

    states = {(tuple((wounds, powers) for _, _, (wounds, powers), _, _ in psykers), 0): Fraction(1)}
    for step in ([shot, phase] if fire_first else [phase, shot]) * turns:
        states = collected(
            (after, casts + more, chance * share)
            for (units, casts), chance in states.items()
            for after, more, share in step(list(units))
        )
    for (units, casts), chance in states.items():
        yield sum(psykers[place][0] for place, unit in enumerate(units) if unit[0]), casts, chance


# Mastery, leadership, (wounds of each model, powers), dice, charge.
ONE = (1, 8, ((1,), 2), 1, 1)
TOUGH = (2, 7, ((2,), 2), 2, 1)
BROTHERS = (1, 7, ((1, 1), 1), 2, 2)


@pytest.mark.parametrize(
    ("psykers", "turns"),
    [([ONE], 2), ([TOUGH], 1), ([BROTHERS], 2), ([ONE, ONE], 1)],
    ids=["one", "two wounds", "brothers", "two alike"],
)
@pytest.mark.parametrize(
    ("fire", "fire_first"), [(Fraction(0), False), (Fraction(1, 4), False), (Fraction(1, 4), True)]
)
@pytest.mark.parametrize("hits", [True, False])
def test_a_game_equals_every_course_of_events(psykers, turns, fire, fire_first, hits):
    slow, casts = {}, Fraction(0)
    for levels, works, chance in leaves(psykers, turns, fire, fire_first, hits):
        slow[levels] = slow.get(levels, 0) + chance
        casts += works * chance
    side = [
        Veteran(m, ld, wounds, None, powers, dice, charge)
        for m, ld, (wounds, powers), dice, charge in psykers
    ]
    sides = ([], side) if fire_first else (side, [])
    result = play_game(*sides, turns, own_fire=fire, their_fire=fire, rules=SMALL if hits else NO_HITS)
    ours = result.theirs if fire_first else result.own
    end = ours.mastery[-1]
    assert {levels: Fraction(weight, end.denominator()) for levels, weight in end.items()} == slow
    assert ours.casts == casts


@pytest.mark.parametrize("fire_first", [False, True])
def test_random_dice_agree(fire_first):
    side = [
        Veteran(2, 9, 2, powers=3),
        Veteran(1, 7, (1, 1, 1), 5, powers=2, dice=6, charge=2),
        Veteran(1, 8),
    ]
    fire, trials = Fraction(1, 10), 20_000
    sides = ([], side) if fire_first else (side, [])
    result = play_game(*sides, 4, own_fire=fire, their_fire=fire)
    exact = result.theirs if fire_first else result.own
    played = simulate_side(side, 4, trials, 5, float(fire), fire_first)
    for level in range(5):
        chance = float(exact.mastery[-1].probability(level))
        assert np.mean(played.mastery == level) == pytest.approx(
            chance, abs=5 * (chance / trials) ** 0.5 + 1e-9
        )
    assert abs(played.casts.mean() - float(exact.casts)) <= 5 * played.casts.std() / trials**0.5


def test_with_dice_enough_it_is_a_row_of_tests():
    # One power that no purge can leave out: with a row of tests the table's row 2 must take nothing.
    table = tuple(
        replace(row, always=("wound",) if row.roll == 2 else row.always) for row in RULES.perils_table
    )
    rules = replace(RULES, perils_table=table)
    result = play_game([Veteran(4, 9, 2, powers=1, dice=3)], [], 5, rules=rules)
    assert result.own.mastery[5].probability(0) == wounds_left([3] * 5, 9, 2, rules).probability(())


def test_both_sides_stand_beside_each_other():
    result = play_game([Veteran(2, 9)], [Veteran(1, 9)] * 2, 3, Fraction(1, 3), 0)
    slow = sum(
        Fraction(a * b, result.own.mastery[3].denominator() * result.theirs.mastery[3].denominator())
        for mine, a in result.own.mastery[3].items()
        for other, b in result.theirs.mastery[3].items()
        if mine > other
    )
    assert result.more_left(3) == slow
    mean = Fraction(result.own.mastery[1].mean())
    assert result.own.dice[1] == mean + Fraction(RULES.warp_charge_die + 1, 2)


def test_too_large_a_game_is_refused_in_one_sentence(monkeypatch):
    monkeypatch.setattr(game, "MAX_SECONDS", 1)
    side = [Veteran(2, 7 + number % 4, 4, powers=3) for number in range(4)]
    with pytest.raises(
        ValueError, match=r"^the game is too large: .* would take at least \d+ seconds, where 1 "
    ):
        play_game(side, [], 7)


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: Veteran(1, 13), ValueError, "leadership must be a whole number from 2 to 12, not 13"),
        (lambda: Veteran(1, 9, powers=11), ValueError, "powers must be a whole number from 0 to 10, not 11"),
        (lambda: play_game([], [], 21), ValueError, "turns must be a whole number from 0 to 20, not 21"),
        (lambda: play_game([], [9], 1), TypeError, "theirs must be a Veteran (of psy.wh40k.veterans), not 9"),
    ],
)
def test_bad_input_is_refused_in_one_sentence(call, error, message):
    with pytest.raises(error) as caught:
        call()
    assert str(caught.value) == message
