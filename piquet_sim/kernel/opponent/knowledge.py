"""What a seat knows of the opponent's hand in the play.

Cards are known by what was seen, shown and played, calls by what was heard and answered: each class
has bounds between which the opponent's best lies, compared as the laws of the deal compare calls.
The other player is taken to call everything, and so is this one, but for trios that an elder hand
keeps to herself, because younger may hold something better.

A trio that is not good tells younger three cards, and brings nothing. Elder knows of every rank how
many cards younger can hold: all but those of elder's own hand, of elder's discard, and of the talon
as far as elder saw it. A trio is sunk where these leave three of a higher rank. Which trios that
may be younger knows as well, for what elder does not see is what younger has seen; so a younger
hand that hears no set takes such trios for possible (`bound_silence`).

Against a player who takes silence for an empty hand this is worth half a point a deal of elder's
and younger's together; against one who counts with such trios, or pays no heed, nothing. Where
only a quatorze of a lower rank could better a trio it is called: to sink it, too, gains .09 ± .03
from the first and gives .09 ± .01 to the last.
With the sixes all is called: there sinking lost .18 ± .04.
"""

from typing import NamedTuple

from piquet_sim.game.cards import HAND_CARDS, PACK_32_MASK
from piquet_sim.game.laws import LAW
from piquet_sim.kernel.bits import count, highest_bit
from piquet_sim.kernel.compile import inline_kernel, kernel
from piquet_sim.kernel.deal.dealing import PACK_32, pack_of
from piquet_sim.kernel.deal.holdings import (
    POINT,
    SEQUENCE,
    SET,
    call_strength,
    evaluate_hand,
    find_ranks,
)
from piquet_sim.kernel.deal.learned_blocks import has_sixes
from piquet_sim.kernel.deal.tricks import beats, read_trick, suit_of
from piquet_sim.kernel.deal.views import ELDER_SEAT, LEVEL, OPEN, OWN, THEIRS
from piquet_sim.kernel.laws import read_law
from piquet_sim.kernel.tables import PIPS_MASK, POINT_SHIFT, TOP_SHIFT

ANYTHING = 1 << 20
"""A bound of calls that bounds nothing."""


class Knowledge(NamedTuple):
    """What a seat knows of the opponent's hand."""

    held: int
    """Cards that they certainly still hold."""
    pool: int
    """Other cards that they may still hold."""
    wanted: int
    """How many cards of the pool they hold."""
    played: int
    """Cards they have played."""
    unseen: int
    """All cards that they hold, played, threw or left unseen."""
    point_least: int = 0
    """Bounds of the strength of their best point, sequence and set (`holdings.call_strength`)."""
    point_most: int = ANYTHING
    sequence_least: int = 0
    sequence_most: int = ANYTHING
    set_least: int = 0
    set_most: int = ANYTHING
    opponent_dealt: int = 0
    """What they were dealt, if they showed it for carte blanche."""
    kept: int = 0
    """How many of those they kept."""


# ---- Calls ---------------------------------------------------------------------------------------
@inline_kernel
def bound_answered(result, mine, heard, has_led):
    """Between which strengths younger's best lies, as elder knows it.

    Parameters
    ----------
    result : int64
        How the class stands for elder (`deal.views`).
    mine, heard : int64
        The strength of what elder called, and of what younger has called as it was heard, or 0.
    has_led : bool
        Whether elder has led, after which younger has called what is good.
    """
    if result == OWN:
        return 0, mine - 1
    if result == LEVEL:
        return mine, mine
    if result == OPEN:
        return 0, 0 if has_led else ANYTHING
    return (heard, heard) if heard else (mine + 1, ANYTHING)


@inline_kernel
def bound_heard(laws, kind, heard, silent):
    """Between which strengths elder's best lies, as younger knows it.

    Parameters
    ----------
    laws : Laws
    kind : int64
        POINT, SEQUENCE or SET.
    heard : int64
        What elder called; a point may lack its pips.
    silent : int64
        The strength of the best that an elder may hold who calls nothing.
    """
    if heard == 0:
        return 0, silent
    if kind == POINT and heard & PIPS_MASK == 0:
        return heard, heard | PIPS_MASK
    strength = call_strength(laws, kind, heard)
    return strength, strength


