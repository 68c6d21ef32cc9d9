"""Maxims on what to throw when void in the suit led, and which of equal cards to play."""

import numpy as np

from analyses.maxims.cards.rule import PlayRule
from analyses.maxims.facts.hands import count, gather, part
from analyses.maxims.facts.play_views import PlayViews
from analyses.maxims.facts.views import (
    POINT_AT,
    THEIRS,
    cannot_follow,
    count_above,
    has_tenace,
    list_plays,
    part_both,
    to_cards,
    top_of,
)
from analyses.maxims.maxim import BOTH, YOUNGER, Sides
from piquet_sim.game.cards import ACE, KING, QUEEN, SUITS

_TEN_TRICKS, _FIVE = 10, 5
_AQ = 1 << ACE | 1 << QUEEN
_FROM_THE_TOP = tuple(1 << rank for rank in range(ACE, -1, -1))


def list_guards(view: PlayViews) -> tuple[np.ndarray, np.ndarray]:
    """The cards without which a king or queen loses its guard, and the kings and queens."""
    own, theirs = part_both(view)
    top = top_of(own)
    above, below = count_above(theirs, top), count(own) - 1
    is_so = ((top == 1 << KING) | (top == 1 << QUEEN)) & (above > 0) & (below >= above)
    guards = gather(np.where(is_so & (below == above), own & ~top, 0))
    return guards, gather(np.where(is_so, top, 0))


def _keep_guards(view: PlayViews) -> Sides:
    guards, guarded = list_guards(view)
    fits = cannot_follow(view)
    return (
        np.where(fits, view.legal & ~guards & ~guarded, 0),
        np.where(fits, view.legal & guards, 0),
    )


def _bare_king(view: PlayViews) -> Sides:
    # On the run of elder's point: the one guard of a king.
    fits = cannot_follow(view) & (view.point_result == THEIRS)
    fits &= view.opponent_point >> POINT_AT >= _FIVE
    shown, (own, theirs) = part(view.opponent_played | view.opponent_holds), part_both(view)
    fits &= ((part(view.led) != 0) & (count(shown) >= _FIVE)).any(axis=0)
    is_so = (theirs & _AQ == _AQ) & (top_of(own) == 1 << KING) & (count(own) == 2)
    is_so &= part(view.discard) != 0
    follow = gather(np.where(is_so, own & ~(1 << KING), 0))
    other_suits = gather(np.where(is_so, 0, part(view.legal)))
    return np.where(fits, follow, 0), np.where(fits & (follow != 0), other_suits, 0)


def _count_throws(view: PlayViews) -> np.ndarray:
    # Cards thrown before on the suit led; who leads it could follow, so all were this seat's.
    plays = np.maximum(list_plays(view), 0)
    led, replies = plays[:, ::2], plays[:, 1::2]
    thrown = (part(led) != 0) & (replies != 0) & (part(replies) == 0)
    return np.where(part(view.led) != 0, thrown.sum(axis=2), 0).sum(axis=0)


def _leads_one_suit(view: PlayViews) -> np.ndarray:
    # Whether all that elder has led is of the suit led now.
    led = np.maximum(list_plays(view)[:, ::2], 0) & view.opponent_played[:, None]
    is_elsewhere = (part(led) != 0) & (part(view.led) == 0)[:, :, None]
    return ~is_elsewhere.any(axis=(0, 2))


def _keep_exit(view: PlayViews) -> Sides:
    # Single small cards of suits that the opponent commands.
    own, theirs = part_both(view)
    exits = gather(np.where((count(own) == 1) & (count_above(theirs, own) > 0), own, 0))
    fits = cannot_follow(view) & has_tenace(own, theirs).any(axis=0) & (count(exits) == 1)
    return np.where(fits, view.legal & ~exits, 0), np.where(fits, view.legal & exits, 0)


def _play_known(view: PlayViews) -> Sides:
    # Of touching cards one that was called or shown, against one that was not.
    own, shown = part(view.legal), part(view.shown)
    between = part(view.opponent_may_hold | view.led)
    follow, against, known, unknown = np.zeros((4, *own.shape), np.int64)
    for card in (*_FROM_THE_TOP, 0):
        is_end = (between & card != 0) | (card == 0)
        is_so = is_end & (known != 0) & (unknown != 0)
        follow |= np.where(is_so, known, 0)
        against |= np.where(is_so, unknown, 0)
        known = np.where(is_end, 0, known | (own & shown & card))
        unknown = np.where(is_end, 0, unknown | (own & ~shown & card))
    return gather(follow), gather(against)


def _keep_longer(view: PlayViews) -> Sides:
    # Put to a card: the one goes of whose suit fewer cards are unseen.
    first, second, near, far = np.zeros((4, len(view.hand)), np.int64)
    can_win = np.zeros(len(view.hand), int)
    for suit, own, theirs in zip(range(SUITS), *part_both(view), strict=True):
        has_suit, is_first = own != 0, (own != 0) & (first == 0)
        can_win += (count(own) == 1) & (theirs & (own - 1) != 0)
        number = count(theirs)
        second = np.where(has_suit & ~is_first, to_cards(own, suit), second)
        far = np.where(has_suit & ~is_first, number, far)
        first = np.where(is_first, to_cards(own, suit), first)
        near = np.where(is_first, number, near)
    fits = cannot_follow(view) & (view.opponent_tricks == _TEN_TRICKS) & (can_win == 2)
    fits &= near != far
    fewer, more = np.where(near < far, first, second), np.where(near < far, second, first)
    return np.where(fits, fewer, 0), np.where(fits, more, 0)


OF_REPLIES = (
    PlayRule(
        "CAV-P04", "Throw idle cards, keep guards", BOTH, _keep_guards,
        reading="Guarded: the highest card held of a suit, with as many cards below it as the "
        "opponent may hold above it; throwing the king or queen itself is neither.",
    ),
    PlayRule(
        "HOY-P02", "Bare the king on elder’s run", YOUNGER, _bare_king,
        reading="A king with one guard, whatever tricks either has; elder may hold ace and queen.",
        parts=(
            ("the first throw on the run", lambda view: _count_throws(view) == 0),
            ("a later throw on it", lambda view: _count_throws(view) > 0),
            ("elder has four tricks or fewer", lambda view: view.opponent_tricks <= 4),
            ("elder has five tricks or more", lambda view: view.opponent_tricks > 4),
            ("elder has led this suit alone", _leads_one_suit),
            ("elder has led another suit, too", lambda view: ~_leads_one_suit(view)),
        ),
    ),
    PlayRule(
        "CAV-P08", "Keep a card to hand over the lead", BOTH, _keep_exit, is_rare=True,
        reading="Of one suit a single card, with a higher one that the opponent may hold; "
        "whatever the opponent leads that cannot be followed.",
    ),
    PlayRule(
        "CAV-P11", "Of equal cards, the one that is known", BOTH, _play_known, is_between=True,
        judge="master",
        reading="Known: called or shown, and not played; leads and replies, where one of the two "
        "is played.",
    ),
    PlayRule(
        "CAV-P14", "Put to a card, keep the suit of more", BOTH, _keep_longer, is_rare=True,
        reading="Cards of the suit that are unseen, whether or not they would have been called; "
        "each card kept can take a lower one that the opponent may hold.",
    ),
)  # fmt: skip
