"""A battle of wills: both sides roll dice under their own IQ, and the starter says how many."""

import functools
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

import icepool

from psy.exact.arguments import instance, one_of, whole
from psy.tft.rules import RULES, Reading, Rules

MAX_STAT = 200


class BattleOfWills(NamedTuple):
    """The starter's chances to win and to lose, 0 to 1, the dice they pick, and the mean number of rolls.

    ``rolls`` counts how often both sides roll: 1, or more where a battle is fought again until it is decided;
    None if it would never be.
    """

    win: Fraction
    lose: Fraction
    dice: int
    rolls: Fraction | None = Fraction(1)


# What the starter may want of a battle, as a number of which more is better.
GOALS: Mapping[str, Callable[[BattleOfWills], Fraction]] = {
    "win minus lose": lambda battle: battle.win - battle.lose,
    "win": lambda battle: battle.win,
    "not lose": lambda battle: -battle.lose,
}


@functools.lru_cache(maxsize=4096)
def chance_to_pass(dice: int, stat: int, margin: int | None = None) -> Fraction:
    """Return the chance that the sum of some six-sided dice is a stat or less.

    Rule: not in the source, assumed as a roll against an attribute elsewhere in the game.

    Parameters
    ----------
    dice
        How many dice, 0 to 200. None always pass.
    stat
        The attribute rolled under, 0 or more.
    margin
        With automatic results, how far from the lowest sum a roll always passes, and from the highest always
        fails, whatever the stat: 0 to 2. By default there are none.

    Examples
    --------
    Three of the 36 rolls of two dice come to 3 or less:

    >>> chance_to_pass(2, 3)
    Fraction(1, 12)
    """
    dice, stat = whole("dice", dice, 0, 200), whole("stat", stat)
    if margin is not None and dice:
        stat = min(max(stat, dice + margin), 6 * dice - margin - 1)
    passed: Fraction = (dice @ icepool.d6).probability("<=", stat)
    return passed


def battle_odds(
    starter_iq: int, other_iq: int, dice: int, fewer: int = 0, rules: Rules = RULES
) -> tuple[Fraction, Fraction]:
    """Return the starter's chances to win and to lose a single roll of a number of dice that they picked.

    Parameters
    ----------
    starter_iq, other_iq
        Each side's IQ, 0 to 200.
    dice
        What the starter rolls, 1 to 200; it is never below ``fewer``.
    fewer
        How many dice fewer the other side rolls: 0 for X:X, 1 for X:X-1.
    rules
        Only ``automatic`` and its margin are used.

    Raises
    ------
    TypeError, ValueError
        If an argument is not a whole number or out of its range.

    Examples
    --------
    IQ 1 against IQ 1 on one die each: pass and fail is 1/6 times 5/6, either way.

    >>> print(*battle_odds(1, 1, dice=1))
    5/36 5/36
    """
    reading = instance("rules", rules, Rules).reading
    fewer = whole("fewer", fewer)
    return _odds(starter_iq, other_iq, whole("dice", dice, max(1, fewer), 200), fewer, reading)


def _odds(
    starter_iq: int, other_iq: int, dice: int, fewer: int, reading: Reading
) -> tuple[Fraction, Fraction]:
    mine = chance_to_pass(dice, whole("starter_iq", starter_iq, 0, MAX_STAT), reading.margin)
    theirs = chance_to_pass(dice - fewer, whole("other_iq", other_iq, 0, MAX_STAT), reading.margin)
    return mine * (1 - theirs), (1 - mine) * theirs


def battles(starter_iq: int, other_iq: int, fewer: int, reading: Reading) -> tuple[BattleOfWills, ...]:
    """Return the battle for every number of dice that the starter may pick, the fewest first."""
    fewest = max(1, whole("fewer", fewer, 0, reading.most_contest_dice))
    return tuple(
        _battle(starter_iq, other_iq, dice, fewer, reading)
        for dice in range(fewest, reading.most_contest_dice + 1)
    )


