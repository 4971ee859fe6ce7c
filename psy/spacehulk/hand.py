"""One hand, best use: each card can be an ability, a channelled bonus, an aura or a nullify, but once."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType

from psy.exact.arguments import instance, rational, several, whole
from psy.spacehulk.enemy import Enemy, Hand, without_card
from psy.spacehulk.rules import RULES, Card, Rules
from psy.spacehulk.situations import Move, Situation
from psy.spacehulk.turn import CloseAssault, EnemyAbility, KillingHit, Moment, NewTurn, Psyker
from psy.spacehulk.turn_solver import Solver

MAX_HAND = 30
MAX_DECK = 100
MAX_MOMENTS = 50
MAX_PSYKERS = 4
NO_ENEMY = Enemy()


@dataclass(frozen=True)
class TurnPlan:
    """The best use of a hand in one turn, or in several.

    Parameters
    ----------
    value
        Mean points under best play.
    survival
        Mean share of the psykers who live, from 0 to 1, so the chance to live for one alone; among plays of
        equal value the safest is followed.
    first_moves
        All moves of the best value at the first decision; none where chance comes before it.
    first_values
        Mean points of every move that is possible at the first decision.
    worth
        What would be lost without one copy of each card, by name.
    policy
        All moves of the best value in every situation that best play can come to, and in others.
    """

    value: Fraction
    survival: Fraction
    first_moves: frozenset[Move]
    first_values: Mapping[Move, Fraction]
    worth: Mapping[str, Fraction]
    policy: Mapping[Situation, frozenset[Move]]


def plan_turn(
    hand: Sequence[Card],
    turn: Sequence[Moment],
    life: int | Fraction = 0,
    keep: int | Fraction = 0,
    rules: Rules = RULES,
    *,
    psykers: Sequence[Psyker] = (),
    command_points: int = 0,
    enemy: Enemy = NO_ENEMY,
    deck: Sequence[Card] = (),
) -> TurnPlan:
    """Solve the best use of one hand of cards against the known moments of a turn.

    Rules: P, AP Cost, Psychic close assault, Aura and Nullify. The order and the points of the turn are the
    user's own. A dead psyker's moments pass; the hand is there for those who live, and once nobody does the
    cards are lost, and later enemy abilities do their harm. Assumed, because no source says it: an enemy
    channels once your card is known, and other psykers of its side stay near when its fighter dies.

    Parameters
    ----------
    hand
        The cards, 30 at most; two of one name are copies and must be alike.
    turn
        The moments in order, 50 at most: `UseAbility`, `OtherAction`, `KillingHit`, `CloseAssault`,
        `EnemyAbility`, `NewTurn`.
    life
        Points for a lone psyker who is alive at the end, 0 or more, with action points for everything.
    keep
        What a card in hand at the end is worth, as a share from 0 to 1 of its ability's value.
    rules
        The dice, what is paid for, what may be nullified.
    psykers
        One to four `Psyker` who share the hand, instead of ``life``; none: the lone psyker.
    command_points
        Of the team in each turn, for whoever has no action points left, 0 or more.
    enemy
        The enemy's cards, and how it plays them; the default has none.
    deck
        Cards to draw at each `NewTurn`, 100 at most.

    Raises
    ------
    TypeError, ValueError
        If an argument is out of its range, a moment does not say which of several psykers it is about, or
        there are too many situations to be solved.

    Examples
    --------
    One card, worth 3 points as an ability or half a life of 10 as an aura: keep it for the hit.

    >>> from psy.spacehulk import KillingHit, UseAbility
    >>> card = Card("teleport", "kinesis", value=3, bonus=3)
    >>> plan = plan_turn([card], [UseAbility(), KillingHit()], life=10)
    >>> str(plan.value), set(plan.first_moves)
    ('5', {Move(use='no card', card=None, psyker=None)})
    """
    team = several("psykers", psykers, "psykers") or [Psyker("the psyker", rational("life", life, 0))]
    if psykers and life:
        raise ValueError(f"life must be left out where psykers are given, not {life!r}")
    moments = several("turn", turn, "moments")
    names, draws, cards = _checked(hand, deck)
    _refuse_turn(moments, team)
    solver = Solver(
        cards,
        moments,
        team,
        whole("command_points", command_points),
        instance("enemy", enemy, Enemy),
        rational("keep", keep, 0, 1),
        instance("rules", rules, Rules),
    )
    start = solver.start(names, draws)
    outlook = solver.outlook(start)
    policy = dict(solver.policy)
    first = next((now for now in (start, start._replace(hit=True)) if now in policy), None)
    worth = {
        name: outlook.value - solver.outlook(solver.start(without_card(names, name), draws)).value
        for name in cards
        if name in names
    }
    return TurnPlan(
        *outlook,
        policy[first] if first else frozenset(),
        MappingProxyType(solver.values[first] if first else {}),
        MappingProxyType(worth),
        MappingProxyType(policy),
    )


def plan_mission(
    hand: Sequence[Card],
    deck: Sequence[Card],
    turn: Sequence[Moment],
    turns: int,
    draw: int = 1,
    life: int | Fraction = 1,
    keep: int | Fraction = 0,
    rules: Rules = RULES,
    *,
    psykers: Sequence[Psyker] = (),
    command_points: int = 0,
    enemy: Enemy = NO_ENEMY,
) -> TurnPlan:
    """Solve the best use of cards over several turns alike, with cards drawn at the start of each.

    The hand is carried from turn to turn; how many cards are drawn is not in the source. With a life worth 1
    and nothing else worth anything the value is the chance to live through the mission, and the policy the
    one that makes it highest.

    Parameters
    ----------
    hand
        The cards in the first turn, its draw among them.
    deck
        The cards to draw, 100 at most; when it is used up no more come.
    turn
        The moments of each turn, as `plan_turn`.
    turns
        How many turns the mission lasts, 0 or more.
    draw
        Cards drawn at the start of every later turn, 0 or more.
    life, keep, rules, psykers, command_points, enemy
        As `plan_turn`.

    Raises
    ------
    TypeError, ValueError
        As `plan_turn`; small decks only are solved.

    Examples
    --------
    A hit in each of two turns against a 3 in hand and a 3 in the deck: both must save.

    >>> ward = Card("ward", None, bonus=3)
    >>> str(plan_mission([ward], [ward], [KillingHit()], turns=2).value)
    '1/4'
    """
    one, draw = several("turn", turn, "moments"), whole("draw", draw)
    moments = [
        moment for _ in range(whole("turns", turns, 0, MAX_MOMENTS)) for moment in (NewTurn(draw), *one)
    ]
    return plan_turn(
        hand,
        moments[1:],
        0 if psykers else life,
        keep,
        rules,
        psykers=psykers,
        command_points=command_points,
        enemy=enemy,
        deck=deck,
    )


def _checked(hand: Sequence[Card], deck: Sequence[Card]) -> tuple[Hand, Hand, Mapping[str, Card]]:
    """Check the cards, and return the names of those in hand and of those to draw, and the cards by name."""
    held, left = several("hand", hand, "cards"), several("deck", deck, "cards")
    whole("cards in hand", len(held), 0, MAX_HAND), whole("cards in the deck", len(left), 0, MAX_DECK)
    for name, cards in (("hand", held), ("deck", left)):
        for place, card in enumerate(cards):
            if not isinstance(card, Card):
                raise TypeError(f"{name}[{place}] must be a Card, not {card!r}")
    by_name = {card.name: card for card in [*held, *left]}
    if len(by_name) != len({*held, *left}):
        raise ValueError("hand must have cards of one name alike")
    names = (tuple(sorted(card.name for card in cards)) for cards in (held, left))
    return next(names), next(names), by_name


def _refuse_turn(turn: Sequence[Moment], psykers: Sequence[Psyker]) -> None:
    """Refuse a team or a turn that cannot be played."""
    whole("moments in the turn", len(turn), 0, MAX_MOMENTS), whole("psykers", len(psykers), 1, MAX_PSYKERS)
    names = [instance(f"psykers[{place}]", psyker, Psyker).name for place, psyker in enumerate(psykers)]
    if len(set(names)) < len(names):
        raise ValueError("psykers must have names of their own")
    for place, moment in enumerate(turn):
        if not isinstance(moment, Moment):
            raise TypeError(f"turn[{place}] must be a moment such as KillingHit(), not {moment!r}")
        about = moment.near or () if isinstance(moment, EnemyAbility) else [getattr(moment, "psyker", None)]
        unnamed = isinstance(moment, KillingHit | CloseAssault) and len(psykers) > 1
        for name in about:
            if (name is None and unnamed) or name not in (None, *names):
                known = ", ".join(map(repr, names))
                raise ValueError(f"turn[{place}] must name one of the psykers, {known}, not {name!r}")
