"""What the stronger players reckon: discards, cards, rollouts."""
