"""What a seat sees when it discards or calls, as the engine passes it (`kernel.deal.deal`)."""

from collections.abc import Sequence

from piquet_sim.game.cards import count_cards
from piquet_sim.game.laws import AFTER_DRAW, AT_ONCE, MAY_WAIT, Laws
from piquet_sim.kernel.deal.calls import CLASS_COUNT
from piquet_sim.kernel.deal.holdings import POINT, has_carte_blanche
from piquet_sim.kernel.deal.views import ELDER_SEAT, OPEN, CallView, DiscardView


def knows_blanche(laws: Laws, seat: int, whose: int) -> bool:
    """Whether a seat knows before it discards of a carte blanche that is announced.

    Parameters
    ----------
    laws : Laws
    seat, whose : int
        0 elder, 1 younger: who would know, and whose carte blanche it is.
    """
    if seat == whose != ELDER_SEAT:
        return True
    late = (AFTER_DRAW,) if whose == ELDER_SEAT else (AFTER_DRAW, MAY_WAIT)
    return laws.blanche_shown not in late


def view_exchange(
    laws: Laws,
    seat: int,
    hand: int,
    opponent: int | None,
    elder_took: int,
    luck: int,
    score: tuple[int, int] = (0, 0),
    deal: int = 0,
) -> DiscardView:
    """What a seat sees when it is to discard; each announces a carte blanche.

    Parameters
    ----------
    laws : Laws
    seat : int
        0 elder, 1 younger.
    hand : int
        The seat's, as it was dealt.
    opponent : int or None
        The opponent's, as it was dealt; of it only a carte blanche can be seen. None for any
        without one.
    elder_took : int
        How many cards elder exchanged, where the seat is younger.
    luck : int
        Seed of the decision's own randomness.
    score : tuple of two int
        Own and the opponent's points in the match before this deal.
    deal : int
        Number of the deal in the match; 0 where it stands alone.
    """
    least, most, took = laws.elder_least, laws.elder_most, -1
    if seat != ELDER_SEAT:
        took = elder_took
        least, most = laws.younger_least, min(laws.younger_most, laws.stock - took)
    theirs = opponent is not None and has_carte_blanche(opponent)
    return DiscardView(
        seat,
        hand,
        least,
        most,
        took,
        int(has_carte_blanche(hand) and knows_blanche(laws, seat, seat)),
        int(theirs and knows_blanche(laws, seat, 1 - seat)),
        *score,
        deal,
        luck,
        opponent if theirs and laws.blanche_shown == AT_ONCE else 0,
        laws.book,
    )


def view_call(
    laws: Laws,
    seat: int,
    place: int,
    best: int,
    dealt: int,
    discard: int,
    hand: int,
    opponent_took: int,
    heard: int,
    results: Sequence[int],
    luck: int,
) -> CallView:
    """What a seat sees when it is to call in a class, nobody having shown a carte blanche.

    Cards of the talon that it left and looked at are left out.

    Parameters
    ----------
    laws : Laws
    seat : int
        0 elder, 1 younger.
    place : int
        0 point, 1 sequence, 2 set.
    best : int
        What it would call at most (`evaluate_hand`).
    dealt, discard, hand : int
        The twelve cards dealt, those thrown, and the hand after the exchange.
    opponent_took : int
    heard : int
        What the other has called in this class, where the seat is younger; else 0.
    results : sequence of int
        How the classes before stand for this seat.
    luck : int
        Seed of the decision's own randomness.
    """
    stand = [*results, *(OPEN for _ in range(CLASS_COUNT))][:CLASS_COUNT]
    return CallView._make((
        seat, POINT + place, best, hand, dealt, discard, 0, 0, 0, count_cards(discard),
        opponent_took, 0, heard, *stand, 0, 0, 0, luck, laws.book,
    ))  # fmt: skip
