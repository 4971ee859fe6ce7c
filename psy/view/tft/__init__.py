"""Pictures of The Fantasy Trip."""
