"""The fifteen psychic powers as data, and the chance that a hand holds one of them."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import comb
from types import MappingProxyType
from typing import get_args

from psy.exact.arguments import instance, one_of, several
from psy.prospero.rules import RULES, Cult, PowerCard, Rules

POWERS: Mapping[str, PowerCard] = MappingProxyType({card.name: card for card in RULES.powers})
CULTS: tuple[str, ...] = get_args(Cult)


def power(name: str) -> PowerCard:
    """Return the card of a power: its cult, target, range, effect and what it is counted by.

    Raises
    ------
    TypeError, ValueError
        If there is no such power.

    Examples
    --------
    >>> power("inferno").cult, power("kine shield").range
    ('pyrae', '1 zone')
    """
    return POWERS[one_of("name", name, tuple(POWERS))]


def chance_in_hand(wanted: str | Iterable[str], cult: str | None = None, rules: Rules = RULES) -> Fraction:
    """Return the chance that a hand holds at least one of the powers wanted.

    Rule: N, Psychic Power Cards, and the scenarios: all powers of the defending cult and the rest of the hand
    at random from the others; in scenario 6 the whole hand at random.

    Parameters
    ----------
    wanted
        A power or several.
    cult
        The cult that defends; None: all at random.

    Raises
    ------
    TypeError, ValueError
        If there is no such power or cult.

    Examples
    --------
    Two of the twelve powers of other cults, or five of all fifteen:

    >>> chance_in_hand("inferno", cult="raptora"), chance_in_hand("inferno")
    (Fraction(1, 6), Fraction(1, 3))
    """
    cards = {card.name: card.cult for card in instance("rules", rules, Rules).powers}
    names = [wanted] if isinstance(wanted, str) else several("wanted", wanted, "names of powers")
    chosen = {one_of("wanted", name, tuple(cards)) for name in names}
    known = {name for name, whose in cards.items() if cult and whose == one_of("cult", cult, CULTS)}
    if chosen & known:
        return Fraction(1)
    others = len(cards) - len(known)
    drawn = min(others, max(0, rules.powers_in_hand - len(known)))
    return 1 - Fraction(comb(others - len(chosen), drawn), comb(others, drawn))
