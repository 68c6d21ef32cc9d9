"""Questions about players: what they throw, call and lead, and what they lose to the best."""
