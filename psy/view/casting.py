"""Pictures of casting: one psychic test, the whole curve, all charges at once, and rules side by side."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction

import numpy as np

from psy.exact.arguments import one_of, whole
from psy.view.numbers import chance_row, percent
from psy.view.picture import (
    BLUE,
    CHANCES,
    GREEN,
    GREY,
    ORANGE,
    PURPLE,
    RED,
    SKY,
    Picture,
    Table,
    new_figure,
    percent_axis,
    styled,
)
from psy.wh40k import RULES, Cast, PerilsRule, Rules, best_dice, cast, casting_odds, simulate_cast

# The perils rules that a reader chooses between, by the words on the control.
PERILS: Mapping[str, PerilsRule] = {
    "two sixes": RULES.perils,
    "any double": RULES.daemonology_perils,
    "two ones": PerilsRule(face=1, count=2),
}


def house_rules(harness: int = RULES.harness, perils: str = "two sixes") -> Rules:
    """Return the published rules with another harness target and one of the named perils rules."""
    return replace(RULES, harness=harness, perils=PERILS[one_of("perils", perils, tuple(PERILS))])


@styled()
def odds_curve(most: int = 20) -> Callable[..., Picture]:
    """Return a drawing function of the chances over every number of dice from 0 to ``most``.

    The function takes ``dice``, ``charge``, ``harness`` and ``perils`` (a name from `PERILS`).
    """
    figure, axes = new_figure()
    numbers = range(most + 1)
    axes.set_title("What does one more die buy, and what does it cost?")
    axes.set(xlabel="dice thrown", xlim=(0, most))
    axes.set_xticks(range(0, most + 1, 2))
    percent_axis(axes)
    style = {"animated": True, "marker": "o", "markersize": 4}
    (success,) = axes.plot([], [], color=SKY, label="success", **style)
    (clean,) = axes.plot([], [], color=BLUE, linewidth=2.5, label="clean: success without perils", **style)
    (perils_line,) = axes.plot([], [], color=RED, linestyle="--", label="perils of the warp", **style)
    (best_marks,) = axes.plot([], [], "*", color=GREEN, markersize=16, animated=True, label="best clean dice")
    here = axes.axvline(0, color=GREY, linestyle=":", animated=True)
    figure.legend(loc="outside lower left", ncols=2)

    def draw(dice: int, charge: int, harness: int = RULES.harness, perils: str = "two sixes") -> Picture:
        rules = house_rules(harness, perils)
        odds = [casting_odds(number, charge, rules) for number in numbers]
        best = best_dice(charge, "clean", most, rules)
        now = odds[whole("dice", dice, 0, most)]
        for line, chance in ((success, "success"), (clean, "clean"), (perils_line, "perils")):
            line.set_data(numbers, [float(getattr(cell, chance)) for cell in odds])
        best_marks.set_data(best, [float(odds[number].clean) for number in best])
        here.set_xdata([dice, dice])
        rows = (
            chance_row("success", now.success),
            chance_row("clean success", now.clean),
            chance_row("perils", now.perils),
            chance_row(f"best clean success, {_dice_words(best)}", odds[best[0]].clean),
        )
        return Picture(
            figure, _curve_sentence(dice, charge, now.clean, best, odds[best[0]].clean), Table(CHANCES, rows)
        )

    return draw


def _curve_sentence(
    dice: int, charge: int, clean: Fraction, best: tuple[int, ...], most_clean: Fraction
) -> str:
    thrown = f"{_dice_words((dice,))} at warp charge {charge} cast cleanly in {percent(clean)} of tests"
    if most_clean == 0:
        return f"{thrown}, and no number of dice does better."
    if dice in best:
        return f"{thrown}: no number of dice does better."
    return f"{thrown}; {_dice_words(best)} would make it {percent(most_clean)}."


def _dice_words(numbers: tuple[int, ...]) -> str:
    if len(numbers) > 3:
        return f"{numbers[0]} to {numbers[-1]} dice"
    words = " or ".join(map(str, numbers))
    return f"{words} {'die' if numbers == (1,) else 'dice'}"


@styled()
def joint_bars(most: int = 12) -> Callable[..., Picture]:
    """Return a drawing function of one roll's charges, each bar split by perils, for up to ``most`` dice.

    The function takes ``dice``, ``harness`` and ``perils`` (a name from `PERILS`).
    """
    figure, axes = new_figure()
    axes.set_title("What can one psychic test bring?")
    axes.set(xlabel="warp charges harnessed", xticks=range(most + 1))
    percent_axis(axes)
    numbers = range(most + 1)
    clean_bars = axes.bar(numbers, [0] * len(numbers), color=BLUE, label="without perils", animated=True)
    perils_bars = axes.bar(
        numbers, [0] * len(numbers), color=RED, hatch="//", label="with perils", animated=True
    )
    figure.legend(loc="outside lower left", ncols=2)

    def draw(dice: int, harness: int = RULES.harness, perils: str = "two sixes") -> Picture:
        roll = cast(whole("dice", dice, 0, most), house_rules(harness, perils))
        rows = []
        for charges, below, above in zip(numbers, clean_bars, perils_bars, strict=True):
            clean, tainted = roll.probability(Cast(charges, False)), roll.probability(Cast(charges, True))
            below.set_height(float(clean))
            above.set(y=float(clean), height=float(tainted))
            if charges <= dice:
                rows.append((f"{charges}", percent(clean), percent(tainted), percent(clean + tainted)))
        suffered = sum((roll.probability(Cast(charges, True)) for charges in numbers), Fraction(0))
        likely = " or ".join(map(str, roll.marginals.charges.mode()))
        sentence = (
            f"With {_dice_words((dice,))} the likeliest number of charges is {likely}; "
            f"{percent(suffered)} of tests bring perils."
        )
        columns = ("charges", "without perils", "with perils", "together")
        return Picture(figure, sentence, Table(columns, tuple(rows)))

    return draw


@styled()
def charge_map(most_dice: int = 12, most_charge: int = 5) -> Callable[..., Picture]:
    """Return a drawing function of clean success as a heat map of dice by warp charge, the best marked.

    The function takes ``harness`` and ``perils`` (a name from `PERILS`).
    """
    figure, axes = new_figure(height=3.4)
    dice, charges = range(1, most_dice + 1), range(1, most_charge + 1)
    axes.set_title("Clean success by dice and warp charge, in percent; best dice framed")
    axes.set(xlabel="dice thrown", ylabel="warp charge")
    axes.grid(visible=False)
    blank = [[0.0] * most_dice] * most_charge
    extent = (0.5, most_dice + 0.5, most_charge + 0.5, 0.5)
    cells = axes.imshow(blank, "Blues", extent=extent, vmin=0, vmax=1, aspect="auto", animated=True)
    axes.set(xticks=dice, yticks=charges)
    words = {
        (charge, number): axes.text(number, charge, "", ha="center", va="center", fontsize=9, animated=True)
        for charge in charges
        for number in dice
    }
    (frames,) = axes.plot([], [], "s", markersize=25, fillstyle="none", color=ORANGE, mew=2.5, animated=True)

    def draw(harness: int = RULES.harness, perils: str = "two sixes") -> Picture:
        rules = house_rules(harness, perils)
        clean = {(charge, number): casting_odds(number, charge, rules).clean for charge, number in words}
        cells.set_data([[float(clean[charge, number]) for number in dice] for charge in charges])
        for cell, chance in clean.items():
            words[cell].set(
                text=percent(chance, 0)[:-1], color="white" if chance > Fraction(1, 2) else "black"
            )
        rows, marks = [], []
        for charge in charges:
            peak = max(clean[charge, number] for number in dice)
            best = tuple(number for number in dice if clean[charge, number] == peak > 0)
            marks += [(number, charge) for number in best]
            rows.append((f"{charge}", _dice_words(best) if best else "none", percent(peak)))
        frames.set_data(*zip(*marks, strict=True) if marks else ((), ()))
        (_, first, high), (_, last, low) = rows[0], rows[-1]
        sentence = (
            f"Each row has its own peak: from {high} with {first} at warp charge 1 "
            f"to {low} with {last} at warp charge {most_charge}."
        )
        return Picture(figure, sentence, Table(("warp charge", "best dice", "clean success"), tuple(rows)))

    return draw


# Rule sets that players argue about, by name: the published rules first.
RULE_SETS: Mapping[str, Rules] = {
    "published": RULES,
    "harness on 3+": replace(RULES, harness=3),
    "daemonology": replace(RULES, perils=RULES.daemonology_perils),
    "perils on ones": replace(RULES, perils=PERILS["two ones"]),
}


@styled()
def rules_side_by_side(most: int = 14) -> Callable[..., Picture]:
    """Return a drawing function of clean success and perils for each of `RULE_SETS`; it takes ``charge``."""
    figure, (left, right) = new_figure(width=7.6, columns=2, sharey=True)
    left.set_title("success without perils")
    right.set_title("perils of the warp")
    numbers = range(most + 1)
    styles = zip(RULE_SETS, (BLUE, GREEN, RED, PURPLE), ("-", "--", "-.", ":"), strict=True)
    lines = {}
    for name, color, dash in styles:
        style = {"color": color, "linestyle": dash, "linewidth": 2.2, "animated": True}
        lines[name] = left.plot([], [], label=name, **style)[0], right.plot([], [], **style)[0]
    for axes in (left, right):
        axes.set(xlabel="dice thrown", xlim=(0, most))
        percent_axis(axes)
    right.set_ylabel("")
    figure.legend(loc="outside lower left", ncols=4)

    def draw(charge: int) -> Picture:
        rows = []
        for name, rules in RULE_SETS.items():
            odds = [casting_odds(number, charge, rules) for number in numbers]
            lines[name][0].set_data(numbers, [float(cell.clean) for cell in odds])
            lines[name][1].set_data(numbers, [float(cell.perils) for cell in odds])
            best = best_dice(charge, "clean", most, rules)
            peak = odds[best[0]]
            rows.append((name, _dice_words(best), percent(peak.clean), percent(peak.perils)))
        published, daemonology = rows[0], rows[2]
        sentence = (
            f"At warp charge {charge} the best clean success is {published[2]} in the published rules "
            f"and {daemonology[2]} where any double brings perils."
        )
        return Picture(
            figure, sentence, Table(("rules", "best dice", "clean success", "perils"), tuple(rows))
        )

    return draw


@styled()
def rule_of_thumb(most_charge: int = 6, most_extra: int = 6) -> Callable[..., Picture]:
    """Return a drawing function of clean success by dice beyond twice the charge; it takes no arguments."""
    figure, axes = new_figure()
    extras = range(-1, most_extra + 1)
    axes.set_title("Twice the warp charge, and how many more?")
    axes.set(xlabel="dice beyond twice the warp charge")
    percent_axis(axes, "clean success")
    colors = (SKY, BLUE, GREEN, ORANGE, RED, PURPLE)
    markers = "osD^vP"
    for charge, color, marker in zip(range(1, most_charge + 1), colors, markers, strict=False):
        chances = [float(casting_odds(2 * charge + extra, charge).clean) for extra in extras]
        axes.plot(extras, chances, color=color, marker=marker, label=f"warp charge {charge}")
        best = best_dice(charge)[0]
        peak = casting_odds(best, charge).clean
        axes.plot(best - 2 * charge, float(peak), "o", color=color, markersize=14, fillstyle="none", mew=2)
    figure.legend(loc="outside lower left", ncols=3)

    def draw() -> Picture:
        rows = []
        for charge in range(1, most_charge + 1):
            best = best_dice(charge)
            chances = [casting_odds(2 * charge + extra, charge).clean for extra in (0, 1, 2, 3)]
            rows.append((f"{charge}", _dice_words(best), *map(percent, chances)))
        right = [row[0] for row in rows if row[1] == f"{2 * int(row[0]) + 2} dice"]
        sentence = (
            f"Two more than twice the charge is the best number of dice for warp charge {', '.join(right)}."
        )
        columns = ("warp charge", "best dice", "twice", "twice + 1", "twice + 2", "twice + 3")
        return Picture(figure, sentence, Table(columns, tuple(rows)))

    return draw


@styled()
def simulated_beside_exact(most: int = 12) -> Callable[..., Picture]:
    """Return a drawing function of simulated charges beside the exact ones.

    The function takes ``dice``, ``zeros`` (10 to that power trials) and ``seed``.
    """
    figure, axes = new_figure()
    axes.set_title("How close does a simulation come?")
    axes.set(xlabel="warp charges harnessed", xticks=range(most + 1))
    percent_axis(axes)
    numbers = range(most + 1)
    bars = axes.bar(numbers, [0] * len(numbers), color=SKY, label="exact", animated=True)
    style = {"color": RED, "fmt": "o", "capsize": 4, "label": "simulated, two standard errors"}
    dots, (lower, upper), (stems,) = axes.errorbar(numbers, [0.0] * len(numbers), yerr=0.0, **style)
    for artist in (dots, lower, upper, stems):
        artist.set_animated(True)
    figure.legend(loc="outside lower left", ncols=2)

    def draw(dice: int, zeros: int, seed: int = 1) -> Picture:
        trials = 10**zeros
        exact = cast(whole("dice", dice, 0, most)).marginals.charges
        rolled = simulate_cast(dice, trials, seed)
        seen = np.bincount(rolled.charges, minlength=most + 1) / trials
        error = 2 * np.sqrt(seen * (1 - seen) / trials)
        for bar, charges in zip(bars, numbers, strict=True):
            bar.set_height(float(exact.probability(charges)))
        seen[dice + 1 :] = np.nan
        dots.set_data(numbers, seen)
        lower.set_data(numbers, seen - error)
        upper.set_data(numbers, seen + error)
        stems.set_segments([[(x, y - e), (x, y + e)] for x, y, e in zip(numbers, seen, error, strict=True)])
        rows = []
        for charges in range(dice + 1):
            found = Fraction(int((rolled.charges == charges).sum()), trials)
            rows.append((f"{charges}", percent(exact.probability(charges)), percent(found)))
        worst = max(abs(float(exact.probability(charges)) - seen[charges]) for charges in range(dice + 1))
        sentence = (
            f"After {trials:,} simulated tests the largest error is {100 * worst:.2f} percentage points; "
            f"a hundred times as many tests make it about ten times smaller."
        )
        return Picture(figure, sentence, Table(("charges", "exact", "simulated"), tuple(rows)))

    return draw
