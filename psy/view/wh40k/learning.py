"""Pictures of powers known: the chance of a wanted power, an army's rolls, and the plan of a psyker."""

import functools
from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Any

from psy.view.chart import Chart
from psy.view.controls import Menu, Rows, Sheet, Slider, Text, picture
from psy.view.numbers import decimal, percent
from psy.view.palette import GREEN, PURPLE, SKY
from psy.view.shapes import bars, cells, curves
from psy.wh40k import RULES, LearningPlan, after_roll, chance_to_learn, plan_learning
from psy.wh40k.sample_disciplines import EXAMPLES, armies, chance_of_all, disciplines_of

SIZE = RULES.discipline_size
_MOST, _SECOND = min(SIZE, 6), min(SIZE, 2)
Mastery = Annotated[int, Slider("mastery levels", 1, _MOST)]
Wanted = Annotated[int, Slider("powers wanted", 1, _MOST)]
Size = Annotated[int, Slider("powers in a discipline", _MOST, max(12, SIZE))]
Levels = Annotated[int, Slider("mastery levels of the army", 1, 5)]
InOne = Annotated[int, Slider("wanted of one discipline", 1, _SECOND)]
InOther = Annotated[int, Slider("wanted of another", 0, _SECOND)]
_WORTHS = (Slider("primaris", 0, 12), *(Slider(f"power {number}", 0, 12) for number in range(1, SIZE + 1)))
Disciplines = Annotated[Rows, Sheet("disciplines", (Text("discipline", 12), *_WORTHS), EXAMPLES, most=3)]
Rolls = Annotated[int, Slider("mastery level", 1, 3)]
# What is known already: the row of the sheet and the number of the power, by the words on the control.
KNOWN: Mapping[str, tuple[int, int] | None] = {
    "nothing yet": None,
    **{
        f"{'primaris' if number == 0 else f'power {number}'} of discipline {row + 1}": (row, number)
        for row in range(2)
        for number in range(SIZE + 1)
    },
}
Known = Annotated[str, Menu("known so far", tuple(KNOWN))]
PLAIN: Any = next(iter(EXAMPLES))
_KINDS = {"keep": SKY, "swap": PURPLE, "keep or swap": GREEN, "roll again": "#d0d0d0"}


@picture
def mastery_curve(mastery: Mastery = _SECOND, wanted: Wanted = 1, size: Size = SIZE) -> Chart:
    """Chance that a wanted power is known, by mastery levels: one psyker, or several of mastery 1."""
    levels, rules = range(1, _MOST + 1), replace(RULES, discipline_size=size)
    powers = range(1, wanted + 1)
    one = [chance_to_learn(powers, level, rules=rules) for level in levels]
    many = [chance_to_learn(powers, [1] * level, rules=rules) for level in levels]
    now, other = one[mastery - 1], many[mastery - 1]
    told = "the power that you want" if wanted == 1 else f"at least one of {wanted} that you want"
    return curves(
        "How likely is the power I want?",
        {"mastery levels": levels},
        {"one psyker": one, "psykers of mastery 1": many},
        f"A psyker of mastery {mastery} knows {told} in {percent(now, 0)}; of {mastery} of mastery 1 "
        f"somebody does in {percent(other, 0)} of games.",
        at=mastery,
        label="chance to know it",
    )


@picture
def army_bars(levels: Levels = 4, first: InOne = 1, second: InOther = 1) -> Chart:
    """Chance that an army knows every wanted power, for each way to spread its mastery levels."""
    spread = list(armies(levels, SIZE))
    chances = {" + ".join(map(str, army)): chance_of_all(army, first, second) for army in spread}
    best = [army for army, chance in chances.items() if chance == max(chances.values())]
    return bars(
        "How to spread the mastery levels of an army?",
        {"mastery levels": chances},
        {"": chances},
        f"Every wanted power is known most often with {' or '.join(best)}: in "
        f"{percent(max(chances.values()), 0)} of games, if each psyker sees what those before them rolled.",
        best=best,
        label="chance that all wanted powers are known",
        lying=True,
    )


@functools.lru_cache(maxsize=128)
def planned(rows: Rows, mastery: int) -> LearningPlan:
    """Return the best plan over the disciplines of a sheet.

    Examples
    --------
    >>> planned(EXAMPLES["one power wanted, of two"], 1).first_moves
    frozenset({'water'})
    """
    return plan_learning(disciplines_of(rows), mastery)


@picture
def plan_grid(disciplines: Disciplines = PLAIN, mastery: Rolls = 2, known: Known = "nothing yet") -> Chart:
    """Frame what to roll on next; and show what to do with each result, and where the next roll goes."""
    names = [str(row[0]) for row in disciplines]
    plan, place = planned(disciplines, mastery), KNOWN[known]
    if place and (mastery == 1 or place[0] >= len(names)):
        raise ValueError(f"With mastery {mastery} and these disciplines, {known} leaves no roll")
    state = frozenset({(names[place[0]], place[1])}) if place else frozenset()
    best, kinds, words = plan.policy.rolls(state), [], []
    for name in names:
        told = [_answer(plan, state, name, number) for number in range(1, SIZE + 1)]
        kinds.append([kind for kind, _ in told])
        words.append([word for _, word in told])
    where = " or ".join(sorted(best)) if best else "any: there is nothing to gain"
    return cells(
        "Roll on the framed row, and then? (worths assumed)",
        {"power rolled": range(1, SIZE + 1)},
        {"discipline": names},
        kinds,
        f"Mastery {mastery}, {known}: roll on {where}. The powers are worth "
        f"{decimal(plan.policy.value(state))} points on average in the end.",
        framed=[(number, name) for name in names if name in best for number in range(1, SIZE + 1)],
        words=words,
        kinds=_KINDS,
    )


def _answer(plan: LearningPlan, state: frozenset[tuple[str, int]], name: str, number: int) -> tuple[str, str]:
    """Return what to do with a result, and the disciplines of the roll after it by their first letters."""
    if (name, number) in state:
        return "roll again", ""
    answers, _ = after_roll(plan, state, name, number)
    return " or ".join(answers), "/".join(
        sorted({then[0].upper() for names in answers.values() for then in names})
    )
