"""Maxims on the discard, one function each.

Of one hand with all its discards it says which follow the maxim, and which break it. Before each
stands to which hands it applies, unless that is said by a fact. Where the words of the file are
vague, the reading says what they are taken to mean. Where they name no number of cards, a full
discard is meant; among equal ranks, those outside the longest suit count as lower.

Those on sets and sequences stand in `discard_sets`, those on chances in `discard_chances`.
"""

from functools import partial
from operator import attrgetter

import numpy as np

from analyses.maxims.facts import (
    COMPLETIONS,
    PAIRS,
    PIPS,
    RUNS,
    STOPPERS,
    SUIT_MASKS,
    TOPS,
    TRICKS,
    TRIO,
    Cards,
    Choices,
    Hands,
    below,
    count,
    count_above,
    find_masters,
    gather,
    of_rank,
    part,
    top_of,
)
from analyses.maxims.maxim import (
    BOTH,
    ELDER,
    OWN_DISCARD,
    YOUNGER,
    Sides,
    all_hands,
    on_discard,
    on_keeping,
)
from piquet_sim.game.cards import (
    ACE,
    EIGHT,
    KING,
    KNAVE,
    LANE_BITS,
    LANE_MASK,
    NINE,
    QUEEN,
    RANKS,
    SEVEN,
    SUITS,
    TEN,
)

_DIVIDES = 6
"""Tricks that divide the cards."""
_FEW, _SEVERAL = 2, 3
"""Suits thrown from."""


# ---- The point ----------------------------------------------------------------------------------
@on_keeping("CAV-M01", "Spare the longest suit", BOTH)
def spare_longest_suit(hands: Hands) -> np.ndarray:
    """Choose your best suit for point and throw nothing from it, above all as younger."""
    is_unique = (hands.lengths == hands.length).sum(axis=0) == 1
    return np.where(is_unique & (hands.length >= 5), hands.longest, 0)


def _has_low_point(hands: Hands) -> np.ndarray:
    # Whether there are low cards enough, but not beside the longest suit.
    low = hands.cards & below(TEN)
    needs_point = (count(low) >= hands.full) & (count(low & hands.outside) < hands.full)
    return (hands.length >= 5) & needs_point & hands.can_spare


@on_discard("SFT-M01", "Throw low cards of the point, too", BOTH, applies=_has_low_point)
def throw_low_cards_of_point(choices: Choices) -> Sides:
    """Throw nines and lower cards even out of your point, because the point is the cheapest thing
    to score.
    """
    return choices.is_lowest(choices.is_full), choices.spares_in_full


def _is_weak_point(hands: Hands) -> np.ndarray:
    no_ace = hands.longest & of_rank(ACE) == 0
    return (hands.length >= 5) & no_ace & (count(hands.outside & below(QUEEN)) < hands.full)


@on_discard("CAV-M03", "Give up a weak point for high cards", ELDER, applies=_is_weak_point)
def give_up_weak_point(choices: Choices) -> Sides:
    """Give up a long suit of low cards for the point when keeping it would cost high cards
    elsewhere.
    """
    keeps_tops = choices.keeps(choices.hand.outside & TOPS)
    throws_point = choices.throws(choices.hand.longest) >= 3
    return choices.is_full & keeps_tops & throws_point, choices.spares_in_full


# ---- Guards -------------------------------------------------------------------------------------
def _guards(choices: Choices, rank: int, suits: np.ndarray) -> np.ndarray:
    # Whether the cards of a rank stay guarded in some suits.
    return (~suits | choices.kept.has(rank) & choices.kept.guards(rank)).all(axis=0)


def _bares(choices: Choices, rank: int, suits: np.ndarray) -> np.ndarray:
    # Whether a card of a rank stays in one of some suits without its guards.
    return (suits & choices.kept.has(rank) & ~choices.kept.guards(rank)).any(axis=0)


def _side_guarded(hands: Hands, rank: int, most: int = 12) -> np.ndarray:
    # Whether a suit beside the longest has a guarded card of a rank as its highest, and so many
    # cards below it at most; by suit.
    return hands.heads(rank) & hands.guards(rank) & (hands.lower(rank) <= most) & ~hands.is_longest


