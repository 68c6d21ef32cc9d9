"""Maxims on suits: the point, guards, and how many suits to throw from.

A maxim of your own needs no entry here (`analyses.maxims.own`). Where the words of the file are
vague, a note beside the rule says what they are taken to mean. Where they name no number of cards,
a full discard is meant; among equal ranks, those outside the longest suit count as lower.
"""

from functools import partial
from itertools import combinations

import numpy as np

from analyses.maxims.discard.rule import Rule
from analyses.maxims.facts.hands import (
    PIPS,
    RUNS,
    STOPPERS,
    SUIT_MASKS,
    TRICKS,
    TRIO,
    Choices,
    Hands,
    below,
    count,
    gather,
    of_rank,
    part,
)
from analyses.maxims.facts.views import count_above, find_masters, top_of
from analyses.maxims.maxim import BOTH, ELDER, YOUNGER
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

_FIVE, _QUART, _QUINT = 5, 4, 5
_DIVIDES = 6
"""Tricks that divide the cards."""
_FEW, _SEVERAL = 2, 3
"""Suits thrown from."""
_TOPS = of_rank(ACE, KING)
_PAIRS = list(combinations(range(SUITS), 2))


def _spare(choices: Choices) -> np.ndarray:
    return choices.is_full & choices.spares


def _stoppers(hand: Hands) -> np.ndarray:
    return gather(STOPPERS[hand.lanes])


def _best_class(hand: Hands) -> np.ndarray:
    # The cards of the class that would pay most if good: point, sequence or set; of equals in this
    # order.
    return np.choose(hand.class_points.argmax(axis=0), hand.class_cards)


def _kept_of_program(hand: Hands) -> np.ndarray:
    return _stoppers(hand) | _best_class(hand)


def _guarded(choices: Choices, kings: np.ndarray, queens: np.ndarray) -> np.ndarray:
    # Whether each such king keeps a lower card, each such queen two; by suit.
    kept = choices.kept
    king = kept.has(KING) & (kept.lower(KING) >= 1)
    queen = kept.has(QUEEN) & (kept.lower(QUEEN) >= 2)
    return (~kings | king) & (~queens | queen)


def _unguarded(choices: Choices, kings: np.ndarray, queens: np.ndarray) -> np.ndarray:
    kept = choices.kept
    king = kings & kept.has(KING) & (kept.lower(KING) < 1)
    queen = queens & kept.has(QUEEN) & (kept.lower(QUEEN) < 2)
    return king | queen


# ---- The point ----------------------------------------------------------------------------------
def _can_spare(hands: Hands) -> np.ndarray:
    most = hands.lengths.max(axis=0)
    is_unique = (hands.lengths == most).sum(axis=0) == 1
    return is_unique & (most >= _FIVE) & (count(hands.outside) >= hands.full)


def _has_low_point(hands: Hands) -> np.ndarray:
    low = below(TEN)
    enough = count(hands.cards & low) >= hands.full
    outside = count(hands.outside & low)
    return (
        (hands.length >= _FIVE) & (hands.longest & low != 0) & enough & (outside < hands.full)
        & (count(hands.outside) >= hands.full)
    )  # fmt: skip


def _is_weak_point(hands: Hands) -> np.ndarray:
    no_ace = hands.longest & of_rank(ACE) == 0
    return (hands.length >= _FIVE) & no_ace & (count(hands.outside & below(QUEEN)) < hands.full)


def _completions(lanes: np.ndarray) -> np.ndarray:
    # How many single cards make the suit's longest sequence a quint.
    is_less = count(RUNS[lanes]) < _QUINT
    found = np.zeros_like(lanes)
    for rank in range(SEVEN, ACE + 1):
        missing = lanes >> rank & 1 == 0
        found += missing & is_less & (count(RUNS[lanes | 1 << rank]) >= _QUINT)
    return found


def _equal_suits(hands: Hands) -> tuple[np.ndarray, np.ndarray]:
    # Of just two longest suits the one nearer a quint that counts no more, and the other; both none
    # where there are no such two.
    most = hands.lengths.max(axis=0)
    is_most = hands.lengths == most
    better, other = np.zeros_like(hands.cards), np.zeros_like(hands.cards)
    ways, pips = _completions(hands.lanes), PIPS[hands.lanes]
    is_pair = (is_most.sum(axis=0) == 2) & (most >= _QUART)
    for one, two in [*_PAIRS, *(pair[::-1] for pair in _PAIRS)]:
        fits = is_pair & is_most[one] & is_most[two]
        fits &= (ways[one] > ways[two]) & (pips[one] <= pips[two])
        better = np.where(fits, hands.cards & SUIT_MASKS[one], better)
        other = np.where(fits, hands.cards & SUIT_MASKS[two], other)
    return better, other


