"""A battle of wills: both sides roll dice under their own IQ, and the starter says how many."""

import functools
from fractions import Fraction
from typing import NamedTuple

import icepool

from psy.exact.arguments import whole
from psy.tft.rules import RULES, Rules

MOST_IQ = 200


class BattleOfWills(NamedTuple):
    """The starter's chances to win and to lose, 0 to 1, and the dice that he picks."""

    win: Fraction
    lose: Fraction
    dice: int


@functools.lru_cache(maxsize=4096)
def chance_to_pass(dice: int, stat: int) -> Fraction:
    """Return the chance that some six-sided dice come to a stat or less.

    Rule: not in the source, assumed as a roll against an attribute elsewhere in the game.

    Parameters
    ----------
    dice
        How many dice, 0 to 200. None always pass.
    stat
        The attribute rolled under, 0 or more.

    Examples
    --------
    Three of the 36 rolls of two dice come to 3 or less:

    >>> chance_to_pass(2, 3)
    Fraction(1, 12)
    """
    rolled: Fraction = (whole("dice", dice, 0, 200) @ icepool.d6).probability("<=", whole("stat", stat))
    return rolled


def battle_odds(starter_iq: int, other_iq: int, dice: int, fewer: int = 0) -> tuple[Fraction, Fraction]:
    """Return the starter's chances to win and to lose one round with a number of dice that he picked.

    Parameters
    ----------
    starter_iq, other_iq
        Each side's IQ, 0 to 200.
    dice
        What the starter rolls, 1 to 200; it is never below ``fewer``.
    fewer
        How many dice fewer the other side rolls: 0 for X:X, 1 for X:X-1.

    Raises
    ------
    TypeError, ValueError
        If an argument is no whole number or out of its range.

    Examples
    --------
    IQ 1 against IQ 1 on one die each: pass and fail is 1/6 times 5/6, either way.

    >>> print(*battle_odds(1, 1, dice=1))
    5/36 5/36
    """
    fewer = whole("fewer", fewer)
    dice = whole("dice", dice, max(1, fewer), 200)
    mine = chance_to_pass(dice, whole("starter_iq", starter_iq, 0, MOST_IQ))
    theirs = chance_to_pass(dice - fewer, whole("other_iq", other_iq, 0, MOST_IQ))
    return mine * (1 - theirs), (1 - mine) * theirs


def best_battle_dice(starter_iq: int, other_iq: int, fewer: int = 0, rules: Rules = RULES) -> tuple[int, ...]:
    """Return every number of dice with which the starter's chance to win most exceeds his chance to lose.

    Parameters
    ----------
    starter_iq, other_iq, fewer
        As for `battle_odds`.
    rules
        Only ``most_contest_dice`` and ``undecided`` are used.

    Examples
    --------
    With equal IQ the starter whose opponent rolls a die fewer keeps to few dice, and nothing happens:

    >>> best_battle_dice(14, 14, fewer=1)
    (1, 2)
    """
    allowed = range(max(1, whole("fewer", fewer, 0, rules.most_contest_dice)), rules.most_contest_dice + 1)
    odds = {dice: _battle(starter_iq, other_iq, dice, fewer, rules) for dice in allowed}
    gains = {dice: win - lose for dice, (win, lose) in odds.items()}
    best = max(gains.values())
    return tuple(dice for dice, gain in gains.items() if gain == best)


def battle_of_wills(starter_iq: int, other_iq: int, fewer: int = 0, rules: Rules = RULES) -> BattleOfWills:
    """Return the odds of a battle of wills in which the starter picks the number of dice well.

    Rule: post 4, table, row Dominate Ego, and the reading that the starter's pick is 1 to 10 dice that are
    best for him. He wins if he passes and the other fails. If both pass or both fail nothing happens, or,
    with ``rules.undecided == "again"``, they roll again until one has won.

    Parameters
    ----------
    starter_iq, other_iq, fewer
        As for `battle_odds`.
    rules
        Only ``most_contest_dice`` and ``undecided`` are used.

    Returns
    -------
    BattleOfWills
        ``dice`` is the fewest of the best, which `best_battle_dice` lists.

    Raises
    ------
    TypeError, ValueError
        If an argument is no whole number or out of its range.

    Examples
    --------
    IQ 16 against 12, on equal dice:

    >>> battle_of_wills(16, 12).dice
    4
    """
    dice = min(best_battle_dice(starter_iq, other_iq, fewer, rules))
    return BattleOfWills(*_battle(starter_iq, other_iq, dice, fewer, rules), dice)


def _battle(starter_iq: int, other_iq: int, dice: int, fewer: int, rules: Rules) -> tuple[Fraction, Fraction]:
    win, lose = battle_odds(starter_iq, other_iq, dice, fewer)
    if rules.undecided == "again" and win + lose > 0:
        return win / (win + lose), lose / (win + lose)
    return win, lose
