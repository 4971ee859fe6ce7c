"""The sheet of psionic combat: the modes against each other, best mixtures, checks and battles of wills."""

from collections.abc import Mapping
from fractions import Fraction

from psy.report.sheets.parts import Part, Sheet, whole
from psy.tft import RULES, Psion, Rules, battle_of_wills, best_modes
from psy.tft.wills import chance_to_pass
from psy.view.numbers import decimal

NONE = "\u2013"
IQ, PSI, POOL = 12, 12, 20
STARTERS, OTHERS, STATS, DICE = (8, 10, 12, 14, 16), (8, 10, 12), range(8, 17), (2, 3, 4)
PAIRS, PSIS = ((16, 10), (12, 12), (10, 16)), (8, 12)


def sheet(rules: Rules = RULES) -> Sheet:
    """Return the sheet under the rules."""
    margin = rules.automatic_margin if rules.automatic else None
    return Sheet(
        "Modes, mixtures and battles of wills",
        "The Fantasy Trip",
        (_modes(rules), _mixtures(rules), _checks(margin), _battles(rules)),
        f"The first table: two psions of IQ {IQ} and PSI {PSI}. Both modes are chosen in secret and paid "
        f"for. A roll passes at or under the attribute. An undecided battle of wills "
        f"{'is fought again' if rules.undecided == 'again' else 'does nothing'}.",
        12,
        {
            "tft": (
                *("attacks", "defences", "variants", "cells", "no_defence", "undecided", "most_contest_dice"),
                *("mask_refund_stacks", "automatic", "automatic_margin"),
            )
        },
    )


def _modes(rules: Rules) -> Part:
    psion = Psion(IQ, PSI, POOL)
    found = best_modes(psion, psion, rules)
    rows = [
        (name, *(_signed(swing) for swing in row))
        for name, row in zip(found.attacks, found.table, strict=True)
    ]
    return Part(
        f"Points the attacker gains on the defender, on average, at {POOL} each",
        [],
        ["attack", *found.defences],
        rows,
    )


def _signed(number: Fraction) -> str:
    text = decimal(number, 1)
    return f"+{text}" if number > 0 else text.replace("-", "\u2212")


def _mixtures(rules: Rules) -> Part:
    found = [
        best_modes(Psion(mine, psi, POOL), Psion(theirs, psi, POOL), rules)
        for psi in PSIS
        for mine, theirs in PAIRS
    ]
    rows = []
    for side in ("attack", "defence"):
        mixes = [getattr(one, f"{side}_mix") for one in found]
        names = dict.fromkeys(name for mix in mixes for name in mix)
        rows += [(f"{side}: {name}", *(_share(mix, name) for mix in mixes)) for name in names]
    rows.append(("the attacker then gains", *(_signed(one.value) for one in found)))
    return Part(
        f"A best mixture, in percent, by IQ against IQ, at {POOL} points each",
        [("", 1), *((f"PSI {psi} each", len(PAIRS)) for psi in PSIS)],
        ["", *(f"{mine} on {theirs}" for _ in PSIS for mine, theirs in PAIRS)],
        rows,
        "Where several mixtures are equally good, this is one of them.",
    )


def _share(mix: Mapping[str, Fraction], name: str) -> str:
    return whole(mix[name]) if mix.get(name) else ""


def _checks(margin: int | None) -> Part:
    return Part(
        "Chance to pass a roll against PSI, in percent",
        [],
        ["PSI", *map(str, STATS)],
        [(f"{dice} dice", *(whole(chance_to_pass(dice, stat, margin)) for stat in STATS)) for dice in DICE],
    )


def _battles(rules: Rules) -> Part:
    fewer = sorted({cell.contest.fewer for cell in rules.cells if cell.contest})
    rows = []
    for mine in STARTERS:
        fights = [battle_of_wills(mine, theirs, n, rules=rules) for n in fewer for theirs in OTHERS]
        cells = (f"{one.dice}: {whole(one.win)}/{whole(one.lose)}" if one.win else NONE for one in fights)
        rows.append((f"IQ {mine}", *cells))
    return Part(
        "Battle of wills: the starter's best dice, then win/lose in percent",
        [("", 1), *((f"others roll {n} fewer" if n else "others roll as many", len(OTHERS)) for n in fewer)],
        ["starter", *(f"IQ {theirs}" for _ in fewer for theirs in OTHERS)],
        rows,
        f"{NONE} No number of dice wins more often than it loses.",
    )
