"""Pictures of what surrounds a psychic phase: the price of perils, the die for both, a psyker's life."""

import functools
from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise

from psy.exact.arguments import whole
from psy.view.numbers import decimal
from psy.view.phase import DENY_POOL, PLAIN, POOL, move_words, solved
from psy.view.picture import BLUE, GREEN, GREY, ORANGE, PURPLE, Picture, Table, new_figure, styled
from psy.wh40k import STOP, Move, PhasePlan, Power, Prices, Psyker, plan_psykers, warp_charges

# Prices of a perils, in points.
PRICES = tuple(map(Fraction, range(8)))


@styled()
def price_curve() -> Callable[..., Picture]:
    """Return a drawing function of the phase's value, and the perils it brings, over the price of a perils.

    The function takes the pools ``own``, 1 to 12, and ``theirs``, 0 to 12.
    """
    plans = [solved(PLAIN, 0, price) for price in PRICES]
    figure, (left, right) = new_figure(width=7.6, height=3.8, columns=2)
    left.set_title("worth to the caster (values assumed)")
    right.set_title("perils in a phase, on average")
    prices = [float(price) for price in PRICES]
    left.set(xlabel="price of a perils", ylim=(0, 5), xlim=(-0.2, 7.2), xticks=range(8))
    right.set(xlabel="price of a perils", ylim=(0, 0.8), xlim=(-0.2, 7.2), xticks=range(8))
    (line,) = left.plot([], [], color=BLUE, marker="o", animated=True)
    (stairs,) = right.plot([], [], color=ORANGE, marker="s", animated=True)

    def draw(own: int, theirs: int) -> Picture:
        whole("own", own, 1, POOL), whole("theirs", theirs, 0, DENY_POOL)
        played = [plan.at(own, theirs) for plan in plans]
        worth = [plan.value for plan in played]
        line.set_data(prices, [float(value) for value in worth])
        # What a small rise of the price costs is the number of perils, so the slopes between are their mean.
        slopes = [less - more for less, more in pairwise(worth)]
        middles = [sum(pair) / 2 for pair in pairwise(prices)]
        stairs.set_data(middles, [float(slope) for slope in slopes])
        rows = tuple(
            (decimal(price, 0), decimal(value, 3), move_words(plan.policy(plan.policy.start)))
            for price, value, plan in zip(PRICES, worth, played, strict=True)
        )
        sentence = (
            f"{own} dice against {theirs}: while perils cost less than a point, a phase brings "
            f"{decimal(slopes[0])} of them on average; at 6 to 7 points {decimal(slopes[-1])}."
        )
        return Picture(figure, sentence, Table(("price", "worth", "opening"), rows))

    return draw


@styled()
def die_bars() -> Callable[..., Picture]:
    """Return a drawing function of the phase's value by the die that gives both sides their dice.

    The function takes the summed mastery levels of the caster, ``mastery``, and of the opponent,
    ``opposing``, 0 to 6.
    """
    figure, axes = new_figure(height=3.6)
    axes.set_title("One die for both sides: who gains from a high roll? (values assumed)")
    axes.set(xlabel="the die", ylabel="worth to the caster", ylim=(0, 4.4), xticks=range(1, 7))
    bars = axes.bar(range(1, 7), [0] * 6, color=BLUE, animated=True)
    words = [axes.text(x, 0, "", ha="center", color="white", fontsize=9, animated=True) for x in range(1, 7)]
    mean = axes.axhline(0, color=ORANGE, linestyle="--", animated=True, label="on average")
    figure.legend(loc="outside lower left")

    def draw(mastery: int, opposing: int) -> Picture:
        whole("mastery", mastery, 0, 6), whole("opposing", opposing, 0, 6)
        pools = list(warp_charges(mastery, opposing))
        worth = [solved().at(*pair).value for pair in pools]
        for bar, word, pair, value in zip(bars, words, pools, worth, strict=True):
            bar.set_height(float(value))
            word.set(text=f"{pair.own} v {pair.theirs}", y=0.08, visible=value > Fraction(1, 4))
        average = sum(worth, Fraction(0)) / len(worth)
        mean.set_ydata([float(average)] * 2)
        rows = tuple(
            (f"{die}", f"{pair.own} v {pair.theirs}", decimal(value, 3))
            for die, (pair, value) in enumerate(zip(pools, worth, strict=True), start=1)
        )
        sentence = (
            f"Mastery {mastery} against {opposing}: {decimal(average)} points on average, "
            f"{decimal(worth[0])} after a 1 and {decimal(worth[-1])} after a 6."
        )
        return Picture(figure, sentence, Table(("die", "dice", "worth"), rows))

    return draw


