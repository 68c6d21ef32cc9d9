"""The published maxims on the play in sets of cards, from their words.

Each is a function of what a seat sees: it gives the cards that do as the maxim says, and those that
do what it is held against. Where the words of the file hedge, they are read as the rule's `reading`
says; nothing else is taken from the rules.
"""

from collections import namedtuple
from functools import lru_cache
from itertools import permutations

from reference_hands import SUITS, height, legal_replies, pips

NOTHING = frozenset(), frozenset()


class Seen(
    namedtuple(
        "Seen",
        [
            *("seat", "hand", "led", "unseen", "held", "shown", "discard"),
            *("own_played", "their_played", "tricks", "their_tricks", "points", "their_points"),
            *("answers", "their_point"),
        ],
    )
):
    """What a seat sees when it is to play a card; cards are names in sets.

    ``unseen`` are the cards that the opponent may hold, ``held`` those that they are known to hold,
    ``shown`` the seat's cards that were called or shown and are not played. ``answers`` say how
    point, sequence and set stand (nobody, mine, theirs, equal), ``their_point`` how many cards the
    opponent's point has, 0 where none was heard.
    """

    @property
    def may_play(self):
        return frozenset(legal_replies(self.hand, self.led))


@lru_cache(1 << 17)
def of_suit(cards, suit):
    return frozenset(card for card in cards if card[1] == suit)


def ranks(cards):
    return {card[0] for card in cards}


@lru_cache(1 << 17)
def higher(cards, than):
    return frozenset(card for card in of_suit(cards, than[1]) if height(card) > height(than))


def top(cards):
    return max(cards, key=height)


def winners(seen, cards=None):
    """Cards that no unseen card beats."""
    return frozenset(
        card for card in (seen.hand if cards is None else cards) if not higher(seen.unseen, card)
    )


def own_suits(seen):
    return [of_suit(seen.hand, suit) for suit in SUITS if of_suit(seen.hand, suit)]


def touching(seen, card):
    """All cards that may be played that are as good: nobody else's card lies between."""
    others = seen.unseen | ({seen.led} if seen.led else set())
    return frozenset(
        one
        for one in of_suit(seen.may_play, card[1])
        if higher(of_suit(others, card[1]), one) == higher(of_suit(others, card[1]), card)
    )


def next_above(seen, suit):
    """How many unseen cards are above the highest card that is no winner; None without one."""
    rest = suit - winners(seen)
    return len(higher(seen.unseen, top(rest))) if rest else None


def is_tenace(seen, suit):
    return bool(winners(seen, suit)) and next_above(seen, suit) == 1


def when(is_so):
    """Of a maxim on some moments, which says nothing at others."""
    return lambda maxim: lambda seen: maxim(seen) if is_so(seen) else NOTHING


leads = when(lambda seen: seen.led is None)
leads_first = when(lambda seen: seen.led is None and len(seen.hand) == 12)
cannot_follow = when(lambda seen: seen.led is not None and not of_suit(seen.hand, seen.led[1]))


# ---- Leads --------------------------------------------------------------------------------------
@leads_first
def establish(seen):
    good = [
        suit
        for suit in own_suits(seen)
        if len(suit) >= 4 and ranks(suit) & set("AKQJ") in ({"K", "Q", "J"}, {"A", "Q", "J"})
    ]
    return (frozenset(map(top, good)), seen.hand.difference(*good)) if good else NOTHING


@leads_first
def run_masters(seen):
    best = winners(seen)
    suit = max(own_suits(seen), key=lambda cards: (len(cards), pips(cards)))
    return (best & suit, seen.hand - best) if len(best) >= 3 and len(suit) >= 5 else NOTHING


@leads
def lead_highest(seen):
    def order(card):
        return height(card), len(of_suit(seen.hand, card[1])), -SUITS.index(card[1])

    chosen = max(seen.hand, key=order)
    return frozenset({chosen}), seen.hand - touching(seen, chosen)


@leads
def longer_first(seen):
    pairs = [
        (winners(seen, long), winners(seen, short))
        for short, long in permutations(own_suits(seen), 2)
        if len(short) < len(long)
        and len(winners(seen, short)) == len(winners(seen, long)) > 0
        and next_above(seen, short) == next_above(seen, long)
    ]
    follow, against = (frozenset().union(*(pair[at] for pair in pairs)) for at in (0, 1))
    return NOTHING if follow & against else (follow, against)


