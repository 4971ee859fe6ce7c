"""Pictures of a duel of pools in The Fantasy Trip: who wins and how, time, who starts, one point more."""

import functools
from collections.abc import Callable, Mapping
from fractions import Fraction

from matplotlib.colors import ListedColormap
from matplotlib.patches import Patch

from psy.exact.arguments import one_of, whole
from psy.tft import Duel, Psion, duel, simultaneous_duel
from psy.tft.balance import Pairing
from psy.view.cell_map import CellMap
from psy.view.matchups import ATTACK_COLOURS, DEFENCE_COLOURS, READINGS
from psy.view.numbers import decimal, percent
from psy.view.picture import BLUE, GREEN, ORANGE, RED, Picture, Table, new_figure, styled

# The maps: pools up to so many points, and exchanges at most.
MOST, TURNS = 14, 20
# Who meets whom, by the words on the control: the psion to attack first, and the other.
DUELLISTS: Mapping[str, Pairing] = {
    "equals: IQ and PSI 12": (Psion(12, 12, MOST), Psion(12, 12, MOST)),
    "IQ 16 against 10, PSI 8": (Psion(16, 8, MOST), Psion(10, 8, MOST)),
    "PSI 12 against 8, IQ 12": (Psion(12, 12, MOST), Psion(12, 8, MOST)),
}
WILLS = ("as read here", "wills fought again")


@functools.lru_cache(maxsize=64)
def solved(first: Psion, second: Psion, turns: int, reading: str = "as read here") -> Duel:
    """Return a duel solved, remembered: it holds the answers for all smaller pools and fewer turns too."""
    return duel(first, second, turns, READINGS[one_of("reading", reading, WILLS)])


def written(value: float, digits: int = 3) -> str:
    """Return the value of a duel with a sign, unless it rounds to nothing.

    Examples
    --------
    >>> written(0.4523), written(-0.00001)
    ('+0.452', '0.000')
    """
    word = decimal(Fraction(float(value)), digits)
    return f"+{word}" if float(word) > 0 else word


def _map_duel(pair: str, reading: str) -> Duel:
    return solved(*DUELLISTS[one_of("pair", pair, tuple(DUELLISTS))], TURNS, reading)


def _solve_all() -> None:
    """Solve what the maps show, so that no control starts a computation."""
    for pair in DUELLISTS:
        for reading in WILLS:
            _map_duel(pair, reading)


