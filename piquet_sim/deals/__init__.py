"""A simulation and its deals one by one: played, scored, told in words."""
