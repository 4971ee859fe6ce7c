"""The sheet of the psychic phase: casting, what perils cost, and denying."""

from collections.abc import Sequence

from psy.report.sheets.parts import Part, Sheet, whole
from psy.view.words import plural
from psy.wh40k import RULES, Rules, best_dice, deny, odds_by_charge, perils_odds
from psy.wh40k.house_rules import perils_words

CHARGES, DICE, DENY_DICE = (1, 2, 3), range(1, 13), range(1, 11)
LEADERSHIP, WOUNDS, BONUSES = (7, 8, 9, 10), (1, 2, 3), (0, 1, 2)


def sheet(rules: Rules = RULES) -> Sheet:
    """Return the sheet under the rules."""
    return Sheet(
        "Casting, perils and denying",
        "Warhammer 40,000, 7th edition",
        (_casting(rules), _denying(rules), _perils(rules)),
        f"A die of {rules.harness} or more harnesses a charge; perils come on {perils_words(rules.perils)} "
        f"or more; a deny die of {rules.deny_target} or more, with its bonus, cancels a charge, and every "
        "charge harnessed must be cancelled. No saves against perils.",
        12,
        {
            "wh40k": (
                *("harness", "perils", "deny_target", "leadership_dice", "perils_table"),
                *("drain_die", "hit_die"),
            )
        },
    )


def _casting(rules: Rules) -> Part:
    best = [best_dice(charge, rules=rules) for charge in CHARGES]
    rows = []
    for dice in DICE:
        odds = odds_by_charge(dice, CHARGES, rules)
        pairs = [(whole(one.success), whole(one.clean) + _star(dice, best[n])) for n, one in enumerate(odds)]
        rows.append((str(dice), *(cell for pair in pairs for cell in pair), whole(odds[0].perils)))
    said = ", ".join(f"{_numbers(dice)} for charge {n}" for n, dice in zip(CHARGES, best, strict=True))
    return Part(
        "Chance to cast, in percent; clean: without perils",
        [("", 1), *((f"charge {charge}", 2) for charge in CHARGES), ("", 1)],
        ["dice", *("cast", "clean") * len(CHARGES), "perils"],
        rows,
        f"★ Best for a clean cast, of any number of dice: {said}.",
    )


def _star(dice: int, best: Sequence[int]) -> str:
    return "★" if len(best) < len(DICE) and dice in best else ""


def _numbers(best: Sequence[int]) -> str:
    """Return the best numbers of dice; where all are equal, none of them casts cleanly."""
    return " or ".join(map(str, best)) if len(best) < len(DICE) else "no number"


def _denying(rules: Rules) -> Part:
    return Part(
        f"Chance to deny {CHARGES[0]} to {CHARGES[-1]} charges, in percent",
        [("", 1), *((f"bonus +{bonus}" if bonus else "no bonus", len(CHARGES)) for bonus in BONUSES)],
        ["dice", *map(str, CHARGES * len(BONUSES))],
        [
            (str(dice), *(whole(deny(n, dice, bonus, rules)) for bonus in BONUSES for n in CHARGES))
            for dice in DENY_DICE
        ],
        "Add up the bonuses of a psyker in the target unit, of a higher mastery level than the caster's, and "
        "of adamantium will.",
    )


def _perils(rules: Rules) -> Part:
    return Part(
        "One roll on the perils table: chance to lose the psyker, in percent",
        [],
        ["leadership", *(f"{plural(n, 'wound')} left" for n in WOUNDS)],
        [(str(ld), *(whole(perils_odds(ld, n, rules).lost) for n in WOUNDS)) for ld in LEADERSHIP],
    )
