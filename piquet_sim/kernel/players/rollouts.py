"""Discards of one hand compared over common deals of the cards it does not see.

Every continuation deals the unseen cards once: the opponent's hand and the order of the stock.
The opponent discards by a policy, all discards compared meet the same cards, both call
everything and play perfectly (`continuation`).

Younger knows how many cards elder took: continuations in which elder's policy takes another
number are dealt again, so that younger's knowledge is used; after some attempts elder is made to
take that number. A carte blanche that the opponent has announced is dealt to them.
"""

from numba import int16, int64

from piquet_sim.game.cards import COURTS_MASK, HAND_CARDS
from piquet_sim.kernel.bits import count
from piquet_sim.kernel.compile import find_place, inline_kernel, kernel, kernel_of, store_tuple
from piquet_sim.kernel.deal.deal import LAWS
from piquet_sim.kernel.deal.deal_state import RECORD_SIZE
from piquet_sim.kernel.deal.dealing import deal_rest, draw_by_lot, pack_of
from piquet_sim.kernel.deal.holdings import has_carte_blanche
from piquet_sim.kernel.deal.record import AT, SEAT_COLUMNS
from piquet_sim.kernel.deal.views import ELDER_SEAT, LONGEST_VIEW, POLICY, DiscardView
from piquet_sim.kernel.perfect.live_pique import start_search
from piquet_sim.kernel.play_table import PLAY_TABLE
from piquet_sim.kernel.players.continuation import continue_deal
from piquet_sim.kernel.players.score_values import discard_learned
from piquet_sim.kernel.random import ROLLOUT_STREAM
from piquet_sim.kernel.shelf import scratch

FAULT = -1

TAKES = 16
"""Room for something by how many cards are taken."""

ROLLOUT_PARTS = ("carte_blanche", "point", "sequences", "sets", "play", "cards", "pique", "repique")
"""Parts of a score, in the order of the records, where they stand side by side."""

_PARTS = len(ROLLOUT_PARTS)
PARTS_OF_BOTH = 2 * _PARTS


@inline_kernel
def write_parts(record, seat, row):
    """Write the parts of a seat's score of a deal, then those of the opponent's.

    Parameters
    ----------
    record : int64 array
    seat : int64
    row : int16 array of PARTS_OF_BOTH
    """
    own = AT.elder_carte_blanche + SEAT_COLUMNS * seat
    theirs = AT.younger_carte_blanche - SEAT_COLUMNS * seat
    for part in range(_PARTS):
        row[part], row[_PARTS + part] = record[own + part], record[theirs + part]


@inline_kernel
def see_as_opponent(laws, seat, hand, took, forced, blanche, own_blanche, luck):
    """What the other seat sees when it discards; if `forced`, it must take as many."""
    if seat == ELDER_SEAT:
        least = laws.younger_least
        most = min(laws.younger_most, laws.stock - took)
    else:
        least, most, took = laws.elder_least, laws.elder_most, -1
        if forced:
            least = most = forced
    return DiscardView(
        1 - seat,
        hand,
        least,
        most,
        took,
        1 if blanche else 0,
        1 if own_blanche else 0,
        0,
        0,
        0,
        luck,
        0,
        laws.book,
    )


@kernel
def _write_fault(memory, answer, view):
    memory[0, 0] = answer
    store_tuple(memory.reshape(-1), memory.shape[1], view)
    return FAULT


@inline_kernel
def _ask(answer, block, laws, seat, hand, took, forced, blanche, own_blanche, luck, memory):
    # The opponent's discard; FAULT where the laws do not allow it. How many cards go, where they
    # are forced, is left to the policy.
    view = see_as_opponent(laws, seat, hand, took, forced, blanche, own_blanche, luck)
    room = scratch(LONGEST_VIEW)
    if answer is None:
        return discard_learned(view, block)
    store_tuple(room, 0, view)
    discard = answer(find_place(room, 0))
    is_number = forced or view.least <= count(discard) <= view.most
    is_legal = discard >= 0 and discard & view.hand == discard and is_number
    return discard if is_legal else _write_fault(memory, discard, view)


