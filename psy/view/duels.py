"""Pictures of scenarios 5 and 6, and of what a point more or less on a die does to every clock."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from psy.exact.arguments import whole
from psy.prospero import (
    BattleRules,
    Clock,
    arrivals,
    lava_teleports,
    primarchs_duel,
    psychic_duel,
    race_to_statue,
    target_token,
)
from psy.view.numbers import chance_row, decimal, percent
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
from psy.view.scenarios import count_rounds, varied

MOST_ROUNDS = 20
ASKED = (8, 10, 12, 15)


@lru_cache(maxsize=256)
def ahriman_clock(traitor_die: int, loyalist_die: int, end: int) -> Clock:
    """Return the clock of Ahriman's duel with other dice and another number to reach."""
    rules = varied("psychic_duel", traitor_die=traitor_die, loyalist_die=loyalist_die, end=end)
    return psychic_duel(MOST_ROUNDS, rules)


@styled()
def ahriman_awake() -> Callable[..., Picture]:
    """Return a drawing function of the chance that Ahriman has won his duel, round by round.

    The function takes ``traitor_die`` and ``loyalist_die``, 4 to 12 faces, ``end``, 5 to 12, the number on
    the d12 that wins, and ``rounds``, 1 to 20, which is marked.
    """
    figure, axes = new_figure()
    numbers = range(MOST_ROUNDS + 1)
    axes.set_title("Scenario 5: when does Ahriman wake?")
    axes.set(xlabel="rounds", xlim=(-0.3, MOST_ROUNDS + 0.3), xticks=range(0, MOST_ROUNDS + 1, 2))
    percent_axis(axes)
    bars = axes.bar(numbers, [0] * len(numbers), color=SKY, label="in this round", animated=True)
    style = {"color": RED, "marker": "o", "markersize": 4, "animated": True}
    (line,) = axes.plot([], [], label="by this round", **style)
    here = axes.axvline(0, color=GREY, linestyle=":", animated=True)
    figure.legend(loc="outside lower left", ncols=2)

    def draw(traitor_die: int, loyalist_die: int, end: int, rounds: int) -> Picture:
        whole("traitor_die", traitor_die, 4, 12), whole("loyalist_die", loyalist_die, 4, 12)
        rounds = whole("rounds", rounds, 1, MOST_ROUNDS)
        clock = ahriman_clock(traitor_die, loyalist_die, whole("end", end, 5, 12))
        line.set_data(numbers, [float(chance) for chance in clock.done])
        for bar, chance in zip(bars, clock.exactly, strict=True):
            bar.set_height(float(chance))
        here.set_xdata([rounds, rounds])
        half = next((n for n in numbers if clock.done[n] >= Fraction(1, 2)), None)
        when = (
            f"from round {half} on it is more likely than not" if half else "it stays unlikely for 20 rounds"
        )
        if half and clock.done[half] == Fraction(1, 2):
            when = f"in round {half} it is an even chance"
        sentence = (
            f"With a d{traitor_die} against a d{loyalist_die} up to {end}, Ahriman has won by round {rounds} "
            f"in {percent(clock.done[rounds])} of games; {when}."
        )
        rows = tuple(chance_row(f"by round {n}", clock.done[n]) for n in sorted({*ASKED, rounds}))
        return Picture(figure, sentence, Table(CHANCES, rows))

    return draw


@lru_cache(maxsize=32)
def primarchs_clock(die: int) -> Clock:
    """Return the clock of the primarchs' duel with another die for both sides."""
    return primarchs_duel(rules=varied("primarchs_duel", die=die))


@lru_cache(maxsize=8)
def lava_clock(dies_on: int) -> Clock:
    """Return the clock of the teleports where more faces of the die are deadly."""
    return lava_teleports(rules=varied("lava", dies_on=dies_on))


@styled()
def primarchs_and_lava() -> Callable[..., Picture]:
    """Return a drawing function of powers given by the primarchs' duel, and of Terminators lost to the lava.

    The function takes ``rounds``, 1 to 6, ``die``, 2 to 20, of both primarchs, ``teleports`` onto the
    tormented ground, 0 to 5, and ``dies_on``, 1 to 5, the highest face that is deadly.
    """
    figure, (duel, lava) = new_figure(width=7.4, height=3.6, columns=2, sharey=True)
    figure.suptitle("Scenario 6: the duel gives or takes, the lava takes", x=0.01, ha="left", fontsize=12)
    duel.set(xlabel="free powers; the other rounds take one", xticks=range(7))
    lava.set(xlabel="Terminators lost to the lava", xticks=range(6))
    percent_axis(duel)
    given = duel.bar(range(7), [0] * 7, color=RED, animated=True)
    lost = lava.bar(
        range(6), [0] * 6, color=ORANGE, hatch="//", edgecolor="white", linewidth=0, animated=True
    )

    def draw(rounds: int, die: int, teleports: int, dies_on: int) -> Picture:
        whole("rounds", rounds, 1, 6), whole("teleports", teleports, 0, 5)
        one, other = primarchs_clock(die), lava_clock(whole("dies_on", dies_on, 1, 5))
        free, slain = one.after[rounds].marginals.free, other.after[teleports]
        for bars, numbers in ((given, free), (lost, slain)):
            for count, bar in enumerate(bars):
                bar.set_height(float(numbers.probability(count)))
        sentence = (
            f"In {count_rounds(rounds)} the primarchs' duel gives {decimal(free.mean())} powers and takes "
            f"{decimal(rounds - free.mean())} on average; of {teleports} teleports onto the tormented ground "
            f"{decimal(slain.mean())} end in the lava."
        )
        rows = (
            chance_row("a free power, in one round", one.done[1]),
            chance_row(f"at least one in {count_rounds(rounds)}", one.done[rounds]),
            chance_row(f"at least one of {teleports} lost to the lava", other.done[teleports]),
        )
        return Picture(figure, sentence, Table(CHANCES, rows))

    return draw


