"""Maxims on the play of the cards, one function each.

Of what a seat sees at many moments it gives the cards that follow the maxim, and those that break
it; 0 for none.
"""

from functools import partial
from itertools import permutations

import numpy as np

from analyses.maxims.facts import (
    BY_CARDS,
    OPEN,
    PIPS,
    SUIT_MASKS,
    THEIRS,
    PlayViews,
    cannot_follow,
    count,
    count_above,
    find_masters,
    gather,
    has_tenace,
    is_lead,
    list_masters,
    list_plays,
    part,
    part_both,
    spread,
    top_of,
)
from analyses.maxims.maxim import BOTH, ELDER, PLAY, YOUNGER, Sides, judge_rule, register_maxim
from piquet_sim.game.cards import ACE, HAND_CARDS, KING, KNAVE, LANE_BITS, QUEEN, RANKS, SUITS

_HALF, _TEN_TRICKS = 6, 10
_AK, _AQ, _KQJ, _AQJ, _AKJ = (
    sum(1 << rank for rank in ranks)
    for ranks in (
        (ACE, KING),
        (ACE, QUEEN),
        (KING, QUEEN, KNAVE),
        (ACE, QUEEN, KNAVE),
        (ACE, KING, KNAVE),
    )
)

COUNTING = register_maxim(PLAY, "CAV-P15", "Count the hand from the calls", BOTH)
"""Judged by deals in which one player counts and another like it does not."""
on_play = partial(judge_rule, PLAY)


def _is_first(view: PlayViews) -> np.ndarray:
    return is_lead(view) & (count(view.hand) == HAND_CARDS)


# ---- The first lead, and such leads later -------------------------------------------------------
@on_play(
    "CAV-P01",
    "Open a suit that one can establish",
    ELDER,
    reading="Whatever younger has answered; of two such suits either.",
)
def open_suit_to_establish(view: PlayViews) -> Sides:
    """Open the suit you are likely to establish, such as king-queen-knave-small or
    ace-queen-knave-small.
    """
    own = part(view.hand)
    is_near = (own & (_KQJ | 1 << ACE) == _KQJ) | (own & (_AQJ | 1 << KING) == _AQJ)
    fits = _is_first(view) & is_near & (count(own) > 3)
    return gather(np.where(fits, top_of(own), 0)), gather(np.where(fits, 0, own))


@on_play("L4E-P01", "Play off masters, the long suit’s first", ELDER)
def play_off_masters(view: PlayViews) -> Sides:
    """Elder plays off his master cards, the long suit first, and makes the opponent throw good
    cards elsewhere.
    """
    masters, own = list_masters(view), part(view.hand)
    longest = ((count(own) << LANE_BITS) + PIPS[own]).argmax(axis=0)
    fits = _is_first(view) & (count(masters) >= 3) & (count(own).max(axis=0) >= 5)
    return np.where(fits, masters & SUIT_MASKS[longest], 0), np.where(fits, view.hand & ~masters, 0)


@on_play(
    "SFT-P01",
    "Lead the highest card",
    BOTH,
    reading="Following is held against the best other card that does not touch it, always "
    "following against the player’s own lead; the file has the best lead of all, which may be the "
    "same.",
)
def lead_highest_card(view: PlayViews) -> Sides:
    """Lead the highest card you hold."""
    own = part(view.hand)
    tops = top_of(own)
    highest = tops.max(axis=0)
    suit = np.where(tops == highest, count(own), -1).argmax(axis=0)
    follow = np.where(is_lead(view), highest << LANE_BITS * suit, 0)
    return follow, np.where(is_lead(view), view.hand & ~follow & ~spread(view, follow), 0)


@on_play(
    "CAV-P02",
    "Of equally strong suits, the longer first",
    BOTH,
    is_between=True,
    reading="As many masters, and as many cards above the next; where one of them is led.",
)
def lead_longer_of_equal_suits(view: PlayViews) -> Sides:
    """Of two suits of equal commanding strength, lead the longer first."""
    own, theirs = part_both(view)
    masters, lengths = find_masters(own, theirs), count(own)
    below = top_of(own & ~masters)
    near = np.where(below != 0, count_above(theirs, below), -1)
    strengths, cards = count(masters), list_masters(view) & SUIT_MASKS[:, None]
    longer, shorter = np.array([*permutations(range(SUITS), 2)]).T
    fits = is_lead(view) & (strengths[longer] > 0) & (strengths[longer] == strengths[shorter])
    fits &= (near[longer] == near[shorter]) & (lengths[longer] > lengths[shorter])
    follow, against = (
        np.bitwise_or.reduce(np.where(fits, cards[suits], 0)) for suits in (longer, shorter)
    )
    is_plain = follow & against == 0
    return follow * is_plain, against * is_plain


