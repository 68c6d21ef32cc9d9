"""Fewer deals of dear players: two levels, and rare events from deals in which they are likely."""
