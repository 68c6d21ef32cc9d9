"""All hands that the opponent can hold when a card is to be played, and how likely each is."""

from math import comb

import numpy as np

from piquet_sim.decisions.seen import Seen
from piquet_sim.game.cards import count_cards
from piquet_sim.game.errors import InputError
from piquet_sim.game.laws import Laws
from piquet_sim.game.terms import CLASSES, SEATS
from piquet_sim.kernel.deal.learned_blocks import find_block
from piquet_sim.kernel.deal.views import ELDER_SEAT, PlayView
from piquet_sim.kernel.opponent.hands import find_hands, weigh_listed_hands
from piquet_sim.kernel.opponent.inference import judge_earlier_card
from piquet_sim.kernel.opponent.knowledge import (
    ANYTHING,
    EarlierCard,
    bound_silences,
    know_by_calls,
    know_own,
)
from piquet_sim.kernel.opponent.knowledge import Knowledge as OpponentHand
from piquet_sim.kernel.questions.possible_hands import UNKNOWN, keep_counted
from piquet_sim.kernel.questions.scores_after_cards import Position
from piquet_sim.kernel.tables import PIPS_MASK
from piquet_sim.strategies.learned import number_learned

_NO_MOST = {f"{kind}_most": ANYTHING for kind in CLASSES}


_NO_LEAST = {f"{kind}_least": 0 for kind in CLASSES}


_NOTHING_SAID = np.array([[0, 0, 0, UNKNOWN]] * len(CLASSES), np.int64)


def find_position(view: Seen, tried: int) -> Position:
    """The moment as `score_cards` takes it, some cards being tried."""
    laws = view.laws
    blanches = [0, 0]
    if not (laws.blanche_cancels and view.has_blanche and view.opponent_dealt):
        blanches[view.seat] = laws.carte_blanche * view.has_blanche
        blanches[1 - view.seat] = laws.carte_blanche * bool(view.opponent_dealt)
    return Position(
        view.seat,
        view.hand,
        view.led,
        tried,
        view.course.played(1 - view.seat),
        *blanches,
        int(len(view.plays) > 0),
    )


def weigh_opponent(view: Seen, seen: PlayView) -> tuple[int, bool, np.ndarray, np.ndarray]:
    """All hands that the opponent can hold, and how likely each is.

    Returns `ways`, `calls_all`, `hands` and `weights` of an `advice.PlayAdvice`.

    Parameters
    ----------
    view : Seen
    seen : PlayView
        The same view as players have it.

    Raises
    ------
    InputError
        If no possible hand is left.
    """
    laws, classes = view.laws, describe_classes(view)
    knowledge = know_by_calls(laws, seen, view.calls, bound_silences(laws, seen))
    wanted = knowledge.wanted
    ways = comb(count_cards(knowledge.pool), wanted) if wanted >= 0 else 0
    hands = _list_counted(laws, knowledge, classes)
    calls_all = len(hands) > 0
    if not calls_all:
        knowledge = knowledge._replace(**_NO_MOST)
        hands = _list_counted(laws, knowledge, classes)
    if not len(hands):
        raise InputError(_say_impossible(view, knowledge, classes))
    return ways, calls_all, hands, _weigh(view, seen, knowledge, hands)


def describe_classes(view: Seen) -> np.ndarray:
    """What a view tells of the classes, as `possible_hands.keep_counted` takes it."""
    # A point of which the pips were not said counts as none.
    known = view.hidden
    called = [call if place or call & PIPS_MASK else 0 for place, call in enumerate(known.heard)]
    rows = zip(known.results, view.count_own(), called, known.counted, strict=True)
    return np.array(list(rows), np.int64)


def _list_counted(laws: Laws, knowledge: OpponentHand, classes: np.ndarray) -> np.ndarray:
    hands = find_hands(laws, knowledge)
    return hands[: keep_counted(laws, knowledge.played, classes, hands)]


def _say_impossible(view: Seen, knowledge: OpponentHand, classes: np.ndarray) -> str:
    laws, other = view.laws, SEATS[1 - view.seat]
    free = knowledge._replace(**_NO_LEAST, **_NO_MOST)
    said = "view: no possible hand is left"
    if not len(find_hands(laws, free)):
        held, wanted = count_cards(view.unseen), knowledge.wanted + count_cards(knowledge.held)
        return f"{said}: {other} still has {wanted} cards, and {held} may be {other}'s"
    for place, kind in enumerate(CLASSES):
        alone = _NOTHING_SAID.copy()
        alone[place] = classes[place]
        least = {f"{kind}_least": getattr(knowledge, f"{kind}_least")}
        if not len(_list_counted(laws, free._replace(**least), alone)):
            return f"{said}: the {kind} of {other} cannot be made of the cards not seen"
    return f"{said}: what {other} called cannot be held together"


def list_own_hands(
    view: Seen, seen: PlayView, earlier: EarlierCard
) -> tuple[np.ndarray, np.ndarray]:
    """All hands that this seat could hold as far as the opponent knew when they played a card.

    If none would have been called as this seat called, calls are left out of account.

    Parameters
    ----------
    view : Seen
    seen : PlayView
        The same view as players have it.
    earlier : EarlierCard

    Returns
    -------
    hands : int64 array
        At least one.
    weights : int64 array
        How likely this seat is to have kept each, the likeliest 2**20 + 1.
    """
    knowledge, called = know_own(view.laws, seen, earlier), view.calls[-1]
    if called and view.seat == ELDER_SEAT:  # players who sink such a set take it to be sunk
        knowledge = knowledge._replace(set_least=called, set_most=called)
    hands = find_hands(view.laws, knowledge)
    if not len(hands):
        hands = find_hands(view.laws, knowledge._replace(**_NO_LEAST, **_NO_MOST))
    return hands, _weigh_kept(seen, view.seat, knowledge, hands)


def _weigh_kept(
    seen: PlayView, seat: int, knowledge: OpponentHand, hands: np.ndarray
) -> np.ndarray:
    weights = np.zeros(len(hands), np.int64)
    weigh_listed_hands(find_block(seen, number_learned("")), seat, knowledge, hands, weights)
    return weights


def _weigh(view: Seen, seen: PlayView, knowledge: OpponentHand, hands: np.ndarray) -> np.ndarray:
    careful, careless = np.ones(len(hands)), np.ones(len(hands))
    for earlier in view.list_earlier():
        own, kept = list_own_hands(view, seen, earlier)
        likely = kept / kept.sum()
        judge_earlier_card(earlier, view.discard, hands, own, likely, careful, careless)
    weights = _weigh_kept(seen, 1 - view.seat, knowledge, hands) * (careful + careless)
    return weights / weights.sum()