def _hold_twice(view: PlayViews, held: int) -> np.ndarray:
    # No third suit has an ace where tenaces are alike, so these are the two of them.
    return (part(view.hand) & held == held).sum(axis=0) == 2


@on_play(
    "HOY-P01",
    "Of like tenaces, the shorter suit first",
    BOTH,
    is_rare=True,
    reading="Tricks won and winners held are five or fewer, so one tenace must be found unguarded "
    "to divide; no master in a third suit.",
    parts=(
        ("ace, king and knave twice", partial(_hold_twice, held=_AK)),
        ("ace and queen twice", partial(_hold_twice, held=_AQ)),
    ),
)
def lead_shorter_of_like_tenaces(view: PlayViews) -> Sides:
    """With like tenaces in two suits and nothing else, attack the shorter suit first."""
    follow, against = np.zeros((2, len(view.hand)), np.int64)
    own, theirs = part_both(view)
    has_master = find_masters(own, theirs) != 0
    for held, lacking in ((_AKJ, QUEEN), (_AQ, KING)):
        is_so = (own & (held | 1 << lacking) == held) & (theirs >> lacking & 1 == 1)
        fits = (is_so.sum(axis=0) == 2) & ~(has_master & ~is_so).any(axis=0)
        follow |= gather(np.where(fits & is_so & (count(own) == 3), 1 << ACE, 0))
        against |= gather(np.where(fits & is_so & (count(own) == 5), 1 << ACE, 0))
    # To divide, one of the two tenaces must be found unguarded.
    has_few_sure = is_lead(view) & (view.tricks + count(list_masters(view)) < _HALF)
    return follow * has_few_sure, against * has_few_sure


@on_play(
    "CAV-P06",
    "Cash winners, then lead the loser",
    BOTH,
    reading="One tenace alone: a master, and below it a card with one above it that the opponent "
    "may hold, who may have two of the suit. One card is told: a winner is cashed or, once none is "
    "left, the loser led, against a lead of the tenace; the play after it is free.",
)
def cash_winners_then_lead_loser(view: PlayViews) -> Sides:
    """Near the end, cash your winners, then lead the loser, so that you are led up to in your
    tenace.
    """
    # Winners outside the tenace, then the loser.
    own, theirs = part_both(view)
    is_tenace, masters = has_tenace(own, theirs), list_masters(view)
    tenace = gather(np.where(is_tenace, own, 0))
    winners, losers = view.hand & ~tenace & masters, view.hand & ~tenace & ~masters
    fits = np.all(
        [
            is_lead(view),
            count(view.hand) <= _HALF,
            is_tenace.sum(axis=0) == 1,
            losers != 0,
            (is_tenace & (count(theirs) > 1)).any(axis=0),
        ],
        axis=0,
    )
    return np.where(winners != 0, winners, losers) * fits, tenace * fits


@on_play(
    "CAV-P09",
    "In doubt, the ace of ace and king",
    BOTH,
    doubt=0.5,
    reading="No card of the suit has fallen; a lead of the cards that touch the ace is the same. "
    "In doubt: the best such ace and the best other lead are within half a point; also where both "
    "are rated exactly alike.",
)
def lead_ace_of_ace_and_king(view: PlayViews) -> Sides:
    """In doubt what to lead, lead the ace from an ace-king suit to see one more card."""
    # The ace of a suit of which nothing has fallen; what touches it is the same lead.
    fallen, own = view.played | view.opponent_played, part(view.hand)
    is_whole = is_lead(view) & (count(fallen) >= 4) & (own & _AK == _AK) & (part(fallen) == 0)
    follow = gather(np.where(is_whole, 1 << ACE, 0))
    touching = gather(np.where(is_whole, part(list_masters(view)), 0))
    return follow, np.where(follow != 0, view.hand & ~touching, 0)


@on_play(
    "CAV-P12",
    "With five or six tricks, play the winner",
    BOTH,
    reading="A winner is a card that none can take which the opponent may hold, of a suit of which "
    "it is not certain that the opponent has a card.",
)
def play_winner(view: PlayViews) -> Sides:
    """With five or six tricks, a winner and the lead, play the winner: do not stake eleven for
    one.
    """
    masters, theirs = list_masters(view), part(view.opponent_may_hold)
    is_held = (part(view.opponent_holds) != 0) | (
        count(view.opponent_may_hold) - count(theirs) < count(view.hand)
    )
    winners = gather(np.where(is_held, 0, part(masters)))
    fits = is_lead(view) & ((view.tricks == _HALF - 1) | (view.tricks == _HALF)) & (winners != 0)
    return np.where(fits, winners, 0), np.where(fits, view.hand & ~masters, 0)


