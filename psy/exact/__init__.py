"""Mathematics that knows no game: pools, decks, matrix games, turn games, seeded trials."""

from psy.exact.matrix_games import Equilibrium, solve_matrix
