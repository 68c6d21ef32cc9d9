"""How many hands the opponent may hold when a class is to be called, deal by deal.

A hand fits if one who calls everything would have called, or answered, with it what was heard. How
likely anybody is to have kept it, is left out of account.
"""

from piquet_sim.game.cards import HAND_CARDS
from piquet_sim.kernel.base.bits import count, deposit
from piquet_sim.kernel.base.suit_tables import PIPS_MASK
from piquet_sim.kernel.compile import kernel
from piquet_sim.kernel.deal.declarations import compare
from piquet_sim.kernel.deal.holdings import POINT, call_strength, evaluate_hand
from piquet_sim.kernel.deal.views import ELDER_SEAT
from piquet_sim.kernel.questions.possible_hands import next_choice


@kernel
def _fits_elder(laws, calls, results, holding):
    # Whether younger's answers are those of a hand that holds so much.
    theirs = holding.point, holding.sequence, holding.set
    for place in range(len(calls)):
        call = calls[place]
        mine = call_strength(laws, POINT + place, call)
        if (
            call
            and compare(mine, call_strength(laws, POINT + place, theirs[place])) != (results[place])
        ):
            return False
    return True


@kernel
def _fits_younger(heard, holding):
    # Whether elder's calls are those of a hand that holds so much; a point may lack its pips.
    theirs = holding.point, holding.sequence, holding.set
    for place in range(len(heard)):
        call = theirs[place]
        if place == 0 and heard[place] & PIPS_MASK == 0:
            call &= ~PIPS_MASK
        if call != heard[place]:
            return False
    return True


@kernel
def count_fitting_hands(laws, seat, pools, held, calls, results, counts):
    """Count the hands of the opponent in some deals.

    Parameters
    ----------
    laws : Laws
    seat : int64
        Who asks: 0 elder, 1 younger.
    pools, held : int64 array, one a deal
        Cards that the opponent may hold, and others that they certainly hold.
    calls : int64 array, shape (deals, classes)
        Of the classes in which something was said, point first: elder's calls; as younger has
        heard them, if younger asks.
    results : int64 array, shape (deals, classes)
        For elder: the results of these classes.
    counts : int64 array, one a deal
        Is filled.
    """
    for deal in range(len(pools)):
        wanted = HAND_CARDS - count(held[deal])
        chosen, end = (1 << wanted) - 1, 1 << count(pools[deal])
        found = 0
        while chosen < end:
            holding = evaluate_hand(laws, held[deal] | deposit(chosen, pools[deal]))
            if seat == ELDER_SEAT:
                found += _fits_elder(laws, calls[deal], results[deal], holding)
            else:
                found += _fits_younger(calls[deal], holding)
            if chosen == 0:
                break
            chosen = next_choice(chosen)
        counts[deal] = found
