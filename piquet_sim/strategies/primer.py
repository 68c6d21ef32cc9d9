"""What a person can learn by heart: questions about the hand, and what to keep after each answer.

A player who exchanges by the primer throws as many cards as they may. Three or four questions lead
to a leaf of a tree, which names one or two things to keep, such as the longest suit and then the
best set. Each is kept if there is room for all of it; a suit, or the aces, may also be kept in
part, from the top. A thing marked as always kept stays even if fewer cards are then thrown. The
room that is left goes to the cards that count most: each has a count of its own, with something
added for its suit and for what it is part of.

Tree and counts rest on measurement: the tree was grown over many hands, each plan being worth
what the learned evaluation and the draws reckon of its discard; the counts are small numbers that
were changed one at a time as long as that gained. The study of throwing judges both by deals of
hands on which nothing was fitted. Cards are played as `club` plays them, so that a person could do
all of it.

References
----------
Cavendish: The Laws of Piquet with a Treatise on the Game, chapter on discarding: the source of the
things that are worth keeping, and of their order. Breiman, Friedman, Olshen, Stone: Classification
and Regression Trees, 1984 (how the tree was grown).
"""

from typing import Any, NamedTuple

import numpy as np

from piquet_sim.game.cards import (
    ACE,
    HAND_CARDS,
    KING,
    KNAVE,
    LANE_BITS,
    LANE_MASK,
    ONE_OF_EACH_SUIT,
    RANKS,
    SUITS,
    TEN,
)
from piquet_sim.game.terms import SEATS
from piquet_sim.kernel.bits import count, highest_bit, lowest_bit
from piquet_sim.kernel.compile import inline_kernel, kernel
from piquet_sim.kernel.deal.views import DiscardView
from piquet_sim.kernel.shelf import scratch
from piquet_sim.kernel.tables import LANE_PIPS, find_runs
from piquet_sim.strategies.club import play
from piquet_sim.strategies.policies import policy
from piquet_sim.strategies.registry import Strategy
from piquet_sim.strategies.roster import ROSTER

THINGS = (
    "longest suit",
    "strongest suit",
    "aces",
    "tops",
    "best set",
    "all sets",
    "best set above tens",
    "quatorze",
    "quart",
    "sequences",
)
"""What a plan may name. The longest suit has most cards, of equals most pips; the strongest counts
most, two a card and what its cards add to their suit (`COUNTS`). Tops are the ace, with it the
king, with both the queen, and so on. Sets are trios and quatorzes, a quatorze before any trio;
above tens is of knaves or higher. A quart has four cards or more; sequences have three or more, the
longest first."""

_LONGEST, _STRONGEST, _ACES, _TOPS, _SET, _SETS, _COURT_SET, _QUATORZE, _QUART, _RUNS = range(
    len(THINGS)
)
_IN_PART = _ACES
"""Things up to this one are kept in part where they do not fit."""

FACTS = (
    "cards of the longest suit",
    "aces",
    "tops",
    "tops of the longest suit",
    "sequence in the longest suit",
    "honours of the longest suit",
    "honours",
    "room beside suit and set",
    "room beside suit and aces",
    "room beside suit and tops",
    "room beside suit, set and aces",
)
"""What a question may ask about: whether it reaches a value."""

(_SUIT_CARDS, _ACE_NUMBER, _TOP_NUMBER, _SUIT_TOPS, _SUIT_RUN, _SUIT_COURTS, _COURTS, _ROOM, *_) = (
    range(len(FACTS))
)
_ROOM_OF = {
    "room beside suit and set": "longest suit and best set",
    "room beside suit and aces": "longest suit and aces",
    "room beside suit and tops": "longest suit and tops",
    "room beside suit, set and aces": "suit, best set, aces",
}
_RUN_NAMES = {3: "tierce", 4: "quart", 5: "quint"}
_SHORTEST_RUN, _QUART_CARDS, _QUINT_CARDS = 3, 4, 5
KEPT_BY = {"elder": 7, "younger": 9}
"""How many cards are usually kept; room is counted by it, so that a question says one thing."""


