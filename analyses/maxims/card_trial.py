"""Maxims on the play on trial: moments found, cards chosen, and the deals played on.

Deals are played, and everything that the players see at each card is recorded. Of the moments of a
deal at which a maxim applies to a seat one is drawn by lot, so that a deal is one case. The best
card of a side is that of the best mean over all hands that the opponent can hold
(`advice.play.card_ratings`).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from analyses.maxims.facts import PlayViews, choice_of, count_fallen, list_plays, view_of
from analyses.maxims.maxim import Maxim, Sides, list_judged
from analyses.maxims.trial import (
    AGAINST,
    FOLLOW,
    OWN,
    WAYS,
    Block,
    Cases,
    Found,
    Trial,
    collect,
    play_ways,
)
from piquet_sim.advice.play.card_ratings import rate_cards
from piquet_sim.deals.simulation import Simulation
from piquet_sim.deals.stages import HEARD, SCRIPT, Stage, lay_out, write_scripts
from piquet_sim.deals.ways_to_play import DOUBLE_DUMMY
from piquet_sim.game.cards import LANE_BITS, RANKS, SUITS
from piquet_sim.game.terms import CLASSES, SEATS
from piquet_sim.game.threads import play_ranges

_LISTENED = 1_000
_LITTLE = 1e-7
_LEGAL, _SEAT = HEARD.index("legal"), HEARD.index("seat")


@dataclass(frozen=True)
class Moments(Cases):
    """A moment of each of many deals, with what the player sees, and the records of the deals."""

    heard: np.ndarray
    """int64[moment, column], see `stages.HEARD`."""
    records: np.ndarray
    follow: np.ndarray
    """The legal cards that follow the maxim."""
    against: np.ndarray
    """Those that break it."""
    times: np.ndarray
    """How many such moments the deal has."""

    @property
    def view(self) -> PlayViews:
        """What is seen, as a view of arrays."""
        return view_of(self.heard)


def find_moments(
    maxims: Sequence[Maxim], simulation: Simulation, n: int, wanted: int, threads: int
) -> list[Found]:
    """For each maxim and seat the first deals of n to which it applies, each with a moment."""
    judged = list_judged(maxims)
    stage = Stage(simulation, has_scripts=True)
    for player in (simulation.elder, simulation.younger):
        player.prepare()

    def look(first: int, units: int) -> Block:
        records, heard = stage.listen(first, units)
        numbers = first + np.arange(units)
        found = (
            find_moments_of(maxim, seat, records, heard, numbers, simulation.seed)
            for maxim, seat in judged
        )
        return units, [(one, np.arange(len(one))) for one in found]

    look(0, 1)  # compiled before threads start
    return collect(judged, play_ranges(look, n, _LISTENED, threads), wanted)


def find_moments_of(
    maxim: Maxim,
    seat: str,
    records: np.ndarray,
    heard: np.ndarray,
    numbers: np.ndarray,
    seed: int = 1,
) -> Moments:
    """In each deal one moment of a seat to which a maxim applies, drawn by lot.

    Parameters
    ----------
    maxim : Maxim
    seat : str
    records : ndarray
    heard : int64 array, shape (deals, 24, columns)
        As `Stage.listen` gives both.
    numbers : ndarray
        Of the deals.
    seed : int

    Returns
    -------
    Moments
        In the order of the deals.
    """
    is_asked = (heard[:, :, _LEGAL] != 0) & (heard[:, :, _SEAT] == SEATS.index(seat))
    deals, cards = np.nonzero(is_asked)
    follow, against = list_sides(maxim, heard[deals, cards])
    there = follow != 0
    deals, cards, follow, against = (one[there] for one in (deals, cards, follow, against))
    found, first, times = np.unique(deals, return_index=True, return_counts=True)
    chosen = first + _draw(numbers[found], times, seed)
    cards = cards[chosen]
    return Moments(numbers[found], heard[found, cards], records[found], follow[chosen],
                   against[chosen], times)  # fmt: skip


def _draw(numbers: np.ndarray, times: np.ndarray, seed: int) -> np.ndarray:
    # For each deal a number below so many, which depends on the deal's own number alone (the
    # mixing of Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014).
    mixed = numbers.astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15) + np.uint64(seed)
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        mixed = (mixed ^ mixed >> np.uint64(shift)) * np.uint64(factor)
    drawn = (mixed ^ mixed >> np.uint64(31)) >> np.uint64(32)
    return (drawn * times.astype(np.uint64) >> np.uint64(32)).astype(np.int64)


def list_sides(maxim: Maxim, heard: np.ndarray) -> Sides:
    """The legal cards that follow a maxim, and those that break it; 0 where it does not apply."""
    view = view_of(heard)
    follow, against = (side & view.legal for side in maxim.sides(view))
    applies = (follow != 0) & (against != 0)
    if maxim.is_between:
        applies &= choice_of(heard) & (follow | against) != 0
    if maxim.doubt is not None:
        rows = np.flatnonzero(applies)
        rated = rate_cards(heard[rows])
        best = [
            np.where(_spread(side[rows], rated), rated, -np.inf).max(axis=1)
            for side in (follow, against)
        ]
        applies[rows] = np.abs(best[0] - best[1]) <= maxim.doubt
    return np.where(applies, follow, 0), np.where(applies, against, 0)


def _spread(cards: np.ndarray, rated: np.ndarray) -> np.ndarray:
    # Whether each card that is rated is among some.
    return (cards[:, None] >> np.arange(rated.shape[1]) & 1).astype(bool)


# ---- Tried --------------------------------------------------------------------------------------
TRICKS_WON = "tricks"


def choose_cards(maxim: Maxim, moments: Moments, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """The cards that are tried, and what they make over all hands that the opponent can hold.

    If the player's own card is on a side, it is the one tried for that side, whatever its rating.

    Returns
    -------
    cards : ndarray of int64, shape (moments, ways)
        See `OWN`; without a lot where the maxim applies to what is in doubt, since either way then
        promises as much.
    rated : ndarray of float64, shape (moments, ways)
    """
    rated = rate_cards(moments.heard)
    places = np.arange(rated.shape[1])
    # Of equal cards the highest is led, the lowest played to a lead.
    higher = np.where(moments.view.led == 0, _LITTLE, -_LITTLE)[:, None] * (places % (RANKS + 7))
    own = choice_of(moments.heard)
    chosen, sides = [own], [moments.follow, moments.against]
    if maxim.doubt is None:
        sides += _draw_sides(moments, np.random.default_rng(seed))
    for side in sides:
        best = np.where(_spread(side, rated), rated + higher, -np.inf).argmax(axis=1)
        chosen.append(np.where(own & side, own, np.int64(1) << best))
    cards = np.column_stack(chosen)
    at = np.bitwise_count(cards - 1).astype(np.int64)
    return cards, np.take_along_axis(rated, at, axis=1)


def _draw_sides(moments: Moments, luck: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    # As many cards as follow, and as many as break, drawn by lot from both.
    follow, cards = moments.follow, moments.follow | moments.against
    places = np.arange(LANE_BITS * SUITS)
    is_card = (cards[:, None] >> places & 1).astype(bool)
    order = np.where(is_card, luck.random(is_card.shape), np.inf).argsort(axis=1).argsort(axis=1)
    first, both = np.bitwise_count(follow), np.bitwise_count(cards)
    drawn = order < first[:, None], (order >= first[:, None]) & (order < both[:, None])
    return tuple((side << places).sum(axis=1) for side in drawn)


def try_play_maxim(
    found: Found, dealt_by: Simulation, players: Simulation, threads: int
) -> Trial | None:
    """Judge a maxim on the moments found for it; None where fewer than two were.

    The deals are those of one simulation, and the players of another play on. Where these play the
    cards double-dummy, cards make what they make over all hands that the opponent can hold.
    """
    moments = found.cases
    if len(moments) < 2:  # one has no error
        return None
    cards, rated = choose_cards(found.maxim, moments, dealt_by.seed)
    made, beside = rated, {}
    if players.play != DOUBLE_DUMMY:
        played = play_cards(moments, cards, dealt_by, players, threads)
        made, beside = played[:, :, 0], {TRICKS_WON: played[:, :, 1]}
    is_followed = cards[:, OWN] & moments.follow != 0
    seen = rated[:, FOLLOW] - rated[:, AGAINST]
    return Trial(found.maxim, found.seat, found.share, made, is_followed, moments, cards, seen,
                 beside)  # fmt: skip


def play_cards(
    moments: Moments, cards: np.ndarray, dealt_by: Simulation, players: Simulation, threads: int
) -> np.ndarray:
    """What cards make in the deals as they lay.

    Parameters
    ----------
    moments : Moments
    cards : ndarray of int64, shape (deals, cards)
        What is tried at each moment.
    dealt_by : Simulation
        Whose deals they are.
    players : Simulation
        Who plays on, each seeing what is theirs to see; their luck is the same with every card.
    threads : int
        Number of threads.

    Returns
    -------
    ndarray of int64, shape (deals, cards, 2)
        Points of the whole deal less the opponent's, and tricks won in it.
    """
    records, view = moments.records, moments.view
    told = write_scripts(
        len(moments),
        {place: records[f"{seat}_discard"] for place, seat in enumerate(SEATS)},
        {
            place: np.column_stack([records[f"{seat}_{kind}_call"] for kind in CLASSES])
            for place, seat in enumerate(SEATS)
        },
        list_plays(view),
    )  # all that was decided before
    at = SCRIPT.plays + count_fallen(view)

    def write(span: slice, way: int, _: object) -> np.ndarray:
        scripts = told[span].copy()
        scripts[np.arange(len(scripts)), at[span]] = cards[span, way]
        return scripts

    stage = Stage(replace(players, mirrored=False), has_scripts=True)
    dealt = lay_out(dealt_by, moments.numbers)
    return play_ways(stage, cards, dealt, view.seat, write, threads)


def judge_by(
    tried: Trial, players: Sequence[str], simulation: Simulation, most: int, threads: int
) -> np.ndarray:
    """What following makes more than breaking, other players playing on in some of the deals.

    Parameters
    ----------
    tried : Trial
        On the play.
    players : sequence of str
        Elder's and younger's.
    simulation : Simulation
        Whose deals they are.
    most : int
        In how many deals, at most.
    threads : int
    """
    others = Simulation(*players, seed=simulation.seed)
    moments = tried.cases.pick(slice(most))
    both = tried.ways[:most, FOLLOW:WAYS]
    return play_cards(moments, both, simulation, others, threads)[:, :, 0] @ (1, -1)
