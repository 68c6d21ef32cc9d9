"""What a hand can call, in sets of cards, and which of two calls is better.

A point is its cards and pips, a sequence its cards and its top card's height, a set its number and
height; None is not called.
"""

from naive_maxims import pips, ranked, runs, suits
from naive_primer import height as rank_of


def points_of(cards):
    return [(len(suit), pips(suit)) for suit in suits(cards) if suit]


def best_point(cards):
    return max(points_of(cards))


def sequences_of(cards):
    return [(len(run), max(map(rank_of, run))) for suit in suits(cards) for run in runs(suit)]


def best_sequence(cards):
    return max(sequences_of(cards), default=None)


def all_sets(cards):
    found = [ranked(cards, rank) for rank in "AKQJT"]
    return [one for one in found if len(one) >= 3]


def best_set(cards):
    return max(((len(one), rank_of(next(iter(one)))) for one in all_sets(cards)), default=None)


def best_calls(cards):
    return best_point(cards), best_sequence(cards), best_set(cards)


def compare(one, other):
    """1, 0 or -1: which of two calls is better; none is less than any."""
    one, other = one or (0, 0), other or (0, 0)
    return (one > other) - (one < other)
