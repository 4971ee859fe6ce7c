"""Pictures of scenarios 1 to 4: what their dice bring about, round by round; maps are out of scope."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import cache, lru_cache
from itertools import product

from psy.exact.arguments import one_of, whole
from psy.prospero import (
    BATTLE_RULES,
    BattleRules,
    Clock,
    arrivals,
    blast,
    chance_to_go_first,
    race_to_statue,
    sample_squads,
    siege,
    target_token,
)
from psy.view.cells import CellNumbers, cell_percent
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

# How a tie of the initiative may be read, by the words on the control: the source does not say.
TIES = {
    "tie rolled again": "rolled again",
    "tie to the traitor": "traitor",
    "tie to the loyalist": "loyalist",
}
MARCHES = (0, 1, 2)


def varied(field: str, **changes: object) -> BattleRules:
    """Return the published rules with something changed in one of their fields.

    Examples
    --------
    >>> varied("psychic_duel", end=3).psychic_duel.end
    3
    """
    return replace(BATTLE_RULES, **{field: replace(getattr(BATTLE_RULES, field), **changes)})


def count_rounds(number: int) -> str:
    """Return a number of rounds in words."""
    return f"{number} {'round' if number == 1 else 'rounds'}"


@styled()
def unlocked_lines(most: int = 6) -> Callable[..., Picture]:
    """Return a drawing function of the chance that a locked Loyalist model has been free to move once.

    The function takes ``rounds``, 1 to 6, which is marked; a line stands for each reading of a tie.
    """
    figure, axes = new_figure(height=3.6)
    numbers = range(most + 1)
    axes.set_title("Scenario 1: when may a locked Loyalist move? (ties assumed)")
    axes.set(xlabel="rounds", xlim=(-0.1, most + 0.1), xticks=numbers)
    percent_axis(axes, "gone first at least once")
    curves = {}
    for (words, ties), colour, marker in zip(TIES.items(), (GREEN, RED, BLUE), "o^s", strict=True):
        rules = varied("initiative", ties=ties)
        curves[words] = [chance_to_go_first("loyalist", rounds, rules) for rounds in numbers]
        axes.plot(
            numbers, [float(chance) for chance in curves[words]], color=colour, marker=marker, label=words
        )
    here = axes.axvline(0, color=GREY, linestyle=":", animated=True)
    figure.legend(loc="outside lower left", ncols=3)

    def draw(rounds: int) -> Picture:
        whole("rounds", rounds, 1, most)
        here.set_xdata([rounds, rounds])
        rows = tuple(chance_row(words, curve[rounds]) for words, curve in curves.items())
        sentence = (
            f"Within {count_rounds(rounds)} the loyalist goes first at least once in {rows[0][1]} if ties "
            f"are rolled again (assumed), in {rows[1][1]} if the traitor wins them and in {rows[2][1]} if "
            f"he does."
        )
        return Picture(figure, sentence, Table(CHANCES, rows))

    return draw


@lru_cache(maxsize=64)
def arrivals_clock(zones: int, arrives_on: int) -> Clock:
    """Return the clock of the arrivals with another face from which a Veteran comes."""
    return arrivals(zones, rules=varied("arrivals", arrives_on=whole("arrives_on", arrives_on, 2, 6)))


def _zones(number: int) -> str:
    return f"{number} red {'zone' if number == 1 else 'zones'}"


@styled()
def arrivals_map() -> Callable[..., Picture]:
    """Return a drawing function of how many Veterans have arrived after each round, as a heat map.

    The function takes ``zones``, 1 to 5 red zones, and ``arrives_on``, 2 to 6, the face from which one comes.
    """
    rule = BATTLE_RULES.arrivals
    figure, axes = new_figure(height=4.4)
    rounds, counts = range(1, rule.rounds + 1), range(rule.reserve + 1)
    axes.set_title("Scenario 2: have the Veterans come? In percent (zones assumed)")
    axes.set(xlabel="rounds", ylabel="Veterans arrived, of ten", xticks=rounds, yticks=counts)
    axes.grid(visible=False)
    shades = {"cmap": "Reds", "vmin": 0, "vmax": 1, "origin": "lower", "aspect": "auto"}
    extent = (0.5, rule.rounds + 0.5, -0.5, rule.reserve + 0.5)
    blank = [[0.0] * rule.rounds] * (rule.reserve + 1)
    cells = axes.imshow(blank, extent=extent, animated=True, **shades)
    places = list(product(rounds, counts))
    words = CellNumbers(axes, places)

    def draw(zones: int, arrives_on: int) -> Picture:
        clock = arrivals_clock(whole("zones", zones, 1, 5), arrives_on)
        cells.set_data([[float(clock.after[n].probability(count)) for n in rounds] for count in counts])
        chances = [clock.after[number].probability(count) for number, count in places]
        inks = ["white" if chance > Fraction(1, 2) else "black" for chance in chances]
        words.show(list(map(cell_percent, chances)), inks)
        means = clock.expected
        sentence = (
            f"With {_zones(zones)} (assumed) {decimal(means[3])} Veterans have come after 3 rounds on "
            f"average; all ten are there by round 6 in {percent(clock.done[-1])}."
        )
        rows = tuple((f"{n}", decimal(means[n]), percent(clock.done[n])) for n in rounds)
        return Picture(figure, sentence, Table(("rounds", "mean arrived (zones assumed)", "all ten"), rows))

    return draw


@cache
def race(present: int, march: int, zones: int) -> tuple[Fraction, ...]:
    """Return the chance that the Statue has fallen by the end of each round."""
    return race_to_statue(present, march, zones).done


@styled()
def race_lines() -> Callable[..., Picture]:
    """Return a drawing function of the chance that the Statue has fallen, round by round, for each march.

    The function takes ``present``, 0 to 8 Veterans that attack from the first round, and ``zones``, 1 to 5.
    """
    figure, axes = new_figure()
    numbers = range(BATTLE_RULES.arrivals.rounds + 1)
    axes.set_title("Scenario 2: how soon can the Statue fall? (map assumed)")
    axes.set(xlabel="rounds", xlim=(-0.1, numbers[-1] + 0.1), xticks=numbers)
    percent_axis(axes, "chance that it has fallen")
    lines = {
        march: axes.plot([], [], dash, color=colour, marker=marker, animated=True, label=_march(march))[0]
        for march, colour, marker, dash in zip(
            MARCHES, (RED, ORANGE, PURPLE), "os^", ("-", "--", "-."), strict=True
        )
    }
    figure.legend(loc="outside lower left", ncols=3)

    def draw(present: int, zones: int) -> Picture:
        present, zones = whole("present", present, 0, 8), whole("zones", zones, 1, 5)
        for march, line in lines.items():
            line.set_data(numbers, [float(chance) for chance in race(present, march, zones)])
        done = {march: race(present, march, zones) for march in MARCHES}
        sentence = (
            f"With {present} Veterans at the Statue at once, {_zones(zones)} and nobody to stop them, it has "
            f"fallen by round 3 in {percent(done[1][3])} when arrivals march one round, and by round 6 in "
            f"{percent(done[1][6])} (zones and room assumed)."
        )
        rows = tuple((f"{n}", *(percent(done[march][n]) for march in MARCHES)) for n in numbers[1:])
        return Picture(figure, sentence, Table(("rounds (map assumed)", *map(_march, MARCHES)), rows))

    return draw


def _march(rounds: int) -> str:
    return "at once" if rounds == 0 else f"after {count_rounds(rounds)}"


@lru_cache(maxsize=16)
def token_clock(die: int) -> Clock:
    """Return the clock of the target token with another die for both sides."""
    return target_token(rules=varied("target_token", die=die))


@styled()
def token_bars() -> Callable[..., Picture]:
    """Return a drawing function of how often the target token stays, and what its blast does next door.

    The function takes ``rounds``, 1 to 8, and ``die``, 2 to 20, which both sides roll.
    """
    most = BATTLE_RULES.target_token.rounds
    figure, (axes, beside) = new_figure(width=7.4, height=3.8, columns=2, sharey=True)
    counts = range(most + 1)
    axes.set_title("Scenario 3: how often does the token stay?", fontsize=10.5)
    axes.set(xlabel="rounds in which it stays", xticks=counts)
    percent_axis(axes)
    axes.set_ylim(0, 0.8)
    bars = axes.bar(counts, [0] * len(counts), color=RED, animated=True)
    beside.set_title("and the blast on a squad beside it", fontsize=10.5)
    beside.set(xlabel="damage", xticks=range(3))
    looks = zip((6, 8, 10), (RED, ORANGE, SKY), (None, "//", ".."), (-0.27, 0, 0.27), strict=True)
    for armour, colour, hatch, shift in looks:
        places, die = [points + shift for points in range(3)], blast([armour])
        heights = [float(die.probability(points)) for points in range(3)]
        style = {"color": colour, "hatch": hatch, "edgecolor": "white", "linewidth": 0}
        beside.bar(places, heights, 0.27, label=f"armour d{armour}", **style)
    figure.legend(loc="outside lower left", ncols=3)

    def draw(rounds: int, die: int) -> Picture:
        whole("rounds", rounds, 1, most)
        clock = token_clock(die)
        kept = clock.after[rounds].marginals.kept
        for bar, count in zip(bars, counts, strict=True):
            bar.set_height(float(kept.probability(count)))
        sentence = (
            f"In {count_rounds(rounds)} with a d{die} each the token stays {decimal(kept.mean())} times on "
            f"average, and at least once in {percent(clock.done[rounds])}."
        )
        one = clock.after[1].marginals
        rows = (
            chance_row("stays, in one round", one.kept.probability(1)),
            chance_row("moved to a neighbour", one.moved.probability(1)),
            chance_row("taken away", one.away.probability(1)),
            chance_row(f"stays at least once in {count_rounds(rounds)}", clock.done[rounds]),
        )
        return Picture(figure, sentence, Table(CHANCES, rows))

    return draw


@styled()
def siege_bars(places: int = 4) -> Callable[..., Picture]:
    """Return a drawing function of the models slain by 1 to 3 bombardments in one round of the siege.

    The function takes ``target``, the name of a sample squad of the loyalist.
    """
    figure, axes = new_figure(height=3.8)
    casts, slain = range(1, BATTLE_RULES.siege_casts + 1), range(places + 1)
    axes.set_title("Scenario 4: what do bombardments leave? (assumed profiles)")
    axes.set(xlabel="models slain in one round", xticks=slain)
    percent_axis(axes)
    axes.set_ylim(0, 0.9)
    bars = {}
    for cast, colour, hatch in zip(casts, (SKY, ORANGE, RED), (None, "..", "//"), strict=True):
        spots = [number + 0.27 * (cast - 2) for number in slain]
        style = {"color": colour, "hatch": hatch, "edgecolor": "white", "linewidth": 0, "animated": True}
        words = f"{cast} {'bombardment' if cast == 1 else 'bombardments'}"
        bars[cast] = axes.bar(spots, [0] * len(slain), 0.27, label=words, **style)
    figure.legend(loc="outside lower left", ncols=3)

    def draw(target: str) -> Picture:
        ends = {cast: _besieged(target, cast) for cast in casts}
        for cast, chances in ends.items():
            for bar, chance in zip(bars[cast], chances, strict=True):
                bar.set_height(float(chance))
        means = {cast: sum(n * p for n, p in enumerate(chances)) for cast, chances in ends.items()}
        gone = len(sample_squads()[target].models)
        rows = tuple(
            (f"{cast}", decimal(means[cast]), percent(chances[0]), percent(chances[gone]))
            for cast, chances in ends.items()
        )
        sentence = (
            f"One bombardment slays {decimal(means[1])} of {target} on average, three in one round "
            f"{decimal(means[3])}, and these wipe the squad out in {rows[2][3]} (assumed profiles)."
        )
        columns = ("bombardments cast", "mean slain (assumed profiles)", "nobody", "everybody")
        return Picture(figure, sentence, Table(columns, rows))

    return draw


@lru_cache(maxsize=64)
def _besieged(target: str, casts: int) -> tuple[Fraction, ...]:
    squads = sample_squads("loyalist")
    end = siege(squads[one_of("target", target, tuple(squads))], casts).marginals.slain
    return tuple(end.probability(slain) for slain in range(5))
