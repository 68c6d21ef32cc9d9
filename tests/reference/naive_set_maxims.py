"""The published maxims on trios, quatorzes, sequences and the draw in sets of cards."""

from functools import cache, partial
from itertools import combinations

from naive_maxims import (
    LOW_SETS,
    SET_RANKS,
    Maxim,
    Swap,
    anything,
    holds,
    is_kings,
    longest,
    lower,
    others,
    ranked,
    runs,
    sets,
    spares,
    suits,
)


def pairs_of_suits(hand):
    """For every two suits of seven or more cards together: what is beside them."""
    return [
        hand - one - other
        for one, other in combinations(suits(hand), 2)
        if len(one) + len(other) >= 7
    ]


def costs(hand, kept, full):
    """Whether what is kept leaves fewer than a full discard of lesser cards outside the longest."""
    return len((hand - longest(hand)) - ranked(hand, "AK") - kept) < full


def trio(hand, ranks=SET_RANKS):
    """The highest trio, of some ranks."""
    return frozenset().union(*sets(hand, 3, ranks)[:1])


low_trio = partial(trio, ranks=LOW_SETS)


def great_score(hand):
    """The long suit and the trio or quatorze of aces or kings."""
    great = [one for size in (3, 4) for one in sets(hand, size, "AK")]
    return longest(hand).union(*great) if great and len(longest(hand)) >= 6 else frozenset()


def swap(hand, own, thrown, kept):
    """For each suit of which one of two cards goes: what throws the one, and what the other."""
    return [
        tuple(own - pair | ranked(pair, one) for one in (thrown, kept))
        for pair in [ranked(suit, thrown + kept) for suit in suits(hand)]
        if len(pair) == 2 and len(pair & own) == 1
    ]


def swap_for_trio(hand, own):
    """King or queen goes, whichever is not in a trio."""
    trios = [rank for rank in "KQ" if len(ranked(hand, rank)) == 3]
    return swap(hand, own, *("QK" if trios == ["K"] else "KQ")) if len(trios) == 1 else []


def low_quatorze(hand):
    return frozenset().union(*sets(hand, 4, "JT")[:1])


def beatable(hand):
    """The highest quatorze below aces, where one rank above it is lacking whole."""
    four = frozenset().union(*sets(hand, 4, "KQJT")[:1])
    above = "AKQJT".partition(max(four)[0])[0] if four else ""
    return four if sum(not ranked(hand, rank) for rank in above) == 1 else frozenset()


def cav24_quints(hand):
    """The suit that is a low quint and nothing more, where the others have high cards enough."""
    return [
        suit
        for suit in suits(hand)
        if {card[0] for card in suit} == set("JT987")
        and len(ranked(hand - suit, "AKQ")) >= 3
        # Trio and quint together, where nobody else can hold a quint, are not thrown.
        and (
            len(ranked(hand, "J")) != 3
            or any(runs({rank + suit for rank in "AKQJT987"} - hand, 5) for suit in "SHDC")
        )
    ]


def low_quints(hand):
    """All cards of suits with a quint to the knave."""
    return frozenset().union(
        *(ranked(suit, "JT987") for suit in suits(hand) if holds(suit, "JT987"))
    )


def quart_and_kings(hand):
    kings = ranked(hand, "K")
    quarts = [
        ranked(suit, "KQJT")
        for suit in suits(hand)
        if holds(suit, "KQJT") and not ranked(suit, "A9")
    ]
    return frozenset().union(kings, *quarts) if quarts and len(kings) == 3 else frozenset()


def improved_by_one_of_two(hand):
    """Three aces and three kings; a quart major and the two other aces."""
    aces, kings = ranked(hand, "A"), ranked(hand, "K")
    quarts = [
        ranked(suit, "AKQJ") | aces
        for suit in suits(hand)
        if holds(suit, "AKQJ") and not ranked(suit, "T")
    ]
    trios = [aces | kings] if len(kings) == 3 else []
    return frozenset().union(*quarts, *trios) if len(aces) == 3 else frozenset()


def keep_all(find):
    """A maxim that says to keep some cards."""
    return Maxim(
        lambda hand, full: find(hand) and len(hand - find(hand)) >= full,
        lambda hand, thrown, full: thrown.isdisjoint(find(hand)),
        lambda hand, thrown, full: not thrown.isdisjoint(find(hand)),
    )


@cache
def waits_for_one_card(hand):
    """The low trio; without one, a quart beside the longest that only one card makes a quint."""
    quarts = [run for suit in others(hand) for run in runs(suit) if len(run) == 4]
    return low_trio(hand) or frozenset().union(
        *(run for run in quarts if holds(run, "AKQJ") or holds(run, "T987"))
    )


def is_dear(hand, thrown):
    """Whether an ace, a king, a king's last guard or a card of the longest suit goes."""
    bared = any(is_kings(suit) and not lower(suit - thrown, "K") for suit in suits(hand))
    return bared or not spares(hand, thrown) or ranked(thrown, "AK")


def can_be_cheap(hand, kept, full):
    return any(
        not is_dear(hand, frozenset(thrown)) for thrown in combinations(sorted(hand - kept), full)
    )


@cache
def cav32_applies(hand, full):
    return (
        bool(waits_for_one_card(hand))
        and not can_be_cheap(hand, waits_for_one_card(hand), full)
        and can_be_cheap(hand, frozenset(), full)
    )


