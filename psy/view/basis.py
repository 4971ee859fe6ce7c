"""What a page rests on: the rules used with their sources, what is assumed, and what differs."""

import html
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import psy
from psy.exact.arguments import one_of
from psy.rulebook import PUBLISHED, Entry, Rulebook
from psy.study import reads
from psy.study.variants import differences, in_words, rulebook
from psy.view.chart import Table

# A longer value fills the page: the reader finds it in its file.
LONGEST = 90
_CHANGED = "Changed from what was published"
# Whoever shows what numbers rest on has to know what they read.
reads.watch()
STATUS = {"stated": "stated", "assumed": "ASSUMED", "switch": "SWITCH", "described": "described only"}


class _Used(NamedTuple):
    """One key of the rules, and the rule book it is from."""

    book: Rulebook[Any]
    key: str

    @property
    def entry(self) -> Entry:
        """Its value, source and status."""
        return self.book.entries[self.key]


@dataclass(frozen=True)
class Basis:
    """What a notebook rests on; as the last line of a cell it shows itself. `rests_on` makes it.

    Parameters
    ----------
    tables
        By what each is called: the rules used, and the rules beside them.
    sentences
        The sources in words, what is assumed, the switches, the seed and psy's version.
    """

    tables: Mapping[str, Table]
    sentences: tuple[str, ...]

    def __repr__(self) -> str:
        return "\n\n".join(
            [*(f"{name}:\n{table.text()}" for name, table in self.tables.items()), *self.sentences]
        )

    def _repr_mimebundle_(self, **_: Any) -> tuple[dict[str, str], dict[str, Any]]:
        tables = "".join(map(_scrolling, self.tables, self.tables.values()))
        sentences = "".join(f"<p>{html.escape(sentence)}</p>" for sentence in self.sentences)
        data = {
            "text/html": f'<section class="basis">{tables}{sentences}</section>',
            "text/plain": repr(self),
        }
        return data, {"psy": {"changed": True}} if _CHANGED in self.tables else {}


def rests_on(
    rules: Mapping[str, Iterable[str]],
    variants: Mapping[str, Any] | None = None,
    assumed: Iterable[str] = (),
    seed: int | None = None,
) -> Basis:
    """Return what the numbers of a notebook rest on, to stand at its end.

    Parameters
    ----------
    rules
        The keys that were used of each rule file, by its name: ``{"wh40k": ["harness", "perils"]}``.
    variants
        Rule objects that are shown beside the published ones, by what the reader calls them.
    assumed
        What else is assumed, in words: values that stand in no rule file.
    seed
        The seed of what was simulated, if anything was.

    Raises
    ------
    ValueError
        For a rule file or a key that does not exist, or a variant of rules that were not used.

    Examples
    --------
    >>> rests_on({"wh40k": ["harness"]}).tables["The rules used, from data/wh40k.toml"].rows[0][:3]
    ('harness', '4', 'stated')
    """
    books = {file: rulebook(file) for file in rules}
    used = [
        _Used(books[file], one_of(f"key of {file}", key, tuple(books[file].entries)))
        for file, keys in rules.items()
        for key in keys
    ]
    edited = [(_Used(book, key), old) for book in books.values() for key, old in _edited(book)]
    tables = {
        f"The rules used, from data/{file}.toml": Table(
            ("rule", "value", "status", "source"), tuple(_row(one) for one in used if one.book.name == file)
        )
        for file in books
    }
    if edited:
        changes = tuple(
            (in_words(one.key), _said(old, one, PUBLISHED), _said(one.entry.value, one))
            for one, old in edited
        )
        tables[_CHANGED] = Table(("rule", "published", "here"), changes)
    if variants:
        rows = tuple(row for name, rules in variants.items() for row in _varied(name, rules, books))
        tables["Shown beside these rules"] = Table(("variant", "rule", "as here", "changed to"), rows)
    return Basis(tables, tuple(_sentences(used, list(assumed), seed)))


def _edited(book: Rulebook[Any]) -> Iterable[tuple[str, Any]]:
    """Return what was published of each changed value that a number read; a described one has none."""
    return (
        (key, old)
        for key, old in book.changed().items()
        if key in reads.keys_read(book.name) and book.entries[key].status != "described"
    )


def _row(used: _Used) -> tuple[str, ...]:
    status = "CHANGED" if used.key in used.book.changed() else STATUS[used.entry.status]
    return in_words(used.key), _said(used.entry.value, used), status, used.entry.source


def _varied(name: str, rules: Any, books: Mapping[str, Rulebook[Any]]) -> Iterable[tuple[str, ...]]:
    """Return a row for each value that a variant has differently."""
    book = next((book for book in books.values() if type(book.rules) is type(rules)), None)
    if book is None:
        raise ValueError(f"variant {name!r} is of other rules than {', '.join(books)}")
    for path, values in differences(book.rules, rules).items():
        yield name, in_words(path), *(_said(value, _Used(book, path)) for value in values)


def _sentences(used: list[_Used], assumed: list[str], seed: int | None) -> Iterable[str]:
    documents = {f"{name} is {words}": None for one in used for name, words in one.book.documents.items()}
    switches = [in_words(one.key) for one in used if one.entry.status == "switch"]
    assumed = [in_words(one.key) for one in used if one.entry.status == "assumed"] + assumed
    if documents:
        yield f"In the sources {'; '.join(documents)}."
    yield (
        f"Assumed, because no source states it: {'; '.join(assumed)}. "
        "Numbers that depend on this are only as good as the assumption."
        if assumed
        else "Nothing here is assumed."
    )
    if switches:
        yield f"Switches, where the sources differ or are silent: {'; '.join(switches)}."
    counted = "Every number is counted, none is simulated" if seed is None else f"Simulated with seed {seed}"
    yield f"{counted}. Made with psy {psy.__version__}."


def _said(value: Any, used: _Used, file: str = "") -> str:
    """Return a value in words; a long one by its place, in the rule file unless another is named."""
    said, key = _plain(value), used.key.partition(".")[0]
    return said if len(said) <= LONGEST else f"see {key} in data/{file or f'{used.book.name}.toml'}"


def _plain(value: Any) -> str:
    match value:
        case dict():
            return ", ".join(f"{in_words(key)} {_plain(item)}" for key, item in value.items())
        case list() | tuple():
            return "; ".join(map(_plain, value)) or "none"
        case bool():
            return "yes" if value else "no"
        case None:
            return "any"
    return str(value)


def _scrolling(name: str, table: Table) -> str:
    """Return a table that scrolls by itself where it is wider than the page, by keyboard too."""
    label = html.escape(name)
    region = f'<div class="numbers" tabindex="0" role="region" aria-label="{label}">'
    return f"<p><strong>{label}</strong></p>{region}{table.html()}</div>"
