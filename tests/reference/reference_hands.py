"""The rule books, cards as text, and what a hand holds; `reference` cites the documents."""

import re
from functools import cache
from itertools import groupby, product

# ---- What all rule books share, and the constants of Rubicon Piquet. ----------------------------
SEATS = ("elder", "younger")
OTHER = {"elder": "younger", "younger": "elder"}
RANKS = "AKQJT987"  # highest first ([000] Dealing)
RANKS_WITH_SIXES = "AKQJT9876"  # the pack of thirty-six ([001] Equipment)
SUITS = "SHDC"  # the order of the dotted form ([FORMATS])
HAND_SIZE = 12
COURTS = "KQJ"  # a hand dealt without these is carte blanche ([000], Laws 18-20)
PIPS = {"A": 11, "K": 10, "Q": 10, "J": 10, "T": 10, "9": 9, "8": 8, "7": 7, "6": 6}
SEQUENCE_POINTS = {3: 3, 4: 4, 5: 15, 6: 16, 7: 17, 8: 18}
SET_RANKS = "AKQJT"  # nothing below a ten makes a trio or quatorze ([000] Calling)
SET_POINTS = {3: 3, 4: 14}
HIGH = "AKQJT"  # the cards that some rule books count in the play ([001] Tricks, [004] Scoring)
# The parts of a score in their order of reckoning ([000] Scoring, Law 67; [RULES] 4).
IN_HAND = ("carte_blanche", "point", "sequences", "sets")
PARTS = (*IN_HAND, "play", "cards", "pique", "repique")
CLASSES = {"point": ("length", "pips"), "sequence": ("length", "top"), "set": ("size", "rank")}

# ---- The rule books, as far as a deal goes ------------------------------------------------------
RUBICON = {  # [000], and the section "Rubicon Piquet" of [003]
    "pack": 32,
    "elder_exchange_least": 1,  # each is obliged to discard one ([000] Discarding)
    "elder_exchange_most": 5,  # of the talon, the cards that are elder's ([000] Discarding)
    "younger_exchange_least": 1,
    "younger_exchange_most": 8,
    "elder_sees_what_he_leaves": True,
    "younger_leftovers": "both or neither",
    "carte_blanche_scores": 10,
    "carte_blanche_shown": "announced",
    "carte_blanche_of_both_cancels": False,
    "point_best_by": "cards",
    "point_least_pips": 0,
    "point_scores": "cards",
    "sequences_of": "one suit",
    "sequence_best_by": "top",
    "sequence_scores": (*SEQUENCE_POINTS.values(), 19),  # of nine with sixes alone ([RULES])
    "trio_scores": SET_POINTS[3],
    "quatorze_scores": SET_POINTS[4],
    "lowest_set": SET_RANKS[-1],
    "play_scores": "leads and wins",
    "last_trick_scores": 1,  # on top: its winner counts two instead of one
    "last_trick_high_scores": 1,
    "last_trick_high_card": "ten or higher",
    "last_trick_with_capot": True,
    "cards_scores": 10,  # more than six tricks
    "capot_scores": 40,  # every trick, instead of the cards ([RULES] 6)
    "pique_scores": 30,
    "repique_scores": 60,
    "pique_needs": 30,
}
PRESETS = {
    "rubicon": RUBICON,
    "au_cent": {  # [003] Piquet au cent, the laws of 1873
        **RUBICON,
        "younger_exchange_least": 0,
        "carte_blanche_shown": "younger may wait",
        "point_best_by": "pips",
    },
    "boussac_1896": {  # [003] the Encyclopédie of 1896
        **RUBICON,
        "younger_leftovers": "nobody",
        "carte_blanche_shown": "after the draw",
        "point_best_by": "pips",
        "point_least_pips": 30,
    },
    "cotton_1674": {  # [001]
        **RUBICON,
        "pack": 36,
        "elder_exchange_most": 8,
        "younger_exchange_most": 8,
        "carte_blanche_of_both_cancels": True,
        "point_best_by": "pips",
        "point_scores": "tenths",
        "sequences_of": "any suits",
        "play_scores": "high cards",
        "last_trick_high_scores": 2,
    },
    "parlett": {  # [002]
        **RUBICON,
        "carte_blanche_shown": "younger draws first",
        "play_scores": "won by leader or not",
        "last_trick_scores": 0,
        "last_trick_high_scores": 0,
    },
    "american": {  # [004]
        **RUBICON,
        "younger_leftovers": "nobody",
        "carte_blanche_shown": "younger may wait",
        "point_scores": "one",
        "sequence_best_by": "pips",
        "play_scores": "high leads",
        "last_trick_with_capot": False,
    },
}


