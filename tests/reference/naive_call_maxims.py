"""The published maxims on calling in sets of cards, from their words.

Each is a function of what a seat sees when it is to call. It gives None where the maxim does not
apply, else what the maxim says is called and what it is compared with, each as a point, a sequence
and a set. A point is its cards and pips, a sequence its cards and its top card's height, a set its
number and height; None is not called. Where the words of the file hedge, they are read as the
rule's `reading` says. Written before the rules, by going through every hand that may be held.
"""

from itertools import combinations
from typing import NamedTuple

from naive_maxims import longest, pips, ranked, runs, suits
from naive_primer import height as rank_of

PACK = frozenset(rank + suit for rank in "AKQJT987" for suit in "SHDC")
SEQUENCE_POINTS = {3: 3, 4: 4, 5: 15, 6: 16, 7: 17, 8: 18}


class View(NamedTuple):
    """What a seat sees; of a class that was not answered, or not heard of, nothing is known."""

    seat: str
    hand: frozenset
    thrown: frozenset
    answers: tuple = ("", "", "")
    """To elder, in the classes before: good, not good, equal."""
    heard: tuple = (None, None, None)
    """By younger: elder's calls."""

    @property
    def unseen(self):
        return PACK - self.hand - self.thrown

    def list_hands(self):
        """All that the opponent may hold."""
        left = len(self.unseen) - 12
        return (self.unseen - set(out) for out in combinations(sorted(self.unseen), left))


def points_of(cards):
    return [(len(suit), pips(suit)) for suit in suits(cards) if suit]


def best_point(cards):
    return max(points_of(cards))


def sequences_of(cards):
    return [(len(run), max(map(rank_of, run))) for suit in suits(cards) for run in runs(suit)]


def best_sequence(cards):
    return max(sequences_of(cards), default=None)


def all_sets(cards):
    found = [ranked(cards, rank) for rank in "AKQJT"]
    return [one for one in found if len(one) >= 3]


def best_set(cards):
    return max(((len(one), rank_of(next(iter(one)))) for one in all_sets(cards)), default=None)


def best_calls(cards):
    return best_point(cards), best_sequence(cards), best_set(cards)


def compare(one, other):
    """1, 0 or -1: which of two calls is better; none is less than any."""
    one, other = one or (0, 0), other or (0, 0)
    return (one > other) - (one < other)


def sink(view, place, call=None):
    calls = list(best_calls(view.hand))
    calls[place] = call
    return tuple(calls)


def instead(view, is_so, calls):
    """What is called where a maxim applies, and what it is compared with."""
    return (calls, best_calls(view.hand)) if is_so else None


def low_of_two_points(view):
    """CAV-C01: of two equally long suits the one with fewer pips, which nothing beats."""
    points = sorted(points_of(view.hand))
    long = [point for point in points if point[0] == points[-1][0]]
    is_so = len(long) == 2 and long[1] > long[0] > best_point(view.unseen)
    return instead(view, is_so, sink(view, 0, long[0]))


def three_of_four(view):
    """CAV-C03: a point of four that can only be beaten."""
    own = best_point(view.hand)
    # Of each suit the opponent holds as little as may be; what is left out is counted.
    is_so = own[0] == 4 and all(best_point(hand) > own for hand in view.list_hands())
    three = max(
        (3, pips(some)) for suit in suits(view.hand) for some in combinations(sorted(suit), 3)
    )
    return instead(view, is_so, sink(view, 0, three))


def beaten_sequence(view):
    """CAV-C05: a sequence that the better point has in it."""
    point, sequence, _ = best_calls(view.hand)
    wanted = {"not good": 1, "equal": 0}.get(view.answers[0])
    hands = view.list_hands() if sequence and wanted is not None else ()
    fitting = [best_sequence(hand) for hand in hands if compare(best_point(hand), point) == wanted]
    is_so = bool(fitting) and all(compare(one, sequence) > 0 for one in fitting)
    return instead(view, is_so, sink(view, 1))


def is_unguarded(view):
    """Whether a king without a card below, or a queen with fewer than two, can be taken."""
    kings = [suit for suit in suits(view.hand) if ranked(suit, "K") and len(suit) == 1]
    queens = [suit for suit in suits(view.hand) if ranked(suit, "Q") and len(suit) < 3]
    return any(can_take(view, suit, "A") for suit in kings) or any(
        can_take(view, suit, "AK") for suit in queens
    )


def can_take(view, suit, ranks):
    return all(rank + next(iter(suit))[1] in view.unseen for rank in ranks)


def is_good(view, place):
    """Younger knows; elder cannot and reckons with it."""
    return view.seat == "elder" or compare(best_calls(view.hand)[place], view.heard[place]) > 0


def cards_of(view):
    """By class: the cards that its call makes known."""
    held = [
        longest(view.hand),
        frozenset(card for suit in suits(view.hand) for run in runs(suit) for card in run),
        frozenset(card for one in all_sets(view.hand) for card in one),
    ]
    return [cards if is_good(view, place) else frozenset() for place, cards in enumerate(held)]


