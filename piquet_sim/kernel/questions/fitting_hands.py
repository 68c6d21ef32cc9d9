"""How many hands younger may hold when a class is to be called, deal by deal.

A hand fits if one who calls everything would have answered with it what was heard. How likely
anybody is to have kept it, is left out of account.
"""

from piquet_sim.game.cards import HAND_CARDS
from piquet_sim.kernel.base.bits import count, deposit
from piquet_sim.kernel.compile import kernel
from piquet_sim.kernel.deal.declarations import compare
from piquet_sim.kernel.deal.holdings import POINT, call_strength, evaluate_hand
from piquet_sim.kernel.questions.possible_hands import next_choice


@kernel
def _fits(laws, calls, results, holding):
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
def count_fitting_hands(laws, pools, held, calls, results, counts):
    """Count the hands of younger in some deals.

    Parameters
    ----------
    laws : Laws
    pools, held : int64 array, one a deal
        Cards that younger may hold, and others that they certainly hold.
    calls, results : int64 array, shape (deals, classes)
        Elder's calls in the classes in which something was said, point first, and their results.
    counts : int64 array, one a deal
        Is filled.
    """
    for deal in range(len(pools)):
        wanted = HAND_CARDS - count(held[deal])
        chosen, end = (1 << wanted) - 1, 1 << count(pools[deal])
        found = 0
        while chosen < end:
            holding = evaluate_hand(laws, held[deal] | deposit(chosen, pools[deal]))
            found += _fits(laws, calls[deal], results[deal], holding)
            if chosen == 0:
                break
            chosen = next_choice(chosen)
        counts[deal] = found
