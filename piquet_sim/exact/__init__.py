"""Exact answers: all hands, all draws, who is good, solved endings, the table of play."""
