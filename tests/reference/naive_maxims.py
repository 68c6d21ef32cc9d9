"""The published maxims on the discard in sets of cards, from their words.

Each is three functions of a hand, of what is thrown, and of how many cards make a full discard:
whether the maxim applies to the hand, and whether a discard follows it or breaks it. Where the
words of the file hedge, they are read as the rule's `reading` says; nothing else is taken from the
rules. Where they name no number of cards, a full discard is meant. A maxim applies to no hand of
which no discard follows it, or none breaks it.
"""

from collections import namedtuple
from functools import cache
from itertools import chain, combinations

from reference_hands import SET_RANKS, height, pips, ranked, suits_of, unbroken

LOW_SETS = "QJT"


class Maxim(namedtuple("Maxim", ["fits", "does", "fails", "leaves"], defaults=[(False, False)])):
    """``fits`` a hand, with so many cards in a full discard; what is thrown ``does`` or ``fails``.

    ``leaves`` says whether discards that are not full can follow it, and break it.
    """

    def applies(self, hand, full):
        return bool(self.fits(hand, full))

    def follows(self, hand, thrown, full):
        return (self.leaves[0] or len(thrown) == full) and bool(self.does(hand, thrown, full))

    def breaks(self, hand, thrown, full):
        return (self.leaves[1] or len(thrown) == full) and bool(self.fails(hand, thrown, full))


Swap = namedtuple("Swap", ["lists"])
"""What follows and what breaks it, for each suit with such cards in it."""


# ---- What a hand holds --------------------------------------------------------------------------
@cache
def suits(hand):
    """The cards of each suit, spades first."""
    return [frozenset(one) for one in suits_of(hand)]


@cache
def longest(hand):
    """Most cards, then most pips, then the higher cards."""
    return frozenset(
        max(suits_of(hand), key=lambda suit: (len(suit), pips(suit), [*map(height, suit)]))
    )


def others(hand):
    return [suit for suit in suits(hand) if suit and suit != longest(hand)]


@cache
def sets(hand, size, ranks=SET_RANKS):
    """Sets of so many of a rank, the highest first."""
    found = [ranked(hand, rank) for rank in SET_RANKS if rank in ranks]
    return [one for one in found if len(one) == size]


def runs(suit, least=3):
    return [frozenset(run) for run in unbroken(suit) if len(run) >= least]


def lower(suit, rank):
    return frozenset(card for card in suit if height(card) < height(rank))


def holds(suit, ranks):
    return set(ranks) <= {card[0] for card in suit}


def is_kings(suit):
    """Whether a suit has a king to guard."""
    return holds(suit, "K") and not ranked(suit, "A") and bool(lower(suit, "K"))


def is_queens(suit):
    """Whether a suit has a queen with her two guards."""
    return holds(suit, "Q") and not ranked(suit, "AK") and len(lower(suit, "Q")) >= 2


def thrown_of(cards, number):
    return map(frozenset, combinations(sorted(cards), number))


@cache
def is_free(hand, thrown):
    """Whether only cards go that can: below the queen, beside the longest suit, no guards: the last
    of a king and the second of a queen, whether or not they stay.
    """
    return (
        not thrown & longest(hand)
        and not ranked(thrown, "AKQ")
        and all(
            lower(suit - thrown, "K") for suit in suits(hand) if suit & thrown and is_kings(suit)
        )
        and all(
            len(lower(suit - thrown, "Q")) >= 2
            for suit in suits(hand)
            if suit & thrown and is_queens(suit)
        )
    )


@cache
def count_free(hand):
    """How many cards can go together; fewer than three are scrappy, three is a full discard."""
    small = (lower(suit, "Q") for suit in others(hand))
    every = (chain(*(thrown_of(one, number) for number in range(len(one) + 1))) for one in small)
    return sum(max(len(one) for one in of_suit if is_free(hand, one)) for of_suit in every)


def touched(hand, thrown):
    return sum(bool(suit & thrown) for suit in suits(hand))