def _has_point_and_king(hands: Hands) -> np.ndarray:
    can_bare = count(hands.outside & below(KING)) >= hands.full
    return (hands.length >= 5) & can_bare & _side_guarded(hands, KING, 5).any(axis=0)


@on_discard("CAV-M04", "Bare a king for the point", ELDER, applies=_has_point_and_king)
def bare_king_for_point(choices: Choices) -> Sides:
    """As elder, bare your kings and queens without hesitation when the guards are needed as
    discards.
    """
    kings = _side_guarded(choices.hand, KING, 5)
    bares_one = choices.spares_in_full & choices.keeps(of_rank(ACE)) & _bares(choices, KING, kings)
    return bares_one, choices.is_full & _guards(choices, KING, kings)


def _defence(hand: Hands) -> tuple[np.ndarray, np.ndarray]:
    # Kings and queens to be guarded; by suit.
    return _side_guarded(hand, KING, 3), _side_guarded(hand, QUEEN, 4)


def _has_to_guard(hands: Hands, king: bool | None = None, queen: bool | None = None) -> np.ndarray:
    kings, queens = (one.any(axis=0) for one in _defence(hands))
    return (kings | queens) if king is None else (kings == king) & (queens == queen)


def _elder_took(hands: Hands, five: bool) -> np.ndarray:
    return np.full(hands.cards.shape, (hands.full == 3) == five)


@on_discard(
    "CAV-M05",
    "Guard kings, and queens twice",
    YOUNGER,
    applies=_has_to_guard,
    reading="To leave cards is a way to follow it; a king or queen thrown follows it as little as "
    "it breaks it.",
    parts=(
        ("a king to guard, no queen", partial(_has_to_guard, king=True, queen=False)),
        ("a queen to guard, no king", partial(_has_to_guard, king=False, queen=True)),
        ("a king and a queen to guard", partial(_has_to_guard, king=True, queen=True)),
        ("elder took five cards", partial(_elder_took, five=True)),
        ("elder left cards", partial(_elder_took, five=False)),
    ),
    heeds_full=False,
)
def guard_kings_and_queens(choices: Choices) -> Sides:
    """As younger, think of defence first: leave a king his guard and a queen her two."""
    suits = list(zip((KING, QUEEN), _defence(choices.hand), strict=True))
    guards, bares = ([has(choices, *one) for one in suits] for has in (_guards, _bares))
    return np.all(guards, axis=0), choices.is_full & np.any(bares, axis=0)


@on_discard(
    "HOY-M14",
    "Guard queens twice",
    YOUNGER,
    applies=partial(_side_guarded, rank=QUEEN),
    reading="To leave cards is a way to follow it.",
    heeds_full=False,
)
def guard_queens(choices: Choices) -> Sides:
    """Younger's queens want two guards each: they make tricks and help to save the cards."""
    kept, queens = choices.kept, _side_guarded(choices.hand, QUEEN)
    goes = (kept.lengths == 0) | kept.has(QUEEN) & (kept.lower(QUEEN) == 1)
    return _guards(choices, QUEEN, queens), choices.is_full & (queens & goes).any(axis=0)


def _stoppers(hand: Hands) -> np.ndarray:
    return gather(STOPPERS[hand.lanes])


def _kept_of_program(hand: Hands) -> np.ndarray:
    # Stoppers, and the cards of the class that would pay most if good: point, sequence or set; of
    # equals in this order.
    return _stoppers(hand) | np.choose(hand.class_points.argmax(axis=0), hand.class_cards)


def _can_keep_both(hands: Hands) -> np.ndarray:
    return hands.can_keep(_kept_of_program(hands))


@on_discard(
    "SFT-M03",
    "Keep stoppers and the richest class",
    YOUNGER,
    applies=_can_keep_both,
    reading="It applies where a full discard spares all that is to be kept.",
)
def keep_stoppers_and_richest_class(choices: Choices) -> Sides:
    """Younger keeps, in each suit, the top card with just enough lower cards to make it win one
    trick, and the richest combination.
    """
    follows = choices.is_full & choices.keeps(_kept_of_program(choices.hand))
    return choices.is_lowest(follows), choices.is_full & ~choices.keeps(_stoppers(choices.hand))


