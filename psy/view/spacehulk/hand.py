"""Pictures of one hand: an ability used or kept, the best first card of a turn, and a mission of turns."""

import functools
from fractions import Fraction
from typing import Annotated

from psy import spacehulk
from psy.spacehulk import RULES, Card, KillingHit, Move, UseAbility
from psy.spacehulk.turn import Moment
from psy.view.chart import Chart
from psy.view.controls import Menu, Slider, picture
from psy.view.numbers import decimal
from psy.view.ordinary import table_of
from psy.view.shapes import bars, curves
from psy.view.spacehulk import suits, words
from psy.view.spacehulk.suits import FewHands, Hand, OneCard, cards_of
from psy.view.spacehulk.words import assumed
from psy.view.words import plural, share

# In how many turns a killing hit comes, by the words on the control.
DANGERS: dict[str, int | Fraction] = {
    "no turn": 0,
    "1 of 4 turns": Fraction(1, 4),
    "1 of 2 turns": Fraction(1, 2),
    "every turn": 1,
}
# Of the lesson's turn: what an enemy's ability costs, and what a win in close assault brings.
HARM, PRIZE = 4, 3
LESSON = suits.rows_of(words.LESSON)
LAST = suits.rows_of(sorted(words.ALL, key=lambda card: card.name != "mind control")[:1])
HELD = range(min(12, suits.SIZE) + 1)
ANY = "any number"
_NUMBERS = tuple({1, words.MIDDLE, words.FACES})
Danger = Annotated[str, Menu("a killing hit comes in", tuple(DANGERS), mailed=tuple(DANGERS)[1:])]
Life = Annotated[int, Slider("what the psyker's life is worth", 0, 60, mailed=(10, 30, 50))]
Small = Annotated[int, Slider("what the psyker's life is worth", 0, 20, mailed=(0, 5, 10, 15))]
Points = Annotated[str, Menu("action points", (ANY, *map(str, range(7))), mailed=(ANY, "2"))]
Number = Annotated[int, Slider("aura number of each card", 0, words.FACES, mailed=_NUMBERS)]
Cards = Annotated[int, Slider("cards in hand at first", 0, 4)]


@functools.lru_cache(maxsize=4096)
def planned(
    cards: tuple[Card, ...], turn: tuple[Moment, ...], life: int, ap: int | None = None, held: int = 0
) -> spacehulk.TurnPlan:
    """Return the best play of a lone psyker against an unknown hand from the sample deck."""
    psyker = spacehulk.Psyker("the psyker", life, ap)
    return spacehulk.plan_turn(cards, turn, psykers=[psyker], enemy=_enemy(held))


@functools.cache
def _enemy(held: int) -> spacehulk.Enemy:
    return spacehulk.Enemy.from_deck(RULES.deck, held)


def lesson_turn(danger: str) -> tuple[Moment, ...]:
    """Return a turn: your ability, then an enemy's, a close assault, and perhaps a killing hit."""
    boxed, theirs = RULES.close_assault, spacehulk.EnemyAbility(RULES.suits[0].name, HARM)
    assault = spacehulk.CloseAssault(boxed.marine, 0, boxed.genestealer, 0, prize=PRIZE)
    return UseAbility(), theirs, assault, KillingHit(DANGERS[danger])


@picture
def use_or_keep(card: OneCard = LAST, life: Small = 10, danger: Danger = "1 of 2 turns") -> Chart:
    """Points of a last card used before a killing hit may come, and kept, by the enemy's hand."""
    (one,), turn = cards_of(card), (UseAbility(), KillingHit(DANGERS[danger]))
    values = [planned((one,), turn, life, held=held).first_values for held in HELD]
    lines = {
        "use it as an ability": [points[Move("ability", one.name)] for points in values],
        "keep it as an aura": [points[Move("no card", None)] for points in values],
    }
    signs = [(use > keep) - (use < keep) for use, keep in zip(*lines.values(), strict=True)]
    advice = {"use it": 1, "both are as good": 0, "keep it": -1}
    spans = {said: [n for n in HELD if signs[n] == sign] for said, sign in advice.items()}
    said = (f"{what} against a hand of {_span(hands)}" for what, hands in spans.items() if hands)
    return curves(
        f"One card left: use it, or keep it?{assumed('cards', 'deck_parts')}",
        {"cards in the enemy's hand": HELD},
        lines,
        f"{one.name.capitalize()}, worth {one.value}, aura {one.aura_number}: {'; '.join(said)}.",
        label="points",
        write=decimal,
    )


def _span(numbers: list[int]) -> str:
    return f"{numbers[0]} to {numbers[-1]}" if len(numbers) > 1 else f"{numbers[0]}"


@picture
def best_use(
    hand: Hand = LESSON,
    life: Life = 30,
    danger: Danger = "1 of 2 turns",
    points: Points = ANY,
    held: FewHands = suits.HELD,
) -> Chart:
    """Points of the lesson's turn by the ability that it begins with."""
    ap = None if points == ANY else int(points)
    plan = planned(cards_of(hand), lesson_turn(danger), life, ap, held)
    values = {move.card or "no ability": value for move, value in plan.first_values.items()}
    best = sorted(move.card or "no ability" for move in plan.first_moves)
    lost = {name: plan.worth.get(name, 0) for name in values}
    return bars(
        f"Which ability first?{assumed('cards', 'deck_parts', 'close_assault')}",
        {"begin with": values},
        {"points of the turn": values},
        f"Begin with {' or '.join(best)}: the turn is worth {decimal(plan.value, 1)} points, and the psyker "
        f"lives in {share(plan.survival)} of turns.",
        best=best,
        label="points of the whole turn",
        write=decimal,
        table=table_of(
            "begin with", values, {"the turn": values, "lost without the card": lost}, write=decimal
        ),
        lying=True,
    )


@picture
def mission(cards: Cards = 2, number: Number = words.MIDDLE, danger: Danger = "1 of 2 turns") -> Chart:
    """Survival of a mission of several turns, by the cards drawn at the start of each."""
    ward, hit, turns = Card("ward", None, bonus=number), [KillingHit(DANGERS[danger])], range(7)
    lives = {
        name: [spacehulk.plan_mission([ward] * cards, [ward] * 12, hit, n, draw).survival for n in turns]
        for draw, name in enumerate(("no card drawn", "1 card a turn", "2 cards a turn"))
    }
    ends = ", ".join(f"{share(chances[-1])} with {name}" for name, chances in lives.items())
    return curves(
        "How long does the hand last?",
        {"turns of the mission": turns},
        lives,
        f"{plural(cards, 'card')} of aura number {number} at first, a killing hit in {danger}: alive "
        f"after {turns[-1]} turns in {ends}.",
        label="chance to live",
    )
