"""The choices a reader has in front of a picture: a number on a slider, a word from a menu."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from psy.exact.arguments import one_of, whole
from psy.view.controls import Opened


@dataclass(frozen=True)
class Slider:
    """A whole number between two ends.

    Parameters
    ----------
    label
        What the number is, in the reader's words.
    value
        The number at the start.
    low, high
        The ends, both allowed.
    mailed
        The numbers for which a report holds a picture; all of them unless named.

    Examples
    --------
    >>> Slider("dice thrown", 4, low=0, high=20).at(21)
    Traceback (most recent call last):
    ValueError: dice thrown must be a whole number from 0 to 20, not 21
    """

    label: str
    value: int
    low: int
    high: int
    mailed: Sequence[int] = ()

    def __post_init__(self) -> None:
        for number in (self.value, *self.mailed):
            whole(self.label, number, self.low, self.high)

    def at(self, value: int) -> "Slider":
        """Return the same slider at another number."""
        return replace(self, value=whole(self.label, value, self.low, self.high))

    def read(self, text: str) -> "Slider":
        """Return the same slider at a number that was typed."""
        try:
            number = int(text)
        except ValueError:
            raise ValueError(
                f"{self.label} must be a whole number from {self.low} to {self.high}, not {text!r}"
            ) from None
        return self.at(number)

    @property
    def frames(self) -> tuple[int, ...]:
        """The numbers that a report shows, the one at the start among them."""
        return tuple(sorted({*(self.mailed or range(self.low, self.high + 1)), self.value}))


@dataclass(frozen=True)
class Menu:
    """One word of several.

    Parameters
    ----------
    label
        What is chosen, in the reader's words.
    value
        The word at the start.
    options
        All the words, in their order.
    mailed
        The words for which a report holds a picture; all of them unless named.

    Examples
    --------
    >>> Menu("perils on", "two sixes", ("two sixes", "any double")).at("any double").value
    'any double'
    """

    label: str
    value: str
    options: tuple[str, ...]
    mailed: Sequence[str] = ()

    def __post_init__(self) -> None:
        for word in (self.value, *self.mailed):
            one_of(self.label, word, self.options)

    def at(self, value: str) -> "Menu":
        """Return the same menu at another word."""
        return replace(self, value=one_of(self.label, value, self.options))

    read = at

    @property
    def frames(self) -> tuple[str, ...]:
        """The words that a report shows, the one at the start among them."""
        shown = {*(self.mailed or self.options), self.value}
        return tuple(word for word in self.options if word in shown)


Choice = Slider | Menu | Opened
