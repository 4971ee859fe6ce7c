"""Pictures of casting: the whole curve, one psychic test, all charges at once, and rules side by side."""

from collections import Counter
from fractions import Fraction
from typing import Annotated

from psy.exact.trials import standard_error
from psy.view.chart import Chart, Table
from psy.view.controls import Menu, Slider, picture
from psy.view.marks import Line, Points
from psy.view.numbers import percent
from psy.view.ordinary import table_of, table_row
from psy.view.palette import BLUE, ORANGE, RED, Look
from psy.view.shapes import bars, beside, cells, curves
from psy.view.wh40k.words import dice_words
from psy.wh40k import RULES, Cast, best_dice, cast, casting_odds, odds_by_charge, simulate_cast
from psy.wh40k.house_rules import PERILS, RULE_SETS, house_rules, perils_words
from psy.wh40k.rolls import CLEAN, FAILED, SPOILED, TAINTED, fate_of_roll

Dice = Annotated[int, Slider("dice thrown", 0, 20)]
FewDice = Annotated[int, Slider("dice thrown", 0, 12)]
Charge = Annotated[int, Slider("warp charge", 0, 6)]
RealCharge = Annotated[int, Slider("warp charge", 1, 5)]
Harness = Annotated[int, Slider("harness target", 2, 6)]
SmallCharge = Annotated[int, Slider("warp charge", 0, 2)]
Perils = Annotated[str, Menu("perils on", tuple(PERILS))]
Zeros = Annotated[int, Slider("zeros of the number of trials", 1, 6)]
Seed = Annotated[int, Slider("seed", 1, 100, mailed=(1, 2, 3, 4))]
PUBLISHED = perils_words(RULES.perils)
MOST = 20

FATES = {CLEAN: BLUE, TAINTED: ORANGE, FAILED: "#d0d0d0", SPOILED: RED}
_SIGNS = {CLEAN: "cast", TAINTED: "cast!", FAILED: "", SPOILED: "!"}


@picture
def odds_curve(
    dice: Dice = 4, charge: Charge = 2, harness: Harness = RULES.harness, perils: Perils = PUBLISHED
) -> Chart:
    """Success, clean success and perils over the dice thrown; the best numbers of dice are starred."""
    rules = house_rules(harness, perils)
    odds = [casting_odds(number, charge, rules) for number in range(MOST + 1)]
    best = best_dice(charge, "clean", MOST, rules)
    clean, most = odds[dice].clean, odds[best[0]].clean
    thrown = f"{dice_words(dice)} at warp charge {charge} cast cleanly in {percent(clean)} of tests"
    if most == 0:
        sentence = f"{thrown}, and no number of dice does better."
    elif dice in best:
        sentence = f"{thrown}: no number of dice does better."
    else:
        sentence = f"{thrown}; {dice_words(*best)} would make it {percent(most)}."
    chances = {
        "success": [each.success for each in odds],
        "clean success": [each.clean for each in odds],
        "perils": [each.perils for each in odds],
    }
    return curves(
        "What does one more die buy, and what does it cost?",
        {"dice thrown": range(MOST + 1)},
        chances,
        sentence,
        at=dice,
        best=best,
        on="clean success",
        more=[table_row(f"best clean success, {dice_words(*best)}", most, percent)],
    )


@picture
def two_dice(charge: SmallCharge = 1, harness: Harness = RULES.harness, perils: Perils = PUBLISHED) -> Chart:
    """All rolls of two dice laid out: which cast the power, and which bring perils."""
    rules, faces = house_rules(harness, perils), range(1, 7)
    fates = [[fate_of_roll((first, second), charge, rules) for second in faces] for first in faces]
    count = Counter(fate for row in fates for fate in row)
    cast_by, every = count[CLEAN] + count[TAINTED], sum(count.values())
    table = Table(("roll", "ways"), tuple((fate, f"{count[fate]} of {every}") for fate in FATES))
    return cells(
        "Every roll of two dice",
        {"second die": faces},
        {"first die": faces},
        fates,
        f"{cast_by} of {every} rolls cast a power of charge {charge}, {count[CLEAN]} of them without perils.",
        words=[[_SIGNS[fate] for fate in row] for row in fates],
        kinds=FATES,
        table=table,
    )


@picture
def joint_bars(dice: FewDice = 6, harness: Harness = RULES.harness, perils: Perils = PUBLISHED) -> Chart:
    """One roll's charges, each bar split by perils."""
    roll, charges = cast(dice, house_rules(harness, perils)), range(dice + 1)
    parts = {
        "without perils": [roll.probability(Cast(number, False)) for number in charges],
        "with perils": [roll.probability(Cast(number, True)) for number in charges],
    }
    likely = " or ".join(map(str, roll.marginals.charges.mode()))
    suffered = sum(parts["with perils"], Fraction(0))
    return bars(
        "What can one psychic test bring?",
        {"warp charges harnessed": charges},
        parts,
        f"With {dice_words(dice)} the likeliest number of charges is {likely}; "
        f"{percent(suffered)} of tests bring perils.",
        stack=True,
    )


