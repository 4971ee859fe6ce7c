"""Force suits: the chance to hold a matching card, and whether a card may nullify an ability."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import comb

from psy.exact.arguments import instance, one_of, whole
from psy.exact.decks import deck_size, without
from psy.spacehulk.rules import RULES, Card, Rules

_PLAYED = {"ability": "as an ability", "channel": "to channel", "aura": "as an aura", "nullify": "to nullify"}
NOTHING: Mapping[str, int] = {}


@dataclass(frozen=True)
class Ruling:
    """Whether a nullify is possible, why or why not in words, and what it costs in action points."""

    possible: bool
    reason: str
    ap: int


def nullify(
    deck: Mapping[str, int],
    suit: str,
    hand: int,
    seen: Mapping[str, int] = NOTHING,
    rules: Rules = RULES,
) -> Fraction:
    """Return the chance that a hand from the deck holds at least one card of a force suit.

    Rule: P, Nullify: only a card of the same force suit cancels an ability.

    Parameters
    ----------
    deck
        Cards of each suit in the whole deck; cards without a force suit under any other name.
    suit
        Force suit of the ability, one of ``rules.suits``.
    hand
        Cards in hand, 0 to the cards of the deck that are not seen.
    seen
        Cards of each suit that are known to be elsewhere: played, discarded or in the own hand.
    rules
        Only ``suits`` is used.

    Raises
    ------
    TypeError, ValueError
        If an argument is out of its range; the message for too large a hand names the deck's size.

    Examples
    --------
    Two of six cards are psionic; a hand of two misses both in 6 of 15 cases. One seen, one of five is left:

    >>> nullify({"psionic": 2, "other": 4}, "psionic", 2)
    Fraction(3, 5)
    >>> nullify({"psionic": 2, "other": 4}, "psionic", 2, seen={"psionic": 1})
    Fraction(2, 5)
    """
    suit = one_of("suit", suit, instance("rules", rules, Rules).force_suits)
    left = without(deck, seen)
    size, hand = deck_size(left), whole("hand", hand)
    if hand > size:
        raise ValueError(f"hand must be at most {size}, the cards left in the deck, not {hand}")
    return 1 - Fraction(comb(size - left.get(suit, 0), hand), comb(size, hand))


def gets_through(
    card: Card,
    hand: int,
    distance: int | None = 0,
    deck: Mapping[str, int] | None = None,
    seen: Mapping[str, int] = NOTHING,
    rules: Rules = RULES,
) -> Fraction:
    """Return the mean value of an ability against a hand that nullifies it whenever it can.

    Parameters
    ----------
    card
        The card whose ability is used.
    hand, seen
        As `nullify`.
    distance
        As `may_nullify`; every psyker there has the points that a nullify may cost.
    deck
        As `nullify`; None for the sample deck of the rules, which is assumed.

    Raises
    ------
    TypeError, ValueError
        If an argument is out of its range.

    Examples
    --------
    One of two cards matches and the enemy holds one of them; nothing stops what is unstoppable.

    >>> bolt = Card("warp bolt", "power", value=4)
    >>> gets_through(bolt, hand=1, deck={"power": 1, "other": 1})
    Fraction(2, 1)
    >>> gets_through(Card("vortex", "power", value=8, unstoppable=True), hand=7)
    Fraction(8, 1)
    """
    rules, hand = instance("rules", rules, Rules), whole("hand", hand)
    matching = Card("any card of the suit", instance("card", card, Card).suit)
    stopped = Fraction(0)
    if may_nullify(card, matching, distance, rules=rules).possible:
        stopped = nullify(rules.deck if deck is None else deck, str(card.suit), hand, seen, rules)
    return card.value * (1 - stopped)


def may_nullify(
    ability: Card,
    card: Card,
    distance: int | None,
    use: str = "ability",
    lower_level: bool = False,
    points: int = 0,
    rules: Rules = RULES,
) -> Ruling:
    """Say whether a card may nullify an ability that the enemy plays, and name every obstacle.

    Rule: P, Target Types, Unstoppable and Nullify.

    Parameters
    ----------
    ability
        The card that the enemy plays.
    card
        The card that would nullify it.
    distance
        Squares from the affected target to the nearest psyker of the nullifying side; None without a psyker.
    use
        What the enemy plays its card for: ``"ability"``, ``"channel"``, ``"aura"`` or ``"nullify"``.
    lower_level
        Whether the nullifying psyker is of a lower level, which pays ``lower_level_ap``.
    points
        Action and command points that it has left, 0 or more.
    rules
        The target types, the distance and the price.

    Raises
    ------
    TypeError, ValueError
        If an argument is out of its range.

    Examples
    --------
    >>> bolt, fire = Card("warp bolt", "power"), Card("warp fire", "power")
    >>> may_nullify(bolt, fire, distance=12).possible
    True
    >>> may_nullify(bolt, fire, distance=13).reason
    'the target is 13 squares from the nearest psyker, more than 12'
    """
    ability, card = instance("ability", ability, Card), instance("card", card, Card)
    use, rules = one_of("use", use, tuple(_PLAYED)), instance("rules", rules, Rules)
    points = whole("points", points)
    price = rules.lower_level_ap if instance("lower_level", lower_level, bool) else 0
    targets = {target.name: target for target in rules.target_types}
    limit, gap = rules.nullify_distance, distance if distance is None else whole("distance", distance)
    obstacles = [
        (use != "ability", f"a card played {_PLAYED[use]} cannot be nullified"),
        (
            not targets[ability.target].nullifiable,
            f"an ability with target {ability.target} cannot be nullified",
        ),
        (ability.unstoppable, "the ability is unstoppable"),
        (ability.suit not in rules.force_suits, "the ability has no force suit"),
        (ability.suit != card.suit, f"{_colour(card)} does not match {_colour(ability)}"),
        (gap is None, f"no psyker is within {limit} squares of the target"),
        (
            gap is not None and gap > limit,
            f"the target is {gap} squares from the nearest psyker, more than {limit}",
        ),
        (points < price, f"a lower-level psyker pays {price} AP, and {points} are left"),
    ]
    reasons = [reason for stands, reason in obstacles if stands]
    if reasons:
        return Ruling(False, "; ".join(reasons), price)
    return Ruling(True, f"{_colour(card)} matches, for {price} AP, with a psyker {gap} squares away", price)


def _colour(card: Card) -> str:
    return card.suit or "a card without a force suit"
