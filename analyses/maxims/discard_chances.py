"""Maxims on the discard that are about chances: of winning the cards, and of suffering a pique or
repique.

Random deals of the cards not seen decide which discards follow these. Other deals, with other
numbers, judge the discards.
"""

from collections.abc import Iterator, Sequence

import numpy as np

from analyses.maxims.facts import Choices, Hands, of_rank
from analyses.maxims.maxim import BOTH, QUESTION, YOUNGER, Sides, all_hands, on_discard
from piquet_sim.decisions.kinds.discard_table import AGAINST, JUDGED_FROM, DiscardTable
from piquet_sim.decisions.kinds.question import Question, list_learned, rate_discards
from piquet_sim.game.cards import KING
from piquet_sim.strategies.learned import prepare_learned

_DRAWN_FROM = 2 * JUDGED_FROM
"""Number of the first of the deals drawn."""
_ROUNDS = ((120, 16), (12, 128), (3, 512))
"""How many discards are tried for the cards, the best by what is learned, then by the deals so far,
and in how many deals each then has been tried."""
_SPARING = 20
"""How many that spare the longest suit are reckoned, by what is learned the best."""
_SAVING = 40
"""How many discards are tried against a pique or repique, by what is learned the best."""
_GLANCED, _DRAWN = 128, 1_024
"""In how many deals, and in how many those that then seem to stop most."""
_STOPPING = 4
"""How many these are."""
_THREAT, _SAVED = 0.1, 0.1
"""How likely a pique or repique is at least that threatens, and what part of that must go."""


def _read_chances(trial: DiscardTable, choices: Sequence[int]) -> Iterator[np.ndarray]:
    # By discard in the deals of a trial that keeps parts: how often the cards are won, how often
    # the opponent makes a pique or repique, and the points less the opponent's without these.
    parts = trial.stack_parts(choices)
    points = np.stack([trial.worths(choice) for choice in choices])
    bonus = sum(parts[name + AGAINST] for name in ("pique", "repique"))
    made = (parts["cards"] > parts["cards" + AGAINST], bonus > 0, points + bonus)
    return (one.mean(axis=1) for one in made)


def _draw(question: Question, discards: np.ndarray) -> DiscardTable:
    prepare_learned()
    return DiscardTable(question, discards, 1, _DRAWN_FROM, with_parts=True)


def _mark(choices: Choices, *discards: int) -> np.ndarray:
    return np.isin(choices.thrown, discards)


def _list_full(question: Question, choices: Choices) -> np.ndarray:
    # The full discards, the best by what is learned first: choices have another order.
    learned, _ = list_learned(question)
    return learned[np.isin(learned, choices.thrown[choices.is_full])]


def _find_likeliest(question: Question, discards: np.ndarray) -> int:
    # Of discards, the best by what is learned first, that with the most deals of seven tricks.
    trial = _draw(question, discards[: _ROUNDS[0][0]])
    left = list(range(len(trial.choices)))
    for most, deals in _ROUNDS:
        left = left[:most]
        trial.play(left, deals - trial.deals(left[0]))
        cards, *_ = _read_chances(trial, left)
        left = [left[place] for place in np.argsort(-cards, kind="stable")]
    return trial.choices[left[0]]


def _can_spare_five(hands: Hands) -> np.ndarray:
    return (hands.length >= 5) & hands.can_spare


@on_discard(
    "ACA-M01",
    "Aim at the cards before the point",
    BOTH,
    applies=_can_spare_five,
    given=QUESTION,
    reading="The discard that wins seven tricks most often in drawn deals, where that is not the "
    "best that spares the longest suit.",
)
def aim_at_cards(question: Question, choices: Choices) -> Sides:
    """A skilful player's first thought in discarding is the cards; the point comes with it, through
    the longest or strongest suit.
    """
    full, sparing = _list_full(question, choices), choices.spares_in_full
    follow = _find_likeliest(question, full)
    listed = full[np.isin(full, choices.thrown[sparing])][:_SPARING]
    seen = np.array([question.hand]), np.array([question.elder_took()])
    if follow == listed[rate_discards(question.seat, *seen, listed[None])[0].argmax()]:
        return _mark(choices), _mark(choices)
    return _mark(choices, follow), sparing & ~_mark(choices, follow)


@on_discard(
    "CAV-M33",
    "Give up a king or the point to stop a repique",
    YOUNGER,
    applies=all_hands,
    given=QUESTION,
    reading="It comes in a tenth of drawn deals after the discard that is best but for it; a king "
    "or a card of the longest suit that this one keeps goes for a tenth of that chance. Which "
    "cards save, and whether they are three, is not counted.",
)
def stop_repique(question: Question, choices: Choices) -> Sides:
    """To stop a pique or repique, younger may give up a king or a point card for three saving
    chances.
    """
    listed = _list_full(question, choices)[:_SAVING]
    trial, every = _draw(question, listed), list(range(len(listed)))
    trial.play(every, _GLANCED)
    _, threat, unthreatened = _read_chances(trial, every)
    usual = int(unthreatened.argmax())
    given = np.flatnonzero(
        listed & (choices.hand.longest | choices.hand.cards & of_rank(KING)) & ~listed[usual]
    )
    if threat[usual] < _THREAT or len(given) == 0:
        return _mark(choices), _mark(choices)
    left = [usual, *given[np.argsort(threat[given], kind="stable")][:_STOPPING].tolist()]
    trial.play(left, _DRAWN - _GLANCED)
    _, threat, _ = _read_chances(trial, left)
    saving = np.array(left[1:])[threat[1:] <= (1 - _SAVED) * threat[0]]
    return _mark(choices, *listed[saving]), _mark(choices, listed[usual])
