"""How a policy is asked and its answer checked.

An illegal answer is never played: it is kept in the fault record with the view that provoked
it, the deal ends, and whoever runs the deals says which strategy it was. Each question has a
number of its own, its step, in the seat's stream of luck.

In a staged deal a script may answer first; what it says is checked like a player's answer.
"""

from typing import NamedTuple

from piquet_sim.game.laws import UsualLaws
from piquet_sim.kernel.bits import count
from piquet_sim.kernel.compile import find_place, inline_kernel, kernel, kernel_unless, store_tuple
from piquet_sim.kernel.deal.calls import CLASS_COUNT, TO_ELDER, TO_YOUNGER
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
    STEP_BITS,
    VIEW_AT,
    at_seat,
)
from piquet_sim.kernel.deal.holdings import LEFT_CARDS, POINT, SET, holds_call
from piquet_sim.kernel.deal.record import AT, SEAT_COLUMNS
from piquet_sim.kernel.deal.views import LONGEST_VIEW, YOUNGER_SEAT, CallView, DiscardView
from piquet_sim.kernel.players.direct import RANDOM, call_at_random, play_directly, throw_directly
from piquet_sim.kernel.random import SINK_DRAW, random_below
from piquet_sim.kernel.tables import PIPS_MASK

_DISCARD_STEP = 0
_CALL_STEP = 1
_PLAY_STEP = 8

DISCARD_FAULT, CALL_FAULT, PLAY_FAULT = 1, 2, 3
"""Kinds of illegal answers."""

CALLS_EVERYTHING, HEEDS_SCORE = 1, 2
"""Traits of a player: the call policy is known to answer `best` to every question and is not
asked; the player is told the score of the match."""

DISCARD, CALL, PLAY = range(3)
_NUMBERS_AT, _NUMBER_BITS = 2, 2
_SINKS_AT = _NUMBERS_AT + 3 * _NUMBER_BITS
_CHANCE_BITS = 16
_CERTAIN = 1 << _CHANCE_BITS
_CHANCE_MASK = (1 << _CHANCE_BITS + 1) - 1


def pack_traits(
    calls_everything: bool,
    heeds_score: bool,
    sinks: tuple[float, ...] = (),
    numbers: tuple[int, ...] = (),
) -> int:
    """A player's traits as one integer.

    Parameters
    ----------
    calls_everything, heeds_score : bool
    sinks : tuple of three float
        With which probability a point, sequences and sets that would be called are not; exact
        to 2**-16.
    numbers : tuple of three int
        Of discards, calls and cards, where they are asked for directly (`players.direct`).
    """
    asked = sum(number << _NUMBER_BITS * decision for decision, number in enumerate(numbers))
    sunk = sum(
        round(chance * _CERTAIN) << (_CHANCE_BITS + 1) * place for place, chance in enumerate(sinks)
    )
    traits = CALLS_EVERYTHING * bool(calls_everything) + HEEDS_SCORE * bool(heeds_score)
    return traits | asked << _NUMBERS_AT | sunk << _SINKS_AT


@inline_kernel
def find_number(player, decision):
    """The number by which a player is asked for a decision directly; 0 for one with a pointer."""
    return player.traits >> _NUMBERS_AT + _NUMBER_BITS * decision & (1 << _NUMBER_BITS) - 1


ILLEGAL = -1
"""What an asking function returns in place of an illegal answer."""


@kernel_unless(UsualLaws, lambda laws, table: 0)
def find_staging(laws, table):
    """How the deal is staged; 0 if it is not, as where usual laws are assumed."""
    return table[STAGED_AT]


@kernel
def _write_fault(table, kind, seat, answer, view_at):
    table[FAULT_AT] = kind
    table[FAULT_AT + 1] = seat
    table[FAULT_AT + 2] = answer
    for place in range(LONGEST_VIEW):
        table[FAULT_AT + FAULT_HEAD + place] = table[view_at + place]
    return ILLEGAL


@inline_kernel
def ask_discard(laws, player, table, seat, least, most, carte_blanche, opponent_carte_blanche):
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
    discard = table[SCRIPT_AT + SCRIPT.discards + seat] if find_staging(laws, table) else OWN
    number = find_number(player, DISCARD)
    if discard == OWN and number:
        return throw_directly(number, laws, view)
    store_tuple(table, VIEW_AT, view)
    if discard == OWN:
        discard = player.discard(find_place(table, VIEW_AT))
    is_held = discard >= 0 and discard & view.hand == discard
    is_legal = is_held and least <= count(discard) <= most
    return discard if is_legal else _write_fault(table, DISCARD_FAULT, seat, discard, VIEW_AT)


@kernel
def _may_call(laws, kind, hand, call):
    # Whether an answer other than everything or nothing is held.
    if call < 0 or (kind == POINT and call & PIPS_MASK < laws.point_least_pips):
        return False
    return (
        holds_call(laws, kind, hand, call)
        if POINT <= kind <= SET
        else kind == LEFT_CARDS and call == 1
    )


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
    if find_staging(laws, table) and POINT <= kind <= SET:
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
    if call == OWN and find_number(player, CALL) == RANDOM:
        return _sink(player.traits, table, seat, kind, call_at_random(kind, best, view.luck))
    store_tuple(table, VIEW_AT, view)
    if call == OWN:
        call = player.call(find_place(table, VIEW_AT))
    if call == best or call == 0 or _may_call(laws, kind, view.hand, call):
        return _sink(player.traits, table, seat, kind, call)
    return _write_fault(table, CALL_FAULT, seat, call, VIEW_AT)


