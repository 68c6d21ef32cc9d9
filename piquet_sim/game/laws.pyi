# The types of the laws as kernels read them, and of the names of all laws.

from typing import NamedTuple

SEQUENCE_SCORES: tuple[int, int, int, int, int, int, int]
PARTIE_DEALS: int
TIE_DEALS: int

class Laws(NamedTuple):
    pack: int
    stock: int
    elder_least: int
    elder_most: int
    elder_looks: int
    younger_least: int
    younger_most: int
    younger_may_face: int
    carte_blanche: int
    blanche_shown: int
    blanche_cancels: int
    holds_otherwise: int
    point_by_pips: int
    point_least_pips: int
    point_scores: int
    across: int
    sequence_by_pips: int
    sequences: int
    trio: int
    quatorze: int
    lowest_set: int
    play_scores: int
    last_trick: int
    last_trick_high: int
    last_high_ranks: int
    last_with_capot: int
    cards: int
    capot: int
    pique: int
    repique: int
    pique_needs: int
    book: int

class MatchLaws(NamedTuple):
    match: int
    partie_deals: int
    tie_deals: int
    target: int
    win_is_immediate: int
    settlement: int
    game: int
    rubicon: int
    double_below: int
    games_to_win: int

ANNOUNCED: int
MAY_WAIT: int
YOUNGER_FIRST: int
AFTER_DRAW: int
AT_ONCE: int
BY_CARDS: int
BY_TENTHS: int
BY_ONE: int
LEADS_AND_WINS: int
BY_LEADER: int
HIGH_CARDS: int
HIGH_LEADS: int
PARTIE: int
RACE: int
GAMES: int
RUBICON_SETTLEMENT: int
DIFFERENCE: int
GAMES_WON: int
MOST_BOOKS: int

class _PlacesOfLaws(NamedTuple):
    pack: int
    stock: int
    elder_least: int
    elder_most: int
    elder_looks: int
    younger_least: int
    younger_most: int
    younger_may_face: int
    carte_blanche: int
    blanche_shown: int
    blanche_cancels: int
    holds_otherwise: int
    point_by_pips: int
    point_least_pips: int
    point_scores: int
    across: int
    sequence_by_pips: int
    sequences: int
    trio: int
    quatorze: int
    lowest_set: int
    play_scores: int
    last_trick: int
    last_trick_high: int
    last_high_ranks: int
    last_with_capot: int
    cards: int
    capot: int
    pique: int
    repique: int
    pique_needs: int
    book: int
    match: int
    partie_deals: int
    tie_deals: int
    target: int
    win_is_immediate: int
    settlement: int
    game: int
    rubicon: int
    double_below: int
    games_to_win: int

LAW: _PlacesOfLaws

def pack_sequences(scores: tuple[int, ...]) -> int: ...
def number_book(laws: Laws, match: MatchLaws) -> int: ...
def read_book(book: int) -> tuple[int, ...]: ...
