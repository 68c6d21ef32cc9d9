"""The published maxims on the play in sets of cards, from their words.

Each is a function of what a seat sees: it gives the cards that do as the maxim says, and those that
do what it is held against. Where the words of the file hedge, they are read as the rule's `reading`
says; nothing else is taken from the rules.
"""

from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from naive_primer import PIPS, SUITS, height

NOTHING = frozenset(), frozenset()


class Seen(NamedTuple):
    """What a seat sees when it is to play a card; cards are names in sets."""

    seat: str
    hand: frozenset[str]
    led: str | None
    unseen: frozenset[str]
    """Cards that the opponent may hold."""
    held: frozenset[str]
    """Those of them that the opponent is known to hold."""
    shown: frozenset[str]
    """Own cards that were called or shown, and not played."""
    discard: frozenset[str]
    own_played: frozenset[str]
    their_played: frozenset[str]
    tricks: int
    their_tricks: int
    points: int
    their_points: int
    answers: tuple[str, ...]
    """How point, sequence and set stand: nobody, mine, theirs, equal."""
    their_point: int
    """How many cards the opponent's point has, 0 where none was heard."""

    @property
    def may_play(self):
        own = of_suit(self.hand, self.led[1]) if self.led else frozenset()
        return own or self.hand


@lru_cache(1 << 17)
def of_suit(cards, suit):
    return frozenset(card for card in cards if card[1] == suit)


def ranks(cards):
    return {card[0] for card in cards}


@lru_cache(1 << 17)
def higher(cards, than):
    return frozenset(card for card in of_suit(cards, than[1]) if height(card) > height(than))


def lower(cards, than):
    return of_suit(cards, than[1]) - higher(cards, than) - {than}


def top(cards):
    return max(cards, key=height)


def winners(seen, cards=None):
    """Cards that no unseen card beats."""
    return frozenset(
        card for card in (seen.hand if cards is None else cards) if not higher(seen.unseen, card)
    )


def longest(seen):
    return max(own_suits(seen), key=lambda cards: (len(cards), sum(PIPS[one[0]] for one in cards)))


def own_suits(seen):
    return [of_suit(seen.hand, suit) for suit in SUITS if of_suit(seen.hand, suit)]


def is_first_lead(seen):
    return seen.led is None and len(seen.hand) == 12


def touching(seen, card):
    """All cards that may be played that are as good: nobody else's card lies between."""
    others = seen.unseen | ({seen.led} if seen.led else set())
    return frozenset(
        one
        for one in of_suit(seen.may_play, card[1])
        if not any(
            min(height(one), height(card)) < height(other) < max(height(one), height(card))
            for other in of_suit(others, card[1])
        )
    )


def next_above(seen, suit):
    """How many unseen cards are above the highest card that is no winner; None without one."""
    rest = suit - winners(seen)
    return len(higher(seen.unseen, top(rest))) if rest else None


def is_tenace(seen, suit):
    return bool(winners(seen, suit)) and next_above(seen, suit) == 1


def cannot_follow(seen):
    return seen.led is not None and not of_suit(seen.hand, seen.led[1])


# ---- Leads --------------------------------------------------------------------------------------
def establish(seen):
    if not is_first_lead(seen):
        return NOTHING
    good = [
        suit
        for suit in own_suits(seen)
        if len(suit) >= 4 and ranks(suit) & set("AKQJ") in ({"K", "Q", "J"}, {"A", "Q", "J"})
    ]
    if not good:
        return NOTHING
    return frozenset(map(top, good)), seen.hand - frozenset().union(*good)


def run_masters(seen):
    if not is_first_lead(seen) or len(winners(seen)) < 3 or len(longest(seen)) < 5:
        return NOTHING
    return winners(seen, longest(seen)), seen.hand - winners(seen)


def lead_highest(seen):
    if seen.led:
        return NOTHING
    best = max(map(height, seen.hand))
    tops = [card for card in seen.hand if height(card) == best]
    chosen = max(tops, key=lambda card: (len(of_suit(seen.hand, card[1])), -SUITS.index(card[1])))
    return frozenset({chosen}), seen.hand - touching(seen, chosen)


def longer_first(seen):
    if seen.led:
        return NOTHING
    follow, against = set(), set()
    for pair in combinations(own_suits(seen), 2):
        short, long = sorted(pair, key=len)
        alike = len(winners(seen, short)) == len(winners(seen, long)) > 0
        if alike and next_above(seen, short) == next_above(seen, long) and len(short) < len(long):
            follow |= winners(seen, long)
            against |= winners(seen, short)
    return NOTHING if follow & against else (frozenset(follow), frozenset(against))


def shorter_first(seen):
    if seen.led:
        return NOTHING
    for held, lacking in (("AKJ", "Q"), ("AQ", "K")):
        suits = [
            suit
            for suit in own_suits(seen)
            if ranks(suit) & set(held + lacking) == set(held)
            and lacking + next(iter(suit))[1] in seen.unseen
        ]
        rest = seen.hand - frozenset().union(*suits)
        is_needed = seen.tricks + len(winners(seen)) < 6
        if sorted(map(len, suits)) == [3, 5] and not winners(seen, rest) and is_needed:
            short, long = sorted(suits, key=len)
            return frozenset({top(short)}), frozenset({top(long)})
    return NOTHING


