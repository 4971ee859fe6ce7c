"""Pictures of auras: survival by cards held, cards spent, play orders, and the same pips split up."""

from collections.abc import Callable
from itertools import permutations

from psy.exact.arguments import whole
from psy.spacehulk import Auras, auras, best_aura_order, kept_in_order, survival
from psy.view.numbers import chance_row, decimal, exactly, percent
from psy.view.picture import (
    BLUE,
    CHANCES,
    GREEN,
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

# The aura numbers of the three cards whose play orders are compared.
ORDERED = (5, 2, 1)
# Twelve pips in like cards: how many cards there are of each aura number.
SPLITS = {6: 2, 4: 3, 3: 4, 2: 6, 1: 12}


@styled()
def survival_curve(most: int = 8) -> Callable[..., Picture]:
    """Return a drawing function of the chance to live over 0 to ``most`` like cards, for one to three hits.

    The function takes ``cards``, ``number`` (their aura number) and ``hits``.
    """
    figure, axes = new_figure()
    axes.set_title("How long does a hand keep the psyker alive?")
    axes.set(xlabel="cards in hand, all of the same aura number", xlim=(-0.15, most + 0.15))
    axes.set_xticks(range(most + 1))
    percent_axis(axes, "chance to live")
    looks = zip((1, 2, 3), (BLUE, GREEN, PURPLE), ("-", "--", "-."), "osD", strict=True)
    lines = {
        hits: axes.plot([], [], dash, color=color, marker=marker, label=_hits(hits), animated=True)[0]
        for hits, color, dash, marker in looks
    }
    ring = {"color": RED, "markersize": 15, "fillstyle": "none", "mew": 2}
    (here,) = axes.plot([], [], "o", animated=True, label="this hand", **ring)
    figure.legend(loc="outside lower left", ncols=4)

    def draw(cards: int, number: int, hits: int) -> Picture:
        cards, hits = whole("cards", cards, 0, most), whole("hits", hits, 1, len(lines))
        lives = {each: [survival([number] * held, each) for held in range(most + 1)] for each in lines}
        for each, line in lines.items():
            line.set_data(range(most + 1), [float(chance) for chance in lives[each]])
        now = lives[hits][cards]
        here.set_data([cards], [float(now)])
        sentence = f"{_cards(cards)} of aura number {number} against {_hits(hits)}: alive in {percent(now)}"
        sentence += f"; one more card makes it {percent(lives[hits][cards + 1])}." if cards < most else "."
        rows = tuple(chance_row(f"alive after {_hits(each)}", lives[each][cards]) for each in lines)
        return Picture(figure, sentence, Table(CHANCES, rows))

    return draw


def _hits(number: int) -> str:
    return f"{number} {'hit' if number == 1 else 'hits'}"


def _cards(number: int) -> str:
    return f"{number} {'card' if number == 1 else 'cards'}"


@styled()
def spent_bars() -> Callable[..., Picture]:
    """Return a drawing function of the cards that three auras cost, each bar split by the psyker's fate.

    The function takes ``first``, ``second`` and ``third`` (aura numbers in play order) and ``hits``.
    """
    figure, axes = new_figure(height=3.6)
    axes.set_title("How many cards do the hits cost?")
    axes.set(xlabel="cards spent of three", xticks=range(4))
    percent_axis(axes)
    lives_bars = axes.bar(range(4), [0] * 4, color=BLUE, label="the psyker lives", animated=True)
    dies_bars = axes.bar(range(4), [0] * 4, color=RED, hatch="//", label="the psyker dies", animated=True)
    figure.legend(loc="outside lower left", ncols=2)

    def draw(first: int, second: int, third: int, hits: int) -> Picture:
        cards, hits = (first, second, third), whole("hits", hits, 1, 3)
        turn = auras(cards, hits)
        dies = 1 - survival(cards, hits)
        rows = []
        for spent, below, above in zip(range(4), lives_bars, dies_bars, strict=True):
            lives, lost = turn.probability(Auras(hits, spent)), dies * (spent == 3)
            below.set_height(float(lives))
            above.set(y=float(lives), height=float(lost))
            rows.append((f"{spent}", percent(lives), percent(lost)))
        sentence = (
            f"{first}, then {second}, then {third} against {_hits(hits)}: the psyker lives in "
            f"{percent(1 - dies)} of turns; "
            f"the mean number of cards spent is {decimal(turn.marginals.spent.mean())}."
        )
        return Picture(figure, sentence, Table(("cards spent", "lives", "dies"), tuple(rows)))

    return draw


@styled()
def order_bars() -> Callable[..., Picture]:
    """Return a drawing function of what each play order of a 5, a 2 and a 1 leaves in hand.

    The function takes the prices ``five``, ``two`` and ``one``, 0 to 6 points, and ``hits``, 1 or 2.
    """
    figure, axes = new_figure(height=3.6)
    orders = list(permutations(ORDERED))
    axes.set_title("Which order keeps the most?")
    axes.set(xlabel="mean price of the cards left, in points", xlim=(0, 12.5))
    axes.set_yticks(range(len(orders)), [", ".join(map(str, order)) for order in orders])
    axes.set_ylabel("play order")
    axes.invert_yaxis()
    bars = axes.barh(range(len(orders)), [0] * len(orders), animated=True)
    words = [axes.text(12.4, y, "", va="center", ha="right", animated=True) for y in range(len(orders))]
    axes.bar(0, 0, color=GREEN, label="keeps the most")
    axes.bar(0, 0, color=SKY, label="keeps less")
    figure.legend(loc="outside lower left", ncols=2)

    def draw(five: int, two: int, one: int, hits: int) -> Picture:
        given = (("five", five), ("two", two), ("one", one))
        prices = dict(zip(ORDERED, (whole(name, price, 0, 6) for name, price in given), strict=True))
        hits = whole("hits", hits, 1, 2)
        kept = [kept_in_order(order, tuple(prices[card] for card in order), hits) for order in orders]
        best = best_aura_order(ORDERED, list(prices.values()), hits)
        for bar, word, points in zip(bars, words, kept, strict=True):
            bar.set(width=float(points), color=GREEN if points == max(kept) else SKY)
            word.set_text(decimal(points))
        first = " or ".join(f"the {ORDERED[place]}" for place in best.first)
        alive = percent(survival(ORDERED, hits))
        sentence = (
            f"Against {_hits(hits)} every order survives in {alive} of turns; "
            f"{first} first keeps the most, {decimal(best.kept)} points."
        )
        rows = tuple(
            (", ".join(map(str, order)), decimal(points), exactly(points))
            for order, points in zip(orders, kept, strict=True)
        )
        return Picture(figure, sentence, Table(("order", "points kept", "exactly"), rows))

    return draw


@styled()
def same_pips() -> Callable[..., Picture]:
    """Return a drawing function of survival with twelve pips split into like cards; it takes ``hits``."""
    figure, axes = new_figure(height=3.6)
    axes.set_title("Few strong cards, or many weak ones?")
    names = [f"{held} x {number}" for number, held in SPLITS.items()]
    axes.set(xlabel="cards x aura number: twelve pips in every hand")
    axes.set_xticks(range(len(names)), names)
    percent_axis(axes, "chance to live")
    axes.set_ylim(0, 1.12)
    bars = axes.bar(range(len(names)), [0] * len(names), color=ORANGE, animated=True)
    words = [axes.text(x, 0, "", ha="center", animated=True) for x in range(len(names))]

    def draw(hits: int) -> Picture:
        hits = whole("hits", hits, 1, 12)
        lives = [survival([number] * held, hits) for number, held in SPLITS.items()]
        for bar, word, chance in zip(bars, words, lives, strict=True):
            bar.set_height(float(chance))
            word.set(text=percent(chance, 1), y=float(chance) + 0.02)
        best = " or ".join(name for name, chance in zip(names, lives, strict=True) if chance == max(lives))
        sentence = f"Against {_hits(hits)} the best of these hands is {best}, alive in {percent(max(lives))}."
        rows = tuple(chance_row(name, chance) for name, chance in zip(names, lives, strict=True))
        return Picture(figure, sentence, Table(CHANCES, rows))

    return draw
