"""Pictures of casting: one psychic test, the whole curve, and all charges at once."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction

from psy.exact.arguments import one_of, whole
from psy.view.cells import CellNumbers
from psy.view.numbers import chance_row, percent
from psy.view.picture import (
    BLUE,
    CHANCES,
    GREEN,
    GREY,
    ORANGE,
    RED,
    SKY,
    Picture,
    Table,
    new_figure,
    percent_axis,
    styled,
)
from psy.wh40k import RULES, Cast, PerilsRule, Rules, best_dice, cast, casting_odds, odds_by_charge

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
            f"With {dice_words((dice,))} the likeliest number of charges is {likely}; "
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
    places = [(number, charge) for charge in charges for number in dice]
    words = CellNumbers(axes, places)
    (frames,) = axes.plot([], [], "s", markersize=25, fillstyle="none", color=ORANGE, mew=2.5, animated=True)

    def draw(harness: int = RULES.harness, perils: str = "two sixes") -> Picture:
        rules = house_rules(harness, perils)
        columns = {number: odds_by_charge(number, charges, rules) for number in dice}
        clean = {
            (charge, number): columns[number][row].clean
            for row, charge in enumerate(charges)
            for number in dice
        }
        cells.set_data([[float(clean[charge, number]) for number in dice] for charge in charges])
        inks = ["white" if chance > Fraction(1, 2) else "black" for chance in clean.values()]
        words.show([percent(chance, 0)[:-1] for chance in clean.values()], inks)
        rows, marks = [], []
        for charge in charges:
            peak = max(clean[charge, number] for number in dice)
            best = tuple(number for number in dice if clean[charge, number] == peak > 0)
            marks += [(number, charge) for number in best]
            rows.append((f"{charge}", dice_words(best) if best else "none", percent(peak)))
        frames.set_data(*zip(*marks, strict=True) if marks else ((), ()))
        (_, first, high), (_, last, low) = rows[0], rows[-1]
        sentence = (
            f"Each row has its own peak: from {high} with {first} at warp charge 1 "
            f"to {low} with {last} at warp charge {most_charge}."
        )
        return Picture(figure, sentence, Table(("warp charge", "best dice", "clean success"), tuple(rows)))

    return draw
