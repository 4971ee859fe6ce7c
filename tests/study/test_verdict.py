"""The verdict of a study: who gains, how much, how sure, what else moves, what is recommended."""

from fractions import Fraction

import pytest

from psy.prospero import RULES as NUMERATION
from psy.rulebook import RuleError
from psy.study import read_study, verdict, work_out
from psy.study.reads import keys_used
from psy.study.verdict import measured
from psy.tft import RULES as PSIONICS
from psy.tft import Psion, best_modes
from psy.wh40k import RULES, casting_odds

WORTHS = """
title = "Worths"
rules = "prospero"

[variants.dearer]
model_worth = 5
[variants.cheaper]
model_worth = 1
[variants.same]
ties = "repelled"

[measures]
worth = { measure = "worth" }
other = { measure = "other" }
rough = { measure = "rough" }

[one_at_a_time]
swap_worth = [0, 2, 9]

[aim]
measure = "worth"
gains = "the Traitor"
loses = "the Loyalist"
"""


def worth(rules=NUMERATION):
    """Turns where a swap is dear."""
    sign = 1 if rules.swap_worth < 5 else -1
    return Fraction(sign * rules.model_worth, 2)


def other(limit=3, rules=NUMERATION):
    return min(limit, rules.model_worth)


def rough(rules=NUMERATION):
    return 0.1 * rules.model_worth


def decided(folder, text):
    (folder / "house.toml").write_text(text)
    own = {"worth": worth, "other": other, "rough": rough}
    return verdict(work_out(read_study(folder / "house.toml", own), jobs=1, progress=False))


def test_who_gains_how_much_and_what_else_moves(tmp_path):
    found = decided(tmp_path, WORTHS)
    stands = NUMERATION.model_worth
    assert found.measure == "worth"
    assert [(one.variant, one.gains, one.value, one.change) for one in found.effects] == [
        ("dearer", "the Traitor", Fraction(5, 2), Fraction(5 - stands, 2)),
        ("cheaper", "the Traitor" if stands < 1 else "nobody", Fraction(1, 2), Fraction(1 - stands, 2)),
        ("same", "nobody", Fraction(stands, 2), 0),
    ]
    assert found.effects[0].also["other"] == min(3, 5) - min(3, stands)
    assert found.effects[2].also == {}


def test_what_it_rests_on_and_where_it_turns(tmp_path):
    dearer = decided(tmp_path, WORTHS).effects[0].sure
    assert dearer == (
        "exact; another direction at 9 of swap worth (0 to 9), assumed; "
        "rests on model worth, assumed and not moved here"
    )
    near = decided(tmp_path, WORTHS.replace("[0, 2, 9]", "[0, 2]")).effects[0].sure
    assert "; the same direction wherever tried over swap worth (0 to 2), assumed; " in near
    rough = decided(tmp_path, WORTHS.replace('measure = "worth"\ngains', 'measure = "rough"\ngains'))
    assert rough.effects[0].sure.startswith("to nine digits; ")


TOGETHER = """
"worth of both" = [{ swap_worth = 1, model_worth = 2 }, { swap_worth = 7, model_worth = 1 }]
"""


def test_assumed_values_that_are_moved_together_are_moved_in_base_and_variant(tmp_path):
    text = WORTHS.replace("swap_worth = [0, 2, 9]", TOGETHER)
    assert decided(tmp_path, text).effects[2].sure == (
        "exact; the same direction wherever tried over worth of both (swap worth 1 to swap worth 7), assumed"
    )
    dearer = decided(tmp_path, text).effects[0].sure
    assert dearer.startswith("exact; another direction at swap worth 1, swap worth 7 of worth of both (")
    assert "not moved" not in dearer


def test_a_study_without_variants_says_so(tmp_path):
    start, rest = WORTHS.index("[variants.dearer]"), WORTHS.index("[measures]")
    found = decided(tmp_path, WORTHS[:start] + WORTHS[rest:])
    stands = float(Fraction(NUMERATION.model_worth, 2))
    assert found.recommendation == f"There is no variant to choose: “worth” is {stands:g}."


@pytest.mark.parametrize(
    ("wanted", "best", "value"),
    [("", "dearer", "2.5"), ('wanted = "less"', "as it stands", ""), ('near = "2/3"', "cheaper", "0.5")],
)
def test_what_is_recommended(tmp_path, wanted, best, value):
    said = decided(tmp_path, WORTHS + wanted).recommendation
    goal = {"": "raise “worth”", 'wanted = "less"': "lower “worth”"}.get(wanted, "bring “worth” near 0.667")
    assert said.startswith(f"To {goal}, ")
    stands = f"it goes from {float(Fraction(NUMERATION.model_worth, 2)):g} to {value}"
    assert f"take “{best}”: {stands}, if the assumed" in said or said.endswith("no variant here does better.")
    assert best in said


def test_a_study_without_an_aim_wants_more_of_its_first_measure(tmp_path):
    found = decided(tmp_path, WORTHS.partition("[aim]")[0])
    assert found.effects[0].gains == "whoever wants more"


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            'measure = "worth"\ngains',
            'measure = "wort"\ngains',
            "aim.measure = 'wort': must be one of 'wo",
        ),
        ("gains =", "wins =", "aim.wins = 'the Traitor': unknown key; the keys are measure, gains"),
        (
            'gains = "the Traitor"',
            'near = "a half"',
            "aim near = 'a half': must be a whole number or",
        ),
    ],
)
def test_a_wrong_aim_is_refused(tmp_path, old, new, message):
    with pytest.raises(RuleError) as caught:
        decided(tmp_path, WORTHS.replace(old, new))
    assert str(caught.value).startswith(f"house.toml: {message}")


def test_what_was_measured(tmp_path):
    (tmp_path / "house.toml").write_text(WORTHS)
    first, second, _ = measured(
        read_study(tmp_path / "house.toml", {"worth": worth, "other": other, "rough": rough})
    )
    assert first[1:] == (f"{__name__}.worth", "Turns where a swap is dear.", {}, {})
    assert second.defaults == {"limit": 3}


def test_the_keys_that_a_measure_reads_are_found_in_spite_of_remembered_answers():
    casting_odds(3, 1)
    assert keys_used(lambda rules: casting_odds(3, 1, rules).success, RULES) == {"harness", "perils"}
    psion = Psion(12, 12, 5)
    used = keys_used(lambda rules: best_modes(psion, psion, rules).value, PSIONICS)
    assert {"attacks", "defences", "cells", "no_defence"} <= used
    assert "penalty_turns" not in used
    assert keys_used(lambda rules: 1 / 0, RULES) == frozenset()
