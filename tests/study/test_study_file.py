"""Study files: one sentence for every fault, before any work starts."""

from fractions import Fraction

import pytest

from psy.prospero import RULES as NUMERATION
from psy.rulebook import RuleError, data_folder
from psy.study import read_study, vary, work_out
from psy.wh40k import RULES, casting_odds

STUDIES = sorted((data_folder() / "studies").glob("*.toml"))
GOOD = """
title = "A study"
question = "Why?"
rules = "wh40k"

[variants.ones]
perils = { face = 1 }

[measures]
clean = { measure = "clean_success", dice = 6, charge = 2 }
cast = { measure = "casts_of_a_phase", charges = [1, 2], pool = 5, perils_cost = "1/3" }

[axes]
dice = { low = 1, high = 3 }
harness = [3, 4]

[one_at_a_time]
charge = [1, 3]
"perils.face" = [1, "any"]

[[break_even]]
measure = "clean"
against = 1
setting = "dice"
low = 0
high = 5
"""


def written(folder, text):
    path = folder / "house.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_study_is_read_as_it_is_written(tmp_path):
    study = read_study(written(tmp_path, GOOD))
    assert (study.title, study.question) == ("A study", "Why?")
    assert dict(study.variants) == {"as it stands": RULES, "ones": vary(RULES, {"perils": {"face": 1}})}
    assert study.measures["clean"]() == casting_odds(6, 2).clean
    assert study.measures["cast"].keywords == {"charges": (1, 2), "pool": 5, "perils_cost": Fraction(1, 3)}
    assert dict(study.axes) == {"dice": (1, 2, 3), "harness": (3, 4)}
    assert dict(study.one_at_a_time) == {"charge": (1, 3), "perils.face": (1, "any")}
    assert study.searches[0].high == 5


def test_a_study_is_worked_out(tmp_path):
    study = read_study(written(tmp_path, GOOD))
    results = work_out(study, jobs=1, progress=False)
    assert len(results.comparison) == 4
    assert list(results.sweeps) == ["clean", "cast"]
    table = results.sweeps["clean"]
    assert list(table.columns) == ["variant", "harness", "dice", "value", "error"]
    for row in table.to_dict("records"):
        rules = vary(study.variants[row["variant"]], {"harness": row["harness"]})
        assert row["value"] == casting_odds(row["dice"], 2, rules).clean
    assert list(results.sweeps["cast"].columns) == ["variant", "harness", "value", "error"], "it has no dice"
    assert set(results.inputs["cast"]["input"]) == {"perils.face"}
    assert str(results.searches[0][1]).startswith("none from 0 to 5: the second is greater")


def test_a_base_may_have_changes_of_its_own(tmp_path):
    study = read_study(written(tmp_path, GOOD + "\n[base]\nharness = 3\n"))
    base = vary(RULES, {"harness": 3})
    assert dict(study.variants) == {"base": base, "ones": vary(base, {"perils": {"face": 1}})}
    assert study.published.rules == RULES


def test_a_break_even_may_move_one_side_or_both(tmp_path):
    text = GOOD.replace("against = 1", 'against = "clean"')
    (_, moved), *_ = work_out(read_study(written(tmp_path, text)), jobs=1, progress=False).searches
    assert moved.equal == (0, 1, 2, 3, 4, 5)
    text += "both = false\nvariant = 'ones'\n"
    (_, moved), *_ = work_out(read_study(written(tmp_path, text)), jobs=1, progress=False).searches
    ones = vary(RULES, {"perils": {"face": 1}})
    assert [gap for _, gap in moved.gaps] == [
        casting_odds(dice, 2, ones).clean - casting_odds(6, 2, ones).clean for dice in range(6)
    ]


def test_a_failed_search_is_an_error_and_the_rest_goes_on(tmp_path):
    def broken(x=1, rules=RULES):
        return Fraction(1, x - 3)

    text = GOOD + "\n[[break_even]]\nmeasure = 'mine'\nagainst = 0\nsetting = 'x'\nlow = 0\nhigh = 5\n"
    text = text.replace("[axes]", "mine = { measure = 'broken', x = 2 }\n[axes]")
    study = read_study(written(tmp_path, text), measures={"broken": broken})
    results = work_out(study, jobs=1, progress=False)
    assert results.searches[1][1] == "ZeroDivisionError: Fraction(1, 0)"
    assert results.searches[0][1].gaps


