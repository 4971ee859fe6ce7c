"""Pictures of one hand and its best use: the first move by the psyker's life, and what each card is worth."""

import functools
from collections.abc import Callable
from fractions import Fraction

from psy.exact.arguments import one_of, whole
from psy.spacehulk import (
    RULES,
    Card,
    CloseAssault,
    EnemyAbility,
    KillingHit,
    TurnPlan,
    UseAbility,
    plan_turn,
)
from psy.spacehulk.situations import Move
from psy.spacehulk.turn import Moment
from psy.view.numbers import decimal, percent
from psy.view.picture import (
    BLUE,
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

# The lesson's hand, of sample cards that are assumed; small, so that a slider's move is solved at once.
HAND: tuple[Card, ...] = tuple(
    card
    for card in RULES.cards
    if card.name in ("mind reading", "mind control", "warp fire", "vortex", "web")
)
# In how many turns a killing hit comes at the end, by the words on the control.
DANGERS = {
    "no turn": Fraction(0),
    "1 of 4 turns": Fraction(1, 4),
    "1 of 2 turns": Fraction(1, 2),
    "3 of 4 turns": Fraction(3, 4),
    "every turn": Fraction(1),
}
MOST_LIFE = 60


def lesson_turn(danger: str = "1 of 2 turns", harm: int = 4) -> tuple[Moment, ...]:
    """Return the lesson's turn: an ability, an enemy's psionic ability, a close assault, perhaps a hit."""
    rules = RULES.close_assault
    assault = CloseAssault(rules.marine, 0, rules.genestealer, 0, prize=3)
    hit = KillingHit(DANGERS[one_of("danger", danger, tuple(DANGERS))])
    return UseAbility(), EnemyAbility("psionic", harm), assault, hit


@functools.lru_cache(maxsize=1024)
def lesson_plan(life: int, danger: str = "1 of 2 turns", harm: int = 4) -> TurnPlan:
    """Return the best use of the lesson's hand in the lesson's turn."""
    return plan_turn(HAND, lesson_turn(danger, harm), whole("life", life, 0, MOST_LIFE))


def move_words(moves: frozenset[Move]) -> str:
    """Return the moves that tie for the best, in words.

    Examples
    --------
    >>> move_words(frozenset({Move("aura", "web"), Move("no card", None)}))
    'no card or web as aura'
    """
    words = (f"{move.card} as {move.use}" if move.card else "no card" for move in moves)
    return " or ".join(sorted(words))


@styled()
def card_worth() -> Callable[..., Picture]:
    """Return a drawing function of what each card of the hand is worth in the turn under best play.

    The function takes ``life``, 0 to 60 points, ``danger`` (a word from `DANGERS`) and ``harm``, 0 to 8.
    """
    figure, axes = new_figure(height=3.8)
    places = range(len(HAND))
    axes.set_title("What is each card worth this turn? (assumed cards)")
    axes.set_yticks(places, [f"{card.name} (+{card.bonus})" for card in HAND])
    axes.set(xlim=(0, 18), xlabel="points")
    axes.invert_yaxis()
    axes.barh(places, [card.value for card in HAND], color="#d0d0d0", label="value as an ability")
    bars = axes.barh(places, [0] * len(HAND), height=0.5, animated=True)
    axes.barh(0, 0, color=BLUE, label="what the turn loses without it")
    axes.barh(0, 0, color=GREEN, label="the same, and best first ability")
    figure.legend(loc="outside lower left", ncols=2)

    def draw(life: int, danger: str, harm: int) -> Picture:
        plan = lesson_plan(life, danger, whole("harm", harm, 0, 8))
        first = {move.card for move in plan.first_moves}
        for bar, card in zip(bars, HAND, strict=True):
            bar.set(width=float(plan.worth[card.name]), color=GREEN if card.name in first else BLUE)
        sentence = (
            f"With a life worth {life} points and a killing hit in {danger}, start with "
            f"{move_words(plan.first_moves)}: the turn is worth {decimal(plan.value)} points, "
            f"and the psyker lives in {percent(plan.survival)}."
        )
        rows = [
            (card.name, f"{card.value}", f"+{card.bonus}", decimal(plan.worth[card.name])) for card in HAND
        ]
        return Picture(
            figure,
            sentence,
            Table(("card", "as an ability (assumed)", "bonus (assumed)", "worth this turn"), tuple(rows)),
        )

    return draw


@styled()
def first_move_by_life() -> Callable[..., Picture]:
    """Return a drawing function of the best first move and survival by the psyker's life; no arguments."""
    figure, axes = new_figure(height=3.8)
    axes.set_title("The dearer the life, the weaker the first card (assumed cards)")
    axes.set(xlabel="what the psyker's life is worth, in points", xlim=(-1, MOST_LIFE + 1))
    percent_axis(axes, "chance to live")
    spans: dict[tuple[str, Fraction], list[int]] = {}
    for life in range(MOST_LIFE + 1):
        plan = lesson_plan(life)
        spans.setdefault((move_words(plan.first_moves), plan.survival), []).append(life)
    looks = zip((BLUE, GREEN, ORANGE, PURPLE, RED, SKY), "os^DvP", strict=True)
    for ((words, survival), lives), (color, marker) in zip(spans.items(), looks, strict=False):
        style = {"color": color, "marker": marker, "markersize": 5, "linestyle": "none"}
        axes.plot(lives, [float(survival)] * len(lives), label=f"first: {words}", **style)
    figure.legend(loc="outside lower left", ncols=2)

    def draw() -> Picture:
        rows = tuple(
            (words, f"{lives[0]} to {lives[-1]}", percent(survival))
            for (words, survival), lives in spans.items()
        )
        changes = "; ".join(f"{words} for {span} points" for words, span, _ in rows)
        sentence = f"The best first move changes with the worth of a life: {changes}."
        return Picture(figure, sentence, Table(("first move", "worth of a life", "chance to live"), rows))

    return draw
