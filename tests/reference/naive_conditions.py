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


# The words of a condition, and what they mean of elder, younger and talon.
MEANINGS = {
    "elder has AS AH AD": lambda e, y, t: {"AS", "AH", "AD"} <= e,
    "elder has S:AK H:A": lambda e, y, t: {"AS", "KS", "AH"} <= e,
    "talon has AS, KH": lambda e, y, t: {"AS", "KH"} <= t,
    "7C in the talon": lambda e, y, t: "7C" in t,
    "younger lacks AS AH": lambda e, y, t: not {"AS", "AH"} & y,
    "elder has 5+ spades": lambda e, y, t: of_suit(e, "S") >= 5,
    "elder has 2-3 hearts, no club": lambda e, y, t: of_suit(e, "H") in (2, 3)
    and not of_suit(e, "C"),
    "younger has exactly 3 aces": lambda e, y, t: of_rank(y, "A") == 3,
    "elder has 3 or more kings and at most 1 ten": lambda e, y, t: of_rank(e, "K") >= 3
    and of_rank(e, "T") <= 1,
    "both hold two aces": lambda e, y, t: of_rank(e, "A") == of_rank(y, "A") == 2,
    "either has four aces": lambda e, y, t: of_rank(e, "A") == 4 or of_rank(y, "A") == 4,
    "elder has carte blanche": lambda e, y, t: courts(e) == 0,
    "elder has no carte blanche and 2 courts": lambda e, y, t: courts(e) == 2,
    "elder has a quint": lambda e, y, t: 5 in runs(e),
    "elder has two tierces": lambda e, y, t: runs(e).count(3) == 2,
    "younger has a huitième": lambda e, y, t: 8 in runs(y),
    "elder has a quatorze": lambda e, y, t: sets(e, 4) >= 1,
    "elder has 2 trios": lambda e, y, t: sets(e, 3) == 2,
    "elder has no trio": lambda e, y, t: sets(e, 3) == 0,
    "elder has a trio of kings": lambda e, y, t: of_rank(e, "K") == 3,
    "elder has a quatorze of aces": lambda e, y, t: of_rank(e, "A") == 4,
    "elder longest_suit>=7": lambda e, y, t: longest(e) >= 7,
    "elder has best_sequence < 4": lambda e, y, t: max([0, *runs(e)]) < 4,
    "younger has voids = 1": lambda e, y, t: sum(not of_suit(y, s) for s in SUITS) == 1,
    "elder value > 40": lambda e, y, t: worth(e) > 40,
    "elder value >= 30 and AS, younger has KS": lambda e, y, t: worth(e) >= 30
    and "AS" in e and "KS" in y,
    "elder has 2 of AS KS QS JS": lambda e, y, t: len(e & {"AS", "KS", "QS", "JS"}) == 2,
    "talon has 2+ aces": lambda e, y, t: of_rank(t, "A") >= 2,
    "elder aces > younger aces": lambda e, y, t: of_rank(e, "A") > of_rank(y, "A"),
    "not (elder has AS or younger has AS)": lambda e, y, t: "AS" in t,
    "elder has a quint and younger has a quint": lambda e, y, t: 5 in runs(e) and 5 in runs(y),
    "elder has the ace of spades and the ten of hearts": lambda e, y, t: {"AS", "TH"} <= e,
    "elder has a point of 6": lambda e, y, t: longest(e) == 6,
    "elder longest suit >= 7": lambda e, y, t: longest(e) >= 7,
    "elder has a tierce major": lambda e, y, t: any(
        {"A" + s, "K" + s, "Q" + s} <= e and "J" + s not in e for s in SUITS),
    "younger has more than 2 aces": lambda e, y, t: of_rank(y, "A") > 2,
    "younger has fewer than 2 aces": lambda e, y, t: of_rank(y, "A") < 2,
    "not elder has AS KS": lambda e, y, t: not {"AS", "KS"} <= e,
    "elder has 2–3 aces": lambda e, y, t: of_rank(e, "A") in (2, 3),
    "elder lacks aces and kings": lambda e, y, t: not of_rank(e, "A") and not of_rank(e, "K"),
    "elder has no aces or kings": lambda e, y, t: not of_rank(e, "A") and not of_rank(e, "K"),
    "elder has 3 of aces and kings": lambda e, y, t: of_rank(e, "A") + of_rank(e, "K") == 3,
    "elder has a quint in hearts": lambda e, y, t: 5 in runs({c for c in e if c[1] == "H"}),
    "elder is void in clubs": lambda e, y, t: not of_suit(e, "C"),
    "the ace of spades is in the talon": lambda e, y, t: "AS" in t,
    "elder's point is at least 6": lambda e, y, t: longest(e) >= 6,
    "elder has a suit of 5": lambda e, y, t: any(of_suit(e, s) == 5 for s in SUITS),
    "elder guards the king of hearts": lambda e, y, t: "KH" in e and of_suit(e, "H") >= 2,
    "the dealer has 3 aces or pone has 3 aces": lambda e, y, t: 3 in (
        of_rank(e, "A"), of_rank(y, "A")),
    "elder has a quint or a quatorze": lambda e, y, t: 5 in runs(e) or sets(e, 4) >= 1,
    "elder has a tierce to the queen": lambda e, y, t: any(
        {"Q" + s, "J" + s, "T" + s} <= e and not {"K" + s, "9" + s} & e for s in SUITS),
    "elder has a quart minor": lambda e, y, t: any(
        {"7" + s, "8" + s, "9" + s, "T" + s} <= e and "J" + s not in e for s in SUITS),
    "younger has more hearts than elder": lambda e, y, t: of_suit(y, "H") > of_suit(e, "H"),
    "elder has as many aces as kings": lambda e, y, t: of_rank(e, "A") == of_rank(e, "K"),
    "elder longest_suit > younger longest_suit": lambda e, y, t: longest(e) > longest(y),
    "neither has a trio": lambda e, y, t: not sets(e, 3) and not sets(y, 3),
    "elder trios > younger trios": lambda e, y, t: sets(e, 3) > sets(y, 3),
    "nobody has AS or KS": lambda e, y, t: {"AS", "KS"} <= t,
}  # fmt: skip
