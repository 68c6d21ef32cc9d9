"""Counting instead of playing: all hands, all draws, deals that fulfil a condition."""
