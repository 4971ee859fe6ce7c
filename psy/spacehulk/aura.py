"""The aura: cards played one at a time against a killing hit."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from icepool import Die

from psy.exact.arguments import instance, several, whole
from psy.spacehulk.rules import RULES, Rules

MAX_CARDS = 100


class Auras(NamedTuple):
    """Killing hits stopped in one turn, and the cards that were spent on them."""

    stopped: int
    spent: int


class SimulatedAuras(NamedTuple):
    """Many turns as arrays of shape ``(trials,)``."""

    stopped: npt.NDArray[np.int64]
    spent: npt.NDArray[np.int64]


@dataclass(frozen=True)
class AuraOdds:
    """The psyker's chances against one killing hit.

    Parameters
    ----------
    saved
        Chance from 0 to 1 that one of the cards stops the hit.
    spent
        Die of the number of cards used, saved or not.
    """

    saved: Fraction
    spent: Die[int]


def aura(cards: Sequence[int], rules: Rules = RULES) -> AuraOdds:
    """Return the chances against one killing hit with a hand of auras.

    Rule: P, Aura. A die at or under the card's number saves; otherwise the next card may be played, and here
    it is, until the hit is stopped or the hand is empty.

    Parameters
    ----------
    cards
        Aura numbers in play order, each 0 or more, 100 cards at most. A number of the die's
        highest face or more always saves.
    rules
        Only ``aura.die`` is used.

    Raises
    ------
    TypeError, ValueError
        If a number or the count of cards is out of its range.

    Examples
    --------
    A 3 saves in half of all cases; if it fails, a 2 saves in a third:

    >>> odds = aura([3, 2])
    >>> odds.saved, odds.spent.probability(2)
    (Fraction(2, 3), Fraction(1, 2))
    """
    outcomes = auras(cards, 1, rules)
    return AuraOdds(outcomes.marginals.stopped.probability(1), outcomes.marginals.spent.simplify())


def auras(cards: Sequence[int], hits: int, rules: Rules = RULES) -> Die[Auras]:
    """Return the joint distribution of hits stopped and cards spent, for several killing hits in one turn.

    The hits come one after the other and draw on the same hand. The psyker lives if ``stopped`` equals
    ``hits``; the first hit that is not stopped is the last, and by then every card is spent.

    Parameters
    ----------
    cards
        Aura numbers in play order, each 0 or more, 100 cards at most.
    hits
        Killing hits in the turn, 0 or more.
    rules
        Only ``aura.die`` is used.

    Returns
    -------
    Die of Auras
        Weights sum to ``rules.aura.die ** len(cards)``.

    Raises
    ------
    TypeError, ValueError
        If an argument is out of its range.

    Examples
    --------
    Two hits against two threes: both must save.

    >>> auras([3, 3], hits=2).probability(Auras(stopped=2, spent=2))
    Fraction(1, 4)
    """
    numbers, faces = aura_numbers(cards, rules), rules.aura.die
    hits = whole("hits", hits)
    weights: dict[Auras, int] = defaultdict(int)
    open_hits = {0: 1}
    for spent, number in enumerate(numbers):
        rest = faces ** (len(numbers) - spent)
        weights[Auras(hits, spent)] += open_hits.pop(hits, 0) * rest
        after: dict[int, int] = defaultdict(int)
        for stopped, weight in open_hits.items():
            after[stopped] += weight * (faces - number)
            after[stopped + 1] += weight * number
        open_hits = after
    for stopped, weight in open_hits.items():
        weights[Auras(stopped, len(numbers))] += weight
    return Die({outcome: weight for outcome, weight in weights.items() if weight})


def survival(cards: Sequence[int], hits: int, rules: Rules = RULES) -> Fraction:
    """Return the chance that a hand of auras stops every killing hit of a turn.

    The order of the cards changes nothing: the psyker lives if at least as many of them save as there are
    hits.

    Parameters
    ----------
    cards
        Aura numbers, each 0 or more, 100 cards at most.
    hits
        Killing hits in the turn, 0 or more.
    rules
        Only ``aura.die`` is used.

    Raises
    ------
    TypeError, ValueError
        If an argument is out of its range.

    Examples
    --------
    >>> survival([3, 2], hits=1), survival([2, 3], hits=2)
    (Fraction(2, 3), Fraction(1, 6))
    """
    chance: Fraction = auras(cards, hits, rules).marginals.stopped.probability(hits)
    return chance


def simulate_auras(
    cards: Sequence[int], hits: int, trials: int, rng: "np.random.Generator | int", rules: Rules = RULES
) -> SimulatedAuras:
    """Roll many turns of killing hits against one hand; the simulated twin of `auras`.

    Parameters
    ----------
    cards
        Aura numbers in play order, each 0 or more, 100 cards at most.
    hits
        Killing hits in each turn, 0 or more.
    trials
        How many turns are rolled, 0 or more.
    rng
        A numpy generator, or a seed for a new one: the same seed gives the same rolls.
    rules
        Only ``aura.die`` is used.

    Returns
    -------
    SimulatedAuras
        Arrays ``stopped`` and ``spent`` of shape ``(trials,)``.

    Raises
    ------
    TypeError, ValueError
        If an argument is out of its range.

    Examples
    --------
    >>> simulate_auras([6, 6], hits=1, trials=2, rng=1).spent.tolist()
    [1, 1]
    """
    numbers = np.array(aura_numbers(cards, rules), dtype=np.int64)
    hits, trials = whole("hits", hits), whole("trials", trials)
    rolls = np.random.default_rng(rng).integers(1, rules.aura.die + 1, size=(trials, len(numbers)))
    saves = (rolls <= numbers).cumsum(axis=1)
    total = np.minimum(saves.max(axis=1, initial=0), hits)
    return SimulatedAuras(total, ((saves < hits).sum(axis=1) + (hits > 0)).clip(max=len(numbers)))


def aura_numbers(cards: Sequence[int], rules: Rules) -> list[int]:
    """Check the aura numbers and the rules; above the die's highest face the numbers are all alike."""
    faces, numbers = instance("rules", rules, Rules).aura.die, several("cards", cards, "aura numbers")
    if len(numbers) > MAX_CARDS:
        raise ValueError(f"cards must be at most {MAX_CARDS}, not {len(numbers)}")
    return [min(whole(f"cards[{place}]", number), faces) for place, number in enumerate(numbers)]
