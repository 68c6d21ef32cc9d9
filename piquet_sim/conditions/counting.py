"""All ways to meet a condition, listed suit by suit so that they can be counted and numbered.

What elder and younger hold of one suit is a *choice*; choices that agree in all that the condition
asks for are a class, and what has been chosen in the suits before is a *state*: cards so far, and
the numbers that the condition bounds or compares. Going through the suits and back again gives the
ways to go on from every state, hence the number of all deals that fulfil the condition and a number
for each of them (`kernel.counting.conditional_dealing` deals by these). Where the condition asks
nothing of a seat but single cards, that hand is filled up from what is left; where it asks what a
hand counts, which would take too many states, the hands are listed one by one if they are few.

Alternatives are split into terms of which no two have a deal in common ("A, or B and not A"), each
laid out by itself, where that takes no more states than a single condition may.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from math import comb, inf

import numpy as np

from piquet_sim.conditions.attributes import ATTRIBUTES, Attribute, set_ranks
from piquet_sim.conditions.model import (
    PLACES,
    TALON,
    YOUNGER,
    All,
    Compared,
    Condition,
    DealtCards,
    Held,
    Leaf,
    Numbering,
)
from piquet_sim.game.cards import (
    HAND_CARDS,
    LANE_BITS,
    LANE_MASK,
    SIX,
    SUITS,
    count_cards,
    pack_mask,
)
from piquet_sim.game.rules import RuleSet
from piquet_sim.game.terms import ELDER
from piquet_sim.kernel.counting.conditional_dealing import Term, Ways, list_valuable
from piquet_sim.kernel.tables import LANE_SEQUENCES_SCORE

_MOST_EDGES = 600_000
_MOST_LISTED = 1 << 22

_MOST_TERMS, _MOST_LEAVES = 64, 200


@dataclass
class _Laid:
    # One term: how many deals it has, what is the same in them, and its states, edges and choices.
    deals: int
    term: Term
    onward: list[int]
    edges: list[int]
    below: list[int]
    links: list[tuple[int, int]]
    elder: np.ndarray
    younger: np.ndarray


class _TooMany(Exception):
    """There are more states or terms than are worth listing."""


def lay_out(condition: Condition, rules: RuleSet) -> tuple[Ways, tuple[Condition, ...]]:
    """The ways to meet the parts of a condition that can be counted.

    Parameters
    ----------
    condition : Condition
        In its normal form.
    rules : RuleSet
        The pack, and what sets are made of.

    Returns
    -------
    ways : Ways
        Without deals if those parts are impossible.
    rejected : tuple of Condition
        The parts that are not counted; they must hold as well.
    """
    if sum(1 for _ in condition.leaves()) > _MOST_LEAVES:  # more than are worth a try
        return _join([_lay_out_leaves((), rules, _MOST_EDGES)[0]], rules), (condition,)
    parts = condition.parts if isinstance(condition, All) else (condition,)
    leaves = [part for part in parts if isinstance(part, Leaf)]
    others = tuple(part for part in parts if not isinstance(part, Leaf))
    try:
        left, laid = _MOST_EDGES, []
        for term in split_apart(condition) if others else [leaves]:
            layout, rejected = _lay_out_leaves(term, rules, left)
            if rejected and others:
                raise _TooMany
            laid.append(layout)
            left -= len(layout.links)
        return _join(laid, rules), () if others else rejected
    except _TooMany:
        layout, rejected = _lay_out_most(leaves, rules, is_new=bool(others))
        return _join([layout], rules), (*rejected, *others)


def split_apart(condition: Condition) -> list[tuple[Leaf, ...]]:
    """A condition as terms of leaves that must all hold; no deal fulfils two terms.

    Examples
    --------
    >>> from piquet_sim.conditions.expression import read_given
    >>> either, _ = read_given("elder.has('AS') or elder.has('KS')")
    >>> [len(one) for one in split_apart(either)]
    [1, 2]
    """
    if isinstance(condition, Leaf):
        return [(condition,)]
    if isinstance(condition, All):
        terms: list[tuple[Leaf, ...]] = [()]
        for part in condition.parts:
            terms = [(*one, *two) for one in terms for two in split_apart(part)]
            terms = [one for one in map(_narrow, terms) if one is not None]
            if len(terms) > _MOST_TERMS:
                raise _TooMany
        return terms
    terms = []
    denied: list[Condition] = []
    for part in condition.parts:
        terms += split_apart(All((*denied, part)))
        denied.append(part.deny())
        if len(terms) > _MOST_TERMS:
            raise _TooMany
    return terms


def _narrow(leaves: tuple[Leaf, ...]) -> tuple[Leaf, ...] | None:
    # Bounds of one number put together; None if nothing lies within all of them.
    bounds: dict[tuple[str, str], Numbering] = {}
    others = []
    for leaf in leaves:
        if not isinstance(leaf, Numbering):
            others.append(leaf)
            continue
        key = leaf.place, leaf.attribute.name
        low, high = leaf.low, leaf.high
        if key in bounds:
            low, high = max(low, bounds[key].low), min(high, bounds[key].high)
        if low > high:
            return None
        bounds[key] = Numbering(leaf.place, leaf.attribute, low, high)
    return (*others, *bounds.values())


def _lay_out_leaves(
    leaves: Sequence[Leaf], rules: RuleSet, most_edges: int
) -> tuple[_Laid, tuple[Leaf, ...]]:
    demands, rejected = _gather(leaves, rules)
    listed = _list_hands(leaves, rules) if rejected else None
    if listed is not None:
        return listed
    return _go_round(demands, rules, most_edges), rejected


def _lay_out_most(
    leaves: Sequence[Leaf], rules: RuleSet, is_new: bool
) -> tuple[_Laid, tuple[Leaf, ...]]:
    # As many leaves as can be counted together: where all are too many, those of the seat of which
    # more is asked, the others being left to chance.
    if is_new:
        with suppress(_TooMany):
            return _lay_out_leaves(leaves, rules, _MOST_EDGES)
    best = None
    for place in (ELDER, YOUNGER, None):
        if place is None and best is not None:
            break
        kept = [
            one
            for one in leaves
            if isinstance(one, Held) or (isinstance(one, Numbering) and one.place == place)
        ]
        try:
            layout = _go_round(_gather(kept, rules)[0], rules, _MOST_EDGES)
        except _TooMany:
            continue
        if best is None or layout.deals < best[0].deals:
            best = layout, tuple(one for one in leaves if one not in kept)
    return best


@dataclass(frozen=True)
class _Feature:
    # A number that grows suit by suit: how much the lanes of a suit add, and what it must come to.
    places: tuple[str, ...]
    adds: Callable[[int, dict[str, int]], int]
    join: Callable[[int, int], int | None]
    """From the number so far and what a suit adds; None if it can no longer be right."""
    is_right: Callable[[int], bool]


@dataclass
class _Demands:
    # What the countable leaves ask for: cards that lie somewhere, lanes that may not be, and
    # numbers to be kept.
    pack: int
    held: dict[str, int] = field(default_factory=lambda: dict.fromkeys(PLACES, 0))
    lanes: dict[str, np.ndarray] = field(
        default_factory=lambda: {place: np.ones((SUITS, LANE_MASK + 1), bool) for place in PLACES}
    )
    features: list[_Feature] = field(default_factory=list)

    def asks_of(self, place: str) -> bool:
        """Whether more is asked of a place than single cards."""
        return any(place in one.places for one in self.features) or not self.lanes[place].all()

    def add(self, leaf: Leaf, rules: RuleSet) -> bool:
        """Take up a leaf; False if it cannot be counted."""
        if isinstance(leaf, Held):
            self.held[leaf.place] |= leaf.cards
            return True
        if isinstance(leaf, Compared):
            return self._compare(leaf)
        attribute, place = leaf.attribute, leaf.place
        low, high = leaf.low, leaf.high
        if attribute.mask or attribute.sums:
            self._bound_sum(place, _adds(attribute), low, high)
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

        self.features.append(
            _Feature(
                (place,),
                lambda suit, lanes: adds[suit][lanes[place]],
                join,
                lambda number: low <= number,
            )
        )

    def _compare(self, leaf: Compared) -> bool:
        # The difference of two sums is a sum; else both numbers are kept side by side.
        one, two = leaf.attribute, leaf.other
        if not all(side.mask or side.sums or side.most for side in (one, two)):
            return False
        first, second = leaf.place, leaf.other_place
        adds, other_adds = _adds(one), _adds(two)
        places = tuple(dict.fromkeys((first, second)))
        if not one.most and not two.most:
            self.features.append(
                _Feature(
                    places,
                    lambda suit, lanes: adds[suit][lanes[first]] - other_adds[suit][lanes[second]],
                    lambda before, added: before + added,
                    lambda number: leaf.is_so(number, 0),
                )
            )
            return True
        ways = tuple(max if side.most else int.__add__ for side in (one, two))

        def join(before: int, added: int) -> int:
            pairs = zip(ways, divmod(before, _PAIR), divmod(added, _PAIR), strict=True)
            left, right = (way(number, more) for way, number, more in pairs)
            return left * _PAIR + right

        self.features.append(
            _Feature(
                places,
                lambda suit, lanes: (
                    adds[suit][lanes[first]] * _PAIR + other_adds[suit][lanes[second]]
                ),
                join,
                lambda number: leaf.is_so(*divmod(number, _PAIR)),
            )
        )
        return True

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
            _Feature(
                (place,),
                lambda suit, lanes: missing[lanes[place]],
                join,
                lambda state: low <= sum(state >> at & 3 == wanted for at in fields) <= high,
            )
        )


_PAIR = 128
"""Two numbers below this are kept as one."""


def _adds(attribute: Attribute) -> list[tuple[int, ...]]:
    # By suit: what each lane has of it.
    if attribute.most:
        return [attribute.most] * SUITS
    return [attribute.add_by_lane(suit) for suit in range(SUITS)]


def _gather(leaves: Sequence[Leaf], rules: RuleSet) -> tuple[_Demands, tuple[Leaf, ...]]:
    demands = _Demands(rules.pack)
    rejected = tuple(leaf for leaf in leaves if not demands.add(leaf, rules))
    return demands, rejected


def _list_choices(demands: _Demands, suit: int, filled: str | None) -> dict[tuple, list]:
    # What elder and younger can hold of a suit, as (elder's lane, younger's), by what it adds to
    # the numbers: cards of elder, cards of younger, features.
    pack = pack_mask(demands.pack) >> LANE_BITS * suit & LANE_MASK
    held = {place: cards >> LANE_BITS * suit & LANE_MASK for place, cards in demands.held.items()}
    choices: dict[tuple, list] = {}

    def lanes_of(place: str, free: int) -> list[int]:
        others = [held[other] for other in PLACES if other != place]
        own = free & ~(others[0] | others[1])
        if place == filled:
            return [0]
        return [
            lane
            for lane in _subsets(own)
            if lane & held[place] == held[place] and demands.lanes[place][suit][lane]
        ]

    has_talon = demands.asks_of(TALON)
    for elder in lanes_of(ELDER, pack):
        for younger in lanes_of(YOUNGER, pack & ~elder):
            lanes = {ELDER: elder, YOUNGER: younger, TALON: pack & ~(elder | younger)}
            if has_talon and not demands.lanes[TALON][suit][lanes[TALON]]:
                continue
            added = (
                elder.bit_count(),
                younger.bit_count(),
                *(one.adds(suit, lanes) for one in demands.features),
            )
            choices.setdefault(added, []).append((elder, younger))
    return choices


def _subsets(mask: int) -> list[int]:
    subsets, one = [], mask
    while True:
        subsets.append(one)
        if one == 0:
            return subsets
        one = (one - 1) & mask


def _go_round(demands: _Demands, rules: RuleSet, most_edges: int) -> _Laid:
    held = demands.held
    everything = pack_mask(rules.pack)
    clash = (held[ELDER] & held[YOUNGER]) | ((held[ELDER] | held[YOUNGER]) & held[TALON])
    # A seat of which only single cards are asked is filled up from what is left.
    free_seats = [place for place in (YOUNGER, ELDER) if not demands.asks_of(place)]
    filled = free_seats[0] if free_seats and not demands.asks_of(TALON) else None
    own = held[filled] if filled else 0
    missing = HAND_CARDS - count_cards(own) if filled else 0
    talon = held[TALON] if filled else 0
    free = rules.pack - HAND_CARDS - (HAND_CARDS - missing) - count_cards(talon)
    none = np.zeros(0, np.int64)
    if clash & everything or missing < 0 or (filled and free < missing):
        return _Laid(0, Term(0, 0, 0, 0, 0, 0, 0), [0], [0, 0], [], [], none, none)
    targets = [0 if place == filled else HAND_CARDS for place in (ELDER, YOUNGER)]
    laid = _number(*_go_through(demands, filled, targets, most_edges))
    laid.deals = laid.onward[0] * (comb(free, missing) if filled else 1)
    laid.term = Term(
        below=0,
        elder=own if filled == ELDER else 0,
        younger=own if filled == YOUNGER else 0,
        talon=talon,
        filled=1 if filled == YOUNGER else 0,
        missing=missing,
        root=0,
    )
    return laid


def _go_through(
    demands: _Demands, filled: str | None, targets: list[int], most_edges: int
) -> tuple[list, list]:
    # Suit by suit from the first state: for every state its edges, each a list of choices and the
    # state it leads to.
    features = demands.features
    # A number of missing cards starts at none missing, a sum at none held: both are zero.
    states: dict[tuple, int] = {(0, 0, *(0 for _ in features)): 0}
    levels = [states]
    edges: list[list[tuple[list, tuple]]] = []
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
            if total > most_edges:
                raise _TooMany
            edges.append(out)
        levels.append(following)
    return edges, levels


def _number(edges: list, levels: list[dict]) -> _Laid:
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
    term = Term(0, 0, 0, 0, 0, 0, 0)
    return _Laid(onward[0] if onward else 0, term, onward or [0], counts, below, links,
                 np.array(elder, np.int64), np.array(younger, np.int64))  # fmt: skip


def _list_hands(leaves: Sequence[Leaf], rules: RuleSet) -> tuple[_Laid, tuple[Leaf, ...]] | None:
    # What a hand counts needs too many states. Few hands count so much, so they are listed, with
    # all other requirements of the seat; None if none is on the value.
    numbers = [one for one in leaves if isinstance(one, Numbering) and one.place != TALON]
    for leaf in numbers:
        is_value = leaf.attribute == ATTRIBUTES["value"]
        seat, hands = leaf.place, _find_valuable(leaf, rules) if is_value else None
        if hands is None:
            continue
        of_seat = [one for one in leaves if isinstance(one, Held | Numbering) and one.place == seat]
        held = [one for one in leaves if isinstance(one, Held) and one.place != seat]
        rejected = tuple(one for one in leaves if one not in of_seat and one not in held)
        none = np.zeros_like(hands)
        cards = DealtCards(*(hands if place == seat else none for place in PLACES))
        demands = _gather(held, rules)[0]
        elsewhere = demands.held[ELDER] | demands.held[YOUNGER] | demands.held[TALON]
        fits = np.logical_and.reduce([one.holds(cards, rules) for one in of_seat])
        hands = hands[fits & (hands & elsewhere == 0)]
        other = YOUNGER if seat == ELDER else ELDER
        laid = _frame_hands(hands, seat, demands.held[other], demands.held[TALON], rules)
        return laid, rejected
    return None


def _find_valuable(leaf: Numbering, rules: RuleSet) -> np.ndarray | None:
    low_rank = SIX if rules.pack == 36 else SIX + 1
    lanes = [lane for lane in range(LANE_MASK + 1) if not lane & (1 << low_rank) - 1]
    lanes.sort(key=int.bit_count)
    cards = [lane.bit_count() for lane in lanes]
    starts = np.searchsorted(cards, np.arange(cards[-1] + 2))
    room = np.empty(_MOST_LISTED, np.int64)
    listed = list_valuable(
        np.array(lanes), starts, LANE_SEQUENCES_SCORE.astype(np.int64), set_ranks(rules).start,
        rules.trio_scores, rules.quatorze_scores, leaf.low, min(leaf.high, 1 << 20), room,
    )  # fmt: skip
    return room[:listed].copy() if listed <= _MOST_LISTED else None


def _frame_hands(hands: np.ndarray, seat: str, held: int, talon: int, rules: RuleSet) -> _Laid:
    # Any of these hands for one seat, the other filled up: one edge with all hands, and three
    # suits in which nothing more is chosen.
    missing = HAND_CARDS - count_cards(held)
    free = rules.pack - HAND_CARDS - count_cards(held) - count_cards(talon)
    fillings = comb(free, missing) if 0 <= missing <= free else 0
    term = Term(
        below=0,
        elder=held if seat == YOUNGER else 0,
        younger=held if seat == ELDER else 0,
        talon=talon,
        filled=1 if seat == ELDER else 0,
        missing=max(missing, 0),
        root=0,
    )
    chosen, none = np.append(hands, 0), np.zeros(len(hands) + 1, np.int64)
    last = len(hands)
    return _Laid(
        len(hands) * fillings,
        term,
        onward=[len(hands), 1, 1, 1, 1],
        edges=[0, 1, 2, 3, 4, 4],
        below=[0] * 4,
        links=[(0, 1), (last, 2), (last, 3), (last, 4)],
        elder=chosen if seat == ELDER else none,
        younger=chosen if seat == YOUNGER else none,
    )


def _join(terms: list[_Laid], rules: RuleSet) -> Ways:
    # One numbering of all: those that have no deal are left out.
    rows, deals = [], 0
    onward, edges, below, links = [], [], [], []
    elder, younger, choices = [], [], 0
    for laid in terms:
        if not laid.deals:
            continue
        rows.append(laid.term._replace(below=deals, root=len(edges)))
        deals += laid.deals
        links += [(first + choices, target + len(edges)) for first, target in laid.links]
        # Each state has an entry where its edges begin; behind the last stands where they end.
        edges += [place + len(below) for place in laid.edges]
        onward += [*laid.onward, 0]
        below += laid.below
        elder.append(laid.elder)
        younger.append(laid.younger)
        choices += len(laid.elder)
    none = np.zeros(0, np.int64)
    return Ways(
        pack=rules.pack,
        deals=deals,
        bits=(1 << deals.bit_length()) - 1,
        terms=np.array(rows, np.int64).reshape(-1, len(Term._fields)),
        onward=np.array(onward, np.int64),
        edges=np.array(edges, np.int64),
        below=np.array(below, np.int64),
        choices=np.array(links, np.int64).reshape(-1, 2),
        elder=np.concatenate([none, *elder]),
        younger=np.concatenate([none, *younger]),
    )