def _short_low_suits(hands: Hands) -> np.ndarray:
    return ~hands.is_longest & np.isin(hands.lengths, (1, 2)) & (hands.lanes >> KNAVE == 0)


@on_discard(
    "CAV-M06",
    "Keep a card of each short suit",
    YOUNGER,
    applies=_short_low_suits,
    reading="To leave cards is a way to follow it.",
    heeds_full=False,
)
def keep_card_of_each_short_suit(choices: Choices) -> Sides:
    """As younger, keep something in a suit where you were dealt just one or two low cards."""
    empties = (_short_low_suits(choices.hand) & choices.empties).any(axis=0)
    return ~empties, choices.is_full & empties


def _small_threes(hands: Hands) -> np.ndarray:
    # King, then queen or knave, then a card of ten or lower, and no other; by suit.
    return (hands.lengths == 3) & np.isin(hands.lanes >> KNAVE, (0b101, 0b110))


def _has_three_with(hands: Hands, rank: int) -> np.ndarray:
    return (_small_threes(hands) & hands.has(rank)).any(axis=0)


def _is_shortest(hands: Hands, is_so: bool) -> np.ndarray:
    # Elder is likeliest to lead the suit of which this hand was dealt the fewest.
    return (_small_threes(hands) & (hands.lengths <= hands.lengths.min(axis=0))).any(
        axis=0
    ) == is_so


@on_discard(
    "CAV-M10",
    "Throw king, knave, small whole",
    YOUNGER,
    applies=_small_threes,
    reading="Of two such suits one goes, or both stay guarded.",
    parts=(
        ("king, knave and a small card", partial(_has_three_with, rank=KNAVE)),
        ("king, queen and a small card", partial(_has_three_with, rank=QUEEN)),
        ("no suit is shorter", partial(_is_shortest, is_so=True)),
        ("a suit is shorter, so likelier led", partial(_is_shortest, is_so=False)),
    ),
    heeds_full=False,
)
def throw_small_three_whole(choices: Choices) -> Sides:
    """Younger may throw king-knave-small or king-queen-small whole: elder will rarely lead that
    suit.
    """
    kings = _small_threes(choices.hand)
    threes = np.where(kings, choices.hand.cards & SUIT_MASKS[:, None], -1)
    return np.isin(choices.thrown, threes), choices.is_full & _guards(choices, KING, kings)


def _has_few_free(hands: Hands) -> np.ndarray:
    return np.isin(hands.free.sum(axis=0), (1, 2))


@on_discard(
    "CAV-M13",
    "Leave a card rather than throw a guard",
    YOUNGER,
    applies=_has_few_free,
    reading="A queen with one guard can spare it.",
    heeds_full=False,
)
def leave_card_rather_than_guard(choices: Choices) -> Sides:
    """Younger leaves a card when the cards he would take are likely worth less than those he
    throws.
    """
    hand = choices.hand
    within = (hand.lengths - choices.kept.lengths <= hand.free).all(axis=0)
    return choices.keeps(hand.longest | ~below(QUEEN)) & within, choices.is_full


def _holds_all(cards: Cards) -> np.ndarray:
    # Whether in each suit an ace, a guarded king, or a queen with two lower cards is held.
    return np.any([cards.has(rank) & cards.guards(rank) for rank in (ACE, KING, QUEEN)], 0).all(0)


def _is_held(hands: Hands) -> np.ndarray:
    # Where queens alone hold the suits, any card that goes unguards one.
    is_spare = (hands.has(ACE) | hands.has(KING)).any(axis=0)
    can_divide = TRICKS[hands.lanes].sum(axis=0) >= _DIVIDES
    return is_spare & can_divide & (hands.lengths == 3).all(axis=0) & _holds_all(hands)


@on_discard(
    "CAV-M14",
    "Of 3-3-3-3, all held, take one card",
    YOUNGER,
    applies=_is_held,
    reading="He counts on dividing where six cards dealt are sure to win: of each suit the highest "
    "ones, with others left to lose to all higher cards that are out. Whatever the score.",
    heeds_full=False,
)
def take_one_card(choices: Choices) -> Sides:
    """Dealt three of each suit, all guarded, younger takes one card only, if he can count on
    dividing.
    """
    return choices.is_lowest((choices.number == 1) & _holds_all(choices.kept)), choices.is_full


