"""Calls as they are written in a record; whatever they leave out is the best that is held."""

from itertools import combinations

from lark import Token, Tree

from piquet_sim.deals.referee import describe_call
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
    format_hand,
)
from piquet_sim.game.rules import RuleSet
from piquet_sim.game.terms import CLASSES
from piquet_sim.kernel.base.suit_tables import LANE_POINT, PIPS_MASK, POINT_SHIFT, TOP_SHIFT
from piquet_sim.kernel.deal.holdings import POINT, Holding, call_strength, holds_sequence, holds_set
from piquet_sim.notation.grammar import place_tree

_NUMBERS = ("two", "three", "four", "five", "six", "seven", "eight", "nine")
_RUNS = ("tierce", "quart", "quint", "six", "sept", "huit", "neuv")
_FEWEST_CARDS = 3
"""Of a point that is written by its pips alone, where it is part of a suit."""
_MOST_CARDS = RANKS
"""A greater number of a point is its pips."""


def complete_calls(
    name: str, calls: dict[str, Tree | None], hand: int, holding: Holding, rules: RuleSet
) -> dict[str, object]:
    """The calls of a seat as a deal in JSON has them, none of them left out.

    Parameters
    ----------
    name : str
        Elder or younger, for errors.
    calls : dict of str to lark.Tree or None
        By class; None where it is sunk. A class that is left out is called in full.
    hand : int
        The twelve cards after the exchange.
    holding : Holding
        Of that hand.
    rules : RuleSet

    Raises
    ------
    InputError
        If what is written leaves something out, and nothing of the kind is held; whether a whole
        call is held is not checked here.
    """
    completed: dict[str, object] = {}
    best = dict(zip(CLASSES, holding, strict=False))
    for kind in CLASSES:
        call = calls.get(kind, best[kind])
        if isinstance(call, Tree):
            found = _READERS[kind](call, hand, rules)
            if not found:
                raise place_tree(call).refuse(
                    f"{name} calls {kind}: no such {kind} is held in {format_hand(hand)}"
                )
            call = found
        completed[kind] = describe_call(kind, call) if call else None
    return completed


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
    found = {
        int(LANE_POINT[sum(part)])
        for lane in lanes
        for size in range(_FEWEST_CARDS, lane.bit_count())
        for part in combinations([1 << rank for rank in range(RANKS) if lane >> rank & 1], size)
    }
    return [one for one in found if one & PIPS_MASK == pips and cards in (0, one >> POINT_SHIFT)]


def _read_rank(token: Token) -> int:
    said = token.lower()
    if said.startswith(("10", "jack")):
        return TEN if said.startswith("10") else RANK_NAMES.index("knave")
    if said.removesuffix("s").upper() in RANK_LETTERS:
        return RANK_LETTERS.index(said.removesuffix("s").upper())
    return next(rank for rank, name in enumerate(RANK_NAMES) if said.startswith(name))


def _read_sequence(tree: Tree, hand: int, rules: RuleSet) -> int:
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
    if size and top is not None:
        return size << TOP_SHIFT | top
    laws = rules.laws()
    held = (
        length << TOP_SHIFT | one
        for length in ((size,) if size else range(RANKS, 2, -1))
        for one in ((top,) if top is not None else range(ACE, -1, -1))
    )
    return next((call for call in held if holds_sequence(laws, hand, call)), 0)


def _read_set(tree: Tree, hand: int, rules: RuleSet) -> int:
    kind, amount, rank = _find(tree, "KIND"), _find(tree, "AMOUNT"), _find(tree, "RANK")
    size = 0
    if kind:
        size = 3 if kind.lower() == "trio" else 4
    elif amount:
        size = read_amount(amount)
    if size > SUITS:
        raise place_tree(tree).refuse(f"set: no hand holds {size} cards of a rank")
    if size and rank:
        return size << TOP_SHIFT | _read_rank(rank)
    laws = rules.laws()
    held = (
        many << TOP_SHIFT | one
        for many in ((size,) if size else (SUITS, 3))
        for one in range(ACE, TEN - 1, -1)
    )
    return next((call for call in held if holds_set(laws, hand, call)), 0)


_READERS = {"point": _read_point, "sequence": _read_sequence, "set": _read_set}