@dataclass(frozen=True)
class Lever:
    """A die that could be larger or smaller, and the chance by which its clock is judged."""

    words: str
    field: str
    die: str
    size: int
    chance: Callable[[BattleRules], Fraction]

    def at(self, points: int) -> Fraction:
        """Return the chance with so many points more on the die; fewer if negative."""
        return self.chance(varied(self.field, **{self.die: self.size + points}))


def _race(rules: BattleRules) -> Fraction:
    return race_to_statue(0, 1, rules=rules).done[4]


def _awake(rules: BattleRules) -> Fraction:
    return psychic_duel(12, rules).done[12]


# Each die of the clocks by its scenario. Of arrivals and lava a larger die makes the fixed target rarer or
# commoner: "4 or more" is easier on a larger die, "1" is harder.
LEVERS = (
    Lever(
        "2: all ten arrive by round 4 (arrival d6)", "arrivals", "die", 6, lambda r: arrivals(rules=r).done[4]
    ),
    Lever("2: Statue falls by round 4 (its armour d6)", "statue", "armour", 6, _race),
    Lever(
        "3: token stays once in 1 round (both d6)",
        "target_token",
        "die",
        6,
        lambda r: target_token(1, r).done[1],
    ),
    Lever("5: Ahriman awake by round 12 (his d10)", "psychic_duel", "traitor_die", 10, _awake),
    Lever("5: Ahriman awake by round 12 (the other d6)", "psychic_duel", "loyalist_die", 6, _awake),
    Lever(
        "6: a free power in a round (both d12)",
        "primarchs_duel",
        "die",
        12,
        lambda r: primarchs_duel(1, r).done[1],
    ),
    Lever("6: one of 5 lost to the lava (d6)", "lava", "die", 6, lambda r: lava_teleports(rules=r).done[5]),
)


@lru_cache(maxsize=16)
def levered(points: int) -> Mapping[Lever, Fraction]:
    """Return every lever's chance with so many points more on its die."""
    return {lever: lever.at(points) for lever in LEVERS}


@styled()
def one_point() -> Callable[..., Picture]:
    """Return a drawing function of each clock's chance with its die as printed, smaller and larger.

    The function takes ``points``, 1 to 3, by which a die is changed.
    """
    for points in range(-3, 4):
        levered(points)
    figure, axes = new_figure(width=7.4, height=4.2)
    title = "What does a point more or less on one die do? (map of scenario 2 assumed)"
    figure.suptitle(title, x=0.01, ha="left", fontsize=12)
    axes.set(xlim=(-0.02, 1.02), xlabel="chance", ylim=(len(LEVERS) - 0.5, -0.5))
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:.0%}")
    places = range(len(LEVERS))
    axes.set_yticks(places, [lever.words for lever in LEVERS], fontsize=9.5)
    axes.plot(
        [float(levered(0)[lever]) for lever in LEVERS],
        places,
        "|",
        color=GREY,
        markersize=16,
        mew=3,
        label="as printed",
    )
    style = {"linestyle": "none", "markersize": 9, "animated": True}
    (smaller,) = axes.plot([], [], marker="v", color=BLUE, label="smaller die", **style)
    (larger,) = axes.plot([], [], marker="^", color=PURPLE, label="larger die", **style)
    spans = [axes.plot([], [], color=GREEN, alpha=0.5, linewidth=2, animated=True)[0] for _ in places]
    figure.legend(loc="outside lower left", ncols=3)

    def draw(points: int) -> Picture:
        points = whole("points", points, 1, 3)
        low, now, high = (levered(change) for change in (-points, 0, points))
        smaller.set_data([float(low[lever]) for lever in LEVERS], places)
        larger.set_data([float(high[lever]) for lever in LEVERS], places)
        for place, lever, span in zip(places, LEVERS, spans, strict=True):
            span.set_data([float(low[lever]), float(high[lever])], [place, place])
        most = max(LEVERS, key=lambda lever: abs(high[lever] - low[lever]))
        least = min(LEVERS, key=lambda lever: abs(high[lever] - low[lever]))
        sentence = (
            f"{points} {'point' if points == 1 else 'points'} less or more on the die matter most for "
            f"“{most.words}”, {percent(low[most], 0)} to {percent(high[most], 0)}, and least for "
            f"“{least.words}”, {percent(low[least], 0)} to {percent(high[least], 0)} "
            f"(map of scenario 2 assumed)."
        )
        rows = tuple((lever.words, *(percent(each[lever]) for each in (low, now, high))) for lever in LEVERS)
        columns = ("scenario and die (map of 2 assumed)", f"{points} less", "as printed", f"{points} more")
        return Picture(figure, sentence, Table(columns, rows))

    return draw
