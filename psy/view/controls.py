"""What a reader moves: controls with their bounds, and pictures that say which controls they have.

A picture is a drawing function whose arguments are annotated with their controls, under `picture`. Bounds
are said there and nowhere else: `explore`, ``psy report --set`` and the tests read them from the picture.
"""

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, ParamSpec, get_type_hints

from psy.exact.arguments import instance, one_of, several, whole
from psy.view.chart import Chart

P = ParamSpec("P")
Rows = tuple[tuple[int | str, ...], ...]
Value = int | str | Rows


@dataclass(frozen=True)
class Slider:
    """A whole number between two ends.

    Parameters
    ----------
    label
        What the number is, in the reader's words.
    low, high
        The ends, both allowed.
    mailed
        The numbers that a page keeps, of a picture that is slow or has too many settings; else all of them.

    Examples
    --------
    >>> Slider("dice thrown", 0, 20).check("dice", 21)
    Traceback (most recent call last):
    ValueError: dice must be a whole number from 0 to 20, not 21
    """

    label: str
    low: int
    high: int
    mailed: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        whole(f"the high end of {self.label}", self.high, self.low)
        for number in self.mailed:
            self.check(self.label, number)

    @property
    def values(self) -> tuple[int, ...]:
        """All the numbers."""
        return tuple(range(self.low, self.high + 1))

    @property
    def allowed(self) -> str:
        """What can be typed, in words."""
        return f"{self.low} to {self.high}"

    def check(self, name: str, value: object) -> int:
        """Return a number within the bounds, or refuse it under the name of its argument."""
        return whole(name, value, self.low, self.high)

    def read(self, text: str) -> int:
        """Return the number that was typed."""
        try:
            number = int(text)
        except ValueError:
            problem = f"{self.label} must be a whole number from {self.low} to {self.high}, not {text!r}"
            raise ValueError(problem) from None
        return self.check(self.label, number)


@dataclass(frozen=True)
class Menu:
    """One word of several.

    Parameters
    ----------
    label
        What is chosen, in the reader's words.
    values
        All the words, in their order.
    mailed
        The words that a page keeps, of a picture that is slow or has too many settings; else all of them.

    Examples
    --------
    >>> Menu("perils on", ("two sixes", "any double")).read("any double")
    'any double'
    """

    label: str
    values: tuple[str, ...]
    mailed: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for word in self.mailed:
            self.check(self.label, word)

    @property
    def allowed(self) -> str:
        """What can be typed, in words."""
        return " | ".join(self.values)

    def check(self, name: str, value: object) -> str:
        """Return one of the words, or refuse another under the name of its argument."""
        return one_of(name, value, self.values)

    def read(self, text: str) -> str:
        """Return the word that was typed."""
        return self.check(self.label, text)


@dataclass(frozen=True)
class Text:
    """A short name of the reader's own, in a column of a `Sheet`."""

    label: str
    longest: int = 24

    def check(self, name: str, value: object) -> str:
        """Return a name of at most so many letters, or refuse it."""
        text = instance(name, value, str).strip()
        if not 0 < len(text) <= self.longest:
            raise ValueError(f"{name} must be a text of 1 to {self.longest} letters, not {value!r}")
        return text


@dataclass(frozen=True)
class Sheet:
    """A small table that a reader fills in: powers, cards, squads.

    Its value is a tuple of rows, each a tuple with a cell for each column. A page, and ``--set``, offer the
    named examples; the name of an example stands for its rows wherever a value is expected.

    Parameters
    ----------
    label
        What the rows are, in the reader's words.
    columns
        A `Text`, `Slider` or `Menu` for each column.
    examples
        Rows by name, the first to begin with.
    most
        The most rows.
    mailed
        The examples that a page keeps, where these are not all.

    Examples
    --------
    >>> powers = Sheet("powers", (Text("name"), Slider("charge", 1, 3)), {"one": (("smite", 1),)})
    >>> powers.check("powers", "one"), powers.check("powers", [["doom", 2]])
    ((('smite', 1),), (('doom', 2),))
    >>> powers.check("powers", [["doom", 4]])
    Traceback (most recent call last):
    ValueError: charge in row 1 of powers must be a whole number from 1 to 3, not 4
    """

    label: str
    columns: tuple[Text | Slider | Menu, ...]
    examples: Mapping[str, Rows]
    most: int = 8
    mailed: tuple[str, ...] = ()

    @property
    def values(self) -> tuple[str, ...]:
        """The names of the examples."""
        return tuple(self.examples)

    @property
    def allowed(self) -> str:
        """What can be typed, in words."""
        return " | ".join(self.examples)

    def check(self, name: str, value: object) -> Rows:
        """Return rows within the bounds of their columns, or refuse them."""
        if isinstance(value, str):
            return self.examples[one_of(name, value, self.values)]
        rows = several(name, value, "rows")
        if not 0 < len(rows) <= self.most:
            raise ValueError(f"{name} must have 1 to {self.most} rows, not {len(rows)}")
        return tuple(self._row(name, number, row) for number, row in enumerate(rows, start=1))

    def read(self, text: str) -> Rows:
        """Return the rows of the example that was typed."""
        return self.check(self.label, text)

    def _row(self, name: str, number: int, row: object) -> tuple[int | str, ...]:
        cells = several(f"row {number} of {name}", row, "cells")
        if len(cells) != len(self.columns):
            raise ValueError(f"row {number} of {name} must have {len(self.columns)} cells, not {len(cells)}")
        pairs = zip(self.columns, cells, strict=True)
        return tuple(
            column.check(f"{column.label} in row {number} of {name}", cell) for column, cell in pairs
        )