@inline_kernel
def find_sinkable(lowest_set, unseen):
    """The best trio that elder keeps to herself where these cards are unseen by elder.

    Parameters
    ----------
    lowest_set : int64
        The lowest rank of a set under the laws.
    unseen : int64
        All cards that elder has not seen.

    Returns
    -------
    int64
        As `holdings.evaluate_hand` writes a set; all lower trios are sunk as well; 0 for none.
    """
    three = find_ranks(unseen)[1]
    return 3 << TOP_SHIFT | highest_bit(three) - 1 if three >> lowest_set else 0


@inline_kernel
def bound_silence(laws, took, others_took, seen):
    """The best set that elder may hold who calls none, as younger knows it.

    Where cards of the talon were left, elder does not see them either, and nor may younger: then
    it may be any trio that a whole pack could better.

    Parameters
    ----------
    laws : Laws
    took, others_took : int64
        Cards exchanged by both.
    seen : int64
        All cards that younger has seen.
    """
    if laws.pack != PACK_32:
        return 0
    if took + others_took < laws.stock:
        seen = PACK_32_MASK
    return find_sinkable(laws.lowest_set, seen)


@inline_kernel
def sinks_trio(view):
    """Whether elder, asked by a `CallView`, has only a trio that younger may better."""
    if view.seat != ELDER_SEAT or view.kind != SET or has_sixes(view):
        return False
    unseen = PACK_32_MASK & ~(view.hand | view.dealt | view.left_seen)
    return view.best <= find_sinkable(read_law(view, LAW.lowest_set), unseen)


# ---- What a view tells ---------------------------------------------------------------------------
@inline_kernel
def bound_silences(laws, view):
    """The strength of the best point, sequence and set of an elder hand that called nothing."""
    seen = view.dealt | view.hand | view.played | view.left_seen
    return ANYTHING, 0, bound_silence(laws, view.took, view.opponent_took, seen)


@inline_kernel
def _bound_theirs(laws, view, kind, result, call, heard, silent):
    # Between which strengths the opponent's best lies, as a view tells.
    if view.seat != ELDER_SEAT:
        return bound_heard(laws, kind, heard, silent)
    mine, theirs = call_strength(laws, kind, call), call_strength(laws, kind, heard)
    return bound_answered(result, mine, theirs, view.played != 0)


@inline_kernel
def know_by_calls(laws, view, calls, silent):
    """What a `PlayView` tells of the opponent's hand, if this seat called what is given.

    Parameters
    ----------
    laws : Laws
    view : PlayView
    calls : tuple
        The seat's point, sequence and set as it called them, 0 for none.
    silent : tuple of three int64
        As `bound_silences` for an elder hand that calls everything but some trios.

    Returns
    -------
    Knowledge
    """
    point = _bound_theirs(
        laws, view, POINT, view.point_result, calls[0], view.opponent_point, silent[0]
    )
    sequence = _bound_theirs(
        laws, view, SEQUENCE, view.sequence_result, calls[1], view.opponent_sequence, silent[1]
    )
    sets = _bound_theirs(laws, view, SET, view.set_result, calls[2], view.opponent_set, silent[2])
    return Knowledge(
        view.opponent_holds,
        view.opponent_may_hold & ~view.opponent_holds,
        count(view.hand) - (1 if view.led else 0) - count(view.opponent_holds),
        view.opponent_played,
        pack_of(laws) & ~(view.dealt | view.hand | view.played | view.left_seen),
        point[0],
        point[1],
        sequence[0],
        sequence[1],
        sets[0],
        sets[1],
        view.opponent_dealt,
        HAND_CARDS - view.opponent_took,
    )


@inline_kernel
def know_opponent(laws, view):
    """What a `PlayView` tells of the opponent's hand."""
    return know_by_calls(
        laws, view, evaluate_hand(laws, view.hand | view.played), bound_silences(laws, view)
    )


class EarlierCard(NamedTuple):
    """A card that the opponent has played, and what they knew then."""

    trick: int
    """From 0."""
    card: int
    """0 if they have not yet played to the trick."""
    led: int
    """The card that it answered; 0 where it was led."""
    mine: int
    """What this seat held at that moment."""
    renounced: int
    """All cards of the suits in which this seat had renounced before the trick."""
    fallen: int
    """This card and those that the opponent has played since."""
    tricks: int
    """That the opponent had won."""


