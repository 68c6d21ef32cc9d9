"""The law book's names for what everything else is listed by."""

ELDER, YOUNGER = SEATS = ("elder", "younger")
"""The player who leads first, and the dealer."""

CLASSES = ("point", "sequence", "set")
"""What is declared, in the order of reckoning."""
