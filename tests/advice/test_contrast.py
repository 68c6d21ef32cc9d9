"""Two discards side by side: the same deals as advice, parts that add up, errors that hold."""

import numpy as np
import pytest

from piquet_sim.advice.discards import watch_contrast
from piquet_sim.advice.trials import JUDGED_FROM, Question, try_discards
from piquet_sim.game.cards import parse_hand
from piquet_sim.game.errors import InputError

QUESTION = Question(parse_hand("AKJ.AQJ8.98.J87"), strategy="club")
ONE, TWO = parse_hand("K..98.87"), parse_hand("..98.87")


def test_contrast__parts_add_up_to_the_gap_of_the_same_deals():
    *_, told = watch_contrast(QUESTION, ONE, TWO, 5000, threads=1)
    assert told.deals == 5000
    made = try_discards(QUESTION, np.array([ONE, TWO]), 5000, 2, JUDGED_FROM).astype(np.int64)
    worth = made[:, :, 0] - made[:, :, 1]
    less = worth[:, 0] - worth[:, 1]
    assert told.values == pytest.approx(tuple(worth.mean(axis=0)))
    assert told.gap.value == pytest.approx(less.mean())
    assert told.gap.se == pytest.approx(less.std(ddof=1) / np.sqrt(len(less)))
    assert sum(part.value for part in told.parts.values()) == pytest.approx(told.gap.value)
    assert told.points == told.gap


def test_contrast__the_other_way_round_has_the_other_sign():
    *_, told = watch_contrast(QUESTION, ONE, TWO, 2048)
    *_, turned = watch_contrast(QUESTION, TWO, ONE, 2048)
    assert turned.gap.value == -told.gap.value
    assert {name: -gap.value for name, gap in turned.parts.items()} == {
        name: gap.value for name, gap in told.parts.items()
    }


def test_contrast__in_a_partie_is_in_settlements():
    question = Question(QUESTION.hand, strategy="club", score=(68, 155), deal=6)
    *_, told = watch_contrast(question, ONE, TWO, 2048)
    parts = sum(part.value for part in told.parts.values())
    assert abs(told.gap.value - parts) > 1  # parts are points, the gap is not
    assert told.points.value == pytest.approx(parts)
    *_, alone = watch_contrast(QUESTION, ONE, TWO, 2048)
    assert told.points == alone.gap


def test_contrast__ends_when_asked_in_mid_batch():
    asked = []

    def stop():
        asked.append(1)
        return len(asked) > 40

    assert len(list(watch_contrast(QUESTION, ONE, TWO, threads=1, stop=stop))) == 1
    # The first batch that refuses ends the second round; one more may have begun by then.
    assert 41 <= len(asked) <= 43


@pytest.mark.parametrize(
    ("one", "two", "said"),
    [
        (ONE, ONE, "two different discards"),
        (ONE, parse_hand("TS"), "TS is not in the hand"),
        (0, TWO, "0 cards; elder may exchange 1 to 5"),
    ],
)
def test_contrast__of_what_cannot_be_is_refused(one, two, said):
    with pytest.raises(InputError, match=said):
        list(watch_contrast(QUESTION, one, two))
