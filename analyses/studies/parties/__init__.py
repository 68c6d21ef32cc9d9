"""Questions about parties: what they come to, and what a point is worth on the way."""