def cheaper_point(view, known):
    """The point without its least card, where it is sure to stay good; else nothing."""
    spare = known[0] - known[1] - known[2]
    less = known[0] - {min(spare, key=rank_of, default="")}
    called = len(less), pips(less)
    others = [(len(suit), pips(suit)) for suit in suits(view.hand) if not suit & known[0]]
    against = points_of(view.unseen) if view.seat == "elder" else [view.heard[0]]
    is_sure = all(compare(called, point) > 0 for point in [*against, *others])
    return called if spare and is_sure and len(less) > 2 else None


def small_score(view):
    """CAV-C06: the cheapest small score, where all calls show at least nine cards."""
    known, point = cards_of(view), cheaper_point(view, cards_of(view))
    ways = [(1, -1, 0, point)] if point else []
    for place in (1, 2):
        hidden = known[place] - known[0] - known[3 - place]
        if len(known[place]) == 3 and hidden:
            ways.append((3, -len(hidden), place, None))
    if not ways or not is_unguarded(view) or len(frozenset().union(*known)) < 9:
        return None
    price, _, place, call = min(ways, key=lambda way: way[:3])
    calls = sink(view, place, call)
    if view.seat == "younger":
        scores = scores_of(view.hand)
        less = [score - price * (one == place) for one, score in enumerate(scores)]
        gives_up = reckon(view, best_calls(view.hand), scores) >= 30 > reckon(view, calls, less)
    else:
        left = stake(view, price, place)
        others = (False, sequences_of(view.unseen), all_sets(view.unseen))
        if others[place] and (place == 1 or left == "pique"):
            left = "none"  # younger may reckon in that class, then
        gives_up = stake(view, 0, place) != left
    return instead(view, not gives_up, calls)


def reckon(view, calls, scores):
    """What younger counts in order, until elder has counted something."""
    orders = [compare(*both) for both in zip(calls, view.heard, strict=True)]
    before = orders.index(-1) if -1 in orders else 3
    return sum(scores[place] for place in range(before) if orders[place] > 0)


def winners(view):
    """Cards that no unseen card can take, and all of a suit of which they draw what is out."""
    found = frozenset()
    for suit in filter(None, suits(view.hand)):
        out = [rank_of(card) for card in view.unseen if card[1] == next(iter(suit))[1]]
        top = frozenset(card for card in suit if rank_of(card) > max(out, default=-1))
        found |= suit if len(top) >= len(out) else top
    return found


def scores_of(hand):
    return [
        best_point(hand)[0],
        sum(SEQUENCE_POINTS[length] for length, _ in sequences_of(hand)),
        sum(14 if len(one) == 4 else 3 for one in all_sets(hand)),
    ]


def stake(view, less, classes=2):
    """The bonus that elder may make with so many points less, nothing of younger's being good.

    So many classes have been answered.
    """
    called = zip(best_calls(view.hand)[:classes], view.answers[:classes], strict=True)
    is_good = all(answer == "good" for call, answer in called if call)
    reached = sum(scores_of(view.hand)) - less
    is_pique = reached + len(winners(view)) >= 30
    return "none" if not is_good or not is_pique else "repique" if reached >= 30 else "pique"


def hidden_king(view):
    """CAV-C07: the king of spades bare and eleven winners; three of the kings are named.

    No pique or repique is given up, only the eleven points; nothing that younger may hold beats
    the three.
    """
    trio = max([(3, rank_of(next(iter(one)))) for one in all_sets(view.hand)], default=None)
    is_so = (
        best_set(view.hand) == (4, rank_of("K"))
        and ranked(view.hand, "AKQJT987") - winners(view) == {"KS"}
        and {card for card in view.hand if card[1] == "S"} == {"KS"}
        and "AS" in view.unseen
        and stake(view, 0) == stake(view, 11)
        and compare(trio, best_set(view.unseen)) > 0
    )
    return instead(view, is_so, sink(view, 2, trio))


def bonus(view):
    """CAV-C09: thirty is reached with the last good class, and not without it."""
    scores, own = scores_of(view.hand), best_calls(view.hand)
    good = [place for place in range(3) if own[place]]
    reached = sum(scores) + len(winners(view))
    if view.seat == "elder":
        if any(view.answers[place] != "good" for place in good[:-1]):
            return None
    else:
        orders = [compare(*both) for both in zip(own, view.heard, strict=True)]
        before = orders.index(-1) if -1 in orders else 3
        good = [place for place in range(before) if orders[place] > 0]
        reached = sum(scores[place] for place in good)
    is_so = bool(good) and reached >= 30 > reached - scores[good[-1]]
    return (own, sink(view, good[-1])) if is_so else None


MAXIMS = {
    "CAV-C01": low_of_two_points,
    "CAV-C03": three_of_four,
    "CAV-C05": beaten_sequence,
    "CAV-C06": small_score,
    "CAV-C07": hidden_king,
    "CAV-C08": lambda view: (small_score(view) or ())[::-1] or None,
    "CAV-C09": bonus,
}
