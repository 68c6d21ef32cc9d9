"""Candidate hands: how many hands the opponent may hold, and what each answer leaves of them."""

from itertools import combinations

from piquet_sim.advice.play.call_questions import CallQuestion
from piquet_sim.game.cards import HAND_CARDS, count_cards, iterate_cards, pack_mask
from piquet_sim.game.errors import InputError
from piquet_sim.game.terms import CLASSES
from piquet_sim.kernel.deal.holdings import POINT, call_strength, evaluate_hand
from piquet_sim.kernel.deal.views import ELDER_SEAT


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
    >>> from piquet_sim.deals.referee import describe_deal
    >>> from piquet_sim.deals.simulation import Simulation
    >>> deal = Simulation("club", "club").replay_deal(2)
    >>> question = read_question(describe_deal(deal), "elder", "point")
    >>> count_candidates(question, deal.record["younger_hand"])
    (455, 84, 84, 51)
    """
    if question.seat != ELDER_SEAT:
        raise InputError("candidates: only elder is answered")
    seen = question.dealt | question.drawn | question.left | question.holds
    pool = pack_mask(question.rules.pack) & ~seen
    if opponent & ~(pool | question.holds) or question.holds & ~opponent:
        raise InputError("candidates: younger cannot hold these cards")
    laws, calls = question.laws, question.best

    def answer(hand: int) -> list[int]:
        theirs = evaluate_hand(laws, hand)
        strengths = (
            (call_strength(laws, POINT + place, one) for one in (call, theirs[place]))
            for place, call in enumerate(calls)
        )
        return [(mine > other) - (mine < other) for mine, other in strengths]

    given = answer(opponent)
    out = count_cards(pool) - HAND_CARDS + count_cards(question.holds)
    counts = [0] * (1 + len(CLASSES))
    for left in combinations(iterate_cards(pool), out):
        counts[0] += 1
        said = answer(question.holds | pool & ~sum(left))
        for place, call in enumerate(calls):
            if call and said[place] != given[place]:
                break
            counts[place + 1] += 1
    return tuple(counts)
