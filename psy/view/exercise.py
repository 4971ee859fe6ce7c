"""A question whose answer is folded away until the reader opens it."""

import html
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Exercise:
    """A question and its answer; as the last line of a cell it shows itself, the answer folded.

    The answer is a string that the cell computes, so that no answer key is typed by hand.

    Examples
    --------
    >>> Exercise("How many faces of a die harness?", f"{6 - 3} of 6.")
    Exercise: How many faces of a die harness?
    Answer: 3 of 6.
    """

    question: str
    answer: str

    def __repr__(self) -> str:
        return f"Exercise: {self.question}\nAnswer: {self.answer}"

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        folded = (
            f'<div class="exercise"><p><strong>Exercise.</strong> {html.escape(self.question)}</p>'
            f"<details><summary>Answer</summary><p>{html.escape(self.answer)}</p></details></div>"
        )
        return {"text/html": folded, "text/plain": repr(self)}
