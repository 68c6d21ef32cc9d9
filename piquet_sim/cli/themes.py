"""What a simulation's estimates are about: the rows of its summary, and themes to list them by.

Estimates are named here as `kernel.batch.measures` has them; nothing is imported, so that the shell
can complete their names at once.
"""

from typing import NamedTuple


class Row(NamedTuple):
    """One row of the summary: the same estimate of both seats."""

    label: str
    elder: str
    younger: str


ROWS: tuple[Row, ...] = (
    Row("points a deal", "elder_score", "younger_score"),
    Row("scores more", "elder_wins", "younger_wins"),
    Row("point good", "elder_point", "younger_point"),
    Row("sequence good", "elder_sequence", "younger_sequence"),
    Row("set good", "elder_set", "younger_set"),
    Row("wins the cards", "elder_cards", "younger_cards"),
    Row("capot", "elder_capot", "younger_capot"),
    Row("pique", "elder_pique", "younger_pique"),
    Row("repique", "elder_repique", "younger_repique"),
    Row("carte blanche", "elder_carte_blanche", "younger_carte_blanche"),
    Row("cards exchanged", "elder_exchanged", "younger_exchanged"),
)

THEMES: dict[str, tuple[str, ...]] = {
    "The score": ("elder_score", "younger_score", "difference"),
    "The players, in whichever seat": ("first_score", "second_score", "first_less_second"),
    "Who scores more": ("elder_wins", "younger_wins", "drawn"),
    "What is good": (
        "elder_point", "younger_point", "equal_point",
        "elder_sequence", "younger_sequence", "equal_sequence",
        "elder_set", "younger_set",
    ),
    "Tricks, the cards and capot": (
        "elder_tricks", "elder_cards", "younger_cards", "cards_divided", "elder_capot",
        "younger_capot",
    ),
    "Pique, repique and carte blanche": (
        "elder_pique", "younger_pique", "elder_repique", "younger_repique",
        "elder_carte_blanche", "younger_carte_blanche",
    ),
    "The exchange": ("elder_exchanged", "younger_exchanged"),
    "What elder's score is made of": (
        "elder_carte_blanche_mean", "elder_point_mean", "elder_sequences_mean", "elder_sets_mean",
        "elder_play_mean", "elder_cards_mean", "elder_pique_mean", "elder_repique_mean",
    ),
    "What younger's score is made of": (
        "younger_carte_blanche_mean", "younger_point_mean", "younger_sequences_mean",
        "younger_sets_mean", "younger_play_mean", "younger_cards_mean", "younger_pique_mean",
        "younger_repique_mean",
    ),
}  # fmt: skip
"""All estimates by theme, in the order in which they are listed."""
