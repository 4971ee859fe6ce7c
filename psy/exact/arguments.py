"""Checks at the public door: the wrong kind is a TypeError, the wrong value a ValueError."""

from collections.abc import Iterable
from fractions import Fraction
from numbers import Integral, Rational
from typing import Any, TypeVar

Kind = TypeVar("Kind")


def whole(name: str, value: object, low: int = 0, high: int | None = None) -> int:
    """Return ``value`` as an int, or refuse it with the range that is allowed.

    Parameters
    ----------
    name
        The argument's name, for the message.
    value
        Any integer, numpy's included. ``True`` is no number of dice, and 3.0 no integer.
    low, high
        The allowed range, both ends included; ``high=None`` means no upper end.

    Raises
    ------
    TypeError
        If ``value`` is not an integer.
    ValueError
        If it is outside the range.

    Examples
    --------
    >>> whole("dice", 3, 0, 100)
    3
    >>> whole("dice", -1, 0, 100)
    Traceback (most recent call last):
    ValueError: dice must be a whole number from 0 to 100, not -1
    """
    if type(value) is not int:
        if isinstance(value, bool) or not isinstance(value, Integral):
            raise TypeError(_whole_problem(name, value, low, high))
        value = int(value)
    if value < low or (high is not None and value > high):
        raise ValueError(_whole_problem(name, value, low, high))
    return value


def _whole_problem(name: str, value: object, low: int, high: int | None) -> str:
    allowed = f"from {low} to {high}" if high is not None else f"of at least {low}"
    return f"{name} must be a whole number {allowed}, not {value!r}"


def rational(name: str, value: object, low: int | None = None, high: int | None = None) -> Fraction:
    """Return ``value``, an int or a Fraction, as a Fraction, or refuse it.

    A float is refused: 0.1 is not one tenth, so an exact result could not keep its word.

    Raises
    ------
    TypeError
        If ``value`` is neither an integer nor a fraction.
    ValueError
        If it is outside ``low`` to ``high``.

    Examples
    --------
    >>> rational("price", 2)
    Fraction(2, 1)
    >>> rational("price", 0.5)
    Traceback (most recent call last):
    TypeError: price must be an integer or a Fraction, not 0.5
    """
    bounds = [f"at least {low}"] * (low is not None) + [f"at most {high}"] * (high is not None)
    problem = " ".join([f"{name} must be an integer or a Fraction", " and ".join(bounds)]).strip()
    problem = f"{problem}, not {value!r}"
    if isinstance(value, bool) or not isinstance(value, Rational):
        raise TypeError(problem)
    exact = Fraction(int(value.numerator), int(value.denominator))
    if (low is not None and exact < low) or (high is not None and exact > high):
        raise ValueError(problem)
    return exact


def one_of(name: str, value: object, allowed: tuple[str, ...]) -> str:
    """Return ``value`` if it is one of the ``allowed`` words, or refuse it.

    Raises
    ------
    TypeError
        If ``value`` is not a string.
    ValueError
        If it is another word.

    Examples
    --------
    >>> one_of("goal", "best", ("clean", "success"))
    Traceback (most recent call last):
    ValueError: goal must be one of 'clean', 'success', not 'best'
    """
    problem = f"{name} must be one of {', '.join(map(repr, allowed))}, not {value!r}"
    if not isinstance(value, str):
        raise TypeError(problem)
    if value not in allowed:
        raise ValueError(problem)
    return value


def instance(name: str, value: object, kind: type[Kind]) -> Kind:
    """Return ``value`` if it is an object of that kind, or refuse it.

    Raises
    ------
    TypeError
        If it is anything else.

    Examples
    --------
    >>> instance("rules", "harsh", Fraction)
    Traceback (most recent call last):
    TypeError: rules must be a Fraction (of fractions), not 'harsh'
    """
    if not isinstance(value, kind):
        raise TypeError(f"{name} must be a {kind.__name__} (of {kind.__module__}), not {value!r}")
    return value


def several(name: str, value: object, what: str) -> list[Any]:
    """Return the items of ``value`` as a list, or refuse what has none; a text is no list of things.

    Parameters
    ----------
    name
        The argument's name, for the message.
    value
        Anything that can be iterated over.
    what
        What its items are, for the message.

    Raises
    ------
    TypeError
        If ``value`` is a text or cannot be iterated over.

    Examples
    --------
    >>> several("costs", 0, "warp charges")
    Traceback (most recent call last):
    TypeError: costs must be a list of warp charges, not 0
    """
    if isinstance(value, str | bytes) or not isinstance(value, Iterable):
        raise TypeError(f"{name} must be a list of {what}, not {value!r}")
    return list(value)
