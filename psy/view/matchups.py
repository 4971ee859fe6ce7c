"""Pictures of one exchange of The Fantasy Trip: the table with its best mixes, what PSI is for, habits."""

import functools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from matplotlib.axes import Axes

from psy import tft
from psy.exact.arguments import one_of, whole
from psy.tft import (
    RULES,
    Prices,
    Psion,
    Rules,
    best_modes,
    matchup,
    menu,
)
from psy.tft.balance import Pairing
from psy.tft.matchup import BestModes
from psy.tft.replies import BestReply
from psy.view.cell_map import CellMap
from psy.view.numbers import decimal, exactly, percent
from psy.view.picture import BLUE, GREEN, ORANGE, PURPLE, RED, SKY, Picture, Table, new_figure, styled

# What the source leaves open, by the words on the control.
READINGS: Mapping[str, Rules] = {
    "as read here": RULES,
    "wills fought again": replace(RULES, undecided="again"),
    "mask paid back twice": replace(RULES, mask_refund_stacks=True),
    "brain by points lost": replace(RULES, brain_roll_judged_by="points lost"),
}
ATTACKS, DEFENCES = (tuple(mode.name for mode in menu(side)) for side in ("attack", "defence"))
ATTACK_COLOURS = dict(zip(ATTACKS, (ORANGE, GREEN, BLUE, RED, PURPLE, "#d9d9d9"), strict=True))
DEFENCE_COLOURS = dict(zip(DEFENCES, (SKY, ORANGE, GREEN, PURPLE, RED, "#d9d9d9"), strict=True))
# Swings beyond this have the last colour of the map.
FULL_COLOUR = 8


@styled()
def swing_map() -> Callable[..., Picture]:
    """Return a drawing function of the expected swings as a heat map, with both best mixes along its edges.

    The function takes ``attacker_iq``, ``attacker_pool``, ``defender_iq``, ``psi`` (the defender's),
    ``defender_pool``, each 0 to 200, ``reading`` (a name from `READINGS`), and ``brain``, the price of a
    roll on the brain damage table in points, 0 to 20.
    """
    figure, axes = new_figure(width=7.6, height=5.0)
    cells = CellMap(axes, range(len(DEFENCES)), range(len(ATTACKS)), "RdBu", 2 * FULL_COLOUR)
    axes.set_xticks(range(len(DEFENCES)), [_two_lines(name) for name in DEFENCES])
    axes.set_yticks(range(len(ATTACKS)), ATTACKS)
    above, beside = axes.inset_axes((0, 1.03, 1, 0.25)), axes.inset_axes((1.02, 0, 0.25, 1))
    axes.set_facecolor("#eeeeee")
    above.set(xlim=axes.get_xlim(), xticks=[], ylim=(0, 1.02), yticks=(0, 1), yticklabels=("0%", "100%"))
    beside.set(ylim=axes.get_ylim(), yticks=[], xlim=(0, 1.3), xticks=(0, 1), xticklabels=("0%", "100%"))
    above.set_title("Expected swing in points; bars: best mixes\n(choice in secret, column nothing: assumed)")
    columns = above.bar(range(len(DEFENCES)), [0] * len(DEFENCES), color=ORANGE, animated=True)
    lines = beside.barh(range(len(ATTACKS)), [0] * len(ATTACKS), color=BLUE, animated=True)

    def draw(
        attacker_iq: int,
        attacker_pool: int,
        defender_iq: int,
        psi: int,
        defender_pool: int,
        reading: str = "as read here",
        brain: int = 0,
    ) -> Picture:
        attacker = Psion(attacker_iq, psi, attacker_pool)
        defender = Psion(defender_iq, psi, defender_pool)
        rules = READINGS[one_of("reading", reading, tuple(READINGS))]
        prices = Prices(brain_roll=whole("brain", brain, 0, 20))
        table = matchup(attacker, defender, rules, prices).reindex(index=ATTACKS, columns=DEFENCES)
        swings = [[entry if isinstance(entry, Fraction) else None for entry in row] for row in table.values]
        cells.show(
            [
                [float("nan") if entry is None else FULL_COLOUR + float(entry) for entry in row]
                for row in swings
            ],
            [["" if entry is None else decimal(entry) for entry in row] for row in swings],
        )
        best = solved(attacker, defender, rules, prices)
        for bars, names, mix, turn in (
            (columns, DEFENCES, best.defence_mix, "height"),
            (lines, ATTACKS, best.attack_mix, "width"),
        ):
            for bar, name in zip(bars, names, strict=True):
                bar.set(**{turn: float(mix.get(name, 0))})
        rows = [
            (
                name,
                *("" if entry is None else exactly(entry) for entry in row),
                _chance(best.attack_mix, name),
            )
            for name, row in zip(ATTACKS, swings, strict=True)
        ]
        rows.append(("chance", *(_chance(best.defence_mix, name) for name in DEFENCES), ""))
        return Picture(figure, _mix_sentence(best), Table(("attack", *DEFENCES, "chance"), tuple(rows)))

    return draw


