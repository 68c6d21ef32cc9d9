"""What the stronger players reckon: discards, the unseen hand, cards, rollouts."""
