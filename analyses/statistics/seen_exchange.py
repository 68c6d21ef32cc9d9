"""The discard of a player who sees the hand that the opponent was dealt.

The player does not see the stock. Every way in which the eight cards can be drawn is as likely as
any other; there are 56 where elder takes five and younger three. Among the discards that the
learned evaluation likes, that one is taken which makes most on average over all these ways, both
calling everything and playing the cards perfectly. No chance is left in it.
"""

from functools import cache
from itertools import combinations

import numpy as np

from piquet_sim.deals.branches import order_stock
from piquet_sim.deals.exchange_view import view_exchange
from piquet_sim.decisions.kinds.question import Question, list_sensible
from piquet_sim.exact.play_table_cache import find_play_table
from piquet_sim.game.cards import count_cards
from piquet_sim.game.rules import RUBICON
from piquet_sim.game.terms import SEATS, YOUNGER
from piquet_sim.kernel.deal.views import YOUNGER_SEAT
from piquet_sim.kernel.perfect.live_pique import new_memory
from piquet_sim.kernel.questions.imagined_exchanges import sum_margins
from piquet_sim.strategies.registry import Strategy

TRIED = 16
"""Maximum number of discards that are tried."""


@cache
def _list_orders(elder_took: int, younger_took: int) -> np.ndarray:
    # One order of the stock for each way in which both can draw.
    places = range(RUBICON.laws().stock)
    orders = [
        order_stock((*elders, *youngers, *sorted({*places} - {*elders} - {*youngers})))
        for elders in combinations(places, elder_took)
        for youngers in combinations(sorted({*places} - {*elders}), younger_took)
    ]
    return np.array(orders, np.int64)


def mean_over_draws(
    elder: int, younger: int, thrown: np.ndarray, answers: np.ndarray
) -> np.ndarray:
    """Elder's points less younger's for pairs of discards, on average over all ways to draw.

    Parameters
    ----------
    elder, younger : int
        The hands dealt.
    thrown, answers : ndarray of int64, shape (pairs,)
        Elder's discards and younger's.

    Returns
    -------
    ndarray of float64, shape (pairs,)
        Exact, both calling everything and playing the cards perfectly, seeing all.

    Examples
    --------
    >>> from piquet_sim.game.cards import parse_hand
    >>> hands = parse_hand("AKJ.AQJ8.98.J87"), parse_hand("T7.T97.AQJT.KQT")
    >>> thrown, answers = (np.array([parse_hand(text)]) for text in ("K..98.87", "7.97.."))
    >>> round(float(mean_over_draws(*hands, thrown, answers)[0]), 2)
    -32.36
    """
    laws, memory, table = RUBICON.laws(), new_memory(), find_play_table()
    return np.array(
        [
            sum_margins(laws, (elder, younger), pair, orders, table, memory) / len(orders)
            for pair in zip(thrown.tolist(), answers.tolist(), strict=True)
            for orders in [_list_orders(*map(count_cards, pair))]
        ]
    )


def discard_seeing(
    seat: str, hands: tuple[int, int], opponent: Strategy, own: int, elder_threw: int, luck: int
) -> int:
    """The discard of a player who sees both dealt hands.

    Elder foresees how the opponent answers each number of cards taken; younger sees what elder
    threw out, too.

    Parameters
    ----------
    seat : str
        "elder" or "younger".
    hands : tuple of two int
        Dealt to elder and younger.
    opponent : Strategy
    own : int
        What the player would throw unseeing, which is tried with the others.
    elder_threw : int
        Elder's discard, where the seat is younger.
    luck : int
        Seed of the opponent's randomness.
    """
    hand = hands[SEATS.index(seat)]
    listed = list_sensible(
        Question(hand, seat, count_cards(elder_threw) if seat == YOUNGER else None), TRIED
    )
    listed = np.concatenate([[own], listed[listed != own]])
    if seat == YOUNGER:
        return int(
            listed[mean_over_draws(*hands, np.full(len(listed), elder_threw), listed).argmin()]
        )
    numbers = [count_cards(int(one)) for one in listed]
    foreseen = {
        number: opponent.discard(
            view_exchange(RUBICON.laws(), YOUNGER_SEAT, hands[1], hands[0], number, luck)
        )
        for number in set(numbers)
    }
    answers = np.array([foreseen[number] for number in numbers])
    return int(listed[mean_over_draws(*hands, listed, answers).argmax()])
