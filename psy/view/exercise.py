"""A question with a field or a choice that tells right from wrong, and its answer, folded away."""

import hashlib
import html
import json
from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass
from fractions import Fraction
from math import floor, log10
from numbers import Rational
from pathlib import Path
from typing import Any

from psy.exact.arguments import one_of

SCRIPT = Path(__file__).with_suffix(".js")

Number = int | float | Fraction
# The largest denominator of what a float is taken for, if that is the same in its digits.
SIMPLE = 10**6


@dataclass(frozen=True)
class Exercise:
    """A question, what is right, a hint for who is wrong, and the answer in words.

    As the last line of a cell it shows itself. A script of its own, without Python, judges what the reader
    answers, so that it works in a notebook and in a mailed page alike. A number may be answered as a
    fraction, a decimal or a percentage: right is what equals the key, or is the key rounded, half up as
    `psy.view.decimal` does it, to at least two places and two digits. Thousands may be set apart by commas
    or blanks; ``1,296`` is read as 1296 where only that is right, and asked back otherwise.

    Parameters
    ----------
    question
        Asks for one number, or for one of the ``choices``.
    answer
        The answer with its reason, in whole sentences; the cell computes its numbers.
    key
        The number or the choice that is right, or a list of all that are; the cell computes it, so that no
        key is typed by hand. A float is rounded to 12 digits, and taken for a fraction of a denominator up to
        a million where that is the same in these digits.
    hint
        What a reader who is wrong should think of.
    choices
        The words to choose from; none for a number.

    Raises
    ------
    TypeError, ValueError
        If the key is none of the choices, or no number where there are none, or if there is no key.

    Examples
    --------
    >>> Exercise("How many faces harness?", "Three of six.", key=7 - 4, hint="Count from 4 to 6.")
    Exercise: How many faces harness?
    Answer: Three of six.
    """

    question: str
    answer: str
    _: KW_ONLY
    key: Number | str | Sequence[Number | str]
    hint: str
    choices: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not self.keys:
            raise ValueError(f"an exercise must have a key: {self.question!r}")
        for key in self.keys if self.choices else ():
            one_of("key", key, self.choices)

    @property
    def keys(self) -> tuple[str, ...]:
        """All that is right: choices as they stand, numbers as fractions such as ``"21/32"``."""
        several = isinstance(self.key, Sequence) and not isinstance(self.key, str)
        right: Sequence[Any] = self.key if several else (self.key,)  # type: ignore[assignment]
        return tuple(right) if self.choices else tuple(map(_fraction, right))

    @property
    def places(self) -> int:
        """The decimals that a rounded number must have, 0.01 and 1% having two."""
        if self.choices:
            return 0
        smallest = min((abs(Fraction(key)) for key in self.keys if Fraction(key)), default=Fraction(1))
        return max(2, 1 - floor(log10(smallest)))

    def __repr__(self) -> str:
        offered = f"\nChoices: {', '.join(self.choices)}" if self.choices else ""
        return f"Exercise: {self.question}{offered}\nAnswer: {self.answer}"

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        about = {
            "name": hashlib.sha256(self.question.encode()).hexdigest()[:8],
            "keys": json.dumps(self.keys),
            "choices": json.dumps(self.choices),
            "places": self.places,
            "hint": self.hint,
        }
        data = " ".join(f'data-{name}="{html.escape(str(value))}"' for name, value in about.items())
        folded = (
            f'<section class="exercise" {data}>'
            f"<p><strong>Exercise.</strong> {html.escape(self.question)}</p>"
            f"<details><summary>Answer</summary><p>{html.escape(self.answer)}</p></details></section>"
            f"<script>{SCRIPT.read_text(encoding='utf-8')}</script>"
        )
        return {"text/html": folded, "text/plain": repr(self)}


def _fraction(number: Number) -> str:
    if isinstance(number, bool | str):
        raise TypeError(f"a key without choices must be a number, not {number!r}")
    exact = Fraction(number) if isinstance(number, Rational) else _in_digits(number)
    return f"{exact.numerator}/{exact.denominator}"


def _in_digits(number: float) -> Fraction:
    """Return the number in 12 digits: the last ones of a float depend on the linear-algebra kernel."""
    digits = f"{number:.12g}"
    simple = Fraction(digits).limit_denominator(SIMPLE)
    return simple if f"{float(simple):.12g}" == digits else Fraction(digits)
