"""Pictures of one attack: one die each, a Kine Shield on rolls that lie there, what a power is worth."""

from collections import Counter
from fractions import Fraction
from typing import Annotated

from psy.prospero import BATTLE_RULES, attack, kine_shield, power_worths
from psy.prospero.attack.kine_shield import Choice
from psy.view.chart import Chart, Table
from psy.view.controls import Menu, Rows, Sheet, Slider, picture
from psy.view.numbers import decimal, exactly, percent
from psy.view.prospero.squads import SONS, WOLVES, Distance, Loyalist, Traitor, assumed, built, how_far
from psy.view.shapes import cells, lying

SIZES = (6, 8, 10, 12)
Die = Annotated[str, Menu("attack die", tuple(f"d{size}" for size in SIZES))]
Armour = Annotated[str, Menu("armour die", tuple(f"d{size}" for size in SIZES))]
_ROLL = Sheet(
    "dice on the table",
    (
        Slider("attack face", 1, SIZES[-1]),
        Slider("armour die", 2, SIZES[-1]),
        Slider("armour face", 1, SIZES[-1]),
    ),
    {
        "7 5 4 3 against 8 3 3 1": ((7, 8, 8), (5, 6, 3), (4, 6, 3), (3, 6, 1)),
        "7 5 4 3 against 5 3 3 1": ((7, 8, 5), (5, 6, 3), (4, 6, 3), (3, 6, 1)),
        "8 6 5 4 against 6 6 4 3": ((8, 8, 6), (6, 6, 6), (5, 6, 4), (4, 6, 3)),
        "6 3 against 5 4": ((6, 6, 5), (3, 6, 4)),
    },
    4,
)


@picture
def pair_grid(attack_die: Die = "d6", armour_die: Armour = "d6") -> Chart:
    """Show the damage of every roll of one attack die against one armour die."""
    ours, theirs = int(attack_die[1:]), int(armour_die[1:])
    rule, die = BATTLE_RULES.attack, attack([ours], [theirs])
    grid = [[rule.of_pair(face, other) for face in range(1, ours + 1)] for other in range(1, theirs + 1)]
    counted = Counter(points for row in grid for points in row)
    found = "; ".join(f"{points} damage in {counted[points]}" for points in sorted(counted))
    chances = ((f"{points} damage", die.probability(points)) for points in sorted(counted))
    return cells(
        "One die each: what does every roll do?",
        {"attack die": range(1, ours + 1)},
        {"armour die": range(1, theirs + 1)},
        grid,
        f"Of {ours * theirs} rolls of a {attack_die} against a {armour_die}: {found}. On average "
        f"{exactly(die.mean())} damage.",
        words=[[f"{points}" for points in row] for row in grid],
        write=decimal,
        most=max(1, rule.critical_damage),
        table=Table(
            ("", "chance", "exactly"),
            tuple((name, percent(chance), exactly(chance)) for name, chance in chances),
        ),
    )


@picture
def shield_choices(roll: Annotated[Rows, _ROLL] = _ROLL.values[0]) -> Chart:  # type: ignore[assignment]
    """Show what each use of a Kine Shield is worth for rolls that lie on the table."""
    ours, sizes, theirs = ([int(face) for face in column] for column in zip(*roll, strict=True))
    shown = kine_shield(ours, theirs, sizes)
    worth = {_again(choice): choice.expected for choice in shown.choices}
    best = [_again(choice) for choice in shown.best]
    kept = shown.choices[0].expected
    return lying(
        "Which armour dice go back under the shield?",
        {"rolled again": list(worth)},
        {"": list(worth.values())},
        f"Kept as they lie, the dice let {decimal(kept)} damage through; the least on average is "
        f"{decimal(worth[best[0]])}, with {' or '.join(best)} rolled again.",
        best=best,
        label="damage to be expected",
        write=decimal,
    )


def _again(choice: Choice) -> str:
    return ", ".join(f"{die.face} (d{die.size})" for die in choice.again) or "nothing"


@picture
def powers_against(coven: Traitor = SONS, target: Loyalist = WOLVES, distance: Distance = 1) -> Chart:
    """Show what each power that rolls or moves dice is worth to a coven against one squad, in damage."""
    sons, wolves = built("traitor", coven), built("loyalist", target)
    fallen = next((model for model in sons.models if model.kind.name != "ahriman"), None)
    worths = power_worths(sons, wolves, distance, fallen=fallen)
    counted = {name: one.worth for name, one in worths.items() if one.worth is not None}
    order = sorted(counted, key=lambda name: counted[name], reverse=True)
    best = [name for name in order if counted[name] == counted[order[0]]]
    moves = [name for name, one in worths.items() if one.worth is None]
    dice = {name: worths[name].damage for name in order}
    rows = []
    for name, die in dice.items():
        chances = [die.probability(n) for n in range(3)] if die is not None else []
        cells = [*map(percent, (*chances, 1 - sum(chances, Fraction(0))))] if chances else [""] * 4
        rows.append((name, decimal(counted[name]), *cells))
    return lying(
        f"What is a power worth against this squad{assumed([sons, wolves])}?",
        {"power": order},
        {"": [counted[name] for name in order]},
        f"{how_far(distance).capitalize()} the best is {' or '.join(best)}, worth "
        f"{decimal(counted[best[0]])} points of damage on average; {len(moves)} other powers move models or "
        "block moves and sight.",
        best=best,
        label="points of damage, dealt or saved",
        write=decimal,
        table=Table(("power", "worth", "no damage", "1 damage", "2 damage", "3 or more"), tuple(rows)),
    )
