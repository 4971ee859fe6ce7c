"""Answers kept on disk in one SQLite file: whole after a kill at any moment, and shared by all studies.

Only the process that asks writes to it, never a worker, so a cluster needs no common folder.
"""

import os
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from fractions import Fraction
from hashlib import sha256
from pathlib import Path

from psy.study.identity import code_version

Value = Fraction | float

_TABLE = """CREATE TABLE IF NOT EXISTS answers (
    family BLOB, point TEXT, value TEXT, PRIMARY KEY (family, point)
) WITHOUT ROWID"""


class CacheError(Exception):
    """The cache cannot be used: names the file and what to do."""


def cache_folder() -> Path:
    """Return the folder of the cache: ``PSY_CACHE`` if it is set, otherwise psy's in the user's caches."""
    if named := os.environ.get("PSY_CACHE"):
        return Path(named)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "psy"


class Cache:
    """The answers of one measure, by point.

    Parameters
    ----------
    folder
        Where the file ``answers.sqlite`` is, or is made.
    measure
        The identity of the measure; the version of psy is added to it.
    """

    def __init__(self, folder: Path, measure: str) -> None:
        self.file = folder / "answers.sqlite"
        self.family = sha256(f"{code_version()}\n{measure}".encode()).digest()

    def read(self) -> dict[str, Value]:
        """Return all answers by point."""
        with closing(self._open()) as file:
            rows = file.execute("SELECT point, value FROM answers WHERE family = ?", (self.family,))
            return {point: decoded(value) for point, value in rows}

    def write(self, answers: Iterable[tuple[str, Value]]) -> None:
        """Add answers: all of them, or none if the process is killed meanwhile."""
        rows = [(self.family, point, encoded(value)) for point, value in answers]
        with closing(self._open()) as file, file:
            file.executemany("INSERT OR REPLACE INTO answers VALUES (?, ?, ?)", rows)

    def _open(self) -> sqlite3.Connection:
        try:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            file = sqlite3.connect(self.file, timeout=60)
            file.execute(_TABLE)
        except (OSError, sqlite3.Error) as problem:
            advice = "name another folder with PSY_CACHE, or delete the file"
            raise CacheError(f"the cache {self.file} cannot be used ({problem}); {advice}") from None
        return file


def encoded(value: Value) -> str:
    """Return a number as text without any loss; in hexadecimal, which has no limit of digits.

    Examples
    --------
    >>> encoded(Fraction(-21, 32)), encoded(0.5)
    ('-15/20', '0x1.0000000000000p-1')
    """
    return value.hex() if isinstance(value, float) else f"{value.numerator:x}/{value.denominator:x}"


def decoded(text: str) -> Value:
    """Return the number again.

    Examples
    --------
    >>> decoded("-15/20"), decoded("0x1.0000000000000p-1")
    (Fraction(-21, 32), 0.5)
    """
    above, slash, below = text.partition("/")
    return Fraction(int(above, 16), int(below, 16)) if slash else float.fromhex(text)
