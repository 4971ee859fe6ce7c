"""The rules of the psychic phase as one frozen object, read from data/wh40k.toml."""

from dataclasses import dataclass
from typing import Annotated, Literal

from psy.rulebook import Checked, Count, Face, Positive, Target, Within, read

# Ends that keep every calculation short.
DieSize = Annotated[int, Within(1, 100)]
DisciplineSize = Annotated[int, Within(1, 20)]
LeadershipDice = Annotated[int, Within(1, 10)]
PerilsCount = Annotated[int, Within(1, 100)]

Effect = Literal["wound", "removed", "unit hits", "power lost", "charges drained", "surge"]


@dataclass(frozen=True)
class PerilsRule(Checked):
    """When a psychic test brings perils: at least ``count`` dice show the same ``face`` before modifiers.

    Parameters
    ----------
    face
        1 to 6, or None for any face.
    count
        How many equal dice it takes, 1 to 100: as many as may be thrown.

    Examples
    --------
    The published rule, and the rule for the wrong caster of Daemonology:

    >>> PerilsRule(face=6, count=2), PerilsRule(face=None, count=2)
    (PerilsRule(face=6, count=2), PerilsRule(face=None, count=2))
    """

    face: Face | None
    count: PerilsCount


@dataclass(frozen=True)
class PerilsResult(Checked):
    """One row of the perils table: its effects in any case, and after a passed or failed leadership test."""

    roll: Face
    name: str
    always: tuple[Effect, ...]
    passed: tuple[Effect, ...]
    failed: tuple[Effect, ...]


@dataclass(frozen=True)
class DenyBonus(Checked):
    """What is added to each deny die for a fact about the target unit."""

    psyker: Count
    higher_mastery: Count
    adamantium_will: Count


@dataclass(frozen=True)
class UnitHits(Checked):
    """The hits on the unit of a psyker who is dragged into the warp."""

    strength: Positive
    ap: Positive


@dataclass(frozen=True)
class PowerKind(Checked):
    """One kind of psychic powers: whom it is aimed at, how it is denied, what it needs to hit, how it stacks.

    Parameters
    ----------
    name
        Its name.
    aimed_at
        Whom it affects.
    deny_bonus
        Whether the target unit's modifiers help to deny it.
    to_hit
        What it needs to hit once it is cast.
    stacks
        Whether the same power twice on one unit counts twice.
    note
        What else is true of it.
    """

    name: str
    aimed_at: Literal["own unit", "friendly units", "enemy units", "any units", "new unit"]
    deny_bonus: bool
    to_hit: Literal["nothing", "the psyker's own skill", "hits automatically"]
    stacks: bool
    note: str


@dataclass(frozen=True)
class Rules(Checked):
    """The psychic phase; make a variant with ``dataclasses.replace(RULES, harness=3)``.

    Sources and statuses of the published values are in ``RULEBOOK.entries``.
    """

    harness: Target
    perils: PerilsRule
    daemonology_perils: PerilsRule
    warp_charge_die: DieSize
    discipline_size: DisciplineSize
    capped_by_mastery: bool
    deny_target: Target
    deny_bonus: DenyBonus
    hood_range: Count
    hood_joins_unit: bool
    feel_no_pain_allowed: bool
    leadership_dice: LeadershipDice
    drain_die: DieSize
    hit_die: DieSize
    unit_hits: UnitHits
    hit_wounds_on: Target | Literal["never"]
    surge_save: Target
    perils_table: tuple[PerilsResult, ...]
    ends_at_failure: bool
    attempts_by_mastery: bool
    power_kinds: tuple[PowerKind, ...]

    def __post_init__(self) -> None:
        super().__post_init__()
        rolls = [row.roll for row in self.perils_table]
        if sorted(rolls) != [1, 2, 3, 4, 5, 6]:
            raise ValueError(f"perils_table has rows for {rolls}: must be one row for each roll from 1 to 6")


RULEBOOK = read("wh40k.toml", Rules)
RULES = RULEBOOK.rules
