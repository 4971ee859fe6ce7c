"""Close assault: dice, bonuses, channelled cards, re-rolls and parries."""

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

import numpy as np
import numpy.typing as npt
from icepool import Die

from psy.exact.arguments import instance, several, whole
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


_Array = npt.NDArray[Any]


class Result(NamedTuple):
    """Rolls of a round that is won, tied and lost."""

    win: int
    tie: int
    lose: int


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
    attuned: bool = True,
    against_attuned: bool = True,
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
    attuned, against_attuned
        Whether each side fights with a psychically attuned weapon, such as a force weapon; without one it
        cannot channel.
    rules
        Only ``close_assault.die`` is used.

    Returns
    -------
    Die of "win", "tie", "lose"
        ``"tie"``: nobody is dead after the last round.

    Raises
    ------
    TypeError, ValueError
        If an argument is out of its range, more cards are channelled than there are rounds, or any without
        an attuned weapon.

    Examples
    --------
    A marine against a genestealer, one die to three:

    >>> assault = close_assault(1, 0, 3, 0)
    >>> [str(assault.probability(result)) for result in ("win", "tie", "lose")]
    ['25/144', '1/6', '95/144']
    """
    rounds = whole("rounds", rounds, 0, MAX_ROUNDS)
    ours = channelled("channel", channel, rounds, attuned)
    theirs = channelled("against_channel", against_channel, rounds, against_attuned)
    instance("policies", policies, Policies), instance("rules", rules, Rules)
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


def channelled(name: str, cards: Sequence[int], rounds: int, attuned: bool = True) -> list[int]:
    """Check one side's channelled bonuses and fill up the rounds without a card."""
    bonuses = [whole(f"{name}[{place}]", card) for place, card in enumerate(several(name, cards, "bonuses"))]
    if bonuses and not instance("attuned", attuned, bool):
        raise ValueError(f"{name} must be empty: only a psychically attuned weapon can be channelled into")
    if len(bonuses) > rounds:
        raise ValueError(f"{name} must have at most one card a round, {rounds}, not {len(bonuses)}")
    return bonuses + [0] * (rounds - len(bonuses))


@functools.lru_cache(maxsize=4096)
def round_ways(dice: int, against_dice: int, lead: int, policies: Policies, faces: int) -> Result:
    """Count the results of one round of close assault in which the own side adds ``lead`` more."""
    options = [
        _Option(mine, parry, when)
        for mine, parry, when in (
            (True, False, policies.reroll),
            (True, True, policies.parry),
            (False, False, policies.against_reroll),
            (False, True, policies.against_parry),
        )
        if when != "never"
    ]
    tops = _tops if options else _highs
    own, own_ways = tops(dice, faces)
    other, other_ways = tops(against_dice, faces)
    margin = own[:, :1] + max(-faces - 1, min(lead, faces + 1)) - other[:, 0]
    results = np.stack([margin > 0, margin == 0, margin < 0]).astype(np.int64)
    # What comes last is decided first: every earlier choice knows what follows from it.
    for option in reversed(options):
        mine = option.mine != option.parry
        again = _after(option.parry, *((own, dice) if mine else (other, against_dice)), faces)
        results = _decided(option, margin, results, again, mine)
    counts = [int(own_ways @ (ways.astype(object) @ other_ways)) for ways in results]
    return Result(*counts)


def _decided(option: _Option, margin: _Array, later: _Array, again: _Array, mine: bool) -> _Array:
    """Count the results with an option used or not, for each pair of dice on the table."""
    moved = (later[:, place] if mine else later[:, :, place] for place in again.T)
    rolled: _Array = functools.reduce(np.add, moved)
    kept = again.shape[1] * later
    side = 1 if option.mine else -1
    gain = side * ((rolled[0] - rolled[2]) - (kept[0] - kept[2]))
    use = {
        "losing": side * margin < 0,
        "not winning": side * margin <= 0,
        "always": margin == margin,
        "best": gain > 0,
    }
    return np.where(use[option.when], rolled, kept)


def _highs(dice: int, faces: int) -> tuple[_Array, _Array]:
    """Return the highest of the dice, all that counts while no die is thrown again, and the rolls."""
    if dice == 0:
        return np.zeros((1, 1), dtype=np.int64), np.ones(1, dtype=object)
    ways = [high**dice - (high - 1) ** dice for high in range(1, faces + 1)]
    return np.arange(1, faces + 1)[:, None], np.array(ways, dtype=object)


def _tops(dice: int, faces: int) -> tuple[_Array, _Array]:
    """Return the two highest of the dice, 0 for none, and how many rolls show them."""
    if dice < 2:
        highs, ways = _highs(dice, faces)
        return np.hstack([highs, np.zeros_like(highs)]), ways
    pairs = [(high, second) for high in range(1, faces + 1) for second in range(1, high + 1)]
    counts = [
        dice * (second ** (dice - 1) - (second - 1) ** (dice - 1))
        if second < high
        else high**dice - (high - 1) ** dice - dice * (high - 1) ** (dice - 1)
        for high, second in pairs
    ]
    return np.array(pairs), np.array(counts, dtype=object)


def _after(parry: bool, tops: _Array, dice: int, faces: int) -> _Array:
    """Return which of the tops lies on the table for each of them and each face of the die thrown again.

    A re-roll throws the lowest die: of three or more it is neither of the two highest. A parry throws the
    highest; the third highest may then be second, which nothing asks, because whatever comes after a parry on
    the same dice is a re-roll of the lowest.
    """
    place = {(high, second): number for number, (high, second) in enumerate(tops.tolist())}

    def shown(high: int, second: int, face: int) -> int:
        stay = [second] if parry else [high, second] if dice > 2 else [high] if dice == 2 else []
        first, then, *_ = sorted([*stay, face, 0], reverse=True)
        return place[first, then] if dice else 0

    return np.array([[shown(*pair, face) for face in range(1, faces + 1)] for pair in place])
