"""Ten published maxims on the discard, a second time, from their words alone.

Written from the fields "situation", "says" and "against" of the list of published maxims by someone
who had not read how the studies read them; `naive_maxims` is the twin that takes the studies'
readings. A card is text such as ``"AS"``, ten is ``T``; hands and discards are sets of cards.
Nothing is fast: where the words say that some discard does this or that, all discards are tried.

How the words are read where they leave it open:

- A *full* discard has five cards for elder and three for younger. Where a maxim is judged against
  "the best full discard", the discard that follows it is full, too, so that both take in equally
  many cards.
- The *longest suit* is, of those that no suit exceeds in number, the one with the most pips, which
  would be called for the point; so read, CAV-M05 applies about as often as the list states. Where
  pips are equal, too, it may be any of them. Only CAV-M01 asks for a suit longer than all others.
- A *trio* is three cards of a rank, not four.
- A card that is thrown is not "left without a guard", so a king thrown with all of his suit does
  not break CAV-M05.
"""

from collections.abc import Callable
from functools import partial
from itertools import combinations
from typing import NamedTuple

RANKS = "789TJQKA"
SUITS = "SHDC"
PIPS = dict(zip(RANKS, (7, 8, 9, 10, 10, 10, 10, 11), strict=True))
PACK = frozenset(rank + suit for rank in RANKS for suit in SUITS)
FULL = {"elder": 5, "younger": 3}

Cards = frozenset[str]


class Twin(NamedTuple):
    """A maxim as one seat is given it."""

    maxim: str
    seat: str
    applies: Callable[[Cards], bool]
    """Whether the maxim speaks of a dealt hand."""
    follows: Callable[[Cards, Cards], bool]
    """Whether a discard does what the maxim says."""
    breaks: Callable[[Cards, Cards], bool]
    """Whether a discard is what the maxim is judged against."""


def read_cards(text: str) -> Cards:
    """Cards written in the toolkit's way: spades.hearts.diamonds.clubs."""
    parts = text.split(".")
    return frozenset(
        rank + suit for suit, ranks in zip(SUITS, parts, strict=True) for rank in ranks
    )


def suit_of(hand: Cards, suit: str) -> Cards:
    """The cards of a suit."""
    return frozenset(card for card in hand if card[1] == suit)


def of_ranks(cards: Cards, ranks: str) -> Cards:
    """The cards of some ranks."""
    return frozenset(card for card in cards if card[0] in ranks)


def below(rank: str) -> str:
    """All lower ranks."""
    return RANKS[: RANKS.index(rank)]


def pips(cards: Cards) -> int:
    """What cards count for the point."""
    return sum(PIPS[card[0]] for card in cards)


def longest_suits(hand: Cards) -> list[Cards]:
    """The suit that no suit exceeds in number and then in pips, or several that are equal."""
    suits = [suit_of(hand, suit) for suit in SUITS]
    most = max((len(suit), pips(suit)) for suit in suits)
    return [suit for suit in suits if (len(suit), pips(suit)) == most]


def touched(thrown: Cards) -> int:
    """Of how many suits there are cards."""
    return len({card[1] for card in thrown})


def is_full(thrown: Cards, full: int) -> bool:
    """Whether a discard has all the cards that the seat may exchange."""
    return len(thrown) == full


def full_discards(cards: Cards, full: int) -> list[Cards]:
    """All full discards from among some cards."""
    return [frozenset(chosen) for chosen in combinations(sorted(cards), full)]


# CAV-M01: choose the best suit for point and throw nothing from it.


def point_applies(hand: Cards, full: int) -> bool:
    """A unique longest suit of five or more; the others hold enough for a full discard."""
    longest = longest_suits(hand)[0]
    is_unique = [len(suit_of(hand, suit)) for suit in SUITS].count(len(longest)) == 1
    return is_unique and len(longest) >= 5 and len(hand - longest) >= full


def point_follows(hand: Cards, thrown: Cards, full: int) -> bool:
    """No card of the longest suit goes."""
    return is_full(thrown, full) and not thrown & longest_suits(hand)[0]


def point_breaks(hand: Cards, thrown: Cards, full: int) -> bool:
    """At least one card of it goes."""
    return is_full(thrown, full) and bool(thrown & longest_suits(hand)[0])


# CAV-M05: as younger, leave a king his guard and a queen her two.


