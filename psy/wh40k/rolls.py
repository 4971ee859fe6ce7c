"""One roll of dice, face by face: the smallest case of casting, to be listed and counted by hand."""

from collections.abc import Sequence

from psy.exact.arguments import instance, several, whole
from psy.wh40k.rules import RULES, Rules

CLEAN, TAINTED, FAILED, SPOILED = FATES = (
    "cast without perils",
    "cast with perils",
    "not cast",
    "not cast, with perils",
)


def fate_of_roll(roll: Sequence[int], charge: int, rules: Rules = RULES) -> str:
    """Return what one roll of dice does to a power: one of the `FATES`.

    Parameters
    ----------
    roll
        The faces shown, each 1 to 6.
    charge
        Warp charge of the power, 0 or more.

    Raises
    ------
    TypeError, ValueError
        If an argument is of the wrong kind or out of its range.

    Examples
    --------
    >>> fate_of_roll((6, 6), 1), fate_of_roll((4, 1), 2)
    ('cast with perils', 'not cast')
    """
    faces = [whole("a face", face, 1, 6) for face in several("roll", roll, "faces")]
    perils = instance("rules", rules, Rules).perils
    watched = range(1, 7) if perils.face is None else [perils.face]
    is_cast = sum(face >= rules.harness for face in faces) >= whole("charge", charge)
    has_perils = any(faces.count(face) >= perils.count for face in watched)
    return FATES[2 * (not is_cast) + has_perils]
