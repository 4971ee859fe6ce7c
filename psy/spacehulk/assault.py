"""Close assault: dice, bonuses, channelled cards, re-rolls and parries."""

import functools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from icepool import Die

from psy.exact.arguments import whole
from psy.rulebook import Checked
from psy.spacehulk.rules import RULES, Rules

MAX_DICE = 20
MAX_ROUNDS = 100

When = Literal["never", "losing", "not winning", "always", "best"]


@dataclass(frozen=True)
class Policies(Checked):
    """When each side makes use of a re-roll and of a parry, if it has one.

    A re-roll throws the own lowest die again, a parry makes the other side throw its highest die again. Both
    are used at most once a round, after all dice lie on the table, in the order of the fields. Neither is in
    the source: the number of dice and the order are assumed.

    Parameters
    ----------
    reroll, parry
        The own side: ``"never"`` (it has none), when ``"losing"``, when ``"not winning"`` (losing or tied),
        ``"always"``, or ``"best"``: whenever that raises the chance to win minus the chance to lose.
    against_reroll, against_parry
        The same for the other side, as it sees the fight.

    Examples
    --------
    >>> Policies(parry="not winning").reroll
    'never'
    """

    reroll: When = "never"
    parry: When = "never"
    against_reroll: When = "never"
    against_parry: When = "never"


PLAIN = Policies()


class Result(NamedTuple):
    """Rolls of a round that is won, tied and lost."""

    win: int
    tie: int
    lose: int


class _Top(NamedTuple):
    """The dice of one side as far as they matter: how many, the highest and the second; 0 for none."""

    dice: int
    high: int
    second: int


class _Option(NamedTuple):
    """One re-roll or parry that a side may use: whose choice, whose dice, and when."""

    mine: bool
    parry: bool
    when: When


def close_assault(
    dice: int,
    bonus: int,
    against_dice: int,
    against_bonus: int,
    channel: Sequence[int] = (),
    against_channel: Sequence[int] = (),
    rounds: int = 1,
    policies: Policies = PLAIN,
    rules: Rules = RULES,
) -> Die[str]:
    """Return the chances to win, tie and lose a close assault.

    Rule: P, Psychic close assault, on the boxed game's close assault (assumed): each side keeps its highest
    die and adds its bonuses; the higher total kills. A tie kills nobody, and a new round follows if there is
    one left.

    Parameters
    ----------
    dice, against_dice
        Dice of the own and the other side, 0 to 20.
    bonus, against_bonus
        What each side adds in every round, 0 or more.
    channel, against_channel
        Bonuses of the cards that each side channels, one for each round from the first; none in later rounds.
    rounds
        How many rounds are fought at most, 0 to 100.
    policies
        When re-rolls and parries are used; see `Policies`.
    rules
        Only ``close_assault.die`` is used.

    Returns
    -------
    Die of "win", "tie", "lose"
        ``"tie"``: nobody is dead after the last round.

    Raises
    ------
    TypeError, ValueError
        If an argument is out of its range, or more cards are channelled than there are rounds.

    Examples
    --------
    A marine against a genestealer, one die to three:

    >>> assault = close_assault(1, 0, 3, 0)
    >>> [str(assault.probability(result)) for result in ("win", "tie", "lose")]
    ['25/144', '1/6', '95/144']
    """
    rounds = whole("rounds", rounds, 0, MAX_ROUNDS)
    ours = channelled("channel", channel, rounds)
    theirs = channelled("against_channel", against_channel, rounds)
    lead = whole("bonus", bonus) - whole("against_bonus", against_bonus)
    sides = whole("dice", dice, 0, MAX_DICE), whole("against_dice", against_dice, 0, MAX_DICE)
    won, tied, lost = 0, 1, 0
    for own, other in zip(ours, theirs, strict=True):
        ways = round_ways(*sides, lead + own - other, policies, rules.close_assault.die)
        total = sum(ways)
        won, lost = won * total + tied * ways.win, lost * total + tied * ways.lose
        tied *= ways.tie
    weights = {"win": won, "tie": tied, "lose": lost}
    return Die({result: weight for result, weight in weights.items() if weight}).simplify()


