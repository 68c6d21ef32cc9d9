"""The choices at the first lead, from their words, with cards as text.

Cards that elder threw away are in nobody's hand: the cards next to them are neighbours.
"""

RANKS, SUITS = "AKQJT987", "SHDC"
PIPS = {"A": 11, "K": 10, "Q": 10, "J": 10, "T": 10, "9": 9, "8": 8, "7": 7}
TENACES = ("AQ", "AKJ", "KJ")
"""What is held of the highest cards that are in play; what lies between is not."""


def of_suit(cards, suit):
    return [rank for rank in RANKS if rank + suit in cards]


def has_tenace(hand, unseen, suit):
    in_play = of_suit(hand | unseen, suit)
    names = dict(zip(in_play, RANKS, strict=False))  # the highest in play is as an ace, and so on
    held = [names[rank] for rank in of_suit(hand, suit)]
    return any(
        held[: len(one)] == list(one) and len(in_play) >= RANKS.index(one[-1]) + 1
        for one in TENACES
    )


def keep_tenaces(hand, unseen):
    with_one = [suit for suit in SUITS if has_tenace(hand, unseen, suit)]
    return (
        {card for card in hand if card[1] not in with_one},
        {card for card in hand if card[1] in with_one},
    )


def lead_point(hand, unseen):
    def strength(suit):
        held = of_suit(hand, suit)
        return len(held), sum(PIPS[rank] for rank in held)

    longest = max(SUITS, key=strength)
    return (
        {card for card in hand if card[1] == longest},
        {card for card in hand if card[1] != longest},
    )


def lead_from_king(hand, unseen):
    kings = [
        suit for suit in SUITS
        if "A" + suit in unseen and "K" + suit in hand and len(of_suit(hand, suit)) > 1
    ]  # fmt: skip
    low = set()
    for card in hand:
        if card[1] in kings:
            above = RANKS[RANKS.index("K") + 1 : RANKS.index(card[0])]
            if any(rank + card[1] in unseen for rank in above):
                low.add(card)
    return low, {card for card in hand if card[1] not in kings}


CHOICES = {
    "keeping every tenace": keep_tenaces,
    "leading the point suit": lead_point,
    "leading from a guarded king": lead_from_king,
}
