"""Mathematics that knows no game: pools, decks, hands, clocks, matrix games, seeded trials."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from psy.exact.clocks import Clock, run_clock
    from psy.exact.hands import hand_totals
    from psy.exact.matrix_games import Equilibrium, solve_matrix
    from psy.exact.payoffs import exact_payoffs
    from psy.exact.pools import matching_dice

# Loaded when first named: whoever counts dice need not wait for the solver of games.
_HOMES = {
    "Clock": "clocks",
    "Equilibrium": "matrix_games",
    "exact_payoffs": "payoffs",
    "hand_totals": "hands",
    "matching_dice": "pools",
    "run_clock": "clocks",
    "solve_matrix": "matrix_games",
}


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(import_module(f"psy.exact.{_HOMES[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
