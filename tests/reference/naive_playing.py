"""The published maxims on the play in sets of cards, from their words.

Each is a function of what a seat sees: it gives the cards that do as the maxim says, and those that
do what it is held against. Where the words of the file hedge, they are read as the rule's `reading`
says; nothing else is taken from the rules.
"""

from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from reference_hands import SUITS, height, legal_replies, pips

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
        return frozenset(legal_replies(self.hand, self.led) if self.led else self.hand)


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
    return max(own_suits(seen), key=lambda cards: (len(cards), pips(cards)))


def own_suits(seen):
    return [of_suit(seen.hand, suit) for suit in SUITS if of_suit(seen.hand, suit)]


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


def throws(seen):
    """Whether a card was led that cannot be followed."""
    return seen.led is not None and not of_suit(seen.hand, seen.led[1])


def when(is_so):
    """Of a maxim on some moments, which says nothing at others."""

    def limit(maxim):
        return lambda seen: maxim(seen) if is_so(seen) else NOTHING

    return limit


leads = when(lambda seen: seen.led is None)
leads_first = when(lambda seen: seen.led is None and len(seen.hand) == 12)
cannot_follow = when(throws)


# ---- Leads --------------------------------------------------------------------------------------
@leads_first
def establish(seen):
    good = [
        suit
        for suit in own_suits(seen)
        if len(suit) >= 4 and ranks(suit) & set("AKQJ") in ({"K", "Q", "J"}, {"A", "Q", "J"})
    ]
    if not good:
        return NOTHING
    return frozenset(map(top, good)), seen.hand - frozenset().union(*good)


@leads_first
def run_masters(seen):
    if len(winners(seen)) < 3 or len(longest(seen)) < 5:
        return NOTHING
    return winners(seen, longest(seen)), seen.hand - winners(seen)


@leads
def lead_highest(seen):
    best = max(map(height, seen.hand))
    tops = [card for card in seen.hand if height(card) == best]
    chosen = max(tops, key=lambda card: (len(of_suit(seen.hand, card[1])), -SUITS.index(card[1])))
    return frozenset({chosen}), seen.hand - touching(seen, chosen)


@leads
def longer_first(seen):
    follow, against = set(), set()
    for pair in combinations(own_suits(seen), 2):
        short, long = sorted(pair, key=len)
        alike = len(winners(seen, short)) == len(winners(seen, long)) > 0
        if alike and next_above(seen, short) == next_above(seen, long) and len(short) < len(long):
            follow |= winners(seen, long)
            against |= winners(seen, short)
    return NOTHING if follow & against else (frozenset(follow), frozenset(against))


@leads
def shorter_first(seen):
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


@leads
def lead_loser(seen):
    tenaces = [suit for suit in own_suits(seen) if is_tenace(seen, suit)]
    if len(seen.hand) > 6 or len(tenaces) != 1:
        return NOTHING
    (tenace,) = tenaces
    outside = seen.hand - tenace
    losers = outside - winners(seen)
    if not losers or len(of_suit(seen.unseen, top(tenace)[1])) < 2:
        return NOTHING
    return winners(seen, outside) or losers, tenace


@leads
def see_one_more(seen):
    fallen = seen.own_played | seen.their_played
    whole = [suit for suit in own_suits(seen) if ranks(suit) >= {"A", "K"}]
    aces = frozenset(top(suit) for suit in whole if not of_suit(fallen, top(suit)[1]))
    if not aces or len(seen.own_played) < 2:
        return NOTHING
    return aces, seen.hand - frozenset().union(*(touching(seen, ace) for ace in aces))


@leads
def play_winner(seen):
    def surely_has(suit):
        elsewhere = seen.unseen - of_suit(seen.unseen, suit)
        return bool(of_suit(seen.held, suit)) or len(elsewhere) < len(seen.hand)

    sure = frozenset(card for card in winners(seen) if not surely_has(card[1]))
    return (sure, seen.hand - winners(seen)) if sure and seen.tricks in (5, 6) else NOTHING


@leads
def keep_last(seen):
    fewer, more = sorted((seen.tricks, seen.their_tricks))
    stopped = [card for card in winners(seen) if of_suit(seen.unseen, card[1])]
    is_settled = more >= 7 and fewer >= 1 and len(seen.hand) == 2
    if not is_settled or len(winners(seen)) != 1 or not stopped:
        return NOTHING
    return seen.hand - winners(seen), winners(seen)


@leads
def run_to_pique(seen):
    is_silent = not seen.their_points and not seen.their_tricks
    if not seen.own_played:
        is_silent &= not {"nobody", "theirs"} & set(seen.answers)
    sure = 0
    for suit in own_suits(seen):
        out, best = of_suit(seen.unseen, top(suit)[1]), winners(seen, suit)
        sure += len(suit) if len(best) >= len(out) else len(best)
    certain = min(sure + 1, len(seen.hand))
    if not is_silent or seen.points + 1 >= 30 or seen.points + certain < 30:
        return NOTHING
    return winners(seen), seen.hand - winners(seen)


# ---- Replies ------------------------------------------------------------------------------------
@cannot_follow
def keep_guards(seen):
    stops, guards = set(), set()
    for suit in own_suits(seen):
        against, below = higher(seen.unseen, top(suit)), suit - {top(suit)}
        if top(suit)[0] in "KQ" and against and len(below) >= len(against):
            stops.add(top(suit))
            if len(below) == len(against):
                guards |= below
    return seen.hand - stops - guards, frozenset(guards)


@cannot_follow
def bare_king(seen):
    theirs = of_suit(seen.their_played | seen.held, seen.led[1])
    is_point = seen.answers[0] == "theirs" and min(seen.their_point, len(theirs)) >= 5
    kings = [
        suit
        for suit in own_suits(seen)
        if len(suit) == 2
        and top(suit)[0] == "K"
        and ranks(of_suit(seen.unseen, top(suit)[1])) >= {"A", "Q"}
        and of_suit(seen.discard, top(suit)[1])
    ]
    if not kings or not is_point:
        return NOTHING
    every = frozenset().union(*kings)
    return every - frozenset(map(top, kings)), seen.hand - every


@cannot_follow
def keep_exit(seen):
    exits = [suit for suit in own_suits(seen) if len(suit) == 1 and higher(seen.unseen, top(suit))]
    has_tenace = any(is_tenace(seen, suit) for suit in own_suits(seen))
    if not has_tenace or len(exits) != 1:
        return NOTHING
    return seen.hand - exits[0], exits[0]


def play_known(seen):
    groups = {touching(seen, card) for card in seen.may_play}
    both = [group for group in groups if group - seen.shown and group & seen.shown]
    if len(both) != 1:
        return NOTHING
    (alike,) = both
    return alike & seen.shown, alike - seen.shown


@cannot_follow
def keep_longer(seen):
    if seen.their_tricks != 10 or len(seen.hand) != 2:
        return NOTHING
    one, two = sorted(seen.hand, key=lambda card: len(of_suit(seen.unseen, card[1])))
    fewer, more = (of_suit(seen.unseen, card[1]) for card in (one, two))
    if len(fewer) == len(more) or not (lower(seen.unseen, one) and lower(seen.unseen, two)):
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
