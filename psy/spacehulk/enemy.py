"""The enemy's cards: which hands are possible and how likely, and what a card played says about the rest."""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import comb, gcd, prod
from typing import Literal

from psy.exact.arguments import whole
from psy.exact.decks import deck_size, without
from psy.rulebook import Checked, Count
from psy.spacehulk.rules import RULES, Card, Rules
from psy.spacehulk.suits import NOTHING

MAX_HANDS = 5_000

Hand = tuple[str, ...]
# Each possible hand, its cards in order, and the deals in which it is held.
Belief = tuple[tuple[Hand, int], ...]
NO_CARDS: Belief = (((), 1),)


@dataclass(frozen=True)
class Enemy(Checked):
    """The cards of the other side, and how it plays them.

    Parameters
    ----------
    cards
        The cards that its hand may be of: its deck without those that were seen elsewhere, or its hand.
    held
        How many of them it holds; None for all, a known hand.
    plays
        ``"whenever possible"``: it nullifies whatever it can, channels its highest bonus, plays its auras
        until one saves, the lowest number first; so a card that does not come tells something about its hand.
        ``"best"``, for a known hand only: whatever costs you most, with your hand open to it.
    near
        Whether one of its psykers is within the distance of a nullify.
    attuned
        Whether its fighting psyker has a psychically attuned weapon, without which it does not channel.
    ap, lower_level
        As `Psyker`: what the nullifying psyker has in a turn, and whether a nullify is paid for.

    Raises
    ------
    TypeError, ValueError
        If a field is out of its range, cards of one name differ, or the best play of a hidden hand is asked
        for.

    Examples
    --------
    >>> Enemy((Card("web", "kinesis"), Card("jam", "kinesis")), held=1).hands
    ((('jam',), 1), (('web',), 1))
    """

    cards: tuple[Card, ...] = ()
    held: Count | None = None
    plays: Literal["whenever possible", "best"] = "whenever possible"
    near: bool = True
    attuned: bool = False
    ap: Count | None = None
    lower_level: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        if len({card.name for card in self.cards}) != len(set(self.cards)):
            raise ValueError("cards must have those of one name alike")
        held = whole("held", len(self.cards) if self.held is None else self.held, 0, len(self.cards))
        if self.plays == "best" and held < len(self.cards):
            raise ValueError("plays must be 'whenever possible' unless the hand is known, with held=None")

    @cached_property
    def hands(self) -> Belief:
        """The hands that are possible, each with the deals in which it is held."""
        return _dealt(self.cards, len(self.cards) if self.held is None else self.held)

    def hands_of(self, names: Collection[str]) -> Belief:
        """Return the possible hands as far as cards of these names go, the others left out."""
        ways: dict[Hand, int] = defaultdict(int)
        for hand, number in self.hands:
            ways[tuple(name for name in hand if name in names)] += number
        return _reduced(ways)

    @staticmethod
    def from_deck(
        deck: Mapping[str, int], held: int, seen: Mapping[str, int] = NOTHING, rules: Rules = RULES
    ) -> "Enemy":
        """Return an enemy with a hand from a deck of which only the suits are known, so without auras.

        Parameters
        ----------
        deck, seen
            As `psy.spacehulk.nullify`.
        held
            Cards in hand, 0 to the cards of the deck that are not seen.

        Raises
        ------
        TypeError, ValueError
            If an argument is out of its range.

        Examples
        --------
        >>> Enemy.from_deck({"power": 1, "other": 2}, held=2).hands
        (((), 1), (('power',), 2))
        """
        left = without(deck, seen)
        whole("held", held, 0, deck_size(left))
        suits = {suit: suit if suit in rules.force_suits else None for suit in left}
        cards = [Card(suit, suits[suit]) for suit, count in left.items() for _ in range(count)]  # type: ignore[arg-type]
        return Enemy(tuple(cards), held)


def _dealt(cards: Sequence[Card], held: int) -> Belief:
    """Return each hand of so many cards with its deals, without the cards that are good for nothing."""
    useful = [card.name for card in cards if card.suit or card.bonus or card.aura_number]
    copies, rest = Counter(useful), len(cards) - len(useful)
    hands = prod(min(count, held) + 1 for count in copies.values())
    if hands > MAX_HANDS:
        raise ValueError(f"cards must make at most {MAX_HANDS} hands, not {hands}")
    kinds = sorted(copies)
    ways = {
        tuple(name for name, count in zip(kinds, counts, strict=True) for _ in range(count)): prod(
            comb(copies[name], count) for name, count in zip(kinds, counts, strict=True)
        )
        * comb(rest, held - sum(counts))
        for counts in _counts([copies[name] for name in kinds], held)
    }
    return _reduced({hand: number for hand, number in ways.items() if number})


def _counts(copies: Sequence[int], held: int) -> Iterator[tuple[int, ...]]:
    """Yield how many of each kind may be held, together no more than ``held``."""
    if not copies:
        yield ()
        return
    for count in range(min(copies[0], held) + 1):
        for later in _counts(copies[1:], held - count):
            yield (count, *later)


def _reduced(ways: Mapping[Hand, int]) -> Belief:
    """Order the hands and shorten their deals, so that like beliefs are equal."""
    common = gcd(*ways.values())
    return tuple(sorted((hand, number // common) for hand, number in ways.items()))


def without_card(hand: Hand, name: str | None) -> Hand:
    """Return a hand without one copy of a card."""
    if name is None:
        return hand
    place = hand.index(name)
    return hand[:place] + hand[place + 1 :]


def played(belief: Belief, choose: Callable[[Hand], str | None]) -> dict[str | None, tuple[Fraction, Belief]]:
    """Return each card that may be played, None for no card, its chance, and the belief about what is left.

    Parameters
    ----------
    belief
        The hands that are possible.
    choose
        Which card is played of each of them.

    Examples
    --------
    A hand of no card or, twice as likely, of a web, which is played if it is there:

    >>> played((((), 1), (("web",), 2)), lambda hand: hand[0] if hand else None)
    {None: (Fraction(1, 3), (((), 1),)), 'web': (Fraction(2, 3), (((), 1),))}
    """
    found: dict[str | None, dict[Hand, int]] = defaultdict(lambda: defaultdict(int))
    for hand, number in belief:
        card = choose(hand)
        found[card][without_card(hand, card)] += number
    total = sum(number for _, number in belief)
    return {card: (Fraction(sum(ways.values()), total), _reduced(ways)) for card, ways in found.items()}
