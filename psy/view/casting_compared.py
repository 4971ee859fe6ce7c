"""Pictures of casting compared: rule sets, the rule of thumb, and a simulation beside the exact odds."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction

import numpy as np

from psy.exact.arguments import whole
from psy.view.casting import PERILS, dice_words
from psy.view.numbers import percent
from psy.view.picture import (
    BLUE,
    GREEN,
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
from psy.wh40k import RULES, Rules, best_dice, cast, casting_odds, simulate_cast

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
            rows.append((name, dice_words(best), percent(peak.clean), percent(peak.perils)))
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
            rows.append((f"{charge}", dice_words(best), *map(percent, chances)))
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