@leads
def shorter_first(seen):
    for held, lacking in (("AKJ", "Q"), ("AQ", "K")):
        suits = [
            suit
            for suit in sorted(own_suits(seen), key=len)
            if ranks(suit) & set(held + lacking) == set(held)
            and lacking + next(iter(suit))[1] in seen.unseen
        ]
        is_needed = seen.tricks + len(winners(seen)) < 6
        if [*map(len, suits)] == [3, 5] and winners(seen) <= suits[0] | suits[1] and is_needed:
            return tuple(frozenset({top(suit)}) for suit in suits)
    return NOTHING


@leads
def lead_loser(seen):
    tenaces = [suit for suit in own_suits(seen) if is_tenace(seen, suit)]
    if len(seen.hand) > 6 or len(tenaces) != 1:
        return NOTHING
    outside, out = seen.hand - tenaces[0], of_suit(seen.unseen, top(tenaces[0])[1])
    is_so = outside - winners(seen) and len(out) >= 2
    return (winners(seen, outside) or outside, tenaces[0]) if is_so else NOTHING


@leads
def see_one_more(seen):
    fallen = seen.own_played | seen.their_played
    whole = [suit for suit in own_suits(seen) if ranks(suit) >= {"A", "K"}]
    aces = frozenset(top(suit) for suit in whole if not of_suit(fallen, top(suit)[1]))
    rest = seen.hand.difference(*(touching(seen, ace) for ace in aces))
    return (aces, rest) if aces and len(seen.own_played) >= 2 else NOTHING


@leads
def play_winner(seen):
    sure = frozenset(
        card
        for card in winners(seen)
        if not of_suit(seen.held, card[1])
        and len(seen.unseen - of_suit(seen.unseen, card[1])) >= len(seen.hand)
    )
    return (sure, seen.hand - winners(seen)) if sure and seen.tricks in (5, 6) else NOTHING


@leads
def keep_last(seen):
    fewer, more = sorted((seen.tricks, seen.their_tricks))
    is_settled = more >= 7 and fewer >= 1 and len(seen.hand) == 2
    stopped = [card for card in winners(seen) if of_suit(seen.unseen, card[1])]
    is_so = is_settled and len(winners(seen)) == len(stopped) == 1
    return (seen.hand - winners(seen), winners(seen)) if is_so else NOTHING


@leads
def run_to_pique(seen):
    is_silent = not seen.their_points and not seen.their_tricks
    if not seen.own_played:
        is_silent &= not {"nobody", "theirs"} & set(seen.answers)
    sure = 1
    for suit in own_suits(seen):
        out, best = of_suit(seen.unseen, top(suit)[1]), winners(seen, suit)
        sure += len(suit) if len(best) >= len(out) else len(best)
    makes_it = seen.points + 1 < 30 <= seen.points + min(sure, len(seen.hand))
    return (winners(seen), seen.hand - winners(seen)) if is_silent and makes_it else NOTHING


# ---- Replies ------------------------------------------------------------------------------------
@cannot_follow
def keep_guards(seen):
    stops, guards = set(), set()
    for suit in own_suits(seen):
        against, below = higher(seen.unseen, top(suit)), suit - {top(suit)}
        if top(suit)[0] in "KQ" and against and len(below) >= len(against):
            stops.add(top(suit))
            guards |= below if len(below) == len(against) else set()
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
    small = frozenset().union(*kings).difference(map(top, kings))
    return (small, seen.hand.difference(*kings)) if kings and is_point else NOTHING


@cannot_follow
def keep_exit(seen):
    exits = [suit for suit in own_suits(seen) if len(suit) == 1 and higher(seen.unseen, top(suit))]
    has_tenace = any(is_tenace(seen, suit) for suit in own_suits(seen))
    return (seen.hand - exits[0], exits[0]) if has_tenace and len(exits) == 1 else NOTHING


def play_known(seen):
    groups = {touching(seen, card) for card in seen.may_play}
    both = [group for group in groups if group - seen.shown and group & seen.shown]
    return (both[0] & seen.shown, both[0] - seen.shown) if len(both) == 1 else NOTHING


@cannot_follow
def keep_longer(seen):
    if seen.their_tricks != 10 or len(seen.hand) != 2:
        return NOTHING
    one, two = sorted(seen.hand, key=lambda card: len(of_suit(seen.unseen, card[1])))
    fewer, more = (len(of_suit(seen.unseen, card[1])) for card in (one, two))
    # Lower cards of both suits are out.
    is_so = len(higher(seen.unseen, one)) < fewer < more > len(higher(seen.unseen, two))
    return (frozenset({one}), frozenset({two})) if is_so else NOTHING


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
