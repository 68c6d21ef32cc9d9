"""How a policy is asked and its answer checked.

An illegal answer is never played: it is kept in the fault record with the view that provoked
it, the deal ends, and whoever runs the deals says which strategy it was. Each question has a
number of its own, its step, in the seat's stream of luck.

In a staged deal a script may answer first; what it says is checked like a player's answer.
"""

from piquet_sim.kernel.bits import count
from piquet_sim.kernel.compile import find_place, inline_kernel, kernel, store_tuple
from piquet_sim.kernel.deal.calls import CLASS_COUNT
from piquet_sim.kernel.deal.deal_state import (
    FAULT_AT,
    FAULT_HEAD,
    HEARD_AT,
    HEARD_SIZE,
    LISTENS,
    OWN,
    SCRIPT,
    SCRIPT_AT,
    SEAT_SIZE,
    SEEN,
    SHOWS_HAND,
    STAGED_AT,
    VIEW_AT,
    at_seat,
)
from piquet_sim.kernel.deal.holdings import (
    LEFT_CARDS,
    POINT,
    SEQUENCE,
    SET,
    holds_sequence,
    holds_set,
    point_cards,
)
from piquet_sim.kernel.deal.record import AT
from piquet_sim.kernel.deal.views import LONGEST_VIEW, YOUNGER_SEAT, CallView, DiscardView
from piquet_sim.kernel.random import SINK_DRAW, random_below
from piquet_sim.kernel.tables import PIPS_MASK

_DISCARD_STEP = 0
_CALL_STEP = 1
PLAY_STEP = 8

DISCARD_FAULT, CALL_FAULT, PLAY_FAULT = 1, 2, 3
"""Kinds of illegal answers."""

CALLS_EVERYTHING, HEEDS_SCORE = 1, 2
"""Traits of a player: the call policy is known to answer `best` to every question and is not
asked; the player is told the score of the match."""

_SINKS_AT = 2
_CHANCE_BITS = 16
_CERTAIN = 1 << _CHANCE_BITS
_CHANCE_MASK = (1 << _CHANCE_BITS + 1) - 1


def pack_traits(calls_everything: bool, heeds_score: bool, sinks: tuple[float, ...]) -> int:
    """A player's traits as one integer.

    Parameters
    ----------
    calls_everything, heeds_score : bool
    sinks : tuple of three float
        With which probability a point, sequences and sets that would be called are not; exact
        to 2**-16.
    """
    traits = CALLS_EVERYTHING * bool(calls_everything) + HEEDS_SCORE * bool(heeds_score)
    for place, chance in enumerate(sinks):
        traits |= round(chance * _CERTAIN) << _SINKS_AT + (_CHANCE_BITS + 1) * place
    return traits


ILLEGAL = -1
"""What an asking function returns in place of an illegal answer."""


@kernel
def _write_fault(table, kind, seat, answer, view_at):
    table[FAULT_AT] = kind
    table[FAULT_AT + 1] = seat
    table[FAULT_AT + 2] = answer
    for place in range(LONGEST_VIEW):
        table[FAULT_AT + FAULT_HEAD + place] = table[view_at + place]
    return ILLEGAL


@inline_kernel
def ask_discard(policy, table, seat, least, most, carte_blanche, opponent_carte_blanche):
    """Which cards a seat throws out, or ILLEGAL."""
    at = at_seat(seat)
    view = DiscardView(
        seat,
        table[at + SEEN.hand],
        least,
        most,
        table[at + SEEN.opponent_took] if seat == YOUNGER_SEAT else -1,
        carte_blanche,
        opponent_carte_blanche,
        table[at + SEEN.score],
        table[at + SEEN.opponent_score],
        table[at + SEEN.deal],
        table[at + SEEN.luck] + _DISCARD_STEP,
        table[at + SEEN.opponent_dealt],
        table[at + SEEN.rules],
    )
    store_tuple(table, VIEW_AT, view)
    discard = table[SCRIPT_AT + SCRIPT.discards + seat] if table[STAGED_AT] else OWN
    if discard == OWN:
        discard = policy(find_place(table, VIEW_AT))
    if discard >= 0 and discard & view.hand == discard and least <= count(discard) <= most:
        return discard
    return _write_fault(table, DISCARD_FAULT, seat, discard, VIEW_AT)


