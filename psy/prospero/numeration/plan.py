"""The numeration phase: up to three attempts out of two decks that are not shuffled in between."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from psy.exact.arguments import instance, whole
from psy.prospero.numeration.cards import BEST, Policy
from psy.prospero.numeration.covens import Coven, Table, checked_cards, checked_covens
from psy.prospero.numeration.hand import Card, Hand, Kind, Values, in_order, read_cards
from psy.prospero.numeration.phase import Phase, Solution, lay_out
from psy.prospero.rules import RULES, WARP_CARDS, WILL_CARDS, Rules

# So many worths are counted in fractions in about a second; more are counted in floats.
EXACT_CELLS = 40_000
MAX_ATTEMPTS = 100


class FirstMove(NamedTuple):
    """A power by its name or its place among the values, the place of the coven that casts it, the target.

    The target is empty where the power has no named ones.
    """

    power: str | int
    coven: int
    target: str = ""


@dataclass(frozen=True)
class NumerationPlan:
    """The phase under the policy, by default with both sides at their best.

    Parameters
    ----------
    value
        What the phase is worth to the Traitor, in the unit of the values: a Fraction if ``exact``, otherwise
        a float within 1e-9 of it, times the largest of all values and of the worth of a swap and of a model.
    exact
        Whether the value was counted in fractions.
    first_moves
        All the best first moves; empty if it is best, or only possible, to try nothing.
    cards, unused
        The powers in hand and unused, with their best targets.
    """

    value: Fraction | float
    exact: bool
    first_moves: frozenset[FirstMove]
    cards: tuple[Card, ...] = field(repr=False, compare=False)
    unused: tuple[Card, ...] = field(repr=False, compare=False)
    phase: Phase = field(repr=False, compare=False)
    solution: Solution = field(repr=False, compare=False)

    @property
    def near(self) -> float:
        """How near two worths must be to count as equal."""
        return self.phase.near(self.exact)

    @property
    def move_worths(self) -> dict[FirstMove, Fraction | float]:
        """What the phase is worth with each first move at its best targets, all later ones at their best.

        Examples
        --------
        A flood casts what is tried first, and ends the phase:

        >>> plan = numeration({"flood": 1}, {}, {"storm": 3, "shield": 1}, Coven(1), attempts=1)
        >>> [(move.power, str(worth)) for move, worth in plan.move_worths.items()]
        [('storm', '3'), ('shield', '1')]
        """
        return {
            FirstMove(card.name, self.coven(move.caster), target): worth
            for move, worth in self.solution.moves.items()
            for card in self.cards
            if card.kind == move.power
            for target in card.targets[move.caster]
        }

    def coven(self, caster: int) -> int:
        """Return the place of the coven of a caster."""
        return self.phase.warp.casters[caster].coven


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
    unused: Values = (),
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
        A worth is a number, a mapping of target to number, a list of these by coven, or a `Power`. No power
        is tried twice; the three bombardments of scenario 4 are three powers.
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
    unused
        The worths of the powers that are not in hand, from which insights draws at random. Without them a
        swap is worth the ``swap_worth`` of the rules.

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
    instance("rules", rules, Rules)
    instance("table", table, Table)
    instance("policy", policy, Policy)
    covens = checked_covens(coven, table)
    casters, cards, drawn = read_cards(values, unused, covens)
    powers = tuple(card.kind for card in cards)
    hand = Hand(
        powers if policy.powers == "given" else in_order(powers),
        in_order([card.kind for card in drawn]),
    )
    phase = lay_out(
        checked_cards("warp", warp, WARP_CARDS),
        checked_cards("will", will, WILL_CARDS),
        hand,
        casters,
        covens,
        table,
        rules,
        whole("attempts", attempts, 0, MAX_ATTEMPTS),
        policy,
    )
    if exact is None:
        exact = phase.cells() <= EXACT_CELLS
    solution = phase.solve(instance("exact", exact, bool))
    value, best = _first(phase, solution, exact)
    first = {
        FirstMove(card.name, casters[caster].coven, target)
        for power, caster in best
        for card in cards
        if card.kind == power
        for target in card.targets[caster]
    }
    return NumerationPlan(value, exact, frozenset(first), tuple(cards), tuple(drawn), phase, solution)


def _first(phase: Phase, solution: Solution, exact: bool) -> tuple[Fraction | float, list[tuple[Kind, int]]]:
    """Return the worth of the phase, and the power and the caster of each best first move."""
    if not solution.moves:
        return Fraction(0) if exact else 0.0, []
    value = solution.worths[0][phase.hand][0, 0]
    moves = list(solution.moves.items())[: 1 if phase.given else None]
    best = [(move.power, move.caster) for move, worth in moves if worth >= value - phase.near(exact)]
    return Fraction(value) if exact else float(value), best
