"""Pictures of the best way to roll for powers: the plan to follow, what it gains, when to gamble."""

import functools
from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import product

from psy.exact.arguments import one_of, whole
from psy.view.numbers import decimal
from psy.view.picture import BLUE, GREEN, GREY, ORANGE, SKY, Picture, Table, new_figure, styled
from psy.wh40k import Discipline, LearningPlan, after_roll, plan_learning

# Two disciplines of made-up values: a gamble on one power, and a steady one. All values are assumed.
GAMBLE, STEADY = "telepathy", "divination"
_LETTERS = {GAMBLE: "T", STEADY: "D"}
MOST_MASTERY = 3
# What may be known already, by the words on the control.
KNOWN: Mapping[str, frozenset[tuple[str, int]]] = {
    "nothing yet": frozenset(),
    **{f"{GAMBLE} {number}": frozenset({(GAMBLE, number)}) for number in range(1, 7)},
    f"{GAMBLE} primaris": frozenset({(GAMBLE, 0)}),
    f"{STEADY} 1": frozenset({(STEADY, 1)}),
    f"{STEADY} primaris": frozenset({(STEADY, 0)}),
}


def sample_disciplines(wanted: int, steady: int, primaris: int) -> tuple[Discipline, Discipline]:
    """Return the two disciplines of the pictures; all values are assumed.

    Telepathy has one power worth ``wanted``, two worth 1, three worth nothing and a primaris worth 1;
    every power of divination is worth ``steady`` and its primaris ``primaris``.
    """
    return (
        Discipline(GAMBLE, (wanted, 1, 1, 0, 0, 0), primaris=1),
        Discipline(STEADY, (steady,) * 6, primaris=primaris),
    )


@functools.lru_cache(maxsize=512)
def sample_plan(mastery: int, wanted: int, steady: int, primaris: int) -> LearningPlan:
    """Return the best plan over both sample disciplines.

    Examples
    --------
    One roll on telepathy brings 9, 1 or 1, each in one of six, and the focus its primaris, worth 1:

    >>> plan = sample_plan(1, wanted=9, steady=1, primaris=1)
    >>> plan.value, plan.first_moves
    (Fraction(17, 6), frozenset({'telepathy'}))
    """
    whole("mastery", mastery, 1, MOST_MASTERY)
    return plan_learning(sample_disciplines(wanted, steady, primaris), mastery)


@styled()
def plan_grid() -> Callable[..., Picture]:
    """Return a drawing function of the plan for the next roll: a row for each discipline, a column a face.

    The function takes ``mastery``, 1 to 3, the values ``wanted``, 0 to 12, ``steady``, 0 to 3, and
    ``primaris``, 0 to 4 (all assumed), and ``known`` (a word from `KNOWN`).
    """
    figure, axes = new_figure(width=7.6, height=2.9)
    axes.set_title("What to roll on, and what to do with the roll (values: assumed)")
    axes.set(xlim=(0.5, 7.7), ylim=(1.5, -0.5), xlabel="power rolled")
    axes.set_xticks(range(1, 8), [*map(str, range(1, 7)), "value"])
    axes.set_yticks([0, 1], [GAMBLE, STEADY])
    axes.grid(visible=False)
    cells, words = {}, {}
    looks = {("keep",): SKY, ("swap",): ORANGE, ("keep", "swap"): "#d0d0d0"}
    for row, number in product(range(2), range(1, 7)):
        (cells[row, number],) = axes.bar(number, 0.9, 0.94, row - 0.45, animated=True)
        words[row, number] = axes.text(number, row, "", ha="center", va="center", fontsize=9.5, animated=True)
    worths = [axes.text(7.1, row, "", ha="center", va="center", animated=True) for row in range(2)]
    stars = axes.plot([], [], "*", color=GREEN, markersize=16, animated=True, label="roll here")[0]
    for answers, colour in looks.items():
        axes.bar(0, 0, color=colour, label=" or ".join(answers))
    figure.legend(loc="outside lower left", ncols=4)

    def draw(mastery: int, wanted: int, steady: int, primaris: int, known: str = "nothing yet") -> Picture:
        _check_values(wanted, steady, primaris)
        plan = sample_plan(mastery, wanted, steady, primaris)
        state = KNOWN[one_of("known", known, tuple(KNOWN))]
        if len(state) >= mastery:
            raise ValueError(f"known must leave a roll: mastery {mastery} with {known!r} has none")
        best, told, worth = plan.policy.rolls(state), {}, {}
        for row, name in enumerate((GAMBLE, STEADY)):
            values = []
            for number in range(1, 7):
                cell, word = cells[row, number], words[row, number]
                if (name, number) in state:
                    cell.set_color("white")
                    word.set_text("again")
                    told[row, number] = "roll again"
                    continue
                answers, value = after_roll(plan, state, name, number)
                values.append(value)
                cell.set_color(looks[tuple(answers)])
                word.set_text("\n".join(f"{answer}{_arrow(then)}" for answer, then in answers.items()))
                told[row, number] = " or ".join(
                    f"{answer}, {_next(then)}" for answer, then in answers.items()
                )
            worth[row] = decimal(sum(values, Fraction(0)) / len(values))
            worths[row].set_text(worth[row])
        marks = [row for row, name in enumerate((GAMBLE, STEADY)) if name in best]
        stars.set_data([7.55] * len(marks), marks)
        rows = [(f"{number}", told[0, number], told[1, number]) for number in range(1, 7)]
        rows.append(("value", worth[0], worth[1]))
        where = " or ".join(sorted(best)) if best else "either discipline, there is nothing to gain"
        sentence = (
            f"Mastery {mastery}, {known} known: roll on {where}; "
            f"the powers are worth {decimal(plan.policy.value(state))} points on average in the end."
        )
        return Picture(figure, sentence, Table(("rolled", f"on {GAMBLE}", f"on {STEADY}"), tuple(rows)))

    return draw


