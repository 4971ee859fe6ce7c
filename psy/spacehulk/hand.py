"""One hand, best use: each card can be an ability, a channelled bonus, an aura or a nullify, but once."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import prod
from types import MappingProxyType
from typing import Literal, NamedTuple

from psy.exact.arguments import rational, whole
from psy.spacehulk.assault import round_ways
from psy.spacehulk.rules import RULES, Card, Rules
from psy.spacehulk.turn import CloseAssault, EnemyAbility, KillingHit, Moment

MAX_HAND = 30
MAX_MOMENTS = 50
MAX_SITUATIONS = 50_000

Use = Literal["ability", "channel", "aura", "nullify", "no card"]


class Move(NamedTuple):
    """What is done, and the name of the card that is spent on it."""

    use: Use
    card: str | None


class Situation(NamedTuple):
    """A decision: the moment's place in the turn from 0, whether a hit must be stopped, the hand left."""

    moment: int
    hit: bool
    hand: tuple[str, ...]


class Outlook(NamedTuple):
    """Mean points from here to the end of the turn, and the chance that the psyker lives to see it."""

    value: Fraction
    survival: Fraction


@dataclass(frozen=True)
class TurnPlan:
    """The best use of a hand in one turn.

    Parameters
    ----------
    value
        Mean points of the turn under best play.
    survival
        Chance from 0 to 1 that the psyker lives; among plays of equal value the safest is followed.
    first_moves
        All moves of the best value at the first decision.
    worth
        What the turn would lose without one copy of each card, by name.
    policy
        All moves of the best value in every situation that can come up.
    """

    value: Fraction
    survival: Fraction
    first_moves: frozenset[Move]
    worth: Mapping[str, Fraction]
    policy: Mapping[Situation, frozenset[Move]]


def plan_turn(
    hand: Sequence[Card],
    turn: Sequence[Moment],
    life: int | Fraction,
    keep: int | Fraction = 0,
    rules: Rules = RULES,
) -> TurnPlan:
    """Solve the best use of one hand of cards against the known moments of a turn.

    Rules: P, Psychic close assault, Aura and Nullify. The order and the points of the turn are the user's
    own. Action points are not counted. A dead psyker's cards are lost, and later enemy abilities do their
    harm.

    Parameters
    ----------
    hand
        The cards, 30 at most; two of one name are copies and must be alike.
    turn
        The moments in order, 50 at most: `UseAbility`, `KillingHit`, `CloseAssault`, `EnemyAbility`.
    life
        Points for a psyker who is alive at the end of the turn, 0 or more.
    keep
        What a card in hand at the end is worth, as a share from 0 to 1 of its ability's value.
    rules
        The dice of auras and close assault.

    Raises
    ------
    TypeError, ValueError
        If an argument is out of its range, or there are too many situations to be solved.

    Examples
    --------
    One card, worth 3 points as an ability or half a life of 10 as an aura: keep it for the hit.

    >>> from psy.spacehulk import KillingHit, UseAbility
    >>> card = Card("teleport", "kinesis", value=3, bonus=3)
    >>> plan = plan_turn([card], [UseAbility(), KillingHit()], life=10)
    >>> str(plan.value), set(plan.first_moves)
    ('5', {Move(use='no card', card=None)})
    """
    names = _checked(hand, turn)
    cards = {card.name: card for card in hand}
    solver = _Solver(cards, turn, rational("life", life, 0), rational("keep", keep, 0, 1), rules)
    outlook = solver.outlook(Situation(0, False, names))
    policy = dict(solver.policy)
    worth = {
        name: outlook.value - solver.outlook(Situation(0, False, _spend(names, name))).value for name in cards
    }
    waiting = policy.get(Situation(0, True, names), frozenset[Move]())
    first = policy.get(Situation(0, False, names), waiting)
    return TurnPlan(*outlook, first, MappingProxyType(worth), MappingProxyType(policy))


def _checked(hand: Sequence[Card], turn: Sequence[Moment]) -> tuple[str, ...]:
    """Check the hand and the turn, and return the names of the cards in order."""
    whole("cards in hand", len(hand), 0, MAX_HAND), whole("moments in the turn", len(turn), 0, MAX_MOMENTS)
    for place, card in enumerate(hand):
        if not isinstance(card, Card):
            raise TypeError(f"hand[{place}] must be a Card, not {card!r}")
    for place, moment in enumerate(turn):
        if not isinstance(moment, Moment):
            raise TypeError(f"turn[{place}] must be a moment such as KillingHit(), not {moment!r}")
    names = tuple(sorted(card.name for card in hand))
    if len(set(hand)) != len(set(names)):
        raise ValueError("hand must have cards of one name alike")
    situations = prod(names.count(name) + 1 for name in set(names)) * (2 * len(turn) + 1)
    if situations > MAX_SITUATIONS:
        raise ValueError(f"hand and turn must make at most {MAX_SITUATIONS} situations, not {situations}")
    return names


