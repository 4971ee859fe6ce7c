"""The rules of attacks, squads and scenarios as one frozen object, read from data/prospero_battles.toml."""

from dataclasses import dataclass
from typing import Annotated, Literal

from psy.rulebook import Checked, Positive, Status, Within, read

Side = Literal["traitor", "loyalist"]
Size = Annotated[int, Within(2, 20)]
Points = Annotated[int, Within(0, 20)]
Life = Annotated[int, Within(1, 100)]
Number = Annotated[int, Within(0, 100)]
# So many dice one attack may have.
AttackDice = Annotated[int, Within(0, 40)]
Capacity = Annotated[int, Within(1, 12)]


@dataclass(frozen=True)
class AttackRule(Checked):
    """How a pair of dice is won: the attack die must be higher, and is critical from a face on.

    Parameters
    ----------
    die
        The die of a model without a better weapon, and of armour that is no better.
    critical_at
        The lowest face of a critical hit.
    damage, critical_damage
        Points of damage of a pair won, and of one won with a critical hit, which cannot be less.
    ties_hit
        Whether an equal pair is a hit as well.

    Examples
    --------
    >>> AttackRule(6, 6, 2, 1, False)
    Traceback (most recent call last):
    ValueError: critical_damage = 1: must be at least the damage, 2
    """

    die: Size
    critical_at: Positive
    damage: Number
    critical_damage: Number
    ties_hit: bool

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.critical_damage < self.damage:
            raise ValueError(
                f"critical_damage = {self.critical_damage}: must be at least the damage, {self.damage}"
            )

    def of_pair(self, attack: int, armour: int) -> int:
        """Return the damage of one pair of dice by the faces that they show."""
        won = attack > armour or (self.ties_hit and attack == armour)
        return self.points(attack)[-1] if won else 0

    def points(self, largest: int) -> tuple[int, ...]:
        """Return the damage of a pair won with each face from 1 to the largest."""
        return tuple(
            self.damage if face < self.critical_at else self.critical_damage for face in range(1, largest + 1)
        )


@dataclass(frozen=True)
class InitiativeRule(Checked):
    """Who moves and attacks first in a round."""

    die: Size
    ties: Literal["rolled again", "traitor", "loyalist"]


@dataclass(frozen=True)
class StatueRule(Checked):
    """The Statue of the Emperor."""

    life: Life
    armour: Size


@dataclass(frozen=True)
class ArrivalRule(Checked):
    """A first squad stands in the red zones, and each round a die for every zone may bring one more."""

    die: Size
    arrives_on: Positive
    first_squad: Number
    reserve: Number
    rounds: Number


@dataclass(frozen=True)
class TokenRule(Checked):
    """The target token of the volcano cannon: a die each, and the die of the blast on its neighbours."""

    die: Size
    rounds: Number
    blast_die: Size


@dataclass(frozen=True)
class PsychicDuelRule(Checked):
    """The number that counts up while Ahriman duels, from the start to the end."""

    traitor_die: Size
    loyalist_die: Size
    start: Number
    end: Number

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.start > self.end:
            raise ValueError(f"start = {self.start}: must be at most the end, {self.end}")


@dataclass(frozen=True)
class PrimarchsDuelRule(Checked):
    """A die each, every round."""

    die: Size
    rounds: Number


@dataclass(frozen=True)
class LavaRule(Checked):
    """The die of every teleport onto the tormented ground."""

    die: Size
    dies_on: Positive
    teleports: Number


@dataclass(frozen=True)
class BombardmentRule(Checked):
    """How many attack dice each face of a die brings, and their size."""

    dice: tuple[AttackDice, ...]
    die: Size

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.dice:
            raise ValueError("dice = []: must have at least one number of attack dice")


@dataclass(frozen=True)
class Gear(Checked):
    """A weapon in one of its uses, a shield or a banner; ``reach`` None is any distance."""

    name: str
    use: Literal["close combat", "shooting", "armour", "banner"]
    die: Size
    reach: Positive | None
    status: Status


@dataclass(frozen=True)
class Loadout(Checked):
    """A way to equip a model: places and what may fill each; ``most`` None is the whole squad."""

    places: tuple[tuple[str, ...], ...]
    most: Positive | None


@dataclass(frozen=True)
class ModelKind(Checked):
    """A kind of miniature; ``most`` of it belong to one squad, and it takes ``size`` places of a zone."""

    name: str
    squad: str
    life: Life
    armour: Size
    size: Positive
    most: Positive
    status: Status
    loadouts: tuple[Loadout, ...]
    extras: tuple[str, ...]


@dataclass(frozen=True)
class ForceSquads(Checked):
    """How many squads of a kind one side has."""

    side: Side
    squad: str
    squads: Positive


@dataclass(frozen=True)
class SampleSquad(Checked):
    """A combat squad to start from: each model is its name and the gear that tells it apart."""

    name: str
    side: Side
    models: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Scenario(Checked):
    """One scenario in own words; ``cult`` None: all powers at random."""

    number: Positive
    name: str
    loyalist: tuple[str, ...]
    traitor: tuple[str, ...]
    cult: str | None
    ends: str
    dice: str


@dataclass(frozen=True)
class BattleRules(Checked):
    """Attacks, squads and scenarios; make a variant with ``dataclasses.replace``.

    Sources and statuses of the values are in ``BATTLE_RULEBOOK.entries``.
    """

    attack: AttackRule
    zone_capacity: Capacity
    initiative: InitiativeRule
    statue: StatueRule
    arrivals: ArrivalRule
    red_zones: Number
    statue_attackers: Number
    target_token: TokenRule
    siege_casts: Points
    psychic_duel: PsychicDuelRule
    primarchs_duel: PrimarchsDuelRule
    lava: LavaRule
    bombardment: BombardmentRule
    storm_die: Size
    inferno_die: Size
    gear: tuple[Gear, ...]
    models: tuple[ModelKind, ...]
    forces: tuple[ForceSquads, ...]
    sample_squads: tuple[SampleSquad, ...]
    scenarios: tuple[Scenario, ...]

    @property
    def last_rounds(self) -> dict[int, int]:
        """The last round of each scenario that has one."""
        return {2: self.arrivals.rounds, 3: self.target_token.rounds, 6: self.primarchs_duel.rounds}

    def __post_init__(self) -> None:
        super().__post_init__()
        gear = {item.name for item in self.gear}
        sizes = {kind.name: kind.size for kind in self.models}
        for kind in self.models:
            places = (place for loadout in kind.loadouts for place in loadout.places)
            _known(
                "gear",
                f"models: {kind.name}",
                {*kind.extras, *(name for one in places for name in one)},
                gear,
            )
        for force in self.forces:
            _known("squad", "forces", {force.squad}, {kind.squad for kind in self.models})
        for sample in self.sample_squads:
            where = f"sample_squads: {sample.name}"
            _known("model", where, {model[0] for model in sample.models}, set(sizes))
            places_taken = sum(sizes[model[0]] for model in sample.models)
            if places_taken > self.zone_capacity:
                raise ValueError(
                    f"{where} takes {places_taken} places of a zone; zone_capacity is {self.zone_capacity}"
                )


def _known(what: str, where: str, names: set[str], known: set[str]) -> None:
    """Refuse a name that no other row of the rules explains."""
    for name in sorted(names - known):
        raise ValueError(f"{where} has the {what} {name!r}, which is none of {', '.join(sorted(known))}")


BATTLE_RULEBOOK = read("prospero_battles.toml", BattleRules)
BATTLE_RULES = BATTLE_RULEBOOK.rules
