"""What the study of the score calls its numbers, and what books expect of a deal."""

from piquet_sim.game.terms import ELDER, YOUNGER

CHANCE = "what is needed is reached"
BOLD, USUAL = "discarding for it", "discarding for the mean"
MORE_REACHED = "what is needed is reached oftener"
SHOWS = {ELDER: 28, YOUNGER: 14}
"""What Cavendish expects each seat to make in a deal."""
RUBICON_LINE = 100
