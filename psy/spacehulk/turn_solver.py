"""Works back from the end of a turn: every situation's best moves, with the enemy's cards as far as known."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from itertools import combinations
from math import inf

from psy.spacehulk.assault import round_ways
from psy.spacehulk.enemy import NO_CARDS, Enemy, Hand, played, without_card
from psy.spacehulk.rules import Card, Rules
from psy.spacehulk.situations import Move, Outlook, Situation, gain, mean
from psy.spacehulk.turn import (
    CloseAssault,
    EnemyAbility,
    KillingHit,
    Moment,
    NewTurn,
    OtherAction,
    Psyker,
    UseAbility,
)

MAX_STEPS = 20_000


@dataclass
class Solver:
    """Remembers each situation's outlook and its best moves."""

    cards: Mapping[str, Card]
    turn: Sequence[Moment]
    psykers: Sequence[Psyker]
    command_points: int
    enemy: Enemy
    keep: Fraction
    rules: Rules
    known: dict[Situation, Outlook] = field(default_factory=dict)
    policy: dict[Situation, frozenset[Move]] = field(default_factory=dict)
    values: dict[Situation, dict[Move, Fraction]] = field(default_factory=dict)
    undone: dict[tuple[Situation, int | Fraction], Outlook] = field(default_factory=dict)
    steps: int = 0

    def start(self, hand: Hand, deck: Hand) -> Situation:
        """Return the situation before the first moment."""
        ap = tuple(_points(psyker.ap) for psyker in self.psykers)
        suits = {card.suit for card in self.cards.values() if self.rules.nullifiable(card)}
        fighting = any(isinstance(moment, CloseAssault) and moment.against_psyker for moment in self.turn)
        enemy = self.enemy.hands_of(
            {card.name for card in self.enemy.cards if fighting or card.suit in suits}
        )
        points = _points(self.enemy.ap)
        return self._forgotten(Situation(0, False, hand, ap, self.command_points, deck, enemy, points))

    def _forgotten(self, now: Situation) -> Situation:
        """Return a situation without the enemy's cards, once nothing is to come that they can change."""
        later = self.turn[now.moment :]
        if any(isinstance(one, UseAbility) or getattr(one, "against_psyker", False) for one in later):
            return now
        return now._replace(enemy=NO_CARDS, enemy_ap=inf)

    def outlook(self, now: Situation) -> Outlook:
        """Return what a situation is worth under best play."""
        now = self._forgotten(now)
        found = self.known.get(now)
        if found is None:
            self._count(now)
            found = self.known[now] = self._outlook(now)
        return found

    def _count(self, now: Situation) -> None:
        """Count the steps to the answer, several for a long list of possible hands, and stop in time."""
        self.steps += 1 + len(now.enemy) // 10
        if self.steps > MAX_STEPS:
            raise ValueError(f"hand, turn and enemy must be solved in {MAX_STEPS} steps, these take more")

    def _outlook(self, now: Situation) -> Outlook:
        if not any(left is not None for left in now.ap):
            return Outlook(-self._harm(now.moment), Fraction(0))
        if now.moment == len(self.turn):
            return self._end(now)
        moment = self.turn[now.moment]
        if isinstance(moment, NewTurn):
            return mean(self._drawn(now, moment))
        if not self._able(now, moment):
            return self.outlook(now._replace(moment=now.moment + 1))
        if isinstance(moment, KillingHit) and not now.hit:
            chance, ends = Fraction(moment.chance), (now._replace(hit=True), self._next(now))
            branches = zip((chance, 1 - chance), ends, strict=True)
            return mean([(part, self.outlook(end)) for part, end in branches])
        options = dict(self._options(now, moment))
        best = max(options.values())
        self.policy[now] = frozenset(move for move, found in options.items() if found.value == best.value)
        if now.moment == 0:
            self.values[now] = {move: found.value for move, found in options.items()}
        return best

    def _end(self, now: Situation) -> Outlook:
        """Count the living and what is left in their hand."""
        alive = [psyker for psyker, left in zip(self.psykers, now.ap, strict=True) if left is not None]
        lives = sum((Fraction(psyker.life) for psyker in alive), Fraction(0))
        kept = sum((Fraction(self.cards[name].value) for name in now.hand), Fraction(0))
        return Outlook(lives + self.keep * kept, Fraction(len(alive), len(self.psykers)))

    def _harm(self, moment: int) -> Fraction:
        """Add up what enemy abilities do once nobody is left to nullify them."""
        later = self.turn[moment:]
        return sum((Fraction(one.harm) for one in later if isinstance(one, EnemyAbility)), Fraction(0))

    def _able(self, now: Situation, moment: Moment) -> bool:
        """Whether the psyker whom the moment is about lives; an enemy's ability is about everybody."""
        about = None if isinstance(moment, EnemyAbility | NewTurn) else moment.psyker
        return about is None or now.ap[self._place(about)] is not None

    def _place(self, name: str | None) -> int:
        """Return the place of the psyker of a name; None where there is but one."""
        return 0 if name is None else next(i for i, psyker in enumerate(self.psykers) if psyker.name == name)

    def _drawn(self, now: Situation, moment: NewTurn) -> Iterator[tuple[Fraction, Outlook]]:
        """Yield every draw at the start of a turn, when all points are there again."""
        ap = tuple(
            None if left is None else _points(psyker.ap)
            for psyker, left in zip(self.psykers, now.ap, strict=True)
        )
        fresh = now._replace(
            moment=now.moment + 1, ap=ap, command=self.command_points, enemy_ap=_points(self.enemy.ap)
        )
        draws = Counter(combinations(now.deck, min(moment.draw, len(now.deck))))
        for cards, ways in draws.items():
            deck = now.deck
            for name in cards:
                deck = without_card(deck, name)
            hand = tuple(sorted(now.hand + cards))
            yield Fraction(ways, draws.total()), self.outlook(fresh._replace(hand=hand, deck=deck))

    def _options(self, now: Situation, moment: Moment) -> Iterator[tuple[Move, Outlook]]:
        """Yield each move and what it leads to."""
        if isinstance(moment, UseAbility):
            return self._abilities(now, moment)
        if isinstance(moment, OtherAction):
            return self._actions(now, moment)
        if isinstance(moment, EnemyAbility):
            return self._nullifies(now, moment)
        if isinstance(moment, CloseAssault) and not now.hit:
            return self._assaults(now, moment)
        assert isinstance(moment, CloseAssault | KillingHit)
        return self._auras(now, moment)

    def _abilities(self, now: Situation, moment: UseAbility) -> Iterator[tuple[Move, Outlook]]:
        yield Move("no card", None), self._after(now)
        for name in sorted(set(now.hand)):
            card = self.cards[name]
            for psyker, paid in self._payers(now, moment.psyker, partial(self._price, card)):
                yield Move("ability", name, psyker), self._answered(self._next(paid, name), card)

    def _actions(self, now: Situation, moment: OtherAction) -> Iterator[tuple[Move, Outlook]]:
        yield Move("no card", None), self._after(now)
        for psyker, paid in self._payers(now, moment.psyker, lambda _: moment.ap):
            yield Move("action", None, psyker), gain(self._after(paid), moment.worth)

    def _nullifies(self, now: Situation, moment: EnemyAbility) -> Iterator[tuple[Move, Outlook]]:
        yield Move("no card", None), gain(self._after(now), -moment.harm)
        if moment.suit not in self.rules.force_suits:
            return
        for name in sorted(set(now.hand)):
            if self.cards[name].suit == moment.suit:
                for psyker, paid in self._payers(now, None, self._fee):
                    if moment.near is None or self.psykers[self._place(psyker)].name in moment.near:
                        yield Move("nullify", name, psyker), self._after(paid, name)

    def _assaults(self, now: Situation, moment: CloseAssault) -> Iterator[tuple[Move, Outlook]]:
        yield Move("no card", None), self._fight(now, moment, None)
        place = self._place(moment.psyker)
        paid = self._paid(now, place, self.rules.channel_ap) if self.psykers[place].attuned else None
        if paid is None:
            return
        for name in sorted(set(now.hand)):
            yield Move("channel", name, self._called(place)), self._fight(paid, moment, name)

    def _auras(self, now: Situation, moment: CloseAssault | KillingHit) -> Iterator[tuple[Move, Outlook]]:
        place, faces = self._place(moment.psyker), self.rules.aura.die
        dead = (*now.ap[:place], None, *now.ap[place + 1 :])
        yield Move("no card", None), self._after(now._replace(ap=dead))
        paid = self._paid(now, place, self.rules.aura.ap)
        if paid is None:
            return
        for name in sorted(set(now.hand)):
            saves = Fraction(min(self.cards[name].aura_number, faces), faces)
            failed = paid._replace(hand=without_card(paid.hand, name))
            branches = [(saves, self._after(paid, name)), (1 - saves, self.outlook(failed))]
            yield Move("aura", name, self._called(place)), mean(branches)

    def _fight(self, now: Situation, moment: CloseAssault, name: str | None) -> Outlook:
        """Return the outlook of a round into which a card is channelled, or none; the enemy answers."""
        now = now._replace(hand=without_card(now.hand, name))
        lead = moment.bonus - moment.against_bonus + (self.cards[name].bonus if name else 0)
        if not (moment.against_psyker and self.enemy.attuned):
            return self._round(now, moment, lead)
        bonus = {card.name: card.bonus for card in self.enemy.cards}

        def channelled(card: str | None, left: Situation) -> Outlook:
            return self._round(left, moment, lead - (bonus[card] if card else 0))

        return self._reply(
            now, [card for card in bonus if bonus[card]], lambda card: -bonus[card], channelled
        )

    def _round(self, now: Situation, moment: CloseAssault, lead: int) -> Outlook:
        """Return the outlook of the dice of a round."""
        die = self.rules.close_assault.die
        ways = round_ways(moment.dice, moment.against_dice, lead, moment.policies, die)
        after, total = now._replace(moment=now.moment + 1), sum(ways)
        won = (
            self._undone(after, moment.prize)
            if moment.against_psyker
            else gain(self.outlook(after), moment.prize)
        )
        return mean(
            [
                (Fraction(ways.win, total), won),
                (Fraction(ways.tie, total), self.outlook(after)),
                (Fraction(ways.lose, total), self.outlook(now._replace(hit=True))),
            ]
        )

    def _undone(self, after: Situation, prize: int | Fraction) -> Outlook:
        """Return the outlook of a win that the enemy's auras may undo, one card after the other."""
        faces = self.rules.aura.die
        numbers = {card.name: min(card.aura_number, faces) for card in self.enemy.cards}

        def shielded(card: str | None, left: Situation) -> Outlook:
            if card is None:
                return gain(self.outlook(left), prize)
            saves = Fraction(numbers[card], faces)
            return mean([(saves, self.outlook(left)), (1 - saves, self._undone(left, prize))])

        if (after, prize) not in self.undone:
            self._count(after)
            fitting = [card for card in numbers if numbers[card]]
            self.undone[after, prize] = self._reply(after, fitting, lambda card: numbers[card], shielded)
        return self.undone[after, prize]

    def _answered(self, after: Situation, card: Card) -> Outlook:
        """Return the outlook of an ability that the enemy may nullify."""
        fee = self.rules.lower_level_ap if self.enemy.lower_level else 0
        if not (self.enemy.near and self.rules.nullifiable(card) and after.enemy_ap >= fee):
            return gain(self.outlook(after), card.value)
        strength = {one.name: one.aura_number for one in self.enemy.cards if one.suit == card.suit}

        def nullified(played: str | None, left: Situation) -> Outlook:
            if played is None:
                return gain(self.outlook(left), card.value)
            return self.outlook(left._replace(enemy_ap=left.enemy_ap - fee))

        return self._reply(after, list(strength), lambda card: strength[card], nullified)

    def _reply(
        self,
        now: Situation,
        fitting: Sequence[str],
        dear: Callable[[str], int],
        leads_to: Callable[[str | None, Situation], Outlook],
    ) -> Outlook:
        """Return the outlook when the enemy may play a fitting card; by habit it is the least dear."""
        if self.enemy.plays == "best":
            ((hand, _),) = now.enemy
            choices = [None, *sorted(set(hand).intersection(fitting))]
            left = {card: ((without_card(hand, card), 1),) for card in choices}
            return min(leads_to(card, now._replace(enemy=left[card])) for card in choices)
        order = sorted(fitting, key=lambda card: (dear(card), card))

        def habit(hand: Hand) -> str | None:
            return next((card for card in order if card in hand), None)

        answers = played(now.enemy, habit).items()
        return mean(
            [(chance, leads_to(card, now._replace(enemy=belief))) for card, (chance, belief) in answers]
        )

    def _after(self, now: Situation, spent: str | None = None) -> Outlook:
        """Return the outlook once the moment is over and a card is spent on it."""
        return self.outlook(self._next(now, spent))

    def _next(self, now: Situation, spent: str | None = None) -> Situation:
        return now._replace(moment=now.moment + 1, hit=False, hand=without_card(now.hand, spent))

    def _fee(self, psyker: Psyker) -> int:
        """Return what a nullify costs a psyker."""
        return self.rules.lower_level_ap if psyker.lower_level else 0

    def _price(self, card: Card, psyker: Psyker) -> int:
        """Return what an ability costs a psyker."""
        instead = psyker.lower_level and self.rules.lower_level_pays == "instead"
        return self._fee(psyker) + (0 if instead else card.ap)

    def _called(self, place: int) -> str | None:
        return self.psykers[place].name if len(self.psykers) > 1 else None

    def _payers(
        self, now: Situation, name: str | None, price: Callable[[Psyker], int]
    ) -> Iterator[tuple[str | None, Situation]]:
        """Yield each living psyker who can pay, and what is left then."""
        for place, psyker in enumerate(self.psykers):
            paid = self._paid(now, place, price(psyker))
            if name in (None, psyker.name) and paid is not None:
                yield self._called(place), paid

    def _paid(self, now: Situation, place: int, price: int) -> Situation | None:
        """Return the situation once a psyker has paid, command points last; None if that is too dear."""
        own = now.ap[place]
        if own is None or own + now.command < price:
            return None
        from_own = min(own, price)
        ap = (*now.ap[:place], own - from_own, *now.ap[place + 1 :])
        return now._replace(ap=ap, command=now.command - int(price - from_own))


def _points(ap: int | None) -> float:
    """Return action points as a number: without end where they are not counted."""
    return inf if ap is None else ap