@cache
def touchable(hand, full):
    """By how many suits beside the longest a full discard can be thrown from."""
    return {
        number
        for number in range(1, full + 1)
        if any(sum(map(len, some)) >= full for some in combinations(others(hand), number))
    }


def is_lowest(hand, thrown, among):
    """Whether of some cards the lowest go; of equal ranks those outside the longest suit are."""

    def place(card):
        return height(card), card in longest(hand)

    return (
        thrown <= among and sorted(map(place, thrown)) == sorted(map(place, among))[: len(thrown)]
    )


# ---- Suits --------------------------------------------------------------------------------------
def spares(hand, thrown, full=None):
    return not thrown & longest(hand)


def anything(hand, thrown, full):
    return True


def bareable_kings(hand):
    return [suit for suit in others(hand) if is_kings(suit) and len(lower(suit, "K")) <= 5]


def guarded(hand):
    """Each king and queen outside the longest suit that Cavendish would have guarded."""
    kings = [("K", 1, suit) for suit in others(hand) if is_kings(suit) and len(suit) <= 4]
    return kings + [("Q", 2, suit) for suit in others(hand) if is_queens(suit) and len(suit) <= 5]


def keeps_guarded(suit, thrown, rank, guards):
    return holds(suit - thrown, rank) and len(lower(suit - thrown, rank)) >= guards


def queens_suits(hand):
    return [suit for suit in others(hand) if is_queens(suit)]


@cache
def stoppers(hand):
    short = [(suit, height("A") - height(suit[0])) for suit in suits_of(hand) if suit]
    return frozenset().union(*(suit[: out + 1] for suit, out in short if len(suit) > out))


@cache
def richest(hand):
    """All cards of the class that pays best if it is good."""
    sequences, every = [*chain(*map(runs, suits(hand)))], sets(hand, 3) + sets(hand, 4)
    classes = [
        (len(longest(hand)), longest(hand)),
        (sum(len(run) + 10 * (len(run) > 4) for run in sequences), frozenset().union(*sequences)),
        (sum(3 if len(one) == 3 else 14 for one in every), frozenset().union(*every)),
    ]
    return max(classes, key=lambda one: one[0])[1]


def short_suits(hand):
    return [suit for suit in others(hand) if len(suit) <= 2 and not ranked(suit, "AKQJ")]


def is_reasoned(hand, suit, thrown):
    """Whether each card that stays of a suit wins, makes up a set, or is guarded or a guard."""
    higher = {card: {rank + card[1] for rank in "AKQJT987".partition(card[0])[0]} for card in suit}
    stay = [card for card in suit - thrown if not higher[card] <= hand]
    in_sets = frozenset().union(*(one for one in sets(hand, 3) + sets(hand, 4) if not one & thrown))
    if in_sets.issuperset(stay):
        return True
    top = max(stay, key=height)
    threats = ranked(higher[top] - hand, "AK")
    below = {card for card in stay if card != top}
    return top[0] in "KQ" and any(
        below <= in_sets.union(guards) for guards in combinations(below, len(threats))
    )


def cav08_follows(hand, thrown, full):
    return (
        spares(hand, thrown)
        and touched(hand, thrown) <= 2
        and all(is_reasoned(hand, suit, thrown) for suit in suits(hand) if suit & thrown)
    )


def kings_and_small(hand):
    return [
        suit
        for suit in suits(hand)
        if len(suit) == 3
        and not ranked(suit, "A")
        and holds(suit, "K")
        and len(ranked(suit, "QJ")) == 1
        and len(ranked(suit, "T987")) == 1
    ]


def is_held(suit):
    return holds(suit, "A") or is_kings(suit) or is_queens(suit)


def tricks_of(suit):
    """How many cards win, if each higher card that is out takes one of the others."""
    held = sorted(suit, key=height, reverse=True)
    out = [
        [rank for rank in "AKQJT987".partition(card[0])[0] if not ranked(suit, rank)]
        for card in held
    ]
    return max(
        won for won in range(len(held) + 1) if not won or len(held) - won >= len(out[won - 1])
    )