class Keep(NamedTuple):
    """A leaf of the tree: a plan."""

    things: tuple[str, ...]
    """What is kept first, in this order."""
    always: int = 0
    """How many of these are kept even if fewer cards go."""

    def say(self) -> str:
        """The plan in words."""
        things = (one + "!" * (at < self.always) for at, one in enumerate(self.things))
        return ", ".join(things) or "by the count"


class Ask(NamedTuple):
    """A question of the tree: does something reach a value?"""

    fact: str
    least: int
    yes: "Ask | Keep"
    no: "Ask | Keep"

    def say(self, seat: str) -> str:
        """The question in words."""
        if self.fact in _ROOM_OF:
            return f"{_ROOM_OF[self.fact]}: {KEPT_BY[seat] - self.least} cards or fewer"
        if self.fact == "sequence in the longest suit":
            return f"{_RUN_NAMES[self.least]} or longer in the longest suit"
        if (self.fact, self.least) == ("tops of the longest suit", 1):
            return "longest suit with its ace"
        name, of_suit, _ = self.fact.partition(" of the longest suit")
        return f"{self.least} {name} or more{of_suit.replace('of', 'in')}"


COUNTS: dict[str, dict[str, Any]] = {
    "elder": {
        "ranks": (0, 0, 0, 0, 2, 3, 4, 5, 18),
        "suit": (1, 1, 4, 5, 4),
        "five": 2,
        "longest": 5,
        "quint": 23,
        "guard": 0,
        "trio": 0,
        "quatorze": 16,
    },
    "younger": {
        "ranks": (0, 0, 0, 0, 0, 0, 5, 7, 17),
        "suit": (0, 1, 2, 1, 0),
        "five": 7,
        "longest": 2,
        "quint": 7,
        "guard": 3,
        "trio": 7,
        "quatorze": 17,
    },
}
"""What each card counts, by seat: for its rank from six to ace; for each ten, knave, queen, king
and ace of its suit, itself too; if its suit has five cards or more; if it is the longest; as part
of a sequence of five or more; as the one guard of a king without the ace, the highest card below;
as part of a trio, and of a quatorze."""

TREES: dict[str, Ask | Keep] = {
    "elder": Ask(
        "sequence in the longest suit",
        3,
        Ask(
            "room beside suit, set and aces",
            -1,
            Ask(
                "room beside suit and tops",
                2,
                Keep(("longest suit", "best set"), 2),
                Ask(
                    "tops of the longest suit",
                    1,
                    Keep(("longest suit", "best set above tens"), 2),
                    Keep(("best set above tens", "quart")),
                ),
            ),
            Keep(("strongest suit", "quatorze"), 2),
        ),
        Ask(
            "tops",
            4,
            Keep(("strongest suit", "best set above tens"), 2),
            Ask(
                "honours",
                8,
                Keep(("best set", "sequences")),
                Ask(
                    "room beside suit and aces",
                    2,
                    Keep(("tops", "best set")),
                    Keep(("tops", "best set above tens")),
                ),
            ),
        ),
    ),
    "younger": Ask(
        "aces",
        3,
        Ask(
            "room beside suit and aces",
            3,
            Keep(("longest suit", "all sets")),
            Ask(
                "honours of the longest suit",
                3,
                Keep(("longest suit", "all sets"), 2),
                Keep(("aces", "quart")),
            ),
        ),
        Ask(
            "sequence in the longest suit",
            5,
            Keep(("longest suit", "best set"), 2),
            Ask(
                "room beside suit and set",
                3,
                Ask(
                    "room beside suit and tops",
                    5,
                    Keep(("longest suit", "quart")),
                    Keep(("tops", "quart")),
                ),
                Ask(
                    "cards of the longest suit",
                    5,
                    Keep(("best set", "quart")),
                    Keep(("best set", "sequences")),
                ),
            ),
        ),
    ),
}
"""The primer."""

