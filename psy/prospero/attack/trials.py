"""Many attacks rolled at once: the simulated twin of `attack`."""

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from psy.exact.arguments import instance, whole
from psy.exact.rerolls import Whole
from psy.exact.sorted_trials import Faces, roll, score, sort_high_to_low
from psy.exact.trials import chunks
from psy.prospero.attack.damage import SMOKE, Dice, dice_sizes, rerolls
from psy.prospero.attack.rerolls import Solved, solve
from psy.prospero.battle_rules import BATTLE_RULES, BattleRules

MAX_TRIALS = 1_000_000_000


def simulate_attack(
    attack_dice: Iterable[int],
    armour_dice: Iterable[int],
    trials: int,
    rng: "np.random.Generator | int",
    reroll: str | None = None,
    *,
    attack_reroll: str | None = None,
    first: str = "attacker",
    rules: BattleRules = BATTLE_RULES,
) -> npt.NDArray[np.uint8]:
    """Return the damage of many attacks, shape ``(trials,)``; the arguments are those of `attack`.

    Parameters
    ----------
    trials
        How many attacks are rolled, 0 or more.
    rng
        A numpy generator, or a seed for a new one: the same seed gives the same rolls.

    Raises
    ------
    TypeError, ValueError
        As `attack`, and if ``trials`` is no whole number.

    Examples
    --------
    >>> simulate_attack([6, 6], [], trials=3, rng=1).tolist()
    [0, 0, 0]
    """
    instance("rules", rules, BattleRules)
    ours, theirs = dice_sizes("attack_dice", attack_dice), dice_sizes("armour_dice", armour_dice)
    order = rerolls(reroll, attack_reroll, first)
    solved = solve(ours, theirs, order, rules.attack) if order not in ((), SMOKE) else None
    rng = np.random.default_rng(rng)
    points = rules.attack.points(max(*ours, *theirs, 0, 0))
    most = rules.attack.critical_damage * min(len(ours), len(theirs))
    if most > 255:
        raise ValueError(f"the damage of one simulated attack must be at most 255, not up to {most}")
    damage = np.empty(whole("trials", trials, 0, MAX_TRIALS), dtype=np.uint8)
    for part in chunks(len(damage)):
        size = part.stop - part.start
        rows = roll(ours + theirs, size, rng)
        attack, armour = rows[: len(ours)], rows[len(ours) :]
        if solved:
            attack, armour = _by_choice(attack, armour, (ours, theirs), solved, rng)
        elif order:
            new = roll(theirs, size, rng)
            armour = [np.where(old == 1, again, old) for old, again in zip(armour, new, strict=True)]
        ranked = sort_high_to_low(attack), sort_high_to_low(armour)
        damage[part] = score(*ranked, points, rules.attack.ties_hit, size)
    return damage


def _by_choice(
    attack: Faces, armour: Faces, sizes: tuple[Dice, Dice], solved: Solved, rng: np.random.Generator
) -> tuple[Faces, Faces]:
    """Let each side roll its best dice again, as looked up for every trial in the solved table."""
    rows = {"attack": attack, "armour": armour}
    dice = dict(zip(rows, sizes, strict=True))
    tables = {"attack": solved.attack_faces, "armour": solved.armour_faces}
    parts = {side: [slice(None)] for side in rows} | {step.side: step.pool.sizes for step in solved.steps}
    for step in solved.steps:
        for side in rows:
            rows[side] = [row for part in parts[side] for row in sort_high_to_low(rows[side][part])]
        other = "armour" if step.side == "attack" else "attack"
        where = _places(rows[other], tables[other]), _places(rows[step.side], tables[step.side])
        again = step.pool.again[step.choice[where]]
        new = roll(dice[step.side], len(again), rng)
        rows[step.side] = _lowest_replaced(rows[step.side], new, parts[step.side], again)
    return rows["attack"], rows["armour"]


def _places(rows: Faces, table: Whole) -> Whole:
    """Return the place in the table of every trial's roll."""
    if not rows:
        return np.zeros((), dtype=np.int64)
    base = int(table.max()) + 1
    codes = table @ base ** np.arange(len(rows))
    order = np.argsort(codes)
    seen = sum(row.astype(np.int64) * base**place for place, row in enumerate(rows))
    places: Whole = order[np.searchsorted(codes, seen, sorter=order)]
    return places


def _lowest_replaced(rows: Faces, new: Faces, parts: list[slice], again: Whole) -> Faces:
    """Replace as many of the lowest dice of each size as are rolled again."""
    replaced = list(rows)
    for size, part in enumerate(parts):
        for place in range(part.start, part.stop):
            chosen = again[:, size] >= part.stop - place
            replaced[place] = np.where(chosen, new[place], rows[place])
    return replaced
