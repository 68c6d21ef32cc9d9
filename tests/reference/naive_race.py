"""Who has so many points first, by going through draws and hands with lists and sets.

Cards are text such as ``"AS"``. The order is that of Law 67; both players call everything.
"""

from itertools import combinations

import reference

RANKS = "789TJQKA"


def sequence_points(hand):
    """What all sequences of a hand count."""
    return sum(reference.SEQUENCE_POINTS[length] for length, _, _ in reference.all_sequences(hand))


def set_points(hand):
    """What all trios and quatorzes count."""
    return sum(reference.SET_POINTS[size] for size, _ in reference.all_sets(hand))


def best_sequence(hand):
    """Length and top card as numbers that compare."""
    return max(((length, RANKS.index(top)) for length, top, _ in reference.all_sequences(hand)),
               default=None)  # fmt: skip


def best_set(hand):
    """Size and rank as numbers that compare."""
    return max(((size, RANKS.index(rank)) for size, rank in reference.all_sets(hand)),
               default=None)  # fmt: skip


def describe(hand):
    """The best point, sequence and set of a hand, each with what it counts if it is good."""
    return [
        (reference.best_point(hand), reference.best_point(hand)[0]),
        (best_sequence(hand), sequence_points(hand)),
        (best_set(hand), set_points(hand)),
    ]


def scores_in_order(mine, theirs):
    """Points that the one and the other reckon in hand, class by class, from what both hold."""
    told = []
    for (one, points), (two, their_points) in zip(mine, theirs, strict=True):
        first = one is not None and (two is None or one > two)
        second = two is not None and (one is None or two > one)
        told.append((points if first else 0, their_points if second else 0))
    return told


def lead_until_beaten(hand, against, only_high=False):
    """Points of leads, one after the other, that no card against them wins; and one lead more.

    Played out: the other holds all the cards against, and gives up the lowest of the suit led,
    which leaves as much as can be left to beat what is led later.
    """
    hand, against = set(hand), set(against)
    points, tricks = 0, 0
    while hand:
        winners = [
            card for card in hand
            if not any(other[1] == card[1] and RANKS.index(other[0]) > RANKS.index(card[0])
                       for other in against)
        ]  # fmt: skip
        if not winners:
            counts = any(card[0] in "TJQKA" for card in hand) or not only_high
            return points + counts
        led = max(winners, key=lambda card: RANKS.index(card[0]))
        hand.discard(led)
        followers = [card for card in against if card[1] == led[1]]
        if followers:
            against.discard(min(followers, key=lambda card: RANKS.index(card[0])))
        points += not only_high or led[0] in "TJQKA"
        tricks += 1
    return points + (tricks == 12)


def end_of(mine, theirs, needs, sure):
    """How a case ends, both being described: "hand", "leads", "other" or "open"."""
    own = other = 0
    for one, two in scores_in_order(mine, theirs):
        own, other = own + one, other + two
        if own >= needs[0]:
            return "hand"
        if other >= needs[1]:
            return "other"
    return "leads" if own + sure >= needs[0] else "open"


def list_hands(rest):
    """All hands of the other."""
    return (frozenset(one) for one in combinations(sorted(rest), 12))