def rule_book(rules=None):
    """Every option of the deal: of a preset by its name, or of RUBICON with some changed."""
    return PRESETS[rules] if isinstance(rules, str) else RUBICON | (rules or {})


def _pack_ranks(book):
    return RANKS_WITH_SIXES if book["pack"] == 36 else RANKS


def _sequence_points(book):
    """Points by the number of cards, which is three to nine."""
    return dict(enumerate(book["sequence_scores"], start=3))


# ---- Cards and text -----------------------------------------------------------------------------
def parse_hand(text, rules=None):
    """Cards of a hand in one of the two text forms of [FORMATS] in which deals are written.

    Parameters
    ----------
    text : str
        A list of cards (``"AS 10d"``), or the dotted form spades.hearts.diamonds.clubs.
    rules : str or dict, optional
        Says whether the pack has sixes.

    Returns
    -------
    list of str
        In the order written.

    Raises
    ------
    AssertionError, ValueError, AttributeError
        Where the text is not in one of these forms, or names a card twice.
    """
    cards = re.findall(r"[^\s,]+", text.upper().replace("10", "T"))
    if "." in text:
        groups = zip(SUITS, *(plain.split(".") for plain in cards), strict=True)
        cards = [rank + suit for suit, group in groups for rank in group]
    pack = {rank + suit for rank in _pack_ranks(rule_book(rules)) for suit in SUITS}
    assert pack.issuperset(cards), f"not cards of this pack: {text}"
    assert len(set(cards)) == len(cards), f"a card is there twice: {text}"
    return cards


def height(card):
    """Height of a card or a rank: from 1, a seven, to 8, an ace ([000] Dealing); a six has 0."""
    return "6789TJQKA".index(card[0])


def pips(cards):
    return sum(PIPS[card[0]] for card in cards)


def ranked(cards, ranks):
    """Those of some ranks."""
    return frozenset(card for card in cards if card[0] in ranks)


def suits_of(cards):
    """The cards of each suit, from the ace down, spades first."""
    return [
        sorted((card for card in cards if card[1] == suit), key=height, reverse=True)
        for suit in SUITS
    ]


def unbroken(cards):
    """The cards of one suit in their runs, each from the top, the highest first."""
    ordered = enumerate(sorted(cards, key=height, reverse=True))
    runs = groupby(ordered, key=lambda one: one[0] + height(one[1]))  # in a run this is the same
    return [[card for _, card in run] for _, run in runs]


# ---- What a hand holds --------------------------------------------------------------------------
def has_carte_blanche(hand, rules=None):
    """Whether the hand as dealt has no king, queen or knave ([000] Carte blanche; Laws 18-20)."""
    return not any(card[0] in COURTS for card in hand)


def _point_strength(point, book):
    """What points are compared by: cards, then pips ([000], [002], [004]); or pips alone.

    With pips alone ([001] Ruff, [003] on 1873 and 1896) two points of as many pips are equal, even
    if one of them has more cards.
    """
    return point if book["point_best_by"] == "cards" else (point[1],)


def best_point(hand, rules=None):
    """Best point that may be called, ``(length, pips)``, or None.

    That is the best by `_point_strength`; of equal ones the one with more cards, since it scores
    more. Where a point must have so many pips ([003] 1896: thirty), no other may be called.
    """
    book = rule_book(rules)
    points = [(len(cards), pips(cards)) for cards in suits_of(hand)]
    enough = [point for point in points if point[1] >= max(book["point_least_pips"], 1)]
    return max(enough, key=lambda point: (_point_strength(point, book), point), default=None)


def strength_of(one):
    """Of sequences and of sets: the size, then the (highest) rank ([000] Calling and showing)."""
    return one[0], height(one[1])


def _sequence_strength(one, book):
    """The length, then the top card; or the length, then the pips ([004] Sequence).

    By pips a sequence to the king and one to the queen, of three cards, are equal.
    """
    return (
        strength_of(one)
        if book["sequence_best_by"] == "top"
        else (one[0], pips(RANKS_WITH_SIXES[RANKS_WITH_SIXES.index(one[1]) :][: one[0]]))
    )


