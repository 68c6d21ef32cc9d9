"""Maxims on calling, one function each: what is called that follows it, and what breaks it.

These are the maxims in the file that the engine's calls can express. Each is a function of what the
seat sees when it is about to call, in many deals at once; where both calls are the same, it does
not apply.
"""

from dataclasses import dataclass
from functools import cached_property, lru_cache, partial

import numpy as np

from analyses.maxims.facts import (
    BY_CARDS,
    BY_NUMBER,
    PIPS,
    POINT_CALLS,
    QUATORZE,
    QUATORZE_POINTS,
    RUN_CALLS,
    SUIT_MASKS,
    TRIO,
    TRIO_POINTS,
    Cards,
    Hands,
    count,
    find_masters,
    gather,
    keep_top,
    meets_all,
)
from analyses.maxims.maxim import BOTH, CALL, Sides, judge_rule, register_maxim
from piquet_sim.game.cards import ACE, HAND_CARDS, KING, LANE_MASK, PACK_32_MASK, QUEEN, RANKS
from piquet_sim.game.terms import CLASSES, ELDER, YOUNGER

GOOD, EQUAL, NOT_GOOD = 1, 0, -1
"""Answers to elder."""
_POINT, _SEQUENCE, _SET = range(len(CLASSES))
_TIERCE, _POINT_OF_FOUR = 3, 4
_THIRTY = 30
_REPIQUE = 2
_FEW_UNKNOWN = 3
"""Cards that may be left unknown when all calls show that a card lacks its guard."""

_LANES = np.arange(LANE_MASK + 1)


_TOP_THREE = np.array([POINT_CALLS[keep_top(lane, _TIERCE)] for lane in _LANES.tolist()])
_LOWEST_FOUR = np.array([
    PIPS[lane & ~keep_top(lane, max(lane.bit_count() - _POINT_OF_FOUR, 0))]
    for lane in _LANES.tolist()
])  # fmt: skip


@dataclass(frozen=True)
class Calling:
    """What a seat sees when it is to call, in many deals; cards are masks.

    Cards that elder looked at and left count as not seen.
    """

    seat: str
    hand: np.ndarray
    thrown: np.ndarray
    answers: np.ndarray
    """int64[deal, class]: to elder, one of GOOD, EQUAL and NOT_GOOD."""
    heard: np.ndarray
    """int64[deal, class]: by younger, what elder called; 0 for nothing."""

    @cached_property
    def hands(self) -> Hands:
        """Facts of the hand."""
        return Hands(self.hand)

    @cached_property
    def unseen(self) -> Cards:
        """All cards that the opponent may hold."""
        return Cards(PACK_32_MASK & ~self.hand & ~self.thrown)

    @cached_property
    def out(self) -> np.ndarray:
        """How many of these the opponent does not hold."""
        return count(self.unseen.cards) - HAND_CARDS

    @cached_property
    def best(self) -> np.ndarray:
        """int64[deal, class]: what one calls who calls everything."""
        return self.hands.calls.T

    @cached_property
    def points(self) -> np.ndarray:
        """int64[deal, class]: what the best of each class scores with all that goes with it."""
        return self.hands.class_points.T

    @cached_property
    def is_good(self) -> np.ndarray:
        """bool[deal, class]: whether a call is good, as far as is known; elder takes it to be."""
        return self.best > (self.heard if self.seat == YOUNGER else 0)

    @cached_property
    def shown(self) -> np.ndarray:
        """int64[deal, class]: the cards that good calls make known."""
        return np.where(self.is_good, self.hands.class_cards.T, 0)

    @cached_property
    def winners(self) -> np.ndarray:
        """Cards that win if led: none unseen is higher, or such ones draw all that are out."""
        own, out = self.hands.lanes, self.unseen.lanes
        masters = find_masters(own, out)
        return gather(np.where(count(masters) >= count(out), own, masters))

    def sink(self, place: int, call: np.ndarray | int = 0) -> np.ndarray:
        """All calls but for one class."""
        calls = self.best.copy()
        calls[:, place] = call
        return calls

    def __getitem__(self, places: np.ndarray) -> "Calling":
        """Some of the deals."""
        seen = self.hand, self.thrown, self.answers, self.heard
        return Calling(self.seat, *(one[places] for one in seen))


