"""Pictures of a whole game of psychic tests: who is still there, the risk taken, and the dice that pay."""

from collections.abc import Callable
from fractions import Fraction

from psy.exact.arguments import whole
from psy.view.numbers import decimal, percent
from psy.view.perils import feels
from psy.view.picture import (
    BLUE,
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
from psy.wh40k import casting_odds, perils_survived, powers_cast, still_there

_WOUNDS = (1, 2, 3, 4)
_LOOKS = tuple(zip(_WOUNDS, (SKY, BLUE, GREEN, PURPLE), ("-", "--", "-.", ":"), "osD^", strict=True))


@styled()
def game_curve(most: int = 20) -> Callable[..., Picture]:
    """Return a drawing function of the chance to be still there over 0 to ``most`` psychic tests.

    The function takes ``dice``, 0 to 12 a test, ``tests``, ``wounds``, 1 to 4, ``leadership``, 2 to 12, and
    ``feel_no_pain``.
    """
    figure, axes = new_figure()
    axes.set_title("Will the psyker see the end of the game?")
    axes.set(xlabel="psychic tests in the game", xlim=(-0.3, most + 0.3), xticks=range(0, most + 1, 2))
    percent_axis(axes, "chance to be still there")
    lines = {
        wounds: axes.plot(
            [], [], dash, color=colour, marker=marker, markersize=4, label=_left(wounds), animated=True
        )[0]
        for wounds, colour, dash, marker in _LOOKS
    }
    (quiet,) = axes.plot([], [], color=GREY, linewidth=1, animated=True, label="no perils yet")
    ring = {"color": RED, "markersize": 14, "fillstyle": "none", "mew": 2}
    (here,) = axes.plot([], [], "o", animated=True, label="you", **ring)
    figure.legend(loc="outside lower left", ncols=3)

    def draw(dice: int, tests: int, wounds: int, leadership: int, feel_no_pain: str = "none") -> Picture:
        whole("tests", tests, 0, most), whole("wounds", wounds, 1, _WOUNDS[-1]), whole("dice", dice, 0, 12)
        pain = feels(feel_no_pain)
        lives = {
            left: [
                still_there(number, dice, leadership, left, feel_no_pain=pain) for number in range(most + 1)
            ]
            for left in lines
        }
        calm = 1 - casting_odds(dice, 0).perils
        for left, line in lines.items():
            line.set_data(range(most + 1), [float(chance) for chance in lives[left]])
        quiet.set_data(range(most + 1), [float(calm) ** number for number in range(most + 1)])
        here.set_data([tests], [float(lives[wounds][tests])])
        sentence = (
            f"{_tests(tests)} of {_dice(dice)} at leadership {leadership}: a psyker with {_left(wounds)} "
            f"is still there in {percent(lives[wounds][tests])} of games"
        )
        more = f"; one wound more makes it {percent(lives[wounds + 1][tests])}" if wounds + 1 in lives else ""
        rows = [("no perils at all", percent(calm**tests))]
        rows += [(f"still there, {_left(left)}", percent(lives[left][tests])) for left in lines]
        return Picture(figure, f"{sentence}{more}.", Table(("", "chance"), tuple(rows)))

    return draw


def _left(wounds: int) -> str:
    return f"{wounds} {'wound' if wounds == 1 else 'wounds'}"


def _dice(number: int) -> str:
    return f"{number} {'die' if number == 1 else 'dice'}"


def _tests(number: int) -> str:
    return f"{number} {'test' if number == 1 else 'tests'}"


@styled()
def risk_map(most_dice: int = 7, most_tests: int = 10) -> Callable[..., Picture]:
    """Return a drawing function of the risk to lose the psyker as a heat map of dice by psychic tests.

    The function takes ``leadership``, 2 to 12, ``wounds``, 1 to 4, ``accepted``, the risk in percent that
    frames the most tests of each row, and ``feel_no_pain``.
    """
    figure, axes = new_figure(height=3.8)
    tests, dice = range(1, most_tests + 1), range(2, most_dice + 1)
    axes.set_title("Risk to lose the psyker, in percent; most tests accepted framed")
    axes.set(xlabel="psychic tests in the game", ylabel="dice at each")
    axes.grid(visible=False)
    blank = [[0.0] * len(tests)] * len(dice)
    extent = (0.5, most_tests + 0.5, most_dice + 0.5, 1.5)
    cells = axes.imshow(blank, "Oranges", extent=extent, vmin=0, vmax=1, aspect="auto", animated=True)
    axes.set(xticks=tests, yticks=dice)
    words = {
        (thrown, number): axes.text(number, thrown, "", ha="center", va="center", fontsize=9, animated=True)
        for thrown in dice
        for number in tests
    }
    (frames,) = axes.plot([], [], "s", markersize=23, fillstyle="none", color=BLUE, mew=2.5, animated=True)

    def draw(leadership: int, wounds: int, accepted: int, feel_no_pain: str = "none") -> Picture:
        limit = Fraction(whole("accepted", accepted, 1, 99), 100)
        whole("wounds", wounds, 1, _WOUNDS[-1])
        pain = feels(feel_no_pain)
        risks = {
            (thrown, number): 1 - still_there(number, thrown, leadership, wounds, feel_no_pain=pain)
            for thrown, number in words
        }
        cells.set_data([[float(risks[thrown, number]) for number in tests] for thrown in dice])
        for cell, risk in risks.items():
            words[cell].set(text=percent(risk, 0)[:-1], color="white" if risk > Fraction(3, 4) else "black")
        most = {
            thrown: max((number for number in tests if risks[thrown, number] <= limit), default=0)
            for thrown in dice
        }
        marks = [(number, thrown) for thrown, number in most.items() if number]
        frames.set_data(*zip(*marks, strict=True) if marks else ((), ()))
        rows = [
            (f"{thrown}", _at_most(most[thrown], most_tests), percent(risks[thrown, most_tests]))
            for thrown in dice
        ]
        sentence = (
            f"Leadership {leadership}, {_left(wounds)}: within a risk of {accepted}% there are "
            f"{_at_most(most[4], most_tests)} psychic tests of 4 dice, or "
            f"{_at_most(most[6], most_tests)} of 6."
        )
        columns = ("dice at each", f"tests within {accepted}%", f"risk after {most_tests} tests")
        return Picture(figure, sentence, Table(columns, tuple(rows)))

    return draw


def _at_most(number: int, most: int) -> str:
    return f"{number} or more" if number == most else f"{number}" if number else "no"


@styled()
def dice_that_pay(most: int = 10) -> Callable[..., Picture]:
    """Return a drawing function of the powers cast in a whole game, over the dice at each test.

    The function takes ``charge``, 1 to 5, ``tests``, 1 to 15, ``leadership``, 2 to 12, and ``feel_no_pain``.
    """
    figure, axes = new_figure()
    numbers = range(1, most + 1)
    axes.set_title("How many dice cast the most over a whole game?")
    axes.set(xlabel="dice at each psychic test", xlim=(0.8, most + 0.2), xticks=numbers, ylim=(0, 1.04))
    axes.set_ylabel("powers cast, mean share of the tests")
    axes.yaxis.set_major_formatter(lambda value, _: f"{value:.0%}")
    (once,) = axes.plot([], [], color=GREY, linewidth=1, animated=True, label="if perils did nothing")
    lines = {
        wounds: axes.plot(
            [], [], dash, color=colour, marker=marker, markersize=4, label=_left(wounds), animated=True
        )[0]
        for wounds, colour, dash, marker in _LOOKS
    }
    (stars,) = axes.plot([], [], "*", color=ORANGE, markersize=15, animated=True, label="best")
    figure.legend(loc="outside lower left", ncols=3)

    def draw(charge: int, tests: int, leadership: int, feel_no_pain: str = "none") -> Picture:
        whole("charge", charge, 1, 5), whole("tests", tests, 1, 15)
        pain = feels(feel_no_pain)
        once.set_data(numbers, [float(casting_odds(dice, charge).success) for dice in numbers])
        rows, marks = [], []
        for wounds, line in lines.items():
            cast = {
                dice: powers_cast([dice] * tests, charge, leadership, wounds, feel_no_pain=pain)
                for dice in numbers
            }
            line.set_data(numbers, [float(mean / tests) for mean in cast.values()])
            best = max(cast, key=lambda dice: cast[dice])
            marks.append((best, float(cast[best] / tests)))
            gone = 1 - still_there(tests, best, leadership, wounds, feel_no_pain=pain)
            rows.append((_left(wounds), _dice(best), decimal(cast[best]), percent(gone)))
        stars.set_data(*zip(*marks, strict=True))
        sentence = (
            f"{_tests(tests)} at warp charge {charge}, leadership {leadership}: with 1 wound "
            f"{rows[0][1]} cast the most, {rows[0][2]} powers on average; "
            f"with 2 wounds {rows[1][1]}, {rows[1][2]} powers."
        )
        columns = ("wounds left", "best dice", "powers cast", "lost by then")
        return Picture(figure, sentence, Table(columns, tuple(rows)))

    return draw


def after_perils(
    number: int, leadership: int, wounds: list[int], feel_no_pain: int | None = None
) -> Fraction:
    """Return the chance that a psyker of the unit is still there after so many perils of the warp.

    Examples
    --------
    One psyker with one wound, leadership 9, one perils: he lives in 5 of 18.

    >>> after_perils(1, 9, [1])
    Fraction(5, 18)
    """
    return perils_survived(leadership, wounds, feel_no_pain=feel_no_pain).at_least(number + 1)


@styled()
def brotherhood_curve(most: int = 10) -> Callable[..., Picture]:
    """Return a drawing function of one psyker beside a brotherhood of as many wounds, over perils suffered.

    The function takes ``size``, 1 to 6 (the wounds of the one, the models of the other), ``leadership``, 2 to
    12, and ``feel_no_pain``.
    """
    figure, axes = new_figure()
    axes.set_title("One psyker of many wounds, or a brotherhood?")
    axes.set(xlabel="perils suffered", xlim=(-0.15, most + 0.15), xticks=range(most + 1))
    percent_axis(axes, "chance that a psyker is left")
    (one,) = axes.plot([], [], color=BLUE, marker="o", animated=True, label="one psyker")
    (many,) = axes.plot(
        [], [], "--", color=GREEN, marker="s", animated=True, label="brotherhood, 1 wound each"
    )
    figure.legend(loc="outside lower left", ncols=2)

    def draw(size: int, leadership: int, feel_no_pain: str = "none") -> Picture:
        size, pain = whole("size", size, 1, 6), feels(feel_no_pain)
        counts = range(most + 1)
        alone = [after_perils(number, leadership, [size], pain) for number in counts]
        shared = [after_perils(number, leadership, [1] * size, pain) for number in counts]
        one.set_data(counts, [float(chance) for chance in alone])
        many.set_data(counts, [float(chance) for chance in shared])
        rows = [(f"{number}", percent(alone[number]), percent(shared[number])) for number in counts]
        sentence = (
            f"After {size} perils at leadership {leadership}, one psyker with {_left(size)} is left in "
            f"{percent(alone[size])} of games, and somebody of a brotherhood of {size} in "
            f"{percent(shared[size])}."
        )
        columns = ("perils", f"one psyker, {_left(size)}", f"brotherhood of {size}")
        return Picture(figure, sentence, Table(columns, tuple(rows)))

    return draw
