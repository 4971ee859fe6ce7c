"""Pictures of a psychic phase of the reader's own powers: the plan, its first moves, and the replies."""

import functools
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import Annotated, Any

from psy.view.chart import Chart, Table
from psy.view.controls import Rows, Sheet, Slider, Text, picture
from psy.view.numbers import decimal, percent
from psy.view.palette import BLUE, GREEN, ORANGE, PURPLE, RED, SKY
from psy.view.shapes import bars, cells, curves, flow
from psy.view.wh40k.words import dice_words
from psy.view.words import plural
from psy.wh40k import STOP, Move, PhasePlan, PhaseState, deny, following_states, plan_phase, visits
from psy.wh40k.phase_game import InForce, Label
from psy.wh40k.sample_powers import EXAMPLES, powers_of

MOST = 12
_COLUMNS = (
    Text("psyker", 12),
    Text("power", 12),
    Text("target or level", 12),
    Slider("charge", 1, 5),
    Slider("worth", 0, 12),
    Slider("their bonus", 0, 3),
    Slider("worth with a charge to spare", 0, 12),
    Slider("cost of a failure", 0, 6),
    Slider("hits on (1: always)", 1, 6),
)
Powers = Annotated[Rows, Sheet("powers", _COLUMNS, EXAMPLES)]
Own = Annotated[int, Slider("your dice", 1, MOST, mailed=(4, 6, 8, 10, 12))]
Theirs = Annotated[int, Slider("their dice", 0, MOST, mailed=(0, 4, 6, 8, 12))]
Price = Annotated[int, Slider("points lost by perils", 0, 4, mailed=(0, 1, 4))]
Spare = Annotated[int, Slider("charges beyond the cost", 0, 3)]
PLAIN: Any = next(iter(EXAMPLES))
_COLOURS = (SKY, PURPLE, GREEN, ORANGE, RED, "#F0E442", "#8c8c8c", BLUE)
_STOP = "#d0d0d0"
# How many steps of the plan are drawn, and how many boxes of each, the likeliest.
_STEPS, _BOXES = 4, 4


@functools.lru_cache(maxsize=256)
def solved(rows: Rows, price: int = 1, added: int = 0) -> PhasePlan:
    """Return the plan with 12 dice against 12, in which every smaller pool is; ``added`` to each bonus.

    Examples
    --------
    >>> solved(EXAMPLES["four plain powers"]).at(1, 0).value
    Fraction(1, 2)
    """
    return plan_phase(powers_of(rows, added), MOST, MOST, perils_cost=price)


def _label_words(label: Label, option: str | None = None) -> str:
    """Return a power in words: whose it is if there are several psykers, and how it is tried.

    Examples
    --------
    >>> _label_words("curse", "warlord"), _label_words(("sage", "might"))
    ('curse, warlord', "sage's might")
    """
    name = label if isinstance(label, str) else f"{label[0]}'s {label[1]}"
    return f"{name}, {option}" if option else name


def move_words(move: Move) -> str:
    """Return a move in words.

    Examples
    --------
    >>> move_words(Move("bolt", 1)), move_words(STOP)
    ('bolt with 1 die', 'stop')
    """
    return "stop" if move == STOP else f"{_label_words(move.power, move.option)} with {dice_words(move.dice)}"


@picture
def plan_tree(powers: Powers = PLAIN, own: Own = 10, theirs: Theirs = 6, price: Price = 1) -> Chart:
    """Draw the plan as boxes to follow: dice left and what to throw; on the edges their reply."""
    plan = solved(powers, price).at(own, theirs)
    policy = plan.policy
    chances = {state: chance for state, chance in visits(plan).items() if state.pool and state.position}
    columns = _columns(plan, chances)
    shown = {state: policy(state) for column in columns[:_STEPS] for state in column}
    colours = dict(zip(policy.game.powers, _COLOURS, strict=False))
    rows = tuple(
        (
            ", ".join([f"{state.pool} v {state.deny_pool}", *_in_force(state)]),
            percent(chances[state], 1),
            move_words(policy(state)),
            _replies(plan, state),
        )
        for state in chances
    )
    return flow(
        "Your dice v theirs (how often), and what to throw (worths assumed)",
        [
            {state: _box(state, shown[state], chances[state]) for state in column}
            for column in columns[:_STEPS]
        ],
        [link for state in shown for link in _links(plan, state, shown, chances[state])],
        f"{own} dice against {theirs}: begin with {move_words(policy(policy.start))}. The phase is worth "
        f"{decimal(plan.value)} points on average if both sides play their best.",
        Table(("your dice v theirs", "comes up in", "throw", "their best reply, by charges scored"), rows),
        tints={state: colours.get(move.power, _STOP) for state, move in shown.items()},
    )


