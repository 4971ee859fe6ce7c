"""Mathematics that knows no game: pools, decks, matrix games, turn games, seeded trials."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from psy.exact.matrix_games import Equilibrium, solve_matrix
    from psy.exact.payoffs import exact_payoffs


def __getattr__(name: str) -> Any:
    # Loaded when first named: whoever counts dice need not wait for the solver of games.
    if name == "exact_payoffs":
        from psy.exact import payoffs

        return payoffs.exact_payoffs
    if name in ("Equilibrium", "solve_matrix"):
        from psy.exact import matrix_games

        return getattr(matrix_games, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
