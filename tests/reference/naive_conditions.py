"""Conditions judged card by card, in sets and lists, by the meaning of the words.

Nothing here comes from the package but the rank and suit letters as they are written.
"""

RANKS = "789TJQKA"
SUITS = "SHDC"
PACK = [rank + suit for suit in SUITS for rank in RANKS]


def runs(hand):
    """Lengths of all unbroken runs of three and more."""
    found = []
    for suit in SUITS:
        length = 0
        for rank in [*RANKS, "-"]:
            if rank + suit in hand:
                length += 1
            else:
                if length >= 3:
                    found.append(length)
                length = 0
    return found


def of_rank(hand, rank):
    return sum(card[0] == rank for card in hand)


def of_suit(hand, suit):
    return sum(card[1] == suit for card in hand)


def sets(hand, cards):
    return sum(of_rank(hand, rank) == cards for rank in "TJQKA")


def longest(hand):
    return max(of_suit(hand, suit) for suit in SUITS)


def worth(hand):
    sequences = sum(length if length < 5 else 10 + length for length in runs(hand))
    return longest(hand) + sequences + 3 * sets(hand, 3) + 14 * sets(hand, 4)


def courts(hand):
    return sum(card[0] in "JQK" for card in hand)
