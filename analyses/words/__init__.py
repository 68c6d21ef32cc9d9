"""Words of the answers."""
