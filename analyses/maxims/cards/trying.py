"""Trying maxims on the play: the best card that follows one against the best that breaks it.

Deals are played, and everything that the players see at each card is recorded. Then all the deals
are examined together, card by card. Of the moments of a deal at which a maxim applies to a seat one
is drawn by lot, so that a deal is one case.

Of all legal cards that follow a maxim, the best is chosen by what the player sees: by the mean over
all hands that the opponent can hold (`advice.play.card_ratings`). The best of those that break it
is chosen in the same way. If the player's own card follows the maxim, or breaks it, that card is
the one tried for its side. Then the deal is played on with each, as the cards really lay, with
everybody seeing only what they may see; these cards played no part in the choice.

Beside it a random rule is tried in the same way: of the cards that follow the maxim or break it as
many follow, and as many break, drawn by lot.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from analyses.maxims.cards.rule import PlayRule
from analyses.maxims.facts.play_views import PlayViews
from analyses.maxims.facts.views import choice_of, count_fallen, list_plays, view_of
from analyses.maxims.maxim import Sides, list_judged
from analyses.maxims.trial import AGAINST, FOLLOW, OWN, WAYS, Block, Cases, Found, Trial, collect
from piquet_sim.advice.play.card_ratings import rate_cards
from piquet_sim.deals.branches import (
    HEARD,
    SCRIPT,
    lay_out,
    listen,
    number_deals,
    record_branches,
    write_scripts,
)
from piquet_sim.deals.deal import margin
from piquet_sim.deals.simulation import Simulation
from piquet_sim.deals.ways_to_play import DOUBLE_DUMMY
from piquet_sim.game.cards import LANE_BITS, RANKS, SUITS, TRICKS
from piquet_sim.game.terms import CLASSES, SEATS
from piquet_sim.game.threads import play_in_order, play_ranges

_BLOCK, _STAGED = 1_000, 500
_LITTLE = 1e-7
_LEGAL, _SEAT = HEARD.index("legal"), HEARD.index("seat")


# ---- Moments ------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Moments(Cases):
    """A moment of each of many deals, with what the player sees, and the records of the deals."""

    heard: np.ndarray
    """int64[moment, column], see `branches.HEARD`."""
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
    rules: Sequence[PlayRule], simulation: Simulation, n: int, wanted: int, threads: int
) -> list[Found]:
    """For each maxim and seat the first deals of n to which it applies, each with a moment."""
    judged = list_judged(rules)

    def look(first: int, units: int) -> Block:
        records, heard = listen(simulation, lay_out(simulation, range(first, first + units)))
        numbers = first + np.arange(units)
        found = (
            find_moments_of(rule, seat, records, heard, numbers, simulation.seed)
            for rule, seat in judged
        )
        return units, [(one, np.arange(len(one))) for one in found]

    look(0, 1)  # compiled before threads start
    return collect(judged, play_ranges(look, n, _BLOCK, threads), wanted)


def find_moments_of(
    rule: PlayRule,
    seat: str,
    records: np.ndarray,
    heard: np.ndarray,
    numbers: np.ndarray,
    seed: int = 1,
) -> Moments:
    """In each deal one moment of a seat to which a maxim applies, drawn by lot.

    Parameters
    ----------
    rule : PlayRule
    seat : str
    records : ndarray
    heard : int64 array, shape (deals, 24, columns)
        As `listen` gives both.
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
    follow, against = list_sides(rule, heard[deals, cards])
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
    """How far apart the best cards of the two sides are, in points."""
    rated = rate_cards(heard)
    places = np.arange(rated.shape[1])
    best = [
        np.where(side[:, None] >> places & 1 == 1, rated, -np.inf).max(axis=1)
        for side in (follow, against)
    ]
    return np.abs(best[0] - best[1])


# ---- Cards --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class CardTrial(Trial):
    """A maxim on the play tried in deals."""

    rated: np.ndarray = field(kw_only=True)
    """float64, as `made`: what each card makes over all hands that the opponent can hold."""
    tricks: np.ndarray | None = field(kw_only=True)
    """int64, as `made`: tricks that the player has won in the end; None where none was played."""

    @property
    def expected(self) -> np.ndarray:
        """What following makes more than breaking over all hands that the opponent can hold."""
        return self.rated[:, FOLLOW] - self.rated[:, AGAINST]


