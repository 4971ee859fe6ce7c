"""What an answer in the cache depends on: the version of psy, the measure, the rules and the arguments.

A stale answer would be worse than none, so whatever cannot be told apart for sure is never found again.
"""

import dis
import functools
import hashlib
import importlib.util
import os
import sys
import sysconfig
import uuid
from collections.abc import Iterator
from fractions import Fraction
from importlib.metadata import version
from pathlib import Path
from types import (
    CodeType,
    FunctionType,
    GetSetDescriptorType,
    MappingProxyType,
    MemberDescriptorType,
    ModuleType,
)
from typing import Any

import psy
from psy.rulebook import data_files

_INSTALLED = tuple(sysconfig.get_paths()[kind] + os.sep for kind in ("stdlib", "purelib", "platlib"))
_PLAIN = (int, str, bytes, bool, float, complex, Fraction, range, type(None), type(...), type(NotImplemented))
# What reads from outside the program or looks names up while it runs, besides all that is called read...
_READS = {
    "eval",
    "exec",
    "globals",
    "__import__",
    "import_module",
    "modules",
    "_getframe",
    "input",
    "environ",
}
_READS |= {"getenv", "stdin", "load", "loadtxt", "fromfile", "connect", "urlopen", "check_output", "Popen"}
# A file that is opened only to be written to is none.
_WRITES = {"a", "w", "x"}
# What a class holds besides what its author wrote.
_INERT = {"__dict__", "__weakref__", "__doc__", "__module__", "__abstractmethods__", "_abc_impl"}
_INERT |= {"__annotations__", "__annotate_func__", "__annotations_cache__", "__firstlineno__"}
_INERT |= {"__static_attributes__", "__dataclass_fields__", "__dataclass_params__", "__match_args__"}


class _UnsureError(Exception):
    """What a value depends on cannot be told for sure."""


@functools.cache
def code_version() -> str:
    """Return psy's version, with a digest of its code, its data and what counts for it."""
    rules = [path for name, path in data_files().items() if "/" not in name and path.suffix == ".toml"]
    files = [*Path(psy.__file__).parent.rglob("*.py"), *rules]
    digest = hashlib.sha256(f"{sys.version} {version('icepool')} {version('numpy')}".encode())
    for file in sorted(files):
        digest.update(file.name.encode() + file.read_bytes())
    return f"{psy.__version__} {digest.hexdigest()}"


def identity(value: Any) -> str:
    """Return a text that two measures, or two arguments, share only if they compute the same.

    What psy or an installed package defines is known by its name, since its code is part of the version.
    Of anything else the compiled code is looked at, with all that it can reach: what it calls and reads,
    through modules, classes, objects, closures and defaults. A measure that reads files or the
    environment, or looks names up while it runs, is never found again, nor is what cannot be taken apart.
    """
    if type(value) in _PLAIN:
        return repr(value)
    digest = hashlib.sha256()
    try:
        for part in _parts(value, {}):
            digest.update(part.encode("utf-8", "surrogatepass") + b"\n")
    except Exception:  # what cannot be taken apart can fail in any way
        return uuid.uuid4().hex
    return digest.hexdigest()


def _parts(value: Any, seen: dict[int, tuple[int, Any]]) -> Iterator[str]:
    """Yield what tells a value from others; ``seen`` holds what was met, so that it stays where it is."""
    if type(value) in _PLAIN:
        yield f"{type(value).__name__} {value!r}"
    elif id(value) in seen:
        yield f"again {seen[id(value)][0]}"
    else:
        seen[id(value)] = len(seen), value
        yield type(value).__qualname__
        for part in _inside(value):
            yield from _parts(part, seen)
        yield "end"


def _inside(value: Any) -> Any:
    """Return the parts of a value that has parts."""
    kind = type(value)
    if kind in (list, tuple):
        return value
    if kind in (dict, MappingProxyType):
        return [*value.items()]
    if kind in (set, frozenset):
        return sorted(map(identity, value))
    if name := _name(value):
        return [name]
    if kind is ModuleType:
        return [(name, part) for name, part in vars(value).items() if not name.startswith("__")]
    if kind is CodeType:
        return _code(value)
    if kind is FunctionType:
        return _function(value)
    if isinstance(value, type):
        own = [(name, part) for name, part in vars(value).items() if name not in _INERT]
        return [value.__qualname__, kind, *value.__bases__, *own]
    return _object(value)


