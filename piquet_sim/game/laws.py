"""The laws as kernels read them: a rule book as named tuples of plain integers, and its number.

What the integers stand for is chosen by the options of `rules.RuleSet`.
"""

from collections import namedtuple

from piquet_sim.game.errors import InputError

SEQUENCE_SCORES = (3, 4, 15, 16, 17, 18, 19)
"""Points for sequences of three to nine cards, where a rule book does not differ."""

PARTIE_DEALS, TIE_DEALS = 6, 2
"""Deals of a partie, and those added to one that is level, where a rule book does not differ."""


OF_DEAL: dict[str, str | None] = {
    "pack": "pack",
    "stock": "stock",
    "elder_least": "elder_exchange_least",
    "elder_most": "elder_exchange_most",
    "elder_looks": "elder_sees_what_he_leaves",
    "younger_least": "younger_exchange_least",
    "younger_most": "younger_exchange_most",
    "younger_may_face": None,
    "carte_blanche": "carte_blanche_scores",
    "blanche_shown": "carte_blanche_shown",
    "blanche_cancels": "carte_blanche_of_both_cancels",
    "holds_otherwise": None,  # 1 if points or sequences are not as under Rubicon
    "point_by_pips": "point_best_by",
    "point_least_pips": "point_least_pips",
    "point_scores": "point_scores",
    "across": "sequences_of",  # 1 if sequences go through suits
    "sequence_by_pips": "sequence_best_by",
    "sequences": None,  # points for sequences of three to nine cards, eight bits each
    "trio": "trio_scores",
    "quatorze": "quatorze_scores",
    "lowest_set": None,  # a rank
    "play_scores": "play_scores",
    "last_trick": "last_trick_scores",
    "last_trick_high": None,
    "last_high_ranks": None,  # a lane of the ranks that are high in the last trick
    "last_with_capot": "last_trick_with_capot",
    "cards": "cards_scores",
    "capot": "capot_scores",
    "pique": "pique_scores",
    "repique": "repique_scores",
    "pique_needs": "pique_needs",
    "book": None,  # number of this rule book in this process, by which players find it
}
OF_MATCH = {
    "match": "match",
    "partie_deals": "partie_deals",
    "tie_deals": "tie_deals",
    "target": "target",
    "win_is_immediate": "win_is_immediate",
    "settlement": "settlement",
    "game": "game_scores",
    "rubicon": "rubicon",
    "double_below": "double_below",
    "games_to_win": "games_to_win",
}
"""The laws of a deal and of the match that deals make up, each with the option of `rules.RuleSet`
that it is: a number as it stands, a truth as 0 or 1, a word as its place among those allowed; None
where it is worked out (`rules.RuleSet.laws`)."""

Laws = namedtuple("Laws", OF_DEAL)
MatchLaws = namedtuple("MatchLaws", OF_MATCH)


class UsualLaws(Laws):
    """The laws of a rule book that differs from Rubicon's in numbers only.

    Kernels that are compiled for them leave out what only other rule books need.
    """


LAW = namedtuple("LAW", [*OF_DEAL, *OF_MATCH])(*range(len(OF_DEAL) + len(OF_MATCH)))
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