@functools.lru_cache(maxsize=2048)
def solved(attacker: Psion, defender: Psion, rules: Rules = RULES, prices: Prices = Prices()) -> BestModes:  # noqa: B008
    """Return the best mixes of an exchange, remembered."""
    return best_modes(attacker, defender, rules, prices)


def mix_words(mix: Mapping[str, Fraction]) -> str:
    """Return a mix in words, the likeliest mode first.

    Examples
    --------
    >>> mix_words({"nothing": Fraction(1, 4), "dominate ego": Fraction(3, 4)})
    'dominate ego 75.00%, nothing 25.00%'
    >>> mix_words({"mask mind": Fraction(1)})
    'always mask mind'
    """
    if len(mix) == 1:
        return f"always {next(iter(mix))}"
    return ", ".join(f"{name} {percent(mix[name])}" for name in sorted(mix, key=lambda name: -mix[name]))


def _mix_sentence(best: BestModes) -> str:
    which = "the only best mixes" if best.unique else "one of several pairs of best mixes"
    return (
        f"The exchange is worth {decimal(best.value, 4)} points to the attacker: "
        f"attack {mix_words(best.attack_mix)}; defend {mix_words(best.defence_mix)}; {which}."
    )


def _chance(mix: Mapping[str, Fraction], name: str) -> str:
    return percent(mix[name]) if name in mix else "0%"


def _two_lines(name: str) -> str:
    return name.replace(" ", "\n", 1)


# Two psions in one exchange, by the words on the control: the attacker and the defender.
PAIRS: Mapping[str, Pairing] = {
    "equals: IQ and PSI 12": (Psion(12, 12, 20), Psion(12, 12, 20)),
    "IQ 16 attacks IQ 10, PSI 8": (Psion(16, 8, 20), Psion(10, 8, 20)),
    "IQ 10 attacks IQ 16, PSI 8": (Psion(10, 8, 20), Psion(16, 8, 20)),
    "equals with 3 points each": (Psion(12, 12, 3), Psion(12, 12, 3)),
}


@functools.lru_cache
def habits(pair: str, replying: str) -> Mapping[str, BestReply]:
    """Return the best reply to every mode that the opponent of the replying side might always use."""
    return tft.habits(replying, *PAIRS[one_of("pair", pair, tuple(PAIRS))])


