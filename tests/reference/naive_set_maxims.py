"""The published maxims on trios, quatorzes and sequences in sets of cards, from their words."""

from functools import cache
from itertools import combinations

from naive_maxims import (
    LOW_SETS,
    Maxim,
    Swap,
    anything,
    holds,
    is_kings,
    lacks,
    longest,
    lower,
    others,
    outside,
    ranked,
    runs,
    sets,
    spares,
    suits,
)


def keeps(thrown, cards):
    return not thrown & cards


def high(hand):
    return ranked(hand, "AK")


def pairs_of_suits(hand):
    """For every two suits of seven or more cards together: what is beside them."""
    return [
        hand - one - other
        for one, other in combinations(suits(hand), 2)
        if len(one) + len(other) >= 7
    ]


def low_trio(hand):
    """The higher one of two."""
    return sets(hand, 3, LOW_SETS)[0] if sets(hand, 3, LOW_SETS) else frozenset()


def hoy01_applies(hand, full):
    return bool(low_trio(hand)) and any(rest & low_trio(hand) for rest in pairs_of_suits(hand))


def hoy01_follows(hand, thrown, full):
    return thrown in pairs_of_suits(hand) and bool(thrown & low_trio(hand))


def hoy01_breaks(hand, thrown, full):
    return keeps(thrown, low_trio(hand))


def costs(hand, kept, full):
    """Whether what is kept leaves fewer than a full discard of lesser cards outside the longest."""
    return len(outside(hand) - high(hand) - kept) < full


def highest_trio(hand):
    return sets(hand, 3)[0]


def aca03_applies(hand, full):
    return bool(sets(hand, 3)) and costs(hand, highest_trio(hand), full)


def aca03_follows(hand, thrown, full):
    return keeps(thrown, highest_trio(hand))


def great_score(hand):
    """The long suit and the trio or quatorze of aces or kings."""
    great = [one for size in (3, 4) for one in sets(hand, size, "AK")]
    return longest(hand).union(*great) if great and len(longest(hand)) >= 6 else frozenset()


def swap(hand, own, high_one, low_one, throws_high):
    """For each suit of which one of two cards goes: what throws the one, and what the other."""
    found = []
    for suit in suits(hand):
        pair = ranked(suit, high_one + low_one)
        if len(pair) == 2 and len(pair & own) == 1:
            first, second = (own - pair | ranked(pair, one) for one in (high_one, low_one))
            found.append((first, second) if throws_high else (second, first))
    return found


def cav18(hand, own):
    trio = [rank for rank in "KQ" if len(ranked(hand, rank)) == 3]
    return swap(hand, own, "K", "Q", throws_high=trio == ["Q"]) if len(trio) == 1 else []


def cav19_applies(hand, full):
    trio = low_trio(hand)
    return (
        bool(trio)
        and costs(hand, trio, full)
        and len(outside(hand) - trio) >= full
        and len(hand - high(hand)) >= full
    )


def cav19_follows(hand, thrown, full):
    return lacks(thrown, "AK") and not keeps(thrown, low_trio(hand))


def cav19_breaks(hand, thrown, full):
    return keeps(thrown, low_trio(hand)) and spares(hand, thrown) and not lacks(thrown, "AK")


def cav20_applies(hand, full):
    beside = low_trio(hand) & outside(hand)
    return beside and costs(hand, low_trio(hand), full) and len(outside(hand)) >= full


def cav20_follows(hand, thrown, full):
    return spares(hand, thrown) and not keeps(thrown, low_trio(hand))


def cav20_breaks(hand, thrown, full):
    throws_point = not spares(hand, thrown)
    return keeps(thrown, low_trio(hand)) and throws_point == (len(thrown) == full)


def low_quatorze(hand):
    found = sets(hand, 4, "JT")
    return found[0] if found else frozenset()


def cav22_applies(hand, full):
    four = low_quatorze(hand)
    above = "AKQJ" if holds(four, "T") else "AKQ"
    return four and any(lacks(hand, rank) for rank in above) and costs(hand, four, full)


def cav22_follows(hand, thrown, full):
    broken = not keeps(thrown, low_quatorze(hand))
    return broken and spares(hand, thrown) and lacks(thrown, "AK")


def cav22_breaks(hand, thrown, full):
    return keeps(thrown, low_quatorze(hand))


def beatable(hand):
    """The highest quatorze below aces, where one rank above it is lacking whole."""
    for place, rank in enumerate("AKQJT"):
        for four in sets(hand, 4, rank if place else ""):
            lacking = sum(lacks(hand, above) for above in "AKQJT"[:place])
            return four if lacking == 1 else frozenset()
    return frozenset()


def low_quints(hand):
    return [ranked(suit, "JT987") for suit in suits(hand) if holds(suit, "JT987")]


def cav24_quints(hand):
    """The suit that is a low quint and nothing more, where the others have high cards enough."""
    return [
        suit
        for suit in suits(hand)
        if {card[0] for card in suit} == set("JT987")
        and len(ranked(hand - suit, "AKQ")) >= 3
        and not (len(ranked(hand, "J")) == 3 and is_best_sequence(hand))
    ]