def _keep_first(choices: Choices) -> np.ndarray:
    better, other = _equal_suits(choices.hand)
    return choices.is_full & choices.keeps(better) & ~choices.keeps(other)


def _keep_second(choices: Choices) -> np.ndarray:
    better, other = _equal_suits(choices.hand)
    return choices.is_full & ~choices.keeps(better) & choices.keeps(other)


def _four_and_five(hands: Hands) -> tuple[np.ndarray, np.ndarray]:
    # Ace and three of king to ten alone in a suit, two of king to ten with nine to seven in
    # another; by suit.
    high = count(hands.lanes & (1 << KING | 1 << QUEEN | 1 << KNAVE | 1 << TEN))
    low = 1 << NINE | 1 << EIGHT | 1 << SEVEN
    four = (hands.lengths == 4) & hands.has(ACE) & (high == 3)
    five = (hands.lengths == _FIVE) & (hands.lanes & low == low) & (high == 2)
    return four, five


def _near_major(hand: Hands) -> tuple[np.ndarray, np.ndarray]:
    return tuple(gather(np.where(one, hand.lanes, 0)) for one in _four_and_five(hand))


def _keep_major(choices: Choices) -> np.ndarray:
    four, five = _near_major(choices.hand)
    return choices.is_full & choices.keeps(four) & ~choices.keeps(five)


def _side_quart(hands: Hands) -> np.ndarray:
    # A suit beside the longest of which just four cards lie in sequence; by suit.
    return ~hands.is_longest & (count(RUNS[hands.lanes]) == _QUART)


def _side_cards(hand: Hands, only_run: bool = False) -> np.ndarray:
    lanes = RUNS[hand.lanes] if only_run else hand.lanes
    return gather(np.where(_side_quart(hand), lanes, 0))


# ---- Guards -------------------------------------------------------------------------------------
def _side_kings(hands: Hands, most: int) -> np.ndarray:
    lower = hands.lower(KING)
    return ~hands.is_longest & hands.lone_kings & (lower >= 1) & (lower <= most)


def _side_queens(hands: Hands, most: int) -> np.ndarray:
    lower = hands.lower(QUEEN)
    return ~hands.is_longest & hands.lone_queens & (lower >= 2) & (lower <= most)


def _bare_one(choices: Choices) -> np.ndarray:
    kings = _side_kings(choices.hand, 5)
    bared = kings & choices.kept.has(KING) & (choices.kept.lower(KING) == 0)
    no_ace = choices.keeps(of_rank(ACE))
    return _spare(choices) & no_ace & bared.any(axis=0)


def _guard_all_kings(choices: Choices) -> np.ndarray:
    kings = _side_kings(choices.hand, 5)
    return choices.is_full & _guarded(choices, kings, np.zeros_like(kings)).all(axis=0)


def _defence(hand: Hands) -> tuple[np.ndarray, np.ndarray]:
    return _side_kings(hand, 3), _side_queens(hand, 4)


def _has_to_guard(hands: Hands, king: bool, queen: bool) -> np.ndarray:
    kings, queens = (one.any(axis=0) for one in _defence(hands))
    return (kings == king) & (queens == queen)


def _elder_took(hands: Hands, five: bool) -> np.ndarray:
    return (hands.cards != 0) & ((hands.full == 3) == five)


def _unguard_queen(choices: Choices) -> np.ndarray:
    kept = choices.kept
    goes = (kept.lengths == 0) | kept.has(QUEEN) & (kept.lower(QUEEN) == 1)
    return choices.is_full & (_side_queens(choices.hand, 12) & goes).any(axis=0)


def _short_low_suits(hands: Hands) -> np.ndarray:
    is_short = (hands.lengths >= 1) & (hands.lengths <= 2)
    return ~hands.is_longest & is_short & (hands.lanes >> KNAVE == 0)


