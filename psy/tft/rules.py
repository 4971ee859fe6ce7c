"""The modes of psionic combat and their table as one frozen object, read from data/tft.toml."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from itertools import product
from typing import Annotated, Any, Literal, NamedTuple

from psy.exact.arguments import whole
from psy.rulebook import Checked, Within, read

# What a rule file may hold: dice that one roll can take, and points that one pool can hold.
Dice = Annotated[int, Within(0, 20)]
Points = Annotated[int, Within(0, 200)]
Change = Annotated[int, Within(-200, 200)]
ContestDice = Annotated[int, Within(1, 100)]
Radius = Annotated[int, Within(0, 20)]
# With a larger margin a face of a single die would always pass and always fail.
Margin = Annotated[int, Within(0, 2)]


@dataclass(frozen=True)
class Psion:
    """One side of a combat: two attributes and the points left in the psychic pool, each 0 to 200.

    Raises
    ------
    TypeError, ValueError
        If a number is not whole or out of its range.

    Examples
    --------
    >>> Psion(iq=12, psi=11, pool=20)
    Psion(iq=12, psi=11, pool=20)
    """

    iq: int
    psi: int
    pool: int

    def __post_init__(self) -> None:
        for field in fields(self):
            object.__setattr__(self, field.name, whole(field.name, getattr(self, field.name), 0, 200))


@dataclass(frozen=True)
class Mode(Checked):
    """A way to attack or to defend, its price in pool points, and what sets it apart.

    Parameters
    ----------
    of
        For a more expensive form: the mode whose place in the table it uses.
    radius
        Hexes around its centre that it reaches, 0 for one figure only.
    hits_non_psions
        It also reaches figures without a pool.
    refunded
        Its price comes back to a defender who is not hurt.
    added_damage, brain_modifier
        Added to damage above 0, and to a roll on the brain damage table.
    """

    name: str
    cost: Points
    words: str
    source: str
    of: str | None = None
    radius: Radius = 0
    hits_non_psions: bool = False
    refunded: bool = False
    added_damage: Points = 0
    brain_modifier: Change = 0

    @property
    def place(self) -> str:
        """The row or column of the table that the mode uses."""
        return self.of or self.name

    @property
    def hexes(self) -> int:
        """How many hexes it reaches: 1, 7 or 19 with a radius of 0, 1 or 2."""
        return 1 + 3 * self.radius * (self.radius + 1)


@dataclass(frozen=True)
class Damage(Checked):
    """Points of damage: the dice and ``plus``, but never below ``least``."""

    dice: Dice = 0
    plus: Change = 0
    least: Points = 0


@dataclass(frozen=True)
class Undefended(Checked):
    """What the attack of that name does to a psion who chooses no defence: ``damage``, as in `Damage`."""

    name: str
    dice: Dice = 0
    plus: Change = 0
    least: Points = 0

    @property
    def damage(self) -> Damage:
        """Its points of damage."""
        return Damage(self.dice, self.plus, self.least)


@dataclass(frozen=True)
class Check(Checked):
    """Roll the dice at or under PSI, or take ``extra`` points of damage more."""

    dice: Dice
    extra: Points


@dataclass(frozen=True)
class BrainRoll(Checked):
    """Damage of ``at`` or more brings a roll on the brain damage table, with the modifier."""

    at: Annotated[int, Within(1, 200)]
    modifier: Change = 0


@dataclass(frozen=True)
class Contest(Checked):
    """A battle of wills: the loser takes the damage, and pays points to the winner."""

    starter: Literal["attacker", "defender"]
    fewer: Dice = 0
    damage: Damage = Damage()
    pays: Points = 0


@dataclass(frozen=True)
class Cell(Checked):
    """What one attack does to one defence."""

    attack: str
    defence: str
    words: str
    source: str
    damage: Damage = Damage()
    check: Check | None = None
    brain: BrainRoll | None = None
    contest: Contest | None = None
    attacker_pays: Points = 0
    refund: Points = 0
    dx_penalty: Points = 0
    iq_penalty: Points = 0


class Reading(NamedTuple):
    """What decides an exchange besides the modes and their place in the table.

    ``margin`` is how far from its ends a roll passes or fails automatically, or None if none does.
    """

    mask_refund_stacks: bool
    brain_roll_judged_by: str
    undecided: str
    most_contest_dice: int
    margin: int | None


@dataclass(frozen=True)
class Rules(Checked):
    """Psionic combat; make a variant with ``dataclasses.replace(RULES, undecided="again")``.

    Sources and statuses of the published values are in ``RULEBOOK.entries``.
    """

    attacks: tuple[Mode, ...]
    defences: tuple[Mode, ...]
    variants: tuple[str, ...]
    cells: tuple[Cell, ...]
    no_defence: tuple[Undefended, ...]
    mask_refund_stacks: bool
    brain_roll_judged_by: Literal["damage rolled", "points lost"]
    undecided: Literal["nothing", "again"]
    most_contest_dice: ContestDice
    automatic: bool
    automatic_margin: Margin
    penalty_turns: Annotated[int, Within(0, 20)]

    @cached_property
    def reading(self) -> Reading:
        """How the open questions of an exchange are read."""
        return Reading(
            self.mask_refund_stacks,
            self.brain_roll_judged_by,
            self.undecided,
            self.most_contest_dice,
            self.automatic_margin if self.automatic else None,
        )

    @cached_property
    def _hash(self) -> int:
        return hash(tuple(vars(self)[field.name] for field in fields(self)))

    def __hash__(self) -> int:
        # Worked out once: the rules are part of the key of every cached answer.
        return self._hash

    def __getstate__(self) -> dict[str, Any]:
        # Another process hashes strings in its own way, so the hash does not travel.
        return {name: value for name, value in self.__dict__.items() if name != "_hash"}

    def __post_init__(self) -> None:
        super().__post_init__()
        sides = {"attack": self.attacks, "defence": self.defences}
        known = {side: {mode.name for mode in modes if not mode.of} for side, modes in sides.items()}
        for side, modes in sides.items():
            names = [mode.name for mode in modes]
            if len({*names, "nothing"}) <= len(names):
                raise ValueError(f"{side}s must have names of their own, not {names!r}")
            if wrong := [mode.name for mode in modes if mode.of and mode.of not in known[side]]:
                raise ValueError(f"{side}s must be forms of another {side}, not {', '.join(wrong)}")
        _once(
            "cells",
            "every attack against every defence",
            [(cell.attack, cell.defence) for cell in self.cells],
            set(product(known["attack"], known["defence"])),
        )
        _once("no_defence", "every attack", [row.name for row in self.no_defence], known["attack"])
        forms = [mode.name for mode in (*self.attacks, *self.defences) if mode.of]
        if not set(self.variants) <= set(forms):
            raise ValueError(f"variants must be of {', '.join(forms)}, not {self.variants!r}")
        fewest = max((cell.contest.fewer for cell in self.cells if cell.contest), default=0)
        if fewest > self.most_contest_dice:
            raise ValueError(
                f"most_contest_dice must be at least {fewest}, which a cell takes off, "
                f"not {self.most_contest_dice}"
            )


def _once(key: str, what: str, found: Sequence[Any], wanted: set[Any]) -> None:
    if set(found) != wanted or len(found) != len(wanted):
        wrong = sorted(set(found) ^ wanted) or "one that is there twice"
        raise ValueError(f"{key} must hold {what} once, not {wrong}")


RULEBOOK = read("tft.toml", Rules)
RULES = RULEBOOK.rules
