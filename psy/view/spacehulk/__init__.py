"""Pictures of the psychic cards of Space Hulk."""
