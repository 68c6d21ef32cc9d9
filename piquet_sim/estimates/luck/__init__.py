"""Luck taken out of estimates: control variates, the luck of the draw and of the deal."""
