"""Maps of the psychic phase: what to cast next, and what the phase is worth, for every pair of pools."""

import functools
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from itertools import combinations

from matplotlib.colors import ListedColormap

from psy.exact.arguments import one_of, whole
from psy.view.cell_map import CellMap
from psy.view.numbers import decimal
from psy.view.picture import BLUE, GREEN, PURPLE, SKY, Picture, Table, new_figure, styled
from psy.view.wh40k.words import dice_words
from psy.wh40k import STOP, Move, PhasePlan, PhasePolicy, PhaseState, Power, plan_phase

# Example powers by their warp charges. What they are worth is not in the rules: it is assumed.
CHARGES: Mapping[str, int] = {"haste": 1, "veil": 1, "smite": 2, "vortex": 3}
# What the four powers are worth to the caster, in the words of the menu.
VALUES: Mapping[str, tuple[int, ...]] = {
    "as their charges: 1, 1, 2, 3": (1, 1, 2, 3),
    "a great vortex: 1, 1, 2, 6": (1, 1, 2, 6),
    "all alike: 2, 2, 2, 2": (2, 2, 2, 2),
}
PLAIN = next(iter(VALUES))
# What a perils costs the caster, unless a picture asks for it.
PRICE = Fraction(1, 2)
# The largest pools that the pictures show.
POOL, DENY_POOL = 12, 12
COLOURS = {"haste": SKY, "veil": PURPLE, "smite": GREEN, "vortex": BLUE, "stop": "#bdbdbd"}
# Which powers are left to try, in the words of the menu: all of them first.
LEFT: Mapping[str, tuple[str, ...]] = {
    ", ".join(names): names for size in range(4, 0, -1) for names in combinations(CHARGES, size)
}
ALL_LEFT = next(iter(LEFT))


@functools.lru_cache(maxsize=128)
def solved(values: str = PLAIN, bonus: int = 0, price: Fraction = PRICE) -> PhasePlan:
    """Return the plan of the four powers to pools of 12 against 12; every smaller pool is in it.

    Examples
    --------
    >>> solved().at(1, 0).value
    Fraction(1, 2)
    """
    worth = VALUES[one_of("values", values, tuple(VALUES))]
    powers = [
        Power(name, charge, value) for (name, charge), value in zip(CHARGES.items(), worth, strict=True)
    ]
    return plan_phase(powers, POOL, DENY_POOL, whole("bonus", bonus, 0, 2), price)


def solve_ahead(bonuses: Iterable[int] = range(3)) -> None:
    """Solve every choice of values and bonus, so that no control has to wait."""
    for bonus in bonuses:
        for values in VALUES:
            solved(values, bonus)


def move_words(move: Move) -> str:
    """Return a move in words.

    Examples
    --------
    >>> move_words(Move("smite", 1)), move_words(STOP)
    ('smite, 1 die', 'stop')
    """
    return "stop" if move == STOP else f"{move.power}, {dice_words(move.dice)}"


@functools.lru_cache(maxsize=1 << 14)
def best_moves(values: str, bonus: int, state: PhaseState) -> tuple[Move, ...]:
    """Return the move that the pictures show in a state, and after it every other best move.

    Of equal moves the one with the earlier power and then with the fewer dice is shown.
    """
    policy = solved(values, bonus).policy
    shown = policy(state)
    return shown, *sorted(policy.moves(state) - {shown}, key=lambda move: (move.dice, str(move.power)))


def other_power_too(policy: PhasePolicy, moves: tuple[Move, ...]) -> bool:
    """Say whether the best moves differ in more than the dice, or than two powers that are alike."""
    kinds = set()
    for move in moves:
        power = policy.game.powers.get(move.power)
        kinds.add((power.charge, power.value) if power else None)
    return len(kinds) > 1


