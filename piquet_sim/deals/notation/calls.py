"""Calls as they are written in a record; whatever they leave out is the best that is held."""

from collections.abc import Iterator
from itertools import combinations, permutations
from typing import NamedTuple

from lark import Token, Tree

from piquet_sim.deals.notation.words import place_tree
from piquet_sim.game.cards import (
    ACE,
    LANE_BITS,
    LANE_MASK,
    RANK_LETTERS,
    RANK_NAMES,
    RANKS,
    SEVEN,
    SIX,
    SUITS,
    TEN,
    count_cards,
    format_hand,
    rank_mask,
)
from piquet_sim.game.rules import RuleSet
from piquet_sim.game.terms import CLASSES
from piquet_sim.kernel.deal.holdings import POINT, Holding, call_strength, holds_sequence, holds_set
from piquet_sim.kernel.tables import LANE_POINT, PIPS_MASK, POINT_SHIFT, TOP_SHIFT

_NUMBERS = ("two", "three", "four", "five", "six", "seven", "eight", "nine")
_RUNS = ("tierce", "quart", "quint", "six", "sept", "huit", "neuv")
_FEWEST_CARDS = 3
"""A sequence or set has so many at least, and so has a point that is part of a suit and written by
its pips."""
_MOST_CARDS = RANKS
"""A greater number of a point is its pips."""


def complete_calls(
    name: str, calls: dict[str, list[Tree] | None], hand: int, holding: Holding, rules: RuleSet
) -> tuple[int, ...]:
    """The calls of a seat: point, sequence and set, none of them left out.

    Parameters
    ----------
    name : str
        Elder or younger, for errors.
    calls : dict of str to list of lark.Tree or None
        Has each class by its name; None where it is sunk. A class that is left out is called in
        full. The best of several is the call; with it the others count of themselves.
    hand : int
        The twelve cards after the exchange.
    holding : Holding
        Is what that hand holds.
    rules : RuleSet

    Raises
    ------
    InputError
        If what is written leaves something out, and nothing of the kind is held; if several are
        written, and not all are held. Whether a single whole call is held is not checked here.
    """
    completed = []
    best = dict(zip(CLASSES, holding, strict=False))
    for kind in CLASSES:
        call = calls.get(kind, best[kind])
        if isinstance(call, list):
            first = call[0]
            call = (
                _READERS[kind](first, hand, rules)
                if len(call) == _count_calls(first) == 1
                else _read_several(name, kind, call, hand, rules)
            )
            if not call:
                raise place_tree(first).refuse(
                    f"{name} calls {kind}: no such {kind} is held in {format_hand(hand)}"
                )
        completed.append(int(call or 0))
    return tuple(completed)


class _Held(NamedTuple):
    # A run of cards that is no part of a longer one, or all cards of a rank.
    size: int
    top: int


class _Asked(NamedTuple):
    # A sequence or set as far as it is said.
    size: int
    """0 where it is not said."""
    top: int | None

    def find_in(self, held: _Held, kind: str) -> int:
        # The best such call that these cards make; 0 where they make none.
        top = held.top if self.top is None else self.top
        longest = held.size - (held.top - top if kind == "sequence" else 0)
        size = self.size or longest
        is_there = top == held.top or (kind == "sequence" and top < held.top)
        return size << TOP_SHIFT | top if is_there and _FEWEST_CARDS <= size <= longest else 0


def read_amount(token: Token) -> int:
    """A number in digits, or in words from two to nine."""
    said = token.lower()
    return _NUMBERS.index(said) + 2 if said in _NUMBERS else int(said)


def _find(tree: Tree, kind: str) -> Token | None:
    return next(tree.scan_values(lambda one: isinstance(one, Token) and one.type == kind), None)


def _find_size(tree: Tree) -> tuple[Token | None, Token | None]:
    # The number of cards, and that behind "making".
    amounts = list(tree.scan_values(lambda one: isinstance(one, Token) and one.type == "AMOUNT"))
    if _find(tree, "MAKING"):
        return (amounts[0] if len(amounts) > 1 else None), amounts[-1]
    return (amounts[0] if amounts else None), None


def _read_point(tree: Tree, hand: int, rules: RuleSet) -> int:
    size, making = _find_size(tree)
    cards = read_amount(size) if size else 0
    pips = read_amount(making) if making else 0
    if cards > _MOST_CARDS and not pips:
        cards, pips = 0, cards
    if pips > PIPS_MASK:
        raise place_tree(tree).refuse(f"point: no hand holds {pips} pips")
    if cards and pips:
        return cards << POINT_SHIFT | pips
    laws = rules.laws()
    held = [int(LANE_POINT[hand >> LANE_BITS * suit & LANE_MASK]) for suit in range(SUITS)]
    fitting = [
        one
        for one in held
        if cards in (0, one >> POINT_SHIFT)
        and pips in (0, one & PIPS_MASK)
        and one & PIPS_MASK >= laws.point_least_pips
    ]
    if not fitting and pips >= laws.point_least_pips:
        fitting = _list_shortened(hand, cards, pips)
    return max(fitting, key=lambda one: (call_strength(laws, POINT, one), one), default=0)