# The full form in small: one psyker with two powers, his life at several prices.
LIVES = range(0, 9, 2)
WOUNDS = (1, 2, 3)
FULL_POOL, FULL_DENY = 8, 6


@functools.lru_cache(maxsize=64)
def librarian_plan(wounds: int, life: int, leadership: int = 9) -> PhasePlan:
    """Return the plan of a psyker with two powers, whose loss costs ``life``, with 8 dice against 6.

    Examples
    --------
    Two dice at charge 1, each wound the last:

    >>> librarian_plan(1, 0).at(1, 0).value
    Fraction(1, 2)
    """
    powers = Power("haste", 1, 1), Power("smite", 2, 2)
    psyker = Psyker("librarian", leadership, powers, wounds=wounds, prices=Prices(psyker=life))
    return plan_psykers([psyker], FULL_POOL, FULL_DENY)


@styled()
def life_curve() -> Callable[..., Picture]:
    """Return a drawing function of the full phase's value over the price of the psyker's life, by his wounds.

    The function takes the pools ``own``, 1 to 8, and ``theirs``, 0 to 6.
    """
    plans = {wounds: [librarian_plan(wounds, life) for life in LIVES] for wounds in WOUNDS}
    figure, axes = new_figure()
    axes.set_title("What is a psyker's life worth? (values assumed)")
    axes.set(xlabel="what losing him costs", ylabel="worth to the caster", ylim=(0, 3), xticks=LIVES)
    axes.set_xlim(-0.3, LIVES[-1] + 0.3)
    looks = zip(WOUNDS, (GREY, GREEN, PURPLE), ("-", "--", "-."), "osD", strict=True)
    lines = {
        wounds: axes.plot([], [], dash, color=color, marker=marker, label=_left(wounds), animated=True)[0]
        for wounds, color, dash, marker in looks
    }
    figure.legend(loc="outside lower left", ncols=3)

    def draw(own: int, theirs: int) -> Picture:
        whole("own", own, 1, FULL_POOL), whole("theirs", theirs, 0, FULL_DENY)
        played = {wounds: [plan.at(own, theirs) for plan in plans[wounds]] for wounds in WOUNDS}
        for wounds, line in lines.items():
            line.set_data(LIVES, [float(plan.value) for plan in played[wounds]])
        rows = tuple(
            (
                f"{life}",
                *(f"{decimal(played[w][place].value, 3)}: {_opening(played[w][place])}" for w in WOUNDS),
            )
            for place, life in enumerate(LIVES)
        )
        frail, tough = played[1][-1].value, played[3][-1].value
        sentence = (
            f"{own} dice against {theirs}, and a psyker whose life is worth {LIVES[-1]}: the phase is worth "
            f"{decimal(tough)} points with three wounds left, {decimal(frail)} with one."
        )
        return Picture(figure, sentence, Table(("his life", "1 wound", "2 wounds", "3 wounds"), rows))

    return draw


def _opening(plan: PhasePlan) -> str:
    move = plan.policy(plan.policy.start)
    return "stop" if move == STOP else move_words(Move(move.power[1], move.dice))


def _left(wounds: int) -> str:
    return f"{wounds} {'wound' if wounds == 1 else 'wounds'} left"
