"""Maxims on what to lead: to the first trick alone, or whenever a seat leads."""

from itertools import combinations

import numpy as np

from analyses.maxims.cards.rule import PlayRule
from analyses.maxims.facts.hands import PIPS, SUIT_MASKS, count, gather, part
from analyses.maxims.facts.play_views import PlayViews
from analyses.maxims.facts.views import (
    OPEN,
    THEIRS,
    count_above,
    find_masters,
    has_tenace,
    is_lead,
    list_masters,
    part_both,
    spread,
    to_cards,
    top_of,
)
from analyses.maxims.maxim import BOTH, ELDER, Sides
from piquet_sim.game.cards import ACE, HAND_CARDS, KING, KNAVE, LANE_BITS, QUEEN, SUITS

_THIRTY = 30
_HALF = 6
_AK = 1 << ACE | 1 << KING
_TRICKS_BEFORE = 2
_AQ = 1 << ACE | 1 << QUEEN
_KQJ = 1 << KING | 1 << QUEEN | 1 << KNAVE
_AQJ = _AQ | 1 << KNAVE
_AKJ = _AK | 1 << KNAVE
_THREE, _FIVE = 3, 5


def _is_first(view: PlayViews) -> np.ndarray:
    return is_lead(view) & (count(view.hand) == HAND_CARDS)


# ---- The first lead, and such leads later -------------------------------------------------------
def _establish(view: PlayViews) -> Sides:
    own = part(view.hand)
    is_near = (own & (_KQJ | 1 << ACE) == _KQJ) | (own & (_AQJ | 1 << KING) == _AQJ)
    fits = _is_first(view) & is_near & (count(own) > _THREE)
    follow = gather(np.where(fits, top_of(own), 0))
    return follow, np.where(follow != 0, gather(np.where(fits, 0, own)), 0)


def _run_masters(view: PlayViews) -> Sides:
    masters, own = list_masters(view), part(view.hand)
    longest = ((count(own) << LANE_BITS) + PIPS[own]).argmax(axis=0)
    fits = _is_first(view) & (count(masters) >= _THREE) & (count(own).max(axis=0) >= _FIVE)
    follow = masters & SUIT_MASKS[longest]
    return np.where(fits, follow, 0), np.where(fits, view.hand & ~masters, 0)


def _lead_highest(view: PlayViews) -> Sides:
    own = part(view.hand)
    tops = top_of(own)
    highest = tops.max(axis=0)
    suit = np.where(tops == highest, count(own), -1).argmax(axis=0)
    follow = np.where(is_lead(view), to_cards(highest, suit), 0)
    return follow, np.where(is_lead(view), view.hand & ~follow & ~spread(view, follow), 0)


def _count_next(own: np.ndarray, theirs: np.ndarray) -> np.ndarray:
    # By how many cards the highest below the masters can be taken.
    rest = top_of(own & ~find_masters(own, theirs))
    return np.where(rest != 0, count_above(theirs, rest), -1)


def _longer_first(view: PlayViews) -> Sides:
    follow, against = np.zeros((2, len(view.hand)), np.int64)
    own, theirs = part_both(view)
    masters, lengths, near = find_masters(own, theirs), count(own), _count_next(own, theirs)
    for one, two in combinations(range(SUITS), 2):
        fits = is_lead(view) & (masters[one] != 0) & (count(masters[one]) == count(masters[two]))
        fits &= (near[one] == near[two]) & (lengths[one] != lengths[two])
        pair = to_cards(masters[one], one), to_cards(masters[two], two)
        is_second = lengths[two] > lengths[one]
        follow |= np.where(fits, np.where(is_second, *pair[::-1]), 0)
        against |= np.where(fits, np.where(is_second, *pair), 0)
    is_plain = follow & against == 0
    return follow * is_plain, against * is_plain


def _has_few_sure(view: PlayViews) -> np.ndarray:
    # To divide, one of the two tenaces must be found unguarded.
    return view.tricks + count(list_masters(view)) < _HALF


