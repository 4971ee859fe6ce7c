"""How a number is written: percentages rounded half up, and short fractions in full."""

from fractions import Fraction

# A fraction is written out while a person can still read it.
_LONGEST = 10**9


def percent(chance: Fraction | int, digits: int = 2) -> str:
    """Return a chance as a percentage, a half rounded up.

    Examples
    --------
    >>> percent(Fraction(21, 32)), percent(Fraction(1, 3), digits=0)
    ('65.63%', '33%')
    """
    return decimal(Fraction(chance) * 100, digits) + "%"


def decimal(number: Fraction | int, digits: int = 2) -> str:
    """Return a number with so many decimals, a half rounded away from zero.

    Examples
    --------
    >>> decimal(Fraction(21, 8)), decimal(Fraction(-1, 8))
    ('2.63', '-0.13')
    """
    scaled = int(abs(Fraction(number)) * 10**digits + Fraction(1, 2))
    whole, rest = divmod(scaled, 10**digits)
    sign = "-" if number < 0 and scaled else ""
    return f"{sign}{whole}" + (f".{rest:0{digits}}" if digits else "")


def exactly(number: Fraction | int) -> str:
    """Return a number as a fraction, or nothing when the fraction is too long to read.

    Examples
    --------
    >>> exactly(Fraction(3, 4)), exactly(Fraction(1, 6**20))
    ('3/4', '')
    """
    return str(Fraction(number)) if Fraction(number).denominator < _LONGEST else ""