def _columns(plan: PhasePlan, chances: Mapping[PhaseState, Fraction]) -> list[list[PhaseState]]:
    """Return the likeliest states of each step of the phase, those with the most deny dice first."""
    left = plan.policy.game.left
    steps: dict[int, list[PhaseState]] = {}
    for state in sorted(chances, key=lambda state: -chances[state]):
        steps.setdefault(-left(state.position), []).append(state)
    return [sorted(steps[step][:_BOXES], key=lambda state: -state.deny_pool) for step in sorted(steps)]


def _box(state: PhaseState, move: Move, chance: Fraction) -> tuple[str, ...]:
    threw = (_label_words(move.power, move.option), dice_words(move.dice)) if move != STOP else ("stop",)
    return f"{state.pool} v {state.deny_pool} ({percent(chance, 0)})", *_in_force(state), *threw


def _in_force(state: PhaseState) -> list[str]:
    return [f"{mark.name} in force" for mark in state.position if isinstance(mark, InForce)]  # type: ignore[attr-defined]


def _links(
    plan: PhasePlan, state: PhaseState, shown: Mapping[PhaseState, Move], coming: Fraction
) -> list[tuple[PhaseState, PhaseState, float, str]]:
    """Return the edges from a box, each with the dice that the opponent spends."""
    after = following_states(plan.policy, state, shown[state])
    spent = {each: state.deny_pool - each.deny_pool for each in after}
    return [
        (state, each, 1 + 6 * float(coming * chance), f"deny {spent[each]}" if spent[each] else "no deny")
        for each, chance in after.items()
        if each in shown
    ]


def _replies(plan: PhasePlan, state: PhaseState) -> str:
    """Return the opponent's dice by the charges scored, in few words."""
    replies = plan.policy.best_replies(state, plan.policy(state))
    told = (f"{_span(run)}: {dice_words(dice) if dice else 'none'}" for dice, run in _runs(replies))
    return "; ".join(told) or "-"


@picture
def first_moves(powers: Powers = PLAIN, own: Own = 10, theirs: Theirs = 6, price: Price = 1) -> Chart:
    """Show what each first move gives away against the best, by power and dice; the best are framed."""
    plan = solved(powers, price).at(own, theirs)
    policy, known = plan.policy, plan.policy.game.powers
    values, total = policy.move_values(policy.start), sum(power.most for power in known.values())
    if total == 0:
        raise ValueError("powers must have one that is worth something")
    ways = {(label, way): _label_words(label, way) for label, power in known.items() for way in power.choices}
    lost = {move: (plan.value - value) / total for move, value in values.items()}
    best = [move for move, share in lost.items() if share == 0]
    told = " or ".join(map(move_words, best[:3])) + (", or another as good" if best[3:] else "")
    return cells(
        "Given away by a first move, in percent of all worths (assumed)",
        {"dice thrown first": range(1, MOST + 1)},
        {"power": list(ways.values())},
        [[lost.get(Move(label, dice, way)) for dice in range(1, MOST + 1)] for label, way in ways],
        f"{own} dice against {theirs}: the best first move is {told or 'to stop'}.",
        framed=[(move.dice, ways[move.power, move.option]) for move in best],
        most=Fraction(1, 2),
    )


@functools.lru_cache(maxsize=64)
def openings(rows: Rows, price: int = 1) -> tuple[tuple[Move, ...], ...]:
    """Return the plan's first move with 1 to 12 dice, each against none to 12.

    Examples
    --------
    >>> openings(EXAMPLES["four plain powers"])[0][0]
    Move(power='haste', dice=1)
    """
    policy = solved(rows, price).policy
    states = [
        [PhaseState(policy.start.position, own, theirs) for theirs in range(MOST + 1)]
        for own in range(1, MOST + 1)
    ]
    return tuple(tuple(map(policy, row)) for row in states)