def _small_threes(hands: Hands) -> np.ndarray:
    # King, then queen or knave, then a card of ten or lower, and no other; by suit.
    courts = hands.has(QUEEN).astype(int) + hands.has(KNAVE)
    return (hands.lengths == 3) & hands.lone_kings & (courts == 1)


def _has_three_with(hands: Hands, rank: int) -> np.ndarray:
    return (_small_threes(hands) & hands.has(rank)).any(axis=0)


def _is_shortest(hands: Hands) -> np.ndarray:
    # Elder is likeliest to lead the suit of which this hand was dealt the fewest.
    return (_small_threes(hands) & (hands.lengths <= hands.lengths.min(axis=0))).any(axis=0)


def _keep_a_guard(choices: Choices) -> np.ndarray:
    kings = _small_threes(choices.hand)
    return choices.is_full & _guarded(choices, kings, np.zeros_like(kings)).all(axis=0)


def _throw_a_three(choices: Choices) -> np.ndarray:
    threes = np.where(_small_threes(choices.hand), choices.hand.lanes, 0)
    goes = [choices.thrown == lane << LANE_BITS * suit for suit, lane in enumerate(threes)]
    return (choices.thrown > 0) & np.any(goes, axis=0)


def _is_scrappy(hands: Hands) -> np.ndarray:
    return hands.free.sum(axis=0) < 3


def _only_free(choices: Choices) -> np.ndarray:
    hand = choices.hand
    within = hand.lengths - choices.kept.lengths <= hand.free
    return choices.keeps(hand.longest | ~below(QUEEN)) & within.all(axis=0)


def _holds_all(hands: Hands) -> np.ndarray:
    # In each suit an ace, a guarded king, or a queen with two lower cards; by suit.
    king = hands.has(KING) & (hands.lower(KING) >= 1)
    queen = hands.has(QUEEN) & (hands.lower(QUEEN) >= 2)
    return hands.has(ACE) | king | queen


def _is_held(hands: Hands) -> np.ndarray:
    # Where queens alone hold the suits, any card that goes unguards one.
    is_spare = (hands.has(ACE) | hands.has(KING)).any(axis=0)
    can_divide = TRICKS[hands.lanes].sum(axis=0) >= _DIVIDES
    is_so = is_spare & can_divide & (hands.lengths == 3).all(axis=0)
    return is_so & _holds_all(hands).all(axis=0)


def _throw_one_idle(choices: Choices) -> np.ndarray:
    kept = choices.kept
    king = kept.has(KING) & (kept.lower(KING) >= 1)
    queen = kept.has(QUEEN) & (kept.lower(QUEEN) >= 2)
    still = (kept.has(ACE) | king | queen).all(axis=0)
    return choices.is_lowest((choices.number == 1) & still)


# ---- How many suits -----------------------------------------------------------------------------
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
    # for each number; none may.
    lanes = np.arange(LANE_MASK + 1)
    own, kept = np.nonzero(lanes[:, None] & lanes == lanes)
    gone = own & ~kept
    throws = np.ones((1 << RANKS - TEN, len(lanes)), np.int64)
    for ranks, row in enumerate(throws):
        in_sets = ranks << TEN
        fits = _may_stay(own, kept, in_sets) & (gone & in_sets == 0)
        np.bitwise_or.at(row, own[fits], 1 << count(gone[fits]))
    return throws


def _add_throws(kinds: np.ndarray) -> np.ndarray:
    # By two kinds of suits: how many cards may go of both together.
    together = np.zeros((len(kinds), len(kinds)), np.int64)
    for number in range(RANKS):
        together |= np.where(kinds[:, None] >> number & 1 == 1, kinds << number, 0)
    return together


_SUIT = LANE_MASK & ~1  # without the six
_KINDS, _KIND = np.unique(_list_throws(), return_inverse=True)
_KIND = _KIND.reshape(-1, LANE_MASK + 1)
_TOGETHER = _add_throws(_KINDS)


def _can_throw_few(hands: Hands) -> np.ndarray:
    # Whether a full discard beside the longest suit can be thrown from two suits at most.
    found = np.zeros(hands.cards.shape, bool)
    full = np.broadcast_to(hands.full, hands.cards.shape)
    sets = ((hands.sets > 0) << np.arange(RANKS - TEN)[:, None]).sum(axis=0)
    for ranks, kind in enumerate(_KIND):
        rows = np.flatnonzero(~found & (sets & ranks == ranks))
        own = np.where(hands.is_longest[:, rows], 0, hands.lanes[:, rows])
        kinds = kind[own]
        for one, two in _PAIRS:
            found[rows] |= _TOGETHER[kinds[one], kinds[two]] >> full[rows] & 1 == 1
    return found


