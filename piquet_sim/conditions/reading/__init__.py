"""How a condition is read: its grammar, its nouns, what "no" and a number govern."""
