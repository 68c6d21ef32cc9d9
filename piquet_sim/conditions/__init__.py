"""Conditions on the cards that are dealt: read from words, counted, and dealt."""
