"""What maxims ask: facts about hands, about all discards of a hand, and about what a seat sees.

Arrays by suit have the suit as their first axis, so that numpy's broadcasting lines up the facts
about one hand with those about its discards. Of the play, many moments are one `PlayViews`, built
from recorded deals (`deals.branches.listen`); the cards of a suit are given as ranks, the nine
bits of a lane.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations, permutations
from typing import TypeVar

import numpy as np

from piquet_sim.deals.branches import HEARD
from piquet_sim.game.cards import (
    ACE,
    KING,
    LANE_BITS,
    LANE_MASK,
    ONE_OF_EACH_SUIT,
    QUEEN,
    RANK_PIPS,
    RANKS,
    SEVEN,
    SUITS,
    TEN,
)
from piquet_sim.strategies import PlayView

PlayViews = PlayView
"""What seats see when they play a card: a `PlayView` whose fields are arrays of int64, an entry for
each view."""
NAMINGS = tuple(permutations(range(SUITS)))
"""All ways to exchange the names of suits."""
PAIRS = tuple(combinations(range(SUITS), 2))
_LANE_STARTS = LANE_BITS * np.arange(SUITS, dtype=np.int64)
SUIT_MASKS = LANE_MASK << _LANE_STARTS
TRIO, QUATORZE = SUITS - 1, SUITS
_LANES = np.arange(LANE_MASK + 1)
PIPS = (_LANES[:, None] >> np.arange(RANKS) & 1) @ np.array(RANK_PIPS)
"""By the cards of a suit: what they count for point."""


def of_rank(*ranks: int) -> int:
    """All cards of some ranks."""
    return sum(ONE_OF_EACH_SUIT << rank for rank in ranks)


TOPS = of_rank(ACE, KING)


def below(rank: int) -> int:
    """All cards lower than a rank."""
    return of_rank(*range(rank))


def count(cards: np.ndarray) -> np.ndarray:
    """How many cards each set has."""
    return np.bitwise_count(cards).astype(np.int64)


def part(cards: np.ndarray) -> np.ndarray:
    """Sets of cards as the ranks held of each suit, the suit first."""
    return cards >> _LANE_STARTS.reshape(SUITS, *[1] * np.ndim(cards)) & LANE_MASK


def gather(lanes: np.ndarray) -> np.ndarray:
    """Ranks by suit, the suit first, as sets of cards."""
    return sum(lanes[suit] << LANE_BITS * suit for suit in range(SUITS))


def rename_suits(cards: np.ndarray, naming: Sequence[int]) -> np.ndarray:
    """Cards of suits that are called otherwise: the number of each suit's new name."""
    return sum(
        (cards >> LANE_BITS * suit & LANE_MASK) << LANE_BITS * name
        for suit, name in enumerate(naming)
    )


_QUINT, _QUINT_BONUS = 5, 10
_EVERY_RUN = [
    (1 << length) - 1 << low
    for length in range(RANKS, 0, -1)
    for low in range(RANKS - length, -1, -1)
]
"""Touching ranks, the longest first and of equals the highest."""
_TIERCES = _LANES & _LANES >> 1 & _LANES >> 2
"""By the cards of a suit: the lowest of each three that touch."""
RUNS = np.array(
    [next((run for run in _EVERY_RUN if lane & run == run), 0) for lane in _LANES.tolist()]
)
SEQUENCES = _TIERCES | _TIERCES << 1 | _TIERCES << 2
"""By the cards of a suit: which of them lie in its longest sequence, the highest of equals; and
which lie in sequences of three and more."""
RUN_POINTS = count(SEQUENCES) + _QUINT_BONUS * (count(RUNS) >= _QUINT)
"""By the cards of a suit: what its sequences score."""
COMPLETIONS = (count(RUNS) < _QUINT) * sum(
    count(RUNS[_LANES | 1 << rank]) >= _QUINT for rank in range(SEVEN, ACE + 1)
)
"""By the cards of a suit: how many single cards make its longest sequence a quint."""
BY_CARDS = 8
"""A point is called as its cards and, in so many bits, its pips."""


def keep_top(lane: int, cards: int) -> int:
    """The highest cards of a suit, so many of them; none if there are fewer."""
    held = [1 << rank for rank in range(ACE, -1, -1) if lane >> rank & 1]
    return sum(held[:cards]) if len(held) >= cards else 0