def guarded_kings(hand: Cards) -> set[str]:
    """The suits with a king, no ace and one to three lower cards, outside the longest suit."""
    return {suit for suit in other_suits(hand) if is_headed(hand, suit, "K", (1, 2, 3))}


def guarded_queens(hand: Cards) -> set[str]:
    """The suits with a queen, no ace or king and two to four lower, outside the longest suit."""
    return {suit for suit in other_suits(hand) if is_headed(hand, suit, "Q", (2, 3, 4))}


def other_suits(hand: Cards) -> set[str]:
    """The suits outside the longest, or outside one of those that are equal."""
    return {card[1] for longest in longest_suits(hand) for card in hand - longest}


def is_headed(hand: Cards, suit: str, rank: str, guards: tuple[int, ...]) -> bool:
    """Whether a rank is the highest of a suit, with one of these numbers of cards below."""
    cards = suit_of(hand, suit)
    lower = of_ranks(cards, below(rank))
    return rank + suit in cards and lower == cards - {rank + suit} and len(lower) in guards


def is_unguarded(hand: Cards, thrown: Cards, suit: str, rank: str, least: int) -> bool:
    """Whether a card stays with fewer lower ones of its suit than it needs."""
    left = suit_of(hand - thrown, suit)
    return rank + suit in left and len(of_ranks(left, below(rank))) < least


def unguards(hand: Cards, thrown: Cards, queens: bool) -> bool:
    """Whether a discard unguards one of the kings, or of the queens where these count."""
    kings_bare = any(is_unguarded(hand, thrown, suit, "K", 1) for suit in guarded_kings(hand))
    queens_bare = any(is_unguarded(hand, thrown, suit, "Q", 2) for suit in guarded_queens(hand))
    return kings_bare or (queens and queens_bare)


def guards_apply(hand: Cards, full: int, queens: bool = True) -> bool:
    """There is such a king, or such a queen where these count."""
    return bool(guarded_kings(hand)) or (queens and bool(guarded_queens(hand)))


def guards_follow(hand: Cards, thrown: Cards, full: int, queens: bool = True) -> bool:
    """None is unguarded."""
    return is_full(thrown, full) and not unguards(hand, thrown, queens)


def guards_break(hand: Cards, thrown: Cards, full: int, queens: bool = True) -> bool:
    """At least one is unguarded."""
    return is_full(thrown, full) and unguards(hand, thrown, queens)


# CAV-M08: break into as few suits as you can.


def few_suits_apply(hand: Cards, full: int) -> bool:
    """Sparing a longest suit, one full discard touches two suits at most, another three."""
    for longest in longest_suits(hand):
        numbers = {touched(thrown) for thrown in full_discards(hand - longest, full)}
        if numbers & {1, 2} and 3 in numbers:
            return True
    return False


def few_suits_follow(hand: Cards, thrown: Cards, full: int) -> bool:
    """Two suits are touched at most; whether the longest is one of them is not said."""
    return is_full(thrown, full) and touched(thrown) <= 2


def few_suits_break(hand: Cards, thrown: Cards, full: int) -> bool:
    """Three suits are touched, or all four."""
    return is_full(thrown, full) and touched(thrown) >= 3


# CAV-M10: younger may throw king-knave-small or king-queen-small whole.


def kings_to_throw(hand: Cards) -> list[Cards]:
    """The suits of king, queen or knave, and one card of ten or lower."""
    return [
        cards
        for cards in (suit_of(hand, suit) for suit in SUITS)
        if len(cards) == 3
        and len(of_ranks(cards, "K")) == 1
        and len(of_ranks(cards, "QJ")) == 1
        and len(of_ranks(cards, below("J"))) == 1
    ]


def whole_king_applies(hand: Cards, full: int) -> bool:
    """There is such a suit."""
    return bool(kings_to_throw(hand))


def whole_king_follows(hand: Cards, thrown: Cards, full: int) -> bool:
    """Exactly the three cards of such a suit go."""
    return thrown in kings_to_throw(hand)


def whole_king_breaks(hand: Cards, thrown: Cards, full: int) -> bool:
    """The king of each such suit stays, with at least one guard; of how many cards is not said."""
    return all(
        of_ranks(cards, "K") <= cards - thrown and len(cards - thrown) >= 2
        for cards in kings_to_throw(hand)
    )


# CAV-M11: elder takes all five cards.