@picture
def opening_map(powers: Powers = PLAIN, own: Own = 10, price: Price = 1) -> Chart:
    """Show what to cast first, with how many dice, for every pair of pools."""
    moves = openings(powers, price)
    names = [_label_words(label) for label in solved(powers, price).policy.game.powers]
    runs = [(move_words(move), _span(run)) for move, run in _runs(dict(enumerate(moves[own - 1])))]
    return cells(
        "What to cast first, and the dice for it (powers and worths assumed)",
        {"their dice": range(MOST + 1)},
        {"your dice": range(1, MOST + 1)},
        [["stop" if move == STOP else _label_words(move.power) for move in row] for row in moves],
        f"With {own} dice: {'; '.join(f'{move} against {span}' for move, span in runs)}.",
        words=[[f"{move.dice}" if move.dice else "" for move in row] for row in moves],
        kinds=dict(zip([*names, "stop"], [*_COLOURS[: len(names)], _STOP], strict=True)),
        table=Table(("their dice", f"first, with {own} dice"), tuple((span, move) for move, span in runs)),
    )


def _runs(values: Mapping[int, Any]) -> list[tuple[Any, list[int]]]:
    """Return the runs of equal values, each with its numbers."""
    return [(value, list(run)) for value, run in groupby(values, values.__getitem__)]


def _span(run: Sequence[int]) -> str:
    return f"{run[0]}" if len(run) == 1 else f"{run[0]} to {run[-1]}"


def opening(plan: PhasePlan) -> Move:
    """Return the plan's first move, or the best of those that cast something.

    Examples
    --------
    >>> opening(solved(EXAMPLES["four plain powers"]).at(10, 6))
    Move(power='bolt', dice=3)
    """
    values, move = plan.policy.move_values(plan.policy.start), plan.policy(plan.policy.start)
    return max(values, key=values.__getitem__) if move == STOP else move


@picture
def reply_bars(powers: Powers = PLAIN, own: Own = 10, theirs: Theirs = 6, spare: Spare = 0) -> Chart:
    """Show what each number of deny dice takes when the plan's first power is cast."""
    plan = solved(powers).at(own, theirs)
    policy, move = plan.policy, opening(plan)
    name = _label_words(move.power, move.option)
    charges = policy.game.powers[move.power].choices[move.option].charge + spare
    if charges > move.dice:
        raise ValueError(
            f"The plan begins with {move_words(move)}, which cannot score {plural(charges, 'charge')}"
        )
    left = policy.reply_values(policy.after(policy.start, move), move.power, charges, move.option)
    taken = {dice: left[0] - left.get(dice, left[0]) for dice in range(theirs + 1)}
    best = [dice for dice in left if taken[dice] == max(taken.values())]
    denied = [deny(charges, dice, policy.bonus(move.power, move.option)) for dice in taken]
    return bars(
        f"They cast {name} with {plural(charges, 'charge')}: deny with how many?",
        {"deny dice used now": range(theirs + 1)},
        {"": taken},
        f"{move_words(move).capitalize()} scored {plural(charges, 'charge')}: of {theirs} deny dice "
        f"the best reply uses {' or '.join(f'{dice}' if dice else 'none' for dice in best)}.",
        best=best,
        label="points taken from the caster (assumed)",
        write=decimal,
        table=Table(
            ("deny dice", "denied", "points taken"),
            tuple(
                (f"{dice}", percent(chance), decimal(points, 3))
                for (dice, points), chance in zip(taken.items(), denied, strict=True)
            ),
        ),
    )


@picture
def deny_curves(powers: Powers = PLAIN, own: Own = 10, price: Price = 1) -> Chart:
    """Show what the phase is worth over their dice, with nothing, 1 and 2 added to their bonus."""
    worth = {
        f"their bonus +{added}": [
            solved(powers, price, added).at(own, theirs).value for theirs in range(MOST + 1)
        ]
        for added in range(3)
    }
    first, *taken = [worth["their bonus +0"][0], *(decimal(row[0] - row[-1]) for row in worth.values())]
    return curves(
        "What do their dice take away? (worths assumed)",
        {"their dice": range(MOST + 1)},
        worth,
        f"{own} dice are worth {decimal(first)} points against none. Of that {MOST} deny dice take "
        f"{taken[0]}, with 1 more on each die {taken[1]}, with 2 more {taken[2]}.",
        label="points",
        write=decimal,
    )
