"""Named measures of the games: every public function of a module here is one, by the name of its rules.

A measure is a plain function. Its arguments have defaults and say in their annotations what is allowed, so
that a study file can be checked before any work starts; ``rules`` comes last.
"""

import inspect
from collections.abc import Callable, Mapping
from fractions import Fraction
from importlib import import_module
from typing import Any


def measures_of(base: str) -> Mapping[str, Callable[..., Fraction]]:
    """Return the measures for rules that go by the name of their file, such as ``"wh40k"``.

    Examples
    --------
    >>> sorted(measures_of("spacehulk"))[:2]
    ['ability_gets_through', 'assault_won']
    """
    module: Any = import_module(f"psy.study.measures.{base}")
    return {
        name: thing
        for name, thing in vars(module).items()
        if inspect.isfunction(thing) and thing.__module__ == module.__name__ and not name.startswith("_")
    }