@picture
def charge_map(harness: Harness = RULES.harness, perils: Perils = PUBLISHED) -> Chart:
    """Clean success by dice and warp charge, the best of each row framed."""
    rules, dice, charges = house_rules(harness, perils), range(1, 13), range(1, 6)
    columns = [odds_by_charge(number, charges, rules) for number in dice]
    clean = [[column[row].clean for column in columns] for row in range(len(charges))]
    best = {
        charge: [number for number, chance in zip(dice, row, strict=True) if chance == max(row) > 0]
        for charge, row in zip(charges, clean, strict=True)
    }
    said = [
        f"{percent(max(row))} with {dice_words(*numbers) if numbers else 'none'} at warp charge {charge}"
        for (charge, numbers), row in zip(best.items(), clean, strict=True)
    ]
    return cells(
        "Clean success by dice and warp charge, in percent; best dice framed",
        {"dice thrown": dice},
        {"warp charge": charges},
        clean,
        f"Each row has its own peak: from {said[0]} to {said[-1]}.",
        framed=[(number, charge) for charge, numbers in best.items() for number in numbers],
    )


@picture
def rules_side_by_side(charge: RealCharge = 2) -> Chart:
    """Clean success and perils under each of the `RULE_SETS`."""
    dice, lines = range(15), {}
    for name, rules in RULE_SETS.items():
        lines[name] = [casting_odds(number, charge, rules) for number in dice]
    best = {name: percent(max(each.clean for each in line)) for name, line in lines.items()}
    sentence = (
        f"At warp charge {charge} the best clean success is {best['as they stand']} as the rules stand and "
        f"{best['daemonology']} where perils come on {perils_words(RULES.daemonology_perils)}."
    )
    titles = {"clean": "success without perils", "perils": "perils of the warp"}
    charts = [
        curves(
            title,
            {"dice thrown": dice},
            {name: [getattr(each, chance) for each in line] for name, line in lines.items()},
            sentence,
            best="each" if chance == "clean" else None,
        )
        for chance, title in titles.items()
    ]
    return beside("Which rules cast best, and which bring perils?", charts)


@picture
def rule_of_thumb() -> Chart:
    """Clean success by dice beyond twice the charge, the best of each charge starred."""
    charges, extras = range(1, 7), range(-1, 7)
    clean = {
        f"warp charge {charge}": [casting_odds(2 * charge + extra, charge).clean for extra in extras]
        for charge in charges
    }
    right = [f"{charge}" for charge in charges if best_dice(charge) == (2 * charge + 2,)]
    return curves(
        "Twice the warp charge, and how many more?",
        {"dice beyond twice the warp charge": extras},
        clean,
        "Two more than twice the charge is the best number of dice for "
        f"{'warp charge ' + ', '.join(right) if right else 'no warp charge'}.",
        best="each",
        label="clean success",
    )


@picture
def simulated_beside_exact(dice: FewDice = 6, zeros: Zeros = 3, seed: Seed = 1) -> Chart:
    """Charges of a simulation, with two standard errors, beside the exact ones."""
    trials, charges = 10**zeros, range(dice + 1)
    roll, rolled = cast(dice).marginals.charges, simulate_cast(dice, trials, seed).charges
    exact = [roll.probability(number) for number in charges]
    found = [Fraction(int((rolled == number).sum()), trials) for number in charges]
    errors = [2 * standard_error(share, trials) for share in found]
    worst = max(abs(one - other) for one, other in zip(exact, found, strict=True))
    chart = bars(
        "How close does a simulation come?",
        {"warp charges harnessed": charges},
        {"exact": exact},
        f"After {trials:,} simulated tests the largest error is {percent(worst)[:-1]} percentage points; "
        "a hundred times as many tests make it about ten times smaller.",
        words=(),
        table=table_of("charges", charges, {"exact": exact, "simulated": found}),
    )
    low = tuple(max(0.0, float(share) - error) for share, error in zip(found, errors, strict=True))
    high = tuple(float(share) + error for share, error in zip(found, errors, strict=True))
    return chart.plus(
        Line(tuple(charges), low, "two standard errors", Look(RED, ":")),
        Line(tuple(charges), high, look=Look(RED, ":")),
        Points(tuple(charges), tuple(found), "simulated", Look(RED, marker="o")),
    )