def _shorter_first(view: PlayViews) -> Sides:
    follow, against = np.zeros((2, len(view.hand)), np.int64)
    own, theirs = part_both(view)
    has_master = find_masters(own, theirs) != 0
    for held, lacking in ((_AKJ, QUEEN), (_AQ, KING)):
        is_so = (own & (held | 1 << lacking) == held) & (theirs >> lacking & 1 == 1)
        fits = is_lead(view) & (is_so.sum(axis=0) == 2) & ~(has_master & ~is_so).any(axis=0)
        fits &= _has_few_sure(view)
        short, long = (
            gather(np.where(is_so & (count(own) == number), 1 << ACE, 0))
            for number in (_THREE, _FIVE)
        )
        fits &= (short != 0) & (long != 0)
        follow |= np.where(fits, short, 0)
        against |= np.where(fits, long, 0)
    return follow, against


def _hold_twice(view: PlayViews, held: int) -> np.ndarray:
    # No third suit has an ace where tenaces are alike, so these are the two of them.
    return (part(view.hand) & held == held).sum(axis=0) == 2


def _lead_up_to(view: PlayViews) -> Sides:
    # Winners outside the tenace, then the loser.
    own, theirs = part_both(view)
    is_tenace, masters = has_tenace(own, theirs), list_masters(view)
    tenace = gather(np.where(is_tenace, own, 0))
    winners, losers = view.hand & ~tenace & masters, view.hand & ~tenace & ~masters
    fits = is_lead(view) & (count(view.hand) <= _HALF) & (is_tenace.sum(axis=0) == 1)
    fits &= (losers != 0) & (is_tenace & (count(theirs) > 1)).any(axis=0)
    follow = np.where(winners != 0, winners, losers)
    return np.where(fits, follow, 0), np.where(fits, tenace, 0)


def _see_one_more(view: PlayViews) -> Sides:
    # The ace of a suit of which nothing has fallen; what touches it is the same lead.
    fallen, own = view.played | view.opponent_played, part(view.hand)
    fits = is_lead(view) & (count(fallen) >= 2 * _TRICKS_BEFORE)
    is_whole = fits & (own & _AK == _AK) & (part(fallen) == 0)
    follow = gather(np.where(is_whole, 1 << ACE, 0))
    touching = gather(np.where(is_whole, part(list_masters(view)), 0))
    return follow, np.where(follow != 0, view.hand & ~touching, 0)


def _play_winner(view: PlayViews) -> Sides:
    masters, theirs = list_masters(view), part(view.opponent_may_hold)
    others = count(view.opponent_may_hold) - count(theirs)
    is_held = (part(view.opponent_holds) != 0) | (others < count(view.hand))
    winners = gather(np.where(is_held, 0, part(masters)))
    fits = is_lead(view) & ((view.tricks == _HALF - 1) | (view.tricks == _HALF)) & (winners != 0)
    return np.where(fits, winners, 0), np.where(fits, view.hand & ~masters, 0)


def _keep_last(view: PlayViews) -> Sides:
    # Two cards left, the cards settled, and no capot to make or to save.
    masters = list_masters(view)
    fits = is_lead(view) & (count(view.hand) == 2) & (count(masters) == 1)
    fits &= (np.maximum(view.tricks, view.opponent_tricks) > _HALF) & (view.tricks > 0)
    fits &= view.opponent_tricks > 0
    fits &= ((part(masters) != 0) & (part(view.opponent_may_hold) != 0)).any(axis=0)
    return np.where(fits, view.hand & ~masters, 0), np.where(fits, masters, 0)


def _count_of_suit(view: PlayViews) -> tuple[np.ndarray, np.ndarray]:
    # How many unseen cards are of the winner's suit, and how many there are.
    theirs = part(view.opponent_may_hold)
    of_suit = np.where(part(list_masters(view)) != 0, count(theirs), 0).sum(axis=0)
    return of_suit, count(view.opponent_may_hold)


