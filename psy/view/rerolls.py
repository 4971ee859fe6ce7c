"""Pictures of armour dice rolled again: what that saves, and which dice to choose for rolls on the table."""

from collections.abc import Callable, Mapping
from functools import lru_cache

from icepool import Die
from matplotlib.patches import Patch

from psy.exact.arguments import whole
from psy.prospero import attack, kine_shield
from psy.prospero.attack.kine_shield import Choice, Shown
from psy.view.attacks import ARMOURS, ATTACKS, pools
from psy.view.numbers import decimal, percent
from psy.view.picture import BLUE, GREEN, GREY, SKY, Picture, Table, new_figure, percent_axis, styled

PROTECTIONS: Mapping[str, str | None] = {
    "nothing": None,
    "Swirling Smoke": "smoke",
    "Kine Shield": "kine shield",
}


@lru_cache(maxsize=64)
def protected(attack_dice: str, armour_dice: str) -> Mapping[str, Die[int]]:
    """Return the damage of one of `ATTACKS` on one of `ARMOURS`, by each of `PROTECTIONS`."""
    ours, theirs = pools(attack_dice, armour_dice)
    return {name: attack(ours, theirs, reroll) for name, reroll in PROTECTIONS.items()}


@styled()
def protection_bars() -> Callable[..., Picture]:
    """Return a drawing function of damage without protection, in Swirling Smoke and under a Kine Shield.

    The function takes ``attack_dice`` (a word from `ATTACKS`) and ``armour_dice`` (one from `ARMOURS`). What
    a Kine Shield is worth takes a fraction of a second each, so all are worked out at the start.
    """
    for attack_words in ATTACKS:
        for armour_words in ARMOURS:
            protected(attack_words, armour_words)
    figure, axes = new_figure()
    damage = range(9)
    axes.set_title("How much does rolling armour again save?")
    axes.set(xlabel="damage of one attack", xticks=damage)
    percent_axis(axes)
    axes.set_ylim(0, 0.72)
    bars = {}
    looks = zip(PROTECTIONS, (GREY, SKY, BLUE), (None, "..", "//"), (-0.27, 0, 0.27), strict=True)
    for name, colour, hatch, shift in looks:
        places = [points + shift for points in damage]
        style = {"color": colour, "hatch": hatch, "edgecolor": "white", "linewidth": 0}
        bars[name] = axes.bar(places, [0] * len(damage), 0.27, label=name, animated=True, **style)
    figure.legend(loc="outside lower left", ncols=3)

    def draw(attack_dice: str, armour_dice: str) -> Picture:
        dice = protected(attack_dice, armour_dice)
        for name, die in dice.items():
            for bar, points in zip(bars[name], damage, strict=True):
                bar.set_height(float(die.probability(points)))
        rows = [
            (name, decimal(die.mean()), percent(die.probability(0)), percent(die.probability(">=", 4)))
            for name, die in dice.items()
        ]
        plain, smoke, shield = (die.mean() for die in dice.values())
        sentence = (
            f"With {attack_dice} against {armour_dice} the mean damage is {decimal(plain)}; Swirling Smoke "
            f"saves {percent((plain - smoke) / plain, 0)} of it and a Kine Shield "
            f"{percent((plain - shield) / plain, 0)}."
        )
        columns = ("armour dice rolled again by", "mean damage", "no damage", "4 or more")
        return Picture(figure, sentence, Table(columns, tuple(rows)))

    return draw


@styled()
def shield_choices() -> Callable[..., Picture]:
    """Return a drawing function of what each use of a Kine Shield is worth for rolls that lie on the table.

    The function takes the faces of four attack dice, ``attack_1`` to ``attack_4``, 1 to 12, and those of the
    armour dice ``d8`` and ``d6_1`` to ``d6_3``.
    """
    figure, axes = new_figure(height=3.8)
    choices = [(six, eight) for eight in (0, 1) for six in range(4)]
    axes.set_title("Which dice go back under the shield?")
    axes.set(xlim=(0, 8.9), xlabel="expected damage after the re-roll")
    axes.set_yticks(range(len(choices)), [_choice_words(*choice) for choice in choices])
    axes.invert_yaxis()
    bars = axes.barh(range(len(choices)), [0] * len(choices), animated=True)
    words = [axes.text(0, place, "", va="center", animated=True) for place in range(len(choices))]
    handles = [Patch(color=GREEN, label="least damage"), Patch(color="#b0b0b0", label="more damage")]
    figure.legend(handles=handles, loc="outside lower left", ncols=2)

    def draw(
        attack_1: int, attack_2: int, attack_3: int, attack_4: int, d8: int, d6_1: int, d6_2: int, d6_3: int
    ) -> Picture:
        faces = [whole("attack", face, 1, 12) for face in (attack_1, attack_2, attack_3, attack_4)]
        shown = kine_shield(faces, [d8, d6_1, d6_2, d6_3], [8, 6, 6, 6])
        by_sizes = {_again(choice): choice for choice in shown.choices}
        for bar, word, choice in zip(bars, words, choices, strict=True):
            worth = by_sizes[choice].expected
            bar.set(width=float(worth), color=GREEN if by_sizes[choice] in shown.best else "#b0b0b0")
            word.set(x=float(worth) + 0.08, text=decimal(worth))
        kept, best = shown.choices[0], shown.best[0]
        rows = tuple(
            (f"{face}", f"{die.face} on a d{die.size}", percent(before, 0), percent(after))
            for face, die, before, after in zip(
                shown.attack, shown.armour, kept.through, best.through, strict=True
            )
        )
        columns = ("attack die", "paired with", "gets through now", "after the best choice")
        return Picture(figure, _shield_sentence(kept, best), Table(columns, rows))

    return draw


def _again(choice: Choice) -> tuple[int, int]:
    sizes = [die.size for die in choice.again]
    return sizes.count(6), sizes.count(8)


def _choice_words(six: int, eight: int) -> str:
    lows = ("", "lowest d6", "two lowest d6", "all three d6")[six]
    return " and ".join(word for word in ("the d8" * eight, lows) if word) or "no die"


def _shield_sentence(kept: Choice, best: Choice) -> str:
    if not best.again:
        return f"Keep all dice: no re-roll does better than the {decimal(kept.expected)} damage on the table."
    dice = sorted(best.again, key=lambda die: (-die.size, -die.face))
    return (
        f"Roll again {_and([_die_words(die) for die in dice])}: the expected damage falls from "
        f"{decimal(kept.expected)} to {decimal(best.expected)}."
    )


def _die_words(die: Shown) -> str:
    return f"the d{die.size} showing {die.face}"


def _and(words: list[str]) -> str:
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
