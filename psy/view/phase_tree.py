"""The plan of a psychic phase as a picture that a player can follow at the table."""

import functools
from collections.abc import Callable
from fractions import Fraction
from textwrap import wrap
from typing import NamedTuple

from matplotlib.colors import to_rgb

from psy.exact.arguments import whole
from psy.view.boxes import Boxes
from psy.view.numbers import decimal, percent
from psy.view.phase import (
    CHARGES,
    COLOURS,
    DENY_POOL,
    POOL,
    move_words,
    solve_ahead,
    solved,
)
from psy.view.picture import GREY, Picture, Table, new_figure, styled
from psy.wh40k import Move, PhasePolicy, PhaseState, following_states, visits

# The most states of one step of the phase that are drawn.
ROWS = 6


class Step(NamedTuple):
    """A state that comes up when both sides play as planned: its chance, the move, and where it leads."""

    state: PhaseState
    chance: Fraction
    move: Move
    replies: dict[int, int]
    leads_to: dict[PhaseState, Fraction]


@functools.lru_cache(maxsize=256)
def steps(values: str, own: int, theirs: int) -> tuple[Step, ...]:
    """Return every state of the plan in which something is still to be decided, in the order of play."""
    plan = solved(values).at(own, theirs)
    policy = plan.policy
    found = []
    for state, chance in visits(plan).items():
        if state.pool and state.position:
            move = policy(state)
            replies = best_replies(policy, state, move)
            found.append(Step(state, chance, move, replies, following_states(policy, state, move)))
    return tuple(
        sorted(found, key=lambda step: (_tried(step.state), -step.state.pool, -step.state.deny_pool))
    )


def best_replies(policy: PhasePolicy, state: PhaseState, move: Move) -> dict[int, int]:
    """Return the opponent's deny dice for each number of charges with which the move may succeed.

    Examples
    --------
    The last power of the phase is denied with every die, if there are enough:

    >>> policy = solved().policy
    >>> best_replies(policy, PhaseState(frozenset({"smite"}), 3, 2), Move("smite", 3))
    {2: 2, 3: 0}
    """
    return policy.best_replies(state, move)


def _tried(state: PhaseState) -> int:
    return len(CHARGES) - len(state.position)  # type: ignore[arg-type]


def reply_words(replies: dict[int, int]) -> str:
    """Return the opponent's replies in few words: which charges to deny with how many dice.

    Examples
    --------
    >>> reply_words({2: 8, 3: 0, 4: 0}), reply_words({1: 0})
    ('deny 2 with 8, not 3-4', 'no deny roll')
    """
    if not any(replies.values()):
        return "no deny roll"
    groups: list[tuple[int, int, int]] = []
    for charges, dice in replies.items():
        if groups and groups[-1][2] == dice:
            groups[-1] = (groups[-1][0], charges, dice)
        else:
            groups.append((charges, charges, dice))
    words = []
    for first, last, dice in groups:
        charges_words = f"{first}" if first == last else f"{first}-{last}"
        words.append(f"{charges_words} with {dice}" if dice else f"not {charges_words}")
    return ("deny " if groups[0][2] else "") + ", ".join(words)