def all_five_applies(hand: Cards, full: int) -> bool:
    """Any hand."""
    return True


def all_five_follows(hand: Cards, thrown: Cards, full: int) -> bool:
    """Five cards go."""
    return len(thrown) == 5


def all_five_breaks(hand: Cards, thrown: Cards, full: int) -> bool:
    """Four cards or fewer go."""
    return 1 <= len(thrown) <= 4


# CAV-M14: dealt three of each suit, all guarded, younger takes one card only.


def is_safe(cards: Cards) -> bool:
    """Whether a suit has the ace, a king with a lower card, or a queen with two lower ones."""
    return (
        bool(of_ranks(cards, "A"))
        or (bool(of_ranks(cards, "K")) and len(of_ranks(cards, below("K"))) >= 1)
        or (bool(of_ranks(cards, "Q")) and len(of_ranks(cards, below("Q"))) >= 2)
    )


def cards_to_spare(hand: Cards) -> Cards:
    """The cards without which their suit is still safe."""
    return frozenset(card for card in hand if is_safe(suit_of(hand - {card}, card[1])))


def one_card_applies(hand: Cards, full: int) -> bool:
    """Three cards of each suit, each suit safe, and a card that can be spared."""
    suits = [suit_of(hand, suit) for suit in SUITS]
    is_even = all(len(suit) == 3 for suit in suits)
    return is_even and all(map(is_safe, suits)) and bool(cards_to_spare(hand))


def one_card_follows(hand: Cards, thrown: Cards, full: int) -> bool:
    """One card goes, of the lowest rank that can be spared."""
    spare = cards_to_spare(hand)
    lowest = min((RANKS.index(card[0]) for card in spare), default=None)
    return (
        len(thrown) == 1
        and thrown <= spare
        and all(RANKS.index(card[0]) == lowest for card in thrown)
    )


def one_card_breaks(hand: Cards, thrown: Cards, full: int) -> bool:
    """Three cards go."""
    return len(thrown) == 3


# CAV-M15: if ace or king of a suit that holds both must go, throw the ace.


def parted_suits(hand: Cards, thrown: Cards) -> list[str]:
    """The suits with ace and king of which exactly one goes."""
    pairs = [{"A" + suit, "K" + suit} for suit in SUITS]
    return [sorted(pair)[0][1] for pair in pairs if pair <= hand and len(pair & thrown) == 1]


def parting_applies(hand: Cards, full: int) -> bool:
    """A suit holds ace and king; whether exactly one of them goes depends on the discard."""
    return any({"A" + suit, "K" + suit} <= hand for suit in SUITS)


def parting_follows(hand: Cards, thrown: Cards, full: int) -> bool:
    """Such a suit is parted, and in each it is the ace that goes."""
    parted = parted_suits(hand, thrown)
    return bool(parted) and all("A" + suit in thrown for suit in parted)


def parting_breaks(hand: Cards, thrown: Cards, full: int) -> bool:
    """Such a suit is parted, and in each it is the king that goes."""
    parted = parted_suits(hand, thrown)
    return bool(parted) and all("K" + suit in thrown for suit in parted)


def swap_parted(hand: Cards, thrown: Cards) -> tuple[Cards, Cards] | None:
    """A player's own discard with the ace of each parted suit, and with the king in its place."""
    parted = parted_suits(hand, thrown)
    if not parted:
        return None
    aces = frozenset("A" + suit for suit in parted)
    kings = frozenset("K" + suit for suit in parted)
    others = thrown - aces - kings
    return others | aces, others | kings


# CAV-M19: do not throw an ace or king for the sake of three queens, knaves or tens.


def high_cards(hand: Cards) -> Cards:
    """Aces and kings."""
    return of_ranks(hand, "AK")


def dear_trios(hand: Cards, full: int) -> list[tuple[Cards, Cards]]:
    """Trios and longest suits that can be kept together only at the price of an ace or king."""
    found = []
    for trio in (of_ranks(hand, rank) for rank in "QJT"):
        for longest in longest_suits(hand):
            others = hand - trio - longest
            if len(trio) == 3 and len(others) >= full > len(others - high_cards(hand)):
                found.append((trio, longest))
    return found


def dear_trio_applies(hand: Cards, full: int) -> bool:
    """There is such a trio."""
    return bool(dear_trios(hand, full))


