"""What an opponent can have been dealt, have thrown and have drawn, and what of it agrees.

All hands that the opponent can have been dealt are given; the opponent's own strategy is asked what
it throws from each. Then every draw counts as one deal.

Before younger has thrown, no more is known than how many cards elder took. Of all hands that elder
can have been dealt those are listed from which a strategy takes so many, and deals are finished
with hands of the list.
"""

from typing import NamedTuple

from numba import int16, int64, types

from piquet_sim.game.cards import HAND_CARDS
from piquet_sim.kernel.base.bits import count, deposit
from piquet_sim.kernel.base.borrow import borrow
from piquet_sim.kernel.base.philox import random_below
from piquet_sim.kernel.base.play_table import PLAY_TABLE, PlayTable
from piquet_sim.kernel.base.shared_tables import scratch
from piquet_sim.kernel.base.streams import ROLLOUT_STREAM
from piquet_sim.kernel.compile import kernel, kernel_of
from piquet_sim.kernel.deal.deal import LAWS
from piquet_sim.kernel.deal.dealing import deal_rest, pack_of
from piquet_sim.kernel.deal.declarations import reckon_class
from piquet_sim.kernel.deal.handover import find_place, store_tuple
from piquet_sim.kernel.deal.holdings import POINT, evaluate_hand, has_carte_blanche
from piquet_sim.kernel.deal.record import AT, COLUMNS
from piquet_sim.kernel.deal.views import ELDER_SEAT, LONGEST_VIEW, POLICY, DiscardView
from piquet_sim.kernel.players.continuation import continue_deal

_COLUMNS = len(COLUMNS)


class Known(NamedTuple):
    """What a player knows of a deal; nobody has announced a carte blanche."""

    seat: int
    """0 elder, 1 younger."""
    unseen: int
    """The cards that the opponent holds, has played or has thrown, and those that nobody took
    and this seat has not seen."""
    holds: int
    """Cards that the opponent holds or has played."""
    may_hold: int
    """Other cards that the opponent may hold."""
    drew: int
    """Cards that the opponent took from the stock for certain, since elder had seen them."""
    elder_took: int
    younger_took: int
    point_least: int
    """The opponent's best point is this, as calls have it, or better."""
    point_most: int
    sequence_least: int
    sequence_most: int
    set_least: int
    set_most: int
    own: int
    """The twelve cards of this seat after the exchange."""
    reckoned: int
    """In how many classes the opponent has shown what is good or equal."""
    shown: int
    """What was shown in these."""


_KNOWN = types.NamedUniTuple(int64, len(Known._fields), Known)


@kernel_of(int64(LAWS, _KNOWN, POLICY, int64[::1], int64, int64[:, ::1]))
def list_exchanges(laws, known, answer, dealt, luck, deals):
    """Fill rows with the opponent's hand, what was drawn of it and what was thrown out.

    Parameters
    ----------
    laws : tuple
    known : Known
    answer : int
        The opponent's discard policy.
    dealt : int64 array
        The hands that the opponent can have been dealt.
    luck : int
        Of what the policy decides by lot.
    deals : int64 array, shape (rows, 3)
        Room for every draw from every hand.

    Returns
    -------
    int64
        How many rows are filled. A hand in which a carte blanche would have been announced, and one
        from which the policy throws another number of cards, have none.
    """
    deals = borrow(deals)
    room = scratch(LONGEST_VIEW)
    opponent = 1 - known.seat
    if opponent == ELDER_SEAT:
        took, elder_took = known.elder_took, -1
        least, most = laws.elder_least, laws.elder_most
    else:
        took, elder_took = known.younger_took, known.elder_took
        least, most = laws.younger_least, min(laws.younger_most, laws.stock - elder_took)
    more = took - count(known.drew)
    pool = known.unseen & ~known.drew
    found = 0
    for place in range(dealt.shape[0]):
        hand = dealt[place]
        if has_carte_blanche(hand):
            continue
        view = DiscardView(
            opponent, hand, least, most, elder_took, 0, 0, 0, 0, 0, luck + place, 0, laws.book
        )
        store_tuple(room, 0, view)
        thrown = answer(find_place(room, 0))
        if count(thrown) != took:
            continue
        left = pool & ~hand
        end = 1 << count(left)
        some = (1 << more) - 1
        while some < end:
            drawn = known.drew | deposit(some, left)
            deals[found, 0], deals[found, 1], deals[found, 2] = (
                hand & ~thrown | drawn,
                drawn,
                thrown,
            )
            found += 1
            if not some:
                break
            # The next larger number with as many bits.
            lowest = some & -some
            risen = some + lowest
            some = risen | ((some ^ risen) >> 2) // lowest
    return found