def _face(applies: np.ndarray, follow: np.ndarray, against: np.ndarray) -> Sides:
    # Where it does not apply, nothing is compared.
    return np.where(applies[:, None], follow, against), against


_BELIEF = "The gain is against one who takes what is not called for absent."

on_calling = partial(judge_rule, CALL)


@on_calling(
    "CAV-C01", "Of two equal points, the small one", (ELDER,),
    reading=f"Exactly two such suits; which of them is led, is left to the player. {_BELIEF}",
)  # fmt: skip
def call_lower_point(seen: Calling) -> Sides:
    """With two points of equal length, declare the one you mean to lead if it is good anyway."""
    points = np.sort(POINT_CALLS[seen.hands.lanes], axis=0)
    (_, third, second, first), (_, _, low, high) = points >> BY_CARDS, points
    applies = meets_all(
        first == second, second > third, low < high, low > seen.unseen.calls[_POINT]
    )
    return _face(applies, seen.sink(_POINT, low), seen.best)


@on_calling(
    "CAV-C03", "With a beaten point of four, call three", (ELDER,),
    reading="Every hand that younger can hold has a better point; the best three cards of a suit "
    f"are called. {_BELIEF}",
)  # fmt: skip
def call_three_of_a_beaten_four(seen: Calling) -> Sides:
    """With a four-card point that can only be beaten, call three cards."""
    # How many cards at least must be out for the opponent to have no better point: of a suit so
    # many that fewer than four are left, or four that make no more.
    out = seen.unseen.lanes
    may_stay = (_LOWEST_FOUR[out] <= seen.best[:, _POINT] % (1 << BY_CARDS)).astype(int)
    needed = np.maximum(count(out) - _POINT_OF_FOUR + 1 - may_stay, 0).sum(axis=0)
    applies = (seen.hands.length == _POINT_OF_FOUR) & (needed > seen.out)
    three = np.where(seen.hands.lengths >= _TIERCE, _TOP_THREE[seen.hands.lanes], 0).max(axis=0)
    return _face(applies, seen.sink(_POINT, three), seen.best)


@on_calling("CAV-C05", "Do not call a beaten sequence", (ELDER,), reading=_BELIEF)
def sink_beaten_sequence(seen: Calling) -> Sides:
    """Do not call a sequence you can tell is beaten."""
    answer = seen.answers[:, _POINT]
    applies = (seen.best[:, _SEQUENCE] > 0) & (answer != GOOD)
    applies[applies] = _is_sequence_beaten(seen[applies], answer[applies] == EQUAL)
    return _face(applies, seen.sink(_SEQUENCE), seen.best)


def _is_sequence_beaten(seen: Calling, is_equal: np.ndarray) -> np.ndarray:
    # Suit by suit: with how many cards out, and whether with a point as answered, the opponent may
    # hold no better sequence, and whether with such a point at all. Numbers of cards are bits.
    most = (1 << seen.out + 1) - 1
    found = [(np.ones_like(seen.out), np.zeros_like(seen.out))] * 2
    for lanes in seen.unseen.lanes:
        asked = np.column_stack([lanes, seen.best[:, [_POINT, _SEQUENCE]], is_equal])
        distinct, places = np.unique(asked, axis=0, return_inverse=True)
        ways = np.array([_list_lanes(*one) for one in distinct.tolist()]).reshape(-1, 2, 2)
        ways = ways[places.reshape(-1)].transpose(1, 2, 0)
        found = [_add(*both, most) for both in zip(found, ways, strict=True)]
    (_, any_such), (_, free_such) = found
    return (any_such & ~free_such) >> seen.out & 1 == 1


@lru_cache(1 << 16)
def _list_lanes(lane: int, point: int, run: int, is_equal: int) -> tuple[int, int, int, int]:
    # What the opponent may hold of a suit: with how many cards out, as bits, whether without a
    # point as answered or with one; the same where there is no better sequence.
    held = _LANES[(_LANES & ~lane) == 0]
    gone = np.int64(1) << lane.bit_count() - count(held)
    fits = (POINT_CALLS[held] <= point) | (not is_equal)
    wanted = POINT_CALLS[held] == point if is_equal else POINT_CALLS[held] > point
    is_free = fits & (RUN_CALLS[held] <= run)
    return tuple(
        int(np.bitwise_or.reduce(gone[some & such]))
        for some in (fits, is_free)
        for such in (~wanted, wanted)
    )


