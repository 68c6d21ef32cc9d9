"""Candidate hands: how many hands the opponent may hold, and what each answer leaves of them."""

from collections.abc import Iterator
from itertools import combinations
from math import comb

import numpy as np

from piquet_sim.advice.play.call_questions import CallQuestion
from piquet_sim.game.cards import HAND_CARDS, count_cards, iterate_cards
from piquet_sim.game.errors import InputError
from piquet_sim.game.terms import CLASSES
from piquet_sim.kernel.deal.declarations import compare
from piquet_sim.kernel.deal.holdings import POINT, call_strength, evaluate_hand
from piquet_sim.kernel.deal.views import ELDER_SEAT
from piquet_sim.kernel.questions.fitting_hands import count_fitting_hands

_MOST_HANDS = 100_000


def count_candidates(question: CallQuestion, opponent: int) -> tuple[int, ...]:
    """How many hands younger may hold, by what elder has heard: exact, by going through all.

    Elder calls everything, and younger answers by what they hold. Where elder has nothing to call
    in a class, there is no answer and no hand goes. Who of two hands would more likely be kept, is
    left out of account.

    Parameters
    ----------
    question : CallQuestion
        What elder knows before calling.
    opponent : int
        Younger's twelve cards after the exchange, by which the answers are given.

    Returns
    -------
    tuple of four int
        Before any call, and after the answers to point, sequence and set.

    Raises
    ------
    InputError
        If it is younger who calls, or elder has seen some of the cards given to younger elsewhere.

    Examples
    --------
    >>> from piquet_sim.advice.play.call_questions import read_question
    >>> from piquet_sim.deals.json import describe_deal
    >>> from piquet_sim.deals.simulation import Simulation
    >>> deal = Simulation("club", "club").replay_deal(2)
    >>> question = read_question(describe_deal(deal), "elder", "point")
    >>> count_candidates(question, deal.record["younger_hand"])
    (455, 84, 84, 51)
    """
    if question.seat != ELDER_SEAT:
        raise InputError("candidates: only elder is answered")
    pool = question.others
    if opponent & ~(pool | question.holds) or question.holds & ~opponent:
        raise InputError("candidates: younger cannot hold these cards")
    laws, calls = question.laws, question.best
    theirs = evaluate_hand(laws, opponent)
    results = [
        compare(*(call_strength(laws, POINT + place, one) for one in (call, theirs[place])))
        for place, call in enumerate(calls)
    ]
    pools, held = (np.array([cards], np.int64) for cards in (pool, question.holds))
    counts = np.zeros(1 + len(CLASSES), np.int64)
    for said in range(len(counts)):
        heard = (np.array([one[:said]], np.int64) for one in (calls, results))
        count_fitting_hands(laws, pools, held, *heard, counts[said : said + 1])
    return tuple(counts.tolist())


def count_fitting(question: CallQuestion) -> tuple[int, int] | None:
    """How many hands the opponent may hold, and how many agree with what has been called: exact.

    Any opponent of the cards not seen; whether they would have kept such a hand, is left out of
    account.

    Returns
    -------
    tuple of two int, or None
        By the cards that the seat has seen, and by the calls and answers, too; None where they are
        more than a hundred thousand, or the opponent has shown a carte blanche.

    Examples
    --------
    >>> from piquet_sim.advice.play.call_questions import read_question
    >>> from piquet_sim.deals.json import describe_deal
    >>> from piquet_sim.deals.simulation import Simulation
    >>> deal = describe_deal(Simulation("club", "club").replay_deal(2))
    >>> count_fitting(read_question(deal, "elder", "sequence"))
    (455, 84)
    """
    wanted = HAND_CARDS - count_cards(question.holds)
    if question.opponent_dealt or comb(question.others.bit_count(), wanted) > _MOST_HANDS:
        return None
    fits = [question.fits(hand) for hand in _list_hands(question)]
    return len(fits), sum(fits)


def _list_hands(question: CallQuestion) -> Iterator[int]:
    pool = question.others
    out = count_cards(pool) - HAND_CARDS + count_cards(question.holds)
    return (question.holds | pool & ~sum(left) for left in combinations(iterate_cards(pool), out))