STOPPERS = np.array([keep_top(lane, ACE + 2 - lane.bit_length()) for lane in _LANES.tolist()])
"""By the cards of a suit: its top card with as many next ones as make it win a trick; none if there
are fewer."""
TRICKS = count(_LANES >> ACE + 1 - count(_LANES))
"""By the cards of a suit: how many win, each higher card that is out taking one of the others. That
needs as many cards as there are ranks from that of the card upwards."""


@dataclass(frozen=True)
class Cards:
    """Sets of cards and their facts.

    Examples
    --------
    >>> from piquet_sim.game.cards import parse_hand
    >>> hands = Cards(np.array([parse_hand("AKJ.AQJ8.98.J87")]))
    >>> hands.lengths[:, 0].tolist(), hands.has(ACE)[:, 0].tolist()
    ([3, 4, 2, 3], [True, True, False, False])
    """

    cards: np.ndarray
    """int64 masks, of any shape."""

    @cached_property
    def lanes(self) -> np.ndarray:
        """int64, the suit first: the ranks held of each suit."""
        return part(self.cards)

    @cached_property
    def lengths(self) -> np.ndarray:
        """How many cards of each suit."""
        return count(self.lanes)

    def has(self, rank: int) -> np.ndarray:
        """Whether a rank is held, by suit."""
        return (self.lanes >> rank & 1).astype(bool)

    def heads(self, rank: int) -> np.ndarray:
        """Whether a rank is the highest that is held, by suit."""
        return self.lanes >> rank == 1

    def lower(self, rank: int) -> np.ndarray:
        """How many cards lower than a rank, by suit."""
        return count(self.lanes & (1 << rank) - 1)

    def guards(self, rank: int) -> np.ndarray:
        """Whether there are as many lower cards as a rank has higher ones, by suit.

        A king needs one guard, a queen two.
        """
        return self.lower(rank) >= ACE - rank

    def number_of(self, rank: int) -> np.ndarray:
        """How many cards of a rank."""
        return count(self.cards & of_rank(rank))

    @cached_property
    def sets(self) -> np.ndarray:
        """How many cards of each rank from ten to ace make a trio or a quatorze, the rank first."""
        numbers = np.stack([self.number_of(rank) for rank in range(TEN, ACE + 1)])
        return np.where(numbers >= TRIO, numbers, 0)


@dataclass(frozen=True)
class Dealt(Cards):
    """Hands of twelve cards, however many make a full discard."""

    def with_full(self, full: int) -> "Hands":
        """These hands with how many cards make a full discard; what is known of them stays so."""
        hands = Hands(self.cards, np.array(full))
        vars(hands).update(vars(self) | {"full": hands.full})
        return hands

    @cached_property
    def _longest_place(self) -> np.ndarray:
        # Of equally many cards the most pips; of equally many pips the higher cards: whatever the
        # names of the suits.
        return ((self.lengths << 20) + (PIPS[self.lanes] << 10) + self.lanes).argmax(axis=0)

    @cached_property
    def is_longest(self) -> np.ndarray:
        """Which suit is the longest, of equals that of most pips; by suit."""
        return np.stack([self._longest_place == suit for suit in range(SUITS)])

    @cached_property
    def longest(self) -> np.ndarray:
        """The cards of the longest suit."""
        return self.cards & SUIT_MASKS[self._longest_place]

    @cached_property
    def length(self) -> np.ndarray:
        """How many cards the longest suit has."""
        return count(self.longest)

    @cached_property
    def outside(self) -> np.ndarray:
        """The cards outside the longest suit."""
        return self.cards & ~self.longest

    def beside(self, kept: np.ndarray | int) -> np.ndarray:
        """How many cards there are beside the longest suit and other cards."""
        return count(self.outside & ~kept)

    def set_of(self, number: int, high: int = ACE) -> np.ndarray:
        """The cards of the highest rank of which this many are held; no cards if there is no such
        rank.
        """
        found = np.zeros_like(self.cards)
        for rank in range(TEN, high + 1):
            found = np.where(self.number_of(rank) == number, self.cards & of_rank(rank), found)
        return found

    @cached_property
    def class_points(self) -> np.ndarray:
        """What point, sequences and sets score if all are good, the class first."""
        sets = 3 * (self.sets == TRIO) + 14 * (self.sets == QUATORZE)
        return np.stack([self.length, RUN_POINTS[self.lanes].sum(axis=0), sets.sum(axis=0)])

    @cached_property
    def class_cards(self) -> np.ndarray:
        """The cards of point, sequences and sets, the class first."""
        ranks = (of_rank(rank) for rank in range(TEN, ACE + 1))
        sets = sum(
            np.where(own, self.cards & one, 0) for own, one in zip(self.sets, ranks, strict=True)
        )
        return np.stack([self.longest, gather(SEQUENCES[self.lanes]), sets])

    @cached_property
    def free(self) -> np.ndarray:
        """How many cards below the queen each suit beside the longest can spare.

        A king without the ace keeps a guard, a queen with neither two if she has them.
        """
        guards = (self.heads(KING) & ~self.has(QUEEN)) + 2 * (
            self.heads(QUEEN) & self.guards(QUEEN)
        )
        return np.where(self.is_longest, 0, np.maximum(self.lower(QUEEN) - guards, 0))


