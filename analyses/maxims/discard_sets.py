"""Maxims on the discard that are about trios, quatorzes and sequences, one function each.

Where two trios or two quatorzes fit the words, the higher one is meant.
"""

import numpy as np

from analyses.maxims.facts import (
    PAIRS,
    QUATORZE,
    RUNS,
    SUIT_MASKS,
    TOPS,
    TRIO,
    Cards,
    Choices,
    Hands,
    count,
    gather,
    of_rank,
)
from analyses.maxims.maxim import BOTH, ELDER, YOUNGER, Sides, on_discard, on_keeping
from piquet_sim.game.cards import ACE, KING, KNAVE, LANE_MASK, NINE, QUEEN, SEVEN, TEN

_LOW_QUINT, _KING_QUART, _QUART_MAJOR, _QUART_MINOR = (
    (1 << high + 1) - (1 << low)
    for high, low in ((KNAVE, SEVEN), (KING, TEN), (ACE, KNAVE), (TEN, SEVEN))
)


# ---- Trios --------------------------------------------------------------------------------------
def _low_trio(hands: Hands) -> np.ndarray:
    return hands.set_of(TRIO, high=QUEEN)


def _beside_two_suits(hands: Hands) -> np.ndarray:
    # For each two suits that have seven cards and more and not all of the trio, all other cards.
    others = np.stack([hands.cards & (SUIT_MASKS[one] | SUIT_MASKS[two]) for one, two in PAIRS])
    return np.where((count(others) <= 5) & (_low_trio(hands) & others != 0), others, 0)


@on_discard(
    "HOY-M01",
    "Two suits before a low trio",
    ELDER,
    applies=_beside_two_suits,
    reading="All of the other two suits goes, five cards at most.",
    heeds_full=False,
)
def keep_two_suits_before_low_trio(choices: Choices) -> Sides:
    """Better to keep two suits, for point and tricks, than to chase a fourth queen, knave or
    ten.
    """
    keeps_trio = choices.keeps(_low_trio(choices.hand))
    throws_others = np.isin(choices.thrown, _beside_two_suits(choices.hand))
    return throws_others & ~keeps_trio, choices.is_full & keeps_trio


def _costs(hands: Hands, cards: np.ndarray) -> np.ndarray:
    # Whether cards are to be kept, and a full discard that keeps them costs a card of the longest
    # suit, an ace or a king.
    return (cards != 0) & (hands.beside(cards | TOPS) < hands.full)


@on_keeping(
    "ACA-M03",
    "Keep a trio at the price of high cards",
    BOTH,
    reading="The highest trio, where every full discard that keeps it costs a card of the longest "
    "suit, an ace or a king.",
)
def keep_dear_trio(hands: Hands) -> np.ndarray:
    """Try also for a quatorze: it counts fourteen, and four aces shut out all smaller ones."""
    trio = hands.set_of(TRIO)
    return np.where(_costs(hands, trio), trio, 0)


def _costs_tops(hands: Hands) -> np.ndarray:
    # Whether a full discard that keeps the low trio and the longest suit has to throw an ace or a
    # king, and there are such ones.
    trio = _low_trio(hands)
    can_follow, can_break = hands.can_keep(TOPS), hands.can_keep(hands.longest | trio)
    return _costs(hands, trio) & can_follow & can_break


def _spare_tops(choices: Choices) -> np.ndarray:
    return choices.keeps(choices.hand.cards & TOPS)


@on_discard("CAV-M19", "High cards before a low trio", BOTH, applies=_costs_tops)
def keep_high_cards_before_low_trio(choices: Choices) -> Sides:
    """Do not throw an ace or king for the sake of three queens, knaves or tens."""
    trio, spares_tops = _low_trio(choices.hand), _spare_tops(choices)
    follows = choices.is_full & ~choices.keeps(trio) & spares_tops
    return follows, choices.is_full & choices.keeps(trio | choices.hand.longest) & ~spares_tops


def _costs_point(hands: Hands) -> np.ndarray:
    trio = _low_trio(hands)
    return _costs(hands, trio) & (trio & hands.outside != 0) & hands.can_keep(hands.longest)


