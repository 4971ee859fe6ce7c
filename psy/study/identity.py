"""What an answer in the cache depends on: the version of psy, the measure, the rules and the arguments.

A stale answer would be worse than none, so whatever cannot be told apart for sure is never found again.
"""

import functools
import hashlib
import inspect
import sys
import sysconfig
import uuid
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

import psy
from psy.rulebook import data_folder

_INSTALLED = tuple(sysconfig.get_paths()[kind] for kind in ("stdlib", "purelib", "platlib"))


@functools.cache
def code_version() -> str:
    """Return psy's version, with a digest of its code and its data: it changes while psy is worked on."""
    files = [*Path(psy.__file__).parent.rglob("*.py"), *data_folder().glob("*.toml")]
    digest = hashlib.sha256()
    for file in sorted(files):
        digest.update(file.name.encode() + file.read_bytes())
    return f"{psy.__version__} {digest.hexdigest()}"


def identity(measure: Any) -> str:
    """Return a text that changes when what the measure computes may have changed.

    For a function of psy it is its name, since psy's code is part of the version. For any other it is its
    compiled code, with that of the functions it calls and the values it uses from outside itself.
    """
    return "\n".join(_parts(measure, set()))


def value_identity(value: Any) -> str:
    """Return a text that two values share only if they are equal."""
    if isinstance(value, int | str | Fraction | None):
        return repr(value)
    if isinstance(value, tuple | list):
        return f"({', '.join(map(value_identity, value))})"
    import joblib

    try:
        return f"{type(value).__qualname__} {joblib.hash(value, hash_name='sha1')}"
    except Exception:  # what cannot be pickled can fail in any way
        return uuid.uuid4().hex


def _parts(measure: Any, seen: set[int]) -> Iterator[str]:
    measure = inspect.unwrap(measure) if callable(measure) else measure
    if isinstance(measure, functools.partial):
        yield from _parts(measure.func, seen)
        yield value_identity([*measure.args, *sorted(measure.keywords.items())])
    elif isinstance(measure, ModuleType):
        yield measure.__name__
    elif not isinstance(measure, FunctionType | type):
        yield value_identity(measure)
    elif id(measure) not in seen:
        seen.add(id(measure))
        yield f"{measure.__module__}.{measure.__qualname__}"
        if not _named(measure):
            inside = vars(measure).values() if isinstance(measure, type) else _inside(measure)
            for part in inside:
                yield from _parts(part, seen)


def _named(thing: FunctionType | type) -> bool:
    """Whether its name is enough: psy's own code is part of the version, and installed code stays."""
    if "<" in thing.__qualname__:  # made anew within a function, with values that its name does not tell
        return False
    if thing.__module__.startswith("psy."):
        return True
    file = getattr(sys.modules.get(thing.__module__), "__file__", None)
    return thing.__module__ in sys.builtin_module_names or (file or "").startswith(_INSTALLED)


def _inside(function: FunctionType) -> Iterator[Any]:
    """Yield a function's compiled code, its defaults, and what it uses from outside itself."""
    yield _code(function.__code__)
    yield [function.__defaults__, sorted((function.__kwdefaults__ or {}).items())]
    for cell in function.__closure__ or ():
        try:
            yield cell.cell_contents
        except ValueError:  # not yet filled
            continue
    for name in sorted(_names(function.__code__)):
        if name in function.__globals__:
            yield function.__globals__[name]


def _code(code: CodeType) -> str:
    constants = [_code(one) if isinstance(one, CodeType) else repr(one) for one in code.co_consts]
    return f"{code.co_code.hex()} {code.co_names} {code.co_varnames} {constants}"


def _names(code: CodeType) -> set[str]:
    inner = (one for one in code.co_consts if isinstance(one, CodeType))
    return set(code.co_names).union(*map(_names, inner))