def channelled(name: str, cards: Sequence[int], rounds: int) -> list[int]:
    """Check one side's channelled bonuses and fill up the rounds without a card."""
    bonuses = [whole(f"{name}[{place}]", card) for place, card in enumerate(cards)]
    if len(bonuses) > rounds:
        raise ValueError(f"{name} must have at most one card a round, {rounds}, not {len(bonuses)}")
    return bonuses + [0] * (rounds - len(bonuses))


@functools.lru_cache(maxsize=4096)
def round_ways(dice: int, against_dice: int, lead: int, policies: Policies, faces: int) -> Result:
    """Count the results of one round of close assault in which the own side adds ``lead`` more."""
    options = tuple(
        _Option(mine, parry, when)
        for mine, parry, when in (
            (True, False, policies.reroll),
            (True, True, policies.parry),
            (False, False, policies.against_reroll),
            (False, True, policies.against_parry),
        )
        if when != "never"
    )
    tops = _tops if options else _highs
    counts = [0, 0, 0]
    for own, own_ways in tops(dice, faces):
        for other, other_ways in tops(against_dice, faces):
            results = _settle(own, other, lead, options, faces)
            counts = [
                count + own_ways * other_ways * ways for count, ways in zip(counts, results, strict=True)
            ]
    return Result(*counts)


@functools.lru_cache(maxsize=1 << 15)
def _settle(own: _Top, other: _Top, lead: int, options: tuple[_Option, ...], faces: int) -> Result:
    """Count the results of the dice on the table, of ``faces ** len(options)`` in all."""
    margin = own.high + lead - other.high
    if not options:
        return Result(int(margin > 0), int(margin == 0), int(margin < 0))
    option, later = options[0], options[1:]
    kept = Result(*(faces * ways for ways in _settle(own, other, lead, later, faces)))
    again = [0, 0, 0]
    change = _highest_again if option.parry else _lowest_again
    for face in range(1, faces + 1):
        mine = option.mine != option.parry
        dice = (change(own, face), other) if mine else (own, change(other, face))
        again = [count + ways for count, ways in zip(again, _settle(*dice, lead, later, faces), strict=True)]
    side = 1 if option.mine else -1
    gain = side * ((again[0] - again[2]) - (kept.win - kept.lose))
    use = {
        "losing": side * margin < 0,
        "not winning": side * margin <= 0,
        "always": True,
        "best": gain > 0,
    }
    return Result(*again) if use[option.when] else kept


def _highs(dice: int, faces: int) -> Iterator[tuple[_Top, int]]:
    """Yield the highest of the dice, which is all that counts while no die is thrown again."""
    if dice == 0:
        yield _Top(0, 0, 0), 1
    for high in range(1, faces + 1) if dice else ():
        yield _Top(dice, high, high), high**dice - (high - 1) ** dice


def _tops(dice: int, faces: int) -> Iterator[tuple[_Top, int]]:
    """Yield the two highest of the dice, and the rolls that show them."""
    if dice == 0:
        yield _Top(0, 0, 0), 1
    elif dice == 1:
        yield from ((_Top(1, face, 0), 1) for face in range(1, faces + 1))
    else:
        for high in range(1, faces + 1):
            for second in range(1, high):
                lower = second ** (dice - 1) - (second - 1) ** (dice - 1)
                yield _Top(dice, high, second), dice * lower
            several = high**dice - (high - 1) ** dice - dice * (high - 1) ** (dice - 1)
            yield _Top(dice, high, high), several


def _lowest_again(top: _Top, face: int) -> _Top:
    """Throw the lowest die again: of three or more dice, it is neither of the two highest."""
    if top.dice == 0:
        return top
    stay = [(), (), (top.high,)][top.dice] if top.dice < 3 else (top.high, top.second)
    return _Top(top.dice, *sorted([*stay, face, 0], reverse=True)[:2])


def _highest_again(top: _Top, face: int) -> _Top:
    """Throw the highest die again.

    The third highest may then be second, which nothing asks: whatever comes after a parry on the same dice is
    a re-roll of the lowest.
    """
    if top.dice == 0:
        return top
    return _Top(top.dice, max(top.second, face), min(top.second, face))
