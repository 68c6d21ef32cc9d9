"""The table of random streams: no two uses share a word, and none is named elsewhere.

Covers `kernel.random`.
"""

import re
from itertools import combinations, product
from typing import NamedTuple

import pytest

from piquet_sim.game.files import PACKAGE
from piquet_sim.kernel import random as streams
from piquet_sim.kernel.random import (
    CARDS_STREAM,
    CHANCES_FROM,
    CHOICES_FROM,
    CONDITION_STREAM,
    FACTORS_FROM,
    JUDGED_FROM,
    MATCHES_FROM,
    OTHER_ORDERS_FROM,
    PLAYERS_STREAM,
    ROLLOUT_STREAM,
    SCORES_FROM,
    TRAINING_STREAM,
    WALK_STREAM,
    random_words,
)

END_OF_STREAMS, END_OF_NUMBERS = 1 << 22, 1 << 63


class Use(NamedTuple):
    """The streams that a use takes, of the deals with these numbers."""

    streams: range
    numbers: range = range(END_OF_NUMBERS)


CARDS = range(CARDS_STREAM, PLAYERS_STREAM)
ROLLOUTS = range(ROLLOUT_STREAM, CONDITION_STREAM)
PLAYING = {
    "cards": Use(CARDS, range(OTHER_ORDERS_FROM)),
    "other orders": Use(CARDS, range(OTHER_ORDERS_FROM, END_OF_NUMBERS)),
    "players": Use(range(PLAYERS_STREAM, PLAYERS_STREAM + 2)),
    "races": Use(ROLLOUTS, range(JUDGED_FROM)),
    "judgements": Use(ROLLOUTS, range(JUDGED_FROM, CHANCES_FROM)),
    "chances": Use(ROLLOUTS, range(CHANCES_FROM, END_OF_NUMBERS)),
    "conditions": Use(range(CONDITION_STREAM, WALK_STREAM)),
    "walks": Use(range(WALK_STREAM, END_OF_STREAMS)),
}
TRAINING = {
    "tried": Use(range(TRAINING_STREAM, TRAINING_STREAM + 4)),
    "rounds": Use(CARDS, range(MATCHES_FROM)),
    "matches": Use(CARDS, range(MATCHES_FROM, CHOICES_FROM)),
    "choices": Use(CARDS, range(CHOICES_FROM, SCORES_FROM)),
    "scores": Use(CARDS, range(SCORES_FROM, FACTORS_FROM)),
    "factors": Use(CARDS, range(FACTORS_FROM, END_OF_NUMBERS)),
}


@pytest.mark.parametrize(
    "uses", [PLAYING | {"tried": TRAINING["tried"]}, TRAINING], ids=["playing", "training"]
)
def test_streams__have_nothing_in_common(uses):
    for pair in combinations(uses.values(), 2):
        shared = [
            range(max(one.start, two.start), min(one.stop, two.stop))
            for one, two in zip(*pair, strict=True)
        ]
        assert not all(shared), pair
    corners = {
        (number, stream)
        for use in uses.values()
        for number, stream in product(*((one[0], one[-1]) for one in (use.numbers, use.streams)))
    }
    words = [word for counter in corners for word in random_words(1, *counter, 0)]
    assert len(set(words)) == len(words) > len(uses)
    assert all(0 <= use.streams.start < use.streams.stop <= 1 << 32 for use in uses.values())


def test_streams__start_where_the_table_says():
    assert (
        {value for name, value in vars(streams).items() if name.endswith("_STREAM")},
        len({streams.TURN_DRAW, streams.PICK_DRAW, streams.SINK_DRAW}),
    ) == ({use.streams.start for use in (PLAYING | TRAINING).values()}, 3)


def test_streams__are_numbered_in_one_room():
    numbered = re.compile(r"^\w*(STREAM(_OF_\w+)?|FRESH\w*|_DRAW) *= *\d", re.MULTILINE)
    homes = [*PACKAGE.rglob("*.py"), *(PACKAGE.parent / "analyses").rglob("*.py")]
    assert {path.name for path in homes if numbered.search(path.read_text("utf-8"))} == {
        "random.py"
    }
