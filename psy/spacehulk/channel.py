"""Which card to channel into a close assault, and whether to channel one at all."""

import functools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import prod
from typing import NamedTuple

from psy.exact.arguments import instance, rational, several, whole
from psy.spacehulk.assault import MAX_DICE, MAX_ROUNDS, PLAIN, Policies, channelled, round_ways
from psy.spacehulk.order import price_each
from psy.spacehulk.rules import RULES, Rules

MAX_HANDS = 50_000


class Worth(NamedTuple):
    """What a close assault is worth when it is won, tied after the last round, and lost."""

    win: int | Fraction = 1
    tie: int | Fraction = 0
    lose: int | Fraction = -1


EVEN = Worth()


@dataclass(frozen=True)
class BestChannel:
    """The best use of cards in a close assault.

    Parameters
    ----------
    value
        Mean worth of the assault, prices of the channelled cards taken off.
    first
        All best choices for the first round: bonuses of cards, and None for no card.
    """

    value: Fraction
    first: tuple[int | None, ...]


_Hand = tuple[tuple[int, Fraction], ...]


def best_channel(
    cards: Sequence[int],
    dice: int,
    bonus: int,
    against_dice: int,
    against_bonus: int,
    prices: Sequence[int | Fraction] | None = None,
    against_channel: Sequence[int] = (),
    rounds: int = 1,
    worth: Worth = EVEN,
    policies: Policies = PLAIN,
    attuned: bool = True,
    against_attuned: bool = True,
    rules: Rules = RULES,
) -> BestChannel:
    """Return every best card to channel in the first round, when later rounds are played as well as can be.

    The other side's cards are known beforehand. The choice of each round is made once the round before is
    tied.

    Parameters
    ----------
    cards
        Close-assault bonuses of the cards in hand, each 0 or more.
    dice, bonus, against_dice, against_bonus, against_channel, rounds
        As `psy.spacehulk.close_assault`.
    policies, attuned, against_attuned, rules
        As `psy.spacehulk.close_assault`.
    prices
        What each card is worth if it is not channelled, 0 or more, in the unit of ``worth``; None for 0 each.
    worth
        What a win, a tie after the last round and a loss are worth.

    Raises
    ------
    TypeError, ValueError
        If an argument is out of its range, or the hand has too many different parts to be solved.

    Examples
    --------
    Of cards that cost nothing the 3 is better than the 1. At a price of 2 points it stays in hand.

    >>> best_channel([1, 3], 1, 0, 3, 0).first
    (3,)
    >>> best_channel([3], 1, 0, 3, 0, prices=[2]).first
    (None,)
    """
    rounds, attuned = whole("rounds", rounds, 0, MAX_ROUNDS), instance("attuned", attuned, bool)
    dice, against_dice = whole("dice", dice, 0, MAX_DICE), whole("against_dice", against_dice, 0, MAX_DICE)
    lead = whole("bonus", bonus) - whole("against_bonus", against_bonus)
    leads = [lead - card for card in channelled("against_channel", against_channel, rounds, against_attuned)]
    instance("policies", policies, Policies), instance("rules", rules, Rules)
    worths = instance("worth", worth, Worth)._asdict()
    values = Worth(*(rational(f"worth.{name}", value) for name, value in worths.items()))
    hand = _priced(cards, prices, rounds)

    def fought(number: int, own: int, later: Fraction) -> Fraction:
        """Return the worth of a round in which a card is channelled, if a tie leads on to ``later``."""
        ways = round_ways(dice, against_dice, leads[number] + own, policies, rules.close_assault.die)
        return Fraction(ways.win * values.win + ways.tie * later + ways.lose * values.lose) / sum(ways)

    @functools.cache
    def value(hand: _Hand, number: int) -> Fraction:
        return max(gain for _, gain in choices(hand, number)) if number < rounds else Fraction(values.tie)

    def choices(hand: _Hand, number: int) -> Iterator[tuple[int | None, Fraction]]:
        yield None, fought(number, 0, value(hand, number + 1))
        for card in set(hand) if attuned else ():
            place, (own, price) = hand.index(card), card
            yield own, fought(number, own, value(hand[:place] + hand[place + 1 :], number + 1)) - price

    best = value(hand, 0)
    first = {own for own, gain in choices(hand, 0) if gain == best} if rounds else set()
    return BestChannel(best, tuple(sorted(first, key=lambda own: -1 if own is None else own)))


def channel_gain(
    bonus: int,
    worth: Worth,
    dice: int | None = None,
    against_dice: int | None = None,
    rules: Rules = RULES,
) -> Fraction:
    """Return what a channelled bonus adds to the mean worth of one round of close assault.

    Parameters
    ----------
    bonus
        Of the card, 0 or more. Auras are left out.
    worth
        What a win, a tie and a loss are worth.
    dice, against_dice
        Dice of both sides, 0 to 20; None for those of a marine and of a genestealer, which are assumed.
    rules
        Only ``close_assault`` is used.

    Raises
    ------
    TypeError, ValueError
        If an argument is out of its range.

    Examples
    --------
    A win is all that counts: 49/144 with a bonus of 1, 25/144 without.

    >>> channel_gain(1, Worth(win=6, tie=0, lose=0), dice=1, against_dice=3)
    Fraction(1, 1)
    """
    boxed = instance("rules", rules, Rules).close_assault
    sides = (
        boxed.marine if dice is None else dice,
        boxed.genestealer if against_dice is None else against_dice,
    )
    with_card, without = (
        best_channel([], sides[0], own, sides[1], 0, worth=worth, rules=rules).value
        for own in (whole("bonus", bonus), 0)
    )
    return with_card - without


def _priced(cards: Sequence[int], prices: Sequence[int | Fraction] | None, rounds: int) -> _Hand:
    """Check the hand and its prices, and sort it so that like hands are equal."""
    bonuses = [
        whole(f"cards[{place}]", card) for place, card in enumerate(several("cards", cards, "bonuses"))
    ]
    exact = price_each([0] * len(bonuses) if prices is None else prices, len(bonuses))
    hand = sorted(zip(bonuses, exact, strict=True))
    hands = prod(hand.count(card) + 1 for card in set(hand)) * (rounds + 1)
    if hands > MAX_HANDS:
        raise ValueError(
            f"cards must leave at most {MAX_HANDS} different hands to solve, these leave {hands}"
        )
    return tuple(hand)