_KEPT = np.array(list(KEPT_BY.values()))
_MOST_THINGS = 2
_LEAF = -1


def number_plan(plan: Keep, *then: str) -> tuple[int, ...]:
    """A plan as kernels read it: two things, -1 for none, those kept then, and how many always."""
    things = [THINGS.index(thing) for thing in (*plan.things, *then)]
    return (*things, *[-1] * (_MOST_THINGS - len(things)), plan.always)


def _list_nodes(tree: Ask | Keep, place: int = 0) -> list[tuple[int, ...]]:
    # Fact, least, and the places of yes and no; of a leaf its plan.
    if isinstance(tree, Keep):
        return [(_LEAF, *number_plan(tree))]
    yes = _list_nodes(tree.yes, place + 1)
    no_at = place + 1 + len(yes)
    no = _list_nodes(tree.no, no_at)
    return [(FACTS.index(tree.fact), tree.least, place + 1, no_at), *yes, *no]


_ELDERS = _list_nodes(TREES["elder"])
_ROOTS = 0, len(_ELDERS)
_NODES = np.array([*_ELDERS, *_list_nodes(TREES["younger"], len(_ELDERS))])
"""int64[node, (fact, least, yes, no)]: elder's and then younger's; of a leaf -1 and the plan."""
_COUNTS = np.array(
    [[*one["ranks"], *one["suit"], *list(one.values())[2:]] for one in COUNTS.values()]
)
_FIVE, _LONG, _QUINT, _GUARD, _TRIO, _FOUR = range(RANKS + ACE - TEN + 1, _COUNTS.shape[1])

_RUN_THROUGH = np.array(
    [
        [sum(1 << each for run in runs if rank in run for each in run) for rank in range(RANKS)]
        for runs in map(find_runs, range(LANE_MASK + 1))
    ]
)
"""int64[lane, rank]: the cards of a suit that touch one of them in sequence, itself too; 0 if it is
not held."""
_HONOURS = (LANE_MASK >> KNAVE << KNAVE) * ONE_OF_EACH_SUIT
_GROUPS = 8
"""Room for what there may be of one thing: sets, sequences."""
_PLACES = LANE_BITS * SUITS
_RANK_MASK = LANE_BITS - 1
_RANK_TIMES, _COUNT_TIMES = 16, 1024
_SUIT_TIMES = 1000 * SUITS
_LONG_SUIT = 5


@kernel
def _add_group(groups, numbers, thing, cards):
    if cards and numbers[thing] < _GROUPS:
        groups[thing * _GROUPS + numbers[thing]] = cards
        numbers[thing] += 1


@inline_kernel
def _count_suit(seat, lane):
    # What the cards of a suit count for each of its cards.
    counted = 0
    for rank in range(TEN, ACE + 1):
        counted += _COUNTS[seat, RANKS + rank - TEN] * (lane >> rank & 1)
    return counted