@on_discard(
    "CAV-M20",
    "Break a low trio before the point",
    ELDER,
    applies=_costs_point,
    reading="One card of the trio is enough.",
)
def break_low_trio_before_point(choices: Choices) -> Sides:
    """Break a trio of queens, knaves or tens before you break the point or leave a card."""
    keeps_trio = choices.keeps(_low_trio(choices.hand))
    # It throws from the point, or leaves a card, and not both.
    return choices.spares_in_full & ~keeps_trio, keeps_trio & (choices.is_full != choices.spares)


def _has_two_trios(hands: Hands) -> np.ndarray:
    is_so = ((hands.sets == TRIO).sum(axis=0) == 2) & (hands.sets <= TRIO).all(axis=0)
    return is_so & (hands.full == 3) & (hands.beside(hands.class_cards[-1] | TOPS) == 2)


@on_discard(
    "CAV-M34",
    "With two trios, keep both, leave a card",
    YOUNGER,
    applies=_has_two_trios,
    reading="He wants a quatorze that saves the rubicon; here both ways are judged by points, "
    "whatever the score. Elder took five cards; the rest is the longest suit, aces and kings.",
)
def keep_two_trios(choices: Choices) -> Sides:
    """With two trios, either of which made four would save you, younger keeps both and leaves a
    card.
    """
    hand, broken = choices.hand, (choices.kept.sets < choices.hand.sets).sum(axis=0)
    throws_rest = choices.thrown == hand.outside & ~hand.class_cards[-1] & ~TOPS
    return throws_rest, choices.is_full & (broken == 1)


def _great_score(hands: Hands) -> np.ndarray:
    # The four idle cards beside six of a suit and three aces or kings.
    idle = hands.outside
    for rank in (KING, ACE):
        idle = np.where(hands.number_of(rank) >= TRIO, idle & ~of_rank(rank), idle)
    return idle * ((idle != hands.outside) & (count(idle) == 4) & (hands.length >= 6))


@on_discard(
    "CAV-M12",
    "Leave a card for a great score",
    ELDER,
    applies=_great_score,
    reading="Six or more of a suit, trio or quatorze of aces and kings, and four cards more.",
    heeds_full=False,
)
def leave_card_for_great_score(choices: Choices) -> Sides:
    """Leave a card when a great score beckons and no repique threatens you."""
    return choices.thrown == _great_score(choices.hand), choices.is_full


# ---- Quatorzes ----------------------------------------------------------------------------------
def _count_lacking(four: np.ndarray, hands: Hands) -> np.ndarray:
    # Of how many ranks higher than these four cards no card is held; of none where there are none.
    rank = count((four & SUIT_MASKS[0]) - 1)  # of a single bit
    return sum((hands.number_of(one) == 0) & (rank < one) for one in range(TEN, ACE + 1))


def _dear_quatorze(hands: Hands) -> np.ndarray:
    four = hands.set_of(QUATORZE, high=KNAVE)
    return np.where(_costs(hands, four) & (_count_lacking(four, hands) > 0), four, 0)


@on_discard("CAV-M22", "Sacrifice four knaves or tens", YOUNGER, applies=_dear_quatorze)
def sacrifice_low_quatorze(choices: Choices) -> Sides:
    """Sacrifice even four knaves or tens if keeping them risks the cards and a higher quatorze is
    out.
    """
    keeps, breaks = choices.keep_or_break(_dear_quatorze(choices.hand))
    return breaks & choices.spares & _spare_tops(choices), keeps


@on_keeping("CAV-M23", "Keep a quatorze that one can beat", ELDER)
def keep_quatorze_beaten_once(hands: Hands) -> np.ndarray:
    """Keep a quatorze you are dealt when only one higher quatorze can beat it."""
    four = hands.set_of(QUATORZE, high=KING)
    return np.where(_count_lacking(four, hands) == 1, four, 0)


# ---- Sequences ----------------------------------------------------------------------------------
def _low_quint(hands: Hands) -> np.ndarray:
    return gather(np.where(hands.lanes & _LOW_QUINT == _LOW_QUINT, _LOW_QUINT, 0))


def _has_quint_and_courts(hands: Hands) -> np.ndarray:
    has_both = ((hands.lanes == _LOW_QUINT) & (count(hands.lanes >> QUEEN).sum(axis=0) >= 3)).any(
        axis=0
    )
    # His exception: three knaves, and no quint can be against it.
    is_good = (count(RUNS[LANE_MASK & ~1 & ~hands.lanes]) < 5).all(axis=0)
    return has_both & ~(is_good & (hands.number_of(KNAVE) == TRIO))