def _has_few_or_several(hands: Hands) -> np.ndarray:
    is_beside = (hands.lengths > 0) & ~hands.is_longest
    several = (is_beside.sum(axis=0) == _SEVERAL) & (count(hands.outside) >= hands.full)
    return several & _can_throw_few(hands)


def _throw_few(choices: Choices) -> np.ndarray:
    hand, kept = choices.hand, choices.kept
    in_sets = sum(
        np.where(choices.keeps(of_rank(rank)) & (hand.number_of(rank) >= TRIO), one, 0)
        for rank, one in ((rank, hand.cards & of_rank(rank)) for rank in range(TEN, ACE + 1))
    )
    stays = _may_stay(hand.lanes, kept.lanes, part(in_sets)) | (kept.lengths == hand.lengths)
    return _spare(choices) & (choices.touched <= _FEW) & stays.all(axis=0)


def _throw_several(choices: Choices) -> np.ndarray:
    return _spare(choices) & (choices.touched >= _SEVERAL)


def _fewest(choices: Choices) -> np.ndarray:
    return np.where(_spare(choices), choices.touched, SUITS + 1).min()


def _touch_fewest(choices: Choices) -> np.ndarray:
    return _spare(choices) & (choices.touched == _fewest(choices))


def _weak_side_suits(hands: Hands) -> np.ndarray:
    is_short = (hands.lengths >= 1) & (hands.lengths <= _FIVE)
    return ~hands.is_longest & is_short & ~hands.has(ACE)


