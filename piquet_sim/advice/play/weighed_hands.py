"""The hands that the opponent can hold, as far as a view of the play tells, with their weights.

Which hands they are and what they weigh is computed by `possible_hands`; here a view is made into
what that takes, and a view that nobody could have is refused.
"""

from collections.abc import Sequence
from math import comb

import numpy as np

from piquet_sim.advice.play.seat_views import SeatView
from piquet_sim.game.cards import count_cards, iterate_cards
from piquet_sim.game.errors import InputError
from piquet_sim.game.terms import CLASSES, SEATS
from piquet_sim.kernel.base.suit_tables import PIPS_MASK
from piquet_sim.kernel.deal.holdings import POINT, call_strength
from piquet_sim.kernel.deal.learned_blocks import find_block
from piquet_sim.kernel.deal.views import ELDER_SEAT, LEVEL, OWN, THEIRS, PlayView
from piquet_sim.kernel.players.opponent_hands import Knowledge, know_opponent
from piquet_sim.kernel.questions.possible_hands import (
    judge_earlier_card,
    list_own_hands,
    list_possible_hands,
    weigh_possible_hands,
)
from piquet_sim.strategies.learned import number_learned

ANYTHING = 1 << 20
"""A bound of calls that bounds nothing."""


def weigh_opponent(view: SeatView, seen: PlayView) -> tuple[int, bool, np.ndarray, np.ndarray]:
    """All hands that the opponent can hold, and how likely each is.

    Returns `ways`, `calls_all`, `hands` and `weights` of an `advice.PlayAdvice`.

    Parameters
    ----------
    view : SeatView
    seen : PlayView
        The same view as players have it.

    Raises
    ------
    InputError
        If no possible hand is left.
    """
    knowledge = _know(view, seen)
    wanted = knowledge.wanted
    ways = comb(count_cards(knowledge.pool), wanted) if wanted >= 0 else 0
    hands, calls_all = _list_hands(view, knowledge, ways)
    return ways, calls_all, hands, _weigh(view, seen, knowledge, hands)


def count_holding(hands: np.ndarray, cards: int) -> dict[int, int]:
    """In how many of some hands each of some cards is, the card in most of them first."""
    counted = {card: int(((hands & card) > 0).sum()) for card in iterate_cards(cards)}
    return dict(sorted(counted.items(), key=lambda pair: -pair[1]))


def keep_full_calls(calls: Sequence[int]) -> list[int]:
    """The calls of point, sequence and set; 0 for a point of which the pips were not said."""
    return [call if place or call & PIPS_MASK else 0 for place, call in enumerate(calls)]


def _know(view: SeatView, seen: PlayView) -> Knowledge:
    # Kernels take this seat to have called everything; here the calls are known.
    laws = view.laws
    knowledge = know_opponent(laws, seen)
    if view.seat != ELDER_SEAT:
        return knowledge
    bounds = {}
    for place, (kind, result) in enumerate(zip(CLASSES, view.results, strict=True)):
        mine = int(call_strength(laws, POINT + place, view.calls[place]))
        if result == OWN:
            bounds[f"{kind}_most"] = mine - 1
        elif result == LEVEL:
            bounds |= {f"{kind}_least": mine, f"{kind}_most": mine}
        elif result == THEIRS and not view.heard[place]:
            bounds[f"{kind}_least"] = mine + 1
    return knowledge._replace(**bounds)


def describe_classes(view: SeatView) -> np.ndarray:
    """What a view tells of the classes, as `possible_hands.list_possible_hands` takes it."""
    called = keep_full_calls(view.heard)
    rows = zip(view.results, view.count_own(), called, view.counted, strict=True)
    return np.array(list(rows), np.int64)


def _list_hands(view: SeatView, knowledge: Knowledge, ways: int) -> tuple[np.ndarray, bool]:
    laws, classes = view.laws, describe_classes(view)
    room = np.zeros(max(ways, 1), np.int64)
    for calls_all in (True, False):
        if not calls_all:
            knowledge = knowledge._replace(**{f"{kind}_most": ANYTHING for kind in CLASSES})
        found = list_possible_hands(laws, knowledge, classes, room)
        if found:
            return room[:found].copy(), calls_all
    raise InputError(_say_impossible(view, knowledge, room))


def _say_impossible(view: SeatView, knowledge: Knowledge, room: np.ndarray) -> str:
    other = SEATS[1 - view.seat]
    free = knowledge._replace(
        **{f"{kind}_least": 0 for kind in CLASSES}, **{f"{kind}_most": ANYTHING for kind in CLASSES}
    )
    nothing = np.array([[0, 0, 0, -1]] * len(CLASSES), np.int64)
    said = "view: no possible hand is left"
    if not list_possible_hands(view.laws, free, nothing, room):
        held, wanted = count_cards(view.unseen), knowledge.wanted + count_cards(knowledge.held)
        return f"{said}: {other} still has {wanted} cards, and {held} may be {other}'s"
    classes = describe_classes(view)
    for place, kind in enumerate(CLASSES):
        alone = nothing.copy()
        alone[place] = classes[place]
        least = {f"{kind}_least": getattr(knowledge, f"{kind}_least")}
        if not list_possible_hands(view.laws, free._replace(**least), alone, room):
            return f"{said}: the {kind} of {other} cannot be made of the cards not seen"
    return f"{said}: what {other} called cannot be held together"


def _weigh(view: SeatView, seen: PlayView, knowledge: Knowledge, hands: np.ndarray) -> np.ndarray:
    laws, block = view.laws, int(find_block(seen, number_learned("")))
    kept = np.zeros(len(hands), np.int64)
    weigh_possible_hands(block, 1 - view.seat, knowledge, len(hands), hands, kept)
    careful, careless = np.ones(len(hands)), np.ones(len(hands))
    for earlier in view.list_earlier():
        held = count_cards(earlier.mine)
        own = np.zeros((2, comb(held + count_cards(view.discard), held)), np.int64)
        listed = list_own_hands(laws, seen, block, earlier, view.calls[-1], *own)
        likely = own[1, :listed] / own[1, :listed].sum()
        judge_earlier_card(
            earlier, view.discard, len(hands), hands, listed, own[0], likely, careful, careless
        )
    weights = kept * (careful + careless)
    return weights / weights.sum()
