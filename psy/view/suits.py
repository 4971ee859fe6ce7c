"""Pictures of force suits: the chance of a matching card, how it moves, what gets through, deck design."""

from collections.abc import Callable, Mapping
from fractions import Fraction

from psy.exact.arguments import one_of, whole
from psy.spacehulk import RULES, gets_through, nullify
from psy.view.cells import CellNumbers
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

SUITS: tuple[str, ...] = tuple(suit.name for suit in RULES.suits)


def sample_deck(others: int = RULES.deck["other"]) -> Mapping[str, int]:
    """Return the sample deck, which is assumed, with another number of cards without a force suit."""
    return {**RULES.deck, "other": whole("others", others)}


@styled()
def suit_map(most: int = 10) -> Callable[..., Picture]:
    """Return a drawing function of the chance of a matching card as a heat map of suits by size of hand.

    The function takes ``suit`` and ``hand``, whose cell is framed, and ``others``, the cards of the sample
    deck without a force suit, 10 or more.
    """
    figure, axes = new_figure(height=3.0)
    hands = range(1, most + 1)
    axes.set_title("Can they nullify it? Chance in percent (sample deck: assumed)")
    axes.set(xlabel="cards in the enemy's hand", xticks=hands)
    axes.set_yticks(range(len(SUITS)), SUITS)
    axes.grid(visible=False)
    blank = [[0.0] * most] * len(SUITS)
    extent = (0.5, most + 0.5, len(SUITS) - 0.5, -0.5)
    cells = axes.imshow(blank, "Blues", extent=extent, vmin=0, vmax=1, aspect="auto", animated=True)
    places = [(row, hand) for row in range(len(SUITS)) for hand in hands]
    numbers = CellNumbers(axes, [(hand, row) for row, hand in places])
    (frame,) = axes.plot([], [], "s", markersize=27, fillstyle="none", color=ORANGE, mew=2.5, animated=True)

    def draw(suit: str, hand: int, others: int) -> Picture:
        suit, hand = one_of("suit", suit, SUITS), whole("hand", hand, 1, most)
        deck = sample_deck(whole("others", others, 10))
        chances = {(row, held): nullify(deck, SUITS[row], held) for row, held in places}
        cells.set_data([[float(chances[row, held]) for held in hands] for row in range(len(SUITS))])
        numbers.show(
            [percent(chance, 0)[:-1] for chance in chances.values()],
            ["white" if chance > Fraction(1, 2) else "black" for chance in chances.values()],
        )
        frame.set_data([hand], [SUITS.index(suit)])
        now = chances[SUITS.index(suit), hand]
        sentence = (
            f"A hand of {hand} from the assumed deck, here of {sum(deck.values())} cards, "
            f"holds a {suit} card in {percent(now)} of deals."
        )
        rows = tuple((name, f"{deck[name]}", percent(chances[row, hand])) for row, name in enumerate(SUITS))
        return Picture(
            figure, sentence, Table(("suit", "cards in the deck (assumed)", f"hand of {hand}"), rows)
        )

    return draw


@styled()
def as_cards_are_seen(most: int = 8) -> Callable[..., Picture]:
    """Return a drawing function of the chance of a matching card over the matching cards already seen.

    The function takes ``suit``, ``hand``, 0 to 12, ``seen``, of the suit, and ``others``, 0 to 30, the cards
    without a force suit that are seen besides.
    """
    figure, axes = new_figure()
    axes.set_title("What do the cards on the table tell? (sample deck: assumed)")
    axes.set(xlabel="cards of the suit seen elsewhere", xlim=(-0.2, most + 0.2))
    axes.set_xticks(range(most + 1))
    percent_axis(axes, "chance of a matching card")
    (before,) = axes.plot([], [], ":", color=GREY, marker="o", animated=True, label="no other card seen")
    (after,) = axes.plot([], [], color=BLUE, marker="s", animated=True, label="other cards seen as well")
    ring = {"color": RED, "markersize": 15, "fillstyle": "none", "mew": 2}
    (here,) = axes.plot([], [], "o", animated=True, label="now", **ring)
    figure.legend(loc="outside lower left", ncols=3)

    def draw(suit: str, hand: int, seen: int, others: int) -> Picture:
        copies = RULES.deck[one_of("suit", suit, SUITS)]
        whole("hand", hand, 0, 12), whole("others", others, 0, 30)
        seen = whole(f"seen, the {suit} cards seen,", seen, 0, copies)

        def chance(matching: int, more: int) -> Fraction:
            return nullify(RULES.deck, suit, hand, seen={suit: matching, "other": more})

        counts = range(copies + 1)
        before.set_data(counts, [float(chance(count, 0)) for count in counts])
        after.set_data(counts, [float(chance(count, others)) for count in counts])
        now, start = chance(seen, others), chance(0, 0)
        here.set_data([seen], [float(now)])
        change = "more" if now > start else "less" if now < start else "the same"
        sentence = (
            f"With {seen} of {copies} {suit} cards and {others} others seen, a hand of {hand} holds a "
            f"{suit} card in {percent(now)} of deals, {change}{_as_than(now, start)} before any was seen."
        )
        rows = (
            chance_row("before any card was seen", start),
            chance_row(f"{seen} of the suit seen", chance(seen, 0)),
            chance_row(f"and {others} others", now),
        )
        return Picture(figure, sentence, Table(CHANCES, rows))

    return draw