@cache
def idle_of_threes(hand):
    """Cards of a hand of 3-3-3-3, each suit held, without which each still is; six tricks."""
    every = suits(hand)
    is_so = all(len(suit) == 3 and is_held(suit) for suit in every)
    if not is_so or sum(map(tricks_of, every)) < 6:
        return frozenset()
    return frozenset(card for suit in every for card in suit if is_held(suit - {card}))


def side_quarts(hand):
    return [(suit, run) for suit in others(hand) for run in runs(suit) if len(run) == 4]


def four_and_five(hand):
    """A suit of four with the ace and no small card, and one of five with all small and no ace."""
    return [
        (four, five)
        for four in suits(hand)
        for five in suits(hand)
        if (len(four), len(five)) == (4, 5)
        and holds(four, "A")
        and not ranked(four, "987")
        and holds(five, "987")
        and not ranked(five, "A")
    ]


def quint_cards(suit):
    """Single cards that would make a quint of a suit."""
    if not suit or runs(suit, 5):
        return 0
    return sum(bool(runs(suit | {rank + min(suit)[1]}, 5)) for rank in "AKQJT987")


@cache
def equal_suits(hand):
    """The suit that more cards would turn into a quint, and the other; nothing if none are so."""
    pair = [suit for suit in suits(hand) if len(suit) == len(longest(hand)) >= 4]
    near, far = sorted(pair, key=quint_cards, reverse=True) if len(pair) == 2 else ((), ())
    return (near, far) if quint_cards(near) > quint_cards(far) and pips(near) <= pips(far) else ()


