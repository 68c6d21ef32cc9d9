"""A beginner who knows the rules and one piece of advice: keep your longest suit."""

from piquet_sim.game.cards import ACE, LANE_BITS, LANE_MASK, ONE_OF_EACH_SUIT, RANKS, SUITS
from piquet_sim.game.laws import LAW
from piquet_sim.kernel.compile import kernel
from piquet_sim.kernel.deal.views import DiscardView, PlayView
from piquet_sim.kernel.laws import read_law
from piquet_sim.kernel.tables import LANE_POINT
from piquet_sim.strategies.policies import policy
from piquet_sim.strategies.registry import Strategy
from piquet_sim.strategies.roster import ROSTER


@kernel
def lowest_cards(first, then, wanted):
    """A number of the lowest cards of one set, continued in another when that is used up."""
    taken = 0
    for cards in (first, then):
        for rank in range(RANKS):
            at_rank = cards & ONE_OF_EACH_SUIT << rank
            while at_rank and wanted:
                taken |= at_rank & -at_rank
                at_rank &= at_rank - 1
                wanted -= 1
    return taken


@policy
def discard(view: DiscardView) -> int:
    """As many as allowed: the lowest cards outside the longest suit, then its own lowest."""
    best = point = 0
    for suit in range(SUITS):
        lane = view.hand >> LANE_BITS * suit & LANE_MASK
        if LANE_POINT[lane] > point:
            point = LANE_POINT[lane]
            best = LANE_MASK << LANE_BITS * suit
    elders = read_law(view, LAW.elder_most)
    # Of the talon elder's five are elder's own and younger's three younger's; of a longer one eight
    # and four.
    share = elders if view.seat == 0 else read_law(view, LAW.stock) - elders
    return lowest_cards(view.hand & ~best, view.hand & best, min(view.most, share))


@policy
def play(view: PlayView) -> int:
    """The highest card, led or followed; of equals that of the first suit."""
    for rank in range(ACE, -1, -1):
        cards = view.legal & ONE_OF_EACH_SUIT << rank
        if cards:
            return cards & -cards
    return 0


STRATEGY = Strategy(**ROSTER["novice"].describe(), discard=discard, play=play)