@kernel
def _read_suits(seat, hand, groups, numbers, worths, facts):
    # The longest and the strongest suit, of equals the first, and what each card counts.
    longest = strongest = 0
    for suit in range(SUITS):
        lane = hand >> LANE_BITS * suit & LANE_MASK
        rest = np.int64(LANE_PIPS[lane]) * SUITS + SUITS - 1 - suit
        strength = 2 * count(lane) + _count_suit(seat, lane)
        longest = max(longest, count(lane) * _SUIT_TIMES + rest)
        strongest = max(strongest, strength * _SUIT_TIMES + rest)
    longest, strongest = SUITS - 1 - longest % SUITS, SUITS - 1 - strongest % SUITS
    for suit in range(SUITS):
        lane = hand >> LANE_BITS * suit & LANE_MASK
        shared = _COUNTS[seat, _LONG] * (suit == longest)
        shared += _COUNTS[seat, _FIVE] * (count(lane) >= _LONG_SUIT) + _count_suit(seat, lane)
        below_king = lane & (1 << KING) - 1
        is_bare = (lane >> KING) == 1 and below_king != 0
        for rank in range(RANKS):
            counted = shared + _COUNTS[seat, rank]
            counted += _COUNTS[seat, _QUINT] * (count(_RUN_THROUGH[lane, rank]) >= _QUINT_CARDS)
            counted += _COUNTS[seat, _GUARD] * (is_bare and rank == highest_bit(below_king))
            held = count(hand & ONE_OF_EACH_SUIT << rank) * (rank >= TEN)
            counted += _COUNTS[seat, _TRIO] * (held == SUITS - 1)
            counted += _COUNTS[seat, _FOUR] * (held == SUITS)
            worths[LANE_BITS * suit + rank] = (
                counted * _COUNT_TIMES + rank * _RANK_TIMES + count(lane)
            )
    lane = hand >> LANE_BITS * longest & LANE_MASK
    _add_group(groups, numbers, _LONGEST, lane << LANE_BITS * longest)
    _add_group(groups, numbers, _STRONGEST, hand & LANE_MASK << LANE_BITS * strongest)
    facts[_SUIT_CARDS], facts[_SUIT_COURTS] = count(lane), count(lane >> TEN + 1)
    run = 0
    for rank in range(RANKS):
        run = max(run, count(_RUN_THROUGH[lane, rank]))
    facts[_SUIT_RUN] = run


@kernel
def _find_runs(hand, groups, numbers):
    # Sequences, the longest first; of equals the higher, then that of the first suit.
    for wanted in range(RANKS, _SHORTEST_RUN - 1, -1):
        for top in range(ACE, -1, -1):
            for suit in range(SUITS):
                run = _RUN_THROUGH[hand >> LANE_BITS * suit & LANE_MASK, top]
                if count(run) == wanted and run >> top == 1:
                    _add_group(groups, numbers, _RUNS, run << LANE_BITS * suit)
                    if wanted >= _QUART_CARDS:
                        _add_group(groups, numbers, _QUART, run << LANE_BITS * suit)


@kernel
def read_hand(seat, hand, groups, numbers, worths, facts):
    """What there is to keep, what each card counts, and what questions ask about.

    Parameters
    ----------
    seat : int64
        0 elder, 1 younger.
    hand : int64
        The twelve cards dealt.
    groups : int64 array, of 8 for each of `THINGS`
        Is filled: the cards of each.
    numbers : int64 array, of one for each of `THINGS`
        Is filled: how many there are of it.
    worths : int64 array, of one for each bit of a mask
        Is filled: the count of a card that is held, then rank and length of suit, which part
        equals.
    facts : int64 array, of `FACTS`
        Is filled.
    """
    numbers[:] = 0
    _read_suits(seat, hand, groups, numbers, worths, facts)
    _find_runs(hand, groups, numbers)
    aces = hand & ONE_OF_EACH_SUIT << ACE
    _add_group(groups, numbers, _ACES, aces)
    tops = 0
    for suit in range(SUITS):
        tops |= _RUN_THROUGH[hand >> LANE_BITS * suit & LANE_MASK, ACE] << LANE_BITS * suit
    _add_group(groups, numbers, _TOPS, tops)
    for wanted in range(SUITS, SUITS - 2, -1):
        for rank in range(ACE, TEN - 1, -1):
            cards = hand & ONE_OF_EACH_SUIT << rank
            if count(cards) == wanted:
                _add_group(groups, numbers, _SETS, cards)
                if wanted == SUITS:
                    _add_group(groups, numbers, _QUATORZE, cards)
                if rank > TEN and numbers[_COURT_SET] == 0:
                    _add_group(groups, numbers, _COURT_SET, cards)
    best = groups[_SETS * _GROUPS] if numbers[_SETS] else 0
    _add_group(groups, numbers, _SET, best)
    suit = groups[_LONGEST * _GROUPS]
    facts[_ACE_NUMBER] = count(aces)
    facts[_TOP_NUMBER], facts[_SUIT_TOPS] = count(tops), count(tops & suit)
    facts[_COURTS] = count(hand & _HONOURS)
    for place, beside in enumerate((best, aces, tops, best | aces)):
        facts[_ROOM + place] = _KEPT[seat] - count(suit | beside)