def worth_picking(battles: Sequence[BattleOfWills]) -> tuple[BattleOfWills, ...]:
    """Return battles of which one is best, whatever winning, losing and neither are worth, fewest dice first.

    A worth is linear in the chances to win and to lose, so a corner of their convex hull has the most of it.

    Examples
    --------
    >>> half = Fraction(1, 2)
    >>> ends = [BattleOfWills(Fraction(0), Fraction(0), 1), BattleOfWills(Fraction(1), half, 2)]
    >>> [battle.dice for battle in worth_picking([*ends, BattleOfWills(half, half / 2, 3)])]
    [1, 2]
    """
    points: dict[tuple[Fraction, Fraction], BattleOfWills] = {}
    for battle in battles:
        points.setdefault(battle[:2], battle)
    rising = sorted(points)
    corners = {*_lower_hull(rising), *_lower_hull(rising[::-1])}
    return tuple(battle for point, battle in points.items() if point in corners)


def _lower_hull(points: Sequence[tuple[Fraction, Fraction]]) -> list[tuple[Fraction, Fraction]]:
    """Return the corners on one side of the convex hull, of points in the order of their chance to win."""
    hull: list[tuple[Fraction, Fraction]] = []
    for x, y in points:
        while len(hull) > 1:
            (x1, y1), (x2, y2) = hull[-2:]
            if (x2 - x1) * (y - y1) > (y2 - y1) * (x - x1):
                break
            hull.pop()
        hull.append((x, y))
    return hull


def best_battle_dice(
    starter_iq: int, other_iq: int, fewer: int = 0, goal: str = "win minus lose", rules: Rules = RULES
) -> tuple[int, ...]:
    """Return every number of dice that is best for the starter's goal.

    Parameters
    ----------
    starter_iq, other_iq, fewer, goal, rules
        As for `battle_of_wills`.

    Examples
    --------
    With equal IQ the starter whose opponent rolls a die fewer keeps to few dice, and nothing happens:

    >>> best_battle_dice(14, 14, fewer=1)
    (1, 2)
    """
    worth = GOALS[one_of("goal", goal, tuple(GOALS))]
    reading = instance("rules", rules, Rules).reading
    worths = {battle.dice: worth(battle) for battle in battles(starter_iq, other_iq, fewer, reading)}
    best = max(worths.values())
    return tuple(dice for dice, gain in worths.items() if gain == best)


def battle_of_wills(
    starter_iq: int, other_iq: int, fewer: int = 0, goal: str = "win minus lose", rules: Rules = RULES
) -> BattleOfWills:
    """Return the odds of a battle of wills in which the starter picks the number of dice for a goal.

    Rule: post 4, table, row Dominate Ego, and the reading that the starter picks 1 to 10 dice. They win if
    they pass and the other side fails. If both pass or both fail nothing happens, or, with
    ``rules.undecided == "again"``, they roll again until one has won. In an exchange or a duel the starter
    picks by what that is worth to them: see `psy.tft.exchange`.

    Parameters
    ----------
    starter_iq, other_iq, fewer
        As for `battle_odds`.
    goal
        ``"win minus lose"``, ``"win"`` or ``"not lose"``.
    rules
        Only ``most_contest_dice``, ``undecided``, ``automatic`` and its margin are used.

    Returns
    -------
    BattleOfWills
        ``dice`` is the fewest of the best, which `best_battle_dice` lists.

    Raises
    ------
    TypeError, ValueError
        If an argument is not a whole number, or out of its range.

    Examples
    --------
    IQ 16 against 12, on equal dice:

    >>> battle_of_wills(16, 12).dice
    4
    """
    dice = best_battle_dice(starter_iq, other_iq, fewer, goal, rules)[0]
    return _battle(starter_iq, other_iq, dice, fewer, rules.reading)


def _battle(starter_iq: int, other_iq: int, dice: int, fewer: int, reading: Reading) -> BattleOfWills:
    win, lose = _odds(starter_iq, other_iq, dice, fewer, reading)
    if reading.undecided == "nothing":
        return BattleOfWills(win, lose, dice)
    decided = win + lose
    if not decided:
        return BattleOfWills(win, lose, dice, None)
    return BattleOfWills(win / decided, lose / decided, dice, 1 / decided)
