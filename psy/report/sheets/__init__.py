"""A printable sheet of each game: the few tables that a player takes along, on one side of paper."""
