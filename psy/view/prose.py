"""Sentences whose numbers a cell computes, so that they stay true when a rule changes."""

import html
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Prose:
    """Computed text in Markdown; as the last line of a cell it shows itself. `tell` makes it."""

    text: str

    def __repr__(self) -> str:
        return self.text

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        return {"text/markdown": self.text, "text/plain": self.text}


@dataclass(frozen=True)
class InShort:
    """The answer of a page in a few sentences, for its first screen and the list of pages."""

    sentences: tuple[str, ...]

    def __repr__(self) -> str:
        return "In short: " + " ".join(self.sentences)

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        words = html.escape(" ".join(self.sentences))
        return {
            "text/html": f'<p class="in-short"><strong>In short:</strong> {words}</p>',
            "text/plain": repr(self),
        }


def tell(*paragraphs: str) -> Prose:
    """Return paragraphs of Markdown with computed numbers; an empty paragraph is left out.

    Examples
    --------
    >>> tell("Two dice fall in", "", f"{6 * 6} ways.")
    Two dice fall in
    <BLANKLINE>
    36 ways.
    """
    return Prose("\n\n".join(filter(None, paragraphs)))


def in_short(*sentences: str) -> InShort:
    """Return the answer of a page: two or three sentences with the numbers that carry them.

    Examples
    --------
    >>> in_short("Throw two dice for each charge.", "A third risks perils.")
    In short: Throw two dice for each charge. A third risks perils.
    """
    return InShort(sentences)