def lead_loser(seen):
    tenaces = [suit for suit in own_suits(seen) if is_tenace(seen, suit)]
    if seen.led or len(seen.hand) > 6 or len(tenaces) != 1:
        return NOTHING
    (tenace,) = tenaces
    outside = seen.hand - tenace
    losers = outside - winners(seen)
    if not losers or len(of_suit(seen.unseen, top(tenace)[1])) < 2:
        return NOTHING
    return winners(seen, outside) or losers, tenace


def see_one_more(seen):
    if seen.led or len(seen.own_played) < 2:
        return NOTHING
    fallen = seen.own_played | seen.their_played
    whole = [
        suit
        for suit in own_suits(seen)
        if ranks(suit) >= {"A", "K"} and not of_suit(fallen, top(suit)[1])
    ]
    if not whole:
        return NOTHING
    aces = frozenset(map(top, whole))
    return aces, seen.hand - frozenset().union(*(touching(seen, ace) for ace in aces))


def play_winner(seen):
    if seen.led or seen.tricks not in (5, 6):
        return NOTHING

    def surely_has(suit):
        elsewhere = seen.unseen - of_suit(seen.unseen, suit)
        return bool(of_suit(seen.held, suit)) or len(elsewhere) < len(seen.hand)

    sure = frozenset(card for card in winners(seen) if not surely_has(card[1]))
    return (sure, seen.hand - winners(seen)) if sure else NOTHING


def keep_last(seen):
    is_settled = (
        max(seen.tricks, seen.their_tricks) >= 7 and min(seen.tricks, seen.their_tricks) >= 1
    )
    if seen.led or len(seen.hand) != 2 or not is_settled or len(winners(seen)) != 1:
        return NOTHING
    (winner,) = winners(seen)
    if not of_suit(seen.unseen, winner[1]):
        return NOTHING
    return seen.hand - {winner}, frozenset({winner})


def run_to_pique(seen):
    is_silent = not seen.their_points and not seen.their_tricks
    if not seen.own_played:
        is_silent &= not {"nobody", "theirs"} & set(seen.answers)
    sure = 0
    for suit in own_suits(seen):
        out, best = of_suit(seen.unseen, top(suit)[1]), winners(seen, suit)
        sure += len(suit) if len(best) >= len(out) else len(best)
    leads = min(sure + 1, len(seen.hand))
    if seen.led or not is_silent or seen.points + 1 >= 30 or seen.points + leads < 30:
        return NOTHING
    return winners(seen), seen.hand - winners(seen)


# ---- Replies ------------------------------------------------------------------------------------
def keep_guards(seen):
    if not cannot_follow(seen):
        return NOTHING
    stops, guards = set(), set()
    for suit in own_suits(seen):
        against = higher(seen.unseen, top(suit))
        below = suit - {top(suit)}
        if top(suit)[0] in "KQ" and against and len(below) >= len(against):
            stops.add(top(suit))
            if len(below) == len(against):
                guards |= below
    return seen.hand - stops - guards, frozenset(guards)


def bare_king(seen):
    if not cannot_follow(seen) or seen.answers[0] != "theirs" or seen.their_point < 5:
        return NOTHING
    if len(of_suit(seen.their_played | seen.held, seen.led[1])) < 5:
        return NOTHING
    kings = [
        suit
        for suit in own_suits(seen)
        if len(suit) == 2
        and top(suit)[0] == "K"
        and ranks(of_suit(seen.unseen, top(suit)[1])) >= {"A", "Q"}
        and of_suit(seen.discard, top(suit)[1])
    ]
    if not kings:
        return NOTHING
    every = frozenset().union(*kings)
    return every - frozenset(map(top, kings)), seen.hand - every


def keep_exit(seen):
    exits = [suit for suit in own_suits(seen) if len(suit) == 1 and higher(seen.unseen, top(suit))]
    has_tenace = any(is_tenace(seen, suit) for suit in own_suits(seen))
    if not cannot_follow(seen) or not has_tenace or len(exits) != 1:
        return NOTHING
    return seen.hand - exits[0], exits[0]


def play_known(seen):
    follow, against = set(), set()
    for card in seen.may_play:
        others = touching(seen, card) - {card}
        if card in seen.shown and others - seen.shown:
            follow.add(card)
        if card not in seen.shown and others & seen.shown:
            against.add(card)
    if len({frozenset(touching(seen, card)) for card in follow | against}) != 1:
        return NOTHING
    return frozenset(follow), frozenset(against)


def keep_longer(seen):
    if not cannot_follow(seen) or seen.their_tricks != 10 or len(seen.hand) != 2:
        return NOTHING
    one, two = sorted(seen.hand, key=lambda card: len(of_suit(seen.unseen, card[1])))
    if one[1] == two[1] or not (lower(seen.unseen, one) and lower(seen.unseen, two)):
        return NOTHING
    if len(of_suit(seen.unseen, one[1])) == len(of_suit(seen.unseen, two[1])):
        return NOTHING
    return frozenset({one}), frozenset({two})


OF_PLAY = {
    "CAV-P01": establish,
    "L4E-P01": run_masters,
    "SFT-P01": lead_highest,
    "CAV-P02": longer_first,
    "HOY-P01": shorter_first,
    "CAV-P04": keep_guards,
    "HOY-P02": bare_king,
    "CAV-P06": lead_loser,
    "CAV-P08": keep_exit,
    "CAV-P09": see_one_more,
    "CAV-P11": play_known,
    "CAV-P12": play_winner,
    "CAV-P13": keep_last,
    "CAV-P14": keep_longer,
    "CAV-P17": run_to_pique,
}
