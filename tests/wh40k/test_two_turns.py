"""A psyker conjured now for the next phase, against both phases written out."""

from dataclasses import replace
from fractions import Fraction

import pytest

from psy.wh40k import RULES, Power, mean_phase, plan_phase, plan_two_turns

SUMMONING, BOLT, SMITE = Power("summoning", 1, 0), Power("bolt", 1, 1), Power("smite", 2, 3)


def hit(dice):
    return 1 - Fraction(1, 2**dice)


def test_a_mean_over_the_die():
    assert (
        mean_phase([BOLT], 1, 0, rules=replace(RULES, warp_charge_die=3))
        == sum(plan_phase([BOLT], roll + 1, roll).value for roll in (1, 2, 3)) / 3
    )


@pytest.mark.parametrize("mastery", [0, 2])
@pytest.mark.parametrize("conjured", [0, 1, 3])
def test_two_turns_equal_both_phases_written_out(mastery, conjured):
    # The die gives both sides one die in the second phase. Two powers in the first phase, one in the second.
    rules = replace(RULES, warp_charge_die=1)

    def denied(level):
        # One deny die against what was scored: it denies one charge only, in one of six.
        one = Fraction(level + 1, 2 ** (level + 1))
        return hit(level + 1) - one / 6

    gain = denied(mastery + conjured) - denied(mastery)
    options = [hit(now) * gain + (hit(3 - now) if now < 3 else 0) + denied(mastery) for now in range(4)]
    plan = plan_two_turns([SUMMONING, BOLT], (3, 0), "summoning", conjured, mastery, 0, rules=rules)
    assert plan.conjured == gain
    assert plan.value == max(options)


def test_the_conjured_psykers_powers_are_tried_too():
    with_power = plan_two_turns([SUMMONING, BOLT], (4, 2), "summoning", 1, 1, 1, conjured_powers=[SMITE])
    assert with_power.conjured > plan_two_turns([SUMMONING, BOLT], (4, 2), "summoning", 1, 1, 1).conjured > 0


def test_bad_input_is_refused_in_one_sentence():
    with pytest.raises(ValueError, match=r"^conjuration must be one of 'bolt', not 'summoning'$"):
        plan_two_turns([BOLT], (3, 0), "summoning", 1, 1, 1)
