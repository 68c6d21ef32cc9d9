"""The numbers of a hand of which a condition may speak: cards of a kind, runs, suits, sets."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from math import inf

import numpy as np

from piquet_sim.game.cards import (
    ACE,
    COURTS_MASK,
    KING,
    KNAVE,
    LANE_BITS,
    LANE_MASK,
    QUEEN,
    RANK_LETTERS,
    RANK_NAMES,
    RANKS,
    SIX,
    SUIT_NAMES,
    SUITS,
    TEN,
    format_cards,
    iterate_cards,
    pack_mask,
    rank_mask,
    suit_mask,
)
from piquet_sim.game.errors import InputError
from piquet_sim.game.rules import RUBICON, RuleSet
from piquet_sim.game.wording import join_words
from piquet_sim.kernel.tables import (
    LANE_PIPS,
    LANE_POINT,
    LANE_SEQUENCE,
    LANE_SEQUENCES_SCORE,
    SEQUENCES,
    SHORTEST_SEQUENCE,
)

_LANES = range(LANE_MASK + 1)
SEQUENCE_NAMES = ("tierce", "quart", "quint", "sixieme", "septieme", "huitieme")
"""Runs of three cards and more."""

ALL_SUITS = tuple(range(SUITS))


@dataclass(frozen=True)
class Attribute:
    """A whole number that a hand has. Attributes of one name are equal."""

    name: str
    """As it is written behind a number ("3 aces") or before a sign ("longest_suit>=7")."""
    mask: int = field(default=0, compare=False)
    """Where the number is that of the cards held of these."""
    sums: tuple[int, ...] = field(default=(), compare=False, repr=False)
    """Where it is a sum over suits: what each of 512 lanes adds."""
    suits: tuple[int, ...] = field(default=ALL_SUITS, compare=False, repr=False)
    """Over which suits it is the sum."""
    most: tuple[int, ...] = field(default=(), compare=False, repr=False)
    """Where it is the greatest over suits: what each of 512 lanes has."""
    of_sets: int = field(default=0, compare=False, repr=False)
    """Where it is the number of ranks that are held so many times."""

    @property
    def is_counted(self) -> bool:
        """Whether it is a number of things, as in "3 aces", and not a measure of the hand."""
        return bool(self.mask or self.sums or self.of_sets)

    def measure(self, hands: np.ndarray, rules: RuleSet) -> np.ndarray:
        """The number of each hand: int64 array of the shape of `hands`."""
        if self.mask:
            return np.bitwise_count(hands & self.mask).astype(np.int64)
        lanes = [hands >> LANE_BITS * suit & LANE_MASK for suit in self.suits]
        if self.sums:
            return sum(np.array(self.sums, np.int64)[lane] for lane in lanes)
        if self.most:
            return np.max([np.array(self.most, np.int64)[lane] for lane in lanes], axis=0)
        if self.of_sets:
            return sum(
                (np.bitwise_count(hands & rank_mask(rank)) == self.of_sets).astype(np.int64)
                for rank in set_ranks(rules)
            )
        scores = sum(LANE_SEQUENCES_SCORE.astype(np.int64)[lane] for lane in lanes)
        longest = np.max([np.bitwise_count(lane) for lane in lanes], axis=0)
        trios, quatorzes = (
            ATTRIBUTES[name].measure(hands, rules) for name in ("trios", "quatorzes")
        )
        return scores + longest + rules.trio_scores * trios + rules.quatorze_scores * quatorzes

    def add_by_lane(self, suit: int) -> tuple[int, ...]:
        """What each of 512 lanes of a suit adds to a number that is a sum."""
        if self.mask:
            own = self.mask >> LANE_BITS * suit & LANE_MASK
            return tuple((lane & own).bit_count() for lane in _LANES)
        return self.sums if suit in self.suits else (0,) * len(_LANES)

    def limits(self, cards: int, pack: int) -> tuple[int, float]:
        """The least and the most that it can be for so many cards of a pack."""
        if self.most:
            lane = pack_mask(pack) & LANE_MASK
            own = [self.most[one] for one in _LANES if not one & ~lane and one.bit_count() <= cards]
            least = -(-cards // SUITS) if self.name == "longest_suit" else 0
            return least, max(own)
        if self.of_sets:
            return 0, cards // self.of_sets
        if not self.is_counted:
            return 0, inf
        return _limit_sum(self, cards, pack)


@cache
def _limit_sum(attribute: Attribute, cards: int, pack: int) -> tuple[int, int]:
    # Suit by suit, for every number of cards so far: the least and the most.
    sides = []
    for better in (min, max):
        reached = {0: 0}
        for suit in range(SUITS):
            lane_of_pack = pack_mask(pack) >> LANE_BITS * suit & LANE_MASK
            adds = attribute.add_by_lane(suit)
            by_cards: dict[int, int] = {}
            for lane in _LANES:
                if not lane & ~lane_of_pack:
                    held = lane.bit_count()
                    by_cards[held] = better(by_cards.get(held, adds[lane]), adds[lane])
            following: dict[int, int] = {}
            for before, number in reached.items():
                for held, more in by_cards.items():
                    after = before + held
                    if after <= cards:
                        following[after] = better(
                            following.get(after, number + more), number + more
                        )
            reached = following
        sides.append(reached[cards])
    return sides[0], sides[1]


def set_ranks(rules: RuleSet) -> range:
    """The ranks of which sets are made."""
    return range(TEN + RANK_LETTERS[TEN:].index(rules.lowest_set), len(RANK_LETTERS))


# ---- Attributes ---------------------------------------------------------------------------------
@cache
def count_runs(
    cards: int, top: int | None = None, suit: int | None = None, or_longer: bool = False
) -> Attribute:
    """The number of unbroken runs of an exact length that a hand has.

    Parameters
    ----------
    cards : int
        From 3 to 8.
    top : int, optional
        The rank from which they go down.
    suit : int, optional
        The suit in which they lie.
    or_longer : bool
        Whether longer ones are counted, too.

    Examples
    --------
    >>> count_runs(5, suit=1).name, count_runs(4, suit=1, or_longer=True).name
    ('quints in hearts', 'quarts or longer in hearts')
    """
    name = f"{SEQUENCE_NAMES[cards - SHORTEST_SEQUENCE]}s{' or longer' * or_longer}"
    if top is not None:
        name += " major" if top == ACE else f" to the {RANK_NAMES[top]}"
    if suit is not None:
        name += f" in {SUIT_NAMES[suit]}"
    most = RANKS if or_longer else cards
    sums = tuple(
        sum(cards <= length <= most and top in (None, run_top) for length, run_top in sequences)
        for sequences in SEQUENCES
    )
    return Attribute(name, sums=sums, suits=ALL_SUITS if suit is None else (suit,))


@cache
def count_suits(cards: int) -> Attribute:
    """The number of suits in which a hand holds exactly this many cards.

    Examples
    --------
    >>> count_suits(5).name, count_suits(0).name
    ('suits of 5', 'voids')
    """
    name = f"suits of {cards}" if cards else "voids"
    return _count_suits_where(name, lambda lane: lane.bit_count() == cards)


def _count_suits_where(name: str, fits: Callable[[int], bool]) -> Attribute:
    return Attribute(name, sums=tuple(int(fits(lane)) for lane in _LANES))


@cache
def count_headed_suits(cards: int, ranks: tuple[int, ...], is_highest: bool) -> Attribute:
    """The number of suits of an exact length with cards of some ranks.

    Parameters
    ----------
    cards : int
    ranks : tuple of int
    is_highest : bool
        Whether there may be none above these.

    Examples
    --------
    >>> count_headed_suits(6, (ACE, KING), is_highest=True).name
    'suits of 6 to the ace and king'
    """
    with_what = "to the" if is_highest else "including the"
    name = f"suits of {cards} {with_what} {join_words([RANK_NAMES[rank] for rank in ranks], 'and')}"
    named = sum(1 << rank for rank in ranks)

    def fits(lane: int) -> bool:
        is_headed = lane.bit_length() == max(ranks) + 1 or not is_highest
        return lane.bit_count() == cards and lane & named == named and is_headed

    return _count_suits_where(name, fits)


_GUARDED_FROM = {ACE: 1, KING: 2, QUEEN: 3, KNAVE: 4}
"""Cards of its suit with which a card is guarded, itself included."""


def find_guards(rank: int) -> int:
    """The fewest cards of its suit, itself included, with which a card is guarded.

    Raises
    ------
    InputError
        If cards of its suit do not guard it.
    """
    if rank not in _GUARDED_FROM:
        raise InputError(
            f"given: {name_rank(rank)} are not guarded by their suit; name an ace, "
            "king, queen or knave"
        )
    return _GUARDED_FROM[rank]


@cache
def count_guarded(rank: int, low: int, high: float = inf) -> Attribute:
    """The number of cards of a rank that lie among so many cards of their suit.

    Parameters
    ----------
    rank : int
    low, high : int
        The fewest and the most cards of the suit, the one itself included.

    Examples
    --------
    >>> count_guarded(KING, 2).name, count_guarded(KING, 1, 1).name
    ('guarded kings', 'bare kings')
    """
    if high < inf:
        kind = "bare" if high == 1 else "unguarded"
    else:
        often = "" if low == find_guards(rank) else ("once ", "twice ", "thrice ")[low - 2]
        kind = f"{often}guarded"
    return _count_suits_where(
        f"{kind} {name_rank(rank)}",
        lambda lane: lane >> rank & 1 == 1 and low <= lane.bit_count() <= high,
    )


@cache
def count_pips_in(suit: int) -> Attribute:
    """The pips of the cards of a suit."""
    return Attribute(f"pips in {SUIT_NAMES[suit]}", sums=tuple(LANE_PIPS.tolist()), suits=(suit,))


def count_cards_of(mask: int, pack: int = 36) -> Attribute:
    """How many of some cards of a pack a hand holds.

    Examples
    --------
    >>> count_cards_of(rank_mask(ACE)).name, count_cards_of(suit_mask(0) & rank_mask(ACE)).name
    ('aces', 'of AS')
    """
    mask &= pack_mask(pack)
    for attribute in ATTRIBUTES.values():
        if attribute.mask and attribute.mask & pack_mask(pack) == mask:
            return attribute
    kinds = split_into_kinds(mask, pack)
    name = " and ".join(kinds) if kinds else format_cards(iterate_cards(mask))
    return Attribute(f"of {name}", mask)


def split_into_kinds(mask: int, pack: int = 36) -> list[str]:
    """The names of ranks, or of suits, that together make a set of cards; empty if none do.

    Examples
    --------
    >>> split_into_kinds(rank_mask(ACE) | rank_mask(ACE - 1))
    ['aces', 'kings']
    """
    for kinds in (SUIT_NAMES, [name_rank(rank) for rank in reversed(range(len(RANK_NAMES)))]):
        masks = {name: ATTRIBUTES[name].mask & pack_mask(pack) for name in kinds}
        names = [name for name, cards in masks.items() if cards and not cards & ~mask]
        whole = 0
        for name in names:
            whole |= masks[name]
        if names and whole == mask:
            return names
    return []


def name_rank(rank: int) -> str:
    """The cards of a rank in words.

    Examples
    --------
    >>> name_rank(ACE), name_rank(0)
    ('aces', 'sixes')
    """
    return "sixes" if rank == SIX else f"{RANK_NAMES[rank]}s"


_KINDS_OF_CARDS = {
    **{name: suit_mask(suit) for suit, name in enumerate(SUIT_NAMES)},
    **{name_rank(rank): rank_mask(rank) for rank in reversed(range(len(RANK_NAMES)))},
    "courts": COURTS_MASK,
}
ATTRIBUTES: dict[str, Attribute] = {
    one.name: one
    for one in (
        *(Attribute(name, mask) for name, mask in _KINDS_OF_CARDS.items()),
        Attribute("longest_suit", most=tuple(lane.bit_count() for lane in _LANES)),
        Attribute("best_sequence", most=tuple(int(one) >> 4 for one in LANE_SEQUENCE)),
        *(
            count_runs(cards, top)
            for top in (None, ACE)
            for cards in range(SHORTEST_SEQUENCE, SHORTEST_SEQUENCE + len(SEQUENCE_NAMES))
        ),
        Attribute("trios", of_sets=3),
        Attribute("quatorzes", of_sets=4),
        count_suits(0),
        Attribute("value"),
    )
}
"""The attributes that a condition can use, by name. Sequences and values are Rubicon's."""