class Held(NamedTuple):
    """What a seat holds in the play."""

    hand: int
    opponent_may_hold: int
    """As in `PlayView`."""
    opponent: int
    """The opponent's hand, which no policy is shown."""


class Play(NamedTuple):
    """How far the play has come when a card is asked for."""

    trick: int
    progress: object
    pique: int
    """What a pique scores in this deal."""
    elder_tricks: int


@inline_kernel
def _luck_at(table, at, trick):
    # A seat's luck at its card of a trick.
    return table[at + SEEN.luck] >> STEP_BITS << STEP_BITS | _PLAY_STEP + trick


@kernel
def _see_play(table, seat, led, legal, held, play):
    # What a seat has seen when it is asked for a card, beside the tricks that have fallen.
    at, column = at_seat(seat), SEAT_COLUMNS * seat
    elder, younger = play.progress.elder_points, play.progress.younger_points
    if play.trick == 0 and led == 0:
        # Elder leads before younger has reckoned anything but a carte blanche; what younger reckons
        # then may yet spoil elder's repique.
        younger = table[AT.younger_carte_blanche]
    else:
        elder += table[AT.elder_repique] + play.pique * (play.progress.pique == TO_ELDER)
        younger += table[AT.younger_repique] + play.pique * (play.progress.pique == TO_YOUNGER)
    tricks = play.trick - play.elder_tricks
    played = table[AT.younger_hand - column] ^ held.opponent
    table[at + SEEN.hand] = held.hand
    table[at + SEEN.led] = led
    table[at + SEEN.legal] = legal
    table[at + SEEN.opponent_may_hold] = held.opponent_may_hold
    table[at + SEEN.opponent_holds] &= ~played
    table[at + SEEN.shown] = table[at + SEEN.ever_shown] & held.hand
    table[at + SEEN.played] = table[AT.elder_hand + column] ^ held.hand
    table[at + SEEN.opponent_played] = played
    table[at + SEEN.tricks] = tricks if seat else play.elder_tricks
    table[at + SEEN.opponent_tricks] = play.elder_tricks if seat else tricks
    table[at + SEEN.points] = younger if seat else elder
    table[at + SEEN.opponent_points] = elder if seat else younger
    table[at + SEEN.luck] = _luck_at(table, at, play.trick)


@kernel_unless(UsualLaws, lambda laws, policy, table, seat, opponent: ILLEGAL)
def _ask_on_stage(laws, policy, table, seat, opponent):
    # A card in a staged deal: the script's, or that of a player who may see the other hand.
    at = at_seat(seat)
    fallen = count(table[at + SEEN.played] | table[at + SEEN.opponent_played])
    card = table[SCRIPT_AT + SCRIPT.plays + fallen]
    if card == OWN:
        may_hold, holds = table[at + SEEN.opponent_may_hold], table[at + SEEN.opponent_holds]
        if table[STAGED_AT] & SHOWS_HAND and seat == table[AT.mirrored]:
            table[at + SEEN.opponent_may_hold] = table[at + SEEN.opponent_holds] = opponent
        card = policy(find_place(table, at))
        table[at + SEEN.opponent_may_hold], table[at + SEEN.opponent_holds] = may_hold, holds
    if table[STAGED_AT] & LISTENS:
        heard = HEARD_AT + HEARD_SIZE * fallen
        for field in range(SEAT_SIZE):
            table[heard + field] = table[at + field]
        table[heard + SEAT_SIZE] = card
    return card


@inline_kernel
def ask_card(laws, player, table, seat, led, legal, held, play):
    """Which card a seat plays to a card led, or leads (0), or ILLEGAL.

    One legal card is played unasked. Of what the seat has seen the table holds what does not follow
    from `held` and `play`; the rest is written there when it is to be read.

    Parameters
    ----------
    laws : Laws
    player : Player
    table : int64 array
    seat, led, legal : int64
    held : Held
    play : Play
    """
    if legal & (legal - 1) == 0:
        return legal
    at = at_seat(seat)
    number = find_number(player, PLAY)
    if number and not find_staging(laws, table):
        tricks = play.trick - play.elder_tricks if seat else play.elder_tricks
        luck = _luck_at(table, at, play.trick)
        return play_directly(number, held.hand, held.opponent_may_hold, tricks, led, legal, luck)
    _see_play(table, seat, led, legal, held, play)
    if find_staging(laws, table):
        card = _ask_on_stage(laws, player.play, table, seat, held.opponent)
    else:
        card = player.play(find_place(table, at))
    is_legal = card > 0 and card & legal == card and card & (card - 1) == 0
    return card if is_legal else _write_fault(table, PLAY_FAULT, seat, card, at)