@kernel
def find_earlier(view, trick):
    """The `EarlierCard` of a trick, as a later `PlayView` recalls it."""
    done = view.tricks + view.opponent_tricks
    renounced = 0
    for before in range(trick):
        led, reply = read_trick(view, before)
        if reply & view.played and not reply & suit_of(led):
            renounced |= suit_of(led)
    mine, fallen, tricks = view.hand, 0, view.opponent_tricks
    card = answered = 0
    for back in range(done - trick + 1):
        led, reply = read_trick(view, done - back) if back else (view.led, 0)
        leads = back == 0 or led & view.opponent_played != 0
        own, card = (reply, led) if leads else (led, reply)
        answered = 0 if leads else led
        if reply and leads != beats(reply, led):
            tricks -= 1
        fallen |= card
        # What this seat replied it still held when they led.
        mine |= own if leads or back < done - trick else 0
    return EarlierCard(trick, card, answered, mine, renounced, fallen, tricks)


@inline_kernel
def _bound_own(laws, kind, result, call, theirs, has_led):
    # Younger's best as elder knew it once elder `has_led`, or before. Where elder has not said the
    # pips of a point that is not good, younger has more cards.
    mine, called = call_strength(laws, kind, call), call_strength(laws, kind, theirs)
    if result == OWN and kind == POINT and theirs & PIPS_MASK == 0:
        called = theirs | PIPS_MASK
    if theirs == 0 and not has_led:
        result = OPEN
    elif result == OWN or result == THEIRS:
        result = OWN + THEIRS - result  # as elder sees it
    return bound_answered(result, called, mine if has_led else 0, has_led)


@inline_kernel
def know_own(laws, view, earlier):
    """What the opponent knew of this seat's hand when they played a card.

    Parameters
    ----------
    laws : Laws
    view : PlayView
        Of this seat, later.
    earlier : EarlierCard

    Returns
    -------
    Knowledge
    """
    holding = evaluate_hand(laws, view.hand | view.played)
    mine = earlier.mine
    has_led = earlier.trick > 0 or view.seat == ELDER_SEAT
    known = view.ever_shown & mine if has_led else 0
    if view.seat == ELDER_SEAT:
        told, theirs = holding.point, view.opponent_point
        is_longer = view.point_result == THEIRS and told >> POINT_SHIFT != theirs >> POINT_SHIFT
        hides_pips = is_longer and not laws.point_by_pips
        point = bound_heard(laws, POINT, told & ~PIPS_MASK if hides_pips else told, 0)
        sequence = bound_heard(laws, SEQUENCE, holding.sequence, 0)
        not_mine = pack_of(laws) & ~(view.dealt | mine | view.played | view.left_seen)
        silent = bound_silence(laws, view.took, view.opponent_took, not_mine)
        sets = bound_heard(laws, SET, holding.set if holding.set > silent else 0, silent)
    else:
        point = _bound_own(
            laws, POINT, view.point_result, holding.point, view.opponent_point, has_led
        )
        sequence = _bound_own(
            laws, SEQUENCE, view.sequence_result, holding.sequence, view.opponent_sequence, has_led
        )
        sets = _bound_own(laws, SET, view.set_result, holding.set, view.opponent_set, has_led)
    return Knowledge(
        known,
        (mine | view.discard) & ~known & ~earlier.renounced,
        count(mine) - count(known),
        view.played & ~mine,
        view.hand | view.played | view.discard,
        point[0],
        point[1],
        sequence[0],
        sequence[1],
        sets[0],
        sets[1],
        0,
        0,
    )


# ---- Whether a hand agrees -----------------------------------------------------------------------
@inline_kernel
def fits_dealt(knowledge, full):
    """Whether a hand after the exchange keeps as many as it must of a hand shown as dealt."""
    shown = knowledge.opponent_dealt
    return shown == 0 or count(full & shown) == knowledge.kept


@inline_kernel
def fits_calls(laws, knowledge, full):
    """Whether a hand of twelve cards after the exchange would have been called as it was."""
    holding = evaluate_hand(laws, full)
    point = call_strength(laws, POINT, holding.point)
    sequence = call_strength(laws, SEQUENCE, holding.sequence)
    return (
        knowledge.point_least <= point <= knowledge.point_most
        and knowledge.sequence_least <= sequence <= knowledge.sequence_most
        and knowledge.set_least <= holding.set <= knowledge.set_most
    )