class _Solver:
    """Works back from the end of the turn, and remembers each situation and its best moves."""

    def __init__(
        self, cards: Mapping[str, Card], turn: Sequence[Moment], life: Fraction, keep: Fraction, rules: Rules
    ) -> None:
        self.cards, self.turn, self.life, self.keep, self.rules = cards, turn, life, keep, rules
        self.known: dict[Situation, Outlook] = {}
        self.policy: dict[Situation, frozenset[Move]] = {}

    def outlook(self, now: Situation) -> Outlook:
        """Return what a situation is worth under best play."""
        if now not in self.known:
            self.known[now] = self._outlook(now)
        return self.known[now]

    def _outlook(self, now: Situation) -> Outlook:
        if now.moment == len(self.turn):
            kept = sum(self.cards[name].value for name in now.hand)
            return Outlook(self.life + self.keep * kept, Fraction(1))
        moment = self.turn[now.moment]
        if isinstance(moment, KillingHit) and not now.hit:
            chance = Fraction(moment.chance)
            return _mean((chance, self.outlook(now._replace(hit=True))), (1 - chance, self._after(now)))
        options = dict(self._options(now, moment))
        best = max(options.values())
        self.policy[now] = frozenset(move for move, found in options.items() if found.value == best.value)
        return best

    def _options(self, now: Situation, moment: Moment) -> Iterator[tuple[Move, Outlook]]:
        """Yield each move and what it leads to."""
        names = sorted(set(now.hand))
        if now.hit:
            yield Move("no card", None), self._dead(now)
            yield from ((Move("aura", name), self._aura(now, name)) for name in names)
        elif isinstance(moment, CloseAssault):
            yield Move("no card", None), self._fight(now, moment, None)
            yield from ((Move("channel", name), self._fight(now, moment, name)) for name in names)
        elif isinstance(moment, EnemyAbility):
            yield Move("no card", None), _gain(self._after(now), -moment.harm)
            matching = [name for name in names if self.cards[name].suit == moment.suit]
            yield from ((Move("nullify", name), self._after(now, name)) for name in matching)
        else:
            yield Move("no card", None), self._after(now)
            for name in names:
                yield Move("ability", name), _gain(self._after(now, name), self.cards[name].value)

    def _after(self, now: Situation, spent: str | None = None) -> Outlook:
        """Return the outlook once the moment is over and a card is spent on it."""
        return self.outlook(Situation(now.moment + 1, False, _spend(now.hand, spent)))

    def _dead(self, now: Situation) -> Outlook:
        """Return the outlook without a psyker: nobody is left to nullify what is still to come."""
        later = self.turn[now.moment + 1 :]
        harm = sum(moment.harm for moment in later if isinstance(moment, EnemyAbility))
        return Outlook(Fraction(-harm), Fraction(0))

    def _aura(self, now: Situation, name: str) -> Outlook:
        faces = self.rules.aura.die
        saves = Fraction(min(self.cards[name].aura_number, faces), faces)
        failed = now._replace(hand=_spend(now.hand, name))
        return _mean((saves, self._after(now, name)), (1 - saves, self.outlook(failed)))

    def _fight(self, now: Situation, moment: CloseAssault, name: str | None) -> Outlook:
        lead = moment.bonus - moment.against_bonus + (0 if name is None else self.cards[name].bonus)
        die = self.rules.close_assault.die
        ways = round_ways(moment.dice, moment.against_dice, lead, moment.policies, die)
        after, total = self._after(now, name), sum(ways)
        lost = self.outlook(now._replace(hit=True, hand=_spend(now.hand, name)))
        return _mean(
            (Fraction(ways.win, total), _gain(after, moment.prize)),
            (Fraction(ways.tie, total), after),
            (Fraction(ways.lose, total), lost),
        )


def _spend(hand: tuple[str, ...], name: str | None) -> tuple[str, ...]:
    """Return the hand without one copy of a card."""
    if name is None:
        return hand
    place = hand.index(name)
    return hand[:place] + hand[place + 1 :]


def _gain(outlook: Outlook, points: int) -> Outlook:
    return outlook._replace(value=outlook.value + points)


def _mean(*branches: tuple[Fraction, Outlook]) -> Outlook:
    """Return the outlook of what happens by chance."""
    return Outlook(
        sum((chance * outlook.value for chance, outlook in branches), Fraction(0)),
        sum((chance * outlook.survival for chance, outlook in branches), Fraction(0)),
    )