def _is_scrappy_point_of_five(hands: Hands) -> np.ndarray:
    return (hands.length == 5) & (hands.free.sum(axis=0) < 3) & (hands.full <= 5)


@on_discard(
    "PAR-M01",
    "Give up a five-card point for guards",
    YOUNGER,
    applies=_is_scrappy_point_of_five,
    reading="A queen with one guard can spare it.",
)
def give_up_point_for_guards(choices: Choices) -> Sides:
    """With a scrappy hand younger gives up a five-card point to stay guarded in the other three
    suits.
    """
    follows = choices.is_full & choices.keeps(choices.hand.outside)
    return choices.is_lowest(follows), choices.spares_in_full


# ---- How many suits -----------------------------------------------------------------------------
def _weak_side_suits(hands: Hands) -> np.ndarray:
    return ~hands.is_longest & (hands.lanes > 0) & (hands.lengths <= 5) & ~hands.has(ACE)


@on_discard("CAV-M07", "Throw out a whole suit", ELDER, applies=_weak_side_suits, heeds_full=False)
def throw_out_whole_suit(choices: Choices) -> Sides:
    """As elder, throw out whole suits so that cards taken in fall into the suits you keep."""
    empties = choices.empties.any(axis=0)
    return choices.is_full & empties, choices.is_full & ~empties


def _may_stay(own: np.ndarray, kept: np.ndarray, in_sets: np.ndarray) -> np.ndarray:
    # Whether all that is kept of a suit wins, is part of a set, or is a king or queen with guards,
    # no more of them than there are cards that can take it.
    out = _SUIT & ~own
    rest = kept & ~find_masters(kept, out)
    top = top_of(rest)
    lower, guards = rest & ~top, count_above(out, top)
    is_guarded = (top == 1 << KING) | (top == 1 << QUEEN)
    is_guarded &= (count(lower & ~in_sets) <= guards) & (guards <= count(lower))
    return (rest & ~in_sets == 0) | is_guarded


def _list_throws() -> np.ndarray:
    # By the ranks whose sets stay whole, and by the cards of a suit: how many of them may go, a bit
    # for each number, that of none always; then the same with the bits in the other order.
    lanes = np.arange(LANE_MASK + 1)
    own, kept = np.nonzero(lanes[:, None] & lanes == lanes)
    gone = own & ~kept
    throws = np.zeros((1 << RANKS - TEN, 2, len(lanes)), np.int64)
    for ranks, both in enumerate(throws):
        in_sets = ranks << TEN
        fits = (gone == 0) | _may_stay(own, kept, in_sets) & (gone & in_sets == 0)
        for row, bits in zip(both, (count(gone), RANKS - count(gone)), strict=True):
            np.bitwise_or.at(row, own[fits], 1 << bits[fits])
    return throws


_SUIT = LANE_MASK & ~1  # without the six
_THROWS = _list_throws()


def _can_throw_few(hands: Hands) -> np.ndarray:
    # Whether a full discard beside the longest suit can be thrown from two suits at most.
    found = np.zeros(hands.cards.shape, bool)
    full = np.broadcast_to(hands.full, hands.cards.shape)
    sets = ((hands.sets > 0) << np.arange(RANKS - TEN)[:, None]).sum(axis=0)
    for ranks, both in enumerate(_THROWS):
        rows = np.flatnonzero(~found & (sets & ranks == ranks))
        may_go, back = both[:, np.where(hands.is_longest[:, rows], 0, hands.lanes[:, rows])]
        for one, two in PAIRS:
            found[rows] |= may_go[one] & back[two] >> RANKS - full[rows] != 0
    return found


def _has_few_or_several(hands: Hands) -> np.ndarray:
    has_several = ((hands.lengths > 0) & ~hands.is_longest).sum(axis=0) == _SEVERAL
    return has_several & hands.can_spare & _can_throw_few(hands)