def idle_beside_trios(hand):
    return ((hand - longest(hand)) - ranked(hand, "AK")).difference(*sets(hand, 3))


OF_SETS = {
    "HOY-M01": Maxim(
        lambda hand, full: any(rest & low_trio(hand) for rest in pairs_of_suits(hand)),
        lambda hand, thrown, full: thrown in pairs_of_suits(hand) and thrown & low_trio(hand),
        lambda hand, thrown, full: low_trio(hand) and thrown.isdisjoint(low_trio(hand)),
        leaves=(True, False),
    ),
    "ACA-M03": Maxim(
        lambda hand, full: trio(hand) and costs(hand, trio(hand), full),
        lambda hand, thrown, full: thrown.isdisjoint(trio(hand)),
        lambda hand, thrown, full: not thrown.isdisjoint(trio(hand)),
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
    "CAV-M15": Swap(lambda hand, own: swap(hand, own, "A", "K")),
    "CAV-M18": Swap(swap_for_trio),
    "CAV-M19": Maxim(
        lambda hand, full: (
            low_trio(hand)
            and costs(hand, low_trio(hand), full)
            and len((hand - longest(hand)) - low_trio(hand)) >= full
            and len(hand - ranked(hand, "AK")) >= full
        ),
        lambda hand, thrown, full: (
            not ranked(thrown, "AK") and not thrown.isdisjoint(low_trio(hand))
        ),
        lambda hand, thrown, full: (
            thrown.isdisjoint(low_trio(hand)) and spares(hand, thrown) and ranked(thrown, "AK")
        ),
    ),
    "CAV-M20": Maxim(
        lambda hand, full: (
            low_trio(hand) & (hand - longest(hand))
            and costs(hand, low_trio(hand), full)
            and len(hand - longest(hand)) >= full
        ),
        lambda hand, thrown, full: spares(hand, thrown) and not thrown.isdisjoint(low_trio(hand)),
        lambda hand, thrown, full: (
            thrown.isdisjoint(low_trio(hand)) and spares(hand, thrown) == (len(thrown) < full)
        ),
        leaves=(False, True),
    ),
    "CAV-M22": Maxim(
        lambda hand, full: (
            low_quatorze(hand)
            and any(not ranked(hand, rank) for rank in "AKQJ"[: 4 - holds(low_quatorze(hand), "J")])
            and costs(hand, low_quatorze(hand), full)
        ),
        lambda hand, thrown, full: (
            not thrown.isdisjoint(low_quatorze(hand))
            and spares(hand, thrown)
            and not ranked(thrown, "AK")
        ),
        lambda hand, thrown, full: thrown.isdisjoint(low_quatorze(hand)),
    ),
    "CAV-M23": keep_all(beatable),
    "CAV-M24": Maxim(
        lambda hand, full: cav24_quints(hand),
        lambda hand, thrown, full: thrown in cav24_quints(hand),
        lambda hand, thrown, full: all(thrown.isdisjoint(one) for one in cav24_quints(hand)),
    ),
    "CAV-M25": keep_all(low_quints),
    "CAV-M29": keep_all(quart_and_kings),
    "CAV-M31": keep_all(improved_by_one_of_two),
    "CAV-M32": Maxim(
        cav32_applies,
        lambda hand, thrown, full: (
            not thrown.isdisjoint(waits_for_one_card(hand)) and not is_dear(hand, thrown)
        ),
        lambda hand, thrown, full: thrown.isdisjoint(waits_for_one_card(hand)),
    ),
    "CAV-M34": Maxim(
        lambda hand, full: (
            (len(sets(hand, 3)), len(sets(hand, 4)), full) == (2, 0, 3)
            and len(idle_beside_trios(hand)) == 2
        ),
        lambda hand, thrown, full: thrown == idle_beside_trios(hand),
        lambda hand, thrown, full: sum(not thrown.isdisjoint(one) for one in sets(hand, 3)) == 1,
        leaves=(True, False),
    ),
}
"""When each applies, what follows it, and what breaks it; of two cards, which goes."""


def full_ones(listed, full):
    return [thrown for thrown in listed if len(thrown) == full]


def aim_at_cards(hand, listed, full, ask, worth):
    """What follows and what breaks, given what sparing discards are worth."""
    left = full_ones(listed, full)
    sparing = [thrown for thrown in left if spares(hand, thrown)]
    if len(longest(hand)) < 5 or not sparing:
        return set(), set()
    for number, deals in ((120, 16), (12, 128), (3, 512)):
        won = dict(zip(left[:number], ask(deals, left[:number]), strict=True))
        left = sorted(won, key=lambda thrown: -won[thrown][0])
    if left[0] == max(sparing[:20], key=worth):
        return set(), set()
    return {left[0]}, set(sparing) - {left[0]}


def stop_repique(hand, listed, full, ask, worth):
    tried = full_ones(listed, full)[:40]
    told = dict(zip(tried, ask(128, tried), strict=True))
    usual = max(tried, key=lambda thrown: told[thrown][2])
    dear = longest(hand) | ranked(hand, "K")
    given = [thrown for thrown in tried if (thrown - usual) & dear]
    if told[usual][1] < 0.1 or not given:
        return set(), set()
    given.sort(key=lambda thrown: told[thrown][1])
    threat, *others = (told[1] for told in ask(1024, [usual, *given[:4]]))
    saving = {thrown for thrown, one in zip(given, others, strict=False) if one <= 0.9 * threat}
    return saving, {usual}