Control = Slider | Menu | Sheet


@dataclass(frozen=True)
class Opened:
    """A control at a value: what a notebook's settings cell makes and ``psy report NAME --set`` moves.

    Examples
    --------
    >>> Opened(Slider("dice thrown", 0, 20), 4).read("6").value
    6
    """

    control: Control
    value: Any

    def __post_init__(self) -> None:
        object.__setattr__(self, "value", self.control.check(self.label, self.value))

    @property
    def label(self) -> str:
        """What is chosen, in the reader's words."""
        return self.control.label

    def at(self, value: Any) -> "Opened":
        """Return the same control at another value."""
        return Opened(self.control, value)

    def read(self, text: str) -> "Opened":
        """Return the same control at a value that was typed."""
        return Opened(self.control, self.control.read(text))


class Picture(Generic[P]):
    """A drawing function and its controls: called with values it returns their `Chart`.

    Each value is checked once, against its control, so that the drawing itself need not.

    Raises
    ------
    TypeError
        If an argument has no control in its annotation, or no default.
    """

    def __init__(self, draw: Callable[P, Chart]) -> None:
        self.draw = draw
        self.name = draw.__name__
        self.__doc__ = draw.__doc__
        self.__name__, self.__qualname__, self.__module__ = draw.__name__, draw.__qualname__, draw.__module__
        self._signature = inspect.signature(draw)
        hints = get_type_hints(draw, include_extras=True)
        names = self._signature.parameters
        self.controls: Mapping[str, Control] = {name: _control(self.name, name, hints) for name in names}
        defaults = {name: parameter.default for name, parameter in names.items()}
        self.defaults: Mapping[str, Any] = {
            name: control.check(f"{self.name}: {name}", defaults[name])
            for name, control in self.controls.items()
        }

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> Chart:
        """Return the chart of these values; an argument that is left out has its default."""
        given = self._signature.bind(*args, **kwargs).arguments
        values = {name: self.controls[name].check(name, value) for name, value in given.items()}
        return self.draw(**{**self.defaults, **values})  # type: ignore[call-arg]

    def control(self, name: str, value: Any = None) -> Opened:
        """Return one of its controls at a value, at its default unless named: for a settings cell.

        Raises
        ------
        TypeError, ValueError
            If the picture has no such control, or the value is not within its bounds.
        """
        one_of("name", name, tuple(self.controls))
        return Opened(self.controls[name], self.defaults[name] if value is None else value)

    def opened(self, values: Mapping[str, Any]) -> dict[str, Opened]:
        """Return all its controls: at the values given, `Opened` or plain, and at their defaults.

        Raises
        ------
        TypeError, ValueError
            If a name is not one of its controls, or a value is not within its bounds.
        """
        for name in values:
            one_of("name", name, tuple(self.controls))
        plain = {name: value.value if isinstance(value, Opened) else value for name, value in values.items()}
        return {name: self.control(name, plain.get(name)) for name in self.controls}

    def __repr__(self) -> str:
        return f"{self.name}({', '.join(self.controls)})"


def picture(draw: Callable[P, Chart]) -> Picture[P]:
    """Make a `Picture` of a drawing function, whose arguments are annotated with their controls.

    Examples
    --------
    >>> from typing import Annotated
    >>> from psy.view.chart import Panel, Table
    >>> @picture
    ... def blank(dice: Annotated[int, Slider("dice thrown", 0, 20)] = 4) -> Chart:
    ...     return Chart("Nothing", (Panel(()),), f"{dice} dice.", Table((), ()))
    >>> blank(dice=6).sentence, blank.control("dice").value
    ('6 dice.', 4)
    >>> blank(21)
    Traceback (most recent call last):
    ValueError: dice must be a whole number from 0 to 20, not 21
    """
    return Picture(draw)


def _control(picture: str, name: str, hints: Mapping[str, Any]) -> Control:
    for about in getattr(hints.get(name), "__metadata__", ()):
        if isinstance(about, Control):
            return about
    raise TypeError(f"{picture}: {name} must be annotated with its control")
