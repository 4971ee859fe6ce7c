"""Pictures of a battle over several rounds: who is gone by when, and how many are left."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import product

from icepool import Die

from psy.exact.arguments import one_of, whole
from psy.prospero import Odds, Terms, battle, sample_squads
from psy.view.cells import CellNumbers, cell_percent
from psy.view.numbers import decimal, percent
from psy.view.picture import BLUE, GREY, RED, Picture, Table, new_figure, percent_axis, styled
from psy.view.squads import how_far

MOST_ROUNDS = 10
# Who attacks first, by the words on the control; Prescience lets the traitor choose.
ORDERS = {
    "by initiative": "initiative",
    "always the traitor": "traitor",
    "always the loyalist": "loyalist",
}


@dataclass(frozen=True)
class Course:
    """What the pictures need of a battle of sample squads, after each round from round 0."""

    odds: tuple[Odds, ...]
    slain: tuple[tuple[Fraction, Fraction], ...]
    survivors: tuple[Die[tuple[int, int]], ...]


@lru_cache(maxsize=512)
def fought(traitor: str, loyalist: str, distance: int, order: str = "by initiative") -> Course:
    """Return the battle of two sample squads, by name, over ten rounds."""
    sons, wolves = sample_squads("traitor"), sample_squads("loyalist")
    one_of("traitor", traitor, tuple(sons)), one_of("loyalist", loyalist, tuple(wolves))
    terms = Terms(whole("distance", distance, 1, 4), ORDERS[one_of("order", order, tuple(ORDERS))])
    course = battle(sons[traitor], wolves[loyalist], MOST_ROUNDS, terms)
    rounds = range(MOST_ROUNDS + 1)
    return Course(course.odds, course.expected_slain, tuple(map(course.survivors, rounds)))


@styled()
def survival_lines() -> Callable[..., Picture]:
    """Return a drawing function of the chances, round by round, that one side or the other is gone.

    The function takes ``traitor`` and ``loyalist`` (names of sample squads), ``distance``, 1 to 4 zones,
    ``order`` (a word from `ORDERS`) and ``rounds``, 0 to 10, which is marked.
    """
    figure, axes = new_figure()
    numbers = range(MOST_ROUNDS + 1)
    axes.set_title("Who is left on the field? (assumed profiles)")
    axes.set(xlabel="rounds fought", xticks=numbers, xlim=(-0.15, MOST_ROUNDS + 0.15))
    percent_axis(axes)
    style = {"animated": True, "linewidth": 2}
    lines = (
        axes.plot([], [], color=RED, marker="o", label="the traitor's squad is gone", **style)[0],
        axes.plot([], [], "--", color=BLUE, marker="s", label="the loyalist's is gone", **style)[0],
        axes.plot([], [], ":", color=GREY, marker="^", label="both still stand", **style)[0],
    )
    here = axes.axvline(0, color=GREY, linewidth=1, animated=True)
    figure.legend(loc="outside lower left", ncols=3, columnspacing=1.2)

    def draw(traitor: str, loyalist: str, distance: int, order: str, rounds: int) -> Picture:
        course = fought(traitor, loyalist, distance, order)
        rounds = whole("rounds", rounds, 0, MOST_ROUNDS)
        for line, chances in zip(lines, zip(*course.odds, strict=True), strict=True):
            line.set_data(numbers, [float(chance) for chance in chances])
        here.set_xdata([rounds, rounds])
        rows = tuple(
            (f"{number}", *map(percent, course.odds[number]), *map(decimal, course.slain[number]))
            for number in sorted({1, 3, rounds, MOST_ROUNDS})
        )
        ours, theirs, neither = course.odds[rounds]
        sentence = (
            f"{_rounds(rounds)} {how_far(distance)}, {traitor} are gone in {percent(ours, 0)} of battles and "
            f"{loyalist} in {percent(theirs, 0)}; in {percent(neither, 0)} both still stand "
            f"(assumed profiles)."
        )
        columns = ("rounds", "traitor gone", "loyalist gone", "both stand", "traitor slain", "loyalist slain")
        return Picture(figure, sentence, Table(columns, rows))

    return draw


def _rounds(number: int) -> str:
    return f"After {number} {'round' if number == 1 else 'rounds'}"


@styled()
def survivors_map(most: int = 4) -> Callable[..., Picture]:
    """Return a drawing function of the joint chances of how many models are left on each side.

    The function takes ``traitor``, ``loyalist`` and ``distance`` as `survival_lines`, and ``rounds``.
    """
    figure, axes = new_figure(width=5.6, height=4.2)
    left = range(most + 1)
    axes.set_title("How many are left? In percent (assumed profiles)")
    axes.set(xlabel="models left of the loyalist", ylabel="models left of the traitor", xticks=left)
    axes.set_yticks(left)
    axes.grid(visible=False)
    blank = [[0.0] * (most + 1)] * (most + 1)
    shades = {"cmap": "Greens", "vmin": 0, "vmax": 0.4, "origin": "lower", "aspect": "auto"}
    cells = axes.imshow(blank, animated=True, **shades)
    pairs = list(product(left, left))
    words = CellNumbers(axes, [(theirs, ours) for ours, theirs in pairs], size=10.5)

    def draw(traitor: str, loyalist: str, distance: int, rounds: int) -> Picture:
        course = fought(traitor, loyalist, distance)
        survivors = course.survivors[whole("rounds", rounds, 0, MOST_ROUNDS)]
        chances = {pair: survivors.probability(pair) for pair in pairs}
        cells.set_data([[float(chances[ours, theirs]) for theirs in left] for ours in left])
        inks = ["white" if chance > Fraction(1, 4) else "black" for chance in chances.values()]
        words.show(list(map(cell_percent, chances.values())), inks)
        likely = max(chances, key=lambda pair: chances[pair])
        sentence = (
            f"{_rounds(rounds)} {how_far(distance)} the likeliest end, in {percent(chances[likely])} of "
            f"battles, is {likely[0]} left of {traitor} and {likely[1]} of {loyalist} "
            f"(assumed profiles)."
        )
        rows = tuple(
            (f"{ours}", *(percent(chances[ours, theirs]) for theirs in left)) for ours in reversed(left)
        )
        columns = ("traitor's left, by the loyalist's", *map(str, left))
        return Picture(figure, sentence, Table(columns, rows))

    return draw
