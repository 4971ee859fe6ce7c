"""Rules of the house: how perils are said."""

import pytest

from psy.wh40k import RULES, PerilsRule
from psy.wh40k.house_rules import PERILS, perils_words


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        (PerilsRule(6, 2), "two sixes"),
        (PerilsRule(6, 1), "a six"),
        (PerilsRule(None, 1), "any die"),
        (PerilsRule(None, 3), "three alike"),
        (PerilsRule(5, 6), "six fives"),
    ],
)
def test_perils_in_words(rule, words):
    assert perils_words(rule) == words
    assert next(iter(PERILS)) == perils_words(RULES.perils)