def is_best_sequence(hand):
    """Whether nobody else can hold five cards in sequence."""
    out = [frozenset(rank + suit for rank in "AKQJT987") - hand for suit in "SHDC"]
    return not any(runs(suit, 5) for suit in out)


def low_quint_cards(hand):
    return frozenset().union(*low_quints(hand))


def quart_and_kings(hand):
    kings = ranked(hand, "K")
    quarts = [
        ranked(suit, "KQJT") for suit in suits(hand) if holds(suit, "KQJT") and lacks(suit, "A9")
    ]
    return frozenset().union(kings, *quarts) if quarts and len(kings) == 3 else frozenset()


def improved_by_one_of_two(hand):
    """Three aces and three kings; a quart major and the two other aces."""
    kept = frozenset()
    if len(ranked(hand, "A")) == 3:
        if len(ranked(hand, "K")) == 3:
            kept |= high(hand)
        for suit in suits(hand):
            if holds(suit, "AKQJ") and lacks(suit, "T"):
                kept |= ranked(suit, "AKQJ") | ranked(hand, "A")
    return kept


def keep_all(find):
    """A maxim that says to keep some cards."""
    return Maxim(
        lambda hand, full: find(hand) and len(hand - find(hand)) >= full,
        lambda hand, thrown, full: keeps(thrown, find(hand)),
        lambda hand, thrown, full: not keeps(thrown, find(hand)),
    )


@cache
def waits_for_one_card(hand):
    """The low trio; without one, a quart beside the longest that only one card makes a quint."""
    quarts = [run for suit in others(hand) for run in runs(suit) if len(run) == 4]
    hopes = [run for run in quarts if holds(run, "AKQJ") or holds(run, "T987")]
    return low_trio(hand) or frozenset().union(*hopes)


def is_dear(hand, thrown):
    """Whether an ace, a king, a king's last guard or a card of the longest suit goes."""
    bared = any(is_kings(suit) and not lower(suit - thrown, "K") for suit in suits(hand))
    return bared or not spares(hand, thrown) or not lacks(thrown, "AK")


def can_be_cheap(hand, kept, full):
    return any(
        not is_dear(hand, frozenset(thrown)) for thrown in combinations(sorted(hand - kept), full)
    )


@cache
def cav32_applies(hand, full):
    hope = waits_for_one_card(hand)
    return (
        bool(hope) and not can_be_cheap(hand, hope, full) and can_be_cheap(hand, frozenset(), full)
    )


def cav32_follows(hand, thrown, full):
    return not keeps(thrown, waits_for_one_card(hand)) and not is_dear(hand, thrown)


def cav32_breaks(hand, thrown, full):
    return keeps(thrown, waits_for_one_card(hand))


def idle_beside_trios(hand):
    return (outside(hand) - high(hand)).difference(*sets(hand, 3))


def cav34_applies(hand, full):
    is_so = len(sets(hand, 3)) == 2 and not sets(hand, 4) and full == 3
    return is_so and len(idle_beside_trios(hand)) == 2


def cav34_follows(hand, thrown, full):
    return thrown == idle_beside_trios(hand)


def cav34_breaks(hand, thrown, full):
    return [keeps(thrown, trio) for trio in sets(hand, 3)].count(False) == 1


OF_SETS = {
    "HOY-M01": Maxim(hoy01_applies, hoy01_follows, hoy01_breaks, leaves=(True, False)),
    "ACA-M03": Maxim(
        aca03_applies,
        aca03_follows,
        lambda hand, thrown, full: not aca03_follows(hand, thrown, full),
    ),
    "CAV-M11": Maxim(
        lambda hand, full: True,
        anything,
        lambda hand, thrown, full: len(thrown) < full,
        leaves=(False, True),
    ),
    "CAV-M12": Maxim(
        lambda hand, full: len(great_score(hand)) == 8,
        lambda hand, thrown, full: thrown == hand - great_score(hand),
        anything,
        leaves=(True, False),
    ),
    "CAV-M15": Swap(lambda hand, own: swap(hand, own, "A", "K", throws_high=True)),
    "CAV-M18": Swap(cav18),
    "CAV-M19": Maxim(cav19_applies, cav19_follows, cav19_breaks),
    "CAV-M20": Maxim(cav20_applies, cav20_follows, cav20_breaks, leaves=(False, True)),
    "CAV-M22": Maxim(cav22_applies, cav22_follows, cav22_breaks),
    "CAV-M23": keep_all(beatable),
    "CAV-M24": Maxim(
        lambda hand, full: cav24_quints(hand),
        lambda hand, thrown, full: thrown in cav24_quints(hand),
        lambda hand, thrown, full: all(keeps(thrown, one) for one in cav24_quints(hand)),
    ),
    "CAV-M25": keep_all(low_quint_cards),
    "CAV-M29": keep_all(quart_and_kings),
    "CAV-M31": keep_all(improved_by_one_of_two),
    "CAV-M32": Maxim(cav32_applies, cav32_follows, cav32_breaks),
    "CAV-M34": Maxim(cav34_applies, cav34_follows, cav34_breaks, leaves=(True, False)),
}
