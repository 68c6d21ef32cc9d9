"""The laws as kernels read them: a rule book as named tuples of plain integers, and its number.

What the integers stand for is chosen by the options of `rules.RuleSet`.
"""

from collections import namedtuple
from typing import NamedTuple

from piquet_sim.game.errors import InputError

SEQUENCE_SCORES = (3, 4, 15, 16, 17, 18, 19)
"""Points for sequences of three to nine cards, where a rule book does not differ."""

PARTIE_DEALS, TIE_DEALS = 6, 2
"""Deals of a partie, and those added to one that is level, where a rule book does not differ."""


class Laws(NamedTuple):
    """A rule set as kernels see it: integers only, flags as 0 or 1."""

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
    """ANNOUNCED and so on."""
    blanche_cancels: int
    holds_otherwise: int
    """1 if points or sequences are not compared or scored as under Rubicon."""
    point_by_pips: int
    point_least_pips: int
    point_scores: int
    """BY_CARDS, BY_TENTHS or BY_ONE."""
    across: int
    """1 if sequences go through suits."""
    sequence_by_pips: int
    sequences: int
    """Points for sequences of three to nine cards, eight bits each."""
    trio: int
    quatorze: int
    lowest_set: int
    play_scores: int
    """LEADS_AND_WINS and so on."""
    last_trick: int
    last_trick_high: int
    last_high_ranks: int
    """A lane of the ranks that are high in the last trick."""
    last_with_capot: int
    cards: int
    capot: int
    pique: int
    repique: int
    pique_needs: int
    book: int
    """Number of this rule book in this process, by which players find it."""


class UsualLaws(Laws):
    """Those of a rule book that differs from Rubicon's in numbers only: what others ask is left out
    of kernels that are compiled for them.
    """


class MatchLaws(NamedTuple):
    """What deals make up, as kernels see it."""

    match: int
    """PARTIE, RACE or GAMES."""
    partie_deals: int
    tie_deals: int
    target: int
    win_is_immediate: int
    settlement: int
    """RUBICON_SETTLEMENT, DIFFERENCE or GAMES_WON."""
    game: int
    rubicon: int
    double_below: int
    games_to_win: int


LAW = namedtuple("LAW", Laws._fields + MatchLaws._fields)(
    *range(len(Laws._fields) + len(MatchLaws._fields))
)
"""Where each law stands in a rule book: those of a deal, then those of a match."""

ANNOUNCED, MAY_WAIT, YOUNGER_FIRST, AFTER_DRAW, AT_ONCE = range(5)
"""When the other knows of a carte blanche, in the order of `carte_blanche_shown`."""

BY_CARDS, BY_TENTHS, BY_ONE = range(3)
"""What a point scores."""

LEADS_AND_WINS, BY_LEADER, HIGH_CARDS, HIGH_LEADS = range(4)
"""How points in play are counted, in the order of `play_scores`."""

PARTIE, RACE, GAMES = range(3)
"""What a match is."""

RUBICON_SETTLEMENT, DIFFERENCE, GAMES_WON = range(3)
"""How a match is settled."""

MOST_BOOKS = 1 << 16
"""Number of different rule books that one process can play."""

_books: dict[tuple[Laws, MatchLaws], int] = {}


def pack_sequences(scores: tuple[int, ...]) -> int:
    """Points for sequences of three to nine cards as `Laws.sequences`."""
    return sum(score << 8 * place for place, score in enumerate(scores))


def number_book(laws: Laws, match: MatchLaws) -> int:
    """The number of a rule book in this process, the same whenever it is asked for.

    Raises
    ------
    InputError
        If too many different rule books were made in this process.
    """
    key = laws, match
    if key not in _books and len(_books) == MOST_BOOKS:
        raise InputError(f"rules: more than {MOST_BOOKS} different rule books in one process")
    return _books.setdefault(key, len(_books))


def read_book(book: int) -> tuple[int, ...]:
    """A rule book by its number in this process: every law in the order of `LAW`.

    Raises
    ------
    InputError
        If there is none of that number.
    """
    if not 0 <= book < len(_books):
        raise InputError(f"rules: no rule book number {book} in this process")
    laws, match = list(_books)[book]
    return *laws._replace(book=book), *match
