"""The random streams, all in one table: no two questions take the same words.

`random_words` finds a word by a seed, the number of a deal, and one of 2**32 streams. Each use has
a range of streams and of numbers of its own here. Deal number n of a seed is one and the same
wherever it is dealt: so players who train know the first deals of their seed, and what is measured
of them needs another seed or other numbers.
"""

from typing import NamedTuple

CARDS_STREAM = 0
"""The cards of the deal."""

PLAYERS_STREAM = 1
"""The players' own randomness: by seat in a match, else 1, and 2 in a mirrored deal."""

TRAINING_STREAM = 8
"""What is tried in training: which discards, and which hands, by seat."""

ROLLOUT_STREAM = 16
"""Continuations of a deal, a stream an attempt."""

CONDITION_STREAM = 1 << 20
"""Cards that fulfil a condition, a stream a draw."""

WALK_STREAM = 1 << 21
"""The unseen cards of a deal that is walked through, a stream an attempt."""

_END_OF_STREAMS = 1 << 22

JUDGED_FROM = 1 << 18
"""The first continuation that judges what a race has chosen by those before."""
CHANCES_FROM = 2 * JUDGED_FROM
"""The first continuation by which chances are counted for maxims."""

OTHER_ORDERS_FROM = 1 << 42
"""The first deal in whose order the stock of another deal is made to lie."""

MATCHES_FROM, CHOICES_FROM, SCORES_FROM, FACTORS_FROM = 1 << 40, 1 << 41, 1 << 42, 1 << 43
"""In training: the first deal of matches between rounds, of choices among hands, of counted scores
and of what is learned for short lists; those of rounds come before."""

END_OF_NUMBERS = 1 << 63

FRESH_SEED = 1 << 40
"""Added to a seed: nobody learned from these deals."""

TURN_DRAW, PICK_DRAW, SINK_DRAW = 1 << 20, 1 << 21, 1000
"""Numbers of draws from the luck of one decision (`random_below`), beside those from 0 on: from
which hand on hands are looked at in turn, from which weight on they are picked, and whether a call
is sunk."""


class Use(NamedTuple):
    """The streams that a use takes, of the deals with these numbers."""

    streams: range
    numbers: range = range(END_OF_NUMBERS)


_CARDS = range(CARDS_STREAM, PLAYERS_STREAM)
_ROLLOUTS = range(ROLLOUT_STREAM, CONDITION_STREAM)

PLAYING: dict[str, Use] = {
    "cards": Use(_CARDS, range(OTHER_ORDERS_FROM)),
    "other orders": Use(_CARDS, range(OTHER_ORDERS_FROM, END_OF_NUMBERS)),
    "players": Use(range(PLAYERS_STREAM, PLAYERS_STREAM + 2)),
    "races": Use(_ROLLOUTS, range(JUDGED_FROM)),
    "judgements": Use(_ROLLOUTS, range(JUDGED_FROM, CHANCES_FROM)),
    "chances": Use(_ROLLOUTS, range(CHANCES_FROM, END_OF_NUMBERS)),
    "conditions": Use(range(CONDITION_STREAM, WALK_STREAM)),
    "walks": Use(range(WALK_STREAM, _END_OF_STREAMS)),
}
"""Who uses which streams when deals are played, advised on and studied."""

TRAINING: dict[str, Use] = {
    "tried": Use(range(TRAINING_STREAM, TRAINING_STREAM + 4)),
    "rounds": Use(_CARDS, range(MATCHES_FROM)),
    "matches": Use(_CARDS, range(MATCHES_FROM, CHOICES_FROM)),
    "choices": Use(_CARDS, range(CHOICES_FROM, SCORES_FROM)),
    "scores": Use(_CARDS, range(SCORES_FROM, FACTORS_FROM)),
    "factors": Use(_CARDS, range(FACTORS_FROM, END_OF_NUMBERS)),
}
"""Who uses which streams when players train."""