@dataclass(frozen=True)
class Hands(Dealt):
    """Hands of twelve cards, with how many cards make a full discard."""

    full: np.ndarray = field(default_factory=lambda: np.array(5))

    def can_keep(self, cards: np.ndarray | int) -> np.ndarray:
        """Whether a full discard can spare cards."""
        return count(self.cards & ~cards) >= self.full

    @property
    def can_spare(self) -> np.ndarray:
        """Whether a full discard can spare the longest suit."""
        return count(self.outside) >= self.full


@dataclass(frozen=True)
class Choices:
    """A hand with all discards that the laws allow."""

    hand: Hands
    """One hand, as an array of one."""
    thrown: np.ndarray
    """int64, each discard."""

    @cached_property
    def kept(self) -> Cards:
        """What each keeps."""
        return Cards(self.hand.cards & ~self.thrown)

    @cached_property
    def number(self) -> np.ndarray:
        """How many cards each throws."""
        return count(self.thrown)

    @cached_property
    def is_full(self) -> np.ndarray:
        """Whether as many cards go as may."""
        return self.number == self.hand.full

    @cached_property
    def spares(self) -> np.ndarray:
        """Whether the longest suit stays whole."""
        return self.keeps(self.hand.longest)

    def keeps(self, cards: np.ndarray | int) -> np.ndarray:
        """Whether none of the given cards is thrown."""
        return self.thrown & cards == 0

    def keep_or_break(self, cards: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Which are full and throw none of some cards, and which are full and throw some."""
        return self.is_full & self.keeps(cards), self.is_full & ~self.keeps(cards)

    @property
    def spares_in_full(self) -> np.ndarray:
        """Whether as many cards go as may, and the longest suit stays whole."""
        return self.is_full & self.spares

    def throws(self, cards: np.ndarray | int) -> np.ndarray:
        """How many of some cards are thrown."""
        return count(self.thrown & cards)

    @cached_property
    def empties(self) -> np.ndarray:
        """Whether a suit goes that was dealt, by suit."""
        return (self.hand.lengths > 0) & (self.kept.lengths == 0)

    @cached_property
    def touched(self) -> np.ndarray:
        """How many suits are thrown from."""
        return (self.kept.lengths < self.hand.lengths).sum(axis=0)

    def is_lowest(self, among: np.ndarray) -> np.ndarray:
        """Whether it throws the lowest cards together that any of some discards throws; of equals
        those outside the longest suit.
        """
        ranks = sum(2 * rank * self.throws(of_rank(rank)) for rank in range(RANKS))
        height = np.where(among, ranks + self.throws(self.hand.longest), np.iinfo(np.int64).max)
        return among & (height == height.min())


# ---- What a seat sees ---------------------------------------------------------------------------
OPEN, THEIRS = 0, 2
"""The state of a class as a `PlayView` gives it: nothing was called, or the opponent's is good."""
_WORDS = ("early_tricks", "middle_tricks", "late_tricks")
_SHIFTS, _PLACE = 6 * np.arange(8), (1 << 6) - 1
"""Where the cards that have fallen stand, eight in a word: each as its place from 1, 0 for none."""
_UPWARDS = tuple(1 << rank for rank in range(ACE + 1))
_ABOVE = np.array([(1 << int(lane).bit_length()) - 1 for lane in _LANES])

_Cards = TypeVar("_Cards", int, np.ndarray)


def view_of(heard: np.ndarray) -> PlayViews:
    """What was heard of some cards, int64[card, column], as one view of arrays."""
    return PlayViews(*heard[:, : len(PlayViews._fields)].T)


def choice_of(heard: np.ndarray) -> np.ndarray:
    """The cards that were played."""
    return heard[:, HEARD.index("choice")]


def lane(cards: _Cards, suit: int) -> _Cards:
    """The ranks of a suit."""
    return cards >> LANE_BITS * suit & LANE_MASK


def part_both(view: PlayViews) -> tuple[np.ndarray, np.ndarray]:
    """By suit the ranks held, and those that the opponent may hold."""
    return part(view.hand), part(view.opponent_may_hold)


def find_masters(own: np.ndarray, theirs: np.ndarray) -> np.ndarray:
    """The ranks of a suit that no rank of theirs can take."""
    return own & ~_ABOVE[theirs]


def top_of(ranks: np.ndarray) -> np.ndarray:
    """The highest rank of a suit, 0 where there is none."""
    return (_ABOVE[ranks] + 1) // 2 * (ranks != 0)


def count_above(theirs: np.ndarray, rank: np.ndarray) -> np.ndarray:
    """How many ranks of theirs are above one."""
    return count(theirs & ~(2 * rank - 1))


def list_masters(view: PlayViews) -> np.ndarray:
    """The cards held that no card can take which the opponent may hold."""
    return gather(find_masters(*part_both(view)))


def has_tenace(own: np.ndarray, theirs: np.ndarray) -> np.ndarray:
    """Whether a suit has a master, and below it a card with one of theirs above it."""
    masters = find_masters(own, theirs)
    below = top_of(own & ~masters)
    return (masters != 0) & (below != 0) & (count_above(theirs, below) == 1)


def is_lead(view: PlayViews) -> np.ndarray:
    """Whether the seat leads."""
    return view.led == 0


def cannot_follow(view: PlayViews) -> np.ndarray:
    """Whether the seat throws a card off: it has none of the suit led."""
    return ((part(view.led) != 0) & (part(view.hand) == 0)).any(axis=0)


def spread(view: PlayViews, cards: np.ndarray) -> np.ndarray:
    """Some of the cards that may be played, with all that touch them, no other's card between."""
    own, between = part(view.legal), part(view.opponent_may_hold | view.led)
    chosen, found = part(cards), part(cards)
    for ranks in (_UPWARDS, _UPWARDS[::-1]):
        touched = np.zeros(own.shape, bool)
        for rank in ranks:
            touched |= chosen & rank != 0
            touched &= between & rank == 0
            found |= np.where(touched, own & rank, 0)
    return gather(found)


def list_plays(view: PlayViews) -> np.ndarray:
    """The cards that have fallen in their order, int64[view, 24]; -1 from this moment on."""
    words = np.stack([getattr(view, name) for name in _WORDS], axis=1)
    places = (words[:, :, None] >> _SHIFTS & _PLACE).reshape(len(words), -1)
    plays = np.where(places > 0, 1 << np.maximum(places - 1, 0), -1)
    rows = np.flatnonzero(view.led)
    plays[rows, count_fallen(view)[rows] - 1] = view.led[rows]
    return plays


def count_fallen(view: PlayViews) -> np.ndarray:
    """How many cards have fallen."""
    return count(view.played | view.opponent_played)


_CARDS = (
    "hand",
    "led",
    "legal",
    "opponent_may_hold",
    "opponent_holds",
    "shown",
    "played",
    "opponent_played",
    "dealt",
    "discard",
    "left_seen",
    "opponent_dealt",
    "ever_shown",
    "choice",
)


def rename_heard(heard: np.ndarray, naming: Sequence[int]) -> np.ndarray:
    """What was heard of some cards, with suits that are called otherwise."""
    renamed, columns = heard.copy(), list(map(HEARD.index, _CARDS))
    renamed[:, columns] = rename_suits(heard[:, columns], naming)
    columns = list(map(HEARD.index, _WORDS))
    places = heard[:, columns, None] >> _SHIFTS & _PLACE
    suit, rank = np.divmod(np.maximum(places - 1, 0), LANE_BITS)
    renamed[:, columns] = (
        np.where(places > 0, np.array(naming)[suit] * LANE_BITS + rank + 1, 0) << _SHIFTS
    ).sum(axis=2)
    return renamed