@kernel
def _may_call(laws, kind, hand, call):
    # Whether an answer other than everything or nothing is held.
    if call < 0:
        return False
    if kind == POINT:
        return call & PIPS_MASK >= laws.point_least_pips and point_cards(hand, call) != 0
    if kind == SEQUENCE:
        return holds_sequence(laws, hand, call)
    if kind == SET:
        return holds_set(laws, hand, call)
    return kind == LEFT_CARDS and call == 1


@inline_kernel
def _sink(traits, table, seat, kind, call):
    # The call, or nothing where chance says that the player sinks it.
    if traits >> _SINKS_AT == 0 or kind < POINT or kind > SET:
        return call
    chance = traits >> (_SINKS_AT + (_CHANCE_BITS + 1) * (kind - POINT)) & _CHANCE_MASK
    luck = table[at_seat(seat) + SEEN.luck] + _CALL_STEP + kind
    return 0 if random_below(luck, _CERTAIN, SINK_DRAW) < chance else call


@inline_kernel
def ask_call(laws, player, table, seat, kind, best, opponent_call):
    """What a seat calls in one class (see `CallView`), or ILLEGAL.

    It is not asked in a class in which it holds nothing, nor if it calls everything. What a
    player sinks now and then is left out here.
    """
    if best == 0 and kind != LEFT_CARDS:
        return best
    call = OWN
    if table[STAGED_AT] and POINT <= kind <= SET:
        call = table[SCRIPT_AT + SCRIPT.calls + CLASS_COUNT * seat + kind - POINT]
    if call == OWN and player.traits & CALLS_EVERYTHING:
        return _sink(player.traits, table, seat, kind, best)
    at = at_seat(seat)
    view = CallView(
        seat,
        kind,
        best,
        table[at + SEEN.hand],
        table[at + SEEN.dealt],
        table[at + SEEN.discard],
        table[at + SEEN.left_seen],
        table[at + SEEN.opponent_holds],
        table[at + SEEN.opponent_dealt],
        table[at + SEEN.took],
        table[at + SEEN.opponent_took],
        table[at + SEEN.led],
        opponent_call,
        table[at + SEEN.point_result],
        table[at + SEEN.sequence_result],
        table[at + SEEN.set_result],
        table[at + SEEN.score],
        table[at + SEEN.opponent_score],
        table[at + SEEN.deal],
        table[at + SEEN.luck] + _CALL_STEP + kind,
        table[at + SEEN.rules],
    )
    store_tuple(table, VIEW_AT, view)
    if call == OWN:
        call = player.call(find_place(table, VIEW_AT))
    if call == best or call == 0 or _may_call(laws, kind, view.hand, call):
        return _sink(player.traits, table, seat, kind, call)
    return _write_fault(table, CALL_FAULT, seat, call, VIEW_AT)


@kernel
def _ask_on_stage(policy, table, seat):
    # A card in a staged deal: the script's, or that of a player who may see the other hand.
    at = at_seat(seat)
    fallen = count(table[at + SEEN.played] | table[at + SEEN.opponent_played])
    card = table[SCRIPT_AT + SCRIPT.plays + fallen]
    if card == OWN:
        may_hold, holds = table[at + SEEN.opponent_may_hold], table[at + SEEN.opponent_holds]
        if table[STAGED_AT] & SHOWS_HAND and seat == table[AT.mirrored]:
            hand = table[at_seat(1 - seat) + SEEN.hand]
            table[at + SEEN.opponent_may_hold] = table[at + SEEN.opponent_holds] = hand
        card = policy(find_place(table, at))
        table[at + SEEN.opponent_may_hold], table[at + SEEN.opponent_holds] = may_hold, holds
    if table[STAGED_AT] & LISTENS:
        heard = HEARD_AT + HEARD_SIZE * fallen
        for field in range(SEAT_SIZE):
            table[heard + field] = table[at + field]
        table[heard + SEAT_SIZE] = card
    return card


@inline_kernel
def ask_card(policy, table, seat, led, legal):
    """Which card a seat plays to a card led, or leads (0), or ILLEGAL.

    One legal card is played unasked. What the seat has seen is its view, but for the card led and
    what is legal.
    """
    if legal & (legal - 1) == 0:
        return legal
    at = at_seat(seat)
    table[at + SEEN.led] = led
    table[at + SEEN.legal] = legal
    if table[STAGED_AT]:
        card = _ask_on_stage(policy, table, seat)
    else:
        card = policy(find_place(table, at))
    if card > 0 and card & legal == card and card & (card - 1) == 0:
        return card
    return _write_fault(table, PLAY_FAULT, seat, card, at)
