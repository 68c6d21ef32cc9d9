"""What one hand holds, and what is said of columns.

What they find in hands is in `test_asking_hands`.
"""

import numpy as np
import pandas as pd
import pytest
from refusals import refuses

from piquet_sim import (
    ACE,
    KING,
    InputError,
    Simulation,
    ask,
    cards_of_rank,
    compare_values,
    count_rank,
    estimate_values,
    hand_value,
    longest_suit,
    record_deals,
    subtract_estimates,
)

ASKED = [(count_rank, ACE), (cards_of_rank, KING), (longest_suit,), (hand_value,)]


@pytest.mark.parametrize(
    ("hand", "said"),
    [
        ("AKJ.AQJ8.98.J87", "got 'AKJ.AQJ8.98.J87'"),
        (-1, "got -1"),
        (8192, "got 8192"),
        (1.0, "got 1.0"),
        (True, "got True"),
        (None, "got None"),
        (pd.Series([1, 2]), "got a Series; ask(frame, 'elder.after.aces') asks a whole frame"),
        (np.array([1, 2]), "got a ndarray; ask(frame"),
        (pd.DataFrame({"elder_hand": [1]}), "expected one hand"),
    ],
)
def test_hand__that_is_none_is_refused_in_one_line(hand, said):
    for asked, *rank in ASKED:
        with refuses(said, start=asked.__name__):
            asked(hand, *rank)
    with refuses("expected a rank from 0 for the six to 8 for the ace"):
        count_rank(1, "A")


def test_values__of_unpaired_groups_name_what_takes_them():
    table = record_deals(Simulation("club", "club"), 300)
    with_aces = ask(table, "elder.aces >= 2")
    one, two = table.elder_score[with_aces], table.elder_score[~with_aces]
    with pytest.raises(InputError, match="the columns are of different rows"):
        compare_values(one, two)
    found = subtract_estimates(estimate_values(one), estimate_values(two))
    assert found.value == pytest.approx(one.mean() - two.mean())
