"""Candidate hands: how many hands the opponent may hold, and what each answer leaves of them."""

from dataclasses import replace
from math import comb

from piquet_sim.advice.play.call_questions import CallQuestion
from piquet_sim.game.cards import count_cards
from piquet_sim.game.errors import InputError
from piquet_sim.game.terms import CLASSES
from piquet_sim.kernel.deal.holdings import POINT, call_strength, evaluate_hand
from piquet_sim.kernel.deal.views import ELDER_SEAT
from piquet_sim.kernel.opponent.hands import find_hands

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
    if opponent & ~(question.others | question.holds) or question.holds & ~opponent:
        raise InputError("candidates: younger cannot hold these cards")
    laws, calls = question.laws, question.best
    theirs = evaluate_hand(laws, opponent)
    answers = []
    for place, call in enumerate(calls):
        mine, other = (call_strength(laws, POINT + place, one) for one in (call, theirs[place]))
        answers.append(int(mine > other) - int(mine < other))
    asked = (
        replace(question, calls=calls[:said], answers=tuple(answers[:said]))
        for said in range(1 + len(CLASSES))
    )
    return tuple(len(find_hands(laws, one.opponent)) for one in asked)


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
    known = question.opponent
    ways = comb(count_cards(known.pool), known.wanted)
    if question.opponent_dealt or ways > _MOST_HANDS:
        return None
    return ways, len(find_hands(question.laws, known))
