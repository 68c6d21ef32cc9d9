"""The random streams of a deal, all in one table: no two questions take the same words.

`random_words` has 2**32 streams for every seed and number of a deal. Each use has a range of its
own here, from its first stream on.
"""

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

STREAMS: dict[str, range] = {
    "cards": range(CARDS_STREAM, PLAYERS_STREAM),
    "players": range(PLAYERS_STREAM, PLAYERS_STREAM + 2),
    "training": range(TRAINING_STREAM, TRAINING_STREAM + 4),
    "rollouts": range(ROLLOUT_STREAM, CONDITION_STREAM),
    "conditions": range(CONDITION_STREAM, WALK_STREAM),
    "walks": range(WALK_STREAM, 1 << 22),
}
"""Who uses which streams."""
