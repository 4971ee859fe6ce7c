"""Units that a power may be aimed at: who may deny it there, by what the unit is."""

from collections.abc import Mapping
from typing import NamedTuple

from psy.wh40k.deny_bonus import Unit


class Target(NamedTuple):
    """A unit that a power is aimed at, and whose psychic hood may help it."""

    unit: Unit | None
    hood: Unit | None = None


_LIBRARIAN = Unit(mastery=2)
TARGETS: Mapping[str, Target] = {
    "no unit of theirs": Target(None, _LIBRARIAN),
    "a plain unit": Target(Unit()),
    "adamantium will": Target(Unit(adamantium_will=True)),
    "a psyker of mastery 2": Target(_LIBRARIAN),
    "mastery 2, adamantium will": Target(Unit(2, adamantium_will=True)),
    "plain, hood of mastery 2": Target(Unit(), _LIBRARIAN),
    "adamantium will, hood": Target(Unit(adamantium_will=True), _LIBRARIAN),
}