def _is_half_at_most(view: PlayViews) -> np.ndarray:
    of_suit, every = _count_of_suit(view)
    return 2 * of_suit <= every


def _is_most(view: PlayViews) -> np.ndarray:
    of_suit, every = _count_of_suit(view)
    return 4 * of_suit >= 3 * every


def _run_to_pique(view: PlayViews) -> Sides:
    own, theirs = part_both(view)
    winners = count(find_masters(own, theirs))
    sure = np.where(winners >= count(theirs), count(own), winners).sum(axis=0)
    leads = np.minimum(sure + 1, count(view.hand))
    silent = (view.opponent_points == 0) & (view.opponent_tricks == 0)
    has_led = view.played != 0
    for result in (view.point_result, view.sequence_result, view.set_result):
        silent &= has_led | ((result != THEIRS) & (result != OPEN))
    fits = is_lead(view) & silent & (view.points < _THIRTY - 1) & (view.points + leads >= _THIRTY)
    masters = list_masters(view)
    return np.where(fits, masters, 0), np.where(fits, view.hand & ~masters, 0)


OF_LEADS = (
    PlayRule(
        "CAV-P01", "Open a suit that one can establish", ELDER, _establish,
        reading="Whatever younger has answered; of two such suits either.",
    ),
    PlayRule("L4E-P01", "Play off masters, the long suit’s first", ELDER, _run_masters),
    PlayRule(
        "SFT-P01", "Lead the highest card", BOTH, _lead_highest,
        reading="Following is held against the best other card that does not touch it, always "
        "following against the player’s own lead; the file has the best lead of all, which may be "
        "the same.",
    ),
    PlayRule(
        "CAV-P02", "Of equally strong suits, the longer first", BOTH, _longer_first,
        is_between=True,
        reading="As many masters, and as many cards above the next; where one of them is led.",
    ),
    PlayRule(
        "HOY-P01", "Of like tenaces, the shorter suit first", BOTH, _shorter_first, is_rare=True,
        reading="Tricks won and winners held are five or fewer, so one tenace must be found "
        "unguarded to divide; no master in a third suit.",
        parts=(
            ("ace, king and knave twice", lambda view: _hold_twice(view, _AK)),
            ("ace and queen twice", lambda view: _hold_twice(view, _AQ)),
        ),
    ),
    PlayRule(
        "CAV-P06", "Cash winners, then lead the loser", BOTH, _lead_up_to,
        reading="One tenace alone: a master, and below it a card with one above it that the "
        "opponent may hold, who may have two of the suit. One card is told: a winner is "
        "cashed or, once none is left, the loser led, against a lead of the tenace; the play after "
        "it is free.",
    ),
    PlayRule(
        "CAV-P09", "In doubt, the ace of ace and king", BOTH, _see_one_more, doubt=0.5,
        reading="No card of the suit has fallen; a lead of the cards that touch the ace is the "
        "same. In doubt: the best such ace and the best other lead are within half a point; also "
        "where both are rated exactly alike.",
    ),
    PlayRule(
        "CAV-P12", "With five or six tricks, play the winner", BOTH, _play_winner,
        reading="A winner is a card that none can take which the opponent may hold, of a suit of "
        "which it is not certain that the opponent has a card.",
    ),
    PlayRule(
        "CAV-P13", "The cards settled, keep the last trick", BOTH, _keep_last, is_rare=True,
        reading="The one has seven tricks or more, the other one to five; one card of two wins.",
        parts=(
            ("winner’s suit: half of the unseen or less", _is_half_at_most),
            ("winner’s suit: over half, under three quarters",
             lambda view: ~_is_half_at_most(view) & ~_is_most(view)),
            ("winner’s suit: three quarters or more", _is_most),
        ),
    ),
    PlayRule(
        "CAV-P17", "Near a pique, run the winners", ELDER, _run_to_pique,
        reading="Winners that the opponent certainly cannot take; no lead alone makes the pique. "
        "The other line begins with any other lead; another winner goes on with the run.",
    ),
)  # fmt: skip