WRONG = {
    "no TOML": (
        "[axes]",
        "[axes",
        "not TOML: Expected ']' at the end of a table declaration (at line 13, column 6)",
    ),
    "unknown key": (
        "[axes]",
        "[axis]",
        "axis = {'dice': {'low': 1, 'high': 3}, 'harness': [3, 4]}: unknown key; the keys are title, ",
    ),
    "no title": ('title = "A study"', "", "title: missing key; must be text, not empty"),
    "blank title": ('"A study"', '" "', "title = ' ': must be text, not empty"),
    "a number as question": ('"Why?"', "3", "question = 3: must be text"),
    "unknown rules": (
        '"wh40k"',
        '"chess"',
        "rules = 'chess': must be one of 'wh40k', 'spacehulk', 'prospero', 'prospero_battles', 'tft'",
    ),
    "variant of unknown key": (
        "perils = { face = 1 }",
        "peril = 1",
        "variants.ones.peril = 1: unknown key; the keys are harness, perils",
    ),
    "variant out of range": (
        "face = 1 }",
        "face = 7 }",
        "variants.ones.perils.face = 7: must be a whole number from 1 to 6 or 'any'",
    ),
    "variant that is no table": (
        "[variants.ones]\nperils = { face = 1 }",
        "[variants]\nones = 3",
        "variants.ones = 3: must be a table of changed keys of the rules",
    ),
    "variant called as the base": (
        "[variants.ones]",
        '[variants."as it stands"]',
        "variants.as it stands: is the name of the base; choose another",
    ),
    "variants that are no table": (
        "[variants.ones]\nperils = { face = 1 }",
        "variants = 3",
        "variants = 3: must be a table",
    ),
    "unknown measure": (
        '"clean_success"',
        '"clean"',
        "measures.clean.measure = 'clean': must be one of 'success', 'clean_success', ",
    ),
    "no measure": (
        '{ measure = "clean_success", dice = 6, charge = 2 }',
        "{ dice = 6 }",
        "measures.clean = {'dice': 6}: must be a table of measure and its arguments",
    ),
    "unknown argument": (
        "charge = 2 }",
        "charges = 2 }",
        "measures.clean.charges = 2: unknown key; the arguments of clean_success are dice, charge",
    ),
    "argument out of range": (
        "dice = 6",
        "dice = 101",
        "measures.clean.dice = 101: must be a whole number from 0 to 100",
    ),
    "argument of the wrong kind": (
        "dice = 6",
        "dice = 6.0",
        "measures.clean.dice = 6.0: must be a whole number from 0 to 100",
    ),
    "argument in a list": (
        "[1, 2]",
        "[1, 0]",
        "measures.cast.charges.1 = 0: must be a whole number from 1 to 9",
    ),
    "no fraction": (
        '"1/3"',
        '"1/0"',
        "measures.cast.perils_cost = '1/0': must be a whole number or a fraction in quotes, such as '1/3'",
    ),
    "a float as fraction": (
        '"1/3"',
        "0.5",
        "measures.cast.perils_cost = 0.5: must be a whole number or a fraction in quotes, such as '1/3'",
    ),
    "unknown axis": (
        "harness = [3, 4]",
        "luck = [3, 4]",
        "axes.luck: unknown axis; the arguments of the measures are charge, charges, deny_pool, dice, ",
    ),
    "axis out of range": (
        "high = 3",
        "high = 101",
        "axes.dice.100 = 101: must be a whole number from 0 to 100",
    ),
    "axis of the rules out of range": (
        "[3, 4]",
        "[3, 9]",
        "axes.harness.1: harness = 9: must be a whole number from 2 to 6",
    ),
    "axis without values": (
        "[3, 4]",
        "[]",
        "axes.harness = []: must be a list of values, or a table of low, high, step",
    ),
    "axis of one value": (
        "[3, 4]",
        "3",
        "axes.harness = 3: must be a list of values, or a table of low, high, step",
    ),
    "span without end": (
        "{ low = 1, high = 3 }",
        "{ low = 1 }",
        "axes.dice.high: missing key; must be a whole number",
    ),
    "span that goes down": (
        "high = 3",
        "high = 0",
        "axes.dice = []: must be a list of values, or a table of low, high, step",
    ),
    "input out of range": (
        '[1, "any"]',
        "[1, 7]",
        "one_at_a_time.perils.face.1: perils.face = 7: must be a whole number from 1 to 6 or 'any'",
    ),
    "search of unknown measure": (
        'measure = "clean"\n',
        'measure = "clear"\n',
        "break_even.0.measure = 'clear': must be one of 'clean', 'cast'",
    ),
    "search against unknown measure": (
        "against = 1",
        "against = 'clear'",
        "break_even.0.against = 'clear': must be one of 'clean', 'cast'",
    ),
    "search of unknown setting": (
        'setting = "dice"',
        'setting = "luck"',
        "break_even.0.setting = 'luck': unknown setting; the arguments",
    ),
    "search out of range": (
        "high = 5",
        "high = 500",
        "break_even.0.high = 500: must be a whole number from 0 to 100",
    ),
    "search that goes down": ("low = 0", "low = 6", "break_even.0.high = 5: must be from 6 to 100006"),
    "search in unknown variant": (
        "low = 0",
        "low = 0\nvariant = 'ons'",
        "break_even.0.variant = 'ons': must be one of 'as it stands', 'ones'",
    ),
}


