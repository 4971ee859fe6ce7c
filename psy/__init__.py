"""Exact odds and optimal play for the dice and cards of tabletop psychic powers.

Each game is a package of its own (`wh40k`, `spacehulk`, `prospero`, `tft`), loaded when it is first named.
"""

import importlib
from types import ModuleType

__version__ = "0.1.0"

_PARTS = ("exact", "prospero", "spacehulk", "study", "tft", "wh40k")


def __getattr__(name: str) -> ModuleType:
    if name in _PARTS:
        return importlib.import_module(f"psy.{name}")
    raise AttributeError(f"module 'psy' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*_PARTS, "__version__"])
