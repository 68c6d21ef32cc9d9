"""Maxims on the score: what following each makes more than what it is compared with."""