@kernel
def _keep_highest(kept, cards, room, worths, by_rank):
    # As many of some cards as there is room for, from the top by rank or by count.
    cards &= ~kept
    while cards and count(kept) < room:
        left, best, most = cards, 0, -1
        while left:
            place = lowest_bit(left)
            left &= left - 1
            worth = place & _RANK_MASK if by_rank else worths[place]
            if worth > most:
                best, most = place, worth
        kept |= 1 << best
        cards ^= 1 << best
    return kept


@kernel
def follow_plan(hand, room, least, plan, last_in_part, groups, numbers, worths):
    """The discard by a plan.

    Parameters
    ----------
    hand : int64
        As for `read_hand`.
    room : int64
        How many cards are kept.
    least : int64
        How many cards must go at least.
    plan : int64 array
        As `number_plan` has it.
    last_in_part : int64
        The last of the things that are kept in part, where there is no room for all of them.
    groups, numbers : int64 array
        Come from `read_hand`.
    worths : int64 array
        What the room that is left is filled by, for each card; `read_hand` has the counts.
    """
    kept = 0
    last = len(plan) - 1
    for place in range(last):
        thing = plan[place]
        if thing < 0:
            continue
        most = HAND_CARDS - least if place < plan[last] else room
        for group in range(numbers[thing]):
            cards = groups[thing * _GROUPS + group]
            if count(kept | cards) <= max(most, room):
                kept |= cards
            elif thing <= last_in_part:
                kept = _keep_highest(kept, cards, room, worths, True)
    return hand & ~_keep_highest(kept, hand, room, worths, False)


@kernel
def _find_plan(seat, facts):
    node = _ROOTS[seat]
    while _NODES[node, 0] != _LEAF:
        is_so = facts[_NODES[node, 0]] >= _NODES[node, 1]
        node = _NODES[node, 2] if is_so else _NODES[node, 3]
    return _NODES[node, 1:]


@policy
def discard(view: DiscardView) -> int:
    """What the leaf of the tree says; as many cards as may go."""
    room = HAND_CARDS - view.most
    groups, numbers, worths, facts = scratch(80), scratch(10), scratch(_PLACES), scratch(20)
    read_hand(view.seat, view.hand, groups, numbers, worths, facts)
    plan = _find_plan(view.seat, facts)
    return follow_plan(view.hand, room, view.least, plan, _IN_PART, groups, numbers, worths)


@kernel
def _read_all(seat, hands, groups, numbers, facts):
    worths = scratch(_PLACES)
    for place in range(hands.shape[0]):
        read_hand(seat, hands[place], groups[place], numbers[place], worths, facts[place])


def read_hands(seat: str, hands: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """What there is to keep in each of some hands, and what questions ask about.

    Returns
    -------
    groups : ndarray of int64, shape (hands, len(THINGS), 8)
        Their cards.
    numbers : ndarray of int64, shape (hands, len(THINGS))
        How many there are of each.
    facts : ndarray of int64, shape (hands, len(FACTS))

    Examples
    --------
    >>> from piquet_sim.game.cards import format_hand, parse_hand
    >>> groups, *_ = read_hands("elder", np.array([parse_hand("AKJ.AQJ8.98.J87")]))
    >>> format_hand(groups[0, THINGS.index("best set"), 0])
    'J.J..J'
    """
    groups, numbers, facts = (
        np.zeros((len(hands), room), np.int64)
        for room in (len(THINGS) * _GROUPS, len(THINGS), len(FACTS))
    )
    _read_all(SEATS.index(seat), hands, groups, numbers, facts)
    return groups.reshape(len(hands), len(THINGS), _GROUPS), numbers, facts


STRATEGY = Strategy(**ROSTER["primer"].describe(), discard=discard, play=play)
