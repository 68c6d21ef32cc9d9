"""What hands hold, asked of columns of the package's own frames, beside one hand after another."""

import numpy as np
import pandas as pd
import pytest

from piquet_sim import (
    ACE,
    KING,
    InputError,
    Simulation,
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


@pytest.fixture(scope="module")
def table():
    return record_deals(Simulation("club", "club"), 300)


@pytest.mark.parametrize("asked", ASKED, ids=lambda asked: asked[0].__name__)
def test_column__is_answered_as_each_of_its_hands(asked, table):
    ask, *rank = asked
    some = table[table.elder_score > 40].younger_hand
    one_by_one = [ask(hand, *rank) for hand in some]
    expected = pd.Series(one_by_one, some.index, name="younger_hand")
    pd.testing.assert_series_equal(ask(some, *rank), expected, check_dtype=False)
    assert ask(some.to_numpy(), *rank).tolist() == one_by_one
    assert ask(some.tolist(), *rank).tolist() == one_by_one
    assert ask(some[:0], *rank).tolist() == []
    assert isinstance(one_by_one[0], int)
    assert ask(np.int64(some.iloc[0]), *rank) == one_by_one[0]


@pytest.mark.parametrize(
    ("hand", "said"),
    [
        ("AKJ.AQJ8.98.J87", "got 'AKJ.AQJ8.98.J87'"),
        (-1, "got -1"),
        ([0, 1 << 13], "got 8192"),
        (1.0, "got 1.0"),
        (True, "got True"),
        (None, "got None"),
        (pd.Series([1.0, 2.0]), "got values of type float64"),
        (pd.Series(["AKJ.AQJ8.98.J87"], dtype=object), "got values of type object"),
        (pd.DataFrame({"elder_hand": [1]}), "got a whole frame"),
    ],
)
def test_column__of_no_hands_is_refused_in_one_line(hand, said):
    for ask, *rank in ASKED:
        with pytest.raises(InputError, match="or a column of hands such as elder_hand") as refused:
            ask(hand, *rank)
        assert str(refused.value).startswith(ask.__name__)
        assert str(refused.value).endswith(said)
        assert "\n" not in str(refused.value)
    with pytest.raises(InputError, match="expected a rank from 0 for the six to 8 for the ace"):
        count_rank(1, "A")


def test_values__of_unpaired_groups_name_what_takes_them(table):
    with_aces = count_rank(table.elder_dealt, ACE) >= 2
    one, two = table.elder_score[with_aces], table.elder_score[~with_aces]
    with pytest.raises(InputError, match=r"subtract_estimates\(estimate_values\(one\), "):
        compare_values(one, two)
    found = subtract_estimates(estimate_values(one), estimate_values(two))
    assert found.value == pytest.approx(one.mean() - two.mean())