@kernel
def roll_discards(
    laws,
    seat,
    hand,
    opponent_took,
    opponent_blanche,
    discards,
    answer,
    block,
    attempts,
    solution,
    memory,
    seed,
    first,
    scores,
    parts,
    is_margin,
):
    """Finish deals for each of some discards of a hand.

    Parameters
    ----------
    laws : Laws
    seat : int64
        0 elder, 1 younger.
    hand : int64
        The twelve cards dealt to the seat.
    opponent_took : int64
        What elder took, where the seat is younger; else -1.
    opponent_blanche : int64
        1 if the opponent has announced a carte blanche.
    discards : int64 array, shape (discards,)
        What is compared.
    answer : policy or None
        The opponent's discard, given the place of a `DiscardView`; None for the learned one.
    block : int64
        Number of the block that the learned one is played by (`learned_blocks`).
    attempts : int64
        How often elder's hand is dealt again until they take `opponent_took`.
    solution : PlayTable
    memory : int64 array
        From `live_pique.new_memory`.
    seed, first : int64
        Continuations are numbered from `first`.
    scores : int16 array, shape (continuations, discards, 2)
        Is filled: own score and the opponent's.
    parts : int16 array, shape (continuations, discards, 16) or (0, discards, 16)
        Is filled, if it has rows: the parts of the own score and those of the opponent's.
    is_margin : bool
        As for `continue_deal`.

    Returns
    -------
    int64
        In how many continuations elder had to be made to take `opponent_took`; or FAULT where an
        answer of the opponent was illegal, which then stands in `memory`, before the view.
    """
    start_search(memory)
    record, answers = scratch(RECORD_SIZE), scratch(TAKES)
    own_blanche = has_carte_blanche(hand)
    forced = 0
    for place in range(scores.shape[0]):
        opponent = order = answered = luck = 0
        for attempt in range(attempts + 1):
            if attempt < attempts:
                opponent, order, luck = deal_rest(
                    laws.pack, seed, first + place, ROLLOUT_STREAM + attempt, hand
                )
                if opponent_blanche:
                    pool = (pack_of(laws) ^ hand) & ~COURTS_MASK
                    opponent = draw_by_lot(pool, HAND_CARDS, luck, 0)
            if seat == ELDER_SEAT:
                break
            # The last is asked again, and has to take as many.
            must = opponent_took if attempt == attempts else 0
            answered = _ask(
                answer,
                block,
                laws,
                seat,
                opponent,
                -1,
                must,
                opponent_blanche,
                own_blanche,
                luck,
                memory,
            )
            if answered == FAULT or count(answered) == opponent_took:
                break
            forced += attempt == attempts - 1
        answers[:] = 0
        for choice in range(discards.shape[0]):
            thrown = discards[choice]
            if seat == ELDER_SEAT:
                took = count(thrown)
                if answers[took] == 0:
                    answers[took] = _ask(
                        answer,
                        block,
                        laws,
                        seat,
                        opponent,
                        took,
                        0,
                        opponent_blanche,
                        own_blanche,
                        luck,
                        memory,
                    )
                answered = answers[took]
            if answered == FAULT:
                return FAULT
            elder, younger = (hand, opponent) if seat == ELDER_SEAT else (opponent, hand)
            one, two = (thrown, answered) if seat == ELDER_SEAT else (answered, thrown)
            made, others_made = continue_deal(
                laws, (elder, younger), (one, two), order, solution, memory, record, is_margin
            )
            scores[place, choice, seat], scores[place, choice, 1 - seat] = made, others_made
            if parts.shape[0]:
                write_parts(record, seat, parts[place, choice])
    return forced


@kernel_of(
    int64(
        LAWS,
        int64,
        int64,
        int64,
        int64,
        int64[::1],
        POLICY,
        int64,
        int64,
        PLAY_TABLE,
        int64[:, ::1],
        int64,
        int64,
        int16[:, :, ::1],
        int16[:, :, ::1],
    )
)
def roll_against(
    laws,
    seat,
    hand,
    opponent_took,
    opponent_blanche,
    discards,
    answer,
    block,
    attempts,
    solution,
    memory,
    seed,
    first,
    scores,
    parts,
):
    """`roll_discards` against a policy given as a pointer, for those who ask from Python."""
    return roll_discards(
        laws,
        seat,
        hand,
        opponent_took,
        opponent_blanche,
        discards,
        answer,
        block,
        attempts,
        solution,
        memory,
        seed,
        first,
        scores,
        parts,
        False,
    )
