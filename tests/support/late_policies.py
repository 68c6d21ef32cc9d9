"""Policies of tests, compiled when a test first asks for them.

A decorator would compile them in every worker that reads the file, whichever runs its tests.
"""

from functools import cache

from piquet_sim.strategies import policy

compiled = cache(policy)