@on_discard(
    "CAV-M08",
    "Throw from few suits",
    BOTH,
    applies=_has_few_or_several,
    reading="Few are two at most, whether or not one would do; several are three. A king or queen "
    "that stays in a suit thrown from has its guards and no card more; a trio or quatorze stays "
    "whole.",
)
def throw_from_few_suits(choices: Choices) -> Sides:
    """Break into as few suits as you can; a suit broken once may as well go altogether."""
    hand, kept, spares = choices.hand, choices.kept, choices.spares_in_full
    in_sets = sum(
        np.where(choices.keeps(cards) & (hand.number_of(rank) >= TRIO), cards, 0)
        for rank, cards in ((rank, hand.cards & of_rank(rank)) for rank in range(TEN, ACE + 1))
    )
    stays = _may_stay(hand.lanes, kept.lanes, part(in_sets)) | (kept.lengths == hand.lengths)
    few = spares & (choices.touched <= _FEW) & stays.all(axis=0)
    return few, spares & (choices.touched >= _SEVERAL)


@on_discard(
    "SFT-M02",
    "Throw the lowest cards",
    BOTH,
    applies=attrgetter("can_spare"),
    reading="Against it, the longest suit stays whole and the fewest suits are thrown from, "
    "whatever stays of them; one discard can do both.",
)
def throw_lowest_cards(choices: Choices) -> Sides:
    """Throw your lowest cards, whatever their suit."""
    fewest = np.where(choices.spares_in_full, choices.touched, SUITS + 1).min()
    return choices.is_lowest(choices.is_full), choices.spares_in_full & (choices.touched == fewest)


# ---- Which of two suits -------------------------------------------------------------------------
def _side_quart(hands: Hands) -> np.ndarray:
    # A suit beside the longest of which just four cards lie in sequence; by suit.
    return ~hands.is_longest & (count(RUNS[hands.lanes]) == 4)


@on_discard(
    "SFT-M05", "A side suit’s quart before the point", ELDER, applies=_side_quart, heeds_full=False
)
def keep_side_quart_before_point(choices: Choices) -> Sides:
    """Wreck another suit, point included, for a quint: the fifth card of a sequence adds eleven
    points.
    """
    lanes, is_so = choices.hand.lanes, _side_quart(choices.hand)
    suit, run = (gather(np.where(is_so, one, 0)) for one in (lanes, RUNS[lanes]))
    return choices.is_full & choices.keeps(suit), choices.spares_in_full & ~choices.keeps(run)


def _four_and_five(hands: Hands) -> np.ndarray:
    # The cards of both suits where there are both: ace and three of king to ten alone in one, two
    # of king to ten with nine to seven in another.
    high = count(hands.lanes & (1 << KING | 1 << QUEEN | 1 << KNAVE | 1 << TEN))
    low = 1 << NINE | 1 << EIGHT | 1 << SEVEN
    four = (hands.lengths == 4) & hands.has(ACE) & (high == 3)
    five = (hands.lengths == 5) & (hands.lanes & low == low) & (high == 2)
    has_both = four.any(axis=0) & five.any(axis=0)
    return np.stack([gather(np.where(one & has_both, hands.lanes, 0)) for one in (four, five)])


@on_discard(
    "ACA-M02", "Prefer four near a quint major", BOTH, applies=_four_and_five, heeds_full=False
)
def prefer_four_near_quint_major(choices: Choices) -> Sides:
    """Prefer a four-card suit of forty-one, one card short of a quint major, to a low five-card
    suit of forty-four.
    """
    four, five = (choices.keeps(one) for one in _four_and_five(choices.hand))
    return choices.is_full & four & ~five, choices.is_full & five


def _equal_suits(hands: Hands) -> np.ndarray:
    # The cards of just two longest suits, that first which is nearer a quint and counts no more; of
    # both none where there are no such two.
    is_most = hands.lengths == hands.length
    ways = np.where(is_most, COMPLETIONS[hands.lanes], -1)
    suits = is_most & (ways == ways.max(axis=0)), is_most & (ways < ways.max(axis=0))
    better, other = ((PIPS[hands.lanes] * one).sum(axis=0) for one in suits)
    fits = np.all(
        [*(one.sum(axis=0) == 1 for one in suits), hands.length >= 4, better <= other], axis=0
    )
    return np.stack([gather(np.where(one & fits, hands.lanes, 0)) for one in suits])


