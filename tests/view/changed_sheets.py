"""The sheets under the rules as they stand, and under some that were changed."""

from dataclasses import replace

from psy import prospero, spacehulk, tft, wh40k
from psy.report.sheets import prospero as numeration_sheet
from psy.report.sheets import spacehulk as spacehulk_sheet
from psy.report.sheets import tft as tft_sheet
from psy.report.sheets import wh40k as wh40k_sheet

NUMERATION, BATTLES = prospero.RULES, prospero.BATTLE_RULES
BIGGER = replace(BATTLES, attack=replace(BATTLES.attack, die=8, ties_hit=not BATTLES.attack.ties_hit))
REPELLED = replace(NUMERATION, ties="repelled" if NUMERATION.ties == "cast" else "cast")
ANY_ONE = wh40k.PerilsRule(face=None, count=1)
SHEETS = {
    "wh40k": (wh40k_sheet.sheet, [(wh40k.RULES,)]),
    "spacehulk": (spacehulk_sheet.sheet, [(spacehulk.RULES,)]),
    "prospero": (numeration_sheet.sheet, [(NUMERATION, BATTLES), (REPELLED, BIGGER)]),
    "tft": (tft_sheet.sheet, [(tft.RULES,), (replace(tft.RULES, undecided="again", automatic=True),)]),
}
SHEETS["wh40k"][1].extend(
    [
        (replace(wh40k.RULES, harness=3, perils=wh40k.PerilsRule(face=None, count=3), deny_target=5),),
        (replace(wh40k.RULES, perils=ANY_ONE),),
    ]
)
AURA, FIGHT = spacehulk.RULES.aura, spacehulk.RULES.close_assault
SHEETS["spacehulk"][1].extend(
    [
        (replace(spacehulk.RULES, aura=replace(AURA, die=4), close_assault=replace(FIGHT, genestealer=2)),),
        (replace(spacehulk.RULES, aura=replace(AURA, die=100)),),
    ]
)
CASES = {
    f"{name} {number or 'as it stands'}": (name, make, rules)
    for name, (make, cases) in SHEETS.items()
    for number, rules in enumerate(cases)
}
