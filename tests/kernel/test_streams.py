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


def draw(use, number, stream):
    """The words of a counter, which must be one of the use."""
    assert number in use.numbers
    assert stream in use.streams
    return random_words(1, number, stream, 0)


def draw_corners(use):
    """The words of the first and the last counters of a use."""
    ends = ([one.start, one.stop - 1] for one in (use.numbers, use.streams))
    return {draw(use, *counter) for counter in product(*ends)}


def find_shared(one, other):
    """The words that two uses draw from the first counter that both have, if there is any."""
    pairs = (one.numbers, other.numbers), (one.streams, other.streams)
    counter = [max(first.start, second.start) for first, second in pairs]
    if all(
        at in first and at in second for at, (first, second) in zip(counter, pairs, strict=True)
    ):
        return {draw(use, *counter) for use in (one, other)}
    return set()


@pytest.mark.parametrize(
    "uses", [PLAYING | {"tried": TRAINING["tried"]}, TRAINING], ids=["playing", "training"]
)
def test_streams__have_nothing_in_common(uses):
    assert not any(find_shared(*pair) for pair in combinations(uses.values(), 2))
    words = [word for use in uses.values() for word in draw_corners(use)]
    assert len(set(words)) == len(words) > len(uses)
    assert all(0 <= use.streams.start < use.streams.stop <= 1 << 32 for use in uses.values())


@pytest.mark.parametrize("name", [*PLAYING, *TRAINING])
def test_streams__one_that_takes_a_counter_of_another_is_found(name):
    use = {**PLAYING, **TRAINING}[name]
    planted = Use(use.streams[-1:], use.numbers[-1:])
    assert len(find_shared(use, planted)) == 1
    assert draw_corners(planted) < draw_corners(use)


def test_streams__start_where_the_table_says():
    named = {value for name, value in vars(streams).items() if name.endswith("_STREAM")}
    assert named == {use.streams.start for use in (PLAYING | TRAINING).values()}
    assert len({streams.TURN_DRAW, streams.PICK_DRAW, streams.SINK_DRAW}) == 3


def test_streams__are_numbered_in_one_room():
    numbered = re.compile(r"^\w*(STREAM(_OF_\w+)?|FRESH\w*|_DRAW) *= *\d", re.MULTILINE)
    homes = [*PACKAGE.rglob("*.py"), *(PACKAGE.parent / "analyses").rglob("*.py")]
    makers = {path.name for path in homes if numbered.search(path.read_text("utf-8"))}
    assert makers == {"random.py"}
    assert numbered.search("_STREAM = 1 << 20")