def _check_values(wanted: int, steady: int, primaris: int) -> None:
    whole("wanted", wanted, 0, 12), whole("steady", steady, 0, 3), whole("primaris", primaris, 0, 4)


def _next(names: frozenset[str]) -> str:
    return f"then {' or '.join(sorted(names))}" if names else "done"


def _arrow(names: frozenset[str]) -> str:
    return " → " + "/".join(sorted(_LETTERS[name] for name in names)) if names else ""


@styled()
def strategies() -> Callable[..., Picture]:
    """Return a drawing function of what three ways to roll are worth.

    The function takes ``mastery``, 1 to 3, and the values ``wanted``, ``steady`` and ``primaris`` (assumed).
    """
    figure, axes = new_figure(height=2.8)
    names = (f"all on {GAMBLE}", f"all on {STEADY}", "the best plan")
    axes.set_title("What is it worth to choose? (values: assumed)")
    axes.set(xlim=(0, 17), ylim=(2.5, -0.5), xlabel="value of the powers known, mean points")
    axes.set_yticks(range(3), names)
    axes.grid(visible=False, axis="y")
    bars = axes.barh(range(3), [0] * 3, color=[SKY, GREY, BLUE], animated=True)
    words = [axes.text(0, place, "", va="center", animated=True) for place in range(3)]

    def draw(mastery: int, wanted: int, steady: int, primaris: int) -> Picture:
        _check_values(wanted, steady, primaris)
        plan = sample_plan(mastery, wanted, steady, primaris)
        values = [
            *(plan_learning([each], mastery).value for each in sample_disciplines(wanted, steady, primaris)),
            plan.value,
        ]
        for bar, word, value in zip(bars, words, values, strict=True):
            bar.set_width(float(value))
            word.set(x=float(value) + 0.3, text=decimal(value))
        gain = plan.value - max(values[:2])
        sentence = (
            f"Mastery {mastery}: the best plan is worth {decimal(plan.value)} points, "
            f"{decimal(gain)} more than to roll on one discipline only."
        )
        rows = [(name, decimal(value), str(value)) for name, value in zip(names, values, strict=True)]
        return Picture(figure, sentence, Table(("way to roll", "mean points", "exactly"), tuple(rows)))

    return draw


@styled()
def gamble_map(most_wanted: int = 12, most_steady: int = 4) -> Callable[..., Picture]:
    """Return a drawing function of the discipline to roll on first, by the values of both.

    Both primaris powers are worth 1. The function takes ``mastery``, 1 or 2.
    """
    figure, axes = new_figure(height=3.4)
    wanted, steady = range(most_wanted + 1), range(most_steady + 1)
    plans = {
        (level, row, column): sample_plan(level, column, row, 1)
        for level, row, column in product((1, 2), steady, wanted)
    }
    axes.set_title("When to gamble? First roll by values (assumed)")
    axes.set(xlabel=f"value of the one wanted power of {GAMBLE}", ylabel=f"each power of {STEADY}")
    axes.set(xlim=(-0.5, most_wanted + 0.5), ylim=(-0.5, most_steady + 0.5), xticks=wanted, yticks=steady)
    axes.grid(visible=False)
    style = {"linestyle": "none", "markersize": 17, "animated": True}
    looks = {
        frozenset({GAMBLE}): ("s", ORANGE, GAMBLE),
        frozenset({STEADY}): ("o", BLUE, STEADY),
        frozenset({GAMBLE, STEADY}): ("D", GREY, "either"),
    }
    dots = {
        names: axes.plot([], [], mark, color=colour, label=label, **style)[0]
        for names, (mark, colour, label) in looks.items()
    }
    figure.legend(loc="outside lower left", ncols=3, markerscale=0.6)

    def draw(mastery: int) -> Picture:
        level = whole("mastery", mastery, 1, 2)
        places: dict[frozenset[str], list[tuple[int, int]]] = {names: [] for names in looks}
        for row, column in product(steady, wanted):
            places[plans[level, row, column].first_moves].append((column, row))
        for names, points in places.items():
            dots[names].set_data(*zip(*points, strict=True) if points else ((), ()))
        rows = [(f"{row}", _from(level, row)) for row in steady]
        sentence = (
            f"Mastery {level}: where each power of {STEADY} is worth 1, roll on {GAMBLE} first if its wanted "
            f"power is worth {rows[1][1]}."
        )
        return Picture(figure, sentence, Table((f"each {STEADY} power", f"{GAMBLE} first from"), tuple(rows)))

    def _from(level: int, row: int) -> str:
        first = [column for column in wanted if STEADY not in plans[level, row, column].first_moves]
        return f"{first[0]} or more" if first else f"more than {most_wanted}"

    return draw
