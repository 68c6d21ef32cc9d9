"""The published maxims on trios, quatorzes and sequences in sets of cards, from their words."""

from itertools import combinations

from naive_maxims import (
    Maxim,
    Swap,
    holds,
    is_full,
    lacks,
    longest,
    low_trios,
    lower,
    others,
    outside,
    ranked,
    runs,
    sets,
    spares,
    suits,
    unguards,
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


def hoy01_applies(hand, full):
    return bool(low_trios(hand)) and any(len(rest) <= 5 for rest in pairs_of_suits(hand))


def hoy01_follows(hand, thrown, full):
    return thrown in pairs_of_suits(hand) and not hoy01_breaks(hand, thrown, full)


def hoy01_breaks(hand, thrown, full):
    return all(keeps(thrown, trio) for trio in low_trios(hand))


def costs(hand, kept, full):
    """Whether what is kept leaves fewer than a full discard of lesser cards outside the longest."""
    return len(outside(hand) - high(hand) - kept) < full


def highest_trio(hand):
    return sets(hand, 3)[0]


def aca03_applies(hand, full):
    return bool(sets(hand, 3)) and costs(hand, highest_trio(hand), full)


def aca03_follows(hand, thrown, full):
    return keeps(thrown, highest_trio(hand))


def aca03_breaks(hand, thrown, full):
    return is_full(thrown, full) and not aca03_follows(hand, thrown, full)


def great_score(hand):
    """The long suit and the trio or quatorze of aces or kings."""
    great = [one for size in (3, 4) for one in sets(hand, size, "AK")]
    return longest(hand).union(*great) if great and len(longest(hand)) >= 6 else frozenset()


def cav12_follows(hand, thrown, full):
    return thrown == hand - great_score(hand)


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


def dear_low_trios(hand, full):
    """Low trios that cannot be kept with the longest suit but at the cost of an ace or a king."""
    return [
        trio
        for trio in low_trios(hand)
        if costs(hand, trio, full) and len(outside(hand) - trio) >= full
    ]


def cav19_follows(hand, thrown, full):
    trios = dear_low_trios(hand, full)
    return lacks(thrown, "AK") and all(not keeps(thrown, trio) for trio in trios)


def cav19_breaks(hand, thrown, full):
    kept = any(keeps(thrown, trio) for trio in dear_low_trios(hand, full))
    return is_full(thrown, full) and kept and spares(hand, thrown) and not lacks(thrown, "AK")


def trios_beside(hand, full):
    return [
        trio
        for trio in low_trios(hand)
        if trio & outside(hand) and len(outside(hand) - trio - high(hand)) < full
    ]


def cav20_follows(hand, thrown, full):
    beside = [trio & outside(hand) for trio in trios_beside(hand, full)]
    return is_full(thrown, full) and spares(hand, thrown) and any(one <= thrown for one in beside)


def cav20_breaks(hand, thrown, full):
    kept = any(keeps(thrown, trio) for trio in trios_beside(hand, full))
    return kept and not (is_full(thrown, full) and spares(hand, thrown))


def low_quatorzes(hand, full):
    found = []
    for four in sets(hand, 4, "JT"):
        above = "AKQJ" if holds(four, "T") else "AKQ"
        if any(lacks(hand, rank) for rank in above) and costs(hand, four, full):
            found.append(four)
    return found


def cav22_follows(hand, thrown, full):
    broken = all(not keeps(thrown, four) for four in low_quatorzes(hand, full))
    return broken and spares(hand, thrown) and lacks(thrown, "AK")


def cav22_breaks(hand, thrown, full):
    return is_full(thrown, full) and any(
        keeps(thrown, four) for four in low_quatorzes(hand, full)
    )


def beatable(hand):
    """Quatorzes that one higher one can beat."""
    every = "AKQJT"
    return [
        four
        for place, rank in enumerate(every)
        for four in sets(hand, 4, rank)
        if sum(lacks(hand, above) for above in every[:place]) == 1
    ]


def cav23_follows(hand, thrown, full):
    return all(keeps(thrown, four) for four in beatable(hand))


def cav23_breaks(hand, thrown, full):
    return is_full(thrown, full) and not cav23_follows(hand, thrown, full)


def low_quints(hand):
    return [ranked(suit, "JT987") for suit in suits(hand) if holds(suit, "JT987")]


def cav24_quints(hand):
    named = {card: suit for suit in suits(hand) for card in suit}
    return [
        quint for quint in low_quints(hand) if len(ranked(hand - named[min(quint)], "AKQ")) >= 3
    ]


def cav25_follows(hand, thrown, full):
    return is_full(thrown, full) and all(keeps(thrown, quint) for quint in low_quints(hand))


def cav25_breaks(hand, thrown, full):
    return is_full(thrown, full) and any(not keeps(thrown, quint) for quint in low_quints(hand))


def quart_and_kings(hand):
    kings = ranked(hand, "K")
    quarts = [
        ranked(suit, "KQJT")
        for suit in suits(hand)
        if holds(suit, "KQJT") and lacks(suit, "A9")
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
    """A maxim that says to keep some cards, against throwing one of them in a full discard."""
    return Maxim(
        lambda hand, full: bool(find(hand)),
        lambda hand, thrown, full: keeps(thrown, find(hand)),
        lambda hand, thrown, full: is_full(thrown, full) and not keeps(thrown, find(hand)),
    )


def waits_for_one_card(hand):
    """Low trios, and quarts that only one card makes a quint."""
    quarts = [run for suit in suits(hand) for run in runs(suit) if len(run) == 4]
    return low_trios(hand) + [
        run for run in quarts if holds(run, "AKQJ") or holds(run, "T987")
    ]


def waiting_costs(hand, kept, full):
    """Whether every full discard that keeps some cards throws an ace, a king, a guard or point."""
    spare = outside(hand) - high(hand) - kept
    return not any(
        not any(unguards(suit, frozenset(thrown)) for suit in others(hand))
        for thrown in combinations(sorted(spare), full)
    )


def dear_hopes(hand, full):
    return [one for one in waits_for_one_card(hand) if waiting_costs(hand, one, full)]


def cav32_follows(hand, thrown, full):
    return all(not keeps(thrown, one) for one in dear_hopes(hand, full))


def cav32_breaks(hand, thrown, full):
    return is_full(thrown, full) and any(keeps(thrown, one) for one in dear_hopes(hand, full))


def unhurt(hand, thrown):
    """Whether no ace, king, guard or card of the longest suit goes."""
    return (
        spares(hand, thrown)
        and lacks(thrown, "AK")
        and not any(unguards(suit, thrown) for suit in others(hand))
    )


def cav34_applies(hand, full):
    trios = sets(hand, 3)
    if len(trios) != 2:
        return False
    rest = sorted(hand.difference(*trios))
    sizes = [
        size
        for size in range(1, full + 1)
        if any(unhurt(hand, frozenset(one)) for one in combinations(rest, size))
    ]
    return max(sizes, default=0) == full - 1


def cav34_follows(hand, thrown, full):
    return len(thrown) == full - 1 and all(keeps(thrown, trio) for trio in sets(hand, 3))


def cav34_breaks(hand, thrown, full):
    kept = [keeps(thrown, trio) for trio in sets(hand, 3)]
    return is_full(thrown, full) and kept.count(False) == 1


OF_SETS = {
    "HOY-M01": Maxim(hoy01_applies, hoy01_follows, hoy01_breaks),
    "ACA-M03": Maxim(aca03_applies, aca03_follows, aca03_breaks),
    "CAV-M11": Maxim(
        lambda hand, full: True,
        lambda hand, thrown, full: len(thrown) == 5,
        lambda hand, thrown, full: len(thrown) < 5,
    ),
    "CAV-M12": Maxim(
        lambda hand, full: len(great_score(hand)) == 8,
        cav12_follows,
        lambda hand, thrown, full: is_full(thrown, full),
    ),
    "CAV-M15": Swap(lambda hand, own: swap(hand, own, "A", "K", throws_high=True)),
    "CAV-M18": Swap(cav18),
    "CAV-M19": Maxim(
        lambda hand, full: bool(dear_low_trios(hand, full)), cav19_follows, cav19_breaks
    ),
    "CAV-M20": Maxim(
        lambda hand, full: bool(trios_beside(hand, full)), cav20_follows, cav20_breaks
    ),
    "CAV-M22": Maxim(
        lambda hand, full: bool(low_quatorzes(hand, full)), cav22_follows, cav22_breaks
    ),
    "CAV-M23": Maxim(lambda hand, full: bool(beatable(hand)), cav23_follows, cav23_breaks),
    "CAV-M24": Maxim(
        lambda hand, full: bool(cav24_quints(hand)),
        lambda hand, thrown, full: thrown in cav24_quints(hand),
        lambda hand, thrown, full: any(keeps(thrown, one) for one in cav24_quints(hand)),
    ),
    "CAV-M25": Maxim(lambda hand, full: bool(low_quints(hand)), cav25_follows, cav25_breaks),
    "CAV-M29": keep_all(quart_and_kings),
    "CAV-M31": keep_all(improved_by_one_of_two),
    "CAV-M32": Maxim(lambda hand, full: bool(dear_hopes(hand, full)), cav32_follows, cav32_breaks),
    "CAV-M34": Maxim(cav34_applies, cav34_follows, cav34_breaks),
}
