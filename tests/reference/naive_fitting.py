"""How many hands the other player can hold, by writing out each of them.

Cards are text such as ``"AS"``, hands sets of them. Both players call the best that they hold, and
a hand fits if with it the calls and answers would have been what they were.
"""

from itertools import combinations

from naive_worlds import best_calls

CLASSES = ("point", "sequence", "set")
PACK = frozenset(rank + suit for suit in "SHDC" for rank in "789TJQKA")
KNOWN = {"point": 0, "sequence": 1, "set": 2, "play": 3}


def count_hands(seat, hands, dealt, before):
    """How many hands the other player can hold, as far as a seat knows.

    Parameters
    ----------
    seat : str
    hands, dealt : dict
        The cards of each seat after the exchange, and as dealt.
    before : str
        The class that is to be called next, or "play".
    """
    other = {"elder": "younger", "younger": "elder"}[seat]
    truth = hear(seat, hands[seat], hands[other], before)
    unseen = sorted(PACK - hands[seat] - dealt[seat])
    return sum(
        hear(seat, hands[seat], frozenset(one), before) == truth
        for one in combinations(unseen, len(hands[other]))
    )


def hear(seat, mine, theirs, before):
    """What a seat has heard until a class is called."""
    own, others = best_calls(mine), best_calls(theirs)
    if seat == "elder":
        answered = CLASSES[: KNOWN[before]]
        return [(own[name] > others[name]) - (own[name] < others[name])
                for name in answered if own[name]]  # fmt: skip
    said = [others[name] for name in CLASSES[: KNOWN[before] + 1]]
    # Elder says "five", and what they make only if younger has five, or has said "good".
    cards, own_cards = said[0] // 256, own["point"] // 256
    if cards != own_cards and not (KNOWN[before] > 0 and own["point"] < said[0]):
        said[0] = cards * 256
    return said
