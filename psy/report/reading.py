"""What a page says, read from its file: the sentences of its answer, and its words under each heading."""

import re
from html.parser import HTMLParser
from typing import NamedTuple

# What folds, moves or computes is no prose, and the answer of an exercise is not to be found by a search.
PASSED_OVER = frozenset(("script", "style", "table", "form", "details", "label", "math"))
INLINE = frozenset(("strong", "em", "code", "a", "span", "sub", "sup"))
HEADINGS = frozenset(("h1", "h2", "h3", "h4"))
# Without these scripts, which hold the settings of all charts, a page is read twenty times faster.
PACKED = re.compile(r"<script\b.*?</script>|data:image/png;base64,[^\"]*", re.DOTALL)


class Section(NamedTuple):
    """A heading of a page, the name by which links reach it, and the prose below it."""

    name: str
    heading: str
    words: str


class Said(NamedTuple):
    """The title of a page, the sentences of its answer, and its sections."""

    title: str
    in_short: str
    sections: tuple[Section, ...]


def read_page(page: str) -> Said:
    """Return what a page says in words; code, tables, controls and answers of exercises are passed over.

    Examples
    --------
    >>> read_page(  # doctest: +ELLIPSIS
    ...     '<h1 id="Odds">Odds</h1><p class="in-short"><strong>In short:</strong> Two dice.</p>'
    ... )
    Said(title='Odds', in_short='Two dice.', sections=(Section(...),))
    """
    reader = _Reader()
    reader.feed(PACKED.sub("", page))
    sections = tuple(Section(name, _line(heading), _line(words)) for name, heading, words in reader.sections)
    title = next((section.heading for section in sections), "")
    return Said(title, _line(reader.in_short), sections)


def _line(words: list[str]) -> str:
    return " ".join("".join(words).replace("In short:", "").split())


class _Reader(HTMLParser):
    """Collects the text of a page by its headings."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.sections: list[tuple[str, list[str], list[str]]] = []
        self.in_short: list[str] = []
        self._passing: list[str] = []
        self._heading = self._short = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        about = dict(attrs)
        if tag in PASSED_OVER or about.get("class") == "anchor-link" or tag == "footer":
            self._passing.append(tag)
        elif self._passing:
            return
        elif tag in HEADINGS:
            self.sections.append((about.get("id") or "", [], []))
            self._heading = True
        elif about.get("class") == "in-short":
            self._short = True
        self._part(tag)

    def handle_endtag(self, tag: str) -> None:
        if self._passing and self._passing[-1] == tag:
            self._passing.pop()
        elif tag in HEADINGS:
            self._heading = False
        elif tag == "p":
            self._short = False
        self._part(tag)

    def _part(self, tag: str) -> None:
        """Let the words on both sides of a block stand apart."""
        if tag not in INLINE:
            self.handle_data(" ")

    def handle_data(self, data: str) -> None:
        if self._passing or not self.sections:
            return
        _, heading, words = self.sections[-1]
        (heading if self._heading else words).append(data)
        if self._short:
            self.in_short.append(data)
