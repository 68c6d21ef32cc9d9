"""What a hand of the opponent counts in the classes, and which hands agree with what was heard."""

import numpy as np

from piquet_sim.kernel.compile import kernel
from piquet_sim.kernel.deal.calls import CLASS_COUNT, score_call
from piquet_sim.kernel.deal.holdings import POINT, evaluate_hand, holds_call

UNKNOWN = -1
"""In place of points: the opponent has not said what they count."""

RESULT, OWN_POINTS, CALLED, COUNTED = range(4)
"""What is known of a class: how it stands (`kernel.deal.views`), what this seat counts in it, what
the opponent has called, if it was said in full, and what they have counted."""


@kernel
def count_class(laws, place, hand, call):
    """What a hand counts in a class that is good by a call; by its best where `call` is 0."""
    holding = evaluate_hand(laws, hand)
    return score_call(laws, place + POINT, hand, holding, call if call else holding[place])[0]


@kernel
def keep_counted(laws, played, classes, hands):
    """Keep the hands that hold what the opponent called, and count what they counted.

    Parameters
    ----------
    laws : Laws
    played : int64
        Cards that the opponent has played.
    classes : int64 array, shape (3, 4)
        Of point, sequence and set: RESULT, OWN_POINTS, CALLED, COUNTED.
    hands : int64 array
        The cards they still hold; those that are kept come first afterwards.

    Returns
    -------
    int64
        How many are kept.
    """
    found = 0
    for number in range(len(hands)):
        full, fits = hands[number] | played, True
        for place in range(CLASS_COUNT):
            called, counted = classes[place, CALLED], classes[place, COUNTED]
            fits &= called == 0 or holds_call(laws, POINT + place, full, called)
            if fits and counted != UNKNOWN:
                fits = count_class(laws, place, full, called) == counted
        hands[found] = hands[number]
        found += np.int64(fits)
    return found