def _list_shortened(hand: int, cards: int, pips: int) -> list[int]:
    # Points of some cards of a longer suit, as of one who hides the others.
    lanes = [hand >> LANE_BITS * suit & LANE_MASK for suit in range(SUITS)]
    points = {
        int(LANE_POINT[sum(part)])
        for lane in lanes
        for size in range(_FEWEST_CARDS, lane.bit_count())
        for part in combinations([1 << rank for rank in range(RANKS) if lane >> rank & 1], size)
    }
    return [one for one in points if one & PIPS_MASK == pips and cards in (0, one >> POINT_SHIFT)]


def _read_rank(token: Token) -> int:
    said = token.lower()
    if said.startswith(("10", "jack")):
        return TEN if said.startswith("10") else RANK_NAMES.index("knave")
    if said.removesuffix("s").upper() in RANK_LETTERS:
        return RANK_LETTERS.index(said.removesuffix("s").upper())
    return next(rank for rank, name in enumerate(RANK_NAMES) if said.startswith(name))


def _ask_sequence(tree: Tree, rules: RuleSet) -> _Asked:
    run, rank = _find(tree, "RUN"), _find(tree, "RANK")
    if run:
        starts = [run.lower().startswith(one) for one in _RUNS]
        size = starts.index(True) + 3
    else:
        amount, _ = _find_size(tree)
        size = read_amount(amount) if amount else 0
    if size > RANKS:
        raise place_tree(tree).refuse(f"sequence: no hand holds one of {size} cards")
    top = None
    if _find(tree, "MAJOR"):
        top = ACE
    elif rank:
        top = _read_rank(rank)
    elif _find(tree, "MINOR"):
        top = (SIX if rules.pack == 36 else SEVEN) + size - 1
    return _Asked(size, top)


def _read_sequence(tree: Tree, hand: int, rules: RuleSet) -> int:
    size, top = _ask_sequence(tree, rules)
    if size and top is not None:
        return size << TOP_SHIFT | top
    laws = rules.laws()
    held = (
        length << TOP_SHIFT | one
        for length in ((size,) if size else range(RANKS, 2, -1))
        for one in ((top,) if top is not None else range(ACE, -1, -1))
    )
    return next((call for call in held if holds_sequence(laws, hand, call)), 0)


def _ask_set(tree: Tree, rules: RuleSet) -> _Asked:
    kind, amount, rank = _find(tree, "KIND"), _find(tree, "AMOUNT"), _find(tree, "RANK")
    size = 0
    if kind:
        size = 3 if kind.lower().startswith("trio") else 4
    elif amount:
        size = read_amount(amount)
    if size > SUITS:
        raise place_tree(tree).refuse(f"set: no hand holds {size} cards of a rank")
    return _Asked(size, _read_rank(rank) if rank else None)


def _read_set(tree: Tree, hand: int, rules: RuleSet) -> int:
    size, rank = _ask_set(tree, rules)
    if size and rank is not None:
        return size << TOP_SHIFT | rank
    laws = rules.laws()
    held = (
        many << TOP_SHIFT | one
        for many in ((size,) if size else (SUITS, 3))
        for one in range(ACE, TEN - 1, -1)
    )
    return next((call for call in held if holds_set(laws, hand, call)), 0)


_READERS = {"point": _read_point, "sequence": _read_sequence, "set": _read_set}


# ---- Several calls in a class --------------------------------------------------------------------


def _read_several(name: str, kind: str, trees: list[Tree], hand: int, rules: RuleSet) -> int:
    # The best of them, if each is held apart from the others.
    if kind == "sequence" and rules.sequences_of == "any suits":
        raise place_tree(trees[-1]).refuse(
            f"{name} calls sequence: expected only the best, as these rules form sequences of all "
            "suits"
        )
    ask, find = {"sequence": (_ask_sequence, _find_runs), "set": (_ask_set, _find_sets)}[kind]
    apart = list(find(hand))
    asked = [(tree, ask(tree, rules)) for tree in trees for _ in range(_count_calls(tree))]
    laws, place, best = rules.laws(), POINT + CLASSES.index(kind), 0
    for number, (tree, _) in enumerate(asked, start=1):
        ways = (
            [one.find_in(held, kind) for (_, one), held in zip(asked, order, strict=False)]
            for order in permutations(apart, number)
        )
        calls = {call for way in ways if all(way) for call in way}
        best = max(calls, key=lambda call: call_strength(laws, place, call), default=0)
        if not best:
            raise place_tree(tree).refuse(
                f"{name} calls {kind}: no such {kind} is held{' beside the others' * (number > 1)} "
                f"in {format_hand(hand)}"
            )
    return best


def _count_calls(tree: Tree) -> int:
    # More than one in "two tierces".
    amount = _find(tree, "AMOUNT")
    return read_amount(amount) if amount and _find(tree, "RUN") else 1


def _find_runs(hand: int) -> Iterator[_Held]:
    for suit in range(SUITS):
        lane, size = hand >> LANE_BITS * suit & LANE_MASK, 0
        for rank in range(RANKS + 1):
            if rank < RANKS and lane >> rank & 1:
                size += 1
                continue
            if size >= _FEWEST_CARDS:
                yield _Held(size, rank - 1)
            size = 0


def _find_sets(hand: int) -> Iterator[_Held]:
    for rank in range(TEN, RANKS):
        size = count_cards(hand & rank_mask(rank))
        if size >= _FEWEST_CARDS:
            yield _Held(size, rank)