def dear_trio_follows(hand: Cards, thrown: Cards, full: int) -> bool:
    """The trio is broken, aces and kings stay; the longest suit may lose cards."""
    is_broken = any(trio & thrown for trio, _ in dear_trios(hand, full))
    return is_full(thrown, full) and is_broken and not thrown & high_cards(hand)


def dear_trio_breaks(hand: Cards, thrown: Cards, full: int) -> bool:
    """Trio and longest suit stay, an ace or king goes."""
    is_kept = any(not thrown & (trio | longest) for trio, longest in dear_trios(hand, full))
    return is_full(thrown, full) and is_kept and bool(thrown & high_cards(hand))


# CAV-M22: sacrifice even four knaves or tens where keeping them costs something.


def dear_quatorzes(hand: Cards, full: int) -> list[tuple[Cards, Cards]]:
    """Four knaves or tens, and longest suits, that cannot be kept together for nothing."""
    found = []
    for rank in "JT":
        four = of_ranks(hand, rank)
        is_beaten = any(not of_ranks(hand, higher) for higher in "TJQKA"["TJQKA".index(rank) + 1 :])
        for longest in longest_suits(hand):
            cheap = hand - four - longest - high_cards(hand)
            if len(four) == 4 and is_beaten and len(cheap) < full:
                found.append((four, longest))
    return found


def dear_quatorze_applies(hand: Cards, full: int) -> bool:
    """There are such four."""
    return bool(dear_quatorzes(hand, full))


def dear_quatorze_follows(hand: Cards, thrown: Cards, full: int) -> bool:
    """The four are broken; longest suit, aces and kings stay."""
    return (
        is_full(thrown, full)
        and any(
            four & thrown and not longest & thrown for four, longest in dear_quatorzes(hand, full)
        )
        and not thrown & high_cards(hand)
    )


def dear_quatorze_breaks(hand: Cards, thrown: Cards, full: int) -> bool:
    """The four stay."""
    return is_full(thrown, full) and any(
        not four & thrown for four, _ in dear_quatorzes(hand, full)
    )


# CAV-M25: younger keeps the low quint as a shield.


def low_quints(hand: Cards) -> list[Cards]:
    """Knave to seven of a suit; higher cards of the suit may be there, too."""
    quints = [frozenset(rank + suit for rank in "789TJ") for suit in SUITS]
    return [quint for quint in quints if quint <= hand]


def shield_applies(hand: Cards, full: int) -> bool:
    """There is such a quint."""
    return bool(low_quints(hand))


def shield_follows(hand: Cards, thrown: Cards, full: int) -> bool:
    """None of the five goes; impossible in the rare hand of two such quints."""
    return is_full(thrown, full) and not any(quint & thrown for quint in low_quints(hand))


def shield_breaks(hand: Cards, thrown: Cards, full: int) -> bool:
    """One of the five goes at least."""
    return is_full(thrown, full) and any(quint & thrown for quint in low_quints(hand))


_BOTH = ("elder", "younger")
_WORDS = (
    ("CAV-M01", _BOTH, point_applies, point_follows, point_breaks),
    ("CAV-M05", ("younger",), guards_apply, guards_follow, guards_break),
    (
        "CAV-M05 king",
        ("younger",),
        partial(guards_apply, queens=False),
        partial(guards_follow, queens=False),
        partial(guards_break, queens=False),
    ),
    ("CAV-M08", _BOTH, few_suits_apply, few_suits_follow, few_suits_break),
    ("CAV-M10", ("younger",), whole_king_applies, whole_king_follows, whole_king_breaks),
    ("CAV-M11", ("elder",), all_five_applies, all_five_follows, all_five_breaks),
    ("CAV-M14", ("younger",), one_card_applies, one_card_follows, one_card_breaks),
    ("CAV-M15", _BOTH, parting_applies, parting_follows, parting_breaks),
    ("CAV-M19", _BOTH, dear_trio_applies, dear_trio_follows, dear_trio_breaks),
    ("CAV-M22", ("younger",), dear_quatorze_applies, dear_quatorze_follows, dear_quatorze_breaks),
    ("CAV-M25", ("younger",), shield_applies, shield_follows, shield_breaks),
)


def list_twins() -> list[Twin]:
    """Each maxim for each seat to which it is given."""
    return [
        Twin(name, seat, *(partial(asked, full=FULL[seat]) for asked in words))
        for name, seats, *words in _WORDS
        for seat in seats
    ]
