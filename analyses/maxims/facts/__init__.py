"""What maxims ask of hands as they are dealt, and of what a seat sees when it plays a card."""