def _is_of_suit(view: PlayViews, place: int) -> np.ndarray:
    # Whether half of the unseen cards or fewer are of the winner's suit, three quarters or more
    # (2), or a share between (1).
    theirs, every = part(view.opponent_may_hold), count(view.opponent_may_hold)
    of_suit = np.where(part(list_masters(view)) != 0, count(theirs), 0).sum(axis=0)
    return (2 * of_suit > every).astype(int) + (4 * of_suit >= 3 * every) == place


@on_play(
    "CAV-P13",
    "The cards settled, keep the last trick",
    BOTH,
    is_rare=True,
    reading="The one has seven tricks or more, the other one to five; one card of two wins.",
    parts=(
        ("winner’s suit: half of the unseen or less", partial(_is_of_suit, place=0)),
        ("winner’s suit: over half, under three quarters", partial(_is_of_suit, place=1)),
        ("winner’s suit: three quarters or more", partial(_is_of_suit, place=2)),
    ),
)
def keep_last_trick(view: PlayViews) -> Sides:
    """If the cards are settled and a winner and a loser remain, lead the loser and keep the last
    trick.
    """
    # Two cards left, the cards settled, and no capot to make or to save.
    masters = list_masters(view)
    fits = np.all(
        [
            is_lead(view),
            count(view.hand) == 2,
            count(masters) == 1,
            np.maximum(view.tricks, view.opponent_tricks) > _HALF,
            view.tricks > 0,
            view.opponent_tricks > 0,
            ((part(masters) != 0) & (part(view.opponent_may_hold) != 0)).any(axis=0),
        ],
        axis=0,
    )
    return np.where(fits, view.hand & ~masters, 0), np.where(fits, masters, 0)


@on_play(
    "CAV-P17",
    "Near a pique, run the winners",
    ELDER,
    reading="Winners that the opponent certainly cannot take; no lead alone makes the pique. The "
    "other line begins with any other lead; another winner goes on with the run.",
)
def run_winners_to_pique(view: PlayViews) -> Sides:
    """Near a pique, run your winners if they carry you to thirty, whatever you lose afterwards."""
    own, theirs = part_both(view)
    winners = count(find_masters(own, theirs))
    leads = np.minimum(
        np.where(winners >= count(theirs), count(own), winners).sum(axis=0) + 1, count(view.hand)
    )
    is_open = np.isin(
        (view.point_result, view.sequence_result, view.set_result), (THEIRS, OPEN)
    ).any(axis=0)
    fits = np.all(
        [
            is_lead(view),
            view.opponent_points == 0,
            view.opponent_tricks == 0,
            (view.played != 0) | ~is_open,
            view.points < 29,
            view.points + leads >= 30,
        ],
        axis=0,
    )
    masters = list_masters(view)
    return np.where(fits, masters, 0), np.where(fits, view.hand & ~masters, 0)


# ---- Replies, and which of equal cards ----------------------------------------------------------
@on_play(
    "CAV-P04",
    "Throw idle cards, keep guards",
    BOTH,
    reading="Guarded: the highest card held of a suit, with as many cards below it as the opponent "
    "may hold above it; throwing the king or queen itself is neither.",
)
def keep_guards(view: PlayViews) -> Sides:
    """Throwing on the opponent's winners, part with idle cards, not with what guards your kings and
    queens.
    """
    own, theirs = part_both(view)
    top = top_of(own)
    above, below = count_above(theirs, top), count(own) - 1
    is_so = ((top == 1 << KING) | (top == 1 << QUEEN)) & (above > 0) & (below >= above)
    # The kings and queens, and the cards without which one loses its guard.
    guards = gather(np.where(is_so & (below == above), own & ~top, 0))
    legal = np.where(cannot_follow(view), view.legal, 0)
    return legal & ~guards & ~gather(np.where(is_so, top, 0)), legal & guards


def _has_thrown(view: PlayViews, is_so: bool) -> np.ndarray:
    # Whether cards were thrown before on the suit led: by this seat, since who leads it has it.
    plays = np.maximum(list_plays(view), 0)
    led, replies = plays[:, ::2], plays[:, 1::2]
    thrown = (part(led) != 0) & (replies != 0) & (part(replies) == 0)
    return (np.where(part(view.led) != 0, thrown.sum(axis=2), 0).sum(axis=0) > 0) == is_so