OF_SUITS = (
    Rule(
        "CAV-M01", "Spare the longest suit", BOTH, _can_spare, _spare,
        lambda choices: choices.is_full & ~choices.spares,
    ),
    Rule(
        "SFT-M01", "Throw low cards of the point, too", BOTH, _has_low_point,
        lambda choices: choices.is_lowest(choices.is_full), _spare,
    ),
    Rule(
        "CAV-M03", "Give up a weak point for high cards", ELDER, _is_weak_point,
        lambda choices: (
            choices.is_full & choices.keeps(choices.hand.outside & _TOPS)
            & (choices.throws(choices.hand.longest) >= 3)
        ),
        _spare,
    ),
    Rule(
        "CAV-M04", "Bare a king for the point", ELDER,
        lambda hands: (
            (hands.length >= _FIVE) & _side_kings(hands, 5).any(axis=0)
            & (count(hands.outside & below(KING)) >= hands.full)
        ),
        _bare_one, _guard_all_kings,
    ),
    Rule(
        "CAV-M05", "Guard kings, and queens twice", YOUNGER,
        lambda hands: np.any(_defence(hands), axis=(0, 1)),
        lambda choices: _guarded(choices, *_defence(choices.hand)).all(axis=0),
        lambda choices: (
            choices.is_full & _unguarded(choices, *_defence(choices.hand)).any(axis=0)
        ),
        reading=(
            "To leave cards is a way to follow it; a king or queen thrown follows it as little as "
            "it breaks it."
        ),
        parts=(
            ("a king to guard, no queen", partial(_has_to_guard, king=True, queen=False)),
            ("a queen to guard, no king", partial(_has_to_guard, king=False, queen=True)),
            ("a king and a queen to guard", partial(_has_to_guard, king=True, queen=True)),
            ("elder took five cards", partial(_elder_took, five=True)),
            ("elder left cards", partial(_elder_took, five=False)),
        ),
    ),
    Rule(
        "HOY-M14", "Guard queens twice", YOUNGER,
        lambda hands: _side_queens(hands, 12).any(axis=0),
        lambda choices: _guarded(
            choices, np.zeros((SUITS, 1), bool), _side_queens(choices.hand, 12)
        ).all(axis=0),
        _unguard_queen, reading="To leave cards is a way to follow it.",
    ),
    Rule(
        "SFT-M03", "Keep stoppers and the richest class", YOUNGER,
        lambda hands: count(hands.cards & ~_kept_of_program(hands)) >= hands.full,
        lambda choices: choices.is_lowest(
            choices.is_full & choices.keeps(_kept_of_program(choices.hand))
        ),
        lambda choices: choices.is_full & ~choices.keeps(_stoppers(choices.hand)),
        reading="It applies where a full discard spares all that is to be kept.",
    ),
    Rule(
        "CAV-M06", "Keep a card of each short suit", YOUNGER,
        lambda hands: _short_low_suits(hands).any(axis=0),
        lambda choices: ~(_short_low_suits(choices.hand) & choices.empties).any(axis=0),
        lambda choices: (
            choices.is_full & (_short_low_suits(choices.hand) & choices.empties).any(axis=0)
        ),
        reading="To leave cards is a way to follow it.",
    ),
    Rule(
        "CAV-M07", "Throw out a whole suit", ELDER,
        lambda hands: _weak_side_suits(hands).any(axis=0),
        lambda choices: choices.is_full & choices.empties.any(axis=0),
        lambda choices: choices.is_full & ~choices.empties.any(axis=0),
    ),
    Rule(
        "CAV-M08", "Throw from few suits", BOTH, _has_few_or_several, _throw_few,
        _throw_several,
        reading=(
            "Few are two at most, whether or not one would do; several are three. A king or queen "
            "that stays in a suit thrown from has its guards and no card more; a trio or quatorze "
            "stays whole."
        ),
    ),
    Rule(
        "CAV-M10", "Throw king, knave, small whole", YOUNGER,
        lambda hands: _small_threes(hands).any(axis=0) & (hands.full >= 3),
        _throw_a_three, _keep_a_guard, reading="Of two such suits one goes, or both stay guarded.",
        parts=(
            ("king, knave and a small card", partial(_has_three_with, rank=KNAVE)),
            ("king, queen and a small card", partial(_has_three_with, rank=QUEEN)),
            ("no suit is shorter", _is_shortest),
            ("a suit is shorter, so likelier led", lambda hands: ~_is_shortest(hands)),
        ),
    ),
    Rule(
        "CAV-M13", "Leave a card rather than throw a guard", YOUNGER,
        lambda hands: _is_scrappy(hands) & (hands.free.sum(axis=0) > 0),
        _only_free, lambda choices: choices.is_full,
        reading="A queen with one guard can spare it.",
    ),
    Rule(
        "CAV-M14", "Of 3-3-3-3, all held, take one card", YOUNGER,
        _is_held, _throw_one_idle, lambda choices: choices.is_full,
        reading=(
            "He counts on dividing where six cards dealt are sure to win: of each suit the highest "
            "ones, with others left to lose to all higher cards that are out. Whatever the score."
        ),
    ),
    Rule(
        "PAR-M01", "Give up a five-card point for guards", YOUNGER,
        lambda hands: (hands.length == _FIVE) & _is_scrappy(hands) & (hands.full <= _FIVE),
        lambda choices: choices.is_lowest(
            choices.is_full & choices.keeps(choices.hand.outside)
        ),
        _spare, reading="A queen with one guard can spare it.",
    ),
    Rule(
        "SFT-M02", "Throw the lowest cards", BOTH,
        lambda hands: count(hands.outside) >= hands.full,
        lambda choices: choices.is_lowest(choices.is_full), _touch_fewest,
        reading=(
            "Against it, the longest suit stays whole and the fewest suits are thrown from, "
            "whatever stays of them; one discard can do both."
        ),
    ),
    Rule(
        "SFT-M05", "A side suit’s quart before the point", ELDER,
        lambda hands: _side_quart(hands).any(axis=0),
        lambda choices: choices.is_full & choices.keeps(_side_cards(choices.hand)),
        lambda choices: (
            _spare(choices) & ~choices.keeps(_side_cards(choices.hand, only_run=True))
        ),
    ),
    Rule(
        "ACA-M02", "Prefer four near a quint major", BOTH,
        lambda hands: np.all([one.any(axis=0) for one in _four_and_five(hands)], axis=0),
        _keep_major,
        lambda choices: choices.is_full & choices.keeps(_near_major(choices.hand)[1]),
    ),
    Rule(
        "CAV-M28", "Of equal suits, keep the one near a quint", BOTH,
        lambda hands: _equal_suits(hands)[0] != 0, _keep_first, _keep_second,
    ),
)  # fmt: skip
"""In the order of the file."""
