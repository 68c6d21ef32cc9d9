"""Card play with all cards known: the best value by look-up or by search."""