def _has_led_one_suit(view: PlayViews, is_so: bool) -> np.ndarray:
    # Whether all that elder has led is of the suit led now.
    led = np.maximum(list_plays(view)[:, ::2], 0) & view.opponent_played[:, None]
    return ((part(led) != 0) & (part(view.led) == 0)[:, :, None]).any(axis=(0, 2)) != is_so


def _opponent_has_won(view: PlayViews, five: bool) -> np.ndarray:
    return (view.opponent_tricks > 4) == five


@on_play(
    "HOY-P02",
    "Bare the king on elder’s run",
    YOUNGER,
    reading="A king with one guard, whatever tricks either has; elder may hold ace and queen.",
    parts=(
        ("the first throw on the run", partial(_has_thrown, is_so=False)),
        ("a later throw on it", partial(_has_thrown, is_so=True)),
        ("elder has four tricks or fewer", partial(_opponent_has_won, five=False)),
        ("elder has five tricks or more", partial(_opponent_has_won, five=True)),
        ("elder has led this suit alone", partial(_has_led_one_suit, is_so=True)),
        ("elder has led another suit, too", partial(_has_led_one_suit, is_so=False)),
    ),
)
def bare_king_on_run(view: PlayViews) -> Sides:
    """Facing elder's five-card suit, younger should throw the guard of his king: an even chance to
    save the cards.
    """
    # On the run of elder's point: the one guard of a king.
    shown, (own, theirs) = part(view.opponent_played | view.opponent_holds), part_both(view)
    fits = np.all(
        [
            cannot_follow(view),
            view.point_result == THEIRS,
            view.opponent_point >> BY_CARDS >= 5,
            ((part(view.led) != 0) & (count(shown) >= 5)).any(axis=0),
        ],
        axis=0,
    )
    is_so = np.all(
        [theirs & _AQ == _AQ, top_of(own) == 1 << KING, count(own) == 2, part(view.discard) != 0],
        axis=0,
    )
    follow = gather(np.where(fits & is_so, own & ~(1 << KING), 0))
    return follow, gather(np.where(fits & ~is_so, part(view.legal), 0))


@on_play(
    "CAV-P08",
    "Keep a card to hand over the lead",
    BOTH,
    is_rare=True,
    reading="Of one suit a single card, with a higher one that the opponent may hold; whatever the "
    "opponent leads that cannot be followed.",
)
def keep_card_to_hand_over_lead(view: PlayViews) -> Sides:
    """Keep a losing card of a suit the opponent commands, to hand him the lead at the right
    moment.
    """
    # Single small cards of suits that the opponent commands.
    own, theirs = part_both(view)
    exits = gather(np.where((count(own) == 1) & (count_above(theirs, own) > 0), own, 0))
    fits = cannot_follow(view) & has_tenace(own, theirs).any(axis=0) & (count(exits) == 1)
    return np.where(fits, view.legal & ~exits, 0), np.where(fits, view.legal & exits, 0)


@on_play(
    "CAV-P11",
    "Of equal cards, the one that is known",
    BOTH,
    is_between=True,
    judge="master",
    reading="Equal: no unseen card lies between. Known: called or shown, and not played; leads and "
    "replies, where equal cards of one suit alone are known and unknown, and one of these is "
    "played.",
)
def play_known_of_equal_cards(view: PlayViews) -> Sides:
    """Of equal cards, play the one the opponent already knows you hold."""
    # Of touching cards those that were called or shown, against those that were not.
    known, unknown = view.legal & view.shown, view.legal & ~view.shown
    follow, against = spread(view, unknown) & known, spread(view, known) & unknown
    is_equal = (follow | against) & ~spread(view, follow & -follow) == 0
    return np.where(is_equal, follow, 0), np.where(is_equal, against, 0)


@on_play(
    "CAV-P14",
    "Put to a card, keep the suit of more",
    BOTH,
    is_rare=True,
    reading="Cards of the suit that are unseen, whether or not they would have been called; each "
    "card kept can take a lower one that the opponent may hold.",
)
def keep_suit_of_more(view: PlayViews) -> Sides:
    """Put to a card, keep the suit of which more cards are still against you."""
    # Put to a card: the one goes of whose suit fewer cards are unseen.
    own, theirs = part_both(view)
    can_win = (count(own) == 1) & (theirs & (own - 1) != 0)
    fits = cannot_follow(view) & (view.opponent_tricks == _TEN_TRICKS) & (can_win.sum(axis=0) == 2)
    unseen = count(theirs)
    is_fewer = unseen == np.where(can_win, unseen, RANKS).min(axis=0)
    return tuple(gather(np.where(fits & can_win & one, own, 0)) for one in (is_fewer, ~is_fewer))
