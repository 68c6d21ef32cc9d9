"""Deals that Cavendish plays in his treatise, in its words: scores, and what it says of them.

What differs from the book is said where it is tested.
"""

import pytest
from specimens import TESTS

from piquet_sim import read_deals, write_deal
from piquet_sim.deals.json import score_deal
from piquet_sim.game.settlement import settle_totals

DEALS = {deal["name"]: deal for deal in read_deals(TESTS / "golden" / "cavendish.txt")}


def count(name, *parts, **change):
    scored = score_deal(DEALS[name] | change)
    return [(scored["elder"][part], scored["younger"][part]) for part in parts]


def test_deals__are_written_as_they_stand_with_their_remarks():
    text = (TESTS / "golden" / "cavendish.txt").read_text("utf-8")
    assert len(DEALS) == 8
    assert "\n".join(map(write_deal, DEALS.values())) == text


@pytest.mark.parametrize(
    ("name", "part", "counted"),
    [
        ("the example", "total", (28, 23)),
        ("sinking V", "point", (5, 0)),
        ("sinking V", "sequences", (6, 0)),
        ("sinking V", "sets", (0, 3)),
        ("sinking V", "tricks", (6, 6)),
        ("playing IV", "point", (0, 0)),
        ("playing IV", "sequences", (0, 4)),
        ("playing IV", "sets", (0, 6)),
        ("playing IV", "tricks", (6, 6)),
        ("playing VI", "point", (0, 5)),
        ("playing VI", "sequences", (7, 0)),
        ("playing VI", "sets", (0, 6)),
        ("playing VI", "tricks", (6, 6)),
        ("playing XVI", "sets", (14, 0)),
        ("playing XVI", "play", (13, 10)),
        ("playing XVI", "cards", (10, 0)),
        ("playing XVII", "play", (8, 7)),
        ("playing XVII", "total", (32, 7)),
        ("playing XVIII", "sets", (17, 0)),
        ("playing XVIII", "play", (13, 0)),
        ("playing XVIII", "cards", (40, 0)),
        ("playing XVIII", "total", (70, 8)),
        ("playing XIX", "point", (3, 0)),
        ("playing XIX", "sequences", (0, 4 + 3)),  # the book leaves out a tierce
        ("playing XIX", "sets", (3, 0)),
        ("playing XIX", "tricks", (6, 6)),
    ],
)
def test_deal__counts_what_the_book_counts(name, part, counted):
    assert count(name, part) == [counted]


@pytest.mark.parametrize(
    ("name", "seat", "total"),
    [("sinking V", 0, 98), ("playing XVIII", 0, 113), ("playing XVIII", 1, 98)],
)
def test_totals__are_those_of_the_book(name, seat, total):
    assert DEALS[name]["score"][seat] + DEALS[name]["totals"][seat] == total


def test_playing_xviii__is_settled_as_the_book_says():
    assert settle_totals(113, 98) == 311


def test_playing_xvi__straight_on_makes_nine_to_six():
    """Three aces and two kings, then any other card, keeping ace and queen of diamonds."""
    plays = "AS TS AH 9H KH TH AC TC KC JC 7C QC QH 7H JH 8H KS QS JS 7S KD AD QD JD"
    assert count("playing XVI", "play", "tricks", play=plays) == [(9, 6), (7, 5)]
