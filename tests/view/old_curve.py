"""A picture in the old way, for the tests of the old way only: it goes with them."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction

from psy.exact.arguments import one_of, whole
from psy.view.numbers import chance_row, percent
from psy.view.picture import (
    BLUE,
    CHANCES,
    GREEN,
    GREY,
    RED,
    SKY,
    Picture,
    Table,
    new_figure,
    percent_axis,
    styled,
)
from psy.wh40k import RULES, PerilsRule, Rules, best_dice, casting_odds

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
            chance_row(f"best clean success, {dice_words(best)}", odds[best[0]].clean),
        )
        return Picture(
            figure, _curve_sentence(dice, charge, now.clean, best, odds[best[0]].clean), Table(CHANCES, rows)
        )

    return draw


def _curve_sentence(
    dice: int, charge: int, clean: Fraction, best: tuple[int, ...], most_clean: Fraction
) -> str:
    thrown = f"{dice_words((dice,))} at warp charge {charge} cast cleanly in {percent(clean)} of tests"
    if most_clean == 0:
        return f"{thrown}, and no number of dice does better."
    if dice in best:
        return f"{thrown}: no number of dice does better."
    return f"{thrown}; {dice_words(best)} would make it {percent(most_clean)}."


def dice_words(numbers: tuple[int, ...]) -> str:
    """Return numbers of dice in words: "1 die", "4 or 5 dice", "0 to 9 dice"."""
    if len(numbers) > 3:
        return f"{numbers[0]} to {numbers[-1]} dice"
    words = " or ".join(map(str, numbers))
    return f"{words} {'die' if numbers == (1,) else 'dice'}"
