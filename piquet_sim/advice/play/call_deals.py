"""Deals that agree with what a seat knows when it is to call.

The cards that the seat has not seen are all equally likely; the opponent throws what they would
throw from the hand they were dealt. A deal is kept only where they would have called and answered
what was heard, or hold just that.
"""

from collections.abc import Iterator
from math import inf
from time import monotonic

import numpy as np

from piquet_sim.advice.play.call_questions import CallQuestion
from piquet_sim.deals.branches import order_stock
from piquet_sim.deals.deal import lay_talon, place_draws
from piquet_sim.deals.exchange_view import view_call, view_exchange
from piquet_sim.game.cards import HAND_CARDS, count_cards, iterate_cards
from piquet_sim.game.errors import InputError
from piquet_sim.game.terms import CLASSES, SEATS
from piquet_sim.kernel.deal.holdings import evaluate_hand, has_carte_blanche
from piquet_sim.kernel.deal.views import ELDER_SEAT, LEVEL, OWN, THEIRS
from piquet_sim.strategies import Strategy, call_everything

_ATTEMPTS, _FEWEST_ATTEMPTS = 200, 20_000
"""The most deals drawn: for each one wanted, and before giving up because none agrees."""
_FEW_ATTEMPTS = 20
"""The same where fewer will do than are wanted."""
_RESULTS = {1: THEIRS, 0: LEVEL, -1: OWN}
"""How a class stands for the other, by the answer: good, equal, not good."""


def draw_deals(
    question: CallQuestion,
    other: Strategy,
    deals: int,
    seed: int,
    seconds: float | None = None,
    least: int | None = None,
) -> tuple[np.ndarray, np.ndarray]:
    """Cards of deals that agree with what is known, and what the opponent throws in each.

    Parameters
    ----------
    question : CallQuestion
    other : Strategy
        Exchanges for the opponent.
    deals : int
        How many are wanted.
    seed : int
    seconds : float, optional
        After so many no more are looked for.
    least : int, optional
        How many are enough; by default all.

    Returns
    -------
    dealt : int64 array, shape (found, 3)
        Elder's hand, younger's, and the order of the stock.
    thrown : int64 array, shape (found,)

    Raises
    ------
    InputError
        If too few are found before the attempts are used up.
    """
    other.prepare()
    laws, seat, took = question.laws, question.seat, count_cards(question.discard)
    until = inf if seconds is None else monotonic() + seconds
    luck = np.random.default_rng(seed)
    dealt, thrown = np.zeros((deals, 3), np.int64), np.zeros(deals, np.int64)
    answers: dict[int, int] = {}
    found, attempts = 0, max(_FEWEST_ATTEMPTS, deals * _ATTEMPTS)
    if least is not None:
        attempts = deals * _FEW_ATTEMPTS
    for attempt, (hand, drawn, rest) in enumerate(_imagine(question, luck, attempts)):
        if attempt == _FEWEST_ATTEMPTS and not found:
            attempts = attempt
            break
        if monotonic() > until:
            return dealt[:found], thrown[:found]
        if hand not in answers:
            view = view_exchange(laws, 1 - seat, hand, question.dealt, took, len(answers))
            answers[hand] = other.discard(view)
        discard = answers[hand]
        if count_cards(discard) != question.opponent_took:
            continue
        if not _calls_as_heard(question, other, hand, discard, hand & ~discard | drawn, attempt):
            continue
        dealt[found] = _lay_out(question, hand, drawn, rest)
        thrown[found] = discard
        found += 1
        if found == deals:
            return dealt, thrown
    if found >= (deals if least is None else least):
        return dealt[:found], thrown[:found]
    agree = f"view: if {SEATS[1 - question.seat]} exchanges as {other.name} does,"
    if not found:
        raise InputError(
            f"{agree} none of {attempts:,} deals agrees with what is known; try another opponent"
        )
    raise InputError(
        f"{agree} only {found:,} of {attempts:,} deals agree with what is known; ask for {found:,} "
        "deals at most, or try another opponent"
    )


def _calls_as_heard(
    question: CallQuestion, other: Strategy, dealt: int, discard: int, hand: int, luck: int
) -> bool:
    # Whether the opponent, with this hand, would have called and answered what was heard; or has
    # called all of it, as people do.
    if other.call is call_everything or question.fits(hand):
        return question.fits(hand)
    best = evaluate_hand(question.laws, hand)[: len(CLASSES)]
    said = question.heard if question.seat != ELDER_SEAT else question.calls
    results: list[int] = []
    calls: list[int] = []
    for place, heard in enumerate(said):
        view = view_call(
            question.laws, 1 - question.seat, place, best[place], dealt, discard, hand,
            count_cards(question.discard), 0 if question.seat else heard, results, luck,
        )  # fmt: skip
        calls.append(other.call(view) if best[place] else 0)
        if place < len(question.answers):
            results.append(_RESULTS[question.answers[place]])
    return question.agrees(calls)


def _imagine(
    question: CallQuestion, luck: np.random.Generator, attempts: int
) -> Iterator[tuple[int, int, list[int]]]:
    # The opponent's dealt hand, what they drew, and the other cards that nobody has seen.
    pool = list(iterate_cards(question.others & ~question.opponent_dealt))
    wanted = 0 if question.opponent_dealt else HAND_CARDS
    more = question.opponent_took - count_cards(question.holds)
    for _ in range(attempts):
        order = [pool[place] for place in luck.permutation(len(pool))]
        hand = question.opponent_dealt or sum(order[:wanted])
        if has_carte_blanche(hand) and not question.opponent_dealt:
            continue
        drawn = sum(order[wanted : wanted + more]) | question.holds
        yield hand, drawn, order[wanted + more :]


def _lay_out(
    question: CallQuestion, hand: int, drawn: int, rest: list[int]
) -> tuple[int, int, int]:
    # Elder's hand, younger's, and the order of the stock, its lowest card number 0.
    is_elder = question.seat == ELDER_SEAT
    mine, took = question.assume_draws()
    own = list(iterate_cards(took))
    # Of what younger draws, elder may have seen the first.
    seen = [*iterate_cards(drawn & question.holds)]
    theirs = [*seen, *iterate_cards(drawn & ~question.holds)]
    elders, youngers = (own, theirs) if is_elder else (theirs, own)
    blanche = bool(has_carte_blanche(mine if is_elder else hand))
    places = place_draws(question.laws, blanche, len(elders), len(youngers))
    talon = lay_talon(places, (elders, youngers), (*iterate_cards(question.left), *rest))
    hands = (mine, hand) if is_elder else (hand, mine)
    return (*hands, order_stock(talon))


# ---- What they come to ---------------------------------------------------------------------------
