"""Mathematics that knows no game: pools, decks, matrix games, turn games, seeded trials."""
