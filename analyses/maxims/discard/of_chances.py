"""Maxims on chances: of winning the cards, and of suffering a pique or repique.

Random deals of the cards not seen decide which discards follow these maxims. Other deals, with
other numbers, judge the discards.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from analyses.maxims.discard.rule import Rule
from analyses.maxims.facts.hands import Choices, Hands, count, of_rank
from analyses.maxims.maxim import BOTH, YOUNGER
from piquet_sim.advice.discard_worths import rate_discards
from piquet_sim.advice.trials import AGAINST, Question, Trial
from piquet_sim.game.cards import KING
from piquet_sim.kernel.base.streams import CHANCES_FROM
from piquet_sim.strategies.learned import prepare_learned

_FIVE = 5
_BONUSES = "pique", "repique"

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


class Chances(NamedTuple):
    """What happens after discards in deals drawn, by discard."""

    cards: np.ndarray
    """float64: the share in which seven tricks or more are won."""
    threat: np.ndarray
    """float64: the share in which the opponent makes a pique or a repique."""
    unthreatened: np.ndarray
    """float64: points less the opponent's, these bonuses of the opponent left out."""


def read_chances(trial: Trial, choices: Sequence[int]) -> Chances:
    """What happened in the deals of a trial that keeps parts.

    Parameters
    ----------
    trial : Trial
    choices : sequence of int
        Places of the discards that are looked at.
    """
    parts = trial.stack_parts(choices)
    points = np.stack([trial.points(choice) for choice in choices])
    bonus = sum(parts[name + AGAINST] for name in _BONUSES)
    made = (parts["cards"] > parts["cards" + AGAINST], bonus > 0, points + bonus)
    return Chances(*(one.mean(axis=1) for one in made))


def _draw(question: Question, discards: np.ndarray) -> Trial:
    prepare_learned()
    return Trial(question, np.ascontiguousarray(discards), 1, CHANCES_FROM, with_parts=True)


def _mark(choices: Choices, *discards: int) -> np.ndarray:
    return np.isin(choices.thrown, discards)


def _nothing(choices: Choices) -> tuple[np.ndarray, np.ndarray]:
    none = np.zeros(choices.thrown.shape, bool)
    return none, none


# ---- The cards ----------------------------------------------------------------------------------
def _has_five(hands: Hands) -> np.ndarray:
    return (hands.length >= _FIVE) & (count(hands.outside) >= hands.full)


def find_likeliest(question: Question, discards: np.ndarray) -> int:
    """Of discards, the best by what is learned first, that with the most deals of seven tricks."""
    trial = _draw(question, discards[: _ROUNDS[0][0]])
    left = list(range(len(trial.discards)))
    for most, deals in _ROUNDS:
        trial.play(left := left[:most], deals - trial.deals(left[0]))
        left = [
            left[place] for place in np.argsort(-read_chances(trial, left).cards, kind="stable")
        ]
    return int(trial.discards[left[0]])


def _aim_at_cards(question: Question, choices: Choices) -> tuple[np.ndarray, np.ndarray]:
    follow = find_likeliest(question, choices.thrown[choices.is_full])
    sparing = choices.is_full & choices.spares
    listed = choices.thrown[sparing][:_SPARING]
    worths = rate_discards(
        question.seat, np.array([question.hand]), np.array([question.elder_took()]), listed[None]
    )
    if follow == listed[worths[0].argmax()]:
        return _nothing(choices)
    return _mark(choices, follow), sparing & ~_mark(choices, follow)


# ---- Piques and repiques ------------------------------------------------------------------------
def _any(hands: Hands) -> np.ndarray:
    return np.ones(hands.cards.shape, bool)


def _save(question: Question, choices: Choices) -> tuple[np.ndarray, np.ndarray]:
    listed = choices.thrown[choices.is_full][:_SAVING]
    trial, every = _draw(question, listed), list(range(len(listed)))
    trial.play(every, _GLANCED)
    chances = read_chances(trial, every)
    usual = int(chances.unthreatened.argmax())
    dear = choices.hand.longest | choices.hand.cards & of_rank(KING)
    given = np.flatnonzero(listed & dear & ~listed[usual])
    if chances.threat[usual] < _THREAT or len(given) == 0:
        return _nothing(choices)
    given = given[np.argsort(chances.threat[given], kind="stable")][:_STOPPING]
    left = [usual, *given.tolist()]
    trial.play(left, _DRAWN - _GLANCED)
    threat = read_chances(trial, left).threat
    saving = given[threat[1:] <= (1 - _SAVED) * threat[0]]
    return _mark(choices, *listed[saving]), _mark(choices, listed[usual])


OF_CHANCES: tuple[Rule, ...] = (
    Rule(
        "ACA-M01", "Aim at the cards before the point", BOTH, _has_five, reckons=_aim_at_cards,
        reading=(
            "The discard that wins seven tricks most often in drawn deals, where that is not the "
            "best that spares the longest suit."
        ),
    ),
    Rule(
        "CAV-M33", "Give up a king or the point to stop a repique", YOUNGER, _any, reckons=_save,
        reading=(
            "It comes in a tenth of drawn deals after the discard that is best but for it; a king "
            "or a card of the longest suit that this one keeps goes for a tenth of that chance. "
            "Which cards save, and whether they are three, is not counted."
        ),
    ),
)  # fmt: skip
"""In the order of the file."""
