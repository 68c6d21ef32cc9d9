"""All ways to fulfil a condition, laid out suit by suit so that they can be counted and numbered.

What elder and younger hold of one suit is a *choice*; choices that agree in all that the
condition asks for are a class, and what has been chosen in the suits before is a *state*: cards so
far, and the numbers that the condition bounds. Going through the suits and back again gives the
ways to go on from every state, hence the number of all deals that fulfil the condition and a
number for each of them (`kernel.allotting` deals by these). Where the condition asks nothing of a
seat but single cards, that hand is filled up from what is left; where it asks what a hand counts,
which would take too many states, the hands are listed one by one if they are few.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from math import comb, inf

import numpy as np

from piquet_sim.cards import (
    HAND_CARDS,
    LANE_BITS,
    LANE_MASK,
    SIX,
    SUITS,
    count_cards,
    pack_mask,
)
from piquet_sim.conditions import (
    ATTRIBUTES,
    ELDER,
    PLACES,
    TALON,
    YOUNGER,
    Condition,
    DealtCards,
    Holding,
    Numbering,
    set_ranks,
)
from piquet_sim.kernel.allotting import Frame, Ways, list_valuable
from piquet_sim.kernel.lanes import LANE_SEQUENCES_SCORE
from piquet_sim.rules import RuleSet

_MOST_EDGES = 600_000
_MOST_LISTED = 1 << 22
_REST = np.array([[comb(n, k) for k in range(HAND_CARDS + 1)] for n in range(37)], np.int64)

Laid = tuple[Frame, Ways]


class _TooMany(Exception):
    """More states than are worth laying out."""


def lay_out(clauses: list[Condition], rules: RuleSet) -> tuple[Frame, Ways, tuple[Condition, ...]]:
    """The ways to fulfil as many clauses as can be counted together.

    Parameters
    ----------
    clauses : list of Condition
        All must hold.
    rules : RuleSet
        The pack, and what sets are made of.

    Returns
    -------
    frame : Frame
        With no deals if the counted clauses cannot be fulfilled.
    ways : Ways
    rejected : tuple of Condition
        The clauses that are not counted.
    """
    demands, rejected = _gather(clauses, rules)
    listed = _list_hands(clauses, rules) if rejected else None
    if listed is not None:
        return listed
    try:
        return *_go_round(demands, rules), rejected
    except _TooMany:
        return _lay_out_one_seat(clauses, rules)


def _lay_out_one_seat(
    clauses: list[Condition], rules: RuleSet
) -> tuple[Frame, Ways, tuple[Condition, ...]]:
    # The seat of which more is asked is dealt; what is asked of the other is left to chance.
    best = None
    for place in (ELDER, YOUNGER, None):
        if place is None and best is not None:
            break
        kept = [
            one
            for one in clauses
            if isinstance(one, Holding) or (isinstance(one, Numbering) and one.place == place)
        ]
        try:
            laid = _go_round(_gather(kept, rules)[0], rules)
        except _TooMany:
            continue
        if best is None or laid[0].deals < best[0].deals:
            best = *laid, tuple(one for one in clauses if one not in kept)
    return best


@dataclass(frozen=True)
class _Feature:
    # A number that grows suit by suit: how much a lane adds, and what it must come to.
    place: str
    adds: Callable[[int], int]
    join: Callable[[int, int], int | None]
    """From the number so far and what a lane adds; None if it can no longer be right."""
    is_right: Callable[[int], bool]


@dataclass
class _Demands:
    # What the countable clauses ask for: cards that lie somewhere, lanes that may not be, and
    # numbers to be kept.
    pack: int
    held: dict[str, int] = field(default_factory=lambda: dict.fromkeys(PLACES, 0))
    lanes: dict[str, np.ndarray] = field(
        default_factory=lambda: {place: np.ones((SUITS, LANE_MASK + 1), bool) for place in PLACES}
    )
    features: list[_Feature] = field(default_factory=list)

    def asks_of(self, place: str) -> bool:
        """Whether more is asked of a place than single cards."""
        return any(one.place == place for one in self.features) or not self.lanes[place].all()

    def add(self, clause: Condition, rules: RuleSet) -> bool:
        """Take up a clause; False if it cannot be counted."""
        if isinstance(clause, Holding):
            self.held[clause.place] |= clause.cards
            return True
        if not isinstance(clause, Numbering):
            return False
        attribute, place = clause.attribute, clause.place
        low, high = clause.low, clause.high
        if attribute.mask:
            self._bound_sum(place, [_count_of(attribute.mask, suit) for suit in range(SUITS)],
                            low, high)  # fmt: skip
        elif attribute.sums:
            self._bound_sum(place, [attribute.sums] * SUITS, low, high)
        elif attribute.most:
            most = np.array(attribute.most)
            self.lanes[place] &= most <= high
            if low > 0:
                self._bound_sum(place, [(most >= low).astype(int).tolist()] * SUITS, 1, inf)
        elif attribute.of_sets:
            self._bound_sets(place, attribute.of_sets, low, high, rules)
        else:
            return False
        return True

    def _bound_sum(self, place: str, adds: list, low: int, high: float) -> None:
        own = [suit for suit in range(SUITS) if any(adds[suit])]
        if high <= 0 or len(own) == 1:
            for suit in own:
                number = np.array(adds[suit])
                self.lanes[place][suit] &= (low <= number) & (number <= high)
            if low > high or (high < 0 and not own):
                self.lanes[place][:] = False
            return
        if not own and low > 0:
            self.lanes[place][:] = False
            return
        enough = low if high == inf else int(high)

        def join(before: int, added: int) -> int | None:
            number = before + added
            return None if number > high else min(number, enough)

        table = [list(map(int, one)) for one in adds]
        self.features.append(
            _Feature(place, lambda suit_lane: table[suit_lane[0]][suit_lane[1]], join,
                     lambda number: low <= number)
        )  # fmt: skip

    def _bound_sets(self, place: str, cards: int, low: int, high: float, rules: RuleSet) -> None:
        # How many cards of each rank are not held, two bits each; from `dead` on it is no matter.
        ranks = set_ranks(rules)
        dead = 5 - cards
        fields = [2 * at for at in range(len(ranks))]

        @cache
        def join(before: int, added: int) -> int:
            return sum(min((before >> at & 3) + (added >> at & 3), dead) << at for at in fields)

        missing = [
            sum((1 - (lane >> rank & 1)) << at for rank, at in zip(ranks, fields, strict=True))
            for lane in range(LANE_MASK + 1)
        ]
        wanted = 4 - cards
        self.features.append(
            _Feature(place, lambda suit_lane: missing[suit_lane[1]], join,
                     lambda state: low <= sum(state >> at & 3 == wanted for at in fields) <= high)
        )  # fmt: skip


def _count_of(mask: int, suit: int) -> list[int]:
    own = mask >> LANE_BITS * suit & LANE_MASK
    return [(lane & own).bit_count() for lane in range(LANE_MASK + 1)]


def _gather(clauses: list[Condition], rules: RuleSet) -> tuple[_Demands, tuple[Condition, ...]]:
    demands = _Demands(rules.pack)
    rejected = tuple(clause for clause in clauses if not demands.add(clause, rules))
    return demands, rejected


def _list_choices(demands: _Demands, suit: int, filled: str | None) -> dict[tuple, list]:
    # What elder and younger can hold of a suit, as (elder's lane, younger's), by what it adds to
    # the numbers: cards of elder, cards of younger, features.
    pack = pack_mask(demands.pack) >> LANE_BITS * suit & LANE_MASK
    held = {place: cards >> LANE_BITS * suit & LANE_MASK for place, cards in demands.held.items()}
    found: dict[tuple, list] = {}

    def lanes_of(place: str, free: int) -> list[int]:
        others = [held[other] for other in PLACES if other != place]
        own = free & ~(others[0] | others[1])
        if place == filled:
            return [0]
        return [
            lane for lane in _subsets(own)
            if lane & held[place] == held[place] and demands.lanes[place][suit][lane]
        ]  # fmt: skip

    has_talon = demands.asks_of(TALON)
    for elder in lanes_of(ELDER, pack):
        for younger in lanes_of(YOUNGER, pack & ~elder):
            lanes = {ELDER: elder, YOUNGER: younger, TALON: pack & ~(elder | younger)}
            if has_talon and not demands.lanes[TALON][suit][lanes[TALON]]:
                continue
            added = (
                elder.bit_count(), younger.bit_count(),
                *(one.adds((suit, lanes[one.place])) for one in demands.features),
            )  # fmt: skip
            found.setdefault(added, []).append((elder, younger))
    return found


def _subsets(mask: int) -> list[int]:
    subsets, one = [], mask
    while True:
        subsets.append(one)
        if one == 0:
            return subsets
        one = (one - 1) & mask


def _go_round(demands: _Demands, rules: RuleSet) -> Laid:
    held = demands.held
    everything = pack_mask(rules.pack)
    clash = (held[ELDER] & held[YOUNGER]) | ((held[ELDER] | held[YOUNGER]) & held[TALON])
    # A seat of which only single cards are asked is filled up from what is left.
    filled = None
    if not demands.asks_of(TALON):
        filled = YOUNGER if not demands.asks_of(YOUNGER) else None
        filled = ELDER if filled is None and not demands.asks_of(ELDER) else filled
    own = held[filled] if filled else 0
    missing = HAND_CARDS - count_cards(own) if filled else 0
    talon = held[TALON] if filled else 0
    free = rules.pack - HAND_CARDS - (HAND_CARDS - missing) - count_cards(talon)
    if clash & everything or missing < 0 or (filled and free < missing):
        return Frame(rules.pack, 0, 0, 0, 0, 0, 0), _no_ways()
    targets = [0 if place == filled else HAND_CARDS for place in (ELDER, YOUNGER)]
    edges, states = _go_through(demands, filled, targets)
    frame_ways = _number(edges, states)
    fillings = comb(free, missing) if filled else 1
    frame = Frame(
        pack=rules.pack,
        deals=int(frame_ways.onward[0]) * fillings,
        elder=own if filled == ELDER else 0,
        younger=own if filled == YOUNGER else 0,
        talon=talon,
        filled=1 if filled == YOUNGER else 0,
        missing=missing,
    )
    return frame, frame_ways


def _no_ways() -> Ways:
    none = np.zeros(0, np.int64)
    return Ways(np.zeros(1, np.int64), np.zeros(2, np.int64), none, np.zeros((0, 2), np.int64),
                none, none, _REST)  # fmt: skip


def _go_through(demands: _Demands, filled: str | None, targets: list[int]) -> tuple[list, list]:
    # Suit by suit from the first state: for every state its edges, each a list of choices and the
    # state it leads to.
    features = demands.features
    # A number of missing cards starts at none missing, a sum at none held: both are zero.
    states: dict[tuple, int] = {(0, 0, *(0 for _ in features)): 0}
    levels = [states]
    edges: list[list[tuple[tuple, list, tuple]]] = []
    total = 0
    for suit in range(SUITS):
        classes = _list_choices(demands, suit, filled)
        left = ((SUITS - 1 - suit) * (demands.pack // SUITS),) * 2
        following: dict[tuple, int] = {}
        for state in levels[-1]:
            out = []
            for added, choices in classes.items():
                cards = (state[0] + added[0], state[1] + added[1])
                if any(
                    one > target or one + more < target
                    for one, target, more in zip(cards, targets, left, strict=True)
                ):
                    continue
                numbers = []
                for feature, before, more in zip(features, state[2:], added[2:], strict=True):
                    number = feature.join(before, more)
                    if number is None or (suit == SUITS - 1 and not feature.is_right(number)):
                        break
                    numbers.append(number)
                else:
                    # In the last suit all ends are the same.
                    after = (*cards, *numbers) if suit < SUITS - 1 else ()
                    following.setdefault(after, len(following))
                    out.append((choices, after))
            total += len(out)
            if total > _MOST_EDGES:
                raise _TooMany
            edges.append(out)
        levels.append(following)
    return edges, levels


def _number(edges: list, levels: list[dict]) -> Ways:
    # Ways onward from the last state to the first, and the edges that lead somewhere.
    starts = np.cumsum([0, *(len(level) for level in levels)])
    onward = [0] * int(starts[-1])
    if levels[-1]:
        onward[int(starts[SUITS])] = 1
    kept: list[list[tuple[list, int]]] = [[] for _ in onward]
    for level in reversed(range(SUITS)):
        for place in range(int(starts[level]), int(starts[level + 1])):
            for choices, after in edges[place]:
                target = int(starts[level + 1]) + levels[level + 1][after]
                if onward[target]:
                    onward[place] += len(choices) * onward[target]
                    kept[place].append((choices, target))
    below, links, elder, younger, counts = [], [], [], [], [0]
    written: dict[tuple[int, int], int] = {}
    for place, out in enumerate(kept):
        level = int(np.searchsorted(starts, place, side="right")) - 1
        suit = min(level, SUITS - 1)
        so_far = 0
        for choices, target in out:
            key = (suit, id(choices))
            if key not in written:
                written[key] = len(elder)
                elder += [one << LANE_BITS * suit for one, _ in choices]
                younger += [two << LANE_BITS * suit for _, two in choices]
            below.append(so_far)
            links.append((written[key], target))
            so_far += len(choices) * onward[target]
        counts.append(counts[-1] + len(out))
    return Ways(
        onward=np.array(onward or [0], np.int64),
        edges=np.array(counts, np.int64),
        below=np.array(below, np.int64),
        choices=np.array(links, np.int64).reshape(-1, 2),
        elder=np.array(elder, np.int64),
        younger=np.array(younger, np.int64),
        rest=_REST,
    )


def _list_hands(
    clauses: list[Condition], rules: RuleSet
) -> tuple[Frame, Ways, tuple[Condition, ...]] | None:
    # A hand that counts so much is too much for states, but where there are few such hands they
    # can be listed, with all else that is asked of the seat. None if there is no such clause.
    for clause in clauses:
        if not isinstance(clause, Numbering) or clause.attribute is not ATTRIBUTES["value"]:
            continue
        seat = clause.place
        if seat == TALON:
            continue
        hands = _find_valuable(clause, rules)
        if hands is None:
            continue
        of_seat = [one for one in clauses if getattr(one, "place", None) == seat
                   and isinstance(one, Holding | Numbering)]  # fmt: skip
        held = [one for one in clauses if isinstance(one, Holding) and one.place != seat]
        rejected = tuple(one for one in clauses if one not in of_seat and one not in held)
        none = np.zeros_like(hands)
        cards = DealtCards(*(hands if place == seat else none for place in PLACES))
        demands = _gather(held, rules)[0]
        elsewhere = demands.held[ELDER] | demands.held[YOUNGER] | demands.held[TALON]
        fits = np.logical_and.reduce([one.holds(cards, rules) for one in of_seat])
        hands = hands[fits & (hands & elsewhere == 0)]
        other = YOUNGER if seat == ELDER else ELDER
        laid = _frame_hands(hands, seat, demands.held[other], demands.held[TALON], rules)
        return *laid, rejected
    return None


def _find_valuable(clause: Numbering, rules: RuleSet) -> np.ndarray | None:
    low_rank = SIX if rules.pack == 36 else SIX + 1
    lanes = [lane for lane in range(LANE_MASK + 1) if not lane & (1 << low_rank) - 1]
    lanes.sort(key=int.bit_count)
    cards = [lane.bit_count() for lane in lanes]
    starts = np.searchsorted(cards, np.arange(cards[-1] + 2))
    room = np.empty(_MOST_LISTED, np.int64)
    listed = list_valuable(
        np.array(lanes), starts, LANE_SEQUENCES_SCORE.astype(np.int64), set_ranks(rules).start,
        rules.trio_scores, rules.quatorze_scores, clause.low, min(clause.high, 1 << 20), room,
    )  # fmt: skip
    return room[:listed].copy() if listed <= _MOST_LISTED else None


def _frame_hands(hands: np.ndarray, seat: str, held: int, talon: int, rules: RuleSet) -> Laid:
    # Any of these hands for one seat, the other filled up: one edge with all hands, and three
    # suits in which nothing more is chosen.
    missing = HAND_CARDS - count_cards(held)
    free = rules.pack - HAND_CARDS - count_cards(held) - count_cards(talon)
    fillings = comb(free, missing) if 0 <= missing <= free else 0
    frame = Frame(
        pack=rules.pack,
        deals=len(hands) * fillings,
        elder=held if seat == YOUNGER else 0,
        younger=held if seat == ELDER else 0,
        talon=talon,
        filled=1 if seat == ELDER else 0,
        missing=max(missing, 0),
    )
    chosen, none = np.append(hands, 0), np.zeros(len(hands) + 1, np.int64)
    last = len(hands)
    ways = Ways(
        onward=np.array([len(hands), 1, 1, 1, 1], np.int64),
        edges=np.array([0, 1, 2, 3, 4, 4], np.int64),
        below=np.zeros(4, np.int64),
        choices=np.array([[0, 1], [last, 2], [last, 3], [last, 4]], np.int64),
        elder=chosen if seat == ELDER else none,
        younger=chosen if seat == YOUNGER else none,
        rest=_REST,
    )
    return frame, ways
