"""Verdicts of reviews: how often "worse beyond doubt" is wrong.

A review promises that on at most one deal in twenty any such verdict is wrong (`review.decisions`).
Deals of players who err are reviewed. Each verdict on a discard or a call is judged again by many
more deals of another seed, and is wrong if these say that nothing was lost. What a card lost cannot
be sampled again, since nothing about it was sampled; but in all such verdicts together, the cards
must have lost what the review says, as the hands really lay.
"""

from collections.abc import Callable, Iterable

import numpy as np

from piquet_sim.advice.play.advice import advise_play
from piquet_sim.deals.referee import describe_deal
from piquet_sim.deals.simulation import Simulation
from piquet_sim.estimates.estimate import estimate_proportion
from piquet_sim.review.calls import judge_calls
from piquet_sim.review.decisions import CALL, DISCARD, DOUBT, Decision, Effort
from piquet_sim.review.discards import judge_discard
from piquet_sim.review.records import Record, read_record
from piquet_sim.review.review import review_deal
from piquet_sim.running.run import Progress, check_count
from piquet_sim.trust.checks import FEWEST_EVENTS, FINE, OFF, VERDICTS, WRONG_VERDICT, Check

TOLERANCE = 0.1
"""By what part of itself the mean loss of cards may be off: likelihoods of hands are a model."""
STANDARD_ERRORS = 3.5

_PLAYERS = ("club", "novice")
_AGAIN, _CALLED_AGAIN = Effort(1 << 17), Effort(4_096)
_OTHER_SEED = 1 << 20

Judge = Callable[[Record], Iterable[Decision]]
"""What a review says of the decisions of a deal."""


def judge_all(record: Record) -> tuple[Decision, ...]:
    """The decisions of a deal, as a review judges them."""
    return review_deal(record).decisions


def measure_verdicts(
    deals: int, seed: int, progress: Progress | None = None, judge: Judge = judge_all
) -> list[Check]:
    """How often a verdict beyond doubt is wrong, and whether cards lost what the reviews say.

    Parameters
    ----------
    deals : int
        How many are reviewed.
    seed : int
        Of the deals.
    progress : callable, optional
        Called with the deals reviewed.
    judge : callable
        Whose verdicts are measured.

    Raises
    ------
    InputError
        If the number of deals is invalid.
    """
    check_count(deals, "deals", 1)
    simulation = Simulation(*_PLAYERS, seed=seed)
    wrong = verdicts = 0
    cards = np.zeros((deals, 3))  # how many verdicts, what is said to be lost, what was
    for number in range(deals):
        record = read_record(describe_deal(simulation.replay_deal(number)))
        found = [one for one in judge(record) if one.is_error]
        sampled = [one for one in found if one.kind in (DISCARD, CALL)]
        verdicts += len(sampled)
        again = _judge_again(record, {one.kind for one in sampled})
        wrong += any(not again[_name(one)] > 0 for one in sampled)
        for one in found:
            if one.number:
                cards[number] += 1, one.lost, _find_true_loss(record, one)
        if progress is not None:
            progress(number + 1)
    return [_check_wrong(wrong, deals, verdicts), *_check_cards(cards)]


def _name(one: Decision) -> tuple[str, int, int]:
    return one.kind, one.seat, one.place


def _judge_again(record: Record, kinds: set[str]) -> dict[tuple[str, int, int], float]:
    # What discards or calls lose by many more deals.
    found = []
    if DISCARD in kinds:
        found += [judge_discard(record, seat, _AGAIN, _OTHER_SEED).decision for seat in (0, 1)]
    if CALL in kinds:
        found += judge_calls(record, _CALLED_AGAIN, _OTHER_SEED)
    return {_name(one): one.lost for one in found}


def _find_true_loss(record: Record, one: Decision) -> float:
    # What the card lost against the hand that the opponent held.
    view = record.view(one.number)
    advice = advise_play(view)
    theirs = record.hands[1 - view.seat] & ~view.played(1 - view.seat)
    worths = advice.differences[np.flatnonzero(advice.hands == theirs)].ravel()
    made = record.plays[one.number - 1]
    place = next(
        advice.tried.index(each.card)
        for each in advice.candidates
        if made in (each.card, *each.same)
    )
    return float(worths[advice.tried.index(advice.candidates[0].card)] - worths[place])


def _check_wrong(wrong: int, deals: int, verdicts: int) -> Check:
    share = estimate_proportion(wrong, deals)
    verdict = OFF if share.low is not None and share.low > DOUBT else FINE
    note = f"at most {share.high:.1%} ({share.method}); {verdicts} verdicts judged again"
    return Check(
        VERDICTS, WRONG_VERDICT, "deals reviewed", deals, share.value, DOUBT,
        verdict=verdict, note=note,
    )  # fmt: skip


def _check_cards(cards: np.ndarray) -> list[Check]:
    # Verdicts of one deal are not independent: deals are the unit.
    number, said, lost = cards.sum(axis=0).tolist()
    if number < FEWEST_EVENTS:
        return []
    off = (cards[:, 2] - cards[:, 1]) / number
    error = float(np.sqrt(len(off) * off.var(ddof=1)))
    value, expected = lost / number, said / number
    allowed = TOLERANCE * expected + STANDARD_ERRORS * error
    verdict = OFF if abs(value - expected) > allowed else FINE
    return [
        Check(
            VERDICTS, "points lost, as the hands lay", "cards worse beyond doubt", int(number),
            value, expected, (value - expected) / error, verdict=verdict,
            note=f"± {error:.2f}, deals being the unit; a tenth may be the model's",
        )
    ]  # fmt: skip