@styled()
def habit_bars() -> Callable[..., Picture]:
    """Return a drawing function of what each habit gives away; it takes ``pair``, a name from `PAIRS`."""
    figure, both = new_figure(width=7.6, height=3.8, columns=2)
    figure.suptitle("What does a habit give away? (choice in secret: assumed)", x=0.01, ha="left")
    sides = (("defence", "attack", DEFENCES, ORANGE), ("attack", "defence", ATTACKS, BLUE))
    drawn = []
    for axes, (habit, replying, names, colour) in zip(both, sides, strict=True):
        axes.set_title(f"always the same {habit}")
        axes.set(xlim=(0, 22), xlabel="points given away", xticks=range(0, 13, 2))
        axes.set_yticks(range(len(names)), names)
        axes.invert_yaxis()
        bars = axes.barh(range(len(names)), [0] * len(names), color=colour, animated=True)
        style = {"va": "center", "fontsize": 8.5, "animated": True, "in_layout": False}
        words = [axes.text(0, y, "", **style) for y in range(len(names))]
        drawn.append((habit, replying, names, bars, words))
    for pair in PAIRS:
        habits(pair, "attack"), habits(pair, "defence")

    def draw(pair: str) -> Picture:
        rows = []
        for habit, replying, names, bars, words in drawn:
            replies = habits(pair, replying)
            for name, bar, word in zip(names, bars, words, strict=True):
                reply = replies.get(name)
                gain = float(reply.gain) if reply else 0
                bar.set_width(gain)
                word.set(x=gain + 0.2, text=_reply_words(reply))
                if reply:
                    rows.append(
                        (
                            f"{habit}: {name}",
                            " or ".join(reply.modes),
                            decimal(reply.gain),
                            exactly(reply.gain),
                        )
                    )
        free = [row[0].partition(": ")[2] for row in rows if row[3] == "0"]
        worst = max(rows, key=lambda row: Fraction(row[3]))
        sentence = (
            f"Habits that give nothing away: {', '.join(free) or 'none'}. The dearest is the "
            f"{worst[0].replace(': ', ' ')}: {worst[2]} points, to {worst[1]}."
        )
        return Picture(figure, sentence, Table(("habit", "best reply", "gives away", "exactly"), tuple(rows)))

    return draw


def _reply_words(reply: BestReply | None) -> str:
    if reply is None:
        return "too dear"
    return f"{decimal(reply.gain)}: {reply.modes[0]}" if reply.gain else "0"


@styled()
def mix_by_psi(
    defender_iq: int = 10, iqs: range = range(12, 17), psis: range = range(6, 14)
) -> Callable[..., Picture]:
    """Return a drawing function of both best mixes over the defender's PSI; it takes the attacker's IQ."""
    figure, both = new_figure(width=7.6, height=4.2, columns=2, sharey=True)
    sides = zip(both, ("best attacks", "best defences"), (ATTACK_COLOURS, DEFENCE_COLOURS), strict=True)
    attacks, defences = [_stack(axes, title, psis, colours) for axes, title, colours in sides]
    both[0].set(ylim=(0, 1))
    both[0].yaxis.set_major_formatter(lambda value, _: f"{value:.0%}")
    about = f"What is PSI for? Defender's IQ {defender_iq}, 20 points each (secret choice: assumed)"
    figure.suptitle(about, x=0.01, ha="left")
    games = {iq: [solved(Psion(iq, 12, 20), Psion(defender_iq, psi, 20)) for psi in psis] for iq in iqs}

    def draw(iq: int) -> Picture:
        best = games[whole("iq", iq, iqs[0], iqs[-1])]
        attacks([game.attack_mix for game in best])
        defences([game.defence_mix for game in best])
        rows = tuple(
            (f"{psi}", decimal(game.value, 4), mix_words(game.attack_mix), mix_words(game.defence_mix))
            for psi, game in zip(psis, best, strict=True)
        )
        open_to_it = [psi for psi, game in zip(psis, best, strict=True) if game.value > 0]
        sentence = (
            f"An attacker of IQ {iq} gains something from a defender of IQ {defender_iq} and PSI "
            f"{open_to_it[-1]} or less, {decimal(best[0].value, 4)} points at PSI {psis[0]}."
        )
        return Picture(figure, sentence, Table(("defender's PSI", "value", "attack", "defend"), rows))

    return draw


def _stack(
    axes: Axes, title: str, places: range, colours: Mapping[str, str]
) -> Callable[[Sequence[Mapping[str, Fraction]]], None]:
    """Prepare stacked bars of mixes and return what shows one mix at each place."""
    axes.set_title(title)
    axes.set(xlabel="defender's PSI", xticks=places)
    bars = {
        name: axes.bar(places, [0] * len(places), 0.85, color=colour, label=name, animated=True)
        for name, colour in colours.items()
    }
    axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.16), ncols=2, fontsize=9)

    def show(mixes: Sequence[Mapping[str, Fraction]]) -> None:
        for place, mix in enumerate(mixes):
            height = Fraction(0)
            for name, row in bars.items():
                share = mix.get(name, Fraction(0))
                row[place].set(y=float(height), height=float(share))
                height += share

    return show