OF_SUITS = {
    "CAV-M01": Maxim(
        lambda hand, full: (
            len(longest(hand)) >= 5
            and sum(len(suit) == len(longest(hand)) for suit in suits(hand)) == 1
            and len(hand - longest(hand)) >= full
        ),
        spares,
        lambda hand, thrown, full: not spares(hand, thrown),
    ),
    "SFT-M01": Maxim(
        lambda hand, full: (
            len(longest(hand)) >= 5
            and ranked(longest(hand), "987")
            and len(ranked(hand, "987")) >= full > len(ranked((hand - longest(hand)), "987"))
            and len(hand - longest(hand)) >= full
        ),
        lambda hand, thrown, full: is_lowest(hand, thrown, hand),
        spares,
    ),
    "CAV-M03": Maxim(
        lambda hand, full: (
            len(longest(hand)) >= 5
            and not ranked(longest(hand), "A")
            and len(lower((hand - longest(hand)), "Q")) < 5
        ),
        lambda hand, thrown, full: (
            not ranked(thrown & (hand - longest(hand)), "AK") and len(thrown & longest(hand)) >= 3
        ),
        spares,
    ),
    "CAV-M04": Maxim(
        lambda hand, full: (
            len(longest(hand)) >= 5
            and bareable_kings(hand)
            and len(lower((hand - longest(hand)), "K")) >= 5
        ),
        lambda hand, thrown, full: (
            any(suit - thrown == ranked(suit, "K") for suit in bareable_kings(hand))
            and spares(hand, thrown)
            and not ranked(thrown, "A")
        ),
        lambda hand, thrown, full: all(
            keeps_guarded(suit, thrown, "K", 1) for suit in bareable_kings(hand)
        ),
    ),
    "CAV-M05": Maxim(
        lambda hand, full: guarded(hand),
        lambda hand, thrown, full: all(
            keeps_guarded(suit, thrown, *one) for *one, suit in guarded(hand)
        ),
        lambda hand, thrown, full: any(
            holds(suit - thrown, rank) and not keeps_guarded(suit, thrown, rank, guards)
            for rank, guards, suit in guarded(hand)
        ),
        leaves=(True, False),
    ),
    "HOY-M14": Maxim(
        lambda hand, full: queens_suits(hand),
        lambda hand, thrown, full: all(
            keeps_guarded(suit, thrown, "Q", 2) for suit in queens_suits(hand)
        ),
        lambda hand, thrown, full: any(
            suit <= thrown or (holds(suit - thrown, "Q") and len(suit - thrown) == 2)
            for suit in queens_suits(hand)
        ),
        leaves=(True, False),
    ),
    "SFT-M03": Maxim(
        lambda hand, full: len(hand - stoppers(hand) - richest(hand)) >= full,
        lambda hand, thrown, full: is_lowest(hand, thrown, hand - stoppers(hand) - richest(hand)),
        lambda hand, thrown, full: thrown & stoppers(hand),
    ),
    "CAV-M06": Maxim(
        lambda hand, full: short_suits(hand),
        lambda hand, thrown, full: all(suit - thrown for suit in short_suits(hand)),
        lambda hand, thrown, full: any(suit <= thrown for suit in short_suits(hand)),
        leaves=(True, False),
    ),
    "CAV-M07": Maxim(
        lambda hand, full: any(len(suit) <= 5 and not ranked(suit, "A") for suit in others(hand)),
        lambda hand, thrown, full: any(suit and suit <= thrown for suit in suits(hand)),
        lambda hand, thrown, full: not any(suit and suit <= thrown for suit in suits(hand)),
    ),
    "CAV-M08": Maxim(
        lambda hand, full: (
            3 in touchable(hand, full)
            and any(
                cav08_follows(hand, thrown, full)
                for one, two in combinations(others(hand), 2)
                for thrown in thrown_of(one | two, full)
            )
        ),
        cav08_follows,
        lambda hand, thrown, full: spares(hand, thrown) and touched(hand, thrown) >= 3,
    ),
    "CAV-M10": Maxim(
        lambda hand, full: kings_and_small(hand),
        lambda hand, thrown, full: thrown in kings_and_small(hand),
        lambda hand, thrown, full: all(
            keeps_guarded(suit, thrown, "K", 1) for suit in kings_and_small(hand)
        ),
        leaves=(True, False),
    ),
    "CAV-M13": Maxim(
        lambda hand, full: 0 < count_free(hand) < 3,
        lambda hand, thrown, full: len(thrown) < 3 and is_free(hand, thrown),
        anything,
        leaves=(True, False),
    ),
    "CAV-M14": Maxim(
        lambda hand, full: idle_of_threes(hand),
        lambda hand, thrown, full: (
            len(thrown) == 1 and is_lowest(hand, thrown, idle_of_threes(hand))
        ),
        anything,
        leaves=(True, False),
    ),
    "PAR-M01": Maxim(
        lambda hand, full: len(longest(hand)) == 5 and count_free(hand) < 3,
        lambda hand, thrown, full: is_lowest(hand, thrown, longest(hand)),
        spares,
    ),
    "SFT-M02": Maxim(
        lambda hand, full: len(hand - longest(hand)) >= full,
        lambda hand, thrown, full: is_lowest(hand, thrown, hand),
        lambda hand, thrown, full: (
            spares(hand, thrown) and touched(hand, thrown) == min(touchable(hand, full))
        ),
    ),
    "SFT-M05": Maxim(
        lambda hand, full: side_quarts(hand),
        lambda hand, thrown, full: not any(thrown & suit for suit, _ in side_quarts(hand)),
        lambda hand, thrown, full: (
            spares(hand, thrown) and any(thrown & run for _, run in side_quarts(hand))
        ),
    ),
    "ACA-M02": Maxim(
        lambda hand, full: four_and_five(hand),
        lambda hand, thrown, full: any(
            not thrown & four and thrown & five for four, five in four_and_five(hand)
        ),
        lambda hand, thrown, full: all(not thrown & five for _, five in four_and_five(hand)),
    ),
    "CAV-M28": Maxim(
        lambda hand, full: equal_suits(hand),
        lambda hand, thrown, full: (
            [bool(one & thrown) for one in equal_suits(hand)] == [False, True]
        ),
        lambda hand, thrown, full: (
            [bool(one & thrown) for one in equal_suits(hand)] == [True, False]
        ),
    ),
}
"""When each applies, what follows it, and what breaks it."""