def _add(
    found: tuple[np.ndarray, np.ndarray], ways: np.ndarray, most: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    (less, such), (more_less, more_such) = found, ways
    with_any = _shift(less, more_such) | _shift(such, more_less | more_such)
    return _shift(less, more_less) & most, with_any & most


def _shift(found: np.ndarray, ways: np.ndarray) -> np.ndarray:
    # All sums of two numbers of cards.
    return np.bitwise_or.reduce([(found << more) * (ways >> more & 1) for more in range(RANKS)])


@on_calling(
    "CAV-C06", "Sink a small score when unguarded", BOTH,
    reading="All calls that may be good (as younger: that are) show nine cards or more. A card of "
    "the point is left out if the rest is good for sure and no other call shows it; else the one "
    "tierce or trio held, that which hides more cards. No pique or repique is given up that all "
    "calls make or, as far as elder knows, may make.",
)  # fmt: skip
def sink_small_score(seen: Calling) -> Sides:
    """Sink a small score when calling everything would show that you are unguarded."""
    hands, unseen, shown = seen.hands, seen.unseen, seen.shown
    kings = hands.has(KING) & unseen.has(ACE) & (hands.lengths == 1)
    queens = hands.has(QUEEN) & unseen.has(ACE) & unseen.has(KING) & (hands.lengths < 3)
    every = shown[:, 0] | shown[:, 1] | shown[:, 2]
    applies = (kings | queens).any(axis=0) & (count(every) >= HAND_CARDS - _FEW_UNKNOWN)
    point, is_less = _leave_one_card(seen)
    hidden = [count(shown[:, one] & ~shown[:, 0] & ~shown[:, 3 - one]) for one in (1, 2)]
    is_run, is_set = (
        (count(shown[:, one]) == TRIO) & (hidden[one - 1] > 0) for one in (_SEQUENCE, _SET)
    )
    takes_run = is_run & ~(is_set & (hidden[1] > hidden[0]))
    is_sunk = np.stack([is_less, ~is_less & takes_run, ~is_less & ~takes_run & is_set], axis=1)
    left = np.where(np.arange(len(CLASSES)) == _POINT, point[:, None], 0)
    calls = np.where(is_sunk, left, seen.best)
    applies &= (is_less | is_run | is_set) & ~_gives_up_bonus(seen, calls)
    return _face(applies, calls, seen.best)


def _gives_up_bonus(seen: Calling, calls: np.ndarray) -> np.ndarray:
    # Whether a pique or repique that all calls make, or may make, is none with these: a card of the
    # point, or three cards, less.
    sunk = calls != seen.best
    less = sunk * np.where(np.arange(len(CLASSES)) == _POINT, 1, TRIO_POINTS)
    if seen.seat == YOUNGER:
        made, left = (
            _reckon(seen, one, seen.points - cost) >= _THIRTY
            for one, cost in ((seen.best, 0 * less), (calls, less))
        )
        return made & ~left
    # Elder has the answers in the classes before that which is sunk.
    known = np.arange(len(CLASSES)) < sunk.argmax(axis=1)[:, None]
    usual, other = (_find_bonus(seen, cost, known) for cost in (0, less.sum(axis=1)))
    # Where younger may reckon what elder sinks, nothing is left but a repique made before.
    _, has_run, has_set = seen.unseen.calls > 0
    other = np.where(sunk[:, _SEQUENCE] & has_run, 0, other)
    other = np.where(sunk[:, _SET] & has_set & (other < _REPIQUE), 0, other)
    return usual != other


def _reckon(seen: Calling, calls: np.ndarray, points: np.ndarray) -> np.ndarray:
    # What younger reckons before elder reckons anything.
    is_first = np.logical_and.accumulate(calls >= seen.heard, axis=1)
    return (points * (is_first & (calls > seen.heard))).sum(axis=1)


def _leave_one_card(seen: Calling) -> tuple[np.ndarray, np.ndarray]:
    # The point less its lowest card that no other call shows; whether it is good for sure.
    shown, hands = seen.shown, seen.hands
    spare = shown[:, _POINT] & ~shown[:, _SEQUENCE] & ~shown[:, _SET]
    point = Cards(shown[:, _POINT] & ~(spare & -spare)).calls[_POINT]
    others = np.where(hands.is_longest, 0, POINT_CALLS[hands.lanes]).max(axis=0)
    theirs = seen.unseen.calls[_POINT] if seen.seat == ELDER else seen.heard[:, _POINT]
    others = np.maximum(others, theirs)
    return point, (spare > 0) & (point > others) & (point >> BY_CARDS >= _TIERCE)


@on_calling(
    "CAV-C07", "Hide one king of four for the capot", (ELDER,),
    reading="The bare king is that of spades, which the engine leaves out of three, so about a "
    "quarter of such deals are found; the highest trio is called, which no set that younger may "
    "hold beats, and no pique or repique is given up: eleven points are.",
)  # fmt: skip
def hide_king_of_four(seen: Calling) -> Sides:
    """Hide one king of four when it lets you play for the capot: eleven points staked for
    thirty-two.
    """
    # The engine reckons without the king of the first suit where a trio of four is called.
    hands = seen.hands
    first, before = np.int64(1) << KING, np.arange(len(CLASSES)) < _SET
    less = _find_bonus(seen, QUATORZE_POINTS - TRIO_POINTS, before)
    trio = (TRIO << BY_NUMBER) + np.where(hands.number_of(ACE) >= TRIO, ACE, KING)
    applies = meets_all(
        seen.hand & SUIT_MASKS[0] == first, hands.number_of(KING) == QUATORZE,
        seen.unseen.has(ACE)[0], seen.winners == seen.hand & ~first,
        seen.best[:, _SET] == (QUATORZE << BY_NUMBER) + KING,
        less == _find_bonus(seen, 0, before), trio > seen.unseen.calls[_SET],
    )  # fmt: skip
    return _face(applies, seen.sink(_SET, trio), seen.best)


def _find_bonus(seen: Calling, less: np.ndarray | int, known: np.ndarray | bool) -> np.ndarray:
    # What elder may still make by the answers that are known: 2 a repique, 1 a pique, 0 nothing.
    own = seen.points.sum(axis=1) - less
    is_open = (~known | (seen.best == 0) | (seen.answers == GOOD)).all(axis=1)
    has_pique = own + count(seen.winners) >= _THIRTY
    return is_open * np.where(own >= _THIRTY, _REPIQUE, has_pique)


@on_calling(
    "CAV-C09", "Sink nothing that makes pique or repique", BOTH,
    reading="Elder’s classes before the last were good, and winners are cards that nothing unseen "
    "can take; the last class that counts is sunk, whatever for.",
)  # fmt: skip
def sink_no_pique_or_repique(seen: Calling) -> Sides:
    """Never sink what would give you pique or repique."""
    best, points, places = seen.best, seen.points, np.arange(len(CLASSES))
    if seen.seat == ELDER:
        last = np.where(best[:, _SET] > 0, _SET, np.where(best[:, _SEQUENCE] > 0, _SEQUENCE, 0))
        is_before = (places < last[:, None]) & (best > 0)
        applies = (~is_before | (seen.answers == GOOD)).all(axis=1)
        reached = points.sum(axis=1) + count(seen.winners)
    else:
        # All before the first class in which elder reckons.
        counts = np.logical_and.accumulate(seen.best >= seen.heard, axis=1) & seen.is_good
        applies = counts.any(axis=1)
        last = len(CLASSES) - 1 - counts[:, ::-1].argmax(axis=1)
        reached = (points * counts).sum(axis=1)
    is_last = places == last[:, None]
    applies &= (reached >= _THIRTY) & (reached - (points * is_last).sum(axis=1) < _THIRTY)
    return best, np.where(applies[:, None] & is_last, 0, best)


@on_calling(
    "CAV-C08", "Do not sink if calls are not heeded", BOTH, turns=sink_small_score.id,
    reading=f"{sink_small_score.id} with the sign turned, in the same deals; that one is not "
    "judged against such an opponent.",
)  # fmt: skip
def call_everything_if_not_heeded(seen: Calling) -> Sides:
    """Do not sink against a player who does not count your hand."""
    sunk, told = sink_small_score.sides(seen)
    return told, sunk


BLANCHE = register_maxim(CALL, "COT-B01", "Claim carte blanche", BOTH)
"""Judged by deals in which one is dealt."""
LEFT_OUT = {
    "CAV-C04": "younger’s answer is given by the engine: no player can say “good” for “equal”"
}
"""Maxims on calling that the calls of the engine cannot express, and why."""
