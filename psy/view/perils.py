"""Pictures of one roll on the perils table: row by row, every effect, by leadership, and other tables."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from psy.exact.arguments import one_of, whole
from psy.view.numbers import chance_row, percent
from psy.view.picture import (
    BLUE,
    CHANCES,
    GREEN,
    GREY,
    ORANGE,
    RED,
    Picture,
    Table,
    new_figure,
    percent_axis,
    styled,
)
from psy.wh40k import RULES, PerilsOdds, Rules, perils_odds

# What a reader chooses between, by the words on the control.
FEEL_NO_PAIN: Mapping[str, int | None] = {
    "none": None,
    **{f"{roll}+": roll for roll in range(6, 1, -1)},
}
PHASES = ("in the psychic phase", "outside it")
# What becomes of the psyker: the four exclude each other and differ in lightness and in pattern too.
_FATES: Mapping[str, dict[str, Any]] = {
    "removed": {"color": RED, "hatch": "//"},
    "wound": {"color": ORANGE},
    "nothing": {"color": "#d0d0d0"},
    "surge": {"color": GREEN, "hatch": ".."},
}


def feels(word: str) -> int | None:
    """Return the roll of a feel no pain by its word on the control.

    Examples
    --------
    >>> feels("5+"), feels("none")
    (5, None)
    """
    return FEEL_NO_PAIN[one_of("feel_no_pain", word, tuple(FEEL_NO_PAIN))]


def one_row(roll: int, rules: Rules = RULES) -> Rules:
    """Return rules whose perils table has one row only, that of the given roll.

    Examples
    --------
    >>> perils_odds(9, rules=one_row(4)).wound
    Fraction(1, 1)
    """
    (row,) = (row for row in rules.perils_table if row.roll == roll)
    return replace(rules, perils_table=tuple(replace(row, roll=each) for each in range(1, 7)))


def fates(odds: PerilsOdds) -> dict[str, Fraction]:
    """Return what becomes of the psyker: removed, a wound, nothing, or the surge; the chances sum to one."""
    chances = {"removed": odds.removed, "wound": odds.wound, "nothing": odds.unharmed - odds.surge}
    return {**chances, "surge": odds.surge}


def _fate_bars(axes: Any, places: Sequence[int], names: Mapping[str, str]) -> dict[str, Any]:
    """Return horizontal bars for each fate, to be stacked by `_stack`."""
    return {
        fate: axes.barh(places, [0] * len(places), animated=True, label=names[fate], **look)
        for fate, look in _FATES.items()
    }


def _stack(bars: Mapping[str, Any], place: int, chances: Mapping[str, Fraction]) -> None:
    start = 0.0
    for fate, chance in chances.items():
        bars[fate][place].set(x=start, width=float(chance), visible=chance > 0)
        start += float(chance)


@styled()
def table_rows() -> Callable[..., Picture]:
    """Return a drawing function of the perils table: what each row does to the psyker.

    The function takes ``leadership``, 2 to 12, and ``feel_no_pain`` (a word from `FEEL_NO_PAIN`).
    """
    figure, axes = new_figure(width=7.4, height=3.7)
    rows = RULES.perils_table
    axes.set_title("What does each row of the perils table do?")
    axes.set(xlim=(0, 1.62), ylim=(5.5, -0.5), xlabel="chance within the row; besides, at the right")
    axes.set_yticks(range(6), [f"{row.roll} {row.name}" for row in rows])
    axes.set_xticks([0, 0.25, 0.5, 0.75, 1], ["0%", "25%", "50%", "75%", "100%"])
    axes.grid(visible=False, axis="y")
    bars = _fate_bars(axes, range(6), {fate: fate for fate in _FATES})
    for place, row in enumerate(rows):
        axes.text(1.03, place, _besides(row.always + row.failed), va="center", fontsize=9.5)
    figure.legend(loc="outside lower left", ncols=4)

    def draw(leadership: int, feel_no_pain: str = "none") -> Picture:
        pain = feels(feel_no_pain)
        lines = []
        for place, row in enumerate(rows):
            chances = fates(perils_odds(leadership, rules=one_row(row.roll), feel_no_pain=pain))
            _stack(bars, place, chances)
            lines.append((f"{row.roll} {row.name}", *map(percent, chances.values())))
        every = fates(perils_odds(leadership, feel_no_pain=pain))
        lines.append(("any row", *map(percent, every.values())))
        sentence = (
            f"Leadership {leadership}{_with_pain(feel_no_pain)}: a roll on the table costs a wound in "
            f"{percent(every['wound'])}, removes the psyker in {percent(every['removed'])} "
            f"and gives a surge in {percent(every['surge'])}."
        )
        return Picture(figure, sentence, Table(("row", *_FATES), tuple(lines)))

    return draw


def _besides(effects: Sequence[str]) -> str:
    words = {
        "unit hits": f"if removed, d{RULES.hit_die} hits on the unit",
        "power lost": "a random power is lost",
        "charges drained": f"both pools lose d{RULES.drain_die} charges",
    }
    return ", ".join(words[effect] for effect in effects if effect in words)


def _with_pain(word: str) -> str:
    return "" if word == "none" else f" and feel no pain {word}"


_EFFECTS: Mapping[str, tuple[str, str]] = {
    "unharmed": ("unharmed", GREY),
    "surge": ("gains a warp surge", GREEN),
    "wound": ("a wound, not removed", ORANGE),
    "removed": ("removed outright", RED),
    "lost": ("lost: removed or last wound", RED),
    "silenced": ("no psyker left in the unit", RED),
    "power_lost": ("a power is lost", BLUE),
    "charges_drained": ("charges are drained", BLUE),
}


@styled()
def effect_bars() -> Callable[..., Picture]:
    """Return a drawing function of the chance of every effect of one roll on the perils table.

    The function takes ``leadership``, 2 to 12, ``wounds`` and ``models``, each 1 to 10 (more than one model
    is a brotherhood), ``feel_no_pain`` (a word from `FEEL_NO_PAIN`) and ``phase`` (one of `PHASES`).
    """
    figure, axes = new_figure(width=6.8)
    axes.set_title("What can one perils of the warp cost?")
    axes.set(xlim=(0, 1.2), ylim=(len(_EFFECTS) - 0.4, -0.6), xlabel="chance")
    axes.set_xticks([0, 0.25, 0.5, 0.75, 1], ["0%", "25%", "50%", "75%", "100%"])
    places = range(len(_EFFECTS))
    axes.set_yticks(places, [name for name, _ in _EFFECTS.values()])
    axes.grid(visible=False, axis="y")
    colours = [colour for _, colour in _EFFECTS.values()]
    bars = axes.barh(places, [0] * len(places), color=colours, animated=True)
    words = [axes.text(0, place, "", va="center", animated=True) for place in places]

    def draw(
        leadership: int, wounds: int, models: int = 1, feel_no_pain: str = "none", phase: str = PHASES[0]
    ) -> Picture:
        inside = one_of("phase", phase, PHASES) == PHASES[0]
        each = [whole("wounds", wounds, 1, 10)] * whole("models", models, 1, 10)
        odds = perils_odds(leadership, each, feel_no_pain=feels(feel_no_pain), psychic_phase=inside)
        rows = []
        for (effect, (name, _)), bar, word in zip(_EFFECTS.items(), bars, words, strict=True):
            chance = getattr(odds, effect)
            bar.set_width(float(chance))
            word.set(x=float(chance) + 0.015, text=percent(chance, 1))
            rows.append(chance_row(name, chance))
        sentence = (
            f"{_who(models, wounds)}, at leadership {leadership}{_with_pain(feel_no_pain)}: one perils "
            f"costs {'a model' if models > 1 else 'the psyker'} in {percent(odds.lost)} "
            f"and leaves no psyker in the unit in {percent(odds.silenced)}."
        )
        return Picture(figure, sentence, Table(CHANCES, tuple(rows)))

    return draw


def _who(models: int, wounds: int) -> str:
    left = f"{wounds} {'wound' if wounds == 1 else 'wounds'} left"
    return f"A psyker with {left}" if models == 1 else f"A brotherhood of {models} models with {left} each"


@styled()
def lost_by_leadership() -> Callable[..., Picture]:
    """Return a drawing function of the chance that one perils is the psyker's end, over every leadership.

    The function takes ``leadership``, 2 to 12, which is ringed, and ``feel_no_pain``.
    """
    figure, axes = new_figure()
    numbers = range(2, 13)
    axes.set_title("How far does leadership help?")
    axes.set(xlabel="leadership", xlim=(1.8, 12.2), xticks=numbers)
    percent_axis(axes)
    looks = {
        "lost with 1 wound left": (RED, "-", "o"),
        "lost with 2 or more": (ORANGE, "--", "s"),
        "surge": (GREEN, "-.", "^"),
    }
    lines = {
        name: axes.plot([], [], dash, color=colour, marker=marker, animated=True, label=name)[0]
        for name, (colour, dash, marker) in looks.items()
    }
    here = axes.axvline(2, color=GREY, linestyle=":", animated=True)
    figure.legend(loc="outside lower left", ncols=3)

    def draw(leadership: int, feel_no_pain: str = "none") -> Picture:
        pain = feels(feel_no_pain)
        now = whole("leadership", leadership, 2, 12)
        one = {number: perils_odds(number, 1, feel_no_pain=pain) for number in numbers}
        more = {number: perils_odds(number, 2, feel_no_pain=pain) for number in numbers}
        chances = (
            [one[number].lost for number in numbers],
            [more[number].lost for number in numbers],
            [one[number].surge for number in numbers],
        )
        for line, heights in zip(lines.values(), chances, strict=True):
            line.set_data(numbers, [float(chance) for chance in heights])
        here.set_xdata([now, now])
        sentence = (
            f"At leadership {now}{_with_pain(feel_no_pain)} one perils is the end in "
            f"{percent(one[now].lost)} with 1 wound left, and in {percent(more[now].lost)} with more."
        )
        rows = [chance_row(name, heights[now - 2]) for name, heights in zip(lines, chances, strict=True)]
        return Picture(figure, sentence, Table(CHANCES, tuple(rows)))

    return draw


def with_row(roll: int, *effects: Any) -> Rules:
    """Return rules whose perils table has other effects in one row, whatever the leadership test says.

    Examples
    --------
    >>> perils_odds(9, rules=with_row(4)).wound == perils_odds(9).wound - Fraction(1, 6)
    True
    """
    rows = RULES.perils_table
    changed = (
        replace(row, always=effects, passed=(), failed=()) if row.roll == roll else row for row in rows
    )
    return replace(RULES, perils_table=tuple(changed))


def _settled(which: str) -> Rules:
    """Return rules in which every leadership test is ``"passed"`` or ``"failed"`` without a roll."""
    rows = RULES.perils_table
    settled = (replace(row, always=row.always + getattr(row, which), passed=(), failed=()) for row in rows)
    return replace(RULES, perils_table=tuple(settled))


# Tables that designers argue about, by name: the published one first.
TABLES: Mapping[str, Rules] = {
    "published": RULES,
    "tests always passed": _settled("passed"),
    "tests always failed": _settled("failed"),
    "tests on three dice": replace(RULES, leadership_dice=3),
    "row 4 does nothing": with_row(4),
    "row 4 removes": with_row(4, "removed"),
    "always one wound": one_row(4),
}


@styled()
def tables_side_by_side() -> Callable[..., Picture]:
    """Return a drawing function of what becomes of the psyker under each of `TABLES`.

    The function takes ``leadership``, 2 to 12, ``wounds``, 1 to 10, and ``feel_no_pain``.
    """
    figure, axes = new_figure(width=7.2)
    axes.set_title("What if the table were another? (house rules)")
    places = range(len(TABLES))
    axes.set(xlim=(0, 1.3), ylim=(len(TABLES) - 0.4, -0.6), xlabel="chance; at the right, the psyker is lost")
    axes.set_xticks([0, 0.25, 0.5, 0.75, 1], ["0%", "25%", "50%", "75%", "100%"])
    axes.set_yticks(places, list(TABLES))
    axes.grid(visible=False, axis="y")
    bars = _fate_bars(axes, places, {fate: fate for fate in _FATES})
    words = [axes.text(1.03, place, "", va="center", animated=True) for place in places]
    figure.legend(loc="outside lower left", ncols=4)

    def draw(leadership: int, wounds: int, feel_no_pain: str = "none") -> Picture:
        pain, rows, lost = feels(feel_no_pain), [], {}
        for place, (name, rules) in enumerate(TABLES.items()):
            odds = perils_odds(leadership, whole("wounds", wounds, 1, 10), rules, feel_no_pain=pain)
            _stack(bars, place, fates(odds))
            lost[name] = odds.lost
            words[place].set_text(f"lost {percent(odds.lost, 1)}")
            rows.append((name, *map(percent, fates(odds).values()), percent(odds.lost)))
        worst = [name for name in TABLES if lost[name] == max(lost.values())]
        sentence = (
            f"{_who(1, wounds)}, at leadership {leadership}{_with_pain(feel_no_pain)}, is lost in "
            f"{percent(lost['published'])} of perils as published; most often, in "
            f"{percent(max(lost.values()))}, with “{'” or “'.join(worst)}”."
        )
        return Picture(figure, sentence, Table(("table", *_FATES, "lost"), tuple(rows)))

    return draw
