"""Powers written as rows: the checked values of targets, levels, spare charges, failures and stacking."""

from fractions import Fraction

import pytest

from psy.wh40k import RULES, Power, mean_perils, plan_phase
from psy.wh40k.sample_powers import EXAMPLES, powers_of, variants


def row(power, charge, worth, bonus=0, spare=0, failed=0, target="-", psyker="seer", hit=1):
    return psyker, power, target, charge, worth, bonus, spare, failed, hit


SMALL = row("small", 1, 1)


@pytest.mark.parametrize(
    ("rows", "pools", "value"),
    [
        (
            [row("aimed", 1, 2, target="a"), row("aimed", 1, 3, 2, target="b"), SMALL],
            (6, 4),
            Fraction(5125, 2304),
        ),
        (
            [row("level", 1, 1, target="1"), row("level", 2, 3, target="2"), SMALL],
            (5, 3),
            Fraction(2723, 1152),
        ),
        ([row("lance", 1, 1, spare=3), SMALL], (5, 0), Fraction(45, 16)),
        ([row("vortex", 3, 4, failed=2), row("bolt", 2, 2)], (6, 0), Fraction(31, 16)),
        ([row("vortex", 3, 4, failed=2), row("bolt", 2, 2)], (8, 4), Fraction(129301, 41472)),
        ([row("might", 1, 2, target="guard", psyker=name) for name in "ab"], (4, 2), Fraction(247, 144)),
    ],
)
def test_rows_have_the_checked_values(rows, pools, value):
    # Issue 16, lines 1 to 3.
    assert plan_phase(powers_of(rows), *pools).value == value


def test_without_a_target_the_same_power_counts_twice():
    rows = [row("bolt", 1, 2, psyker=name) for name in "ab"]
    assert plan_phase(powers_of(rows), 4).value == 2 * plan_phase(powers_of(rows[:1]), 2).value


def test_a_roll_to_hit_is_a_chance_after_the_cast():
    # Two dice cast a charge of 1 in 3 of 4; worth 4 that hits on 4+ is worth 2.
    assert plan_phase(powers_of([row("spear", 1, 4, hit=4)]), 2).value == Fraction(3, 4) * 2
    assert plan_phase(powers_of([row("spear", 1, 4, hit=6)]), 2).value == Fraction(3, 4) * Fraction(4, 6)


def test_a_bonus_is_added_to_every_row():
    assert [power.deny_bonus for power in powers_of(EXAMPLES["five powers"], added=2)] == [2, 2, 2, 3, 2]
    with pytest.raises(ValueError, match="nine cells"):
        powers_of([("seer", "bolt")])


def test_variants():
    four = [Power(f"power {number}", 1, 1) for number in range(4)]
    found = {name: plan_phase(given, 8, rules=rules).value for name, (given, rules) in variants(four).items()}
    # Issue 16, line 4: 581/256 where the phase ends at the first failure, 3 without.
    assert found["the rules as they are"] == 3
    assert found["the phase ends at a failure"] == Fraction(581, 256)
    assert found["the first power on 2+"] > 3
    # A first power worth nothing, friends' powers, and one of the psyker's own: 2819/1024 at pool 7.
    helped = variants([Power("aid", 1, 0), *four])["the first power brings dice"][0]
    assert plan_phase(helped, 7).value == Fraction(2819, 1024)
    assert variants(four)["perils as for Daemonology"][1].perils == RULES.daemonology_perils
    with pytest.raises(ValueError, match="one or more"):
        variants([])


def test_mean_perils_is_the_slope_of_the_value():
    # While the plan stays the same, a slightly higher price costs just as much as there are perils.
    powers = powers_of(EXAMPLES["four plain powers"])
    low, high = (plan_phase(powers, 9, 5, perils_cost=Fraction(price, 10**6)) for price in (10**6, 10**6 + 1))
    assert (low.value - high.value) * 10**6 == mean_perils(low)
