"""Conditions in the words of players and writers, judged card by card in sets.

Written from the meaning of the words. Nothing here comes from the package.
"""

from naive_conditions import RANKS, SUITS, longest, of_rank, of_suit, runs, worth

BLACK, RED = "SC", "HD"
GUARDS = {"K": 2, "Q": 3, "J": 4}


def cards(rank, suits):
    return {rank + suit for suit in suits}


def coloured(hand, suits):
    return sum(card[1] in suits for card in hand)


def pips(hand):
    """Pips of the point: of the longest suit, and among such of the best."""
    worth_of = dict(zip(RANKS, (7, 8, 9, 10, 10, 10, 10, 11), strict=True))
    suits = [[worth_of[card[0]] for card in hand if card[1] == suit] for suit in SUITS]
    return max((len(suit), sum(suit)) for suit in suits)


def is_short(hand, rank, suit, below):
    return rank + suit in hand and of_suit(hand, suit) < below


def has_bare(hand, rank):
    return any(is_short(hand, rank, suit, 2) for suit in SUITS)


def has_unguarded(hand, rank):
    return any(is_short(hand, rank, suit, GUARDS[rank]) for suit in SUITS)


def tops(hand, cards):
    return max([0, *runs(hand)]) >= cards


SENTENCES = {
    # Colours
    "younger has a red king": lambda e, y, t: bool(cards("K", RED) & y),
    "elder has no red king": lambda e, y, t: not cards("K", RED) & e,
    "elder has exactly one black queen": lambda e, y, t: len(cards("Q", BLACK) & e) == 1,
    "elder has at least 8 red cards": lambda e, y, t: coloured(e, RED) >= 8,
    "elder has a red ace and a black king": lambda e, y, t: bool(cards("A", RED) & e)
    and bool(cards("K", BLACK) & e),
    "elder has more red aces than younger": lambda e, y, t: len(cards("A", RED) & e)
    > len(cards("A", RED) & y),
    # Cards in lists
    "elder has A, K and Q of hearts": lambda e, y, t: {"AH", "KH", "QH"} <= e,
    "elder has 10, 9 and 8 of spades": lambda e, y, t: {"TS", "9S", "8S"} <= e,
    "elder has 9-10-J of hearts": lambda e, y, t: {"9H", "TH", "JH"} <= e,
    "elder has the ace, K and 10 of clubs": lambda e, y, t: {"AC", "KC", "TC"} <= e,
    "elder has 7 and 8 of diamonds, younger has A and K of diamonds": lambda e, y, t:
    {"7D", "8D"} <= e and {"AD", "KD"} <= y,
    # Short suits
    "elder has no hearts or no spades": lambda e, y, t: not of_suit(e, "H") or not of_suit(e, "S"),
    # Two seats
    "younger has more aces than elder has kings": lambda e, y, t: of_rank(y, "A")
    > of_rank(e, "K"),
    "elder has fewer hearts than younger spades": lambda e, y, t: of_suit(e, "H")
    < of_suit(y, "S"),
    "nobody has 4 aces": lambda e, y, t: of_rank(e, "A") < 4 and of_rank(y, "A") < 4,
    "neither has 4 kings": lambda e, y, t: of_rank(e, "K") < 4 and of_rank(y, "K") < 4,
    "elder does not have 4 tens": lambda e, y, t: of_rank(e, "T") < 4,
    "elder aces > elder of kings and queens": lambda e, y, t: of_rank(e, "A")
    > of_rank(e, "K") + of_rank(e, "Q"),
    # Longer, better, worth
    "elder's longest suit is longer than younger's": lambda e, y, t: longest(e) > longest(y),
    "elder has a longer suit than younger": lambda e, y, t: longest(e) > longest(y),
    "elder has a shorter sequence than younger": lambda e, y, t: max([0, *runs(e)])
    < max([0, *runs(y)]),
    "elder's point is longer than younger's": lambda e, y, t: longest(e) > longest(y),
    "elder's point is better than younger's": lambda e, y, t: pips(e) > pips(y),
    "elder point = younger point": lambda e, y, t: pips(e) == pips(y),
    "elder's point is worth at least 49": lambda e, y, t: pips(e)[1] >= 49,
    "elder has a point of 4 and at most 38 pips": lambda e, y, t: longest(e) == 4
    and pips(e)[1] <= 38,
    "younger has a point worth 54 to 57": lambda e, y, t: 54 <= pips(y)[1] <= 57,
    "elder pips > younger pips": lambda e, y, t: pips(e)[1] > pips(y)[1],
    "elder's hand is worth at least 40": lambda e, y, t: worth(e) >= 40,
    # Numbers
    "elder has at least a quart": lambda e, y, t: tops(e, 4),
    "elder_aces >= 2": lambda e, y, t: of_rank(e, "A") >= 2,
    "elder_aces >= 2 && younger_kings = 1": lambda e, y, t: of_rank(e, "A") >= 2
    and of_rank(y, "K") == 1,
    "elder has 4 aces || younger has 4 aces": lambda e, y, t: 4
    in (of_rank(e, "A"), of_rank(y, "A")),
    "elder_value>=15&&younger_value>=15": lambda e, y, t: worth(e) >= 15 and worth(y) >= 15,
    "elder is not worth at least 20": lambda e, y, t: worth(e) < 20,
    # Guards
    "elder has a bare king": lambda e, y, t: has_bare(e, "K"),
    "elder has no bare king": lambda e, y, t: not has_bare(e, "K"),
    "younger has an unguarded queen": lambda e, y, t: has_unguarded(y, "Q"),
    "elder has an unguarded knave of clubs": lambda e, y, t: is_short(e, "J", "C", 4),
    "elder has a guarded king": lambda e, y, t: any(
        "K" + suit in e and of_suit(e, suit) >= 2 for suit in SUITS
    ),
}  # fmt: skip