@pytest.mark.parametrize(("old", "new", "message"), WRONG.values(), ids=WRONG)
def test_a_wrong_study_gives_one_sentence_before_any_work(tmp_path, monkeypatch, old, new, message):
    monkeypatch.setattr("psy.study.points.answer", lambda *_: pytest.fail("work was started"))
    assert old in GOOD
    with pytest.raises(RuleError) as caught:
        read_study(written(tmp_path, GOOD.replace(old, new, 1)))
    assert str(caught.value).startswith(f"house.toml: {message}")
    assert "\n" not in str(caught.value)
    assert caught.value.__suppress_context__


def test_a_sweep_that_is_too_large_is_refused(tmp_path):
    text = GOOD.replace("[3, 4]", "[3, 4, 5, 6]").replace("high = 3", "high = 100")
    text = text.replace(
        "[one_at_a_time]", "pool = { low = 0, high = 30 }\ncharge = { low = 0, high = 9000 }\n[one_at_a_time]"
    )
    with pytest.raises(
        RuleError, match=r"house\.toml: axes: clean_success would be worked out at 7,200,800 points"
    ):
        read_study(written(tmp_path, text))


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(RuleError, match=r"none\.toml: cannot be read from"):
        read_study(tmp_path / "none.toml")


@pytest.mark.parametrize("file", STUDIES, ids=lambda file: file.stem)
def test_the_worked_studies_are_read(file):
    study = read_study(file)
    assert study.question
    assert len(study.variants) > 1
    assert len(STUDIES) == 4


def test_an_own_measure_needs_a_default_or_a_value(tmp_path):
    def mine(x, rules=RULES):
        return x

    text = GOOD.replace("[axes]", "mine = { measure = 'mine' }\n[axes]")
    with pytest.raises(RuleError, match=r"measures\.mine\.x: missing key; mine has no default for it"):
        read_study(written(tmp_path, text), measures={"mine": mine})
    study = read_study(
        written(tmp_path, text.replace("'mine' }", "'mine', x = 3 }")), measures={"mine": mine}
    )
    assert study.measures["mine"]() == 3


DECKS = """
title = "Decks"
rules = "prospero"

[variants."a vortex less".warp_deck]
vortex = 2
mastery = 5

[measures]
worth = { measure = "mastery" }

[one_at_a_time]
"a mastery for a vortex" = [{ "warp_deck.vortex" = 2, "warp_deck.mastery" = 5 }]
ties = ["repelled"]
"""


def mastery(rules=NUMERATION):
    return rules.warp_deck["mastery"] - (rules.ties == "repelled")


def test_cards_are_changed_together_in_variants_and_one_at_a_time(tmp_path):
    study = read_study(written(tmp_path, DECKS), {"mastery": mastery})
    assert list(study.variants) == ["as it stands", "a vortex less"], "no source says how many of each card"
    results = work_out(study, jobs=1, progress=False)
    assert results.comparison["value"].tolist() == [4, 5]
    assert results.inputs["worth"][["setting", "difference"]].values.tolist() == [
        ["warp_deck.vortex 2, warp_deck.mastery 5", 1],
        ["repelled", -1],
    ]
    wrong = DECKS.replace('"warp_deck.vortex" = 2, ', "")
    with pytest.raises(
        RuleError, match=r"one_at_a_time.a mastery for a vortex.0.warp_deck WarpDeck must have 18"
    ):
        read_study(written(tmp_path, wrong), {"mastery": mastery})
    wrong = DECKS.replace('"warp_deck.vortex" = 2, ', "dice = 2, ")
    with pytest.raises(RuleError, match="no measure takes all of these; the arguments of the measures are"):
        read_study(written(tmp_path, wrong), {"mastery": mastery})


def test_axes_that_only_go_together_are_errors_where_they_do_not(tmp_path):
    axes = '[axes]\n"warp_deck.vortex" = [3, 2]\n"warp_deck.mastery" = { low = 4, high = 5 }\n'
    text = DECKS.partition("[one_at_a_time]")[0] + axes
    results = work_out(read_study(written(tmp_path, text), {"mastery": mastery}), jobs=1, progress=False)
    found = results.sweeps["worth"]
    assert found[found["variant"] == "as it stands"]["value"].tolist() == [4, None, None, 5]
