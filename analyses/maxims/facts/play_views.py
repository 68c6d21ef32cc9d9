"""Many views of a seat about to play a card at once: a `PlayView` whose fields are arrays."""

from typing import NamedTuple

import numpy as np


class PlayViews(NamedTuple):
    """What seats see when they play a card: `PlayView` says what each field is.

    The fields are those of a `PlayView`, each an array of int64 with an entry for each view.
    """

    seat: np.ndarray
    hand: np.ndarray
    led: np.ndarray
    legal: np.ndarray
    opponent_may_hold: np.ndarray
    opponent_holds: np.ndarray
    shown: np.ndarray
    played: np.ndarray
    opponent_played: np.ndarray
    tricks: np.ndarray
    opponent_tricks: np.ndarray
    points: np.ndarray
    opponent_points: np.ndarray
    dealt: np.ndarray
    discard: np.ndarray
    left_seen: np.ndarray
    opponent_dealt: np.ndarray
    took: np.ndarray
    opponent_took: np.ndarray
    point_result: np.ndarray
    sequence_result: np.ndarray
    set_result: np.ndarray
    opponent_point: np.ndarray
    opponent_sequence: np.ndarray
    opponent_set: np.ndarray
    score: np.ndarray
    opponent_score: np.ndarray
    deal: np.ndarray
    luck: np.ndarray
    ever_shown: np.ndarray
    early_tricks: np.ndarray
    middle_tricks: np.ndarray
    late_tricks: np.ndarray
    rules: np.ndarray