@on_discard(
    "CAV-M24",
    "Throw a low quint",
    ELDER,
    applies=_has_quint_and_courts,
    reading="Knave to seven are all that is held of the suit. His exception, three knaves with a "
    "quint that is certainly good, is left out; leaving cards is not tried.",
    heeds_full=False,
)
def throw_low_quint(choices: Choices) -> Sides:
    """Elder throws a low quint (knave to seven) rather than high cards of the other suits."""
    quint = _low_quint(choices.hand)
    return (choices.thrown == quint) & choices.is_full, choices.is_full & choices.keeps(quint)


@on_keeping("CAV-M25", "Keep a low quint as a shield", YOUNGER)
def keep_low_quint(hands: Hands) -> np.ndarray:
    """Younger keeps the low quint as a shield against pique and repique, even throwing ace and
    king.
    """
    return _low_quint(hands)


@on_keeping("CAV-M29", "Keep a quart to the king and two kings", ELDER)
def keep_kings_and_quart(hands: Hands) -> np.ndarray:
    """With a quart to the king and two other kings, keep all six cards."""
    quarts = (hands.lanes & _KING_QUART == _KING_QUART) & ~hands.has(ACE) & ~hands.has(NINE)
    cards = gather(np.where(quarts, _KING_QUART, 0)) | hands.cards & of_rank(KING)
    return np.where(quarts.any(axis=0) & (hands.number_of(KING) == TRIO), cards, 0)


@on_keeping("CAV-M31", "Keep what one of two cards improves", ELDER)
def keep_what_one_of_two_cards_improves(hands: Hands) -> np.ndarray:
    """Carry three aces and three kings, or a quart major and two other aces: one of two cards
    improves you.
    """
    majors = (hands.lanes & _QUART_MAJOR == _QUART_MAJOR) & ~hands.has(TEN)
    aces, quart = hands.cards & of_rank(ACE), gather(np.where(majors, _QUART_MAJOR, 0))
    beside = np.where(hands.number_of(KING) == TRIO, hands.cards & of_rank(KING), 0) | quart
    return np.where((hands.number_of(ACE) == TRIO) & (beside != 0), aces | beside, 0)


def _improvable(hands: Hands) -> np.ndarray:
    # A trio of queens to tens; without one, a quart that one card alone makes a quint.
    runs = RUNS[hands.lanes]
    ends = ((runs == _QUART_MAJOR) | (runs == _QUART_MINOR)) & ~hands.is_longest
    quart, trio = gather(np.where(ends, runs, 0)), _low_trio(hands)
    return np.where(trio != 0, trio, quart)


def _can_keep_beside(hands: Hands, cards: np.ndarray | int) -> np.ndarray:
    # Whether a full discard can spare cards, longest suit, aces, kings and a guard of each.
    kept = cards | hands.longest | hands.cards & TOPS
    guards = hands.heads(KING) & hands.guards(KING) & ~Cards(kept).guards(KING)
    return count(hands.cards & ~kept) - guards.sum(axis=0) >= hands.full


def _is_dear(hands: Hands) -> np.ndarray:
    # It is more than a full discard can spare beside what is dear.
    cards = _improvable(hands) & ~hands.longest
    return (cards != 0) & _can_keep_beside(hands, 0) & ~_can_keep_beside(hands, cards)


@on_discard(
    "CAV-M32",
    "Do not wait for one named card",
    YOUNGER,
    applies=_is_dear,
    reading="The trio, or else a quart outside the longest suit; a guard is a king’s last. What "
    "breaks it throws nothing else that is dear.",
)
def do_not_wait_for_one_card(choices: Choices) -> Sides:
    """Younger should not discard in the hope of one named card, nor of two, unless desperate."""
    hand, kept = choices.hand, choices.kept
    keeps, breaks = choices.keep_or_break(_improvable(hand))
    guarded = ~hand.heads(KING) | ~hand.guards(KING) | kept.guards(KING)
    return breaks & choices.spares & _spare_tops(choices) & guarded.all(axis=0), keeps
