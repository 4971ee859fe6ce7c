"""How numbers, chances and names are said in sentences."""

from collections.abc import Iterable
from fractions import Fraction

from psy.view.numbers import percent

_IRREGULAR = {"die": "dice"}
# A chance of a solver in floats below this is rounding.
_NONE = 1e-6


def plural(number: int, noun: str) -> str:
    """Return a number of things.

    Examples
    --------
    >>> plural(1, "wound"), plural(2, "wound"), plural(0, "test"), plural(3, "die")
    ('1 wound', '2 wounds', '0 tests', '3 dice')
    """
    return f"{number} {noun if number == 1 else _IRREGULAR.get(noun, f'{noun}s')}"


def share(chance: Fraction | float) -> str:
    """Return a chance in whole percent; only what is certain is called 0% or 100%.

    Examples
    --------
    >>> share(Fraction(1, 3)), share(Fraction(1, 900)), share(0), share(0.9999)
    ('33%', 'under 1%', '0%', 'over 99%')
    """
    whole, rounding = percent(Fraction(chance), 0), _NONE if isinstance(chance, float) else 0
    if rounding < chance < 1 - rounding:
        return {"0%": "under 1%", "100%": "over 99%"}.get(whole, whole)
    return whole


def listed(names: Iterable[str]) -> str:
    """Return names with commas and an "and".

    Examples
    --------
    >>> listed(["blast", "stab", "crush"]), listed(["stab"])
    ('blast, stab and crush', 'stab')
    """
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last