@on_discard(
    "CAV-M28",
    "Of equal suits, keep the one near a quint",
    BOTH,
    applies=_equal_suits,
    heeds_full=False,
)
def keep_suit_near_quint(choices: Choices) -> Sides:
    """Of two equal suits, keep the one more cards would turn into a quint, even if it counts
    less.
    """
    better, other = (choices.keeps(one) for one in _equal_suits(choices.hand))
    return choices.is_full & better & ~other, choices.is_full & ~better & other


# ---- How many cards -----------------------------------------------------------------------------
@on_discard("CAV-M11", "Take all five cards", ELDER, applies=all_hands, heeds_full=False)
def take_all_five_cards(choices: Choices) -> Sides:
    """Take all five cards, even at the price of a high card; the exceptions are few."""
    return choices.is_full, ~choices.is_full


# ---- One card exchanged for another in the player's own discard ---------------------------------
def _swap(
    hands: np.ndarray, owns: np.ndarray, high: np.ndarray | int, low: np.ndarray | int
) -> tuple[np.ndarray, np.ndarray]:
    # By hand the discard that throws the one of two ranks, and that which throws the other of that
    # suit, the first in which just one of them goes; the player's own twice where there is none.
    follow, against = owns, owns
    for suit in range(SUITS):
        one, two = (np.int64(1) << LANE_BITS * suit + rank for rank in (high, low))
        has_both = (hands & one != 0) & (hands & two != 0)
        fits = (follow == against) & has_both & ((owns & one != 0) != (owns & two != 0))
        rest = owns & ~(one | two)
        follow, against = np.where(fits, rest | one, follow), np.where(fits, rest | two, against)
    return follow, against


def _has_ace_king(hands: Hands) -> np.ndarray:
    return (hands.has(ACE) & hands.has(KING)).any(axis=0)


def _have(hands: Hands, aces: tuple[int, ...], kings: tuple[int, ...]) -> np.ndarray:
    return np.isin(hands.number_of(ACE), aces) & np.isin(hands.number_of(KING), kings)


def _has_next(hands: Hands, is_so: bool) -> np.ndarray:
    # Queen or knave beside ace and king.
    return (hands.has(ACE) & hands.has(KING) & (hands.has(QUEEN) | hands.has(KNAVE))).any(
        axis=0
    ) == is_so


_MORE = (2, 3, 4)


@on_discard(
    "CAV-M15",
    "From ace-king, throw the ace",
    BOTH,
    applies=_has_ace_king,
    given=OWN_DISCARD,
    parts=(
        ("one ace, one king", partial(_have, aces=(1,), kings=(1,))),
        ("one ace, more kings", partial(_have, aces=(1,), kings=_MORE)),
        ("two aces, one king: his exception", partial(_have, aces=(2,), kings=(1,))),
        ("three aces or four, one king", partial(_have, aces=_MORE[1:], kings=(1,))),
        ("two aces or more, two kings or more", partial(_have, aces=_MORE, kings=_MORE)),
        ("with the queen or knave of the suit", partial(_has_next, is_so=True)),
        ("without queen and knave", partial(_has_next, is_so=False)),
    ),
)
def throw_ace_from_ace_king(hands: np.ndarray, owns: np.ndarray) -> Sides:
    """If you must part with ace or king of a suit holding both, throw the ace and keep the king."""
    return _swap(hands, owns, ACE, KING)


def _completes_one(hands: Hands) -> np.ndarray:
    kings, queens = (hands.number_of(rank) == TRIO for rank in (KING, QUEEN))
    return (hands.has(KING) & hands.has(QUEEN)).any(axis=0) & (kings != queens)


@on_discard(
    "CAV-M18", "Of king and queen, keep the trio’s", BOTH, applies=_completes_one, given=OWN_DISCARD
)
def keep_king_or_queen_of_trio(hands: np.ndarray, owns: np.ndarray) -> Sides:
    """Between king and queen of a suit, keep the one that completes a trio."""
    keeps_king = count(hands & of_rank(KING)) == TRIO
    return _swap(hands, owns, np.where(keeps_king, QUEEN, KING), np.where(keeps_king, KING, QUEEN))
