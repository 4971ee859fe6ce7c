"""Variants: a few changed keys of any rule set, checked like a rule file."""

from dataclasses import replace
from fractions import Fraction
from functools import partial

import pytest

from psy import spacehulk, tft, wh40k
from psy.study import compare, differences, rulebook, vary
from psy.study.measures import measures_of
from psy.study.variants import BASES, flat

RULES = wh40k.RULES


@pytest.mark.parametrize(
    ("rules", "changes", "expected"),
    [
        pytest.param(RULES, {"harness": 3}, replace(RULES, harness=3), id="one key"),
        pytest.param(RULES, {}, RULES, id="nothing"),
        pytest.param(
            RULES,
            {"perils": {"face": 1}},
            replace(RULES, perils=wh40k.PerilsRule(1, 2)),
            id="part of a table",
        ),
        pytest.param(
            RULES, {"perils.face": "any"}, replace(RULES, perils=wh40k.PerilsRule(None, 2)), id="a path"
        ),
        pytest.param(
            RULES,
            {"perils": wh40k.PerilsRule(1, 3), "harness": 5},
            replace(RULES, perils=wh40k.PerilsRule(1, 3), harness=5),
            id="a rule object",
        ),
        pytest.param(
            tft.RULES,
            {"attacks": {"mental stab": {"cost": 3}}},
            replace(
                tft.RULES,
                attacks=tuple(
                    replace(mode, cost=3) if mode.name == "mental stab" else mode
                    for mode in tft.RULES.attacks
                ),
            ),
            id="a row by its name",
        ),
        pytest.param(
            spacehulk.RULES,
            {"deck_parts.0.cards": 9},
            replace(
                spacehulk.RULES,
                deck_parts=(spacehulk.rules.DeckPart("psionic", 9), *spacehulk.RULES.deck_parts[1:]),
            ),
            id="a row by its place",
        ),
    ],
)
def test_vary_changes_what_it_names_and_nothing_else(rules, changes, expected):
    assert vary(rules, changes) == expected
    assert hash(vary(rules, changes)) == hash(expected)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"harness": 7}, "v.harness = 7: must be a whole number from 2 to 6"),
        ({"harnes": 4}, "v.harnes = 4: unknown key; the keys are "),
        ({"perils.face": 0}, "v.perils.face = 0: must be a whole number from 1 to 6 or 'any'"),
        ({"perils": {"colour": 3}}, "v.perils.colour = 3: unknown key; the keys are face, count"),
        ({"perils": 6}, "v.perils = 6: must be a table of face, count"),
        (
            {"perils_table": {"mind": {"roll": 1}}},
            "v.perils_table.mind = {'roll': 1}: unknown row; the rows are dragged into the warp, ",
        ),
        ({"harness.deep": 4}, "v.harness = {'deep': 4}: must be a whole number from 2 to 6"),
    ],
)
def test_vary_refuses_as_a_rule_file_does(changes, message):
    with pytest.raises((TypeError, ValueError)) as caught:
        vary(RULES, changes, "v")
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize("base", BASES)
def test_every_base_is_flat_and_no_different_from_itself(base):
    rules = rulebook(base).rules
    leaves = dict(flat(rules))
    assert {path.partition(".")[0] for path in leaves} <= set(rulebook(base).entries)
    assert len(leaves) == len(list(flat(rules))), "every path is there once"
    assert differences(rules, rules) == {}
    assert vary(rules, {}) == rules


def test_differences_name_both_values_and_rows_that_come_and_go():
    varied = vary(RULES, {"harness": 3, "perils.face": "any"})
    assert differences(RULES, varied) == {"harness": (4, 3), "perils.face": (6, None)}
    fewer = replace(tft.RULES, defences=tft.RULES.defences[:-1])
    assert differences(tft.RULES, fewer)["defences.wide shield.cost"] == (3, None)


@pytest.mark.parametrize("base", BASES)
def test_every_measure_has_defaults_and_says_what_it_is(base):
    assert measures_of(base)
    for name, measure in measures_of(base).items():
        assert measure.__doc__.strip().endswith("."), name
        if name not in ("powers_cast",):  # some seconds long
            assert isinstance(measure(), Fraction), name


def clean(rules):
    return measures_of("wh40k")["clean_success"](dice=6, charge=2, rules=rules)


def test_compare_gives_every_measure_under_every_variant():
    variants = {"published": RULES, "ones": vary(RULES, {"perils.face": 1})}
    perils = partial(measures_of("wh40k")["perils"], dice=2)
    table = compare(variants, {"clean": clean, "perils": perils}, jobs=1)
    assert list(table.columns) == ["measure", "variant", "value", "difference", "error"]
    # By hand: of 6**6 rolls, those with two successes or more and at most one six, or at most one 1.
    sixes = sum(quiet(6, high, True) for high in range(2, 7))
    ones = sum(quiet(6, high, False) for high in range(2, 7))
    rows = table.drop(columns="error").values.tolist()
    assert rows == [
        ["clean", "published", Fraction(sixes, 6**6), 0],
        ["clean", "ones", Fraction(ones, 6**6), Fraction(ones - sixes, 6**6)],
        ["perils", "published", Fraction(1, 36), 0],
        ["perils", "ones", Fraction(1, 36), 0],
    ]


def quiet(dice, charges, sixes):
    """Count the rolls of some charges with at most one six among them, or at most one 1 among the others."""
    from math import comb

    inside, outside = (charges, dice - charges) if sixes else (dice - charges, charges)
    return comb(dice, charges) * (2**inside + inside * 2 ** max(inside - 1, 0)) * 3**outside


def test_compare_keeps_an_error_beside_the_values():
    def half(rules):
        return Fraction(1, rules.harness - 3)

    table = compare({"base": RULES, "three": vary(RULES, {"harness": 3})}, [half], jobs=1, cache=False)
    assert table["value"].tolist() == [1, None]
    assert table["difference"].tolist() == [0, None]
    assert table["error"].tolist() == ["", "ZeroDivisionError: Fraction(1, 0)"]


def test_compare_refuses_two_measures_of_one_name_and_none():
    with pytest.raises(ValueError, match="two measures are called 'clean'"):
        compare({"base": RULES}, [clean, clean])
    with pytest.raises(ValueError, match="measures must be at least one function"):
        compare({"base": RULES}, [])
    with pytest.raises(ValueError, match="rules must be at least one rule set"):
        compare({}, [clean])
