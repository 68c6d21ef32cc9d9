"""The discard of a player who sees the hand that the opponent was dealt.

The player does not see the stock. Every way in which the eight cards can be drawn is as likely as
any other; there are 56 where elder takes five and younger three. Among the discards that the
learned evaluation likes, that one is taken which makes most on average over all these ways, both
calling everything and playing the cards perfectly. No chance is left in it.
"""

import numpy as np

from piquet_sim.advice.trials import Question, list_sensible
from piquet_sim.exact.draw_odds import exchange_limits
from piquet_sim.exact.play_table_cache import find_play_table
from piquet_sim.game.cards import count_cards
from piquet_sim.game.rules import RUBICON
from piquet_sim.game.terms import ELDER, SEATS, YOUNGER
from piquet_sim.kernel.base.bits import count
from piquet_sim.kernel.base.borrow import borrow
from piquet_sim.kernel.base.play_table import PlayTable
from piquet_sim.kernel.compile import kernel
from piquet_sim.kernel.deal.holdings import has_carte_blanche
from piquet_sim.kernel.deal.record import COLUMNS
from piquet_sim.kernel.deal.views import DiscardView
from piquet_sim.kernel.perfect.live_pique import new_memory
from piquet_sim.kernel.players.continuation import continue_deal
from piquet_sim.strategies.registry import Strategy

TRIED = 16
"""Maximum number of discards that are tried."""

_PLACES = 8
_PLACE_BITS = 4


@kernel
def _list_places(order, drawn, chosen):
    # An order with the chosen places of the stock next.
    for place in range(_PLACES):
        if chosen >> place & 1:
            order |= place << _PLACE_BITS * drawn
            drawn += 1
    return order


@kernel
def _total_ways(laws, elder, younger, thrown, answers, solution, memory, record, totals):
    # For each pair of discards elder's points less younger's over all ways to draw, and the ways.
    solution = PlayTable(borrow(solution.values), borrow(solution.starts))
    memory, record = borrow(memory), borrow(record)
    for choice in range(thrown.shape[0]):
        took, answered = count(thrown[choice]), count(answers[choice])
        total = ways = 0
        for ones in range(1 << _PLACES):
            if count(ones) != took:
                continue
            for others in range(1 << _PLACES):
                if others & ones or count(others) != answered:
                    continue
                order = _list_places(_list_places(0, 0, ones), took, others)
                elder_score, younger_score = continue_deal(
                    laws, (elder, younger), (thrown[choice], answers[choice]), order, solution,
                    memory, record,
                )  # fmt: skip
                total += elder_score - younger_score
                ways += 1
        totals[choice, 0], totals[choice, 1] = total, ways


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
    totals = np.zeros((len(thrown), 2), np.int64)
    _total_ways(
        RUBICON.laws(), elder, younger, np.asarray(thrown, np.int64),
        np.asarray(answers, np.int64), find_play_table(), new_memory(),
        np.zeros(len(COLUMNS), np.int64), totals,
    )  # fmt: skip
    return totals[:, 0] / totals[:, 1]


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
    took = None if seat == ELDER else count_cards(elder_threw)
    listed = list_sensible(Question(hand, seat, took), TRIED)
    listed = np.concatenate([[own], listed[listed != own]])
    if seat == YOUNGER:
        threw = np.full(len(listed), elder_threw)
        return int(listed[mean_over_draws(*hands, threw, listed).argmin()])
    numbers = [count_cards(int(one)) for one in listed]
    foreseen = {number: _foresee(opponent, hands, number, luck) for number in set(numbers)}
    answers = np.array([foreseen[number] for number in numbers])
    return int(listed[mean_over_draws(*hands, listed, answers).argmax()])


def _foresee(opponent: Strategy, hands: tuple[int, int], elder_took: int, luck: int) -> int:
    # Younger's answer when elder takes so many.
    limits = exchange_limits(YOUNGER, elder_took)
    elders, youngers = (bool(has_carte_blanche(hand)) for hand in hands)
    view = DiscardView(
        SEATS.index(YOUNGER), hands[1], limits[0], limits[-1], elder_took,
        int(youngers), int(elders), 0, 0, 0, luck, hands[0] if elders else 0,
    )  # fmt: skip
    return opponent.discard(view)
