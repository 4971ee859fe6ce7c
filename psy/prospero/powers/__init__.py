"""The fifteen psychic powers and what they do to a squad."""
