"""Finding moments to which maxims apply: in each deal the first of each maxim and seat.

Deals are played and all that their players see at each card is written down. Then the deals are
gone through card by card, all at once, and a rule is asked only about deals in which it has not
applied yet. So a deal has at most one moment of a maxim in a seat.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from analyses.maxims.cards.rule import PlayRule
from analyses.maxims.cards.sight import choice_of, view_of
from analyses.maxims.maxim import Sides, list_judged
from analyses.maxims.trial import Block, Cases, Found, collect
from piquet_sim.advice.play.card_ratings import rate_cards
from piquet_sim.deals.simulation import Simulation
from piquet_sim.deals.stages import HEARD, Stage
from piquet_sim.game.cards import TRICKS
from piquet_sim.game.terms import SEATS
from piquet_sim.ordered_threads import play_ranges
from piquet_sim.strategies import PlayView

_BLOCK = 1_000
_LEGAL, _SEAT = HEARD.index("legal"), HEARD.index("seat")


@dataclass(frozen=True)
class Moments(Cases):
    """Moments of as many deals, with what the player sees, and the records of the deals."""

    heard: np.ndarray
    """int64[moment, column], see `stages.HEARD`."""
    records: np.ndarray
    follow: np.ndarray
    """The legal cards that follow the maxim."""
    against: np.ndarray
    """Those that break it."""

    @property
    def view(self) -> PlayView:
        """What is seen, as a view of arrays."""
        return view_of(self.heard)


def find_moments(
    rules: Sequence[PlayRule], simulation: Simulation, n: int, wanted: int, crew: int
) -> list[Found]:
    """For each maxim and seat the first moments to which it applies, of n deals."""
    judged = list_judged(rules)
    stage = Stage(simulation, has_scripts=True)
    for player in (simulation.elder, simulation.younger):
        player.prepare()

    def look(first: int, units: int) -> Block:
        records, heard = stage.listen(first, units)
        numbers = first + np.arange(units)
        found = (find_first(rule, seat, records, heard, numbers) for rule, seat in judged)
        return units, [(one, np.arange(len(one))) for one in found]

    look(0, 1)  # compiled before threads start
    return collect(judged, play_ranges(look, n, _BLOCK, crew), wanted)


def find_first(
    rule: PlayRule, seat: str, records: np.ndarray, heard: np.ndarray, numbers: np.ndarray
) -> Moments:
    """In each deal the first moment of a seat to which a maxim applies, in the order of the deals.

    Parameters
    ----------
    rule : PlayRule
    seat : str
    records : ndarray
    heard : int64 array, shape (deals, 24, columns)
        As `Stage.listen` gives both.
    numbers : ndarray
        Of the deals.
    """
    left = np.arange(len(heard))
    parts = []
    for card in range(2 * TRICKS):
        rows = left[
            (heard[left, card, _LEGAL] != 0) & (heard[left, card, _SEAT] == SEATS.index(seat))
        ]
        seen = heard[rows, card]
        follow, against = list_sides(rule, seen)
        there = (follow != 0) & (against != 0)
        rows, seen = rows[there], seen[there]
        parts.append(Moments(numbers[rows], seen, records[rows], follow[there], against[there]))
        left = np.setdiff1d(left, rows, assume_unique=True)
    found = Moments.join(parts)
    return found.pick(np.argsort(found.numbers, kind="stable"))


def list_sides(rule: PlayRule, heard: np.ndarray) -> Sides:
    """The legal cards that follow a maxim, and those that break it; 0 where it does not apply."""
    view = view_of(heard)
    follow, against = (side & view.legal for side in rule.sides(view))
    applies = (follow != 0) & (against != 0)
    if rule.is_between:
        applies &= choice_of(heard) & (follow | against) != 0
    if rule.doubt is not None:
        rows = np.flatnonzero(applies)
        applies[rows] = measure_doubt(heard[rows], follow[rows], against[rows]) <= rule.doubt
    return np.where(applies, follow, 0), np.where(applies, against, 0)


def measure_doubt(heard: np.ndarray, follow: np.ndarray, against: np.ndarray) -> np.ndarray:
    """How far the best card of one side lies from the best of the other, in points."""
    rated = rate_cards(heard)
    places = np.arange(rated.shape[1])
    best = [
        np.where(side[:, None] >> places & 1 == 1, rated, -np.inf).max(axis=1)
        for side in (follow, against)
    ]
    return np.abs(best[0] - best[1])