@styled()
def plan_tree() -> Callable[..., Picture]:
    """Return a drawing function of the plan as boxes to follow from left to right, at +0.

    The function takes ``values``, a name from `psy.view.phase.VALUES`, and the pools ``own``, 1 to 12, and
    ``theirs``, 0 to 12.
    """
    solve_ahead([0])
    figure, axes = new_figure(width=8.2, height=5.6)
    axes.set_title("Your dice v theirs, what to throw, how they should reply (values assumed)")
    axes.set(xlim=(-0.5, len(CHARGES) - 0.5), ylim=(-ROWS / 2, ROWS / 2))
    axes.set_axis_off()
    boxes = Boxes(axes, width=121, height=53)
    note = axes.text(0, 0, "", transform=axes.transAxes, fontsize=9, color=GREY, animated=True)
    for name in CHARGES:
        axes.plot([], [], "s", color=_pale(COLOURS[name]), markersize=11, label=name)
    figure.legend(loc="outside lower left", ncols=4)

    def draw(values: str, own: int, theirs: int) -> Picture:
        found = steps(values, whole("own", own, 1, POOL), whole("theirs", theirs, 0, DENY_POOL))
        shown = _shown(found)
        places = _places(shown)
        joined = [
            ((places[step.state], places[after]), 1 + 6 * float(step.chance * chance))
            for step in shown
            for after, chance in step.leads_to.items()
            if after in places
        ]
        boxes.join([ends for ends, _ in joined], [width for _, width in joined])
        boxes.show(
            [places[step.state] for step in shown],
            [_words(step) for step in shown],
            [_pale(COLOURS[str(step.move.power)]) for step in shown],
        )
        note.set_text(_rest([step for step in found if step not in shown]))
        worth = solved(values).at(own, theirs).value
        sentence = (
            f"{own} dice against {theirs} are worth {decimal(worth)} points; "
            f"the phase begins with {move_words(found[0].move)}."
        )
        return Picture(figure, sentence, Table(_COLUMNS, tuple(map(_row, found))))

    return draw


def _shown(found: tuple[Step, ...]) -> list[Step]:
    """Return the steps that have room: of each column the likeliest."""
    shown = []
    for tried in range(len(CHARGES)):
        column = [step for step in found if _tried(step.state) == tried]
        likeliest = sorted(column, key=lambda step: -step.chance)[:ROWS]
        shown += [step for step in column if step in likeliest]
    return shown


def _places(shown: list[Step]) -> dict[PhaseState, tuple[float, float]]:
    """Return where each state is drawn: a column for each number of powers tried, in few crossings."""
    places: dict[PhaseState, tuple[float, float]] = {}
    for tried in range(len(CHARGES)):
        column = [step.state for step in shown if _tried(step.state) == tried]
        column.sort(key=lambda state: -_height_before(state, shown, places))
        for row, state in enumerate(column):
            places[state] = (float(tried), ((len(column) - 1) / 2 - row) * ROWS / max(len(column), 3))
    return places


def _height_before(
    state: PhaseState, shown: list[Step], places: dict[PhaseState, tuple[float, float]]
) -> float:
    """Return the mean height of the states that lead to a state."""
    before = [
        (places[step.state][1], float(step.chance * step.leads_to[state]))
        for step in shown
        if step.state in places and state in step.leads_to
    ]
    return sum(height * weight for height, weight in before) / (sum(weight for _, weight in before) or 1)


def _words(step: Step) -> tuple[str, ...]:
    return (
        f"{step.state.pool} v {step.state.deny_pool} ({percent(step.chance, 0)})",
        move_words(step.move),
        # Only after a comma may a reply be broken.
        *wrap(reply_words(step.replies).replace(" with ", "\u00a0with\u00a0"), 23),
    )


def _pale(colour: str) -> tuple[float, float, float]:
    """Return a light tint of a colour, on which black is read well."""
    red, green, blue = (1 - 0.45 * (1 - part) for part in to_rgb(colour))
    return red, green, blue


def _rest(rest: list[Step]) -> str:
    if not rest:
        return ""
    states = f"{len(rest)} more {'state' if len(rest) == 1 else 'states'}"
    return f"{states}, the likeliest {percent(max(step.chance for step in rest), 1)}: see the table"


_COLUMNS = ("your dice v theirs", "left to cast", "comes up in", "throw", "their best reply by charges")


def _row(step: Step) -> tuple[str, ...]:
    left = [name for name in CHARGES if name in step.state.position]  # type: ignore[operator]
    return (
        f"{step.state.pool} v {step.state.deny_pool}",
        ", ".join(left),
        percent(step.chance, 1),
        move_words(step.move),
        reply_words(step.replies),
    )
