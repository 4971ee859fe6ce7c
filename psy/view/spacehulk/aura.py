"""Pictures of auras: survival by cards held, cards spent, the order of play, and the same pips split up."""

from typing import Annotated

from psy.spacehulk import Auras, auras, best_aura_order, survival
from psy.view.chart import Chart
from psy.view.controls import Slider, picture
from psy.view.numbers import decimal
from psy.view.shapes import bars, curves
from psy.view.spacehulk.words import FACES, MIDDLE, THREE_ROWS, Hand, assumed
from psy.view.words import plural, share

Held = Annotated[int, Slider("cards in hand", 0, 8)]
Number = Annotated[int, Slider("aura number of each", 0, FACES)]
Hits = Annotated[int, Slider("killing hits", 1, 3)]
ManyHits = Annotated[int, Slider("killing hits", 1, 6)]
PIPS = 12


@picture
def survival_curve(cards: Held = 3, number: Number = MIDDLE, hits: Hits = 1) -> Chart:
    """Survival over the cards held, all of one number, a line for each number of hits."""
    held = range(9)
    lives = {plural(each, "hit"): [survival([number] * n, each) for n in held] for each in range(1, 4)}
    now = lives[plural(hits, "hit")]
    more = f"; one more card makes it {share(now[cards + 1])}" if cards < held[-1] else ""
    return curves(
        "How long does a hand keep the psyker alive?",
        {"cards in hand": held},
        lives,
        f"{plural(cards, 'card')} of aura number {number} against {plural(hits, 'killing hit')}: "
        f"the psyker lives in {share(now[cards])} of turns{more}.",
        at=cards,
        on=plural(hits, "hit"),
        label="chance to live",
    )


@picture
def cards_spent(hand: Hand = THREE_ROWS, hits: Hits = 1) -> Chart:
    """Cards that the hits cost when a hand is played from the top, and the psyker's fate."""
    numbers = [int(number) for *_, number in hand]
    turn, spent = auras(numbers, hits), range(len(hand) + 1)
    dies = [sum(turn.probability(Auras(stopped, n)) for stopped in range(hits)) for n in spent]
    return bars(
        f"How many cards do the hits cost?{assumed('cards')}",
        {"cards spent": spent},
        {"the psyker lives": [turn.probability(Auras(hits, n)) for n in spent], "the psyker dies": dies},
        f"Against {plural(hits, 'killing hit')} this hand keeps the psyker alive in {share(1 - sum(dies))} "
        f"of turns and spends {decimal(turn.marginals.spent.mean(), 1)} cards on average.",
        stack=True,
    )


@picture
def play_order(hand: Hand = THREE_ROWS, hits: Hits = 1) -> Chart:
    """Points kept on average if each card is played first, and the rest in the best order."""
    best = best_aura_order([int(row[3]) for row in hand], [int(row[1]) for row in hand], hits)
    names = [f"{name} (aura {number}, worth {worth})" for name, worth, _, number in hand]
    first = " or ".join(dict.fromkeys(str(hand[place][0]) for place in best.first))
    return bars(
        f"Which aura first?{assumed('cards')}",
        {"card played first": names},
        {"points kept": best.if_first},
        f"Against {plural(hits, 'killing hit')} play {first} first: that keeps {decimal(best.kept, 1)} "
        "points on average.",
        best=[names[place] for place in best.first],
        label="points kept in hand",
        write=decimal,
        lying=True,
    )


@picture
def same_pips(hits: ManyHits = 2) -> Chart:
    """Survival with twelve pips split into like cards."""
    splits = [number for number in range(min(PIPS, FACES), 0, -1) if PIPS % number == 0]
    names = [f"{PIPS // number} x {number}" for number in splits]
    lives = [survival([number] * (PIPS // number), hits) for number in splits]
    best = [name for name, chance in zip(names, lives, strict=True) if chance == max(lives) > 0]
    return bars(
        "Few strong cards, or many weak ones?",
        {f"cards x aura number: {PIPS} pips in every hand": names},
        {"chance to live": lives},
        f"Against {plural(hits, 'killing hit')} the best of these hands is {' or '.join(best) or 'none'}: "
        f"the psyker lives in {share(max(lives))} of turns.",
        best=best,
        label="chance to live",
    )
