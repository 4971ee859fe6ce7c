"""The numeration phase: up to three attempts out of two decks that are not shuffled in between."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from psy.exact.arguments import rational, whole
from psy.prospero.numeration.cards import BEST, Policy
from psy.prospero.numeration.covens import Coven, Table, checked_cards, checked_covens
from psy.prospero.numeration.phase import Hand, Phase, Solution, lay_out
from psy.prospero.rules import RULES, WARP_CARDS, WILL_CARDS, Rules

Power = str | int
Values = Mapping[str, Fraction | int] | Sequence[Fraction | int]

# So many worths are counted in fractions in about a second; more are counted in floats.
EXACT_CELLS = 40_000


class FirstMove(NamedTuple):
    """A power, by its name or its place among the values, and the place of the coven that casts it."""

    power: Power
    coven: int


@dataclass(frozen=True)
class NumerationPlan:
    """The phase under the policy, by default with both sides at their best.

    Parameters
    ----------
    value
        What the phase is worth to the Traitor, in the unit of the values: a Fraction if ``exact``, otherwise
        a float within 1e-9 of it, times the largest value.
    exact
        Whether the value was counted in fractions.
    first_moves
        All the best first moves; empty if it is best, or only possible, to try nothing.
    """

    value: Fraction | float
    exact: bool
    first_moves: frozenset[FirstMove]
    phase: Phase = field(repr=False, compare=False)
    solution: Solution = field(repr=False, compare=False)

    @property
    def near(self) -> float:
        """How near two worths must be to count as equal."""
        return self.phase.near(self.exact)


def numeration(
    warp: Mapping[str, int],
    will: Mapping[str, int],
    values: Values,
    coven: Coven | Sequence[Coven],
    table: Table = Table(),  # noqa: B008 (frozen)
    rules: Rules = RULES,
    attempts: int = 3,
    policy: Policy = BEST,
    exact: bool | None = None,
) -> NumerationPlan:
    """Solve a numeration phase.

    Rule: N, Using Psychic Powers. Every card is public once it is revealed, so the phase is a game of chance
    with perfect information: the Traitor chooses a power, a coven and whether to go on, each side what its
    cards do when they come, and both know what is left in either deck.

    Parameters
    ----------
    warp, will
        Cards left in each deck, as a checked deck or as any mapping of card to count.
    values
        What each power in hand is worth to the Traitor if it is cast, 0 or more: by name, or in a sequence.
        No power is tried twice.
    coven
        The coven that casts, or several to choose from for each attempt.
    table
        Who else is on the table.
    attempts
        How many attempts the Traitor has, 0 or more; tests of will may add to them.
    policy
        How the cards with a choice are used.
    exact
        Whether to count in fractions; by default if that takes no more than about a second.

    Raises
    ------
    TypeError, ValueError
        If an argument is of the wrong kind or out of its range, or the decks are too large to solve.

    Examples
    --------
    Three of two masteries and two channellings make 4 or 5 points in a coven of two; three of three emperors
    and a silence make 3 or 4 with Sisters on the table.

    >>> warp, will = {"mastery": 2, "channelling": 2}, {"emperor": 3, "silence": 1}
    >>> numeration(warp, will, [1], Coven(2), Table(sisters=True), attempts=1).value
    Fraction(1, 1)
    """
    covens = checked_covens(coven, table)
    names, worths = _checked_values(values)
    phase = lay_out(
        checked_cards("warp", warp, WARP_CARDS),
        checked_cards("will", will, WILL_CARDS),
        worths,
        covens,
        table,
        rules,
        whole("attempts", attempts),
        policy,
    )
    if exact is None:
        exact = phase.cells() <= EXACT_CELLS
    solution = phase.solve(exact)
    value, best = _first(phase, solution, exact)
    first = {
        FirstMove(name, place)
        for power, place in best
        for name, worth in zip(names, worths, strict=True)
        if worth == power
    }
    return NumerationPlan(value, exact, frozenset(first), phase, solution)


def _first(
    phase: Phase, solution: Solution, exact: bool
) -> tuple[Fraction | float, list[tuple[Fraction, int]]]:
    """Return the worth of the phase, and the power and the coven of each best first move."""
    if not solution.moves:
        return Fraction(0) if exact else 0.0, []
    value = solution.worths[0][phase.hand][0, 0]
    moves = list(solution.moves.items())[: 1 if phase.policy.powers == "given" else None]
    best = [(move.power, move.coven) for move, worth in moves if worth >= value - phase.near(exact)]
    return Fraction(value) if exact else float(value), best


def _checked_values(values: object) -> tuple[tuple[Power, ...], Hand]:
    """Return the names and the worths of the powers, or refuse them."""
    if not isinstance(values, Mapping | Sequence) or isinstance(values, str):
        raise TypeError(f"values must be a sequence or a mapping of power to worth, not {values!r}")
    items = list(values.items()) if isinstance(values, Mapping) else list(enumerate(values))
    return (
        tuple(name for name, _ in items),
        tuple(rational(f"values[{name!r}]", worth, 0) for name, worth in items),
    )
