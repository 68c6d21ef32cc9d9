"""Hands but for the names of their suits, by writing out what each of the 24 renamings makes.

Cards are text such as ``"AS"``, hands sets of them.
"""

from itertools import permutations

SUITS = "SHDC"
RENAMINGS = [dict(zip(SUITS, names, strict=True)) for names in permutations(SUITS)]


def orbit_of(hand):
    """All hands that renaming the suits makes of a hand."""
    return {frozenset(rank + names[suit] for rank, suit in hand) for names in RENAMINGS}


def count_orbits(hands):
    """How many orbits some hands come to, of which none leads out of them."""
    left, orbits = set(hands), 0
    while left:
        orbit = orbit_of(left.pop())
        orbits += 1
        left -= orbit
    return orbits