@kernel_of(int64(LAWS, _KNOWN, int64[:, ::1], int64[::1]))
def list_agreeing(laws, known, deals, agreeing):
    """Fill the places of the deals that agree with what a player knows; returns how many do."""
    deals, agreeing = borrow(deals), borrow(agreeing)
    possible = known.holds | known.may_hold
    found = 0
    for place in range(deals.shape[0]):
        hand = deals[place, 0]
        if known.holds & ~hand or hand & ~possible:
            continue
        holding = evaluate_hand(laws, hand)
        if not (
            known.point_least <= holding.point <= known.point_most
            and known.sequence_least <= holding.sequence <= known.sequence_most
            and known.set_least <= holding.set <= known.set_most
        ):
            continue
        if find_shown(laws, known.seat, known.own, hand, known.reckoned) == known.shown:
            agreeing[found] = place
            found += 1
    return found


@kernel
def find_shown(laws, seat, own, hand, classes):
    """The cards that the opponent of a seat, with this hand, shows in the first classes."""
    record = scratch(_COLUMNS)
    elder, younger = (own, hand) if seat == ELDER_SEAT else (hand, own)
    holdings = evaluate_hand(laws, elder), evaluate_hand(laws, younger)
    shown = 0
    for place in range(classes):
        record[AT.elder_point_call + place] = holdings[0][place]
        record[AT.younger_point_call + place] = holdings[1][place]
        _, elders, youngers = reckon_class(
            laws, POINT + place, elder, younger, holdings[0], holdings[1], record
        )
        shown |= youngers if seat == ELDER_SEAT else elders
    return shown


@kernel_of(int64(LAWS, int64, int64, int64, POLICY, int64, int64, int64, int64[::1], int64[::1]))
def list_takers(laws, hand, took, blanche, answer, luck, first, end, dealt, thrown):
    """Fill rows with hands of elder's from which so many cards are taken, and what is thrown.

    Parameters
    ----------
    laws : tuple
    hand : int64
        Younger's, as dealt.
    took : int64
    blanche : int64
        1 if elder has announced a carte blanche.
    answer : policy
        Elder's discard.
    luck : int64
        Of what the policy decides by lot.
    first, end : int64
        Which of younger's unseen cards elder was dealt, as the bits of a number: of all such
        numbers those from the first to before the end.
    dealt, thrown : int64 array
        Room for all hands among these.

    Returns
    -------
    int64
        How many rows are filled.
    """
    dealt, thrown = borrow(dealt), borrow(thrown)
    room, unseen = scratch(LONGEST_VIEW), pack_of(laws) ^ hand
    own_blanche = 1 if has_carte_blanche(hand) else 0
    found = 0
    for chosen in range(first, end):
        if count(chosen) != HAND_CARDS:
            continue
        theirs = deposit(chosen, unseen)
        if blanche and not has_carte_blanche(theirs):
            continue
        view = DiscardView(
            ELDER_SEAT, theirs, laws.elder_least, laws.elder_most, -1, blanche, own_blanche,
            0, 0, 0, luck + chosen, 0, laws.book,
        )  # fmt: skip
        store_tuple(room, 0, view)
        discard = answer(find_place(room, 0))
        if count(discard) == took and discard & theirs == discard:
            dealt[found], thrown[found] = theirs, discard
            found += 1
    return found


@kernel_of(
    int64(
        LAWS,
        int64,
        int64[::1],
        int64[::1],
        int64[::1],
        PLAY_TABLE,
        int64[:, ::1],
        int64,
        int64,
        int16[:, :, ::1],
        int16[:, :, ::1],
    )
)
def finish_listed(
    laws, hand, dealt, thrown, discards, solution, memory, seed, first, scores, parts
):
    """Finish deals for each of some discards of younger's, elder's hand being one of a list.

    Parameters
    ----------
    laws : tuple
    hand : int64
        Younger's, as dealt.
    dealt, thrown : int64 array
        Elder's hands, each as likely as the others, and what is thrown from them.
    discards : int64 array
        What is compared.
    solution : PlayTable
    memory : int64 array
        From `pique.new_memory`.
    seed, first : int64
        Continuations are numbered from `first`.
    scores : int16 array, shape (continuations, discards, 2)
        Is filled: younger's score and elder's.
    parts : int16 array, shape (continuations, discards, 16) or (0, discards, 16)
        Is filled, if it has rows: the parts of younger's score and of elder's.

    Returns
    -------
    int64
        How many continuations there are.
    """
    solution = PlayTable(borrow(solution.values), borrow(solution.starts))
    dealt, thrown, discards = borrow(dealt), borrow(thrown), borrow(discards)
    memory, record = borrow(memory), scratch(_COLUMNS)
    for place in range(_COLUMNS):
        record[place] = 0
    for place in range(scores.shape[0]):
        _, order, luck = deal_rest(laws.pack, seed, first + place, ROLLOUT_STREAM, hand)
        chosen = random_below(luck, dealt.shape[0])
        for choice in range(discards.shape[0]):
            elder_score, younger_score = continue_deal(
                laws, (dealt[chosen], hand), (thrown[chosen], discards[choice]), order, solution,
                memory, record,
            )  # fmt: skip
            scores[place, choice, 0], scores[place, choice, 1] = younger_score, elder_score
            if parts.shape[0]:
                half = parts.shape[2] // 2
                for part in range(half):
                    parts[place, choice, part] = record[AT.younger_carte_blanche + part]
                    parts[place, choice, half + part] = record[AT.elder_carte_blanche + part]
    return scores.shape[0]
