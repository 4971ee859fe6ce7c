"""Which values of the rule files were read by what was computed in this process.

A page says that its numbers follow changed rules only if a number on it read a changed value. Until a value
is read something stands before the field of its class, and then steps aside for good, so that nothing is
slower afterwards. Comparing, copying and showing rules reads none of them.
"""

import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import fields
from types import FrameType
from typing import Any

from psy import rulebook as rulebooks
from psy.rulebook import Rulebook
from psy.study.variants import BASES

# These look at all values, to show or to compare them, and use none.
_LOOKING = (
    "psy.rulebook",
    "psy.study.variants",
    "psy.study.identity",
    "psy.view.basis",
    "dataclasses",
    "copy",
)
_read: dict[str, set[str]] = {}


def watch() -> None:
    """Note from now on what is read of every rule file, of those too that are loaded later.

    A value counts as read where it is as in the file: that a variant has another of its own is no reading.
    """
    if _watch not in rulebooks.on_read:
        rulebooks.on_read.append(_watch)
        for game, name in BASES.values():
            if game in sys.modules:
                _watch(getattr(sys.modules[game], name))


def keys_read(file: str) -> frozenset[str]:
    """Return the keys of a rule file, by its name such as ``"wh40k"``, that were read since `watch`."""
    return frozenset(_read.get(file, ()))


def all_read(rules: Any) -> None:
    """Count every key as read, where the numbers come from the cache or from another process."""
    for watcher in list(vars(type(rules)).values()):
        if isinstance(watcher, _Unread):
            watcher.note()


def keys_used(measure: Callable[..., Any], rules: Any) -> frozenset[str]:
    """Return the keys of the rules that a measure reads, by working it out once with rules that note it.

    The noting rules are equal to no others, so no answer that is remembered stands in for the work.

    Examples
    --------
    >>> from psy.wh40k import RULES, deny
    >>> sorted(keys_used(lambda rules: deny(1, 2, rules=rules), RULES))
    ['deny_target']
    """
    used: set[str] = set()
    keys = {field.name for field in fields(rules)}

    def noting(self: Any, name: str) -> Any:
        if name in keys and not _is_looking(sys._getframe(1)):
            used.add(name)
        return object.__getattribute__(self, name)

    kind = type(type(rules).__name__, (type(rules),), {"__getattribute__": noting})
    noted: Any = object.__new__(kind)
    vars(noted).update(vars(rules))
    with suppress(Exception):  # what was read before a measure fails was read
        measure(rules=noted)
    return frozenset(used)


def _is_looking(caller: FrameType) -> bool:
    """Whether rules are read to show, compare or copy them only."""
    module = str(caller.f_globals.get("__name__"))
    return caller.f_code.co_name.startswith("__") or module.startswith(_LOOKING)


def _watch(book: Rulebook[Any]) -> None:
    if book.name in BASES and book.name not in _read:
        _read[book.name] = set()
        for key in book.entries:
            setattr(type(book.rules), key, _Unread(book, key))


class _Unread:
    """Stands before a field of a rule class until a computation reads it."""

    def __init__(self, book: Rulebook[Any], key: str) -> None:
        self._kind, self._name, self._key = type(book.rules), book.name, key
        self._published = vars(book.rules)[key]

    def __get__(self, rules: Any, kind: type | None = None) -> Any:
        try:
            value = vars(rules)[self._key]
        except (KeyError, TypeError):
            raise AttributeError(self._key) from None
        if not _is_looking(sys._getframe(1)) and value == self._published:
            self.note()
        return value

    def __set__(self, rules: Any, value: Any) -> None:
        vars(rules)[self._key] = value

    def note(self) -> None:
        """Note that the value was read, and step aside."""
        _read[self._name].add(self._key)
        with suppress(AttributeError):
            delattr(self._kind, self._key)
