"""Compiled answers to questions about hands and deals: no deal is decided here."""
