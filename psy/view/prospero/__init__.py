"""Pictures of The Horus Heresy: Burning of Prospero."""
