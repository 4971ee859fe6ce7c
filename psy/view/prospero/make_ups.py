"""Pictures of what is assumed: how far each value moves the answer, and which advice survives the decks."""

from functools import lru_cache, partial
from typing import Annotated, Any

from psy.prospero import RULES, assumptions
from psy.prospero.numeration.samples import habits
from psy.study import one_at_a_time
from psy.study.measures.prospero import hand_worth
from psy.view.chart import Chart
from psy.view.controls import Menu, picture
from psy.view.numbers import decimal
from psy.view.prospero.choices import OTHERS
from psy.view.prospero.numeration import ASSUMED, TWO, near
from psy.view.shapes import cells, tornado
from psy.view.words import plural

_PHASES = {"one attempt": 1, "a whole phase": RULES.powers_in_hand}
_POWER, _MOST_BARS = 10, 10


@lru_cache
def _moved(powers: int) -> tuple[Any, dict[str, list[tuple[Any, str]]]]:
    """Return what a phase is worth in powers, and where each assumption moves it, the widest first."""
    measure, moves = partial(hand_worth, worths=(_POWER,) * powers, models=TWO), assumptions(RULES, _POWER)
    settings = {name: list(ways.values()) for name, ways in moves.items()}
    found = one_at_a_time(measure, cache=False, progress=False, jobs=1, **settings)
    centre = near(measure() / _POWER)
    ends = {name: [(centre, "")] for name in dict.fromkeys(found["input"])}
    for name, value in zip(found["input"], found["value"], strict=True):
        ends[name].append((near(value / _POWER), [*moves[name]][len(ends[name]) - 1]))
    return centre, {name: sorted(moved) for name, moved in ends.items()}


@picture
def what_moves(phase: Annotated[str, Menu("phase", tuple(_PHASES))] = "one attempt") -> Chart:
    """How far each assumption alone moves the worth of a phase, the widest on top."""
    centre, moved = _moved(_PHASES[phase])
    wide = {name: (ends[0], ends[-1]) for name, ends in [*moved.items()][:_MOST_BARS]}
    still = [name for name, ends in moved.items() if ends[0][0] == ends[-1][0]]
    name, (low, high) = next(iter(wide.items()))
    return tornado(
        f"What moves {phase} most?{ASSUMED}",
        {name: (low[0], high[0]) for name, (low, high) in wide.items()},
        centre,
        f"With {plural(TWO, 'model')} in the coven, {phase} is worth {decimal(centre)} powers. Most hangs on "
        f"{name}: from {decimal(low[0])} to {decimal(high[0])}; {len(still)} of {len(moved)} assumptions do "
        "not move it.",
        sides=("least", "most"),
        label="worth, in powers",
        write=decimal,
        words={name: (low[1], high[1]) for name, (low, high) in wide.items()},
    )


@picture
def advice_map() -> Chart:
    """How often each card is used for more than its point, under the decks assumed and under others."""
    found = {name: {card: near(share) for card, share in line.items()} for name, line in habits(TWO).items()}
    lines = found.values()
    sides = {card: {2 * line[card] > 1 for line in lines if card in line} for card in OTHERS}
    firm = " and ".join(card for card, side in sides.items() if len(side) == 1)
    loose = " and ".join(card for card, side in sides.items() if len(side) == 2)
    return cells(
        "Which advice survives other decks? Percent of cards used for more",
        {"card": list(OTHERS)},
        {"": list(found)},
        [[line.get(card) for card in OTHERS] for line in found.values()],
        f"Most choices are the same under all of these for {firm or 'no card'}; for {loose or 'no card'} "
        "they hang on decks or ties.",
    )