@styled()
def value_map() -> Callable[..., Picture]:
    """Return a drawing function of the value of a duel over both pools.

    The function takes ``pair`` (a name from `DUELLISTS`), ``reading`` (from `WILLS`), ``rounds``, two
    exchanges each, 1 to 10, and the pools ``mine`` and ``theirs``, 1 to 14, whose cell is framed.
    """
    figure, axes = new_figure(width=7.0, height=5.4)
    axes.set_title(
        "Win minus loss in hundredths, the first to attack's view\n(order, end and secret choice: assumed)"
    )
    axes.set(xlabel="points of the other", ylabel="points of the first to attack")
    pools = range(1, MOST + 1)
    cells = CellMap(axes, pools, pools, "RdBu", 2)
    (frame,) = axes.plot(
        [], [], "s", markersize=25, fillstyle="none", color="black", mew=2, animated=True, zorder=4
    )
    _solve_all()

    def draw(pair: str, reading: str, rounds: int, mine: int, theirs: int) -> Picture:
        whole("rounds", rounds, 1, TURNS // 2), whole("mine", mine, 1, MOST), whole("theirs", theirs, 1, MOST)
        values = _map_duel(pair, reading).values[TURNS - 2 * rounds]
        within = values[1:, 1:]
        cells.show(within + 1, [[f"{round(100 * value)}" for value in row] for row in within])
        frame.set_data([theirs], [mine])
        rows = [
            (f"{own} against {other}", written(values[own, other]))
            for own, other in ((mine, theirs), (mine + 1, theirs), (mine, theirs + 1))
            if max(own, other) <= MOST
        ]
        sentence = (
            f"With {mine} points against {theirs} and {2 * rounds} exchanges to go, the duel is worth "
            f"{written(values[mine, theirs])} to the first to attack."
        )
        return Picture(figure, sentence, Table(("points", "win minus loss"), tuple(rows)))

    return draw


@styled()
def policy_map() -> Callable[..., Picture]:
    """Return a drawing function of the likeliest attack and defence at every pair of pools.

    It takes the same arguments as the function of `value_map`; the table holds the mixes of the framed cell.
    """
    figure, both = new_figure(width=9.6, height=5.6, columns=2, sharey=True)
    figure.suptitle(
        "Likeliest mode, and its chance in percent below 100 (duel's order and end: assumed)",
        x=0.01,
        ha="left",
    )
    pools = range(1, MOST + 1)
    drawn = []
    for axes, psion, side, colours in (
        (both[0], "first", "attack", ATTACK_COLOURS),
        (both[1], "second", "defence", DEFENCE_COLOURS),
    ):
        axes.set_title(f"best {side}")
        axes.set(xlabel="points of the defender")
        cells = CellMap(axes, pools, pools, ListedColormap(list(colours.values())), len(colours) - 1)
        patches = [Patch(color=colour, label=name) for name, colour in colours.items()]
        axes.legend(handles=patches, loc="upper center", bbox_to_anchor=(0.5, -0.13), ncols=2)
        (frame,) = axes.plot(
            [], [], "s", markersize=22, fillstyle="none", color="black", mew=2, animated=True, zorder=4
        )
        drawn.append((psion, side, tuple(colours), cells, frame))
    both[0].set(ylabel="points of the attacker")
    _solve_all()

    def draw(pair: str, reading: str, rounds: int, mine: int, theirs: int) -> Picture:
        whole("rounds", rounds, 1, TURNS // 2), whole("mine", mine, 1, MOST), whole("theirs", theirs, 1, MOST)
        rows, likeliest = [], []
        for psion, side, names, cells, frame in drawn:
            chances = _map_duel(pair, reading).policy(TURNS - 2 * rounds, psion, side)
            tops = [
                [
                    max(((float(chances[name][own, other]), -place) for place, name in enumerate(names)))
                    for other in pools
                ]
                for own in pools
            ]
            cells.show(
                [[-place for _, place in row] for row in tops],
                [[f"{100 * chance:.0f}" if chance < 0.995 else "" for chance, _ in row] for row in tops],
            )
            frame.set_data([theirs], [mine])
            here = {name: float(chances[name][mine, theirs]) for name in names}
            rows += [
                (f"{side}: {name}", percent(Fraction(here[name]))) for name in names if here[name] >= 0.00005
            ]
            likeliest.append(max(here, key=lambda name: here[name]))
        sentence = (
            f"With {mine} points against {theirs} and {2 * rounds} exchanges to go, the likeliest attack is "
            f"{likeliest[0]} and the likeliest defence {likeliest[1]}."
        )
        return Picture(figure, sentence, Table(("mode", "chance"), tuple(rows)))

    return draw


@styled()
def lead_over_time(most: int = 40, turns: int = 80) -> Callable[..., Picture]:
    """Return a drawing function of what a lead is worth over the exchanges to go, for equal IQ and PSI of 12.

    The function takes ``mine`` and ``theirs``, 1 to ``most`` points.
    """
    figure, axes = new_figure(height=4.0)
    axes.set_title("A lead wins, given time (order and end of the duel: assumed)")
    axes.set(xlabel="exchanges to go", ylabel="my win minus loss", xlim=(0, turns), ylim=(-1.04, 1.04))
    (lead,) = axes.plot([], [], color=BLUE, lw=2.5, animated=True, label="I attack first")
    (behind,) = axes.plot([], [], "--", color=ORANGE, lw=2.5, animated=True, label="they attack first")
    figure.legend(loc="outside lower left", ncols=2)
    psion = Psion(12, 12, most)
    values = solved(psion, psion, turns).values
    left = range(0, turns + 1, 2)

    def draw(mine: int, theirs: int) -> Picture:
        mine, theirs = whole("mine", mine, 1, most), whole("theirs", theirs, 1, most)
        first = [float(values[turns - count, mine, theirs]) for count in left]
        second = [-float(values[turns - count, theirs, mine]) for count in left]
        lead.set_data(left, first)
        behind.set_data(left, second)
        rows = tuple(
            (f"{count}", written(first[count // 2]), written(second[count // 2]))
            for count in (10, 20, 40, 60, turns)
        )
        sentence = (
            f"With {mine} points against {theirs}, attacking first, the duel is worth {rows[1][1]} to me "
            f"with 20 exchanges to go and {rows[-1][1]} with {turns}."
        )
        return Picture(
            figure, sentence, Table(("exchanges to go", "I attack first", "they attack first"), rows)
        )

    return draw


@functools.lru_cache
def at_once(most: int, turns: int) -> Duel:
    """Return the simultaneous duel of equals of IQ and PSI 12, remembered."""
    return simultaneous_duel(Psion(12, 12, most), Psion(12, 12, most), turns)


@styled()
def forms_of_duel(most: int = 10, turns: int = 10) -> Callable[..., Picture]:
    """Return a drawing function of the simultaneous duel, and of what taking turns changes.

    The function takes ``mine``, 1 to ``most`` points.
    """
    figure, (left, right) = new_figure(width=7.6, height=3.8, columns=2)
    figure.suptitle(f"{turns} turns at once, or {2 * turns} exchanges (forms: assumed)", x=0.01, ha="left")
    pools = range(1, most + 1)
    for axes in (left, right):
        axes.set(xlabel="their points", xticks=pools, xlim=(0.5, most + 0.5))
    left.set_title("my win minus loss, at once")
    left.set_ylim(-1.04, 1.04)
    right.set_title("what taking turns adds")
    right.set_ylim(-0.02, 0.02)
    bars = left.bar(pools, [0] * most, color=GREEN, animated=True)
    names = ("I attack first", "they attack first")
    looks = zip(names, (BLUE, ORANGE), ("o-", "s--"), strict=True)
    lines = [
        right.plot([], [], look, color=colour, animated=True, label=name)[0] for name, colour, look in looks
    ]
    figure.legend(loc="outside lower left", ncols=2)
    psion = Psion(12, 12, most)
    turned, together = solved(psion, psion, 2 * turns).values[0], at_once(most, turns).values[0]

    def draw(mine: int) -> Picture:
        mine = whole("mine", mine, 1, most)
        first, second, both = turned[mine, 1:], -turned[1:, mine], together[mine, 1:]
        for bar, worth in zip(bars, both, strict=True):
            bar.set_height(worth)
        for line, worths in zip(lines, (first, second), strict=True):
            line.set_data(pools, worths - both)
        rows = tuple(
            (f"{theirs}", *(written(worths[theirs - 1], 4) for worths in (first, second, both)))
            for theirs in pools
        )
        gap = float(abs(first - second).max())
        sentence = (
            f"With {mine} points, who starts changes the duel by at most {decimal(Fraction(gap), 4)}, "
            f"whatever the other has up to {most}."
        )
        return Picture(figure, sentence, Table(("their points", *names, "both at once"), rows))

    return draw


@styled()
def one_more() -> Callable[..., Picture]:
    """Return a drawing function of what one point more of pool, IQ or PSI is worth, and the start.

    The function takes ``reading`` (from `WILLS`) and ``rounds``, two exchanges each, 1 to 10. Both psions
    have IQ and PSI 12 and equal pools.
    """
    figure, axes = new_figure(height=4.2)
    axes.set_title("What is one more worth between equals? (duel: assumed)")
    axes.set(
        xlabel="points of each", ylabel="gain in win minus loss", xticks=range(1, MOST), ylim=(-0.25, 1.04)
    )
    axes.set_xlim(0.5, MOST - 0.5)
    names = ("one point of pool", "one of IQ", "one of PSI", "to attack first, not second")
    looks = zip(names, (BLUE, GREEN, ORANGE, RED), ("o-", "s--", "^-.", "x:"), strict=True)
    lines = {
        name: axes.plot([], [], look, color=colour, fillstyle="none", animated=True, label=name)[0]
        for name, colour, look in looks
    }
    figure.legend(loc="outside lower left", ncols=2)
    plain = Psion(12, 12, MOST)
    psions = plain, Psion(13, 12, MOST), Psion(12, 13, MOST)
    duels = {reading: [solved(psion, plain, TURNS, reading) for psion in psions] for reading in WILLS}
    pools = range(1, MOST)

    def draw(reading: str, rounds: int) -> Picture:
        turn = TURNS - 2 * whole("rounds", rounds, 1, TURNS // 2)
        equal, cleverer, keener = (found.values[turn] for found in duels[one_of("reading", reading, WILLS)])
        gains = [
            (
                equal[pool + 1, pool] - equal[pool, pool],
                cleverer[pool, pool] - equal[pool, pool],
                keener[pool, pool] - equal[pool, pool],
                2 * equal[pool, pool],
            )
            for pool in pools
        ]
        for place, name in enumerate(names):
            lines[name].set_data(pools, [gain[place] for gain in gains])
        rows = tuple(
            (f"{pool}", *(written(part, 4) for part in gain)) for pool, gain in zip(pools, gains, strict=True)
        )
        most = max(pools, key=lambda pool: gains[pool - 1][0])
        sentence = (
            f"With {2 * rounds} exchanges to go one more point is worth most at {most} against {most}: "
            f"{rows[most - 1][1]}; one of IQ there {rows[most - 1][2]}, one of PSI {rows[most - 1][3]}."
        )
        return Picture(figure, sentence, Table(("points of each", *names), rows))

    return draw
