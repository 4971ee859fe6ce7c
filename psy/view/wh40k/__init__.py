"""Pictures of the psychic phase of Warhammer 40,000."""
