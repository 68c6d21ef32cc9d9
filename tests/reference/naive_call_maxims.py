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
from naive_primer import height

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


def rank_of(card):
    return height(card)


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


def low_of_two_points(view):
    """CAV-C01: of two equally long suits the one with fewer pips, which nothing beats."""
    most = max(map(len, suits(view.hand)))
    long = sorted(pips(suit) for suit in suits(view.hand) if len(suit) == most)
    if len(long) != 2 or long[0] == long[1]:
        return None
    low = most, long[0]
    if any(compare(point, low) >= 0 for point in points_of(view.unseen)):
        return None
    return sink(view, 0, low), best_calls(view.hand)


def three_of_four(view):
    """CAV-C03: a point of four that can only be beaten."""
    own = best_point(view.hand)
    if own[0] != 4:
        return None
    # Of each suit the opponent holds as little as may be; what is left out is counted.
    if any(compare(best_point(hand), own) <= 0 for hand in view.list_hands()):
        return None
    three = max(
        (3, pips(some)) for suit in suits(view.hand) for some in combinations(sorted(suit), 3)
    )
    return sink(view, 0, three), best_calls(view.hand)


def beaten_sequence(view):
    """CAV-C05: a sequence that the better point has in it."""
    point, sequence, _ = best_calls(view.hand)
    answers = {"not good": 1, "equal": 0}
    if sequence is None or view.answers[0] not in answers:
        return None
    wanted = answers[view.answers[0]]
    fitting = [hand for hand in view.list_hands() if compare(best_point(hand), point) == wanted]
    if not fitting or any(compare(best_sequence(hand), sequence) <= 0 for hand in fitting):
        return None
    return sink(view, 1), best_calls(view.hand)


def unguarded(view):
    """Kings without a card below, queens with fewer than two, that can be taken."""
    found = []
    for suit in suits(view.hand):
        name = next(iter(suit))[1] if suit else ""
        above = [rank for rank in "AK" if rank + name in view.unseen]
        if ranked(suit, "K") and "A" in above and len(suit) == 1:
            found.append("K" + name)
        if ranked(suit, "Q") and above == ["A", "K"] and len(suit) < 3:
            found.append("Q" + name)
    return found


def is_good(view, place):
    """Younger knows; elder cannot and reckons with it."""
    if view.seat == "elder":
        return True
    return compare(best_calls(view.hand)[place], view.heard[place]) > 0


def cards_of(view):
    """By class: the cards that its call makes known."""
    held = [
        longest(view.hand),
        frozenset(card for suit in suits(view.hand) for run in runs(suit) for card in run),
        frozenset(card for one in all_sets(view.hand) for card in one),
    ]
    return [cards if is_good(view, place) else frozenset() for place, cards in enumerate(held)]


def small_score(view):
    """CAV-C06: the cheapest small score, where all calls show at least nine cards."""
    known = cards_of(view)
    if not unguarded(view) or len(frozenset().union(*known)) < 9:
        return None
    ways = []
    beside = known[1] | known[2]
    spare = [card for card in known[0] if card not in beside]
    if spare:
        card = min(spare, key=rank_of)
        less = len(known[0]) - 1, pips(known[0] - {card})
        if view.seat == "younger":
            is_sure = compare(less, view.heard[0]) > 0
        else:
            is_sure = all(compare(less, point) > 0 for point in points_of(view.unseen))
        others = [(len(suit), pips(suit)) for suit in suits(view.hand) if not suit & known[0]]
        if is_sure and max(others) < less and less[0] > 2:
            ways.append((1, -1, 0, less))
    for place, size in ((1, 3), (2, 3)):
        hidden = known[place] - known[0] - known[3 - place]
        if len(known[place]) == size and hidden:
            ways.append((3, -len(hidden), place, None))
    if not ways:
        return None
    price, _, place, call = min(ways, key=lambda way: way[:3])
    calls = sink(view, place, call)
    if view.seat == "younger":
        scores = scores_of(view.hand)
        less = [score - price * (one == place) for one, score in enumerate(scores)]
        gives_up = reckon(view, best_calls(view.hand), scores) >= 30 > reckon(view, calls, less)
    else:
        left = stake(view, price, place)
        others = (False, bool(sequences_of(view.unseen)), bool(all_sets(view.unseen)))
        if others[place] and (place == 1 or left == "pique"):
            left = "none"  # younger may reckon in that class, then
        gives_up = stake(view, 0, place) != left
    return None if gives_up else (calls, best_calls(view.hand))


def reckon(view, calls, scores):
    """What younger counts in order, until elder has counted something."""
    reached = 0
    for call, heard, score in zip(calls, view.heard, scores, strict=True):
        if compare(call, heard) < 0:
            break
        if compare(call, heard) > 0:
            reached += score
    return reached


def winners(view):
    """Cards that no unseen card can take, and all of a suit of which they draw what is out."""
    found = frozenset()
    for suit in suits(view.hand):
        out = [card for card in view.unseen if suit and card[1] == next(iter(suit))[1]]
        top = [card for card in suit if all(rank_of(card) > rank_of(one) for one in out)]
        found |= suit if len(top) >= len(out) else frozenset(top)
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
    if any(call and answer != "good" for call, answer in called):
        return "none"
    reached = sum(scores_of(view.hand)) - less
    if reached >= 30:
        return "repique"
    return "pique" if reached + len(winners(view)) >= 30 else "none"


def hidden_king(view):
    """CAV-C07: the king of spades bare and eleven winners; three of the kings are named.

    No pique or repique is given up, only the eleven points; nothing that younger may hold beats
    the three.
    """
    kings = ranked(view.hand, "K")
    spades = frozenset(card for card in view.hand if card[1] == "S")
    is_so = len(kings) == 4 and spades == {"KS"} and "AS" in view.unseen
    if not is_so or winners(view) != view.hand - {"KS"}:
        return None
    if stake(view, 0) != stake(view, 11):
        return None
    trio = max((3, rank_of(next(iter(one)))) for one in all_sets(view.hand))
    is_quatorze = best_set(view.hand) == (4, rank_of("K"))
    stays_good = compare(trio, best_set(view.unseen)) > 0
    return (sink(view, 2, trio), best_calls(view.hand)) if is_quatorze and stays_good else None


def bonus(view):
    """CAV-C09: thirty is reached with the last good class, and not without it."""
    scores = scores_of(view.hand)
    reached, last = 0, None
    held = [place for place, call in enumerate(best_calls(view.hand)) if call]
    if view.seat == "elder":
        last = held[-1]
        if any(view.answers[place] != "good" for place in held[:-1]):
            return None
        reached = sum(scores) + len(winners(view))
    else:
        for place in range(3):
            order = compare(best_calls(view.hand)[place], view.heard[place])
            if order < 0:
                break
            if order > 0:
                reached, last = reached + scores[place], place
    if last is None or reached < 30 or reached - scores[last] >= 30:
        return None
    return best_calls(view.hand), sink(view, last)


def turn(maxim):
    def turned(view):
        found = maxim(view)
        return found and found[::-1]

    return turned


MAXIMS = {
    "CAV-C01": low_of_two_points,
    "CAV-C03": three_of_four,
    "CAV-C05": beaten_sequence,
    "CAV-C06": small_score,
    "CAV-C07": hidden_king,
    "CAV-C08": turn(small_score),
    "CAV-C09": bonus,
}