def _as_than(now: Fraction, start: Fraction) -> str:
    return f" than the {percent(start)}" if now != start else " as"


@styled()
def what_gets_through() -> Callable[..., Picture]:
    """Return a drawing function of each sample card's value, and what is left of it against a hand.

    The function takes ``hand``, 0 to 12, and ``distance``, the squares from the target to an enemy psyker.
    """
    figure, axes = new_figure(width=6.8, height=4.4)
    cards = sorted(RULES.cards, key=lambda card: (SUITS.index(str(card.suit)), card.value))
    places = range(len(cards))
    axes.set_title("Which ability gets through? (assumed cards and deck)")
    axes.set(xlim=(0, 8.6), xlabel="mean points")
    axes.set_yticks(places, [f"{card.name} ({card.suit})" for card in cards])
    axes.invert_yaxis()
    axes.barh(places, [card.value for card in cards], color="#d0d0d0", label="its full value")
    bars = axes.barh(places, [0] * len(cards), height=0.5, animated=True)
    colours = (BLUE, ORANGE, GREEN, PURPLE)
    for bar, card in zip(bars, cards, strict=True):
        bar.set_color(colours[SUITS.index(str(card.suit))])
    axes.plot([], [], "|", color=BLUE, markersize=14, mew=5, label="what gets through, coloured by suit")
    figure.legend(loc="outside lower left", ncols=2)

    def draw(hand: int, distance: int) -> Picture:
        whole("hand", hand, 0, 12)
        left = [gets_through(card, hand, distance) for card in cards]
        for bar, points in zip(bars, left, strict=True):
            bar.set_width(float(points))
        best = sorted(zip(left, cards, strict=True), key=lambda pair: -pair[0])[:3]
        named = ", ".join(f"{card.name} ({decimal(points)})" for points, card in best)
        sentence = f"Against a hand of {hand}, {distance} squares away, most gets through from {named}."
        rows = [
            (card.name, str(card.suit), f"{card.value}", decimal(points))
            for card, points in zip(cards, left, strict=True)
        ]
        return Picture(
            figure, sentence, Table(("card", "suit", "full value (assumed)", "gets through"), tuple(rows))
        )

    return draw


def redesigned(suit: str, more: int) -> Mapping[str, int]:
    """Return the sample deck with more cards of a suit in place of cards without one."""
    return {**RULES.deck, suit: RULES.deck[suit] + more, "other": RULES.deck["other"] - more}


@styled()
def deck_design() -> Callable[..., Picture]:
    """Return a drawing function of more cards of a suit beside as many more cards in hand, for each suit.

    The function takes ``hand``, 0 to 12, and ``more``, 1 to 4 cards.
    """
    figure, axes = new_figure(height=3.6)
    axes.set_title("More of a suit, or a bigger hand? (assumed deck)")
    axes.set_yticks(range(len(SUITS)), [f"{suit} ({RULES.deck[suit]})" for suit in SUITS])
    axes.set(xlim=(0, 1.02), ylim=(len(SUITS) - 0.5, -0.5), xlabel="chance of a matching card")
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:.0%}")
    style = {"animated": True, "linestyle": "none", "markersize": 9}
    (now,) = axes.plot([], [], marker="|", color=GREY, mew=3, label="as it is", **style)
    (suited,) = axes.plot([], [], marker="^", color=GREEN, label="more of this suit", **style)
    (bigger,) = axes.plot([], [], marker="v", color=SKY, label="a bigger hand", **style)
    figure.legend(loc="outside lower left", ncols=3)

    def draw(hand: int, more: int) -> Picture:
        hand, more = whole("hand", hand, 0, 12), whole("more", more, 1, 4)
        chances = [
            (
                nullify(RULES.deck, suit, hand),
                nullify(redesigned(suit, more), suit, hand),
                nullify(RULES.deck, suit, hand + more),
            )
            for suit in SUITS
        ]
        for dots, found, lift in zip(
            (now, suited, bigger), zip(*chances, strict=True), (0, -0.12, 0.12), strict=True
        ):
            dots.set_data([float(chance) for chance in found], [row + lift for row in range(len(SUITS))])
        helped = [
            suit
            for suit, (_, suit_more, hand_more) in zip(SUITS, chances, strict=True)
            if suit_more > hand_more
        ]
        sentence = (
            f"With a hand of {hand}, {more} more of the suit {'helps' if more == 1 else 'help'} "
            f"more than {more} more in hand for: "
            f"{', '.join(helped) or 'no suit'}."
        )
        rows = [(suit, *map(percent, found)) for suit, found in zip(SUITS, chances, strict=True)]
        columns = ("suit", f"hand of {hand}", f"{more} more of the suit", f"{more} more in hand")
        return Picture(figure, sentence, Table(columns, tuple(rows)))

    return draw
