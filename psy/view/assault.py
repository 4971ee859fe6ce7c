"""Pictures of close assault: results by channelled bonus, what a card is worth there, ways to parry."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from psy.exact.arguments import whole
from psy.spacehulk import RULES, Policies, Worth, channel_gain, close_assault
from psy.spacehulk.assault import When
from psy.view.numbers import decimal, percent
from psy.view.picture import (
    BLUE,
    GREEN,
    ORANGE,
    RED,
    Picture,
    Table,
    new_figure,
    percent_axis,
    styled,
)

RESULTS = ("win", "tie", "lose")
# Win, tie and lose differ in colour, in lightness and in pattern.
_LOOKS: dict[str, dict[str, Any]] = {
    "win": {"color": BLUE, "label": "win"},
    "tie": {"color": "#d0d0d0", "label": "tie"},
    "lose": {"color": RED, "label": "lose", "hatch": "//"},
}
# When a parry is used, in the words of psy.spacehulk.Policies.
PARRIES: tuple[When, ...] = ("never", "losing", "not winning", "always", "best")


@styled()
def bonus_bars(most: int = 6) -> Callable[..., Picture]:
    """Return a drawing function of win, tie and lose by the bonus channelled in the first round.

    The function takes ``dice``, ``against_dice``, ``against_bonus`` and ``rounds``.
    """
    figure, axes = new_figure()
    axes.set_title("What does a channelled card do? (boxed dice: assumed)")
    axes.set(xlabel="bonus of the card channelled in the first round", xticks=range(most + 1))
    percent_axis(axes)
    bonuses = range(most + 1)
    bars = {name: axes.bar(bonuses, [0] * len(bonuses), animated=True, **_LOOKS[name]) for name in RESULTS}
    words = [axes.text(x, 0, "", ha="center", color="white", animated=True) for x in bonuses]
    figure.legend(loc="outside lower left", ncols=3)

    def draw(dice: int, against_dice: int, against_bonus: int, rounds: int) -> Picture:
        whole("rounds", rounds, 1)
        rows = []
        for bonus, word in zip(bonuses, words, strict=True):
            assault = close_assault(dice, 0, against_dice, against_bonus, [bonus], rounds=rounds)
            chances = [assault.probability(name) for name in RESULTS]
            _stack(bars, bonus, chances)
            word.set(text=percent(chances[0], 0)[:-1], y=max(float(chances[0]) - 0.06, 0.01))
            word.set_visible(chances[0] > Fraction(1, 20))
            rows.append((f"+{bonus}", *map(percent, chances)))
        fought = "1 round" if rounds == 1 else f"up to {rounds} rounds"
        sentence = (
            f"{_dice(dice)} against {against_dice}, in {fought}: {rows[0][1]} wins without a card, "
            f"{rows[3][1]} with a 3 and {rows[most][1]} with a {most}."
        )
        return Picture(figure, sentence, Table(("card", *RESULTS), tuple(rows)))

    return draw


def _dice(number: int) -> str:
    return f"{number} {'die' if number == 1 else 'dice'}"


def _stack(bars: dict[str, Any], place: int, chances: list[Fraction]) -> None:
    """Stack the three results of one bar upon each other."""
    base = 0.0
    for name, chance in zip(RESULTS, chances, strict=True):
        bars[name][place].set(y=base, height=float(chance))
        base += float(chance)


@styled()
def channel_worth(most: int = 6) -> Callable[..., Picture]:
    """Return a drawing function of what a bonus adds in close assault, beside the sample cards' prices.

    The function takes ``prize``, 0 to 6, ``life``, 0 to 12, and ``against_dice``, 1 to 4.
    """
    figure, axes = new_figure(height=4.4)
    axes.set_title("Channel this card, or keep it? (sample cards, boxed dice: assumed)")
    axes.set(xlabel="the card's bonus", ylabel="points", xlim=(0, most + 0.9), ylim=(0, 14.5))
    bonuses = range(most + 1)
    (line,) = axes.plot([], [], color=BLUE, marker="s", animated=True, label="what channelling adds")
    points = _points()
    (below,) = axes.plot([], [], "o", color=GREEN, markersize=10, animated=True, label="channel it")
    (above,) = axes.plot([], [], "X", color=ORANGE, markersize=10, animated=True, label="keep it")
    for (bonus, value), names in points.items():
        # A label stands on the left of its point where the next point is near on the right.
        side, start = ("right", -9) if (bonus + 1, value) in points else ("left", 9)
        axes.annotate(
            ", ".join(names), (bonus, value), (start, -4), textcoords="offset points", fontsize=9, ha=side
        )
    figure.legend(loc="outside lower left", ncols=3)

    def draw(prize: int, life: int, against_dice: int) -> Picture:
        whole("prize", prize, 0, 6), whole("life", life, 0, 12), whole("against_dice", against_dice, 1, 4)
        worth = Worth(win=prize, tie=0, lose=-life)
        gains = [channel_gain(bonus, worth, dice=1, against_dice=against_dice) for bonus in bonuses]
        line.set_data(bonuses, [float(gain) for gain in gains])
        good = [point for point in points if gains[point[0]] > point[1]]
        below.set_data(*zip(*good, strict=True) if good else ((), ()))
        rest = [point for point in points if point not in good]
        above.set_data(*zip(*rest, strict=True) if rest else ((), ()))
        names = ", ".join(name for point in good for name in points[point]) or "none of them"
        sentence = f"A win brings {prize}, a loss costs {life}: of the sample cards, channel {names}."
        rows = [
            (card.name, f"+{card.bonus}", decimal(gains[card.bonus]), f"{card.value}") for card in RULES.cards
        ]
        return Picture(
            figure,
            sentence,
            Table(("card", "bonus", "channelling adds", "as an ability (assumed)"), tuple(rows)),
        )

    return draw


def _points() -> dict[tuple[int, int | Fraction], list[str]]:
    """Return the names of the sample cards by their bonus and value."""
    points: dict[tuple[int, int | Fraction], list[str]] = {}
    for card in RULES.cards:
        points.setdefault((card.bonus, card.value), []).append(card.name)
    return points


@styled()
def parry_policies() -> Callable[..., Picture]:
    """Return a drawing function of win, tie and lose for each time at which a parry may be used.

    The function takes ``against_dice`` and ``bonus``; the own side rolls one die and parries.
    """
    figure, axes = new_figure(height=3.4)
    axes.set_title("When to parry? (parry and boxed dice: assumed)")
    axes.set(xlim=(0, 1.25), xlabel="chance; at the right, win minus lose in points")
    axes.set_xticks([0, 0.25, 0.5, 0.75, 1], ["0%", "25%", "50%", "75%", "100%"])
    axes.set_yticks(range(len(PARRIES)), [_when(parry) for parry in PARRIES])
    axes.invert_yaxis()
    places = range(len(PARRIES))
    bars = {name: axes.barh(places, [0] * len(PARRIES), animated=True, **_LOOKS[name]) for name in RESULTS}
    words = [axes.text(1.02, y, "", va="center", animated=True) for y in places]
    figure.legend(loc="outside lower left", ncols=3)

    def draw(against_dice: int, bonus: int) -> Picture:
        rows, chances = [], {}
        for place, parry in enumerate(PARRIES):
            assault = close_assault(1, bonus, against_dice, 0, policies=Policies(parry=parry))
            win, tie, lose = chances[parry] = tuple(assault.probability(name) for name in RESULTS)
            for name, start, width in zip(RESULTS, (0, win, win + tie), (win, tie, lose), strict=True):
                bars[name][place].set(x=float(start), width=float(width))
            words[place].set_text(decimal(100 * (win - lose), 1))
            rows.append((_when(parry), *map(percent, (win, tie, lose)), decimal(100 * (win - lose))))
        most_wins = [parry for parry in PARRIES if chances[parry][0] == max(c[0] for c in chances.values())]
        sentence = (
            f"1 die +{bonus} against {against_dice}: most wins by a parry {_either(most_wins)}, "
            f"the best balance of wins and losses by a parry {_either(['best'])}."
        )
        return Picture(figure, sentence, Table(("parry", *RESULTS, "win minus lose"), tuple(rows)))

    return draw


def _when(parry: str) -> str:
    words = {"losing": "when losing", "not winning": "unless winning", "best": "when it helps the balance"}
    return words.get(parry, parry)


def _either(parries: Sequence[str]) -> str:
    return " or ".join(map(_when, parries))
