"""Rules that players argue about: as they stand and variants of them, by name."""

from collections.abc import Mapping
from dataclasses import replace

from psy.exact.arguments import one_of
from psy.wh40k.rules import RULES, PerilsRule, Rules

_COUNTS = {1: "one", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six"}
_FACES = ("ones", "twos", "threes", "fours", "fives", "sixes")


def perils_words(rule: PerilsRule) -> str:
    """Return in words which dice bring perils.

    Examples
    --------
    >>> perils_words(PerilsRule(6, 2)), perils_words(PerilsRule(None, 2)), perils_words(PerilsRule(1, 1))
    ('two sixes', 'any double', 'a one')
    >>> perils_words(PerilsRule(6, 12)), perils_words(PerilsRule(None, 7))
    ('12 sixes', '7 alike')
    """
    count = _COUNTS.get(rule.count, f"{rule.count}")
    if rule.face is None:
        return {1: "any die", 2: "any double"}.get(rule.count, f"{count} alike")
    if rule.count == 1:
        return f"a {_COUNTS[rule.face]}"
    return f"{count} {_FACES[rule.face - 1]}"


# The perils of a reader's choice: the rule in force first, that of Daemonology, and perils on ones.
PERILS: Mapping[str, PerilsRule] = {
    perils_words(rule): rule
    for rule in (RULES.perils, RULES.daemonology_perils, PerilsRule(face=1, count=RULES.perils.count))
}


def house_rules(harness: int = RULES.harness, perils: str = perils_words(RULES.perils)) -> Rules:
    """Return the rules in force with another harness target, 2 to 6, and one of the `PERILS`.

    Raises
    ------
    TypeError, ValueError
        If the target is out of its range, or the words are not among `PERILS`.

    Examples
    --------
    >>> house_rules() == RULES, house_rules(harness=3).harness
    (True, 3)
    """
    return replace(RULES, harness=harness, perils=PERILS[one_of("perils", perils, tuple(PERILS))])


_EASIER = max(2, RULES.harness - 1)
# Whole rule sets beside each other, the one in force first.
RULE_SETS: Mapping[str, Rules] = {
    "as they stand": RULES,
    f"harness on {_EASIER}+": replace(RULES, harness=_EASIER),
    "daemonology": replace(RULES, perils=RULES.daemonology_perils),
    "perils on ones": replace(RULES, perils=PerilsRule(face=1, count=RULES.perils.count)),
}