@styled()
def move_map() -> Callable[..., Picture]:
    """Return a drawing function of the best next move for every pair of pools.

    The function takes ``values``, a name from `VALUES`, ``bonus``, 0 to 2, ``left``, a name from `LEFT`, and
    the pools ``own``, 1 to 12, and ``theirs``, 0 to 12, whose cell is framed.
    """
    solve_ahead()
    figure, axes = new_figure(height=4.9)
    axes.set_title("What to cast next, with how many dice (values assumed)")
    axes.set(xlabel="their dice", ylabel="your dice")
    colours = ListedColormap(["#ffffff", *COLOURS.values()])
    own_each, their_each = range(1, POOL + 1), range(DENY_POOL + 1)
    cells = CellMap(axes, their_each, own_each, colours, most=len(COLOURS))
    for name, colour in COLOURS.items():
        axes.plot([], [], "s", color=colour, markersize=10, label=name)
    axes.plot([], [], linestyle="none", marker="$*$", color="black", label="another power does as well")
    figure.legend(loc="outside lower left", ncols=6, columnspacing=1, handletextpad=0.2, fontsize=9)
    places = {name: place for place, name in enumerate(COLOURS, start=1)}

    def draw(values: str, bonus: int, left: str, own: int, theirs: int) -> Picture:
        policy = solved(values, bonus).policy
        untried = frozenset(LEFT[one_of("left", left, tuple(LEFT))])
        most = POOL - len(CHARGES) + len(untried)
        own = whole(f"own (with {len(untried)} of the powers left)", own, 1, most)
        theirs = whole("theirs", theirs, 0, DENY_POOL)
        moves = [
            [best_moves(values, bonus, PhaseState(untried, pool, against)) for against in their_each]
            for pool in range(1, most + 1)
        ]
        blank = [[""] * len(their_each)] * (POOL - most)
        cells.show(
            [[places[str(cell[0].power)] for cell in row] for row in moves]
            + [[0] * len(their_each)] * (POOL - most),
            [[_dice(policy, cell) for cell in row] for row in moves] + blank,
        )
        cells.frame([(theirs, own)])
        rows = tuple(
            (f"{against}", move_words(moves[own - 1][against][0]), _others(moves[own - 1][against]))
            for against in their_each
        )
        sentence = (
            f"With {own} dice against {theirs} and {left} left to cast: "
            f"{move_words(moves[own - 1][theirs][0])}."
        )
        return Picture(figure, sentence, Table(("their dice", f"with {own} dice", "equally good"), rows))

    return draw


def _dice(policy: PhasePolicy, moves: tuple[Move, ...]) -> str:
    mark = "*" if other_power_too(policy, moves) else ""
    return f"{moves[0].dice}{mark}" if moves[0] != STOP else "0"


def _others(moves: tuple[Move, ...]) -> str:
    return "; ".join(map(move_words, moves[1:]))


@styled()
def value_map() -> Callable[..., Picture]:
    """Return a drawing function of what the phase is worth for every pair of pools.

    The function takes ``values``, a name from `VALUES`, ``bonus``, 0 to 2, and the pools ``own``, 1 to 12,
    and ``theirs``, 0 to 12, whose cell is framed.
    """
    solve_ahead()
    figure, axes = new_figure(height=4.6)
    axes.set_title("What the phase is worth to the caster (values assumed)")
    axes.set(xlabel="their dice", ylabel="your dice")
    own_each, their_each = range(1, POOL + 1), range(DENY_POOL + 1)
    cells = CellMap(axes, their_each, own_each)

    def draw(values: str, bonus: int, own: int, theirs: int) -> Picture:
        policy = solved(values, bonus).policy
        whole("own", own, 1, POOL), whole("theirs", theirs, 0, DENY_POOL)
        worth = [
            [policy.value(PhaseState(policy.start.position, pool, against)) for against in their_each]
            for pool in own_each
        ]
        total = sum(VALUES[values])
        cells.show(
            [[float(cell / total) for cell in row] for row in worth],
            [[decimal(cell, 1) for cell in row] for row in worth],
        )
        cells.frame([(theirs, own)])
        now, alone = worth[own - 1][theirs], worth[own - 1][0]
        rows = tuple(
            (f"{against}", decimal(worth[own - 1][against], 3), decimal(alone - worth[own - 1][against], 3))
            for against in their_each
        )
        sentence = (
            f"{own} dice against {theirs} are worth {decimal(now)} points of {total}; "
            f"their dice take {decimal(alone - now)} points away."
        )
        return Picture(figure, sentence, Table(("their dice", f"your {own} dice", "taken away"), rows))

    return draw