def choose_cards(rule: PlayRule, moments: Moments, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """The cards that are tried, and what they make over all hands that the opponent can hold.

    If the player's own card is on a side, it is the one tried for that side, whatever its rating.

    Returns
    -------
    cards : ndarray of int64, shape (moments, ways)
        See `trial.OWN`; without a lot where the maxim applies to what is in doubt, since either
        way then promises as much.
    rated : ndarray of float64, shape (moments, ways)
    """
    rated = rate_cards(moments.heard)
    places = np.arange(rated.shape[1])
    # Of equal cards the highest is led, the lowest played to a lead.
    higher = np.where(moments.view.led == 0, _LITTLE, -_LITTLE)[:, None] * (places % (RANKS + 7))
    own = choice_of(moments.heard)
    chosen, sides = [own], [moments.follow, moments.against]
    if rule.doubt is None:
        sides += _draw_sides(moments, np.random.default_rng(seed))
    for side in sides:
        is_side = (side[:, None] >> places & 1).astype(bool)
        best = np.where(is_side, rated + higher, -np.inf).argmax(axis=1)
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


def try_rule(
    found: Found, dealt_by: Simulation, players: Simulation, threads: int
) -> CardTrial | None:
    """Judge a maxim on the moments found for it; None where fewer than two were.

    The deals are those of one simulation, and the players of another play on. Where these play the
    cards double-dummy, cards make what they make over all hands that the opponent can hold.
    """
    moments = found.cases
    if len(moments) < 2:  # one has no error
        return None
    cards, rated = choose_cards(found.maxim, moments, dealt_by.seed)
    made, tricks = rated, None
    if players.play != DOUBLE_DUMMY:
        made, tricks = play_on(moments, cards, dealt_by, players, threads)
    is_followed = cards[:, OWN] & moments.follow != 0
    return CardTrial(found.maxim, found.seat, found.share, made, is_followed, moments, cards,
                     rated=rated, tricks=tricks)  # fmt: skip


def play_on(
    moments: Moments, cards: np.ndarray, dealt_by: Simulation, players: Simulation, threads: int
) -> tuple[np.ndarray, np.ndarray]:
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
    made, tricks : ndarray of int64, shape (deals, cards)
        Points of the whole deal less the opponent's, and tricks won in it.
    """
    players = replace(players, mirrored=False)
    scripts = write_scripts(
        len(moments),
        {place: moments.records[f"{seat}_discard"] for place, seat in enumerate(SEATS)},
        {
            place: np.column_stack([moments.records[f"{seat}_{kind}_call"] for kind in CLASSES])
            for place, seat in enumerate(SEATS)
        },
        list_plays(moments.view),
    )  # all that was decided before
    dealt = number_deals(lay_out(dealt_by, moments.numbers))
    at = SCRIPT.plays + count_fallen(moments.view)

    def play(first: int) -> np.ndarray:
        rows = slice(first, first + _STAGED)
        branches = np.repeat(scripts[rows, None], cards.shape[1], axis=1)
        branches[np.arange(len(branches)), :, at[rows]] = cards[rows]
        return record_branches(players, dealt[rows], branches)

    parts = play_in_order(play, range(0, len(cards), _STAGED), threads)
    records = np.concatenate(list(parts))
    is_elder = moments.view.seat[:, None] == 0
    less, tricks = margin(records), records["elder_tricks"].astype(np.int64)
    return np.where(is_elder, less, -less), np.where(is_elder, tricks, TRICKS - tricks)


def judge_by(
    tried: CardTrial, players: Sequence[str], simulation: Simulation, most: int, threads: int
) -> np.ndarray:
    """What following makes more than breaking, other players playing on in some of the deals.

    Parameters
    ----------
    tried : CardTrial
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
    made, _ = play_on(moments, tried.ways[:most, FOLLOW:WAYS], simulation, others, threads)
    return made[:, 0] - made[:, 1]