COURTS = ATTRIBUTES["courts"]


def _rank_lanes(values: np.ndarray) -> tuple[int, ...]:
    # Values as their places in order: below 128, so that two are counted side by side.
    return tuple(np.unique(values, return_inverse=True)[1].tolist())


# Without sixes, more cards of a suit always have more pips: the point is the suit of most.
PIPS = Attribute("pips", most=tuple(LANE_PIPS.tolist()))
POINT = Attribute("point", most=_rank_lanes(LANE_POINT))
SEQUENCE = Attribute("best_sequence_rank", most=_rank_lanes(LANE_SEQUENCE))
_RUBICON_SEQUENCES = ("best_sequence", "value", *(f"{name}s" for name in SEQUENCE_NAMES))


def check_attribute(attribute: Attribute, rules: RuleSet) -> None:
    """Refuse an attribute that the rules count differently from Rubicon.

    Raises
    ------
    InputError
    """
    if attribute == POINT and (rules.pack, rules.point_best_by) == (36, "pips"):
        raise InputError(
            "given: with the sixes points are compared by their cards first, and the "
            "rules have point_best_by='pips'"
        )
    if not attribute.name.startswith(_RUBICON_SEQUENCES):
        return
    for option in ("sequences_of", "sequence_scores", "point_scores"):
        value = getattr(rules, option)
        if value != getattr(RUBICON, option):
            raise InputError(
                f"given: {attribute.name} is counted as under rubicon, and the rules have "
                f"{option}={value!r}"
            )