def _name(thing: Any) -> str:
    """Return the name of what is known by it: psy's own code is part of the version, installed code stays."""
    module = thing.__name__ if isinstance(thing, ModuleType) else getattr(thing, "__module__", None)
    if not isinstance(module, str) or module not in sys.modules:
        return ""
    file = getattr(sys.modules[module], "__file__", None) or ""
    known = module in sys.builtin_module_names or module.partition(".")[0] == "psy"
    if not known and not file.startswith(_INSTALLED):
        return ""
    top = getattr(sys.modules[module.partition(".")[0]], "__version__", "")
    if isinstance(thing, ModuleType):
        return f"{module} {top}" if sys.modules[module] is thing else ""
    found: Any = sys.modules[module]
    path = getattr(thing, "__qualname__", None)
    for part in path.split(".") if isinstance(path, str) else [""]:
        found = getattr(found, part, None)
    return f"{module}.{path} {top}" if found is thing else ""


def _code(code: CodeType) -> list[Any]:
    taken = (code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount, code.co_flags)
    names = (code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars)
    return [code.co_code, code.co_exceptiontable, taken, names, *code.co_consts]


def _function(function: FunctionType) -> list[Any]:
    """Return a function's compiled code, its defaults and attributes, and what it uses from outside."""
    codes = list(_codes(function.__code__))
    named = sorted({name for code in codes for name in code.co_names})
    if any(map(_reads, codes)):
        raise _UnsureError
    used = [(name, function.__globals__[name]) for name in named if name in function.__globals__]
    cells = [cell.cell_contents for cell in function.__closure__ or ()]
    defaults = [function.__defaults__, function.__kwdefaults__, vars(function)]
    return [function.__code__, *defaults, *cells, *used, *(one for code in codes for one in _imported(code))]


def _reads(code: CodeType) -> bool:
    opens = "open" in code.co_names and not _WRITES & {*map(str, code.co_consts)}
    return opens or any(name in _READS or name.startswith("read") for name in code.co_names)


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for one in code.co_consts:
        if isinstance(one, CodeType):
            yield from _codes(one)


def _imported(code: CodeType) -> Iterator[Any]:
    """Yield the modules that are imported while the code runs."""
    steps = list(dis.get_instructions(code))
    for place, step in enumerate(steps):
        if step.opname != "IMPORT_NAME":
            continue
        level, names = steps[place - 2].argval, steps[place - 1].argval
        module = sys.modules.get(step.argval)
        if level or (module is None and not _is_installed(step.argval)):
            raise _UnsureError
        if module is not None and not all(hasattr(module, name) for name in names or ()):
            raise _UnsureError
        yield module or step.argval


def _is_installed(module: str) -> bool:
    spec = importlib.util.find_spec(module.partition(".")[0])
    return spec is not None and (spec.origin or "").startswith(_INSTALLED)


def _object(value: Any) -> list[Any]:
    """Return what makes an object: its class, its attributes, and what a copy of it would be made of."""
    kind = type(value)
    if isinstance(value, GetSetDescriptorType | MemberDescriptorType):
        return [value.__qualname__]
    if isinstance(value, staticmethod | classmethod):
        return [value.__func__]
    if isinstance(value, property):
        return [value.fget, value.fset, value.fdel]
    if hasattr(value, "__wrapped__"):
        return [value.__wrapped__, vars(value)]
    if isinstance(value, functools.cached_property):
        return [value.func]
    made = value.__reduce_ex__(4)
    if isinstance(made, str):  # known by a name that leads elsewhere
        raise _UnsureError
    parts = [list(part) if isinstance(part, Iterator) else part for part in made]
    return [kind, vars(value) if hasattr(value, "__dict__") and not _name(kind) else None, *parts]
