"""What a seat sees when it is about to discard, as the engine passes it (`kernel.deal.deal`)."""

from piquet_sim.game.laws import AFTER_DRAW, AT_ONCE, MAY_WAIT, Laws
from piquet_sim.kernel.deal.holdings import has_carte_blanche
from piquet_sim.kernel.deal.views import ELDER_SEAT, DiscardView


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
        seat, hand, least, most, took,
        int(has_carte_blanche(hand) and knows_blanche(laws, seat, seat)),
        int(theirs and knows_blanche(laws, seat, 1 - seat)),
        *score, deal, luck, opponent if theirs and laws.blanche_shown == AT_ONCE else 0, laws.book,
    )  # fmt: skip
