"""What is said of the opponent's cards, and how often it is true.

Advice on a card lists the hands that the opponent can hold and says how likely each is, by a model
of how players throw and play. This module stops deals of strong players before several cards. For
every card that the seat has not seen, it notes how likely the opponent is said to hold it, and
whether they do. In each tenth of probability the share held must agree with what was said, but for
what the model may be off by. Cards of one deal depend on each other, so deals are the unit.
"""

from collections.abc import Callable

import numpy as np

from piquet_sim.advice.play.seat_views import SeatView
from piquet_sim.advice.play.weighed_hands import weigh_opponent
from piquet_sim.deals.referee import describe_deal
from piquet_sim.deals.simulation import Simulation
from piquet_sim.game.cards import iterate_cards
from piquet_sim.game.errors import InputError
from piquet_sim.kernel.deal.deal_state import STEP_BITS
from piquet_sim.review.records import read_record
from piquet_sim.running.run import Progress, check_count
from piquet_sim.trust.checks import FEWEST_EVENTS, FINE, HOLDINGS, OFF, Check

TOLERANCE = 0.06
"""By how much a probability may be off: that of hands is a model's."""
STANDARD_ERRORS = 3.5
BINS = 10

_PLAYER = "expert"
_CARDS = (1, 2, 6, 11)
"""Of the play: before these a deal is stopped."""
_CERTAIN = 1e-9

Said = Callable[[SeatView], tuple[np.ndarray, np.ndarray]]
"""The hands that the opponent can hold, as masks, and how likely each is."""


def say_hands(view: SeatView) -> tuple[np.ndarray, np.ndarray]:
    """The hands and their weights, as advice on cards has them."""
    return weigh_opponent(view, view.as_play_view(1 << STEP_BITS))[2:]


def measure_holdings(
    deals: int, seed: int, progress: Progress | None = None, say: Said = say_hands
) -> list[Check]:
    """How often the opponent holds a card that they are said to hold with some probability.

    Parameters
    ----------
    deals : int
        How many deals are looked at; each is stopped at four cards at most.
    seed : int
        Of the deals.
    progress : callable, optional
        Called with the deals done.
    say : callable
        What is measured.

    Returns
    -------
    list of Check
        One for each tenth of probability with enough cards: the share held, the share expected.

    Raises
    ------
    InputError
        If the number of deals is invalid.
    """
    check_count(deals, "deals", 1)
    simulation = Simulation(_PLAYER, _PLAYER, seed=seed)
    counted = np.zeros((deals, BINS, 3))  # cards, how many are said to be held, how many are
    for number in range(deals):
        record = read_record(describe_deal(simulation.replay_deal(number)))
        for card in _CARDS:
            try:
                view = record.view(card)
            except InputError:  # one legal card, of which nothing is asked
                continue
            theirs = record.hands[1 - view.seat] & ~view.played(1 - view.seat)
            hands, weights = say(view)
            for one in iterate_cards(view.unseen):
                said = float(weights[(hands & one) > 0].sum())
                if _CERTAIN < said < 1 - _CERTAIN:
                    place = min(int(said * BINS), BINS - 1)
                    counted[number, place] += 1, said, bool(theirs & one)
        if progress is not None:
            progress(number + 1)
    return [
        _check_bin(place, counted[:, place])
        for place in range(BINS)
        if _is_enough(counted[:, place])
    ]


def _is_enough(counted: np.ndarray) -> bool:
    cards, said, _ = counted.sum(axis=0)
    return min(said, cards - said) >= FEWEST_EVENTS


def _check_bin(place: int, counted: np.ndarray) -> Check:
    cards, said, held = counted.sum(axis=0)
    off = (counted[:, 2] - counted[:, 1]) / cards
    error = float(np.sqrt(len(off) * off.var(ddof=1))) if len(off) > 1 else 0.0
    value, expected = held / cards, said / cards
    verdict = OFF if abs(value - expected) > TOLERANCE + STANDARD_ERRORS * error else FINE
    return Check(
        HOLDINGS, "cards the opponent is said to hold", f"{place * 10} to {place * 10 + 10}%",
        int(cards), value, expected, (value - expected) / error if error else None,
        verdict=verdict, note=f"± {error:.3f}, deals being the unit",
    )  # fmt: skip