def runs_of(hand, rules=None):
    """For each maximal run of a hand, every sequence ``(length, top, suit)`` inside it.

    Where sequences go through the suits ([001] Sequence), a rank is there if the hand has it in any
    suit, and the sequence's suit is None.
    """
    book, runs = rule_book(rules), []
    for suit in SUITS if book["sequences_of"] == "one suit" else (None,):
        held = {card[0] for card in hand if suit in (card[1], None)}
        for run in "".join(rank if rank in held else " " for rank in _pack_ranks(book)).split():
            parts = product(range(len(run)), _sequence_points(book))
            runs.append([(n, run[i], suit) for i, n in parts if i + n <= len(run)])
    return runs


def ranks_of(hand, rules=None):
    """For each rank from the ten up, every trio and quatorze ``(size, rank)`` inside the hand."""
    ranks = SET_RANKS[: SET_RANKS.index(rule_book(rules)["lowest_set"]) + 1]
    held = [card[0] for card in hand]
    return [[(size, rank) for size in SET_POINTS if size <= held.count(rank)] for rank in ranks]


def _best_of_each(groups, call=None, strength=strength_of):
    """Best member of each run or rank that is not better than the call; the best first."""
    allowed = [[x for x in g if call is None or strength(x) <= strength(call)] for g in groups]
    return sorted(
        (max(g, key=strength) for g in allowed if g),
        key=lambda x: (strength(x), height(x[1])),
        reverse=True,
    )


def _best_division(hand, book, call=None):
    """Division of a hand into runs through the suits that scores most, the best run first.

    Each card is in one run at most ([001] Sequence), and no run is better than the call. The run
    called need not be among them: two runs of six score more than the nine that was called and the
    three that are left beside it.
    """
    ranks, points = _pack_ranks(book), _sequence_points(book)
    most = (9, 99) if call is None else _sequence_strength(call, book)

    @cache
    def divide(counts):
        """Points and runs of the best division of so many cards of each rank."""
        if not any(counts):
            return 0, ()
        top = next(i for i, count in enumerate(counts) if count)
        # The highest card is in no run, or it heads one of some length.
        choices = [divide((*counts[:top], counts[top] - 1, *counts[top + 1 :]))]
        for length in points:
            used, one = range(top, top + length), (length, ranks[top], None)
            is_held = used.stop <= len(ranks) and all(counts[i] for i in used)
            if is_held and _sequence_strength(one, book) <= most:
                more, rest = divide(tuple(count - (i in used) for i, count in enumerate(counts)))
                choices.append((points[length] + more, (one, *rest)))
        return max(choices, key=lambda choice: choice[0])

    counts = tuple(sum(card[0] == rank for card in hand) for rank in ranks)
    return sorted(divide(counts)[1], key=lambda one: _sequence_strength(one, book), reverse=True)


def all_sequences(hand, rules=None, call=None):
    """Maximal sequences of three or more, ``(length, top, suit)``, the best first.

    Of each run it is the best part that is not better than the call. Where they go through the
    suits, they are the runs of the division that scores most, with None for suit; the longest run
    of the hand need not be among them.
    """
    book = rule_book(rules)
    if book["sequences_of"] == "any suits":
        return _best_division(hand, book, call)
    return _best_of_each(runs_of(hand, book), call, lambda one: _sequence_strength(one, book))


def best_sequence(hand, rules=None):
    """Best sequence, ``(length, top)``, or None; of equal ones that with the higher top card."""
    book = rule_book(rules)
    runs = _best_of_each(runs_of(hand, book), None, lambda one: _sequence_strength(one, book))
    return next((one[:2] for one in runs), None)


def all_sets(hand, rules=None):
    """Trios and quatorzes of tens or higher, ``(size, rank)``, the best first."""
    return _best_of_each(ranks_of(hand, rules))


def best_set(hand, rules=None):
    """Best trio or quatorze, ``(size, rank)``, or None."""
    return next(iter(all_sets(hand, rules)), None)


def legal_replies(hand, led_card, rules=None):
    """Cards the second player may play: they must follow suit if able ([000] Playing).

    A player who leads (`led_card` is None) may play any card.
    """
    return [card for card in hand if led_card and card[1] == led_card[1]] or list(hand)


def wins(reply, led):
    """Whether the second card wins the trick: it is of the suit led and higher."""
    return reply[1] == led[1] and height(reply) > height(led)
