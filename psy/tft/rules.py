"""The modes of psionic combat and their table as one frozen object, read from data/tft.toml."""

from dataclasses import dataclass, fields
from functools import cached_property
from itertools import product
from typing import Any, Literal

from psy.exact.arguments import whole
from psy.rulebook import Checked, Count, Positive, read


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
        For a dearer form: the mode whose place in the table it uses.
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
    cost: Count
    words: str
    source: str
    of: str | None = None
    radius: Count = 0
    hits_non_psions: bool = False
    refunded: bool = False
    added_damage: Count = 0
    brain_modifier: int = 0

    @property
    def place(self) -> str:
        """The row or column of the table that the mode uses."""
        return self.of or self.name


@dataclass(frozen=True)
class Damage(Checked):
    """Points of damage: the dice and ``plus``, but never below ``least``."""

    dice: Count = 0
    plus: int = 0
    least: Count = 0


@dataclass(frozen=True)
class Check(Checked):
    """Roll the dice at or under PSI, or take ``extra`` points of damage more."""

    dice: Count
    extra: Count


@dataclass(frozen=True)
class BrainRoll(Checked):
    """Damage of ``at`` or more brings a roll on the brain damage table, with the modifier."""

    at: Positive
    modifier: int = 0


@dataclass(frozen=True)
class Contest(Checked):
    """A battle of wills: the loser takes the damage, and pays points to the winner."""

    starter: Literal["attacker", "defender"]
    fewer: Count = 0
    damage: Damage = Damage()
    pays: Count = 0


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
    attacker_pays: Count = 0
    refund: Count = 0
    dx_penalty: Count = 0
    iq_penalty: Count = 0


@dataclass(frozen=True)
class Rules(Checked):
    """Psionic combat; make a variant with ``dataclasses.replace(RULES, undecided="again")``.

    Sources and statuses of the published values are in ``RULEBOOK.entries``.
    """

    attacks: tuple[Mode, ...]
    defences: tuple[Mode, ...]
    variants: tuple[str, ...]
    cells: tuple[Cell, ...]
    no_defence: Damage
    mask_refund_stacks: bool
    brain_roll_judged_by: Literal["damage rolled", "points lost"]
    undecided: Literal["nothing", "again"]
    most_contest_dice: Positive
    penalty_turns: Count

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
        places = {(cell.attack, cell.defence) for cell in self.cells}
        wanted = set(product(*({mode.place for mode in side} for side in (self.attacks, self.defences))))
        if places != wanted or len(self.cells) != len(wanted):
            wrong = sorted(places ^ wanted) or "a pair that is there twice"
            raise ValueError(f"cells must hold every attack against every defence once, not {wrong}")
        dearer = [mode.name for mode in (*self.attacks, *self.defences) if mode.of]
        if not set(self.variants) <= set(dearer):
            raise ValueError(f"variants must be of {', '.join(dearer)}, not {self.variants!r}")


RULEBOOK = read("tft.toml", Rules)
RULES = RULEBOOK.rules
