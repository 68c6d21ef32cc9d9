"""What players reckon: discards, cards, rollouts."""
